"""The words of a game, declared once: all that a client says, asks, lists and draws of it.

A text stands in a ``Say`` or in a field of ``Words``, and is collected from there for translators.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Generic, NamedTuple

from games.kit.asking import Choice
from games.kit.game import Game, Match, T
from games.kit.say import As, Meter, Say, Saying, Text
from games.kit.seen import (
    Seen,
    Stock,
    Turned,
    Zones,
    cards_in,
    certain_rest,
    own_side,
    silent,
    trick_zones,
    usual_consequence,
    usual_height,
    usual_reason,
)
from games.kit.tricks import AuctionTable, Ranks
from protocol.cards import Card, Suit
from protocol.setup import OptionValue

Plate = Sequence[Sequence[Saying | Meter]]
"""Two lines of a seat: what stands on the left of each, and on the right; or the first of them alone."""


class Column(NamedTuple):
    """A column of the score sheet, as wide as what stands in it."""

    title: str
    show: Callable[[Any, int], Saying | int | None] | None = None
    """Returns what stands in it, given the sheet and a seat, and None if nothing does.

    Without it, that is what the field of its title has for the seat.
    """

    sign: str = ""
    """What stands before it."""

    meter: Callable[[Any, int], Meter] | None = None
    """Returns what stands beside it where the sheet is painted."""


class Factor(NamedTuple):
    """What is multiplied where the points of a deal are a product."""

    number: int
    """At most nine."""

    words: Saying
    role: str
    """Good where it is exactly right."""


ROLES_OF_SIDES: Final = ("first side", "second side", "third side")


def side_words(side: int) -> As:
    """Return a side by its letter, in its colour."""
    return As(chr(ord("A") + side), ROLES_OF_SIDES[side % len(ROLES_OF_SIDES)])


TOGETHER: Final = {
    (2, 2): Say("two sides of two"),
    (2, 3): Say("two sides of three"),
    (3, 2): Say("three sides of two"),
}


def sides_words(match: Match) -> Saying:
    """Return who plays together; nothing where each plays alone."""
    sides = len({match.game.side(match, seat) for seat in range(match.players)})
    return TOGETHER.get((sides, match.players // sides), "")


def side_title(*sides: int, role: str = "strong") -> Say:
    """Return the name of one side or several: ``Side A``, ``Sides A and B``."""
    *others, last = [chr(ord("A") + side) for side in sides]
    if not others:
        return Say("Side {letter}", role=role, letter=last)
    letters = Say("{others} and {last}", role=role, others=", ".join(others), last=last)
    return Say("Sides {letters}", role=role, letters=letters)


def figure(number: int) -> str:
    """Return a number as it is written: ``125``, ``−15``."""
    return str(number).replace("-", "−")


def change(number: int) -> str:
    """Return what was won or lost, with its sign: ``+7``, ``−1``, ``0``."""
    return f"+{number}" if number > 0 else figure(number)


class Several(NamedTuple):
    """A choice of several cards, which are marked one by one and then answered one after another."""

    least: int
    most: int
    words: Saying
    """What is done with them, in a few words: ``Bury four cards``."""

    none: Saying = ""
    """What is said where nothing is marked, or these cards cannot be chosen together."""

    fits: bool = True
    """True if the cards chosen so far can be chosen together."""

    word: str = ""
    """The word with which each answer begins."""

    done: str = ""
    """The answer after the last card, or without any."""

    alone: bool = False
    """True if Enter without a mark takes the chosen card alone, since one card is what is meant most often."""

    answer: Choice | Say | None = None
    """The first answer for the cards chosen so far, or why they cannot be chosen, if it is not the first with them."""


class Key(NamedTuple):
    """How a choice is made that is a word, or begins with one."""

    key: str
    label: str = ""
    about: str = ""
    """Its effect in a sentence, for the list of keys."""

    words: tuple[str, ...] = ()
    """What is typed for it in plain mode."""

    late: str | Callable[[Seen[Any], Card | None], Saying] = ""
    """Why it does nothing while it is not offered, and a card can be played."""

    early: bool = False
    """True if it can be chosen before the turn."""

    question: Say | None = None
    """What is asked where several choices have this word and, if it needs one, the same card, ``{card}``."""

    asks: bool = False
    """True if its card is asked for, by the suit, and need not be chosen first."""

    open: str = ""
    """The label where that is asked, if it is another one."""

    move: str | Callable[[Seen[Any]], Say] = ""
    """What it does at the turn, with the values that stand in prompts, if that is not its label."""

    said: Say | None = None
    """The answer as part of a sentence, if it is not its label; with ``{card}``, ``{points}``, ``{attack}``."""


class Mark(NamedTuple):
    """What a seat may say with a card that it plays."""

    key: str
    label: str


class Parts(NamedTuple):
    """What the parts of a deal are called, after each of which the cards leave the middle."""

    one: str
    last: str
    this: str
    none: str
    """The sentence that there is no last one."""

    place: str
    """A place in a replay, by ``deal``, ``part`` and ``play``."""

    taken: str = "taken by {name}"
    """Who has it, where a table is told in words."""

    over: str = "The trick is over."


FOLLOWING: Final = frozenset({"follow", "follow_or_trump", "no_follow", "beat", "overtrump", "trump", "any"})
"""The names of what can be chosen before the turn; all else depends on what others do until then."""

PARTS: Final = Parts(
    "trick",
    "last trick",
    "this trick",
    "No trick of this deal has been taken yet.",
    "{deal}, trick {part}, play {play}",
)

SAYS: Final[Mapping[str, Say]] = {
    "dealt": Say("{deal}: [You deal|{name} deals].", role="dim"),
    "played": Say("[You play|{name} plays] {card}"),
    "took": Say("[You take|{name} takes] the trick.", role="info"),
}
"""What happens in most games of tricks."""


Heard = tuple[Say | None, Say]
"""What all others hear of something, and what its own seat hears."""


def one_left(before: Any, table: Any) -> Sequence[Say]:  # noqa: ANN401
    """Return who has only one card left now."""
    one = Say("[You have|{name} has] one card left.", role="alert")
    held = zip(before.hands, table.hands, strict=True)
    return [one.of({"seat": seat}) for seat, (old, new) in enumerate(held) if len(old) > len(new) == 1]


def took_points(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for a trick, with its points where it counts some."""
    if "points" not in about:
        return SAYS["took"]
    return Say(
        ("[You take|{name} takes] the trick: {n} point.", "[You take|{name} takes] the trick: {n} points."),
        role="info",
        n=about["points"],
    )


FOLLOW: Final = "{suit} were led, and you have some: play one, not {card}."
RUFF: Final = "You cannot follow suit: play a trump, not {card}."
PROMPTS: Final = {
    "lead": "Lead a card",
    "follow": "Follow {suit}",
    "beat": "Follow {suit}",
    "overtrump": "Play a trump",
    "trump": "Play a trump",
    "any": "Play any card",
}
WHY: Final[Mapping[str, str | Callable[[Seen[Any], Card | None], Say]]] = {
    "lead": "Choose a card to play.",
    "follow": FOLLOW,
    "beat": lambda seen, card: (
        Say("You can beat the trick, so you have to: not {card}.", card=card)
        if card is not None and card.suit is seen.table.trick[0][1].suit
        else Say(FOLLOW, suit=seen.table.trick[0][1].suit, card=card)
    ),
    "overtrump": lambda seen, card: (
        Say("You can play a higher trump, so you have to: not {card}.", card=card)
        if card is not None and seen.ranks is not None and card.suit is seen.ranks.suit
        else Say(RUFF, card=card)
    ),
    "trump": RUFF,
}
"""What is asked in games of tricks, and why anything else is refused."""


def shown_deal(table: Any) -> int:  # noqa: ANN401
    """Return the number of the deal on the table, from 1: between two deals and at the end, that of the last one."""
    return len(table.match.sheets) + (not table.over)


def usual_progress(table: Any) -> Say:  # noqa: ANN401
    """Return the deal, and how many there are or how many points win."""
    match, number = table.match, shown_deal(table)
    deals, target = match.game.deals(match), match.game.target(match)
    if target and not deals:
        return Say("deal {number}, to {target}", number=number, target=target)
    return Say("deal {number} of {deals}", number=number, deals=str(deals))


AUCTION_OVER: Final = "The auction is over: play a card."
BID: Final = Key(
    "b",
    "bid",
    "bid in the auction",
    ("bid",),
    AUCTION_OVER,
    question=Say("Your bid:", context="auction"),
    said=Say("bid {points}", context="auction"),
)
NO_BID: Final = Key("p", "pass", "pass in the auction", ("pass",), AUCTION_OVER)


def call(table: AuctionTable, seat: int, declarer: int | None) -> As:
    """Return what a seat has said last in an auction; once somebody plays for the bid, that seat's bid alone."""
    if declarer is not None:
        return As(str(table.bid) if seat == declarer else "", "info")
    said = [(at, number) for at, (caller, number) in enumerate(table.calls) if caller == seat]
    at, number = said[-1] if said else (0, 0)
    if number is None:
        return As(Say("pass", role="dim", context="in the auction"), "dim")
    if number and number in [other for _seat, other in table.calls[:at]]:
        return As(Say("hold {points}", context="in the auction", points=str(number)))
    return As(str(number or ""), "info" if seat == table.bidder else "text")


def call_words(said: As) -> Saying:
    """Return a bid as part of a line; a pass and a bid that is held say what they are."""
    return Say("bid {bid}", role="dim", bid=said) if isinstance(said.value, str) and said.value else said.value


def auction_title(table: AuctionTable) -> Say:
    """Return how an auction stands."""
    if table.over:
        return Say("Everybody has passed", role="dim")
    if table.bidder is None:
        return Say("Auction: nobody has bid yet", role="dim")
    stands = Say("Auction: [you have|{name} has] {bid}", role="info")
    return stands.of({"seat": table.bidder, "bid": table.bid})


@dataclass(frozen=True, kw_only=True)
class Words(Generic[T]):
    """All that is said and shown of a game."""

    game: Game[T]
    says: Mapping[str, Say | Callable[[Mapping[str, Any], int | None], Say | Sequence[Say] | None] | Heard | None]
    """What has happened, by the name under which it is told: a sentence, one that depends on the reader, or nothing.

    Of two, the second is for whoever is told ``{own}``. What is told as ``dealt`` begins a deal.
    """

    endings: Mapping[str, Say | Callable[[Mapping[str, Any], int | None], Say]]
    """The same of what ends a deal, which is strong."""

    rests: bool = True
    """True if a table rests after a trick, and after what takes its place."""

    victory: str | Callable[[Match], Say] = "{victory} with {total}."
    """What is said of the winners, by ``{victory}``, who wins; or a function of the match that returns all of it."""

    prompts: Mapping[str, str | Callable[[Seen[T]], Say]] = field(default_factory=lambda: PROMPTS)
    """By the name of what is asked, what the viewer is told; ``{suit}`` is the suit led."""

    why: Mapping[str, str | Callable[[Seen[T], Any], Saying]] = field(default_factory=lambda: WHY)
    """By the name of what is asked, why a card, ``{card}``, or a key without one does nothing."""

    facts: Callable[[Seen[T]], Mapping[str, Any]] = lambda _seen: {}
    """Returns what else stands in prompts and reasons."""

    several: Callable[[Seen[T], Sequence[Card]], Several | None] = silent
    """Returns the choice of several cards that the viewer has now, given those that are chosen so far."""

    keys: Mapping[str, Key] = field(default_factory=dict)
    """By the word that a choice is, or begins with; that of a card alone is empty."""

    listed: Sequence[Key] = ()
    """What the list of keys says in place of them, where one key has several effects."""

    marks: Mapping[str, Mark] = field(default_factory=dict)
    """What is said with a card, by the part of a choice that follows the card."""

    played: Callable[[Any], Saying | Card] = lambda choice: choice
    """Returns a choice that begins with a card as part of a sentence."""

    question: Callable[[Any], tuple[Say, Saying] | None] = silent
    """Returns what is asked where a card can be played in several ways, given one of them, and the keys in words."""

    together: Callable[[Match], Saying] = sides_words
    """Returns who plays together, as the rules of a table begin with it."""

    sign: Callable[[int, Mapping[str, OptionValue]], Saying] = lambda _players, _options: ""
    """Returns the rules in one word of at most eight letters, given the players and all options."""

    gist: Sequence[str] = ()
    """The rules of the game in three lines, for newcomers."""

    parts: Parts = PARTS
    progress: Callable[[T], Saying] = usual_progress
    variant: Callable[[T], Saying] | None = None
    """Returns what is played, for the header; without it, who plays together."""

    ranks: Callable[[T], Ranks | None] = lambda _table: None
    height: Callable[[Seen[T], Card], int] = usual_height
    """Returns how high a card ranks where a hand is sorted so."""

    known: Callable[[T], Sequence[Card]] = lambda _table: ()
    """Returns the cards that all have seen besides those played."""

    gone: str | Callable[[T], Saying] = ""
    """How much the rules show of the cards gone, or what returns it."""

    pile: Callable[[T, int], tuple[Saying, Sequence[Card]]] | None = None
    """Returns how much a seat has won, and those cards as far as they are seen; without it, its tricks are shown."""

    begun: str = "{deal}, dealt by {dealer}."
    """Which deal is played, where a table is told in words."""

    lying: Callable[[T], Sequence[Card]] = lambda table: cards_in(table.trick)
    """Returns the cards of the trick, or whatever takes its place."""

    held: Callable[[Seen[T]], Sequence[tuple[Say, Sequence[Card]]]] = lambda _seen: ()
    """Returns cards still to come that all have seen, with the sentence that says where they are."""

    piles: str | Callable[[Mapping[str, OptionValue]], Saying] = ""
    """Why the cards won cannot be looked at, perhaps with these options; empty if they can."""

    last: Callable[[T], bool] = lambda table: bool(table.last_trick)
    """Returns True if the last trick, or what takes its place, can be looked at."""

    playing: Callable[[T], Sequence[int]] = lambda table: range(table.players)
    """Returns the seats that take part in a trick."""

    friends: Callable[[T, int], Sequence[int]] = own_side
    """Returns the seats that win a trick with a seat, itself among them."""

    worth: Callable[[Sequence[Card]], int] | None = None
    """Returns what the cards of a trick count, where they do."""

    reason: Callable[[Seen[T]], Say | None] = usual_reason
    consequence: Callable[[Seen[T], Choice], Saying | None] = usual_consequence
    certain: Callable[[Seen[T]], Sequence[Card]] = certain_rest
    early: Callable[[Seen[T], Card | None], Say | None] = silent
    """Returns why a card, or the early key without one, cannot be chosen before the turn, or is not meant for it."""

    news: Callable[[T, T], Sequence[Say]] = lambda _before, _table: ()
    """Returns what should not be missed of a change of the table."""

    advice: Callable[[Seen[T]], Say | None] = silent
    doing: Callable[[Seen[T]], Say | None] = silent
    """Returns what the seats do whose turn it is, if they neither lead nor follow."""

    status: Callable[[Seen[T]], Sequence[Saying]] = lambda _seen: ()
    standing: Callable[[Seen[T]], Sequence[Saying]] = lambda seen: seen.words.status(seen)
    """Returns what is said of the deal where the table is told in words, besides dealer, trumps and turn."""

    turned: Callable[[T], Turned | None] = lambda _table: None
    stock: Callable[[T], Stock | None] = lambda _table: None
    zones: Callable[..., Zones] = trick_zones
    lines: int = 2
    """The lines above the cards in the middle: 1 if nothing is ever said besides the title."""

    round: bool = True
    """True if a big screen shows the seats round the table; False where cards lie in a row in the middle."""

    numbers: Mapping[str, Callable[[T, int], Saying | int | Suit | None]]
    """What is told of a seat in words besides its cards and its side, by its heading; None if this table has none."""

    plate: Callable[[T, int], Plate] = lambda _table, _seat: (("",),)
    """Returns what stands below the cards of a seat; the usual second line is its tricks and its total."""

    corner: Callable[[T, int], Saying] | None = None
    """Returns what stands beside the cards of a seat; without it, its side."""

    made: Callable[[Any, int], Sequence[Saying] | Sequence[Factor]]
    """Returns how the score of a seat was made, given the sheet: in words, or by the factors whose product it is."""

    sheet: Sequence[Column]
    """The columns of the score sheet between the side and the total."""

    total_title: str = "total"

    figures: Callable[[int], str] = figure
    """Returns points as they are written."""

    scores: Callable[[int], str] | None = None
    """Returns the points of a deal as they are written; without it, as totals are."""

    total: str = "total {total}"
    """How the total stands in a panel; options may stand in it by their names, and ``{deals}`` for deals won."""

    notes: Callable[[Match, int], Sequence[Saying]] = lambda _match, _page: ()
    """Returns what the figures of the sheet of a deal mean; deals are counted from 0."""


def undealt(words: Words[Any]) -> Words[Any]:
    """Return what is said of a table before its first deal, on which nothing lies yet."""
    usual: dict[str, Any] = {one.name: one.default for one in fields(Words) if callable(one.default)}
    blank = dict.fromkeys(words.numbers, lambda _table, _seat: "")
    return replace(words, **usual | {"progress": lambda _table: "", "variant": lambda _table: "", "numbers": blank})


def messages(words: Words[Any]) -> Iterator[tuple[str, Text]]:
    """Yield every text that is declared without a ``Say``, with its context."""
    texts: list[Any] = [words.game.about, *words.parts]
    texts += [words.gone, words.victory, words.piles, words.total, words.begun]
    texts += [*words.prompts.values(), *words.why.values(), *words.gist, *[mark.label for mark in words.marks.values()]]
    texts += [option.about for option in words.game.options]
    for key in (*words.keys.values(), *words.listed):
        texts += [key.label, key.about, key.late, key.open, key.move]
        yield from [("command", word) for word in key.words]
    yield from [("", text) for text in texts if not callable(text)]
    yield from [("score sheet", title) for title in (*[column.title for column in words.sheet], words.total_title)]
    yield from [("heading", heading) for heading in words.numbers]
