"""The asyncio shell around the tables: connections, table actors, bots and timers; no game is known here."""
