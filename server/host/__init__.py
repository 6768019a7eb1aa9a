"""The asyncio shell around the tables: connections, table actors, bots and timers; no game is known here.

What is refused is raised as a ``RemoteProtocolError``, up to the connection, which says so to its client. So is a
``StoreFault`` wherever the store cannot be read or written.
"""
