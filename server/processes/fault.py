"""What keeps the processes from being started."""


class ProcessFault(Exception):
    """A server that cannot begin; the text says why and what helps."""
