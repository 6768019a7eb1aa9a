"""Styled text: spans with a meaning instead of a colour; the module knows no colours and no terminal.

A screen is a felt with pictures stacked on it. ``Ground.TABLE`` is the felt of its row, and a span
without a ground lies on whatever is below it.
"""

from enum import Enum
from string import Formatter

from msgspec import Struct

from protocol.cards import Suit


class Hue(Enum):
    """The meaning of a span, from which its colour follows."""

    # Members are singletons, so hashing by identity is correct; Enum's own hash is slow and needed for every cell.
    __hash__ = object.__hash__

    TEXT = "text"
    STRONG = "strong"
    DIM = "dim"
    FAINT = "faint"
    """Text that should not draw attention."""
    TERM = "term"
    """A word that is explained in place."""
    ACCENT = "accent"
    """Whose turn it is, what is chosen, and what can be done; nothing else."""
    INFO = "info"
    """Who takes the trick so far, the highest bid."""
    GOOD = "good"
    """What is exactly right, and what was won."""
    ALERT = "alert"
    """A fault, a refusal, an absence, or little time left."""
    BOX = "box"
    """A full box of a meter."""
    EMPTY = "empty"
    """An empty one."""
    EVEN = "even"
    """A box of a meter that is exactly right because nothing is in it."""
    PAST = "past"
    """What is muted in a chart: a total before this deal, every second deal."""
    PAST_GOOD = "past good"
    """A muted value that is exactly right."""
    BACK = "back"
    """The cards in another hand."""
    FIRST_SIDE = "first side"
    SECOND_SIDE = "second side"
    THIRD_SIDE = "third side"
    """The side that someone plays on, beside its letter."""
    EDGE = "edge"
    """The edge of a card that lies on another one."""
    BRASS = "brass"
    """The edge of the felt, and of what stands beside it."""
    OUTLINE = "outline"
    """A place on the felt where a card will lie."""
    SHADE = "shade"
    """The shadow of a card on the felt."""
    HALO = "halo"
    """What surrounds the chosen card."""
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    JOKER = "joker"


HUES = {hue.value: hue for hue in Hue}  # The hues by the roles that games name.

SUIT_HUES = {
    Suit.CLUBS: Hue.CLUBS,
    Suit.DIAMONDS: Hue.DIAMONDS,
    Suit.HEARTS: Hue.HEARTS,
    Suit.SPADES: Hue.SPADES,
    None: Hue.JOKER,
}


class Ground(Enum):
    """The background of a span."""

    __hash__ = object.__hash__

    TABLE = "table"
    """The felt; in the first and last row of a screen its rail."""
    CARD = "card"
    SHADED = "shaded"
    """A card that cannot be played now."""
    CHOSEN = "chosen"
    PLATE = "plate"
    """What lies on the felt and has words on it: a seat, a list."""
    BUTTON = "button"


class Paint(Struct, frozen=True, eq=False, gc=False):
    """A colour of the pictures on cards, the same in every theme; each is one object, and is compared as such."""

    colour: str
    """Written ``#rrggbb``."""
    night: bool = False
    """True if it is used on a card that cannot be played now."""


class Gold(Struct, frozen=True, eq=False, gc=False):
    """A shade of the gold in which the program's name stands; each is one object, and is compared as such."""

    share: float
    """How much of the brightest gold is in it, from 0 to 1."""


Ink = Hue | Ground | Paint | Gold
"""A colour of any kind: pictures are drawn in grounds as well, and lie on paint."""


class Press(Struct, frozen=True, gc=False):
    """A click that has the effect of a key."""

    key: str


class Pick(Struct, frozen=True, gc=False):
    """A click that chooses a card of the viewer's hand."""

    place: int
    """The index of the card in the hand, from 0."""


Aim = Press | Pick


class Span(Struct, frozen=True, gc=False):
    """A piece of a line in one style."""

    text: str
    """The text, without line breaks and control characters."""
    hue: Ink = Hue.TEXT
    ground: Ink | None = Ground.TABLE
    """What is behind it; None for what lies below."""
    aim: Aim | None = None


Line = tuple[Span, ...]
"""One line of the screen, or a sentence not yet laid out."""

Picture = tuple[Line, ...]


def worded(template: str, hue: Hue = Hue.TEXT, **values: object) -> Line:
    """Return a sentence of the reader's language as a line: a value may be a span or a line with a look of its own.

    ``worded(_("{name} leads {play}"), name="Megan", play=play_line(play))``.
    """
    line: list[Span] = []
    for text, name, _spec, _conversion in Formatter().parse(template):
        if text:
            line.append(Span(text, hue))
        value = values[name] if name is not None else ()
        if isinstance(value, Span):
            line.append(value)
        elif isinstance(value, tuple):
            line += value
        else:
            line.append(Span(str(value), hue))
    return tuple(line)


def printable(text: str) -> str:
    """Return a text without characters that could control the terminal: the last guard before remote text is drawn."""
    return text if text.isprintable() else "".join(character for character in text if character.isprintable())


def plain(line: Line) -> str:
    """Return the text of a line without styles."""
    return "".join(span.text for span in line)


def on(line: Line, ground: Ink | None) -> Line:
    """Return a line that lies on another ground where it lay on the felt, or on nothing of its own."""
    bare = (None, Ground.TABLE)
    return tuple([Span(span.text, span.hue, ground, span.aim) if span.ground in bare else span for span in line])
