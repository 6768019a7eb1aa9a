"""What has changed of a view since the one before it on the same connection, in place of the whole of it.

Changes are a map. A name has the new value of a field; one with a dot after it the changes of a map; one with a plus
after it what has come to the end of a list; one with a number sign the places of a list, each with its new value. A
client applies them to the plain map that it has decoded before.
"""

from typing import Any, Final

from msgspec.structs import astuple

from protocol.errors import ErrorCode, RemoteProtocolError

INSIDE: Final = "."
LONGER: Final = "+"
PLACES: Final = "#"

Plain = dict[str, Any]
"""A map as it was decoded."""


def changes(before: Any, after: Any) -> Plain:  # noqa: ANN401
    """Return what has changed between two maps with the same keys, or between two values of one type."""
    # Most values are the very same object, so it is written for speed; to ask whether one is a Struct takes long.
    left_out: tuple[Any, ...] = ()
    if type(after) is dict:
        pairs = zip(after, map(before.__getitem__, after), after.values(), strict=True)
    else:
        left_out = after.__struct_defaults__
        pairs = zip(after.__struct_fields__, astuple(before), astuple(after), strict=True)
    found: Plain = {}
    for name, was, now in pairs:
        if was is now:
            continue
        kind = type(now)
        # A default may have been left out on the wire: then there is nothing that could change.
        lies_there = type(was) is kind and was not in left_out
        if lies_there and kind is tuple:
            if was != now:
                form, value = _shortest(was, now)
                found[name + form] = value
        elif lies_there and (was.keys() == now.keys() if kind is dict else hasattr(kind, "__struct_fields__")):
            # They are looked into at once: to compare them first would be to compare them twice.
            if inside := changes(was, now):
                found[name + INSIDE] = inside
        elif was != now:
            found[name] = now
    return found


def _shortest(was: tuple[Any, ...], now: tuple[Any, ...]) -> tuple[str, Any]:
    """Return how a list is told that has changed: what has come to its end, the places that differ, or all of it."""
    if len(was) == len(now):
        pairs = enumerate(zip(was, now, strict=True))
        places = [(place, new) for place, (old, new) in pairs if old is not new and old != new]
        return (PLACES, places) if 2 * len(places) <= len(now) else ("", now)
    return (LONGER, now[len(was) :]) if was and now[: len(was)] == was else ("", now)


def applied(before: Any, found: Any, most: int) -> Plain:  # noqa: ANN401
    """Return a map after changes, both as they were decoded; no list or map grows beyond ``most``.

    Raises:
        RemoteProtocolError: the changes do not fit what was there before.
    """
    if not isinstance(before, dict) or not isinstance(found, dict):
        raise _unfit("nothing that could change was there before")
    after = dict(before)
    for key, value in found.items():
        name = key[:-1]
        if key.endswith(INSIDE):
            after[name] = applied(after.get(name), value, most)
        elif key.endswith(LONGER):
            was = after.get(name)
            if not isinstance(was, list) or not isinstance(value, list) or len(was) + len(value) > most:
                raise _unfit(f"{name:.40} is no list that could grow")
            after[name] = was + value
        elif key.endswith(PLACES):
            after[name] = _replaced(after.get(name), value, name)
        else:
            after[key] = value
    if len(after) > most:
        raise _unfit(f"a map has more than {most} entries")
    return after


def _replaced(was: Any, places: Any, name: str) -> list[Any]:  # noqa: ANN401
    """Return a list with new values at some places."""
    if not isinstance(was, list) or not isinstance(places, list):
        raise _unfit(f"{name:.40} is no list with places")
    after = list(was)
    for one in places:
        if not isinstance(one, list) or len(one) != len(("place", "value")) or type(one[0]) is not int:
            raise _unfit(f"{name:.40} is given no places")
        if not 0 <= one[0] < len(after):
            raise _unfit(f"{name:.40} has no place {one[0]}")
        after[one[0]] = one[1]
    return after


def _unfit(why: str) -> RemoteProtocolError:
    return RemoteProtocolError(ErrorCode.INVALID_MESSAGE, f"the changes of a view do not fit it: {why}")
