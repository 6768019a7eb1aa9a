"""The doors that people come in by: standard streams, Unix sockets, TCP."""
