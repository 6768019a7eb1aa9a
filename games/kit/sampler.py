"""Bots of games without their own: they deal unseen cards anew, to fit what the seat knows, and try each answer.

A deal is an order of the pack, so a world is one too: cards that the seat has seen stay where they can have been, the
others change places, and the answers of the deal are given once more. A world in which one of them is not legal, or in
which the seat would see something else, cannot be. Answers that only another seat knows are chosen anew.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import exp, factorial, prod, sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any, Final, Generic, NamedTuple, TypeVar

from msgspec import Struct

from games.kit.asking import Ask, AskAny, Choice, Illegal, Offer, text
from games.kit.game import CardTable, Match, Sheet
from games.kit.run import Run, fork
from games.kit.secrets import heard, masked
from games.kit.solver import Ending, TooLarge
from games.kit.tricks import TrickTable
from protocol.cards import Card, Suit
from protocol.game import Temper
from protocol.message import Wording
from protocol.table import HintReason

T = TypeVar("T", bound=CardTable)

Slot = int
"""A place in the shuffled pack; dealing decides where it goes."""

Place = int
"""A place in the unshuffled pack, which stands for a card."""

LAST: Final = 3  # No more tricks than these are solved.
LINES: Final = 500  # So many lines are tried at most to solve what is left of a deal.
SOLVING: Final = 4  # Trying so many lines of play takes about as long as a trial that is played out.
PATIENCE: Final = 1  # How often cards are dealt for each trial at most: many deals do not fit.
DOUBT: Final = 0.2  # How much less likely a world is for each answer that a plain hand would not have given in it.
FADING: Final = 0.7  # How much of the likelihood of the best world so far counts for the next one.


def own_points(match: Match, sheet: Sheet, seat: int) -> float:
    """Return how much more the seat has scored than the other sides on average."""
    others = [points for side, points in zip(match.sides, sheet.points, strict=True) if side != match.sides[seat]]
    return sheet.points[seat] - sum(others) / len(others)


def chance_to_win(totals: Sequence[int], seat: int, spread: float) -> float:
    """Return about how likely a seat is to have the most in the end, if what is to come spreads the totals so far.

    A point is worth a little besides, which decides between equal chances.
    """
    best = max(totals)
    odds = [exp((total - best) / spread) if spread else float(total == best) for total in totals]
    return odds[seat] / sum(odds) + totals[seat] / 1e6


@dataclass(frozen=True, kw_only=True)
class Knowledge(Generic[T]):
    """What bots know of a game besides its rules."""

    plain: Callable[[T, int, Ask | Offer, Random], Choice]
    """Returns what a plain hand does with an offer; it may look at the hand of its seat and at what all see."""
    shows: Callable[[T, int, str, Choice], Sequence[Card]] = lambda *_: ()
    """Returns the cards that a seat must hold when it chooses this, even if nobody else knows what it chooses."""
    undealt: Callable[[T], Sequence[Card]] = lambda _: ()
    """Returns the cards that no hand can have been dealt, by what all see when a deal begins."""
    noise: float = 0.0
    """How often anything is done in a trial: where all cards are open, all trials would be the same otherwise."""
    plainly: frozenset[str] = frozenset()
    """The prompts at which bots do as a plain hand would, because trials tell less than what it knows."""
    clear: float = 2.0
    """By so many standard errors a choice has to be better than that of a plain hand."""
    aim: Callable[[Match, Any, int], float] = own_points
    """Returns what a finished deal is worth to a seat, from the match before it and its sheet."""
    friends: Callable[[T, int], Collection[int]] = lambda table, seat: table.match.partners(seat)
    """Returns the seats that play together with a seat, itself among them."""
    solved: int = 0
    """With so few cards in all hands the rest of a deal is solved, and in the last tricks before that the plain hand
    chooses: what plain hands would make of them misleads. 0 if nothing is solved."""

    def is_late(self, table: T) -> bool:
        """Return True in the last tricks of a game whose end is solved."""
        return bool(self.solved and table.takers) and max([len(hand) for hand in table.hands]) <= LAST

    def is_solved(self, table: T) -> bool:
        """Return True if so few cards are left that all that follows from a choice is solved."""
        return sum([len(hand) for hand in table.hands]) <= self.solved

    def ending(self, match: Match, table: T, seat: int, lines: int) -> Ending:
        """Return the end of the running deal as the side of a seat looks at it; so many lines may be tried."""
        friends = self.friends(table, seat)

        def value(sheet: Sheet) -> float:
            return fmean([self.aim(match, sheet, friend) for friend in friends])

        return Ending(match.deal, friends, value, lines)


class Unseen(Struct, frozen=True):
    """What a seat knows of the cards of a deal: no more than a person on it who forgets nothing."""

    fixed: dict[Slot, Place]
    """Where the cards lie that the seat has seen there."""
    bound: list[tuple[Place, frozenset[Slot]]]
    """The cards that another seat has shown, and the places from which it may have them."""
    denied: list[tuple[int, frozenset[Slot], frozenset[Place]]]
    """Places of a seat at which cards cannot lie, by what it has done; but for as many as it has laid aside."""
    aside: dict[int, tuple[int, frozenset[Slot]]]
    """How many cards each seat has laid aside unseen, and the places from which it had its cards then."""
    answers: list[tuple[int, str | None]]
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


class Reason(NamedTuple):
    """A reason, as half a sentence."""

    words: str
    """The English words, marked for translation; ``{name}`` stands for the player on ``seat``."""
    seat: int | None = None


def worded(reasons: Iterable[Reason], names: Sequence[str] = ()) -> tuple[HintReason, ...]:
    """Return reasons as they are told; seats without names are counted."""
    told = list[HintReason]()
    for reason in reasons:
        seat = reason.seat
        about = {} if seat is None else {"name": names[seat] if names else f"seat {seat}"}
        told.append(HintReason(reason.words.format(**about), Wording(reason.words, about)))
    return tuple(told)


class Advice(NamedTuple):
    """What a seat is advised."""

    values: Sequence[float]
    """What each choice is worth, in points of the deal over the mean of the table."""
    reasons: Sequence[Reason]
    """Why the best one is the best, the most important reason first; perhaps none."""


def observe(run: Run, seat: int, knowledge: Knowledge[Any], temper: Temper = Temper.EVEN) -> Observation[Any]:
    """Return what a bot is shown that is to choose now."""
    offer = run.offer(seat)
    assert offer is not None
    private = run.game.private
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


class _Observer:
    """Goes through a deal as one seat sees it."""

    def __init__(self, run: Run, seat: int) -> None:
        match = run.match.before(run.match.deal)
        self.seat, self.order, self.pack = seat, run.order, run.game.pack(match)
        self.run = Run(match)
        self.slots: dict[Card, list[Slot]] = {}
        for slot, place in enumerate(run.order):
            self.slots.setdefault(self.pack[place], []).append(slot)
        self.fixed: dict[Slot, Place] = {}
        self.bound: dict[Slot, tuple[Place, frozenset[Slot]]] = {}
        self.places = {card: iter(sorted(run.order[slot] for slot in slots)) for card, slots in self.slots.items()}
        """The places that stand for each card, of equal ones those not used yet."""

        self.pools: list[set[Slot]] = [set() for _ in range(match.players)]
        """The places from which each seat has had cards unseen: all know which."""

        self.pickers: set[int] = set()
        """The seats that have picked a card unseen, which may have lain anywhere."""

        self.hands: list[list[Card]] = [[] for _ in self.pools]
        told = self.run.shuffle(run.order)
        whole = run.game.lay(match, range(len(self.pack)))
        laid = whole.get("hands", ())
        if [*map(len, laid)] == [*map(len, self.run.table.hands)]:
            # Of equal cards it does not show in the hands who has which.
            self.pools = [set(hand) for hand in laid]
            self.hands = [list(hand) for hand in self.run.table.hands]
            self.fix(self.pools[seat])
        if isinstance(turned := whole.get("turned"), int):
            self.fix({turned} - self.fixed.keys())
        self.hear(told)

    def place(self, slot: Slot) -> Place:
        """Return a place for the card that lies there."""
        return next(self.places[self.pack[self.order[slot]]])

    def fix(self, slots: Iterable[Slot]) -> None:
        """Note that the seat has seen what lies there."""
        self.fixed.update({slot: self.place(slot) for slot in sorted(slots)})

    def look(self) -> None:
        """Take in the table as the seat sees it."""
        self.see(value for name, value in vars(masked(self.run.table, self.seat)).items() if name != "match")

    def hear(self, told: Iterable[Any], hidden: Choice = "") -> None:
        """Take in what is told, and that cards go into hands; one that is chosen unseen may come from anywhere."""
        self.see(heard(one, self.seat)[1] for one in told)
        for seat, hand in enumerate(self.run.table.hands):
            if hand == (before := self.hands[seat]):
                continue
            got = {slot for card in hand if card not in before for slot in self.slots[card]}
            got -= self.fixed.keys() | self.bound.keys()
            if got and seat == self.seat:
                self.fix(got)
            elif any(slot in self.slots[card] for card in _cards([hidden]) for slot in got):
                got = set(range(len(self.order))) - self.fixed.keys() - set().union(*self.pools)
                self.pickers.add(seat)
            self.pools[seat] |= got
            self.hands[seat] = list(hand)

    def see(self, values: Iterable[object]) -> None:
        """Note the cards in any values, but for equal ones."""
        for card in _cards(values):
            if len(known := self.slots.get(card, [])) == 1:
                self.note(known[0])

    def note(self, slot: Slot) -> None:
        """Note that the card of a place is known: where it lies, or from where its holder may have it."""
        if slot not in self.fixed and slot not in self.bound:
            pool = next((pool for pool in self.pools if slot in pool), None)
            if pool is None:
                self.fix([slot])
            else:
                self.bound[slot] = (self.place(slot), _in_order(pool))

    def denied(self, choice: Choice) -> frozenset[Place]:
        """Return the places of the unseen cards that would have had to be played to the trick in place of this one."""
        table: Any = self.run.table
        if not isinstance(choice, Card) or not isinstance(table, TrickTable) or not table.trick:
            return frozenset()
        known = self.fixed.keys() | self.bound.keys()
        places = [place for slot, place in enumerate(self.order) if slot not in known]
        return _in_order([place for place in places if choice not in table.playable([choice, self.pack[place]])[0]])


def _in_order(places: Iterable[int]) -> frozenset[int]:
    """Return places as a set that is written in one order, which tells nothing of how they have come into it."""
    return frozenset(sorted(places))


def _cards(values: Iterable[object]) -> Iterator[Card]:
    for value in values:
        if isinstance(value, Card):
            yield value
        elif isinstance(value, dict):
            yield from _cards(value.values())
        elif isinstance(value, list | tuple):
            yield from _cards(value)


def first_word(choice: Choice) -> Choice | Suit | int:
    """Return the first part of a choice, by which a game says that it is private."""
    return choice[0] if isinstance(choice, tuple) else choice


def look_at(run: Run, seat: int, knowledge: Knowledge[Any]) -> Unseen:
    """Return what a seat knows of the cards of the running deal.

    It follows from what the seat has seen and heard alone, although it is worked out from the deal as it is.
    """
    seen, private = _Observer(run, seat), run.game.private
    again, known = seen.run, Unseen(seen.fixed, [], [], {}, [])
    undealt = set(knowledge.undealt(again.table))
    if undealt:
        places = _in_order(place for place, card in enumerate(seen.pack) if card in undealt)
        known.denied.extend((other, _in_order(pool), places) for other, pool in enumerate(seen.pools))
    for number, (actor, choice) in enumerate(run.answers):
        offer = again.offer(actor)
        assert offer is not None
        hides = actor != seat and first_word(choice) in private
        if actor == seat:
            seen.look()
        else:
            seen.see(knowledge.shows(again.table, actor, offer.prompt, choice))
        if hides:
            # Whether it is a card of the hand must be open to all: in some games it is, by what can be chosen.
            could, hand = [one for one in offer.choices if first_word(one) in private], again.table.hands[actor]
            if all(any(card in hand for card in _cards([one])) for one in could):
                number_then, places = known.aside.get(actor, (0, _in_order(seen.pools[actor])))
                known.aside[actor] = (number_then + 1, places)
        elif actor not in {seat, *seen.pickers} and (places := seen.denied(choice)):
            known.denied.append((actor, _in_order(seen.pools[actor]), places))
        known.answers.append((actor, None if hides else text(choice)))
        told = again.act(actor, choice)
        seen.hear(told, choice if hides else "")
        shown = {*_cards(heard(one, seat)[1] for one in told)} if hides else set()
        for earlier, (_, said) in enumerate(run.answers[: number + 1] if shown else ()):
            if first_word(said) in private and not shown.isdisjoint(_cards([said])):
                known.answers[earlier] = (run.answers[earlier][0], text(said))
    seen.look()
    known.bound.extend(seen.bound.values())
    return known


class Worlds:
    """Deals as they may be, in all that a seat knows of them."""

    def __init__(
        self, seen: Observation[Any], knowledge: Knowledge[Any], rng: Random, attempts: int, doubt: float = 1.0
    ) -> None:
        self.seen, self.knowledge, self.rng, self.attempts = seen, knowledge, rng, attempts
        self.doubt, self.likely = doubt, 1.0
        """How likely the last world is, by how many of the others' answers a plain hand would not have given in it."""

        self.known = known = seen.unseen()
        self.match = seen.table.match
        self.cards = range(len(self.match.game.pack(self.match)))
        self.barred: dict[Slot, set[Place]] = {slot: set() for slot in self.cards}
        """The cards that cannot lie at a place, by what the seat that has had them from there has denied."""

        for _, slots, places in known.denied:
            for slot in slots - known.fixed.keys():
                self.barred[slot] |= places
        self.answers: list[tuple[int, Choice | None]] = [*known.answers]
        """The same as choices, as soon as they have been read."""

    def draw(self) -> list[Place] | None:
        """Return an order of the pack that fits; None if this attempt found none."""
        known, rng = self.known, self.rng
        # What was laid aside was not shown later, and denies nothing.
        spare = {
            slot
            for number, slots in known.aside.values()
            for unseen in [sorted(slots - known.fixed.keys())]
            for slot in rng.sample(unseen, min(number, len(unseen)))
        }
        barred = {slot: set() if slot in spare else self.barred[slot] for slot in self.cards if slot not in known.fixed}
        order = dict(known.fixed)
        for spot, slots in sorted(known.bound, key=lambda one: (len(one[1]), rng.random())):
            free = [slot for slot in slots if slot not in order and slot not in spare and spot not in barred[slot]]
            if not free:
                return None
            order[rng.choice(free)] = spot
        left = sorted(set(self.cards) - set(order.values()))
        rng.shuffle(left)
        for slot in sorted(barred.keys() - order.keys(), key=lambda slot: (-len(barred[slot]), slot)):
            place = next((place for place in left if place not in barred[slot]), None)
            if place is None:
                return None
            order[slot] = place
            left.remove(place)
        return [order[slot] for slot in self.cards]

    def world(self) -> Run | None:
        """Return a deal up to the question; None if this attempt found none."""
        order = self.draw()
        if order is None:
            return None
        run, self.likely = Run(self.match.before(self.match.deal)), 1.0
        run.shuffle(order)
        try:
            for number, (seat, given) in enumerate(self.answers):
                choice = self.guess(run, seat, number) if given is None else given
                if type(given) is str:
                    choice = run.read(seat, given)
                    self.answers[number] = (seat, choice)
                if self.doubt < 1 and given is not None and self.is_unlike(run, seat, choice):
                    self.likely *= self.doubt
                run.act(seat, choice)
        except Illegal:
            return None
        return run if masked(run.table, self.seen.seat) == self.seen.table else None

    def is_unlike(self, run: Run, seat: int, choice: Choice) -> bool:
        """Return True if a plain hand of another seat would have answered otherwise."""
        offer = run.offer(seat) if seat != self.seen.seat else None
        if offer is None or len(offer.choices) == 1:
            return False
        return self.knowledge.plain(run.table, seat, offer, self.rng) != choice

    def guess(self, run: Run, seat: int, number: int) -> Choice:
        """Return an answer of a seat that keeps the cards it shows later; raise ``Illegal`` if it has none here."""
        private, offer = self.match.game.private, run.offer(seat)
        later = {said.strip("+").split()[-1] for other, said in self.known.answers[number:] if other == seat and said}
        choices = [one for one in (offer.choices if offer is not None else ()) if first_word(one) in private]
        kept = [one for one in choices if later.isdisjoint(card.text for card in _cards([one]))]
        if offer is None or not kept:
            raise Illegal("guess")
        plain = self.knowledge.plain(run.table, seat, offer, self.rng)
        if plain in kept:
            return plain
        self.likely *= self.doubt
        return self.rng.choice(kept)

    def __iter__(self) -> Iterator[Run]:
        """Yield worlds while there are attempts left, of those found one after another the likelier ones."""
        bar = 0.0
        for _ in range(self.attempts):
            if (world := self.world()) is not None:
                bar = max(FADING * bar, self.likely)
                if self.rng.random() * bar < self.likely:
                    yield world


def play_out(run: Run, knowledge: Knowledge[Any], rng: Random) -> Sheet:
    """Play a deal to its end with plain hands, and return its sheet."""
    deals, plain, noise = len(run.match.sheets), knowledge.plain, knowledge.noise
    while len(run.match.sheets) == deals:
        asks = run.asks
        offer: Ask | Offer
        if type(asks) is Ask:
            seat, offer = asks.seat, asks
        else:
            assert isinstance(asks, AskAny)
            seat, offer = next(iter(asks.asked.items()))
        choices = offer.choices
        if len(choices) == 1 or (noise and rng.random() < noise):
            run.act(seat, rng.choice(choices))
        else:
            run.act(seat, plain(run.table, seat, offer, rng))
    sheet: Sheet = run.match.sheets[-1]
    return sheet


LEAST: Final = 4  # The number of worlds in which each choice is tried before any is left out.
SAME: Final = 12  # The number of worlds after which choices that have always done alike are taken to be the same.
SURE: Final = 2.0  # A choice that is behind by so many standard errors is left out.


def choose(seen: Observation[Any], knowledge: Knowledge[Any], trials: int, rng: Random, doubt: float = 1.0) -> Choice:
    """Return the choice that does best, all tried in the same worlds; that of a plain hand if none is clearly better.

    At most so many ``trials`` are played out; ``doubt`` is how much less likely a deal is for each answer of another
    seat that a plain hand would not have given.
    """
    choices, match = seen.choices, seen.table.match
    # The more people there are, the longer a trial takes.
    trials = trials * match.game.players[0] // max(match.players, match.game.players[0])
    usual = (
        choices[0]
        if len(choices) == 1
        else knowledge.plain(seen.table, seen.seat, Offer(seen.choices, seen.prompt), rng)
    )
    # Of numbers only the lowest ones are tried: there is always a higher one later.
    numbers = [choice for choice in choices if isinstance(choice, tuple) and isinstance(choice[-1], int)]
    choices = [choice for choice in choices if choice not in numbers[2:] or choice == usual]
    late = knowledge.is_late(seen.table)
    if seen.prompt in knowledge.plainly or (late and not knowledge.is_solved(seen.table)):
        return usual
    attempts = PATIENCE * trials
    trials //= max(1, prod([factorial(len(hand)) for hand in seen.table.hands]) // SOLVING) if late else 1
    if not 1 < len(choices) <= trials // LEAST:
        return usual
    values: dict[Choice, list[float]] = {choice: [] for choice in choices}
    tricks: Counter[Choice] = Counter()
    for world in Worlds(seen, knowledge, rng, attempts, doubt):
        last = next(reversed(values))
        for choice, found in values.items():
            run = world if choice is last else fork(world)
            found.append(worth(run, seen, choice, knowledge, rng))
            tricks[choice] += run.table.takers.count(seen.seat)
        trials -= len(values)
        values = leading(values)
        if len(values) == 1 or trials < len(values):
            break
    best = max(values, key=lambda choice: sum(values[choice]))
    clear = knowledge.clear * (1 + LEAST / (1 + len(values[best])))
    chosen = best if usual not in values or ahead(values[best], values[usual]) >= clear else usual
    return leant(chosen, values, tricks, seen.temper)


def leant(chosen: Choice, values: dict[Choice, list[float]], tricks: Mapping[Choice, int], temper: Temper) -> Choice:
    """Return what a temper prefers of what has done no worse than the choice: more tricks and risk, or less of them."""
    if temper is Temper.EVEN or not values[chosen]:
        return chosen
    sign = 1 if temper is Temper.BOLD else -1
    alike = [choice for choice in values if ahead(values[choice], values[chosen]) >= 0]
    return max([chosen, *alike], key=lambda choice: (sign * tricks[choice], sign * pstdev(values[choice])))


def ahead(one: Sequence[float], other: Sequence[float]) -> float:
    """Return by how many standard errors one choice does better than another, tried in the same worlds."""
    diffs = [first - second for first, second in zip(one, other, strict=True)]
    mean = fmean(diffs) if len(diffs) > 1 else 0.0
    error = sqrt(sum([(diff - mean) ** 2 for diff in diffs])) / max(1, len(diffs) - 1)
    return mean / error if error else mean * len(diffs)


def leading(values: dict[Choice, list[float]]) -> dict[Choice, list[float]]:
    """Return the choices that may be best, with what they have brought in each world."""
    best = max(values.values(), key=sum)
    if len(best) < LEAST:
        return values
    return {
        choice: found
        for choice, found in values.items()
        if found is best or (ahead(best, found) < SURE and (len(best) < SAME or found != best))
    }


def worth(run: Run, seen: Observation[Any], choice: Choice, knowledge: Knowledge[Any], rng: Random) -> float:
    """Return what a choice brings in a world, which is solved if few cards are left, and else played on."""
    before = seen.table.match
    run.act(seen.seat, choice)
    over, solved = len(run.match.sheets) >= before.deal, None
    if not over and knowledge.is_late(seen.table) and knowledge.is_solved(seen.table):
        with suppress(TooLarge):
            solved = knowledge.ending(before, run.table, seen.seat, LINES).outcome(fork(run))
    sheet = run.match.sheets[-1] if over else play_out(run, knowledge, rng)
    return knowledge.aim(before, sheet, seen.seat) if solved is None else solved


def play_at_random(seen: Observation[Any], rng: Random) -> Choice:
    """Return any choice."""
    return rng.choice(seen.choices)


SLIPS: Final = 0.25  # How often an easy bot does anything that is legal.


def easy(seen: Observation[Any], knowledge: Knowledge[Any], rng: Random) -> Choice:
    """Return what a plain hand chooses, and now and then anything."""
    if rng.random() < SLIPS:
        return rng.choice(seen.choices)
    return knowledge.plain(seen.table, seen.seat, Offer(seen.choices, seen.prompt), rng)


def levels(knowledge: Knowledge[Any], steady: int, strong: int) -> dict[str, Bot]:
    """Return the bots of a game by level, the default first, given how many deals two of them play out."""
    return {
        "steady": lambda seen, rng: choose(seen, knowledge, steady, rng),
        "strong": lambda seen, rng: choose(seen, knowledge, strong, rng, DOUBT),
        "easy": lambda seen, rng: easy(seen, knowledge, rng),
        "random": play_at_random,
    }
