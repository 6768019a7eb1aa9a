"""Pure rules of games behind one game-blind interface; no clock, no randomness, no input or output."""
