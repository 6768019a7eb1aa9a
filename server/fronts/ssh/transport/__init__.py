"""An SSH connection up to its session: limits, the guard, authentication and flow control."""
