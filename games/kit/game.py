"""A game, a match of it, which lasts from deal to deal, and its table, which lasts for one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Generic, TypeVar

from games.kit.asking import Choice, Rules
from games.kit.deck import in_order, shuffle
from games.kit.options import Options
from games.kit.secrets import Told, secret
from protocol.cards import Card
from protocol.setup import OptionValue

S = TypeVar("S", bound="Sheet")
T = TypeVar("T", bound="CardTable")

Laid = dict[str, Any]
"""Cards, or places of the pack, by the key under which a record has them: one, a list, or a list for each seat."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """How a deal ended, and what it brought each seat; a game adds its own fields."""

    dealer: int
    ending: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    """The points of all deals up to this one, by seat."""


@dataclass
class Match:
    """What lasts from deal to deal: its setup and the sheets of its finished deals. No more is needed to go on."""

    game: "Game[Any]"
    players: int
    options: Mapping[str, OptionValue]
    """The value of every option."""
    first_dealer: int = 0
    sheets: list[Any] = field(default_factory=list)
    """The sheets of the finished deals, each of the game's own class of sheet."""

    @cached_property
    def differing(self) -> dict[str, OptionValue]:
        """The options that differ from their defaults."""
        return self.game.differing(self.options)

    @property
    def deal(self) -> int:
        """The number of the running or next deal, from 1."""
        return len(self.sheets) + 1

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the finished deals, by seat."""
        totals: tuple[int, ...] = self.sheets[-1].totals if self.sheets else (0,) * self.players
        return totals

    @property
    def dealer(self) -> int:
        """The dealer of the running or next deal."""
        return self.game.dealer(self)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none before the end."""
        return self.game.winners(self)

    @property
    def leading(self) -> tuple[int, ...]:
        """The seats with the most points."""
        totals = self.totals
        most = max(totals)
        return tuple([seat for seat, total in enumerate(totals) if total == most])

    @cached_property
    def sides(self) -> list[int]:
        """The side of each seat; bots ask for it very often."""
        return [self.game.side(self, seat) for seat in range(self.players)]

    def partners(self, seat: int) -> list[int]:
        """Return the seats of the side of a seat, itself among them."""
        sides = self.sides
        return [other for other, side in enumerate(sides) if side == sides[seat]]

    @property
    def step(self) -> int:
        """1 if play goes to the left, −1 if it goes to the right."""
        return -1 if self.options.get("direction", self.game.direction) == "right" else 1

    def number(self, option: str) -> int:
        """Return the value of an option that is a number."""
        value = self.options[option]
        assert isinstance(value, int)
        return value

    def after(self, seat: int, steps: int = 1) -> int:
        """Return the seat so many steps on in the direction of play."""
        return (seat + self.step * steps) % self.players

    def round(self, first: int) -> list[int]:
        """Return all seats in the order of play, from one on."""
        step, players = self.step, self.players
        return [(first + step * turn) % players for turn in range(players)]

    def before(self, deal: int) -> "Match":
        """Return the match as it was before a deal, counted from 1."""
        return Match(self.game, self.players, self.options, self.first_dealer, self.sheets[: deal - 1])


@dataclass
class CardTable:
    """What lies on the table in one deal; a game adds its own fields. It is made anew for each deal."""

    match: Match
    dealer: int
    hands: list[list[Card]] = secret("seat", unless="is_open", default_factory=list)
    trick: list[tuple[int, Any]] = field(default_factory=list)
    """The plays of the trick on the table: a seat and its card, cards or choice."""
    last_trick: list[tuple[int, Any]] = field(default_factory=list)
    takers: list[int] = field(default_factory=list)
    """The seat that took each trick."""
    gone: list[Card] = field(default_factory=list)
    """The cards out of play that all have seen, in the order in which they went."""
    told: list[Told] = secret(default_factory=list)
    """What has happened since the last answer."""
    over: bool = False
    """True once the deal has ended."""

    @property
    def is_open(self) -> bool:
        """True while all hands lie open; in many games they do when the deal has ended."""
        return self.over

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.match.players

    @property
    def options(self) -> Mapping[str, Any]:
        """The value of every option."""
        return self.match.options

    @property
    def seats(self) -> list[int]:
        """All seats in the order of play, the dealer last."""
        return self.match.round(self.match.after(self.dealer))

    @property
    def tricks(self) -> tuple[int, ...]:
        """The number of tricks of each seat."""
        return tuple([self.takers.count(seat) for seat in range(self.players)])

    def plus(self, points: Sequence[int]) -> tuple[int, ...]:
        """Return the totals with the points of this deal."""
        return tuple([total + own for total, own in zip(self.match.totals, points, strict=True)])

    def sheet(self, kind: type[S], ending: str, points: Sequence[int], **more: Any) -> S:  # noqa: ANN401
        """Return the sheet of the deal, of a game's own class; what is not given the table has under the same name."""
        said = {"ending": ending, "points": tuple(points), "totals": self.plus(points), **more}
        for one in fields(kind):
            value = said[one.name] if one.name in said else getattr(self, one.name)
            said[one.name] = tuple(value) if isinstance(value, list) else value
        return kind(**said)

    def tell(self, what: str, to: int | None = None, **about: Any) -> None:  # noqa: ANN401
        """Tell everyone what has happened; the value ``own`` is for the seat ``to`` alone."""
        self.told.append((what, about, to))


@dataclass
class KnownTable(CardTable):
    """A table on which all know some cards of hands: those that were taken up, say."""

    known: list[list[Card]] = field(default_factory=list)
    """The cards in each hand that all have seen."""

    def lose(self, seat: int, card: Card) -> None:
        """Take a card out of a hand."""
        self.hands[seat].remove(card)
        self.known[seat] = [other for other in self.known[seat] if other is not card]

    def gain(self, seat: int, cards: Sequence[Card], seen: Sequence[Card]) -> None:
        """Put cards into a hand, some of which all have seen."""
        self.hands[seat] = in_order([*self.hands[seat], *cards])
        self.known[seat] = in_order([*self.known[seat], *seen])


def deal_passes(match: Match) -> int:
    """Return the seat after the last dealer."""
    return match.after(match.sheets[-1].dealer) if match.sheets else match.first_dealer


def usual_winners(match: Match) -> tuple[int, ...]:
    """Return the seats that lead once one has the points that win, or after as many deals as make a game."""
    target, deals = match.game.target(match), match.game.deals(match)
    return match.leading if 0 < target <= max(match.totals) or 0 < deals <= len(match.sheets) else ()


def shuffled(match: Match, seed: bytes) -> Sequence[int]:
    """Return the order of a pack shuffled by a seed of 32 bytes."""
    return shuffle(seed, len(match.game.pack(match)))


def cheapest(choices: Sequence[Choice], cost: Callable[[Card], Any], *words: str) -> Choice:
    """Return the first of some words that is offered; else the choice whose card costs least, or the first one."""
    found: list[Choice] = [word for word in words if word in choices]
    parts = [(choice, part) for choice in choices for part in (choice if isinstance(choice, tuple) else (choice,))]
    held = sorted([(choice, part) for choice, part in parts if isinstance(part, Card)], key=lambda one: cost(one[1]))
    return [*found, *[choice for choice, _card in held], *choices][0]


def usual_goal(match: Match) -> str:
    """Return the highest total and the one that wins, if there is such; empty if there is none."""
    target = match.game.target(match)
    return f"{max(match.totals)}/{target}" if target else ""


def everyone(_match: Match, seat: int) -> int:
    """Return the seat itself as its side: each plays alone."""
    return seat


def opposite(_match: Match, seat: int) -> int:
    """Return the side of a seat where two sides sit in turn."""
    return seat % 2


@dataclass(frozen=True, kw_only=True)
class Game(Options, Generic[T]):
    """A game."""

    name: str
    """Its name in records and messages."""
    about: str
    """What kind of game it is, in one sentence without its full stop."""
    minutes: int
    """About how long people take for a usual game, in minutes."""
    hard: int = 2
    """How hard it is to learn, from 1 to 3."""
    table: type[T]
    sheet: type[Sheet]
    pack: Callable[[Match], Sequence[Card]]
    """Returns the unshuffled pack of the next deal."""
    lay: Callable[[Match, Sequence[Any]], Laid]
    """Returns how shuffled cards are laid out. It only moves them, whatever they are: a record is dealt by places."""
    deal: Callable[[T, Laid], Rules[Any]]
    """Plays a deal, and returns its sheet."""
    ended: Callable[[Any], Sequence[tuple[str, Mapping[str, Any]]]]
    """Returns what is told at the end of a deal, given its sheet, its ending first: sentences, and their values."""
    fallback: Callable[[T, int, Sequence[Choice]], Choice]
    """Returns what is done for a seat that is late; it reveals no more of its hand than any other choice would."""
    private: frozenset[str] = frozenset()
    """The first words of the answers that only their seat may know."""
    record: Sequence[str]
    """The keys of a recorded deal after the dealer, in order: see ``games.kit.records``."""
    dealer: Callable[[Match], int] = deal_passes
    deals: Callable[[Match], int] = lambda match: int(match.options.get("deals", 0))
    """Returns the number of deals in a game; 0 if it is not known before the end."""
    target: Callable[[Match], int] = lambda match: int(match.options.get("target", 0))
    """Returns the points that win; 0 if none do."""
    counts: str = "tricks"
    """The field of a sheet, by seat, that statistics count besides points."""
    figures: tuple[tuple[str, str, str], ...] = ()
    """What the statistics of a series say, if it is not what is counted alone: caption, format, and field of a sheet.

    The captions are marked for translation.
    """
    marks: str = ""
    """The field of a sheet, by seat, with a mark from 0 to 9; empty in a game that gives no marks."""
    noted: tuple[str, Callable[[Any], bool]] = ("", lambda _sheet: False)
    """The caption of the share of deals that statistics note, marked for translation, and which those are by sheet."""
    held: Callable[[Any], Sequence[Sequence[Card]]] = lambda table: table.hands
    """Returns the cards that each seat still has, with those that do not count as its hand."""
    ends: frozenset[str] = frozenset({"took"})
    """The names of what is told when a trick, or what is nearest to it, is complete."""
    winners: Callable[[Match], tuple[int, ...]] = usual_winners
    """Returns the seats that have won; none before the end."""
    side: Callable[[Match, int], int] = everyone
    """Returns the side of a seat; partners have the same points."""
    direction: str = "left"
    """The direction of play, if there is no option of this name."""
    rules: int = 1
    """The version of the rules: answers in a log can be replayed by the same version alone."""
    order: Callable[[Match, bytes], Sequence[int]] = shuffled
    """Returns the order of the pack that a seed gives for the next deal."""
    goal: Callable[[Match], str] = usual_goal
    """Returns how far a game is besides the number of its deal, in a few signs, for lists of tables: ``20/25``."""
    one_seed: Callable[[Match], str] = lambda _match: ""
    """Returns the scheme of a record in which one seed decides every deal; empty if each deal has its own."""
    head: Callable[[dict[str, OptionValue]], dict[str, OptionValue]] = lambda _options: {}
    """Takes options out that have a key of their own at the head of a record, and returns those keys."""
    unlay: Callable[[Match, Mapping[str, Any]], Sequence[int]] | None = None
    """Returns an order of the pack for a recorded deal, if its layout depends on answers after the shuffle."""
    shown: Callable[[Laid], Laid] = lambda laid: laid
    """Leaves out what a record does not say of the layout."""
    more: Callable[[Match], dict[str, Any]] = lambda _match: {}
    """Returns keys at the end of a record that only this game has."""
    page: Callable[[Match], Mapping[str, OptionValue]] = lambda _match: {}
    """Returns what the page of rules tells of a table besides its options: see ``games.kit.pages``."""

    def start(self, players: int, options: Mapping[str, OptionValue], first_dealer: int = 0) -> Match:
        """Return a match before its first deal; raise ``InvalidSetup`` if the game has no such players or options."""
        return Match(self, players, self.complete(players, options), first_dealer)
