"""Games between bots without a server: repeatable, counted and recorded."""
