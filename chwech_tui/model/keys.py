"""The keys of the table screen, in one table: what each does now, or the sentence that says why it has no effect.

The list of keys and the words of those at the foot come from this table; the keys of a game come from the game.
"""

from collections.abc import Callable
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.model.board import OF_A_SEAT, Asking, Board, Table
from chwech_tui.model.game import Game
from chwech_tui.model.hints import can_ask, no_hint_words
from chwech_tui.model.hosting import Hosting, Wish, answer, any_person, begin, gathering_key, sure
from chwech_tui.model.own_keys import shown_key
from chwech_tui.model.people import hint_unrates
from chwech_tui.model.picking import choose, choose_first, lay, mark, point, premove, rest, several, shift, step
from chwech_tui.model.settings import Switch
from chwech_tui.model.times import attend, waiting
from protocol.absence import SetAway, SetPause
from protocol.game import Answer, Stage
from protocol.hints import Hint
from protocol.language import N_, _
from protocol.tableview import TablePhase
from protocol.talk import Say, SayPhrase

Asked = Hosting | Say | SayPhrase | SetAway | SetPause | Hint
"""The commands of a key besides the actions of the game; the sender assigns the id."""

Outcome = tuple[Board, Answer | Wish | Asked | None]
"""The result of a key: the new board, and what is to be done or sent."""

SURE_KEYS: Final = {
    Asking.LEAVE: frozenset({"y", "enter", "q"}),
    Asking.REMOVE: frozenset({"y", "enter", "d"}),
    Asking.GIVE: frozenset({"y", "enter", "h"}),
    Asking.HINT: frozenset({"y", "enter", "h"}),
    Asking.AWAY: frozenset({"y"}),
    Asking.JOIN: frozenset({"y"}),
    Asking.CLAIM: frozenset({"y"}),
}
"""The keys that confirm; where the act cannot be undone, also the key that asked. Any other key cancels."""

LEAVE_KEY: Final = "ctrl+c"
"""The key that leaves, whatever the screen asks; pressed twice it needs no other confirmation."""

_SURE: Final = {Asking.LEAVE: Wish.LEAVE, Asking.JOIN: Wish.JOIN}
_TALKS: Final = {"t": Asking.SAY, "x": Asking.PHRASE, "i": Asking.IGNORE}
_TALKING: Final = frozenset(_TALKS.values())


def press(board: Board, key: str, character: str = "") -> Outcome:
    """Handle a key, named as Textual names it; the character is what the key types into a chat line."""
    clear = replace(board, notice="", of_turn=False)
    if key == LEAVE_KEY:
        asked = clear.asking is Asking.LEAVE
        return (clear, Wish.LEAVE) if asked else _leave(replace(clear, asking=Asking.NOTHING))
    if clear.asking in _TALKING:
        return answer(clear, key, character)
    key = key.lower() if len(key) == 1 else key
    if (clear.watches and key not in _SPECTATOR_KEYS) or (clear.parted and key not in _PARTED_KEYS):
        return clear, None
    if clear.asking is not Asking.NOTHING:
        return _answer(clear, key)
    if key in _TALKS:
        return begin(clear, _TALKS[key]), None
    if clear.table is not None and clear.table.phase is TablePhase.GATHERING:
        used = gathering_key(clear, clear.table, key)
        if used is not None:
            return used
    return _press_in_game(clear, key)


def _press_in_game(clear: Board, key: str) -> Outcome:
    if key.isdecimal():
        return point(clear, int(key) - 1), None
    if clear.kind is not None and any(known.key == key for known in clear.kind.keys):
        return _move(clear, clear.kind, key)
    act = _ACTS.get(key)
    after, asked = act(clear) if act is not None else (clear, None)
    if after is clear and asked is None and len(key) == 1:
        return replace(clear, notice=_("That key does nothing here: ? lists the keys.")), None
    return after, asked


def _when_over(board: Board, act: Callable[[Board, Table], Outcome]) -> Outcome:
    over = board.table if board.table is not None and board.table.phase is TablePhase.OVER else None
    return act(board, over) if over is not None else (board, None)


def _attend(board: Board, key: str) -> Outcome:
    return attend(board, key) if board.is_on else (board, None)


def _back(board: Board) -> Outcome:
    """Close the previous trick, take back what was chosen for later, or put the chosen card back."""
    if board.looking_back:
        return replace(board, looking_back=False), None
    if board.premove is not None or board.claims:
        return replace(board, premove=None, claims=False), None
    return replace(board, chosen=None), None


def _once_more(board: Board, table: Table) -> Outcome:
    if not board.watches:
        return board, Wish.REMATCH if table.rematch or any_person(table) else Wish.AGAIN
    if table.rematch:
        return board, Wish.FOLLOW
    return replace(board, notice=_("Nobody has asked for another game yet.")), None


def _enter(board: Board) -> Outcome:
    table, game = board.table, board.game
    if table is None:
        return board, None
    if table.phase is TablePhase.GATHERING:
        if table.host == table.viewer:
            return board, Wish.BEGIN
        return _wait(board, _("The host of the table begins the game.")), None
    if table.phase is TablePhase.OVER:
        return board, Wish.SHEET
    if game is None or board.kind is None or game.stage is Stage.DEALING:
        return (board, Wish.AGREE) if board.waited_for else (_wait(board, waiting(board)), None)
    asked = several(board)
    if asked is not None and board.pending is None and (board.marked or not asked.alone):
        return lay(board, asked)
    return _move(board, board.kind, "enter")


def _space(board: Board) -> Outcome:
    """Mark the chosen card where several are chosen; otherwise do what Enter does."""
    asked = several(board)
    return (mark(board, asked), None) if asked is not None else _enter(board)


def _move(board: Board, kind: Game, key: str) -> Outcome:
    """Make the move of a key, choose it for later, ask which of several actions it means, or say why there is none."""
    reason = _not_yours(board)
    if reason or board.game is None:
        return premove(board, key) or _wait(board, reason), None
    card = board.chosen_card
    move = next((move for move in kind.moves(board.game, card) if move.key == key), None)
    if move is None:
        chooses = key == "enter" and card is None
        return _wait(board, choose_first(board) if chooses else kind.refusal(board.game, key, card)), None
    if len(move.choices) == 1:
        return board, move.choices[0].action
    return replace(board, asking=Asking.MOVE, move=move, stepped=0), None


def _wait(board: Board, reason: str) -> Board:
    """Give notice of what the table waits for, or why this turn is not played so, until that changes."""
    return replace(board, notice=reason, of_turn=True)


def _not_yours(board: Board) -> str:
    """Return why the viewer cannot act now; empty if they can."""
    if board.trouble:
        return _("The connection is down: your turn waits for you.")
    if board.pending is not None:
        return _("One moment: your last command is on its way.")
    if board.paused:
        return _("The game is paused: {key} goes on.", key=shown_key(board.settings.keys, "z"))
    return "" if board.my_turn else waiting(board)


def _answer(board: Board, key: str) -> Outcome:
    """Handle a key while the screen asks something other than chat."""
    done = replace(board, asking=Asking.NOTHING, move=None)
    if key == "escape":
        return done, None
    if board.asking in SURE_KEYS and key not in SURE_KEYS[board.asking]:
        return done, Wish.RESIGN if key == "g" and board.asking is Asking.LEAVE and board.is_on else None
    if board.asking in _SURE:
        return done, _SURE[board.asking]
    if board.asking is Asking.AWAY:
        return done, SetAway(0, away=True)
    if board.asking is Asking.HINT and board.table is not None:
        return done, Hint(0, board.table.seq)
    if board.asking is Asking.CLAIM:
        return replace(done, claims=True), None
    if board.asking in OF_A_SEAT:
        return sure(board)
    return choose(board, board.move, key) if board.move is not None else (done, None)


def _claim_or_copy(board: Board) -> Outcome:
    """Claim the rest while one plays; before and after the game, and for a spectator, copy the invitation."""
    if not board.is_on or board.watches:
        return board, Wish.COPY
    if not rest(board):
        words = _("Claim the rest when you lead and every trick left is surely yours.")
        return replace(board, notice=words), None
    return replace(board, asking=Asking.CLAIM), None


def _look_back(board: Board) -> Outcome:
    if not board.has_last_trick:
        return replace(board, notice=_(board.parts.none)), None
    return replace(board, looking_back=not board.looking_back), None


def _ask_hint(board: Board) -> Outcome:
    """Ask what each choice is worth, or put that away again."""
    if board.hint is not None:
        return replace(board, hint=None), None
    reason = _not_yours(board)
    if reason or board.table is None or board.game is None:
        return _wait(board, reason), None
    if can_ask(board):
        asks = hint_unrates(board.table)
        return (replace(board, asking=Asking.HINT), None) if asks else (board, Hint(0, board.table.seq))
    return replace(board, notice=no_hint_words(board)), None


def _need_sheet(board: Board) -> Outcome:
    if board.game is None or not board.game.sheets:
        return replace(board, notice=_("The score sheet begins when the first deal has ended.")), None
    return board, Wish.SHEET


def _need_piles(board: Board) -> Outcome:
    if board.table is None or board.game is None or board.kind is None:
        return replace(board, notice=_("The game has not begun yet.")), None
    closed = board.kind.piles_closed(board.table.setup)
    return (replace(board, notice=closed), None) if closed else (board, Wish.PILES)


def _need_cards(board: Board) -> Outcome:
    if board.game is None or board.game.stage is not Stage.PLAYING:
        return replace(board, notice=_("No deal is being played: there are no cards to count.")), None
    return board, Wish.COUNT


def _join(board: Board) -> Outcome:
    """Ask whether to leave for the table of an invitation."""
    if not board.invitation:
        return replace(board, notice=_("Nobody has invited you to another table.")), None
    return replace(board, asking=Asking.JOIN), None


def _leave(board: Board) -> Outcome:
    table = board.table
    if table is None or table.phase is TablePhase.OVER or board.watches or board.parted:
        return board, Wish.LEAVE
    if board.is_on and board.settings.confirm is Switch.OFF:
        return board, Wish.LEAVE  # The seat is kept.
    return replace(board, asking=Asking.LEAVE), None


class Use(Enum):
    """Who can use a key."""

    PLAYER = "player"
    SPECTATOR = "spectator"
    """Players and spectators."""

    PARTED = "parted"
    """Everybody, and also after the server has ended the connection for good: it does not need the server."""


class TableKey(Struct, frozen=True, gc=False):
    """A key of the table screen."""

    key: str
    act: Callable[[Board], Outcome] | None = None
    """What it does during the game; None if another table of keys says so."""

    label: str = ""
    """Its effect as the foot of the screen names it, marked for translation; empty if it never does."""

    use: Use = Use.PLAYER


class KeyRow(Struct, frozen=True, gc=False):
    """Keys that belong together, as the list of keys shows them."""

    shown: str
    about: str
    """Their effects, marked for translation."""

    keys: tuple[TableKey, ...]


ROWS: Final = (
    KeyRow(
        "← →",
        N_("choose a card, or turn the pages of the score sheet"),
        (
            TableKey("right", lambda board: (step(board, 1), None), N_("choose")),
            TableKey("left", lambda board: (step(board, -1), None)),
        ),
    ),
    KeyRow(
        "1 … 9   < >",
        N_("choose the card with that number; move it, in your own order"),
        (
            TableKey("less_than_sign", lambda board: (shift(board, -1), None)),
            TableKey("greater_than_sign", lambda board: (shift(board, 1), None)),
            TableKey("shift+left", lambda board: (shift(board, -1), None)),
            TableKey("shift+right", lambda board: (shift(board, 1), None)),
        ),
    ),
    KeyRow(
        "Enter  Space",
        N_("play the chosen card, now or when your turn comes; next deal"),
        (TableKey("enter", _enter, N_("play")), TableKey("space", _space)),
    ),
    KeyRow(
        "l  k  w  PgUp",
        N_("the last trick; cards gone; those won, if open; the whole log"),
        (
            TableKey("l", _look_back, N_("last trick"), Use.PARTED),
            TableKey("k", _need_cards, "", Use.PARTED),
            TableKey("w", _need_piles, "", Use.PARTED),
            TableKey("pageup", lambda board: (board, Wish.LOG), "", Use.PARTED),
        ),
    ),
    KeyRow(
        "h",
        N_("a hint: each choice in points over the mean; all see who had one"),
        (TableKey("h", _ask_hint, N_("hint")),),
    ),
    KeyRow(
        "s  o",
        N_("the score sheet; on it, after the game, all hands"),
        (TableKey("s", _need_sheet, N_("score"), Use.PARTED),),
    ),
    KeyRow(
        "c",
        N_("copy the invitation; in the game, claim the rest, if yours"),
        (TableKey("c", _claim_or_copy, N_("copy invitation"), Use.SPECTATOR),),
    ),
    KeyRow(
        "r  ?  :",
        N_("the rules of this table; all keys; whatever can be done now"),
        (
            TableKey("r", lambda board: (board, Wish.RULES), N_("rules"), Use.SPECTATOR),
            TableKey("question_mark", lambda board: (board, Wish.KEYS), N_("keys"), Use.PARTED),
        ),
    ),
    KeyRow(
        "t  x  i",
        N_("say something; a quick phrase; ignore somebody, or everybody"),
        (
            TableKey("t", None, N_("say"), Use.SPECTATOR),
            TableKey("x", None, N_("phrases"), Use.SPECTATOR),
            TableKey("i", None, "", Use.SPECTATOR),
        ),
    ),
    KeyRow(
        "f  j  o",
        N_("people, to invite them; join who invites you; your settings"),
        (
            TableKey("f", lambda board: (board, Wish.FRIENDS), "", Use.SPECTATOR),
            TableKey("j", _join, "", Use.SPECTATOR),
            TableKey("o", lambda board: (board, Wish.SETTINGS), "", Use.SPECTATOR),
        ),
    ),
    KeyRow(
        "a",
        N_("step away, and back: meanwhile a bot plays for you"),
        (TableKey("a", lambda board: _attend(board, "a")),),
    ),
    KeyRow("z", N_("ask for a pause, or agree to it; go on"), (TableKey("z", lambda board: _attend(board, "z")),)),
    KeyRow(
        "e  ↑ ↓  b  d  h",
        N_("before the game: ready; as its host: seats, bots, free, new host"),
        (TableKey("down", None, N_("seats")),),
    ),
    KeyRow(
        "n  v",
        N_("after the game: play once more, or watch it; the replay"),
        (
            TableKey("n", lambda board: _when_over(board, _once_more), "", Use.SPECTATOR),
            TableKey("v", lambda board: _when_over(board, lambda now, _table: (now, Wish.REPLAY))),
        ),
    ),
    KeyRow(
        "Esc  q",
        N_("back; leave: a game that is on is kept for you"),
        (TableKey("escape", _back, "", Use.PARTED), TableKey("q", _leave, N_("leave"), Use.PARTED)),
    ),
)
"""Every key of the table screen but those of the games, in the order of the list of keys."""

KEYS: Final = {known.key: known for row in ROWS for known in row.keys}
_ACTS: Final = {known.key: known.act for known in KEYS.values() if known.act is not None}
_SPECTATOR_KEYS: Final = frozenset(known.key for known in KEYS.values() if known.use is not Use.PLAYER)
_PARTED_KEYS: Final = frozenset(known.key for known in KEYS.values() if known.use is Use.PARTED)
