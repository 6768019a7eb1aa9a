"""Games among bots without a server: repeatable, counted, recorded."""
