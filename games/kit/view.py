"""The table of a game in a view: a server packs a masked one, and a client makes the game's own table of it again.

A client that does not know the game keeps the plain fields. All that a server says is checked here: a value has to be
of the type that the game declares, and a card one of its pack.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields
from functools import cache
from types import NoneType
from typing import Any, Final, TypeVar, get_type_hints

from msgspec import convert

from games.kit.asking import Ask, AskAny, Shuffle
from games.kit.game import CardTable, Game, Match
from games.kit.options import InvalidSetup
from games.kit.run import Run
from games.kit.secrets import EVERYBODY, Hidden, masked, visibility
from protocol.cards import Card
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.game import Choice, DealSheet, Stage, View, atom, card_atom, thawed
from protocol.message import Seat

T = TypeVar("T", bound=CardTable)

_PLAIN: Final = frozenset({int, bool, str, NoneType})
_USUAL: Final = frozenset({"dealer", "ending", "points", "totals"})  # The fields of a sheet that every game has.
_ALIKE: Final[Mapping[type, Callable[[Any], Any]]] = {
    Card: card_atom,
    Hidden: {Hidden(number): atom(Hidden(number)) for number in range(256)}.__getitem__,
}
"""Of what whole lists often are, the form on the wire; a KeyError or TypeError for all else in such a list."""


def packed(value: Any) -> Any:  # noqa: ANN401
    """Return a value as it goes over the wire: in lists, plain values and extension types; or raise ``KeyError``."""
    # Most that is packed are a few small lists and cards, and this is most of what a view costs.
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or kind is tuple:
        alike = _ALIKE.get(type(value[0])) if value else None
        if alike is not None:
            with suppress(KeyError, TypeError):
                return tuple(map(alike, value))
        return tuple([part if type(part) in _PLAIN else _row(part) for part in value])
    if kind is dict:
        return {key: packed(part) for key, part in value.items()}
    return tuple(map(packed, value)) if isinstance(value, tuple) else atom(value)


def _row(part: Any) -> Any:  # noqa: ANN401
    """Return a part of a list as it goes over the wire: most of what lies on tables are a seat and a card, or none."""
    if type(part) is tuple and len(part) == 2 and type(part[0]) is int:
        seat, held = part
        if held is None:
            return part
        if type(held) is Card:
            return seat, card_atom(held)
    return packed(part)


@cache
def shown(kind: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:  # noqa: ANN401
    """Return the names of the fields of a class of table that all see alike, and of those that they do not."""
    seen = visibility(kind)
    alike = [name for name, one in seen.items() if one is EVERYBODY]
    return tuple(alike), tuple([name for name, one in seen.items() if one is not EVERYBODY and (one.of or one.unless)])


def fields_of(table: CardTable) -> dict[str, Any]:
    """Return the fields of a masked table as they go over the wire."""
    kind: Any = type(table)
    alike, unlike = shown(kind)
    return {name: packed(getattr(table, name)) for name in alike + unlike}


def view_of(
    run: Run,
    viewer: Seat | None,
    fields: dict[str, Any] | None = None,
    sheets: tuple[DealSheet, ...] | None = None,
    **more: Any,  # noqa: ANN401
) -> View:
    """Return what a viewer sees of a run; ``fields`` and ``sheets`` may be known already; a server adds ``more``."""
    match, table, asks = run.match, run.table, run.asks
    offer = run.offer(viewer)
    if fields is None:
        fields = fields_of(masked(table, viewer)) if table is not None else {}
    return View(
        game=match.game.name,
        players=match.players,
        options=match.differing,
        first_dealer=Seat(match.first_dealer),
        viewer=viewer,
        stage=Stage.OVER if asks is None else Stage.DEALING if isinstance(asks, Shuffle) else Stage.PLAYING,
        deal=match.deal - (asks is None),
        dealer=Seat(match.dealer if asks is not None else match.sheets[-1].dealer),
        asked=tuple(map(Seat, sorted(asks.asked))) if isinstance(asks, Ask | AskAny) else (),
        free=tuple(map(Seat, asks.free_to(viewer))) if isinstance(asks, AskAny) else (),
        prompt=offer.prompt if offer is not None else "",
        choices=tuple(offer.choices) if offer is not None else (),
        fields=fields,
        sheets=tuple([sheet_of(sheet, None, None) for sheet in match.sheets]) if sheets is None else sheets,
        winners=tuple(map(Seat, match.winners)),
        **more,
    )


def sheet_of(sheet: Any, commitment: str | None, seed: str | None) -> DealSheet:  # noqa: ANN401
    """Return a sheet of a game as it goes over the wire."""
    more = {one.name: packed(getattr(sheet, one.name)) for one in fields(sheet) if one.name not in _USUAL}
    return DealSheet(sheet.dealer, sheet.ending, sheet.points, sheet.totals, more, commitment, seed)


def table_of(game: Game[T], view: View) -> T | None:
    """Return the table that a view shows, as its viewer sees it; None before the first deal.

    Its match has the sheets of the view. Fields that nobody sees have their defaults, and what is hidden from the
    viewer is a ``Hidden``, or None where another owns it.

    Raises:
        RemoteProtocolError: the view is of another game, or one that this game cannot have shown.
    """
    match = match_of(game, view)
    if not view.fields:
        return None
    table = game.table(match, 0)
    kind: Any = game.table
    reading = _Reading(match)
    seen, hints = visibility(kind), _hints(kind)
    for name, visible in seen.items():
        if visible.of or visible.unless:
            secret = visible is not EVERYBODY
            setattr(table, name, reading.field(name, hints[name], view.fields, secret=secret))
    if len(table.hands) != match.players:
        raise _unlike(game, "hands: there is not one for each seat")
    return table


def match_of(game: Game[Any], view: View) -> Match:
    """Return the match of a view, with finished deals; raise ``RemoteProtocolError`` if it cannot be of this game."""
    if view.game != game.name:
        raise _unlike(game, f"it is one of {view.game}")
    try:
        match = game.start(view.players, view.options, view.first_dealer)
    except InvalidSetup as fault:
        raise _unlike(game, str(fault)) from None
    sheets: Any = game.sheet
    hints = {name: kind for name, kind in _hints(sheets).items() if name not in _USUAL}
    reading = _Reading(match)
    for sheet in view.sheets:
        if not len(sheet.points) == len(sheet.totals) == match.players:
            raise _unlike(game, "sheets: there are not points for each seat")
        more = {name: reading.field(name, kind, sheet.more) for name, kind in hints.items()}
        usual: dict[str, Any] = {name: getattr(sheet, name) for name in _USUAL}
        match.sheets.append(game.sheet(**usual, **more))
    return match


def choices_of(game: Game[Any], view: View) -> tuple[Choice, ...]:
    """Return what the viewer may answer; raise ``RemoteProtocolError`` if a choice is no card, word or list of them."""
    reading = _Reading(game.start(view.players, view.options, view.first_dealer))
    choices: tuple[Choice, ...] = reading.field("choices", tuple[Any, ...], {"choices": view.choices})
    if not all(isinstance(choice, Card | str | tuple) for choice in choices):
        raise _unlike(game, "choices: each is a card, a word or a list of them")
    return choices


class _Reading:
    """Reads fields of a view, one after the other."""

    def __init__(self, match: Match) -> None:
        self._game = match.game
        self._pack = frozenset(match.game.pack(match))

    def field(self, name: str, kind: Any, said: Mapping[str, Any], *, secret: bool = False) -> Any:  # noqa: ANN401
        """Return a field as the game declares it, from those of a view."""
        if name not in said:
            raise _unlike(self._game, f"{name} is missing")
        try:
            value = self._thawed(said[name])
            if not secret:
                return convert(value, kind, dec_hook=_of_type)
            if isinstance(value, Hidden):
                return value
            seen = iter(convert([part for part in value if not _is_hidden(part)], kind, dec_hook=_of_type))
            return [part if _is_hidden(part) else next(seen) for part in value]
        except (TypeError, ValueError) as fault:
            raise _unlike(self._game, f"{name}: {fault}") from None

    def _thawed(self, value: Any) -> Any:  # noqa: ANN401
        """Return a value with its cards, all of the pack, as they are in the rules; a row of any kind is a tuple."""
        value = thawed(value)
        if isinstance(value, Card) and value not in self._pack:
            raise ValueError(f"{value} is not in the pack")
        return tuple(map(self._thawed, value)) if isinstance(value, list | tuple) else value


def _is_hidden(part: Any) -> bool:  # noqa: ANN401
    """Return True for what a viewer does not see of a list by seat, or of the pairs of an owner and a value."""
    return part is None or isinstance(part, Hidden) or (isinstance(part, tuple) and part[1:] == (None,))


def _of_type(kind: type, value: object) -> object:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r:.60} is no {kind.__name__}")
    return value


@cache
def _hints(kind: Any) -> Mapping[str, Any]:  # noqa: ANN401
    return get_type_hints(kind)


def _unlike(game: Game[Any], why: str) -> RemoteProtocolError:
    return RemoteProtocolError(ErrorCode.INVALID_MESSAGE, f"the view is no table of {game.title}: {why}")
