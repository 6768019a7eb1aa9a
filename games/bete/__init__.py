"""Bête (Parlett): take part or pass; a player who takes part and fails pays what the pool holds."""
