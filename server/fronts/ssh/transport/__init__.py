"""One SSH connection, up to a session: limits, the guard, authentication, and the flow of bytes."""
