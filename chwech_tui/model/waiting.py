"""What a table waits for, as a sentence."""

from typing import Final

from chwech_tui.describe import as_sentence
from chwech_tui.model.board import Board, Table
from protocol.language import N_, _
from protocol.setup import Delay
from protocol.tableview import TablePhase
from protocol.vocabulary import Stage


def waiting(board: Board) -> str:
    """Return the sentence that says whom or what the table waits for."""
    table, game = board.table, board.game
    if table is None or table.phase is TablePhase.GATHERING or game is None:
        return _("The game has not begun yet.")
    if table.phase is TablePhase.OVER or game.stage is Stage.OVER:
        return _("The game is over.")
    if game.stage is Stage.DEALING:
        return _waiting_for_deal(board, table)
    if not game.awaited:
        return _("One moment: the trick is being taken.")
    if len(game.awaited) > 1:
        return _("The table waits for {names}.", names=board.people.listed(game.awaited))
    return _("It is {name}'s turn.", name=board.people.name(game.awaited[0]))


_SHOWN_LATER: Final = {
    Delay.DEAL: N_("Each deal is shown to you when the next one has ended."),
    Delay.TRICK: N_("Each trick is shown to you when the next one has ended."),
}
"""When a spectator who is told later sees more of a deal that the players may have begun; marked for translation."""


def _waiting_for_deal(board: Board, table: Table) -> str:
    later = _SHOWN_LATER.get(table.arrangement.delay, "") if board.watches else ""
    if board.waited_for and len(table.waits_for) == 1:
        return as_sentence(_("the next deal waits for you"))
    names = board.people.listed(table.waits_for)
    if names and not (later and table.arrangement.delay is Delay.DEAL):
        return _("The next deal waits for {names}.", names=names)
    return _(later) if later else _("The next deal is on its way.")


def sleeps_alone(board: Board) -> bool:
    """Return True if the table stands still while the viewer is away: nobody else plays, and nothing drives it on."""
    table = board.table
    if table is None or table.arrangement.clock.has_days or table.tournament:
        return False
    others = (occupant for seat, occupant in enumerate(table.seats) if occupant and seat != table.viewer)
    return not any(occupant.here and not occupant.bot for occupant in others)


def asked(board: Board) -> bool:
    """Return True if the game waits for the viewer, and not if they may only act unasked."""
    return board.game is not None and bool(board.game.legal) and board.game.viewer in board.game.awaited


def waits_for_viewer(board: Board) -> str:
    """Return what waits for the viewer, in a few words; empty if nothing does."""
    if asked(board) and board.pending is None and not board.away and not board.paused:
        return _("your turn")
    return _("the next deal waits for you") if board.waited_for else ""
