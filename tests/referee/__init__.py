"""An independent referee of game records, written from the published rules and formats, no code shared with the engine."""
