"""Sentences as data: English is the key of the catalogues, and a value in braces is said by what it is.

Such a value is a card, a row of cards, a suit, a ``Named`` seat, several of them, another ``Say``, or a value with a
role of its own; a number under a name of ``COUNTED``, such as ``{chips}``, with its plural. ``{name}`` is the seat that
a sentence is about. What is said are parts, each a text and its role, which a client paints.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any, Final, NamedTuple, Protocol

from games.kit.secrets import Named
from protocol.cards import Card, Rank, Suit
from protocol.language import N_, _, ngettext, pgettext

Part = tuple[str, str]
"""A text and its role: ``strong``, ``dim``, ``faint``, ``accent``, ``alert``, ``hearts`` …; ``text`` for none."""

SYMBOLS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
SUITS: Final[Mapping[Suit | Rank, str]] = {
    Suit.CLUBS: N_("clubs"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.HEARTS: N_("hearts"),
    Suit.SPADES: N_("spades"),
}
JOKERS: Final = {Rank.JOKER: N_("Joker"), Rank.BLACK_JOKER: N_("black Joker"), Rank.RED_JOKER: N_("red Joker")}
ROLES: Final[Mapping[Suit | Rank, str]] = {
    Rank.JOKER: "joker",
    Rank.BLACK_JOKER: "spades",
    Rank.RED_JOKER: "hearts",
    **SUITS,
}

COUNTED: Final = {
    "cards": ("{n} card", "{n} cards"),
    "chips": ("{n} chip", "{n} chips"),
    "deals": ("{n} deal", "{n} deals"),
    "points": ("{n} point", "{n} points"),
    "tricks": ("{n} trick", "{n} tricks"),
}
"""The numbers that are said with what they count."""

Text = str | tuple[str, str]
"""A text of the catalogue; or its two forms for a number, ``{n}``."""


_FORMS: Final = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")


@lru_cache(4096)
def forms(text: str) -> tuple[str, str, str]:
    """Return a text as it is said to a seat itself, of another one, and of several; empty if it is not said so."""
    ways = max([found.count("|") for found in _FORMS.findall(text)], default=0)

    def form(way: int) -> str:
        return _FORMS.sub(lambda found: found[1].split("|")[way], text) if way <= ways else ""

    return form(0), form(1), form(2)


class Say:
    """A sentence about a seat: to that seat itself, of another one, and of several that do the same in a row.

    What differs between them is in brackets: ``[You pass|{name} passes|{names} pass] the lead.`` With a value ``name``
    it is about what is called so, such as a side, and not addressed to anybody.
    """

    __slots__ = ("context", "many", "one", "own", "role", "text", "values")

    def __init__(self, text: Text, /, *, role: str = "text", context: str = "", **values: Any) -> None:  # noqa: ANN401
        """Take the text, the role of what is not a value, and the values; ``seat`` is the seat that it is about."""
        self.text = text
        self.own: Text
        self.one: Text
        if isinstance(text, str):
            self.own, self.one, self.many = forms(text)
        else:
            (own, one, self.many), (owns, ones, _many) = map(forms, text)
            self.own, self.one = (own, owns), (one, ones) if one else ""
        self.role, self.context, self.values = role, context, values

    def of(self, values: Mapping[str, Any], role: str = "") -> "Say":
        """Return the sentence with the values of what has happened, in another role if one is given."""
        return Say(self.text, role=role or self.role, context=self.context, **{**values, **self.values})


class As(NamedTuple):
    """A value in a role of its own."""

    value: Any
    role: str = "strong"


class Counted(NamedTuple):
    """A number with what it counts, a name of ``COUNTED``."""

    number: int
    what: str


Saying = Say | As | str | Sequence["Saying"]
"""A sentence, a value, a text that is the same in every language, or several of these in a row."""


class Meter(NamedTuple):
    """Steps towards something, drawn one after another: signs, each so many times and in a role."""

    runs: Sequence[tuple[str, int, str]]


class Names(Protocol):
    """The names on the seats, as one reader calls them."""

    @property
    def viewer(self) -> int | None:
        """The reader's own seat."""

    def name(self, seat: Any, /) -> str:  # noqa: ANN401
        """Return the name on a seat."""

    def listed(self, seats: Iterable[Any], /) -> str:
        """Return several seats as a list, the reader last."""


def card_words(card: Card) -> str:
    """Return a card as part of a sentence: ``Q♥``, ``Joker``."""
    return card.rank.value + SYMBOLS[card.suit] if card.suit else _(JOKERS[card.rank])


def suit_sign(suit: Suit | None) -> As:
    """Return a suit as its symbol alone, in its colour; nothing for none."""
    return As(SYMBOLS[suit], SUITS[suit]) if suit else As("")


def parts(said: Saying, names: Names, *, prose: bool = False) -> tuple[Part, ...]:
    """Return what is said to a reader, in the language of the context; in prose a suit is a word and no symbol."""
    if isinstance(said, str):
        return ((said, "text"),) if said else ()
    if isinstance(said, As):
        return tuple(_value("", said.value, said.role, names, prose=prose))
    if not isinstance(said, Say):
        return tuple([part for one in said for part in parts(one, names, prose=prose)])
    seat = said.values.get("seat")
    found: list[Part] = []
    of_other = "name" in said.values or seat not in {None, names.viewer}
    text = said.one if said.one and of_other else said.own
    for literal, name in _pieces(_translated(said.context, text, said.values)):
        if literal:
            found.append((literal, said.role))
        if name == "name" and "name" not in said.values:
            found.append((names.name(seat), said.role))
        elif name is not None:
            found += _value(name, said.values[name], said.role, names, prose=prose)
    return tuple(found)


@lru_cache(2048)
def _pieces(text: str) -> tuple[tuple[str, str | None], ...]:
    return tuple([(literal, name) for literal, name, _spec, _conversion in Formatter().parse(text)])


def prose(said: Saying | None, names: Names) -> str:
    """Return what is said as plain text; empty for nothing."""
    return "".join([text for text, _role in parts(said, names, prose=True)]) if said is not None else ""


def _translated(context: str, text: Text, values: Mapping[str, Any]) -> str:
    if isinstance(text, tuple):
        # The number is put in at once, and the other values after it.
        others = {name: f"{{{name}}}" for name in ("name", *values) if name != "n"}
        return ngettext(*text, values["n"], **others)
    return pgettext(context, text) if context and text else _(text)


def _value(name: str, value: Any, role: str, names: Names, *, prose: bool) -> Iterable[Part]:  # noqa: ANN401, C901
    """Return a value as it is said, of whatever kind it is."""
    match value:
        case As(value=inner, role=own):
            return _value(name, inner, own, names, prose=prose)
        case Counted(number=number, what=what):
            return ((ngettext(*COUNTED[what], number), role),)
        case Say() | [Say(), *_] | [*_, Say()]:
            return parts(value, names, prose=prose)
        case Named():
            return ((names.name(value), role),)
        case Card():
            return ((card_words(value), ROLES[value.suit or value.rank]),)
        case Suit():
            word = _(SUITS[value])
            return ((word, role),) if prose else ((f"{SYMBOLS[value]} {word.capitalize()}", SUITS[value]),)
        case [Named(), *_]:
            return ((names.listed(value), role),)
        case list() | tuple():
            each = [part for one in value for part in ((" ", role), *_value("", one, role, names, prose=prose))]
            return each[1:]
        case int() if name == "deal":
            return ((_("Deal {number}", number=value), "strong"),)
        case int() if name in COUNTED:
            return ((ngettext(*COUNTED[name], value), role),)
    return ((str(value).replace("-", "−") if isinstance(value, int) else str(value), role),)
