"""What the screen knows, as frozen values: it does no input or output and knows nothing of the terminal."""
