"""Bots of every game: they deal the unseen cards anew in ways that fit what the seat knows, and try each answer.

A deal is an order of the pack, so a world is one too: cards that the seat has seen stay where they can have been, the
others change places, and the answers of the deal are given once more. A world in which one of them is not legal cannot
be. Answers that only another seat knows are chosen anew.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any, Final, Generic, NamedTuple, TypeVar

from games.kit.asking import Ask, AskAny, Choice, Illegal, Offer, text
from games.kit.game import Match, Sheet, Table
from games.kit.run import Run
from games.kit.secrets import heard, masked
from protocol.cards import Card, Suit
from protocol.temper import Temper

C = TypeVar("C")
T = TypeVar("T", bound=Table)

Slot = int
"""A place in the shuffled pack; dealing decides where it goes."""

Place = int
"""A place in the unshuffled pack, which stands for a card."""

PATIENCE: Final = 20
"""How often cards are dealt anew because they do not fit."""


def own_points(match: Match, sheet: Sheet, seat: int) -> float:
    """Return how much more the seat has scored than the other sides on average."""
    side = match.game.side(match, seat)
    others = [points for other, points in enumerate(sheet.points) if match.game.side(match, other) != side]
    return sheet.points[seat] - sum(others) / len(others)


def denies_nothing(table: Any, seat: int, prompt: str, choice: Choice) -> None:  # noqa: ANN401
    """Say that a choice tells nothing of the cards not chosen."""


@dataclass(frozen=True, kw_only=True)
class Knowledge(Generic[T]):
    """What bots know of a game besides its rules."""

    plain: Callable[[T, int, Ask | Offer, Random], Choice]
    """Returns what a plain hand does with an offer; it may look at the hand of its seat and at what all see."""

    denies: Callable[[T, int, str, Choice], Callable[[Card], bool] | None] = denies_nothing
    """Returns a test for the cards that a seat cannot have held when it chose this; None if it tells nothing."""

    aim: Callable[[Match, Any, int], float] = own_points
    """Returns what a finished deal is worth to a seat, from the match before it and its sheet."""


@dataclass(frozen=True)
class Unseen:
    """What a seat knows of the cards of a deal: no more than a person on it who forgets nothing."""

    match: Match
    """The match before the deal."""

    seat: int
    fixed: Mapping[Slot, Place]
    """Where the cards lie that the seat has seen there."""

    bound: Sequence[tuple[Place, frozenset[Slot]]]
    """The cards that another seat has shown, and the places from which it may have them."""

    denied: Sequence[tuple[frozenset[Slot], frozenset[Place]]]
    """Places at which cards cannot lie, by what their seat has done."""

    answers: Sequence[tuple[int, str | None]]
    """The answers of the deal as records write them; None where only another seat knows it."""


@dataclass(frozen=True)
class Observation(Generic[T]):
    """What a bot is shown when it is to choose."""

    table: T
    """The table as its seat sees it."""

    seat: int
    choices: Sequence[Choice]
    prompt: str
    unseen: Callable[[], Unseen]
    """Returns what the seat knows of the cards, which takes a moment to work out."""

    answers: Sequence[tuple[int, Choice | None]] = ()
    """The answers of the deal; None where only another seat knows it."""

    temper: Temper = Temper.EVEN


Bot = Callable[[Observation[Any], Random], Choice]
"""A bot: it returns one of the choices."""


def choose_softly(choices: Sequence[C], value: Callable[[C], float], softness: float, rng: Random) -> C:
    """Return one of the choices; one that seems worse than another by ``softness`` is taken 2.7 times less often."""
    values = [value(choice) for choice in choices]
    best = max(values)
    return rng.choices(choices, [exp((value - best) / softness) for value in values])[0]


def observe(run: Run, seat: int, knowledge: Knowledge[Any], temper: Temper = Temper.EVEN) -> Observation[Any]:
    """Return what a bot is shown that is to choose now."""
    offer = run.offer(seat)
    assert offer is not None
    private = run.game.private
    answers: list[tuple[int, Choice | None]] = [*run.answers]
    if private:
        answers = [(by, said if by == seat or first_word(said) not in private else None) for by, said in run.answers]
    return Observation(
        masked(run.table, seat),
        seat,
        offer.choices,
        offer.prompt,
        lambda: look_at(run, seat, knowledge),
        answers,
        temper,
    )


def first_word(choice: Choice) -> Choice | Suit | int:
    """Return the first part of a choice, by which a game says that it is private."""
    return choice[0] if isinstance(choice, tuple) else choice


class Hand(NamedTuple):
    """How a plain hand looks at a trick."""

    height: Callable[[Card, Card], int]
    """Returns how high a card is in a trick to which another was led; below zero if it cannot take it."""

    worth: Callable[[Card], int]
    """Returns what a card counts for the side that wins it."""

    friendly: Callable[[int], bool]
    """Returns True for the seat itself and its partners."""


def plain_card(trick: Sequence[tuple[int, Card]], cards: Sequence[Card], hand: Hand, after: int) -> Card:
    """Return the card that a plain hand plays.

    It leads its highest card. Otherwise it gives what counts to a trick that its partner wins, takes the trick with
    the lowest card that does, or one that counts if nobody acts after it, and throws its lowest card away.

    Args:
        trick: the plays so far.
        cards: the cards that may be played.
        hand: how the hand looks at the trick.
        after: how many seats act after this one.
    """
    low = [(hand.worth(card), hand.height(card, card), number) for number, card in enumerate(cards)]
    if not trick:
        return cards[max(low, key=lambda one: (one[1], -one[0]))[2]]
    led = trick[0][1]
    best, taker = max([(hand.height(card, led), seat) for seat, card in trick])
    high = [hand.height(card, led) for card in cards]
    if hand.friendly(taker) and not after:
        return cards[max(low, key=lambda one: (one[0], -one[1]))[2]]
    taking = [one for one in low if high[one[2]] > best]
    if not taking or hand.friendly(taker):
        return cards[min(low)[2]]
    return cards[min(taking, key=lambda one: (-one[0] if not after else 0, high[one[2]]))[2]]


class _Observer:
    """Goes through a deal as one seat sees it."""

    def __init__(self, run: Run, seat: int) -> None:
        self.seat = seat
        self.match = run.match.before(run.match.deal)
        self.run = Run(self.match.before(self.match.deal))
        self.pack = run.game.pack(self.match)
        self.slots: dict[Card, list[Slot]] = {}
        for slot, place in enumerate(run.order):
            self.slots.setdefault(self.pack[place], []).append(slot)
        self.order = run.order
        self.ever: list[set[Slot]] = [set() for _ in range(self.match.players)]
        """The places whose cards each seat has ever held, whoever knows of it."""

        self.fixed: dict[Slot, Place] = {}
        self.bound: dict[Slot, frozenset[Slot]] = {}
        told = self.run.shuffle(run.order)
        laid = run.game.lay(self.match, range(len(self.pack)))["hands"]
        self.before: list[list[Card]] = [[] for _ in laid]
        self.held = [list(hand) for hand in laid] if any(self.run.table.hands) else [[] for _ in laid]
        for own, hand in zip(self.ever, self.held, strict=True):
            own.update(hand)
        self.look(told)

    def look(self, told: Iterable[Any]) -> None:
        """Take in what the seat sees and hears."""
        table = self.run.table
        for own, hand in zip(self.ever, table.hands, strict=True):
            own.update([slot for card in hand if len(self.slots[card]) == 1 for slot in self.slots[card]])
        for slot in self.ever[self.seat]:
            self.fixed[slot] = self.order[slot]
        seen = masked(table, self.seat)
        shown = [value for name, value in vars(seen).items() if name not in {"match", "told"}]
        for card in _cards([*shown, *(heard(one, self.seat)[1] for one in told)]):
            if len(self.slots.get(card, ())) == 1:
                self.note(self.slots[card][0], self.holder(card))
        self.before = [list(hand) for hand in table.hands]

    def holder(self, card: Card) -> int | None:
        """Return the seat that held a card before the last answer."""
        return next((seat for seat, hand in enumerate(self.before) if card in hand), None)

    def note(self, slot: Slot, holder: int | None) -> None:
        """Note that the card of a place is known, and who had it."""
        if slot in self.fixed or slot in self.bound:
            return
        if holder is None or holder == self.seat:
            self.fixed[slot] = self.order[slot]
        else:
            self.bound[slot] = frozenset(self.ever[holder])

    def show(self, seat: int, choice: Choice) -> None:
        """Note the cards that a seat shows; of equal ones one that it has had."""
        for card in _cards([choice]):
            known = self.slots.get(card, [])
            if len(known) > 1:
                own = [slot for slot in known if slot in self.ever[seat] and slot not in self.bound]
                self.note(own[0], seat)


def _cards(value: object) -> Iterator[Card]:
    """Yield the cards in any value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _cards(part)
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from _cards(part)


def look_at(run: Run, seat: int, knowledge: Knowledge[Any]) -> Unseen:
    """Return what a seat knows of the cards of the running deal.

    It follows from what the seat has seen and heard alone, although it is worked out from the deal as it is.
    """
    observer = _Observer(run, seat)
    denied: list[tuple[frozenset[Slot], frozenset[Place]]] = []
    answers: list[tuple[int, str | None]] = []
    private = run.game.private
    for actor, choice in run.answers:
        again = observer.run
        is_private = first_word(choice) in private and actor != seat
        if not is_private:
            observer.show(actor, choice)
            offer = again.offer(actor)
            assert offer is not None
            test = knowledge.denies(again.table, actor, offer.prompt, choice) if actor != seat else None
            if test is not None:
                places = frozenset([place for place, card in enumerate(observer.pack) if test(card)])
                denied.append((frozenset(observer.ever[actor]), places))
        answers.append((actor, None if is_private else text(choice)))
        observer.look(again.act(actor, choice))
    bound = [(run.order[slot], slots) for slot, slots in observer.bound.items()]
    return Unseen(observer.match, seat, observer.fixed, bound, denied, answers)


def draw(known: Unseen, rng: Random) -> list[Place] | None:
    """Return an order of the pack that fits; None if this attempt found none."""
    cards = len(known.match.game.pack(known.match))
    order = dict(known.fixed)
    for place, slots in sorted(known.bound, key=lambda one: (len(one[1]), rng.random())):
        free = [slot for slot in slots if slot not in order]
        if not free:
            return None
        order[rng.choice(free)] = place
    used = set(order.values())
    left = [place for place in range(cards) if place not in used]
    rng.shuffle(left)
    barred: dict[Slot, set[Place]] = {slot: set() for slot in range(cards) if slot not in order}
    for slots, places in known.denied:
        for slot in slots & barred.keys():
            barred[slot] |= places
    for slot in sorted(barred, key=lambda slot: -len(barred[slot])):
        fits = [place for place in left if place not in barred[slot]]
        if not fits:
            return None
        order[slot] = fits[0]
        left.remove(fits[0])
    return [order[slot] for slot in range(cards)]


def world(known: Unseen, rng: Random) -> Run | None:
    """Return the deal as it may be, up to the question of the seat; None if this attempt found none."""
    order = draw(known, rng)
    if order is None:
        return None
    run = Run(known.match.before(known.match.deal))
    run.shuffle(order)
    for number, (seat, said) in enumerate(known.answers):
        try:
            run.act(seat, run.read(seat, said) if said is not None else _guess(run, known, number, rng))
        except Illegal:
            return None
    return run


def _guess(run: Run, known: Unseen, number: int, rng: Random) -> Choice:
    """Return an answer that only its seat knows: none that lays a card aside which it shows later.

    Raises:
        Illegal: the seat has no such answer in this world.
    """
    seat = known.answers[number][0]
    later = " ".join([said or "" for other, said in known.answers[number:] if other == seat]).split()
    private = run.game.private
    choices = [one for one in run.legal(seat) if (one[0] if isinstance(one, tuple) else one) in private]
    kept = [one for one in choices if not any(card.text in later for card in _cards([one]))]
    if not kept:
        raise Illegal("guess")
    return rng.choice(kept)


def play_out(run: Run, knowledge: Knowledge[Any], rng: Random) -> Sheet:
    """Play a deal to its end with plain hands, and return its sheet."""
    deals = len(run.match.sheets)
    while len(run.match.sheets) == deals:
        asks = run.asks
        assert isinstance(asks, Ask | AskAny)
        asked: Mapping[int, Ask | Offer] = asks.asked
        seat, offer = next(iter(asked.items()))
        choices = offer.choices
        run.act(seat, choices[0] if len(choices) == 1 else knowledge.plain(run.table, seat, offer, rng))
    sheet: Sheet = run.match.sheets[-1]
    return sheet


def choose(known: Unseen, knowledge: Knowledge[Any], trials: int, rng: Random) -> Choice:
    """Return the answer of the seat that does best; those that are left are tried in the same worlds.

    Args:
        known: what the seat knows.
        knowledge: what bots know of the game.
        trials: the number of deals that are played out in all.
        rng: chance.
    """
    first = next((run for _ in range(PATIENCE) if (run := world(known, rng)) is not None), None)
    if first is None:
        raise NoWorld
    choices = list(first.legal(known.seat))
    sums, left = [0.0] * len(choices), list(range(len(choices)))
    rounds = max(1, (len(choices) - 1).bit_length())
    while len(left) > 1:
        for _ in range(max(1, trials // rounds // len(left))):
            run = next((run for _ in range(PATIENCE) if (run := world(known, rng)) is not None), first)
            chance = rng.randbytes(8)
            for number in left:
                sums[number] += _tried(run, known, choices[number], knowledge, Random(chance))
        left.sort(key=lambda number: -sums[number])
        del left[(len(left) + 1) // 2 :]
    return choices[left[0]]


class NoWorld(Exception):
    """No deal was found that fits what the seat knows."""


def _tried(run: Run, known: Unseen, choice: Choice, knowledge: Knowledge[Any], rng: Random) -> float:
    """Return what a choice is worth in a world, in which all go on with plain hands."""
    again = Run(known.match.before(known.match.deal))
    again.shuffle(run.order)
    for seat, answer in run.answers:
        again.act(seat, answer)
    again.act(known.seat, choice)
    return _worth(again, known, knowledge, rng)


def _worth(run: Run, known: Unseen, knowledge: Knowledge[Any], rng: Random) -> float:
    over = len(run.match.sheets) > len(known.match.sheets)
    sheet = run.match.sheets[-1] if over else play_out(run, knowledge, rng)
    return knowledge.aim(known.match, sheet, known.seat)
