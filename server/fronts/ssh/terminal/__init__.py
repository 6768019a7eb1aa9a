"""One app on one visitor's terminal: its driver, input, output and lifecycle."""
