"""The changes of a view: what does not fit the view before is refused, and so is what comes without one."""

from typing import Any

import pytest

from protocol.changes import applied
from protocol.codec import Codec
from protocol.dialects import DIALECTS
from protocol.errors import RemoteProtocolError

BEFORE = {"seq": 1, "game": {"gone": ["QH"], "legal": []}, "code": "t"}


def test_changes_leave_what_was_there_before_as_it_was() -> None:
    """A new map has the new values; the old one, and all that it holds, is not touched."""
    after = applied(BEFORE, {"seq": 2, "game.": {"gone+": ["7C"], "legal": [1]}}, 4)
    assert after == {"seq": 2, "game": {"gone": ["QH", "7C"], "legal": [1]}, "code": "t"}
    assert applied(BEFORE, {"game.": {"gone#": [[0, "7C"]]}}, 4)["game"] == {"gone": ["7C"], "legal": []}
    assert BEFORE == {"seq": 1, "game": {"gone": ["QH"], "legal": []}, "code": "t"}


@pytest.mark.parametrize(
    "found",
    [
        None,
        [],
        {"seq.": {}},
        {"seq+": []},
        {"game.": 7},
        {"game.": {"gone+": "7C"}},
        {"other.": {"a": 1}},
        {"other+": [1]},
        {"seq#": []},
        {"game.": {"gone#": 1}},
        {"game.": {"gone#": [1]}},
        {"game.": {"gone#": [[1, 1]]}},
        {"game.": {"gone#": [[-1, 1]]}},
        {"game.": {"gone#": [[True, 1]]}},
        {"game.": {"gone+": [0] * 4}},
        {str(number): 0 for number in range(4)},
    ],
    ids=repr,
)
def test_changes_that_do_not_fit_are_refused(found: Any) -> None:  # noqa: ANN401
    """The text says that they do not, and no list or map grows without bound."""
    with pytest.raises(RemoteProtocolError, match="the changes of a view do not fit it"):
        applied(BEFORE, found, 4)


def test_changes_without_a_view_before_them_are_refused() -> None:
    """A client that has seen no view on this connection, or could not read the last one, does not guess."""
    codec = Codec(DIALECTS)
    data = codec.pack({"type": "table_changed", "changes": {"seq": 2}})
    with pytest.raises(RemoteProtocolError, match="nothing that could change was there before"):
        codec.read_server(data, None)
