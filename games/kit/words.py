"""The words of a game, declared once: all that a client says, asks, lists and draws of it.

A text stands in a ``Say`` or in a field of ``Words``, and is collected from there for translators.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, NamedTuple

from games.kit.asking import Choice
from games.kit.game import Game, Match, T
from games.kit.say import As, Say, Saying
from games.kit.seen import (
    Ranks,
    Seen,
    Turned,
    Zones,
    certain_rest,
    silent,
    trick_zones,
    usual_consequence,
    usual_reason,
)
from protocol.cards import Card
from protocol.setup import OptionValue


class Column(NamedTuple):
    """A column of the seats or of the score sheet."""

    title: str
    width: int
    show: Callable[[Any, int], Saying | As | int]
    """Returns what stands in it, given the table or the sheet, and a seat."""

    role: str = "text"
    heading: str = ""
    """Its title where the table is told in words; empty if it is not told there."""

    grows: bool = False
    """True if it is wider on a wide screen."""

    yields: bool = False
    """True if a note of an absence takes its place."""

    context: str = "column"


HAND: Final = Column("hand", 6, lambda table, seat: len(table.hands[seat]), heading="Cards")
TRICKS: Final = Column("tricks", 8, lambda table, seat: table.tricks[seat], heading="Tricks", grows=True, yields=True)
"""Columns that many games have."""


def sheet_column(title: str, show: Callable[[Any, int], Saying | As | int], width: int = 9) -> Column:
    """Return a column of the score sheet."""
    return Column(title, width, show, context="score sheet")


def totals(figures: Callable[[int], str], title: str = "total") -> Column:
    """Return the column of the score sheet that has the totals, the best of them lit."""

    def show(sheet: Any, seat: int) -> As:  # noqa: ANN401
        total = sheet.totals[seat]
        return As(figures(total), "accent" if total == max(sheet.totals) else "strong")

    return sheet_column(title, show)


class Key(NamedTuple):
    """How a choice is made that is a word, or begins with one."""

    key: str
    label: str
    about: str
    """Its effect in a sentence, for the list of keys."""

    words: tuple[str, ...] = ()
    """What is typed for it in plain mode."""

    late: str = ""
    """Why it does nothing while it is not offered."""

    early: bool = False
    """True if it can be chosen before the turn."""

    question: str = ""
    """What is asked where several choices have this word."""


class Parts(NamedTuple):
    """What the parts of a deal are called, after each of which the cards leave the middle."""

    one: str
    last: str
    this: str
    none: str
    """The sentence that there is no last one."""

    place: str
    """A place in a replay, by ``deal``, ``part`` and ``play``."""


PARTS: Final = Parts(
    "trick",
    "last trick",
    "this trick",
    "No trick of this deal has been taken yet.",
    "{deal}, trick {part}, play {play}",
)

SAYS: Final[Mapping[str, Say]] = {
    "played": Say("You play {card}", "{name} plays {card}"),
    "took": Say("You take the trick.", "{name} takes the trick.", role="accent"),
}
"""What happens in most games of tricks."""

PROMPTS: Final = {
    "lead": "Lead a card",
    "follow": "Follow {suit}",
    "beat": "Follow {suit}",
    "overtrump": "Play a trump",
    "trump": "Play a trump",
    "any": "Play any card",
}
WHY: Final = {
    "lead": "Choose a card to play.",
    "follow": "{suit} were led, and you have some: play one, not {card}.",
    "beat": "You can beat the trick, so you have to: not {card}.",
    "overtrump": "You can play a higher trump, so you have to: not {card}.",
    "trump": "You cannot follow suit: play a trump, not {card}.",
}
"""What is asked in games of tricks, and why anything else is refused."""

UNITS: Final = {"dealt": "dealt", "took": "trick"}
"""What ends with what happens in most games of tricks; how a deal ended is each game's own."""

Text = str | tuple[str, str]
"""A text of the catalogue; or its two forms for a number, ``{n}``."""


@dataclass(frozen=True, kw_only=True)
class Words(Generic[T]):
    """All that is said and shown of a game."""

    game: Game[T]
    says: Mapping[str, Say | Callable[[Mapping[str, Any], int | None], Say | None] | None]
    """What has happened, by the name under which it is told: a sentence, one that depends on the reader, or nothing."""

    units: Mapping[str, str]
    """What ends with it: ``dealt`` the dealing, ``trick`` a trick that rests, ``pile`` one that does not, ``deal``."""

    ending: Callable[[Any], tuple[str, Mapping[str, Any]]]
    """Returns what was told at the end of a deal, given its sheet: the name of the sentence, and its values."""

    victory: str = "{victory} with {total}."
    prompts: Mapping[str, str] = field(default_factory=dict)
    why: Mapping[str, str] = field(default_factory=dict)
    facts: Callable[[T], Mapping[str, Any]] = lambda _table: {}
    """Returns what else of a table stands in prompts and reasons."""

    keys: Mapping[str, Key] = field(default_factory=dict)
    """By the word that a choice is, or begins with."""

    play: str = "play {card}"
    at_turn: frozenset[str] = frozenset({"lead"})
    """The names of what cannot be chosen before the turn."""

    options: Mapping[str, Text] = field(default_factory=dict)
    """The options in the rules of a table, by ``name=value`` or ``name=*``."""

    always: Sequence[str] = ("deals",)
    """The options that are said even where they are the usual ones."""

    sign: Callable[[int, Mapping[str, OptionValue]], str] = lambda _players, _options: ""
    """Returns the rules in one word of at most eight letters, given the players and all options."""

    crib: Sequence[str | tuple[str, Mapping[str, OptionValue]]] = ()
    """The rules in a few sentences, some of them only with these options."""

    glossary: Mapping[str, str] = field(default_factory=dict)
    parts: Parts = PARTS
    progress: Callable[[T], Saying] = lambda table: Say(
        "deal {number} of {deals}", number=shown_deal(table), deals=table.options["deals"]
    )
    variant: Callable[[T], Saying] = lambda _table: ""
    ranks: Callable[[T], Ranks | None] = lambda _table: None
    known: Callable[[T], Sequence[Card]] = lambda _table: ()
    """Returns the cards that all have seen besides those played."""

    gone: str = ""
    """How much the rules show of the cards gone."""

    playing: Callable[[T], Sequence[int]] = lambda table: range(table.players)
    """Returns the seats that take part in a trick."""

    reason: Callable[[Seen[T]], Say | None] = usual_reason
    consequence: Callable[[Seen[T], Choice], Say | None] = usual_consequence
    certain: Callable[[Seen[T]], Sequence[Card]] = certain_rest
    news: Callable[[T, T], Sequence[Say]] = lambda _before, _table: ()
    """Returns what should not be missed of a change of the table."""

    advice: Callable[[Seen[T]], Say | None] = silent
    doing: Callable[[Seen[T]], Say | None] = silent
    """Returns what the seat does whose turn it is, before the first card is led."""

    status: Callable[[Seen[T]], Sequence[Saying]] = lambda _seen: ()
    turned: Callable[[T], Turned | None] = lambda _table: None
    zones: Callable[..., Zones] = trick_zones
    round: bool = True
    """True if a big screen shows the seats round the table; False where cards lie in a row in the middle."""

    seats: Sequence[Column]
    sheet: Sequence[Column]
    made: Callable[[Any, int], Saying]
    """Returns how the score of a seat was made, given the sheet, in a few words."""

    figures: Callable[[int], str] = lambda number: str(number).replace("-", "−")
    """Returns points as they are written."""

    total: str = "total {total}"
    notes: Callable[[Match, int], Sequence[Saying]] = lambda _match, _page: ()
    """Returns what the figures of the sheet of a deal mean; deals are counted from 0."""


def shown_deal(table: Any) -> int:  # noqa: ANN401
    """Return the number of the deal on the table, from 1: between two deals and at the end, that of the last one."""
    return len(table.match.sheets) + (not table.over)


def undealt(words: Words[Any]) -> Words[Any]:
    """Return what is said of a table before its first deal, on which nothing lies yet."""
    return Words(
        game=words.game,
        says=words.says,
        units=words.units,
        ending=words.ending,
        progress=lambda _table: "",
        seats=[one._replace(show=lambda _table, _seat: "") for one in words.seats],
        sheet=words.sheet,
        made=words.made,
        figures=words.figures,
        total=words.total,
    )


def messages(words: Words[Any]) -> Iterator[tuple[str, Text]]:
    """Yield every text that is declared without a ``Say``, with its context."""
    game = words.game
    yield "", game.about
    for option in game.options:
        yield "", option.title
        for value in option.values.values():
            yield from [("", one) for one in ((value,) if isinstance(value, str) else value)]
    for text in (*words.prompts.values(), *words.why.values(), *words.options.values(), *words.parts):
        yield "", text
    for key in words.keys.values():
        yield from [("", text) for text in (key.label, key.about, key.late, key.question)]
        yield from [("command", word) for word in key.words]
    for line in words.crib:
        yield "", line if isinstance(line, str) else line[0]
    for said in (words.gone, words.total, words.victory, words.play, *words.glossary.values()):
        yield "", said
    yield from [("glossary", word) for word in words.glossary]
    for column in (*words.seats, *words.sheet):
        yield column.context, column.title
        yield "heading", column.heading
