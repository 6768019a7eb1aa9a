"""What is asked of the viewer now, in words, and the keys that answer it."""

from msgspec import Struct

from chwech_tui.describe import SUIT_WORDS, SYMBOLS, action_words
from chwech_tui.model.board import Asking, Board, may_pass, plays_of
from chwech_tui.model.hand import SUIT_KEYS, waiting
from chwech_tui.model.ink import Hue
from protocol.cards import Rank
from protocol.chwech.actions import Play
from protocol.chwech.views import ChwechView, Phase
from protocol.tableview import TablePhase


class Answer(Struct, frozen=True):
    """A key that answers what is asked."""

    shown: str
    """The key as it is written."""

    label: str
    """What it does."""

    key: str
    """The key as Textual names it."""


class Prompt(Struct, frozen=True):
    """What is asked, and how to answer."""

    text: str
    """The question, or whom the table waits for."""

    answers: tuple[Answer, ...] = ()
    """The keys of use."""

    hue: Hue = Hue.TEXT
    """Accent where the viewer is meant, dim where somebody else is, alert where something is in the way."""


_BACK = Answer("Esc", "back", "escape")
_THIS_TRICK = Answer("l", "this trick", "l")
_SHEET = Answer("s", "score sheet", "s")


def prompt(board: Board) -> Prompt:
    """Say what is asked now."""
    table, game = board.table, board.game
    if board.trouble:
        return Prompt(board.trouble, hue=Hue.ALERT)
    if board.asking is not Asking.NOTHING:
        return _asked(board)
    if table is None:
        return Prompt("Opening the table…", hue=Hue.DIM)
    if table.phase is TablePhase.GATHERING or game is None:
        return _gathering(board)
    if table.phase is TablePhase.OVER:
        again = () if board.looks_on else (Answer("n", "play again", "n"),)
        return Prompt("The game is over.", (_SHEET, *again, Answer("q", "leave", "q")), Hue.ACCENT)
    if game.phase is Phase.DEALING:
        return _between_deals(board)
    if board.pending is not None:
        return Prompt("Playing…", hue=Hue.DIM)
    if game.legal:
        return _turn(board, game)
    return Prompt(_wait(board, game), (_THIS_TRICK,) if board.looking_back else (), Hue.DIM)


def _asked(board: Board) -> Prompt:
    if board.asking is Asking.LEAVE:
        yes = Answer("y", "leave", "y")
        return Prompt("Leave the table? The game is kept for you.", (yes, Answer("Esc", "stay", "escape")), Hue.ACCENT)
    if board.asking is Asking.HEIGHT:
        return Prompt("Ace:", (Answer("h", "high", "h"), Answer("l", "low", "l"), _BACK), Hue.ACCENT)
    suits = tuple(Answer(key, f"{SYMBOLS[suit]} {SUIT_WORDS[suit]}", key) for key, suit in SUIT_KEYS.items())
    game, chosen = board.game, board.chosen
    led = game.hand[chosen] if game is not None and chosen is not None else None
    name = "Joker" if led is None or led.rank is Rank.JOKER else "Thirteen"
    return Prompt(f"{name} stands for:", (*suits, _BACK), Hue.ACCENT)


def _gathering(board: Board) -> Prompt:
    table = board.table
    if table is not None and table.host is not None and table.host == table.viewer:
        return Prompt("Begin? Bots take the empty seats.", (Answer("Enter", "begin", "enter"),), Hue.ACCENT)
    host = board.people.name(table.host) if table is not None and table.host is not None else "its host"
    return Prompt(f"Wait for {host} to begin", hue=Hue.DIM)


def _between_deals(board: Board) -> Prompt:
    if board.waited_for:
        return Prompt("The deal is over.", (Answer("Enter", "next deal", "enter"), _SHEET), Hue.ACCENT)
    return Prompt(waiting(board), hue=Hue.DIM)


def _wait(board: Board, game: ChwechView) -> str:
    return f"Wait for {board.people.name(game.turn)}" if game.turn is not None else "One moment…"


def _turn(board: Board, game: ChwechView) -> Prompt:
    answers: list[Answer] = [_THIS_TRICK] if board.looking_back else []
    plays = plays_of(game, game.hand[board.chosen]) if board.chosen is not None else ()
    if len(plays) == 1:
        answers.append(Answer("Enter", action_words(plays[0]), "enter"))
    elif plays:
        answers.append(Answer("Enter", action_words(Play(plays[0].card)) + "…", "enter"))
    if may_pass(game):
        answers.append(Answer("p", "pass", "p"))
    return Prompt(turn_words(game), tuple(answers), Hue.ACCENT)


def turn_words(game: ChwechView) -> str:
    """Say what is asked of the seat whose turn it is."""
    can_play = any(isinstance(action, Play) for action in game.legal)
    if game.phase is Phase.OPENING:
        return "Lead a card"
    if game.phase is Phase.LEADING:
        return "Lead a card or pass the lead" if can_play else "You can lead nothing: pass the lead"
    suit = SUIT_WORDS[game.trick.suit] if game.trick.suit else "suit"
    if can_play:
        return f"Follow {suit} or pass"
    return f"You cannot follow {suit}: pass"
