"""The asyncio shell around the tables: connections, rooms, bots and what is due when; no game is known here."""
