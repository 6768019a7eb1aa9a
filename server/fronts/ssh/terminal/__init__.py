"""One app on one visitor's terminal: its driver, its input and output, its start and end."""
