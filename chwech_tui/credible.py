"""Validation of server messages beyond their types; the rest of the client relies on it.

The codec has checked the types, and with them that numbers and times are plausible. This module checks that seats exist
at the table, lists by seat are complete, and a view does not contradict itself. It does not apply the rules of the
game: a game that is merely played against the rules is shown.
"""

from chwech_tui.games.registry import GAMES
from chwech_tui.model.checks import MOST_PLAYERS, check_each_seat, check_seats, demand
from chwech_tui.model.game import Game
from protocol import messages
from protocol.absence import Paused
from protocol.archive import GameEntry, Games, RecordPart, ReplayPart, ReplayStep, ReviewPart
from protocol.game import Stage
from protocol.lobby import LobbyChanged, LobbyShown
from protocol.message import LARGEST
from protocol.seating import Event
from protocol.setup import GameOffer
from protocol.tableview import TablePhase, TableView
from protocol.tournaments import TournamentShown


def check(message: messages.FromServer) -> None:
    """Raise ``RemoteProtocolError`` for a message that contradicts itself or is implausible."""
    match message:
        case messages.Welcome(games=games):
            for offer in games:
                _check_offer(offer)
        case messages.Happened(event=event, view=view):
            _check_table(view)
            _check_event(event, len(view.seats), GAMES.get(view.setup.game))
        case (
            messages.Seated(view=view)
            | messages.TableChanged(view=view)
            | messages.TableShown(view=view)
            | messages.Refused(view=view)
        ) if view is not None:
            _check_table(view)
        case messages.Tables(tables=tables) | LobbyShown(tables=tables) | LobbyChanged(tables=tables):
            for entry in tables:
                check_each_seat("names", entry.names, entry.setup.players)
        case ReplayPart(steps=steps, more=more):
            demand(steps or not more, "a replay goes on after no steps")
            for step in steps:
                _check_step(step)
        case RecordPart(lines=lines, more=more):
            demand(lines or not more, "a record goes on after no lines")
        case _:
            _check_list(message)


def _check_list(message: messages.FromServer) -> None:
    match message:
        case Games(games=games):
            for game in games:
                _check_ended(game)
        case ReviewPart(seats=seats, turns=turns):
            check_seats((turn.seat for turn in turns), len(seats))
        case TournamentShown(tables=tables):
            for table in tables:
                check_each_seat("totals", table.totals or table.names, len(table.names))


def _check_table(view: TableView) -> None:
    players = view.setup.players
    check_each_seat("people", view.seats, players)
    check_seats((view.viewer, view.host, *view.waits_for), players)
    if view.kept:
        check_each_seat("kept places", view.kept, players)
    if view.time is not None:
        check_seats(view.time.seats, players)
        check_each_seat("reserves", view.time.banks, players)
    if view.pause is not None:
        check_seats(view.pause.seats, players)
    begun = view.phase is not TablePhase.GATHERING
    demand(begun == (view.game is not None), f"a table that is {view.phase.value} has {'no' if begun else 'a'} game")
    game = GAMES.get(view.setup.game)
    if game is None or view.game is None:
        return
    demand(game.shows(view.game), f"the view is not one of {view.setup.game}")
    demand(view.game.viewer == view.viewer, "the table and its game are seen from two seats")
    demand((view.game.stage is Stage.OVER) == (view.phase is TablePhase.OVER), "the game is over and is not")
    game.check_view(view.game, players)


def _check_step(step: ReplayStep) -> None:
    """Check a step of a replay, whose message does not say which game it is; an unknown game passes."""
    demand(len(step.events) == 1, "a step of a replay is one event")
    game, players = GAMES.get(step.view.game), step.view.players
    if game is not None:
        game.check_view(step.view, players)
        _check_event(step.events[0], players, game)


def _check_event(event: Event, players: int, game: Game | None) -> None:
    """Check that an event is possible at a table of this size; all events have the same name for the seat that acts."""
    check_seats((getattr(event, "seat", None), *(event.seats if isinstance(event, Paused) else ())), players)
    if game is not None:
        game.check_event(event, players)


def _check_ended(game: GameEntry) -> None:
    players = game.setup.players
    check_each_seat("names", game.names, players)
    for by_seat in (game.totals, game.sides or game.totals, game.chips or game.totals):
        check_each_seat("totals", by_seat, players)
    check_seats((game.seat, *game.hinted), players)


def _check_offer(offer: GameOffer) -> None:
    """Check that a game on offer has players and options that can be chosen."""
    demand(offer.players, f"nobody can play {offer.name}")
    demand(all(1 <= number <= MOST_PLAYERS for number in offer.players), f"a table for {offer.players} is absurd")
    names = {option.name for option in offer.options}
    for option in offer.options:
        stepped = 0 <= option.least <= option.most <= LARGEST and 0 < option.step <= LARGEST
        demand(option.values, f"the option {option.name} has no values")
        demand(stepped or not option.step, f"{option.name} has absurd steps")
        demand(option.needs.keys() <= names, f"the option {option.name} needs one that there is not")
