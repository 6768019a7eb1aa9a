"""What is said where the record of a table cannot be stored."""

import pytest

from server.host.tables.ledger import trouble_of
from server.storage.store import Conflict, Failed, Unknown


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Conflict(13), "its log has 13 records by now, which others have written"),
        (Failed("the disk is full"), "nothing can be stored: the disk is full"),
        (Unknown("NATS does not answer"), "nobody knows whether a record is stored: NATS does not answer"),
    ],
)
def test_trouble_is_told_in_words(answer: Conflict | Failed | Unknown, said: str) -> None:
    """The operator reads what happened, and no value of the program."""
    assert trouble_of(answer) == said
