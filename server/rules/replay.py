"""The replay of records: they are played by the rules of one game, and everything that they say is verified."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from games.kit.deck import shuffle
from games.kit.records import RecordFault, read_seeds
from protocol.cards import Card, InvalidCard, read_card
from protocol.language import N_, sentence
from protocol.vocabulary import Action, Event, InvalidAction, Seat
from server.rules.game import CHANCE, IllegalAction, Moment, Mover, Shuffled
from server.rules.records import compare

S = TypeVar("S")
D = TypeVar("D", bound="RecordedDeal")
P = TypeVar("P")
D_co = TypeVar("D_co", bound="RecordedDeal", covariant=True)


class _State(Protocol):
    @property
    def turn(self) -> Seat | None:
        """The seat to act; None between deals."""


def _on_turn(state: _State) -> frozenset[Seat]:
    return frozenset() if state.turn is None else frozenset({state.turn})


class DealReplay(Struct, Generic[S], frozen=True):
    """Plays the deals of a record by the rules of one game."""

    decide: Callable[[S, Seat | Mover, Any], tuple[Event, ...]]
    evolve: Callable[[S, Event], S]
    read_action: Callable[[str], Action]
    ended: type[Event]
    """The event with the score of a deal."""

    acting: Callable[[Any], frozenset[Seat]] = _on_turn
    """Returns the seats that may act in a state; none between deals."""

    def play(
        self, state: S, order: tuple[int, ...], seed: bytes | None, actions: Iterable[tuple[int, str]]
    ) -> Iterator[Moment[S]]:
        """Yield a moment for the deal, one for each action, and one for the score.

        Raises:
            RecordFault: an action breaks the rules, or there are too few or too many.
        """
        moment = self._after(state, self.decide(state, CHANCE, Shuffled(order, seed.hex() if seed else None)))
        yield moment
        number = 0
        for number, (seat, text) in enumerate(actions, start=1):
            for events in self._apart(self._decided(moment.state, seat, text, number)):
                moment = self._after(moment.state, events)
                yield moment
        acting = self.acting(moment.state)
        if acting:
            why = sentence("it is missing: it is the turn of seat {seat}", seat=_seats(acting))
            raise RecordFault(why, action=number + 1)

    def _after(self, state: S, events: tuple[Event, ...]) -> Moment[S]:
        for event in events:
            state = self.evolve(state, event)
        return Moment(events, state)

    def _apart(self, events: tuple[Event, ...]) -> tuple[tuple[Event, ...], ...]:
        """Separate the score of the deal from the turn that led to it."""
        cut = next((place for place, event in enumerate(events) if isinstance(event, self.ended)), None)
        return (events,) if cut is None else (events[:cut], events[cut:])

    def _decided(self, state: S, seat: int, text: str, number: int) -> tuple[Event, ...]:
        acting = self.acting(state)
        if not acting:
            raise RecordFault(sentence("the deal is over, and actions are left over"), action=number)
        if seat not in acting:
            why = sentence("seat {seat} acts, and it is the turn of seat {turn}", seat=seat, turn=_seats(acting))
            raise RecordFault(why, action=number)
        try:
            return self.decide(state, Seat(seat), self.read_action(text))
        except (InvalidAction, IllegalAction) as fault:
            raise RecordFault(str(fault), action=number) from None


def _seats(seats: frozenset[Seat]) -> str:
    return ", ".join(map(str, sorted(seats)))


class RecordedDeal(Protocol):
    """A deal of a record."""

    @property
    def dealer(self) -> int:
        """The seat that deals."""

    @property
    def hands(self) -> Sequence[Sequence[str]]:
        """The cards dealt to each seat."""

    @property
    def actions(self) -> Sequence[tuple[int, str]]:
        """Each action with its seat, in order."""


class RecordedDeals(Protocol[D_co]):
    """A record of a game."""

    @property
    def seed(self) -> str | None:
        """The secret of the shuffles, in hexadecimal digits."""

    @property
    def commitment(self) -> str | None:
        """What was told of it before the first deal."""

    @property
    def deals(self) -> Sequence[D_co]:
        """The deals in order."""

    @property
    def totals(self) -> Sequence[int]:
        """The final scores."""

    @property
    def complete(self) -> bool:
        """True if the game ended."""


class _Standing(Protocol):
    """A game so far."""

    @property
    def dealer(self) -> Seat:
        """The seat that deals next."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores so far."""


class _Between(Protocol):
    """A state between two deals, or at the end."""

    @property
    def match(self) -> _Standing:
        """The game so far."""


Play = Callable[[S, D, bytes | None], Iterator[Moment[S]]]
"""Yields the moments of a deal from the state before it, or raises the fault in it; with its seed, if it is known."""


def replay_deals(record: RecordedDeals[D], state: S, play: Play[S, D], ended: type[_Between]) -> Iterator[Moment[S]]:
    """Yield each deal, each action, and the score of each deal as one moment, and check how the game stands then.

    Raises:
        RecordFault: the record breaks the rules, when the fault is reached; deal and action are named, counted from 1.
    """
    seeds = read_seeds(record.seed, record.commitment, len(record.deals))
    for number, deal in enumerate(record.deals, start=1):
        try:
            for moment in play(state, deal, seeds[number - 1] if seeds else None):
                state = moment.state
                yield moment
        except RecordFault as fault:
            raise RecordFault(fault.why, number, fault.action) from None
    last: Any = state
    compare("totals", record.totals, last.match.totals)
    compare("complete", record.complete, isinstance(state, ended))


class GameReplay(Struct, Generic[S, D], frozen=True):
    """Plays the records of one game."""

    dealing: type[_Between]
    """The state before a deal."""

    ended: type[_Between]
    """The state at the end."""

    deals: DealReplay[S]

    order: Callable[[Any, D], tuple[int, ...]]
    """Returns an order of the pack that deals the cards of a deal, from the game so far."""

    dealt: Callable[[Any], object]
    """Returns what the event of a deal has to have in common with a record, which may list a hand in any order."""

    other_cards: str
    """Why a deal is not that of its seed, marked for translation."""

    check_sheet: Callable[[D, Any], None]
    """Checks the score of a deal, from the game after it."""

    def replay(self, record: RecordedDeals[D], state: S) -> Iterator[Moment[S]]:
        """Return the moments of a record; see ``replay_deals``."""
        return replay_deals(record, state, self._play, self.ended)

    def _play(self, state: S, deal: D, seed: bytes | None) -> Iterator[Moment[S]]:
        """Yield the moments of a deal, or raise the fault in it."""
        if not isinstance(state, self.dealing):
            raise RecordFault(sentence("the game was over before this deal"))
        compare("dealer", deal.dealer, state.match.dealer)
        order = self.order(state.match, deal)
        if seed is not None and self._cards(state, order) != self._cards(state, shuffle(seed, len(order))):
            raise RecordFault(sentence(self.other_cards))
        after: Any = state
        for moment in self.deals.play(state, order, seed, deal.actions):
            after = moment.state
            yield moment
        self.check_sheet(deal, after.match)

    def _cards(self, state: S, order: tuple[int, ...]) -> object:
        return self.dealt(self.deals.decide(state, CHANCE, Shuffled(order))[0])


def check_hands(deal: RecordedDeal, players: int, cards: int) -> None:
    """Check that each seat was dealt so many cards.

    Raises:
        RecordFault: it was not.
    """
    if len(deal.hands) != players:
        raise RecordFault(sentence("hands: {hands} for {seats} seats", hands=len(deal.hands), seats=players))
    for seat, hand in enumerate(deal.hands):
        if len(hand) != cards:
            why = N_("hands: seat {seat} has {cards} cards, and {dealt} are dealt")
            raise RecordFault(sentence(why, seat=seat, cards=len(hand), dealt=cards))


def order_of(pack: Iterable[Card], texts: Iterable[str]) -> tuple[int, ...]:
    """Return an order of a pack without equal cards that has these cards on top, as places in the unshuffled pack.

    Raises:
        RecordFault: a text names no card, or none of the pack, or one twice.
    """
    free = {card: place for place, card in enumerate(pack)}
    order = [take_card(free, text) for text in texts]
    return (*order, *free.values())


def take_card(free: dict[Card, P], text: str) -> P:
    """Take a card out of those that are still free, and return what stands for it.

    Raises:
        RecordFault: the text names no card, or none that is free.
    """
    try:
        place = free.pop(read_card(text), None)
    except InvalidCard as fault:
        raise RecordFault(f"hands: {fault}") from None
    if place is None:
        raise RecordFault(sentence("hands: the pack has no {card}, or not as often", card=text))
    return place
