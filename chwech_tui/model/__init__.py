"""The state of the screens as frozen values; this package does no input or output and knows no terminal."""
