"""Ways into a host: standard streams, Unix sockets, TCP and SSH."""
