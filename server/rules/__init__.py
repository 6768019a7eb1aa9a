"""Pure rules of games behind one common interface; no clock, no randomness, no input or output."""
