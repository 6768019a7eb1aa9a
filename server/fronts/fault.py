"""What keeps a door from being opened; a file of its own, so that an SSH front need not load a host for it."""


class FrontFault(Exception):
    """A listener, a key, or a list of who gets in that cannot be used; the text says why and what helps."""
