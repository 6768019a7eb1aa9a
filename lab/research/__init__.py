"""Chwech for research: the interfaces of OpenSpiel and of PettingZoo, above the rules."""
