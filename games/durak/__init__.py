"""Durak in teams: attack and defend; the side left with cards loses."""
