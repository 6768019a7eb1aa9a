"""What the kernel is told about a connection."""

import socket

from server.fronts.peers import ASK_AGAIN, give_up, tell_kernel


def test_a_connection_that_is_lost_already() -> None:
    """Options of a connection that has ended before it has begun are no fault."""
    connection = socket.socket()
    connection.close()
    tell_kernel(connection, [("SO_KEEPALIVE", socket.SOL_SOCKET, 1)])


def test_what_this_kernel_does_not_know() -> None:
    """An option without a name, or one that the kernel refuses, is left out."""
    with socket.socket() as connection:
        tell_kernel(connection, [("TCP_TELEPATHY", socket.IPPROTO_TCP, 1), ("SO_KEEPALIVE", socket.SOL_SOCKET, 1)])
        tell_kernel(connection, [ASK_AGAIN, give_up(-1)])
        assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
