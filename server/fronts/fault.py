"""What keeps a listener from being opened; a file of its own, so that an SSH front need not load a host for it."""


class FrontFault(Exception):
    """A listener that cannot be opened; the text says why and what helps."""
