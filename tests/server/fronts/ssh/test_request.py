"""What the words after the host name ask for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.errand import Join, Watch
from server.fronts.ssh.request import LOBBY, InvalidRequest, PlainRequest, PublicAddress, Question, read_request

INVITATION = "ssh -t chwech@HOST {code}"


def read(command: str | None) -> Join | Watch | PlainRequest | Question:
    """Read a command where two are known."""
    return read_request(command, {"tables", "record"}.__contains__)


@pytest.mark.parametrize(
    ("command", "request_read"),
    [
        (None, LOBBY),
        ("", LOBBY),
        ("   ", LOBBY),
        ("hilove", Join("", "hilove", INVITATION)),
        ("HiLove", Join("", "HiLove", INVITATION)),
        ("amber-river-stone", Join("", "amber-river-stone", INVITATION)),
        ("Amber River Stone", Join("", "Amber-River-Stone", INVITATION)),
        ("learn", Join("", "", INVITATION, learn=True)),
        ("today", Join("", "", INVITATION, daily=True)),
        ("watch hilove", Watch("", "hilove", INVITATION)),
        ("watch amber-river-stone", Watch("", "amber-river-stone", INVITATION)),
        ("watch amber river stone", Watch("", "amber-river-stone", INVITATION)),
        ("tables river stone", Question(("tables", "river", "stone"))),
        ("rm -rf home", Question(("rm", "-rf", "home"))),
        ("--version", Question(("--version",))),
        ("tables", Question(("tables",))),
        ("record 17 --json", Question(("record", "17", "--json"))),
        ("scp -t .", Question(("scp", "-t", "."))),
        ("rm -rf /", Question(("rm", "-rf", "/"))),
        ("'hi love'", Question(("hi love",))),
        ("plain", PlainRequest(LOBBY)),
        ("plain hilove", PlainRequest(Join("", "hilove", INVITATION))),
        ("plain watch hilove", PlainRequest(Watch("", "hilove", INVITATION))),
        ("plain learn", PlainRequest(Join("", "", INVITATION, learn=True))),
        ("plain tables", Question(("tables",))),
        ("plain rm -rf home", Question(("rm", "-rf", "home"))),
    ],
)
def test_words_are_read(command: str | None, request_read: Join | Watch | PlainRequest | Question) -> None:
    """A known word is answered, one other word is a table, none is the lobby, and the rest the desk refuses."""
    assert read(command) == request_read


def test_an_invitation_names_the_server() -> None:
    """The command that others get holds the host, and the port where it is not that of every SSH server."""
    place = PublicAddress("cards.example", 2222)
    for command in ("", "hilove", "watch hilove"):
        errand = read_request(command, {"tables"}.__contains__, place)
        assert isinstance(errand, Join | Watch)
        assert errand.invitation == "ssh -p 2222 -t chwech@cards.example {code}"
        assert errand.place == "cards.example"
    with pytest.raises(InvalidRequest, match=r"ssh -p 2222 -t chwech@cards\.example watch CODE"):
        read_request("watch", {"tables"}.__contains__, place)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("watch", "watch CODE"),
        ("watch a b", "watch CODE"),
        ("watch \x1b[31m", "watch CODE"),
        ("tables 'open", "quotation mark"),
        ("x" * 513, "512 bytes"),
        ("♥" * 200, "512 bytes"),
    ],
)
def test_words_that_cannot_be_read_are_refused(command: str, says: str) -> None:
    """The refusal says what is right, and repeats nothing."""
    with pytest.raises(InvalidRequest, match=says) as refused:
        read(command)
    assert str(refused.value).isprintable()


@given(st.text(max_size=600))
def test_any_words_are_read_or_refused(command: str) -> None:
    """No command makes the reader fail otherwise."""
    try:
        read(command)
    except InvalidRequest:
        return
