"""The address that invitations and commands name."""

import pytest

from server.fronts.ssh.request import UNKNOWN, PublicAddress, reached_at

CARDS = PublicAddress("cards.example", 2222)


def test_a_command_names_host_and_port() -> None:
    """The port is named where it is not 22, and a terminal is asked for where one is needed."""
    assert CARDS.ssh() == "ssh -p 2222 chwech@cards.example"
    assert CARDS.ssh("amber-river-stone", terminal=True) == "ssh -p 2222 -t chwech@cards.example amber-river-stone"
    assert PublicAddress("cards.example").ssh("help") == "ssh chwech@cards.example help"
    assert UNKNOWN.ssh("help", user="guest") == "ssh guest@HOST help"


def test_the_command_of_a_client_names_host_and_port() -> None:
    """An IPv6 address has brackets where a port follows it."""
    assert CARDS.join == "chwech join cards.example:2222"
    assert PublicAddress("2001:db8::1", 2222).join == "chwech join [2001:db8::1]:2222"
    assert PublicAddress("2001:db8::1").join == "chwech join 2001:db8::1"


def test_sentences_are_filled() -> None:
    """Every command of our own sentences gets the address; other words that look like it stay."""
    text = "`ssh -t chwech@HOST CODE`, ssh guest@HOST or chwech join HOST [CODE]; ssh eve@HOST, HOST, HOSTILE"
    filled = CARDS.fill(text)
    assert filled.startswith("`ssh -p 2222 -t chwech@cards.example CODE`, ssh -p 2222 guest@cards.example or chwech")
    assert filled.endswith("chwech join cards.example:2222 [CODE]; ssh eve@HOST, HOST, HOSTILE")
    assert UNKNOWN.fill(text) == text


@pytest.mark.parametrize(
    ("local", "peer", "place"),
    [
        (("93.184.216.34", 2222), ("198.51.100.7", 50000), PublicAddress("93.184.216.34", 2222)),
        (("2606:2800::1", 22, 0, 0), ("2606:2800::9", 50000, 0, 0), PublicAddress("2606:2800::1")),
        (("::ffff:93.184.216.34", 22, 0, 0), ("::ffff:8.8.8.8", 5, 0, 0), PublicAddress("93.184.216.34")),
        (("192.168.1.5", 2222), ("192.168.1.9", 50000), PublicAddress("192.168.1.5", 2222)),
        (("172.17.0.2", 2222), ("8.8.8.8", 50000), PublicAddress(port=2222)),
        (("127.0.0.1", 2222), ("127.0.0.1", 50000), PublicAddress(port=2222)),
        (("::1", 2222, 0, 0), ("::1", 50000, 0, 0), PublicAddress(port=2222)),
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
