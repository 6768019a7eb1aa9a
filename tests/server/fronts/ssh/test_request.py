"""What the words after the host name ask for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chwech_tui.errand import Join, Watch
from server.fronts.ssh.request import (
    LOBBY,
    UNKNOWN,
    InvalidRequest,
    PlainRequest,
    PublicAddress,
    TextRequest,
    reached_at,
    read_request,
)

INVITATION = "ssh -t chwech@HOST {code}"


def read(command: str | None) -> Join | Watch | PlainRequest | TextRequest:
    """Read a command where three are known."""
    return read_request(command, {"tables", "record", "today"}.__contains__)


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
        ("today 2026-11-20 --json", TextRequest(("today", "2026-11-20", "--json"))),
        ("watch hilove", Watch("", "hilove", INVITATION)),
        ("watch amber-river-stone", Watch("", "amber-river-stone", INVITATION)),
        ("watch amber river stone", Watch("", "amber-river-stone", INVITATION)),
        ("tables river stone", TextRequest(("tables", "river", "stone"))),
        ("rm -rf home", TextRequest(("rm", "-rf", "home"))),
        ("--version", TextRequest(("--version",))),
        ("tables", TextRequest(("tables",))),
        ("record 17 --json", TextRequest(("record", "17", "--json"))),
        ("scp -t .", TextRequest(("scp", "-t", "."))),
        ("rm -rf /", TextRequest(("rm", "-rf", "/"))),
        ("'hi love'", TextRequest(("hi love",))),
        ("plain", PlainRequest(LOBBY)),
        ("plain hilove", PlainRequest(Join("", "hilove", INVITATION))),
        ("plain watch hilove", PlainRequest(Watch("", "hilove", INVITATION))),
        ("plain learn", PlainRequest(Join("", "", INVITATION, learn=True))),
        ("plain tables", TextRequest(("tables",))),
        ("plain rm -rf home", TextRequest(("rm", "-rf", "home"))),
    ],
)
def test_words_are_read(command: str | None, request_read: Join | Watch | PlainRequest | TextRequest) -> None:
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


@pytest.mark.parametrize(
    ("local", "peer", "place"),
    [
        (("93.184.216.34", 2222), ("198.51.100.7", 50000), PublicAddress("93.184.216.34", 2222)),
        (("2606:2800::1", 22, 0, 0), ("2606:2800::9", 50000, 0, 0), PublicAddress("2606:2800::1")),
        (("::ffff:93.184.216.34", 22, 0, 0), ("::ffff:8.8.8.8", 5, 0, 0), PublicAddress("93.184.216.34")),
        (("192.168.1.5", 2222), ("192.168.1.9", 50000), PublicAddress("192.168.1.5", 2222)),
        (("172.17.0.2", 2222), ("8.8.8.8", 50000), PublicAddress(port=2222)),
        (("127.0.0.1", 2222), ("127.0.0.1", 50000), PublicAddress("127.0.0.1", 2222)),
        (("127.0.0.1", 2222), ("10.0.0.1", 50000), PublicAddress(port=2222)),
        (("::1", 2222, 0, 0), ("::1", 50000, 0, 0), PublicAddress("::1", 2222)),
        (("fe80::1%eth0", 2222, 0, 2), ("fe80::2%eth0", 50000, 0, 2), PublicAddress(port=2222)),
        (("::", 2222), ("10.0.0.1", 50000), PublicAddress(port=2222)),
        ("/run/a.sock", "", UNKNOWN),
        (None, None, UNKNOWN),
        ((), (), UNKNOWN),
        (("nonsense", 2222), ("8.8.8.8", 1), UNKNOWN),
        (("8.8.8.8", "x"), ("8.8.8.8", 1), UNKNOWN),
    ],
    ids=repr,
)
def test_where_a_visitor_came_to(local: object, peer: object, place: PublicAddress) -> None:
    """An address counts if it leads others to the server, too; of any other only the port is known."""
    assert reached_at(local, peer) == place
    assert place.known == (place.host != "HOST")
