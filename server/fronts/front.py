"""What every door may raise when it cannot be opened."""


class FrontFault(Exception):
    """A door that cannot be opened; the text says why and what helps."""
