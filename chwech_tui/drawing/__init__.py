"""Pure drawing: every part of a screen as a block of styled lines, without a terminal."""
