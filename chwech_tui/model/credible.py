"""Validation of server messages beyond their types; the rest of the client relies on it.

The codec has checked the types. This module checks that seats exist at the table, lists by seat are complete, numbers
are plausible, and a view does not contradict itself. It does not apply the rules of the game: a game that is merely
played against the rules is shown.
"""

import math
from collections.abc import Iterable
from typing import Any, Final

from protocol.absence import Paused
from protocol.archive import GameEntry, Games, RecordPart, ReplayPart, ReplayStep, Statistics
from protocol.chwech.events import DealEnded, DealSheet, Dealt, GameEnded
from protocol.chwech.views import ChwechView, OpenDeal, Phase, Trick
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.identity import KeyCode, Keys
from protocol.lobby import LobbyChanged, LobbyShown
from protocol.messages import (
    FromServer,
    Happened,
    Refused,
    Seated,
    TableChanged,
    Tables,
    TableShown,
    Welcome,
)
from protocol.setup import GameOffer
from protocol.tableview import TableEntry, TablePhase, TableView
from protocol.talk import Overheard
from protocol.vocabulary import Event, View

LARGEST: Final = 1_000_000
"""The largest count that is accepted: of cards, points, deals, games."""

MOST_PLAYERS: Final = 32
"""The largest number of players that is accepted at a table."""

LATEST: Final = 1e11
"""The latest time that is accepted, in seconds since 1970: thousands of years from now."""


def check(message: FromServer) -> None:
    """Refuse a message that contradicts itself or is implausible.

    Raises:
        RemoteProtocolError: the message is refused; the text says why.
    """
    match message:
        case Welcome(games=games):
            for offer in games:
                _check_offer(offer)
        case Happened(event=event, view=view):
            _check_table(view)
            _check_event(event, len(view.seats))
        case Seated(view=view) | TableChanged(view=view) | TableShown(view=view) | Refused(view=view) if (
            view is not None
        ):
            _check_table(view)
        case Tables(tables=tables):
            _check_entries(tables)
        case LobbyShown(tables=tables, online=online) | LobbyChanged(tables=tables, online=online):
            _check_entries(tables)
            _counts("people", [online])
        case ReplayPart(steps=steps):
            for step in steps:
                _check_step(step)
        case _:
            _check_other(message)


def _check_other(message: FromServer) -> None:
    """Check the messages that contain no table."""
    match message:
        case Overheard(lines=lines):
            _demand(lines, "nobody says nothing")
        case Games(games=games):
            for game in games:
                _check_ended(game)
        case RecordPart(lines=lines, more=more):
            _demand(lines or not more, "a record goes on after no lines")
        case Statistics():
            _counts("games", (message.games, message.wins, message.deals, message.exact))
            _demand(abs(message.points) <= LARGEST**2, "so many points are absurd")
        case Keys(keys=keys):
            for key in keys:
                _moment(key.added_at)
        case KeyCode():
            _counts("seconds", [message.seconds])


def _demand(holds: object, text: str) -> None:
    """Refuse the message with this text unless the condition holds."""
    if not holds:
        raise RemoteProtocolError(ErrorCode.INVALID_MESSAGE, text)


def _counts(what: str, numbers: Iterable[int]) -> None:
    """Check that numbers are plausible counts."""
    for number in numbers:
        _demand(0 <= number <= LARGEST, f"{number} {what} are absurd")


def _seats(seats: Iterable[int | None], players: int) -> None:
    """Check that the seats exist at a table; None passes."""
    for seat in seats:
        _demand(seat is None or 0 <= seat < players, f"there is no seat {seat} at a table for {players}")


def _moment(*moments: float | None) -> None:
    """Check that the values are plausible times or lengths of time, in seconds; None passes."""
    for moment in moments:
        sane = moment is None or (math.isfinite(moment) and abs(moment) <= LATEST)
        _demand(sane, f"{moment} is no time that a clock shows")


def _each_seat(what: str, listed: Iterable[object], players: int) -> None:
    """Check that a list by seat has one entry for each seat."""
    number = len(tuple(listed))
    _demand(number == players, f"{what} are told of {number} seats at a table for {players}")


def _check_table(view: TableView[Any]) -> None:
    """Check a snapshot of a table."""
    players = view.setup.players
    _each_seat("people", view.seats, players)
    _seats((view.viewer, view.host, *view.waits_for), players)
    if view.kept:
        _each_seat("kept places", view.kept, players)
    _moment(*(seat.grace for seat in view.seats if seat is not None))
    clock = view.arrangement.clock
    _moment(clock.seconds, clock.bank)
    if view.time is not None:
        _seats(view.time.seats, players)
        _each_seat("reserves", view.time.banks, players)
        _moment(view.time.now, view.time.left, view.time.deadline, view.time.bank_from, *view.time.banks)
    if view.pause is not None:
        _seats(view.pause.seats, players)
        _moment(view.pause.since, view.pause.until)
    begun = view.phase is not TablePhase.GATHERING
    _demand(begun == (view.game is not None), f"a table that is {view.phase.value} has {'no' if begun else 'a'} game")
    if isinstance(view.game, ChwechView):
        _demand(view.game.viewer == view.viewer, "the table and its game are seen from two seats")
        _demand((view.game.phase is Phase.OVER) == (view.phase is TablePhase.OVER), "the game is over and is not")
        _check_game(view.game, players)


def _check_step(step: ReplayStep[Event, View]) -> None:
    """Check a step of a replay; games other than Chwech pass."""
    if isinstance(step.view, ChwechView):
        players = len(step.view.seats)
        _check_game(step.view, players)
        for event in step.events:
            _check_event(event, players)


def _check_game(game: ChwechView, players: int) -> None:
    """Check a view of a game of Chwech."""
    _demand(1 <= players <= MOST_PLAYERS, f"a game for {players} is absurd")
    _each_seat("cards", game.seats, players)
    _seats((game.viewer, game.dealer, game.turn, *game.winners), players)
    _demand(1 <= game.deal <= LARGEST and 1 <= game.deals <= LARGEST, f"there is no deal {game.deal} of {game.deals}")
    for seat in game.seats:
        _counts("cards", (seat.cards, seat.won))
        _counts("points", (seat.worth, seat.total))
    for trick in (game.trick, game.last_trick):
        _check_trick(trick or Trick(), players)
    led = any(turn.play is not None for turn in game.trick.turns)
    _demand(game.phase is not Phase.FOLLOWING or led, "a card is followed that nobody has led")
    _demand(not game.legal or game.turn == game.viewer, "somebody may act whose turn it is not")
    _demand(not game.hand or game.viewer is not None, "whoever watches has no hand")
    for sheet in game.sheets:
        _check_sheet(sheet, players)
    for deal in game.hands:
        _check_hands(deal, players)


def _check_trick(trick: Trick, players: int) -> None:
    """Check a trick."""
    _seats((trick.taker, *(turn.seat for turn in trick.turns)), players)
    _demand(len(trick.turns) <= 2 * players, "more people take part in a trick than there are")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    """Check the score of a deal."""
    _seats((sheet.dealer,), players)
    for numbers in (sheet.won, sheet.left, sheet.factors, sheet.scores, sheet.totals):
        _each_seat("scores", numbers, players)
        _counts("points", numbers)


def _check_hands(deal: OpenDeal, players: int) -> None:
    """Check that open hands are given for every seat."""
    _each_seat("hands", deal.dealt, players)
    _each_seat("hands", deal.left, players)


def _check_event(event: Event, players: int) -> None:
    """Check that an event is possible at a table of this size."""
    # The events of all games and tables use the same field names for the seats that act.
    _seats((getattr(event, "seat", None), getattr(event, "dealer", None), *getattr(event, "winners", ())), players)
    match event:
        case Dealt(deal=deal, hands=hands):
            _demand(1 <= deal <= LARGEST, f"there is no deal {deal}")
            _each_seat("hands", hands, players)
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(totals=totals):
            _each_seat("totals", totals, players)
            _counts("points", totals)
        case Paused(seats=seats):
            _seats(seats, players)


def _check_entries(entries: Iterable[TableEntry]) -> None:
    """Check the entries of a list of tables."""
    for entry in entries:
        _each_seat("names", entry.names, entry.setup.players)
        _counts("seats", (entry.persons, entry.vacant))
        _counts("points", () if entry.total is None else (entry.total,))
        _moment(entry.deadline, entry.arrangement.clock.seconds, entry.arrangement.clock.bank)


def _check_ended(game: GameEntry) -> None:
    """Check the entry of a finished game."""
    players = game.setup.players
    _demand(1 <= game.game < 2**63, f"there is no game {game.game}")
    _each_seat("names", game.names, players)
    _each_seat("totals", game.totals, players)
    _counts("points", game.totals)
    _seats((game.seat,), players)
    _moment(game.ended_at)


def _check_offer(offer: GameOffer) -> None:
    """Check that a game on offer has players and options that can be chosen."""
    _demand(offer.players, f"nobody can play {offer.name}")
    _demand(all(1 <= number <= MOST_PLAYERS for number in offer.players), f"a table for {offer.players} is absurd")
    names = {option.name for option in offer.options}
    for option in offer.options:
        _demand(option.values or 0 <= option.least <= option.most <= LARGEST, f"the option {option.name} has no values")
        _demand(option.needs.keys() <= names, f"the option {option.name} needs one that there is not")
