"""The words of a game, declared once: all that is said, asked, listed and drawn of it, on screens and in plain mode.

They are about what one viewer sees of a table, and what lies in its middle. A text stands in a ``Say`` or in a field of
``Words``, and is collected from there for translators.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple

from games.kit.asking import Choice
from games.kit.game import Game, Match, T
from games.kit.say import SUITS, As, Meter, Say, Saying, Text, suit_sign
from games.kit.secrets import Hidden
from games.kit.tricks import AuctionTable, Ranks, TrickTable, best_of
from protocol.cards import Card, Suit
from protocol.setup import OptionValue


@dataclass(frozen=True)
class Seen(Generic[T]):
    """The table as one viewer sees it, and what that viewer may do."""

    words: Any
    """The words of the game, which are declared with this class."""
    table: T
    """Masked: what the viewer does not see is not there."""
    viewer: int | None
    turn: Sequence[int] = ()
    """The seats that are waited for."""
    asked: str = ""
    """The name of what the viewer is asked; empty if nothing is."""
    legal: Sequence[Choice] = ()

    @property
    def hand(self) -> Sequence[Card]:
        """The viewer's cards, while a deal is played."""
        held = self.table.hands[self.viewer] if self.viewer is not None and not self.table.over else ()
        return () if isinstance(held, Hidden) else held

    @cached_property
    def ranks(self) -> Ranks | None:
        """How the cards rank now."""
        ranks: Ranks | None = self.words.ranks(self.table)
        return ranks

    @cached_property
    def unseen(self) -> Sequence[Card]:
        """The cards of the pack that the viewer has not seen in this deal."""
        table, words = self.table, self.words
        left = Counter(words.game.pack(table.match))
        left.subtract([*self.hand, *table.gone, *words.lying(table), *words.known(table)])
        return [card for card, number in left.items() for _copy in range(number)]


class Marked(NamedTuple):
    """A card that lies on the table with what was said when it was played."""

    card: Card
    mark: str = ""
    """What was said, as records write it."""
    suit: Suit | None = None
    """The suit for which it stands."""


class CardRow(NamedTuple):
    """Cards that lie together in a row: an attack and what beat it, a card of a pile."""

    seat: int | Say
    """Whose they are, or what else stands below them."""
    cards: Sequence[Card]
    mark: Saying = ""
    shaded: bool = False


class Turned(NamedTuple):
    """A card turned up, and what becomes of it."""

    card: Card
    words: Saying


class Stock(NamedTuple):
    """Cards that lie face down in a heap: a stock, a widow."""

    cards: int
    words: Saying
    last: Card | None = None
    """The card turned up at its end."""


class Forms(NamedTuple):
    """A piece of a title in several lengths, the longest first; the first pieces of a title are shortened first."""

    forms: Sequence[Saying]


class Zones(NamedTuple):
    """What lies in the middle of the table, for whatever draws it."""

    title: Sequence[Saying | Forms] = ()
    """What is said of it, in a few pieces."""
    status: Sequence[Saying] = ()
    """What is said besides, in a line of its own."""
    trick: Sequence[tuple[int, Card | Marked | Saying | None]] = ()
    """What lies before each seat, in order: a card, or what it has said; None for a pass."""
    taker: int | None = None
    over: bool = False
    rows: Sequence[CardRow] = ()
    hands: Sequence[tuple[int, Saying]] = ()
    """Hands that lie open, at most two: a line each, in place of the last lines of what is said."""
    turned: Turned | None = None
    figure: str = ""
    """What is drawn in large figures: the bid that stands; whose it is, is ``taker``."""


def cards_in(trick: Sequence[tuple[int, Any]]) -> list[Card]:
    """Return the cards of a trick, of which each may stand with what was said of it."""
    plays = [play if isinstance(play, tuple) else (play,) for _seat, play in trick]
    return [part for play in plays for part in play if isinstance(part, Card)]


def is_trump(ranks: Ranks, card: Card) -> bool:
    """Return True if a card is a trump."""
    return ranks.height(card, None) >= 0


def silent(*_seen: Any) -> None:  # noqa: ANN401
    """Return nothing to say."""


def is_unbeatable(seen: Seen[Any], card: Card) -> bool:
    """Return True if a card is the highest trump that others may still hold."""
    height = seen.ranks.height(card, None) if seen.ranks is not None else -1
    return seen.ranks is not None and height > max([seen.ranks.height(one, None) for one in seen.unseen], default=-1)


def usual_reason(seen: Seen[Any]) -> Say | None:
    """Return why the last trick went as it did: by the highest card of its suit, or by a trump."""
    trick, ranks = seen.table.last_trick, seen.ranks
    return taking_words(ranks, cards_in(trick), best_of(ranks, trick)[1]) if ranks is not None and trick else None


def taking_words(ranks: Ranks, cards: Sequence[Card], card: Card) -> Say:
    """Return why a card takes a trick: it is the highest of its suit, or a trump."""
    trumps = [one for one in cards if is_trump(ranks, one)]
    if card not in trumps:
        return Say("{card} is the highest of the {suit}", card=card, suit=Say(SUITS[card.suit]) if card.suit else "")
    if len(trumps) > 1:
        return Say("{card} is the highest trump", card=card)
    return Say("no other trump was played") if cards[0] == card else Say("{card} is a trump", card=card)


def usual_consequence(seen: Seen[Any], choice: Choice) -> Say | None:
    """Return whether a card would take the trick, as far as anybody can know, and what that counts."""
    ranks, viewer = seen.ranks, seen.viewer
    if ranks is None or viewer is None or not isinstance(choice, Card):
        return None
    table, worth = seen.table, seen.words.worth
    seats, cards = [*dict(table.trick), viewer], [*cards_in(table.trick), choice]
    seat, card = best_of(ranks, list(zip(seats, cards, strict=True)))
    if seat != viewer:
        own = seat in seen.words.friends(table, viewer)
        return Say("{card} still takes it, for your side" if own else "{card} still takes it", card=card)
    last = len(cards) == len(seen.words.playing(table))
    if not last and not is_unbeatable(seen, card):
        return Say("you win the trick unless someone beats it")
    if worth is None:
        return Say("you take it")
    if last:
        return Say("you take it: {sum}", sum=Say("{points}", points=worth(cards)))
    return Say("you take it: {points} so far", points=str(worth(cards)))


def certain_rest(seen: Seen[Any]) -> Sequence[Card]:
    """Return the hand in the order to lead it, if no card that others may hold takes any of its tricks; or none."""
    ranks, hand = seen.ranks, seen.hand
    if ranks is None or seen.asked != "lead":
        return ()
    beaten = any(ranks.height(one, card.suit) > ranks.height(card, card.suit) for card in hand for one in seen.unseen)
    return () if beaten else sorted(hand, key=lambda card: -ranks.height(card, card.suit))


def trick_zones(
    seen: Seen[Any],
    *,
    back: bool,
    trumps: bool = True,
    details: Sequence[Saying] = ("",),
    taker: Callable[[Sequence[tuple[int, Any]]], int | None] | None = None,
) -> Zones:
    """Return the open trick; or the last one, to look back or while nothing is led; before it, what is turned up.

    ``details`` are what the title says between the trumps and what was led, the longest form first; ``taker`` returns
    the seat that takes a trick as it stands, usually that with the best card.
    """
    table, words, ranks = seen.table, seen.words, seen.ranks
    status, last = words.status(seen), table.last_trick
    named = [trump_words(ranks.suit)] if trumps and ranks is not None and ranks.suit is not None else []
    if ranks is None or not (table.trick or last):
        return Zones([*named, words.doing(seen) or ""], status, turned=words.turned(table))
    over = bool(last) and (back or not table.trick)
    shown = last if over else table.trick
    takes, led = taker(shown) if taker else best_of(ranks, shown)[0], cards_in(shown)[0]
    of_suit = led.suit is not None and not is_trump(ranks, led)
    led_words = Say("{suit} led" if of_suit else "trump led", role="dim", suit=suit_sign(led.suit))
    title: list[Saying | Forms] = [*named, Forms(details), led_words]
    if takes is None:
        return Zones(title, status, shown)
    taken = Say("[You take|{name} takes] it", role="info", seat=takes)
    if not over:
        return Zones([*title, Forms([as_it_stands(takes), taken])], status, shown, takes)
    title[-1] = Forms([led_words, ""])
    first, why = [Say("Last trick", role="strong")] if back else [], words.reason(seen)
    took = Forms([[taken, ": ", why] if why else taken, taken])
    return Zones([*first, *title, took], status, shown, takes, over=True)


def as_it_stands(taker: int | None) -> Say:
    """Return who takes a trick that is not complete."""
    own = Say("[you take|{name} takes] it", role="info", context="in a sentence", seat=taker)
    return Say("so far {taken}", role="dim", taken=own)


def trump_words(suit: Suit | None) -> Forms:
    """Return what is said of the trump suit."""
    whole = Say("{suit} are trump", role="dim", suit=suit)
    return Forms([whole, Say("{suit} trump", role="dim", suit=suit_sign(suit))])


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
    sides = len({*match.sides})
    return TOGETHER.get((sides, match.players // sides), "")


def side_title(*sides: int, role: str = "strong") -> Say:
    """Return the name of one side or several: ``Side A``, ``Sides A and B``."""
    *others, last = [chr(ord("A") + side) for side in sides]
    letters = Say("{others} and {last}", role=role, others=", ".join(others), last=last)
    return Say("Sides {letters}" if others else "Side {letter}", role=role, letter=last, letters=letters)


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


def several_aside(number: int) -> Several:
    """Return the choice of so many cards to lay aside."""
    none = Say("Mark the cards to lay aside, with the space bar.")
    return Several(number, number, Say("Lay cards aside"), none, word="bury ")


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

    one: str = "trick"
    last: str = "last trick"
    this: str = "this trick"
    none: str = "No trick of this deal has been taken yet."
    """The sentence that there is no last one."""
    place: str = "{deal}, trick {part}, play {play}"
    """A place in a replay, by ``deal``, ``part`` and ``play``."""
    taken: str = "taken by {name}"
    """Who has it, where a table is told in words."""
    over: str = "The trick is over."


PARTS: Final = Parts()


FOLLOWING: Final = frozenset({"follow", "follow_or_trump", "no_follow", "beat", "overtrump", "trump", "any"})
"""The names of what can be chosen before the turn; all else depends on what others do until then."""

Heard = tuple[Say | None, Say]
"""What all others hear of something, and what its own seat hears."""

Says = Mapping[str, Say | Callable[[Mapping[str, Any], int | None], Say | Sequence[Say] | None] | Heard | None]
"""What has happened, by the name under which it is told: a sentence, one that depends on the reader, or nothing.

Of two, the second is for the player who is told ``{own}``.
"""


def took_points(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return the sentence for a trick, with its points where it counts some."""
    if "points" not in about:
        return Say("[You take|{name} takes] the trick.", role="info")
    points = Say(("[You take|{name} takes] the trick: {n} point.", "[You take|{name} takes] the trick: {n} points."))
    return points.of({"n": about["points"]}, "info")


SAYS: Final[Says] = {
    "dealt": Say("{deal}: [You deal|{name} deals].", role="dim"),
    "played": Say("[You play|{name} plays] {card}"),
    "took": took_points,
    "bid": Say("[You bid|{name} bids] {number}."),
    "passed": Say("[You pass|{name} passes|{names} pass].", role="dim"),
    "buried": (None, Say("You lay {own} aside", role="dim")),
}
"""What happens in most games of tricks."""


def one_left(before: Any, table: Any) -> Sequence[Say]:  # noqa: ANN401
    """Return who has only one card left now."""
    one = Say("[You have|{name} has] one card left.", role="alert")
    held = zip(before.hands, table.hands, strict=True)
    return [one.of({"seat": seat}) for seat, (old, new) in enumerate(held) if len(old) > len(new) == 1]


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
    text = Say("deal {number}, to {target}" if target and not deals else "deal {number} of {deals}")
    return text.of({"number": number, "target": target, "deals": str(deals)})


AUCTION_OVER: Final = "The auction is over: play a card."
BID: Final = Key("b", "bid", "bid in the auction", ("bid",), AUCTION_OVER)._replace(
    question=Say("Your bid:", context="auction"), said=Say("bid {points}", context="auction")
)
NO_BID: Final = Key("p", "pass", "pass in the auction", ("pass",), AUCTION_OVER)


def call(table: AuctionTable, seat: int, declarer: int | None) -> As:
    """Return what a seat has said last in an auction; once someone plays for the bid, that seat's bid alone."""
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
    if table.over or table.bidder is None:
        return Say("Everyone has passed" if table.over else "No bids yet", role="dim")
    return Say("[You lead|{name} leads] with {bid}", role="info", seat=table.bidder, bid=table.bid)


NUMBERS: Final = {
    "Tricks": lambda table, seat: table.tricks[seat],
    "Points": lambda table, seat: table.match.totals[seat],
}


@dataclass(frozen=True, kw_only=True)
class Words(Generic[T]):
    """All that is said and shown of a game."""

    game: Game[T]
    says: Says
    """What has happened; what is told as ``dealt`` begins a deal."""
    endings: Mapping[str, Say | Callable[[Mapping[str, Any], int | None], Say]]
    """The same of what ends a deal, which is strong."""
    rests: bool = True
    """True if a table rests after a trick, and after what takes its place."""
    victory: str | Callable[[Match], Say] = "{victory} with {total}."
    """What is said of the winners, by ``{victory}``, who wins; or a function of the match that returns all of it."""
    prompts: Mapping[str, str | Callable[[Seen[T]], Say]] = field(default_factory=dict)
    """By the name of what is asked, what the viewer is told; ``{suit}`` is the suit led."""
    why: Mapping[str, str | Callable[[Seen[T], Any], Saying]] = field(default_factory=dict)
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
    gist: Sequence[str] = ()
    """The rules of the game in three lines, for newcomers."""
    parts: Parts = PARTS
    progress: Callable[[T], Saying] = usual_progress
    variant: Callable[[T], Saying] | None = None
    """Returns what is played, for the header; without it, who plays together."""
    ranks: Callable[[T], Ranks | None] = lambda table: table.ranks if isinstance(table, TrickTable) else None
    height: Callable[[Seen[T], Card], int] = lambda seen, card: seen.ranks.height(card, card.suit) if seen.ranks else 0
    """Returns how high a card ranks where a hand is sorted so."""
    trumps: Callable[[T, Card], bool] = lambda _table, _card: False
    """Returns True for a trump that its suit does not show: it is marked, and stands apart, in a hand."""
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
    last: Callable[[T], object] = lambda table: table.last_trick
    """Returns the last trick, or what takes its place; what is empty if there is none to look at."""
    playing: Callable[[T], Sequence[int]] = lambda table: range(table.players)
    """Returns the seats that take part in a trick."""
    friends: Callable[[T, int], Sequence[int]] = lambda table, seat: table.match.partners(seat)
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
    numbers: Mapping[str, Callable[[T, int], Saying | int | Suit | None]] = field(default_factory=lambda: NUMBERS)
    """What is told of a seat in words besides its cards and its side, by its heading; None if this table has none."""
    plate: Callable[[T, int], Plate] = lambda _table, _seat: (("",),)
    """Returns what stands below the cards of a seat; the usual second line is its tricks and its total."""
    corner: Callable[[T, int], Saying] | None = None
    """Returns what stands beside the cards of a seat; without it, its side."""
    made: Callable[[Any, int], Sequence[Saying] | Sequence[Factor]] = lambda _sheet, _seat: ()
    """Returns how the score of a seat was made, given the sheet: in words, or by the factors whose product it is."""
    sheet: Sequence[Column] = (Column("tricks"), Column("points"))
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

    def __post_init__(self) -> None:
        """Add to what a game says itself what is said in most games of tricks."""
        for name, usual in (("says", SAYS), ("prompts", PROMPTS), ("why", WHY)):
            object.__setattr__(self, name, {**usual, **getattr(self, name)})


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
