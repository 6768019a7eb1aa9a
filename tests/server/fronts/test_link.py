"""The link between the machines of one store."""

import ssl

import pytest

from server.fronts.link import LinkTrust, link_trust, new_link_key


def shaken(listening: ssl.SSLContext, calling: ssl.SSLContext) -> bool:
    """Return True if both ends of a connection have taken the other one for what it is."""
    ways = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = listening.wrap_bio(*ways, server_side=True), calling.wrap_bio(*ways[::-1])
    for _ in range(4):
        for end in ends:
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    try:
        ends[1].write(b"?")
        return ends[0].read() == b"?"
    except ssl.SSLWantReadError:
        return False


def test_both_ends_have_to_show_the_same_certificate() -> None:
    """Whoever has another one, or none, fails in the handshake, at either end."""
    ours, others = link_trust(new_link_key()), link_trust(new_link_key())
    nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    nobody.check_hostname, nobody.verify_mode = False, ssl.CERT_NONE
    assert shaken(*ours)
    for pair in (LinkTrust(ours.listening, others.calling), LinkTrust(others.listening, ours.calling)):
        with pytest.raises(ssl.SSLError):
            shaken(*pair)
    with pytest.raises(ssl.SSLError):
        shaken(ours.listening, nobody)


@pytest.mark.parametrize("pem", [b"", b"\xff", b"-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"])
def test_a_damaged_key(pem: bytes) -> None:
    """It is said, and not taken for a key."""
    with pytest.raises(ValueError, match="the key of the link between machines is damaged"):
        link_trust(pem)
