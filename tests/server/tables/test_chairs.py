"""Seats and whose they are."""

from protocol.message import Seat
from server.tables.chairs import Chair, bots_own, free_seats, others, owners, seat_of, seat_somebody, taken

ANN, BEN, BOT = Chair("Ann", account="ann"), Chair("Ben", account="ben", bot="keen"), Chair("Nia", bot="keen")
CHAIRS = (ANN, None, BEN, BOT)


def test_a_seat_belongs_to_an_account() -> None:
    """A seat is found by its account, also while a bot plays it."""
    assert seat_of(CHAIRS, "ann") == 0
    assert seat_of(CHAIRS, "ben") == 2
    assert seat_of(CHAIRS, "cat") is None


def test_whose_some_seats_are() -> None:
    """They are the people's who have them; neither a free seat nor a bot's own is anybody's."""
    assert owners(CHAIRS, [Seat(0), Seat(1), Seat(2), Seat(3)]) == {"ann", "ben"}
    assert owners(CHAIRS, []) == frozenset()


def test_free_seats_and_bots() -> None:
    """A free seat has nobody; a bot's own seat has no account; a person's seat that a bot plays is neither."""
    assert free_seats(CHAIRS) == (1,)
    assert bots_own(CHAIRS) == (3,)
    assert [seat for seat, _ in taken(CHAIRS)] == [0, 2, 3]


def test_others_are_persons() -> None:
    """A bot is no company."""
    assert others(CHAIRS, "ann")
    assert not others((ANN, BOT), "ann")


def test_seats_change_hands() -> None:
    """Only the seat in question changes."""
    assert seat_somebody(CHAIRS, Seat(1), BOT) == (ANN, BOT, BEN, BOT)
    assert seat_somebody(CHAIRS, Seat(0), None) == (None, None, BEN, BOT)
