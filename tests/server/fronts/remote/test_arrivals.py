"""The limits of a gateway before anybody is known."""

from contextlib import ExitStack

from server.fronts.remote.arrivals import (
    HANDSHAKES_OF_KNOWN,
    HANDSHAKES_OF_STRANGER,
    HANDSHAKES_OF_STRANGERS,
    REMEMBERED,
    TRIES_OF_STRANGER,
    TRIES_OF_STRANGERS,
    Arrivals,
)


def test_a_stranger_tries_a_few_times_and_then_slowly() -> None:
    """Ten times at once, then every two seconds; another address is none the worse for it."""
    arrivals = Arrivals(0.0)
    tries = int(TRIES_OF_STRANGER.at_once)
    assert [arrivals.lets_in("192.0.2.1", 0.0) for _ in range(tries + 5)] == [True] * tries + [False] * 5
    assert arrivals.lets_in("192.0.2.2", 0.0)
    assert not arrivals.lets_in("192.0.2.1", 1.9)
    assert arrivals.lets_in("192.0.2.1", 2.0)


def test_strangers_from_everywhere_take_little() -> None:
    """However many addresses there are, all together have one rate, and a known front gets in beside them."""
    arrivals = Arrivals(0.0)
    arrivals.know("203.0.113.1")
    let_in = sum(arrivals.lets_in(f"192.0.2.{number % 250}.{number}", 0.0) for number in range(2000))
    assert let_in == TRIES_OF_STRANGERS.at_once
    assert all(arrivals.lets_in("203.0.113.1", 0.0) for _ in range(1000))


def test_handshakes_at_once_are_bounded() -> None:
    """For an address, for all strangers, and for a known front; each that ends makes room."""
    arrivals = Arrivals(0.0)
    arrivals.know("203.0.113.1")
    with ExitStack() as shaking:
        for _ in range(HANDSHAKES_OF_STRANGER):
            assert arrivals.lets_in("192.0.2.1", 0.0)
            shaking.enter_context(arrivals.shaking_hands("192.0.2.1"))
        assert not arrivals.lets_in("192.0.2.1", 0.0)
        for number in range(HANDSHAKES_OF_STRANGERS - HANDSHAKES_OF_STRANGER):
            shaking.enter_context(arrivals.shaking_hands(f"198.51.100.{number}"))
        assert not arrivals.lets_in("192.0.2.2", 0.0)
        for _ in range(HANDSHAKES_OF_KNOWN):
            assert arrivals.lets_in("203.0.113.1", 0.0)
            shaking.enter_context(arrivals.shaking_hands("203.0.113.1"))
        assert not arrivals.lets_in("203.0.113.1", 0.0)
        arrivals.know("203.0.113.2")
        for _ in range(16):
            shaking.enter_context(arrivals.shaking_hands("203.0.113.2"))
        assert not arrivals.lets_in("203.0.113.2", 0.0)
    assert arrivals.lets_in("192.0.2.1", 0.0)
    assert arrivals.lets_in("203.0.113.1", 0.0)


def test_few_addresses_of_fronts_are_remembered() -> None:
    """The one that was used last is."""
    arrivals = Arrivals(0.0)
    arrivals.know("first")
    for number in range(REMEMBERED):
        arrivals.know(str(number))
    assert sum(arrivals.lets_in("first", 0.0) for _ in range(100)) == TRIES_OF_STRANGER.at_once
    assert all(arrivals.lets_in("0", 0.0) for _ in range(100))
