"""Every command in one table: its key, its words, when it is possible, and what it does at a table.

The keys of the table screen, the words of plain mode, the list of all keys and the keys that can be set come from this
table; the commands of a game come from the game. Where a screen shows something, plain mode tells it: the files of
``chwech_tui/plain`` say how, each for the words that it registers.
"""

import re
from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.describe import talk_of
from chwech_tui.model.board import Asking, Board, can_ask, no_hint_words, read
from chwech_tui.model.game import ShownGame
from chwech_tui.model.people import any_person, hint_unrates
from chwech_tui.model.picking import choose_first, lay, mark, numbered, premove, rest, several, shift, step
from chwech_tui.model.question import Outcome, Wish, answered, begin, choose_seat, see_to, set_ready, step_seat, write
from chwech_tui.model.replay import COMPLAINED
from chwech_tui.model.settings import Switch, shown_key
from chwech_tui.model.times import pause, step_away, waiting
from protocol.archive import Complain
from protocol.game import Stage
from protocol.language import N_, _
from protocol.messages import Begin, Continue, WatchTable
from protocol.table import Hint, Rematch, SetPace, TablePhase

LEAVE_KEY: Final = "ctrl+c"
"""The key that leaves, whatever the screen asks; pressed twice it needs no other confirmation."""


def press(board: Board, key: str, character: str = "") -> Outcome:
    """Handle a key, named as Textual names it; the character is what the key types into a chat line."""
    clear = replace(board, notice="", of_turn=False, tens=0)
    if key == LEAVE_KEY:
        asked = clear.asking is Asking.LEAVE
        return (clear, Wish.LEAVE) if asked else _leave(replace(clear, asking=Asking.NOTHING))
    if clear.asking is Asking.SAY:
        return write(clear, key, character)
    # The keys of phrases and of people are no letters.
    key = key.lower() if len(key) == 1 and key != "L" else key
    if clear.asking is not Asking.NOTHING:
        return answered(clear, key)
    command = possible(clear, key)
    if command is not None and command.group is SEATS:
        return command.act(clear)
    if not (clear.watches or clear.parted):
        if key.isdecimal():
            return (choose_seat(clear, int(key)), None) if _gathering(clear) else _number(board, clear, int(key))
        if clear.kind is not None and any(known.key == key for known in clear.kind.keys):
            return _move(clear, clear.kind, key)
        if command is None and len(key) == 1:
            return replace(clear, notice=_("That key does nothing here: ? lists the keys.")), None
    return command.act(clear) if command is not None else (clear, None)


def _number(before: Board, board: Board, digit: int) -> Outcome:
    """Choose the card with a number, and play it at once if the player wishes so and no longer number can be meant."""
    picked = numbered(before, board, digit)
    if not board.settings.one_key or picked.notice or picked.tens or several(picked) is not None or picked.kind is None:
        return picked, None
    return _move(picked, picked.kind, "enter")


def _back(board: Board) -> Outcome:
    """Close the previous trick, take back what was chosen for later, or put the chosen card back."""
    if board.looking_back:
        return replace(board, looking_back=False), None
    if board.premove is not None or board.claims:
        return replace(board, premove=None, claims=False), None
    return replace(board, chosen=None), None


def _once_more(board: Board) -> Outcome:
    table = board.table
    if table is not None and not board.watches:
        return board, Rematch(0) if table.rematch or any_person(table) else Wish.AGAIN
    if table is not None and table.rematch:
        return board, WatchTable(0, table.rematch)
    return replace(board, notice=_("Nobody has asked for a rematch yet.")), None


def _enter(board: Board) -> Outcome:
    table, game = board.table, board.game
    if table is None:
        return board, None
    if table.phase is TablePhase.GATHERING:
        if table.host == table.viewer:
            return board, Begin(0)
        return _wait(board, _("The host of the table begins the game.")), None
    if table.phase is TablePhase.OVER:
        return board, Wish.SHEET
    if game is None or board.kind is None or game.stage is Stage.DEALING:
        return (board, Continue(0, table.seq)) if board.waited_for else (_wait(board, waiting(board)), None)
    asked = several(board)
    if asked is not None and board.pending is None and (board.marked or not asked.alone):
        return lay(board, asked)
    return _move(board, board.kind, "enter")


def _space(board: Board) -> Outcome:
    """Mark the chosen card where several are chosen; otherwise do what Enter does."""
    asked = several(board)
    return (mark(board, asked), None) if asked is not None else _enter(board)


def _move(board: Board, kind: ShownGame, key: str) -> Outcome:
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


def _complain(board: Board) -> Outcome:
    """Keep the last play of a bot for the host."""
    if board.table is None or board.game is None or not any(one and one.bot for one in board.table.seats):
        return replace(board, notice=_("No bot has played yet.")), None
    return replace(board, notice=_(COMPLAINED)), Complain(0, board.table.seq)


def _need_sheet(board: Board) -> Outcome:
    if board.game is None or not (board.game.sheets or board.game.stage is Stage.PLAYING):
        return replace(board, notice=_("The game has not begun yet.")), None
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


def _need_talk(board: Board) -> Outcome:
    if not talk_of(board.chronicle):
        return replace(board, notice=_("Nobody has said anything yet.")), None
    return read(board), Wish.TALK


def _quiet(board: Board) -> Outcome:
    now, again = _("Talk is muted."), _("Talk is on again.")
    return replace(board, quiet=not board.quiet, notice=again if board.quiet else now), None


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


def _gathering(board: Board) -> bool:
    """Return True before the game, for a player."""
    return board.table is not None and board.table.phase is TablePhase.GATHERING and not board.watches


def _playing(board: Board) -> bool:
    return board.is_on and board.game is not None and board.game.stage is Stage.PLAYING


def _over(board: Board) -> bool:
    return board.table is not None and board.table.phase is TablePhase.OVER


def _is_on(board: Board) -> bool:
    return board.is_on


class Place(Enum):
    """Where a command can be used in plain mode."""

    ANYWHERE = "anywhere"
    HOME = "away from a table"
    TABLE = "at a table"


class CommandGroup(Enum):
    """What a command is about, as the help of plain mode says it, marked for translation."""

    NOW = N_("Status")
    PLAY = N_("Play")
    TALK = N_("Talk")
    SEATS = N_("Before the game")
    TABLE = N_("The table")
    TABLES = N_("Tables")
    COURSE = N_("The course")
    ARCHIVE = N_("Finished games")
    PROGRAM = N_("This program")


_PLACES: Final = {
    **dict.fromkeys((CommandGroup.NOW, CommandGroup.PLAY, CommandGroup.SEATS, CommandGroup.TABLE), Place.TABLE),
    **dict.fromkeys((CommandGroup.TABLES, CommandGroup.COURSE, CommandGroup.ARCHIVE), Place.HOME),
}
"""Where the commands of a group can be used; those of the others anywhere."""

_PARTED: Final = frozenset({"l", "k", "w", "pageup", "pagedown", "s", "question_mark", "escape", "q"})
"""The keys that need no server: they still act after it has ended the connection permanently."""

_WATCHING: Final = _PARTED | {"n", "c", "t", "x", "i", "f", "j", "r", "o", "exclamation_mark"}
"""The keys that act for spectators."""


class Command(Struct, frozen=True, gc=False):
    """A command."""

    group: CommandGroup
    words: str
    """What is typed in plain mode, in English: the full word first, then others and single letters; empty for none."""
    about: str
    """What it does, marked for translation; empty for a key that stands for another one."""
    key: str = ""
    """Its key at a table, as Textual names it; empty for none."""
    act: Callable[[Board], Outcome] = lambda board: (board, None)
    """What it does at a table, where a key or plain mode asks for it."""
    label: str = ""
    """Its effect as the foot of the screen names it, marked for translation; empty if it never does."""
    when: Callable[[Board], bool] = lambda _board: True
    """When it is possible at a table; before the game only, if its group says so."""
    usage: str = ""
    """What follows the word in plain mode, marked for translation; empty for nothing."""
    where: Place | None = None
    """Where it can be used in plain mode, if not where the others of its group are."""
    online: bool = False
    """True if it needs the others of a server, in plain mode."""

    @property
    def typed(self) -> tuple[str, ...]:
        """The words that are typed."""
        return tuple(self.words.split())

    @property
    def place(self) -> Place:
        """Where it can be used in plain mode."""
        return self.where or _PLACES.get(self.group, Place.ANYWHERE)


def _wish(wish: Wish) -> Callable[[Board], Outcome]:
    return lambda board: (board, wish)


def _now(change: Callable[[Board], Board]) -> Callable[[Board], Outcome]:
    """Return what changes the board alone."""
    return lambda board: (change(board), None)


NOW, PLAY, TALK, SEATS, TABLE = (
    CommandGroup.NOW,
    CommandGroup.PLAY,
    CommandGroup.TALK,
    CommandGroup.SEATS,
    CommandGroup.TABLE,
)
TABLES, COURSE, ARCHIVE, PROGRAM = CommandGroup.TABLES, CommandGroup.COURSE, CommandGroup.ARCHIVE, CommandGroup.PROGRAM


def _pace(*, faster: bool) -> Callable[[Board], Outcome]:
    return lambda board: (board, SetPace(0, faster))


_SAY, _PHRASE = (_now(partial(begin, asking=one)) for one in (Asking.SAY, Asking.PHRASE))
_CHOOSE: Final = N_("choose a card, or turn the pages of the score sheet")
_NUMBER: Final = N_("choose the card with that number: 0 is 10, 01 is 11")
_MOVE_CARD: Final = N_("move the chosen card, in your own order")
_SHEET: Final = N_("the score sheet; on it, after the game, all hands")
_HINT: Final = N_("a hint, in points above the average; others see that you ask")
_STUPID: Final = N_("a bot's last play was stupid: keep it for the host")
_CLAIM: Final = N_("copy the invitation; in the game, claim the rest, if yours")
_HOST: Final = N_("as host: make someone else the host")
_INVITE: Final = N_("invite someone online, or show the command that invites others")
_LEAVE: Final = N_("leave; the game is saved")
_GAMES: Final = N_("of which games you hear tables and want quick games")
_WATCH: Final = N_("watch a table; alone, the one with most people")
_TOURNAMENT: Final = N_("tournaments: list them, NUMBER shows one, enter NUMBER enters it, make NAME makes one")

COMMANDS: Final = (
    Command(NOW, "turn t", N_("whose turn it is")),
    Command(NOW, "hand h", N_("your cards")),
    Command(NOW, "trick u", N_("the trick on the table")),
    Command(NOW, "last l", N_("the last trick"), "l", _look_back, N_("last trick")),
    Command(NOW, "gone k", N_("cards gone"), "k", _need_cards),
    Command(NOW, "piles w", N_("cards won, if open"), "w", _need_piles),
    Command(NOW, "log", N_("the whole log"), "pageup", lambda board: (read(board), Wish.LOG)),
    Command(NOW, "scores s", N_("the totals")),
    Command(NOW, "clock c", N_("the time left")),
    Command(NOW, "deal", N_("how the deal stands")),
    Command(NOW, "seats", N_("everyone's cards and points")),
    Command(NOW, "sheet", _SHEET, "s", _need_sheet, N_("score"), usage=N_("[DEAL]")),
    Command(NOW, "what", N_("what a card would do"), usage=N_("CARD")),
    Command(NOW, "seal", N_("the seal of the cards")),
    Command(PLAY, "", _CHOOSE, "right", _now(partial(step, by=1)), N_("choose")),
    Command(PLAY, "", "", "left", _now(partial(step, by=-1))),
    Command(PLAY, "", _NUMBER, "1"),
    Command(PLAY, "", _MOVE_CARD, "less_than_sign", _now(partial(shift, by=-1))),
    Command(PLAY, "", "", "greater_than_sign", _now(partial(shift, by=1))),
    Command(PLAY, "", "", "shift+left", _now(partial(shift, by=-1))),
    Command(PLAY, "", "", "shift+right", _now(partial(shift, by=1))),
    Command(PLAY, "", N_("play the card, now or when your turn comes"), "enter", _enter, N_("play"), _playing),
    Command(PLAY, "begin next", N_("begin, or next deal"), "enter", _enter),
    Command(PLAY, "", "", "space", _space),
    Command(PLAY, "again n", N_("after the game: rematch, or watch it"), "n", _once_more, when=_over),
    Command(PLAY, "", N_("after the game: the deal of the day"), "y", _wish(Wish.DAY), when=lambda now: now.unplayed),
    Command(PLAY, "review v", N_("the replay"), "v", _wish(Wish.REPLAY), when=_over),
    Command(PLAY, "hint", _HINT, "h", _ask_hint, N_("hint")),
    Command(PLAY, "stupid", _STUPID, "exclamation_mark", _complain),
    Command(PLAY, "", _CLAIM, "c", _claim_or_copy, N_("copy invitation")),
    Command(TALK, "say", N_("say something"), "t", _SAY, N_("say"), usage=N_("TEXT")),
    Command(TALK, "to", N_("say something to one person only"), usage=N_("NAME TEXT"), online=True),
    Command(TALK, "talk", N_("all that people have said"), "pagedown", _need_talk),
    Command(TABLE, "phrase x", N_("a quick phrase"), "x", _PHRASE, N_("phrases"), usage=N_("[NUMBER]"), online=True),
    Command(TALK, "people friends who", N_("who is here, your friends, and whom you block")),
    Command(TALK, "ignore i", N_("ignore someone, or hear them again"), usage=N_("NAME")),
    Command(TALK, "", N_("people: invite, watch, ignore"), "i", _wish(Wish.FRIENDS)),
    Command(TALK, "", N_("accept an invitation"), "j", _join),
    Command(TALK, "friend", N_("add a friend"), usage=N_("NAME"), online=True),
    Command(TALK, "unfriend", N_("remove a friend"), usage=N_("NAME"), online=True),
    Command(TALK, "block", N_("block someone: you won't hear or see each other online"), usage=N_("NAME"), online=True),
    Command(TALK, "unblock", N_("unblock someone"), usage=N_("NAME"), online=True),
    Command(TALK, "report", N_("report someone to those who run the server"), usage=N_("NAME: TEXT"), online=True),
    Command(TALK, "quiet", N_("mute talk, or hear it again"), "f", _quiet),
    Command(SEATS, "ready e", N_("before the game: ready, or not"), "e", set_ready),
    Command(SEATS, "", N_("as host: choose a seat"), "down", partial(step_seat, by=1), N_("seats")),
    Command(SEATS, "", "", "up", partial(step_seat, by=-1)),
    Command(SEATS, "", "", "right", partial(step_seat, by=1)),
    Command(SEATS, "", "", "left", partial(step_seat, by=-1)),
    Command(SEATS, "bots b", N_("as host: put bots in the free seats"), "b", partial(see_to, key="b")),
    Command(SEATS, "remove", N_("as host: free a seat"), "d", partial(see_to, key="d"), usage=N_("NAME")),
    Command(SEATS, "host", _HOST, "h", partial(see_to, key="h"), usage=N_("NAME")),
    Command(TABLE, "invite", _INVITE, usage=N_("[NAME]"), online=True),
    Command(TABLE, "away a", N_("step away or return; a bot plays meanwhile"), "a", step_away, when=_is_on),
    Command(TABLE, "faster", N_("as host: bots play faster"), "plus", _pace(faster=True), when=_is_on),
    Command(TABLE, "slower", N_("as host: bots play more slowly"), "minus", _pace(faster=False), when=_is_on),
    Command(TABLE, "pause z", N_("ask for a pause, agree to one, or resume"), "z", pause, when=_is_on),
    Command(TABLE, "", N_("back"), "escape", _back),
    Command(TABLE, "leave q", _LEAVE, "q", _leave, N_("leave"), where=Place.ANYWHERE),
    Command(TABLE, "resign", N_("leave for good: the question offers it")),
    Command(TABLES, "tables", N_("list the tables")),
    Command(TABLES, "news", N_("what has happened since your last visit"), usage=N_("[NUMBER]"), online=True),
    Command(TABLES, "go join", N_("sit down at a table"), usage=N_("NUMBER or CODE")),
    Command(TABLES, "watch", _WATCH, usage=N_("[NUMBER or CODE]"), online=True),
    Command(TABLES, "servers", N_("who is on the servers you have joined")),
    Command(TABLES, "games", _GAMES, usage=N_("[GAME, ... or all]"), online=True),
    Command(TABLES, "quick g", N_("quick game: a seat where people are waiting"), usage=N_("[GAME]")),
    Command(TABLES, "today", N_("the deal of the day"), usage=N_("[play, practice or DAY]")),
    Command(TABLES, "new", N_("make a table"), usage=N_("[GAME] [PLAYERS] [NAME=VALUE ...]")),
    Command(TABLES, "tournament", _TOURNAMENT, usage=N_("[WORDS]"), online=True),
    Command(COURSE, "learn", N_("learn the game in five minutes"), usage=N_("[GAME]")),
    Command(COURSE, "coach", N_("play with the coach"), usage=N_("[GAME]")),
    Command(COURSE, "puzzle", N_("the puzzle of the day, then your own mistakes in finished games")),
    Command(ARCHIVE, "history", N_("list your finished games")),
    Command(ARCHIVE, "rankings", N_("the best players"), usage=N_("[GAME]")),
    Command(ARCHIVE, "replay", N_("replay one"), usage=N_("NUMBER")),
    Command(ARCHIVE, "export", N_("save its record"), usage=N_("NUMBER")),
    Command(PROGRAM, "rules r", N_("the rules of this table"), "r", _wish(Wish.RULES), N_("rules"), usage=N_("[GAME]")),
    Command(PROGRAM, "", N_("learn the game, then come back to the table"), "L", _wish(Wish.LEARN)),
    Command(PROGRAM, "", N_("all keys"), "question_mark", label=N_("keys")),
    Command(PROGRAM, "settings", N_("your settings"), "o", _wish(Wish.SETTINGS), usage=N_("[NAME]")),
    Command(PROGRAM, "set", N_("set it"), usage=N_("NAME VALUE")),
    Command(PROGRAM, "cards", N_("how cards are written"), usage=N_("signs, letters or words")),
    Command(PROGRAM, "rename p", N_("change your nickname"), usage=N_("NAME"), where=Place.HOME, online=True),
    Command(PROGRAM, "keys", N_("your SSH keys"), where=Place.HOME, online=True),
    Command(PROGRAM, "quit", N_("end this program")),
    Command(PROGRAM, "help ?", N_("the commands"), usage=N_("[WORD]")),
)
"""Every command but those of the games, in the order of the help."""

LABELS: Final = {known.key: known.label for known in COMMANDS if known.label}
"""What the foot of the screen says of a key, marked for translation."""

_BEFORE: Final = {known.key: [known] for known in COMMANDS if known.group is SEATS}
_OTHERS: Final = [known for known in COMMANDS if known.group is not SEATS]
_DURING: Final = {one.key: [known for known in _OTHERS if known.key == one.key] for one in _OTHERS}
"""The commands of each key, before the game and during it."""


def possible(board: Board, key: str) -> Command | None:
    """Return what a key does at a table now, besides the keys of its game; None for nothing."""
    if (board.parted and key not in _PARTED) or (board.watches and key not in _WATCHING):
        return None
    known = _BEFORE.get(key, ()) if _gathering(board) else ()
    return next((one for one in (*known, *_DURING.get(key, ())) if one.when(board)), None)


def letters(games: Iterable[ShownGame]) -> dict[str, str]:
    """Return the letters that do something at a table of these games, each with all its effects, in order."""
    effects = [(known.key, _(known.about)) for known in COMMANDS]
    effects += [(key.key, re.split("[,;]", _(key.about))[0]) for game in games for key in game.keys]
    found: dict[str, list[str]] = {}
    for key, effect in effects:
        if len(key) == 1 and key.islower() and effect not in found.setdefault(key, []):
            found[key].append(effect)
    return {key: "; ".join(told) for key, told in sorted(found.items())}
