"""An independent referee of game records, written from the published rules alone, sharing no code with the engine."""
