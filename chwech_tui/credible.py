"""Validation of server messages beyond their types; the rest of the client relies on it.

The codec has checked the types. This module checks that seats exist at the table, lists by seat are complete, numbers
are plausible, and a view does not contradict itself. It does not apply the rules of the game: a game that is merely
played against the rules is shown.
"""

from collections.abc import Iterable

from chwech_tui.games.registry import GAMES
from chwech_tui.model.checks import (
    LARGEST,
    MOST_PLAYERS,
    check_code,
    check_counts,
    check_dates,
    check_each_seat,
    check_points,
    check_seats,
    check_times,
    check_tournaments,
    demand,
)
from chwech_tui.model.game import Game
from protocol import messages
from protocol.absence import Paused
from protocol.archive import GameEntry, Games, RecordPart, ReplayPart, ReplayStep, ReviewPart, Statistics
from protocol.game import Stage
from protocol.hints import CostliestChoice, HintGiven
from protocol.identity import KeyCode, Keys
from protocol.lobby import LobbyChanged, LobbyShown
from protocol.seating import Event
from protocol.setup import GameOffer
from protocol.tableview import TableEntry, TablePhase, TableView
from protocol.talk import Overheard
from protocol.tournaments import Tournaments, TournamentShown


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
        case messages.Tables(tables=tables):
            _check_entries(tables)
        case LobbyShown(tables=tables, online=online) | LobbyChanged(tables=tables, online=online):
            _check_entries(tables)
            check_counts("people", [online])
        case ReplayPart(steps=steps, more=more):
            demand(steps or not more, "a replay goes on after no steps")
            for step in steps:
                _check_step(step)
        case _:
            _check_other(message)


def _check_other(message: messages.FromServer) -> None:
    match message:
        case Overheard(lines=lines):
            demand(lines, "nobody says nothing")
        case Games(games=games):
            for game in games:
                _check_ended(game)
        case RecordPart(lines=lines, more=more):
            demand(lines or not more, "a record goes on after no lines")
        case ReviewPart():
            _check_review(message)
        case Statistics():
            check_counts("games", (message.games, message.wins, message.deals, message.exact, message.count))
            demand(abs(message.points) <= LARGEST**2, "so many points are absurd")
        case Keys() | KeyCode():
            _check_keys(message)
        case Tournaments() | TournamentShown():
            check_tournaments(message)
        case HintGiven() | CostliestChoice():
            _check_hint(message)


def _check_keys(message: Keys | KeyCode) -> None:
    if isinstance(message, Keys):
        for key in message.keys:
            check_dates(key.added_at)
    else:
        check_code(message.code)
        check_counts("seconds", [message.seconds])


def _check_hint(message: HintGiven | CostliestChoice) -> None:
    if isinstance(message, HintGiven):
        demand(message.choices, "a hint is about no choice")
        check_counts("points", [abs(choice.value) for choice in message.choices])
    else:
        check_counts("cards", (message.deal, message.cards))
        check_counts("points", [message.cost])


def _check_table(view: TableView) -> None:
    players = view.setup.players
    check_code(view.table)
    check_each_seat("people", view.seats, players)
    check_seats((view.viewer, view.host, *view.waits_for), players)
    if view.kept:
        check_each_seat("kept places", view.kept, players)
    check_times(*(seat.grace for seat in view.seats if seat is not None))
    clock = view.arrangement.clock
    check_times(clock.seconds, clock.bank)
    if view.time is not None:
        check_seats(view.time.seats, players)
        check_each_seat("reserves", view.time.banks, players)
        check_times(view.time.now, view.time.left, view.time.deadline, view.time.bank_from, *view.time.banks)
    if view.pause is not None:
        check_seats(view.pause.seats, players)
        check_times(view.pause.since, view.pause.until)
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


def _check_review(part: ReviewPart) -> None:
    """Check that every turn of a review is that of a seat in it, and that its points are those of a deal."""
    players = len(part.seats)
    demand(1 <= players <= MOST_PLAYERS, f"a table for {players} is absurd")
    check_seats((turn.seat for turn in part.turns), players)
    check_points(seat.score for seat in part.seats)
    points = [number for seat in part.seats for number in (seat.luck, seat.skill, seat.error)]
    points += [number for turn in part.turns for number in (turn.worth, turn.other_worth, turn.error)]
    demand(all(abs(number) <= LARGEST for number in points), "so many points are absurd")


def _check_entries(entries: Iterable[TableEntry]) -> None:
    for entry in entries:
        check_code(entry.table)
        check_each_seat("names", entry.names, entry.setup.players)
        check_counts("seats", (entry.persons, entry.vacant))
        check_points(() if entry.total is None else (entry.total,))
        check_dates(entry.played_at)
        check_times(entry.deadline, entry.arrangement.clock.seconds, entry.arrangement.clock.bank)


def _check_ended(game: GameEntry) -> None:
    players = game.setup.players
    demand(1 <= game.game < 2**63, f"there is no game {game.game}")
    check_each_seat("names", game.names, players)
    for by_seat in (game.totals, game.sides or game.totals, game.chips or game.totals):
        check_each_seat("totals", by_seat, players)
    check_points(game.totals)
    check_seats((game.seat, *game.hinted), players)
    check_dates(game.ended_at)


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
