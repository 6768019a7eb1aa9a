"""Addresses: over SSH unless they say otherwise, and refused in words where they are none."""

import pytest

from chwech_tui.remote import InvalidAddress, SshAddress, TcpAddress, read_place


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("cards.example", SshAddress("cards.example")),
        ("Cards.Example:2222", SshAddress("Cards.Example", 2222)),
        ("guest@cards.example", SshAddress("cards.example", 0, "guest")),
        ("ssh://cards.example", SshAddress("cards.example")),
        ("ssh://me@cards.example:2222/", SshAddress("cards.example", 2222, "me")),
        ("[::1]:2222", SshAddress("::1", 2222)),
        ("[::1]", SshAddress("::1")),
        ("fe80::1", SshAddress("fe80::1")),
        ("10.0.0.1:65535", SshAddress("10.0.0.1", 65535)),
        ("tcp://cards.example:7466", TcpAddress("cards.example", 7466)),
        ("tcp://[::1]:1", TcpAddress("::1", 1)),
    ],
)
def test_an_address_says_how_a_server_is_reached(text: str, address: SshAddress | TcpAddress) -> None:
    """SSH is the way without a scheme; user and port are left open where nobody says them."""
    assert read_place(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":22",
        "host:",
        "host:0",
        "host:65536",
        "host:٣",
        "host:123456",
        "two words",
        "-oProxyCommand=x",
        "@host",
        "a b@host",
        "-l@host",
        "host\n",
        "h\x1b[2J",
        "[::1",
        "[::1]x",
        "[::1]:",
        "1::2::3",
        "höst",
        "http://host:1",
        "tcp://host",
        "tcp://two words:7466",
        "tcp://me@host:7466",
        "tcp://:7466",
        "tcp://host:x",
        "gopher://host:1",
        "tcp://",
        "ssh://",
        "x" * 300,
    ],
)
def test_anything_else_is_no_address(text: str) -> None:
    """The complaint is short and says what an address looks like."""
    with pytest.raises(InvalidAddress, match="is not an address: write HOST") as refused:
        read_place(text)
    assert len(str(refused.value)) < 200
    assert str(refused.value).isprintable()


def test_an_address_is_told_as_others_type_it() -> None:
    """The usual port is left out; what is told reads as the same server again."""
    told = ["cards.example", "cards.example:2222", "[::1]:2222", "::1", "tcp://cards.example:1", "tcp://[::1]:1"]
    assert [read_place(text).place for text in told] == told


def test_secrets_of_plain_tcp_are_kept_under_the_address_alone() -> None:
    """The scheme is no part of the name in the keyring."""
    address = read_place("tcp://cards.example:7466")
    assert isinstance(address, TcpAddress)
    assert address.text == "cards.example:7466"


def test_a_host_is_known_with_its_port_where_that_is_unusual() -> None:
    """The name in the list of known hosts is the one that OpenSSH writes."""
    assert SshAddress("cards.example").known_as == SshAddress("cards.example", 22).known_as == "cards.example"
    assert SshAddress("cards.example", 2222).known_as == "[cards.example]:2222"
