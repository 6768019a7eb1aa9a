"""An independent referee of game records, written from the published rules and formats without a look at the engine."""
