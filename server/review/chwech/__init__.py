"""How games of Chwech are looked back at."""
