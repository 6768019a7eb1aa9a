"""What the tests of all records share."""

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from server.rules.game import Game, InvalidRecord


def fault_of(game: Game[Any], record: Mapping[str, Any] | str) -> str:
    """Give what is wrong with a record, nothing where it holds."""
    try:
        for _ in game.replay(record if isinstance(record, str) else json.dumps(record)):
            pass
    except InvalidRecord as found:
        return str(found)
    return ""


def damaged(line: bytes, data: st.DataObject) -> bytes:
    """Give a record in which one to four bytes are others."""
    found = bytearray(line)
    for _ in range(data.draw(st.integers(1, 4))):
        found[data.draw(st.integers(0, len(found) - 1))] = data.draw(st.integers(0, 255))
    return bytes(found)
