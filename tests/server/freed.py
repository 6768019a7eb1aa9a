"""What is left of things that have ended while nobody looks for garbage: references alone have to free them."""

import gc
import logging
import types
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

OURS = ("server.", "protocol.")  # Whose things must not be left.


@contextmanager
def no_garbage() -> Iterator[None]:
    """See to it that nothing of ours that comes to an end in here would have to be looked for."""
    # The test runner keeps what is logged, and by a fault the frames that it came through.
    logging.disable()
    gc.collect()
    gc.disable()
    try:
        yield
        rings = _rings()
    finally:
        gc.enable()
        logging.disable(logging.NOTSET)
    assert not rings, rings


def alive(*kinds: type) -> dict[str, int]:
    """Give how many there are of these kinds, whoever holds them."""
    counts = Counter(kind.__name__ for thing in gc.get_objects() for kind in kinds if type(thing) is kind)
    return dict(counts)


def _rings() -> dict[str, int]:
    """Count what only a collection would free, as far as it is ours, by what it is."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    found = Counter(name for thing in gc.garbage if (name := _name(thing)).startswith(OURS))
    gc.garbage.clear()
    return dict(found)


def _name(thing: object) -> str:
    """Say what something is: what was defined where."""
    if isinstance(thing, types.FrameType):
        return f"{thing.f_globals.get('__name__')}.{thing.f_code.co_name}"
    if isinstance(thing, types.MethodType | types.FunctionType):
        return f"{thing.__module__}.{thing.__qualname__}"
    return f"{type(thing).__module__}.{type(thing).__qualname__}"
