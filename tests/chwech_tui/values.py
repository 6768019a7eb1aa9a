"""Small hand-made tables of Chwech for the tests of the model and the pictures."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.cards import SMALL, CardLook, Strokes
from chwech_tui.model.game import GAMES
from games.chwech.rules import CHWECH, card_of
from games.kit.asking import Choice
from games.kit.tricks import PASS
from games.kit.view import fields_of, packed
from protocol.cards import Card, Suit, read_card
from protocol.game import Answer, Answered, DealSheet, Hidden, Stage, View
from protocol.message import Seat
from protocol.setup import OptionValue, Setup
from protocol.table import Occupant, TablePhase, TableView

KIND = GAMES["chwech"]  # The game of these tables.
EMPTY = Board(kind=KIND)  # A board of the game before its first snapshot.
LOOK = CardLook(SMALL, Strokes.PAINTED)  # Small cards, edged by colour.
DRAWN = CardLook(SMALL, Strokes.DRAWN)  # Small cards, edged by lines.
PASSES: Final = Answer(PASS)  # The one way to pass.
NAMES = ("Megan", "Owain", "Rhys", "Nia", "Cerys")  # Who sits at these tables; Megan looks.


def of_kit(view: View | None) -> View:
    """Give the view of a board as one of the kit."""
    assert isinstance(view, View)
    return view


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(map(read_card, text.split()))


def read(text: str) -> Choice:
    """Read a choice as records write it: ``-``, ``QH``, ``AH+``, ``JK=H``."""
    face, equals, suit = text.partition("=")
    if equals:
        return read_card(face), equals, Suit(suit)
    marked = text != PASS and text[-1] in "+-"
    return (read_card(text[:-1]), text[-1]) if marked else text if text == PASS else read_card(text)


def answers(text: str) -> tuple[Answer, ...]:
    """Give the answers that are written so, with spaces between them."""
    return tuple(map(Answer, text.split()))


def told(what: str, seat: int | None = None, **about: Any) -> Answered:  # noqa: ANN401
    """Give an event that tells of one thing."""
    if seat is None:
        return Answered(told=((what, about),))
    return Answered(Seat(seat), told=((what, {"seat": seat, **about}),))


SHEET = DealSheet(
    dealer=Seat(0),
    ending="out",
    points=(81, 18, 0, 56, 8),
    totals=(81, 18, 0, 56, 8),
    more={"won": (18, 3, 0, 8, 1), "left": (0, 3, 9, 2, 1)},
    commitment="c" * 64,
    seed="5eed" * 16,
)
"""The score of a deal in which Megan did as well as one can."""


def seen(view: View, **changes: Any) -> View:  # noqa: ANN401
    """Give a view that differs in parts of the view or in fields of its table, by their names.

    In words, ``hand`` has the cards of the viewer, ``legal`` what may be answered, ``trick`` and ``last`` the turns of
    the open trick and of the one before, each a seat and what it did: ``3 5H, 0 -``. ``turn`` is the seat that is
    asked, ``held`` how many cards each seat has, ``left`` has the hands that lie open.
    """
    fields, given = {**view.fields}, {name: changes.pop(name) for name in _WORDS & changes.keys()}
    for name, text in given.items():
        fields |= _laid(fields, name, text)
    if "legal" in given:
        changes["choices"] = packed(tuple(map(read, given["legal"].split())))
    if "turn" in given:
        changes["asked"] = () if given["turn"] is None else (Seat(given["turn"]),)
    whole = {name: changes.pop(name) for name in [*changes] if name in View.__struct_fields__}
    assert changes.keys() <= fields.keys(), "no such field"
    return replace(view, **whole, fields=fields | {name: packed(value) for name, value in changes.items()})


_WORDS: Final = {"hand", "legal", "trick", "last", "turn", "held", "left"}


def _laid(fields: Mapping[str, Any], name: str, given: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the fields that say so much of the hands or of a trick."""
    if name == "hand":
        return {"hands": (packed(cards(given) if isinstance(given, str) else given), *fields["hands"][1:])}
    if name == "left":
        return {"hands": packed(given)}
    if name == "held":
        return {"hands": (fields["hands"][0], *[packed(Hidden(number)) for number in given[1:]])}
    if name not in {"trick", "last"}:
        return {}
    turns = [
        (int(seat), None if did == PASS else read(did)) for seat, did in map(str.split, filter(None, given.split(", ")))
    ]
    plays = [one for one in turns if one[1] is not None]
    led: Any = plays[0][1] if plays else None
    if name == "last":
        return {"last_turns": packed(turns), "last_trick": packed(plays)}
    suit = (
        led[-1] if isinstance(led, tuple) and isinstance(led[-1], Suit) else None if led is None else card_of(led).suit
    )
    return {"turns": packed(turns), "trick": packed(plays), "led": packed(suit)}


def _begun(options: Mapping[str, OptionValue]) -> View:
    """Give a view of a table for five on which nothing lies yet; some cards have been won."""
    match = CHWECH.start(len(NAMES), options)
    table = CHWECH.table(match, 1, hands=[[] for _ in NAMES], won=[0, 9, 12, 3, 6])
    return View(
        game=CHWECH.name,
        players=match.players,
        options=dict(options),
        viewer=Seat(0),
        stage=Stage.PLAYING,
        deal=2,
        dealer=Seat(1),
        prompt="follow",
        fields=fields_of(table),
        sheets=(SHEET,),
    )


def hearts_led(**options: OptionValue) -> View:
    """Give the view of Megan, who is to follow hearts."""
    lies = {"hand": "KC 10D QH AH JK", "held": (5, 4, 3, 2, 4), "legal": "QH AH JK -", "trick": "3 5H", "turn": 0}
    return seen(_begun(options), **lies)


VIEW = hearts_led()  # Megan is to follow hearts.


def table(view: View | None = VIEW, phase: TablePhase = TablePhase.PLAYING, waits: Sequence[int] = ()) -> TableView:
    """Give a table with this game."""
    return TableView(
        table="calm-river",
        seq=7,
        setup=Setup("chwech", len(NAMES), view.options if view is not None else {}),
        phase=phase,
        seats=tuple(Occupant(name, "steady" if seat else "") for seat, name in enumerate(NAMES)),
        viewer=Seat(0),
        host=Seat(0),
        waits_for=tuple(map(Seat, waits)),
        game=view,
    )


def board(view: View | None = VIEW, phase: TablePhase = TablePhase.PLAYING, waits: Sequence[int] = ()) -> Board:
    """Give a board that shows such a table."""
    return boards.changed(EMPTY, table(view, phase, waits))


def waiting_view() -> View:
    """Give a view in which it is Rhys's turn."""
    return seen(VIEW, turn=2, legal="", prompt="")


LEFT = ("", "6C 7C 8C", "4D 5D 6D 7D 8D 9D 10D JD QD", "4S 5S", "6S")
"""The cards that were left in the deal of that score."""


def dealing_view() -> View:
    """Give a view between two deals."""
    left = tuple(map(cards, LEFT))
    return seen(VIEW, stage=Stage.DEALING, turn=None, legal="", prompt="", trick="", left=left, over=True)


def over_view(**changes: Any) -> View:  # noqa: ANN401
    """Give a view of a game that is over."""
    return seen(dealing_view(), **{"stage": Stage.OVER, "deal": 1, "winners": (Seat(0),)} | changes)
