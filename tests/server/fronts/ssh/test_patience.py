"""What the kernel is told about a connection."""

import socket

from server.fronts.ssh.transport.socket_options import make_patient


def test_a_connection_that_is_lost_already() -> None:
    """A connection that ends before it is begun is no fault."""
    connection = socket.socket()
    connection.close()
    make_patient(connection)


def test_a_connection_of_this_machine() -> None:
    """A Unix socket knows of no TCP."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        make_patient(ours)
        assert 64 * 1024 < ours.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 256 * 1024
