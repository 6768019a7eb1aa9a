"""The prompt of the table screen: the question to the viewer, and the keys that answer it."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.model.board import Asking, Board, Table
from chwech_tui.model.cards import card_words
from chwech_tui.model.commands import COMMANDS, LABELS, possible, press
from chwech_tui.model.ink import Hue
from chwech_tui.model.people import NOBODY, is_person
from chwech_tui.model.picking import forced_pass, premove, rest, several
from chwech_tui.model.question import hearers, kept_for, question
from chwech_tui.model.settings import OwnKeys, shown_key
from chwech_tui.model.times import asked as is_asked
from chwech_tui.model.times import sleeps_alone, waiting
from games.kit.say import prose
from protocol.game import Stage, View
from protocol.language import DEFAULT, N_, _, spoken
from protocol.table import TablePhase


class PromptAnswer(Struct, frozen=True, gc=False):
    """A key that answers the prompt."""

    shown: str
    label: str
    """What it does, marked for translation or in the reader's language already: whatever draws it translates it."""
    key: str


class Prompt(Struct, frozen=True, gc=False):
    """The question of the screen, and its answers."""

    text: str
    answers: tuple[PromptAnswer, ...] = ()
    hue: Hue = Hue.TEXT
    """Accent if the viewer is asked, dim if the table waits for another player, alert for a fault."""


_SHOWN: Final = {
    "enter": "Enter",
    "escape": "Esc",
    "question_mark": "?",
    "right": "←→",
    "down": "↑↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "less_than_sign": "< >",
    "exclamation_mark": "!",
    "1": "0–9",
    "plus": "+",
    "minus": "-",
}
"""The keys that are no single characters, as they are shown."""


def button(key: str, label: str = "", shown: str = "") -> PromptAnswer:
    """Return a key with its effect; without a label, the one that the table of keys has."""
    return PromptAnswer(shown or _SHOWN.get(key, key), label or _(LABELS[key]), key)


def translated(answers: tuple[PromptAnswer, ...]) -> tuple[PromptAnswer, ...]:
    """Return keys with their effects in the reader's language; an effect that is said in it already stays."""
    if spoken() == DEFAULT:
        return answers
    return tuple(replace(answer, label=_(answer.label)) for answer in answers)


def as_set(keys: OwnKeys, answers: tuple[PromptAnswer, ...]) -> tuple[PromptAnswer, ...]:
    """Return keys as the player has set them."""
    if not keys:
        return answers
    return tuple(replace(answer, shown=shown_key(keys, answer.key, answer.shown)) for answer in answers)


BACK = PromptAnswer("Esc", N_("back"), "escape")
CHOOSE = PromptAnswer("↑↓", N_("choose"), "down")
CHANGE = PromptAnswer("←→", N_("change"), "right")
MORE = PromptAnswer("?", N_("more"), "question_mark")
_STAY = PromptAnswer("Esc", N_("stay"), "escape")
_TAKE_BACK = PromptAnswer("Esc", N_("take it back"), "escape")
_SHEET = PromptAnswer("s", N_("score sheet"), "s")

_OF_A_CARD = frozenset({Asking.NOTHING, Asking.MOVE})
"""The questions beside which it is told what the chosen card would do."""


def prompt(board: Board) -> Prompt:
    """Return the prompt for the state of the board, with the player's own keys; a question has its own."""
    if board.asking is not Asking.NOTHING:
        return _asked(board)
    told = _prompt(board)
    return replace(told, answers=as_set(board.settings.keys, translated(told.answers)))


def _asked(board: Board) -> Prompt:
    if board.asking is Asking.SAY:
        heard, line = hearers(board), _("Say:")
        return Prompt(f"{heard} {line} ".lstrip(), translated((button("enter", _("say it")), BACK)), Hue.ACCENT)
    asked = question(board)
    ways = tuple(button(way.key, way.label, way.shown) for way in asked.ways if way.label)
    return Prompt(asked.text, (*ways, *translated((_STAY if asked.stays else BACK,))), Hue.ACCENT)


def _prompt(board: Board) -> Prompt:
    table, game = board.table, board.game
    if board.trouble:
        return Prompt(board.trouble, hue=Hue.ALERT)
    if table is None:
        return Prompt(_("Opening the table…"), hue=Hue.DIM)
    if table.phase is TablePhase.GATHERING or game is None:
        return _gathering(board)
    if table.phase is TablePhase.OVER:
        answers = (_SHEET, *once_more(board), *see_again(board), button("q", _("leave")))
        return Prompt(_("The game is over."), answers, Hue.ACCENT)
    return _in_game(board, game)


def once_more(board: Board) -> tuple[PromptAnswer, ...]:
    """Return the keys to another game and to the deal of the day, or to its results; a spectator can only follow."""
    if board.daily is not None and not board.watches:
        return (button("n", _("results") if board.daily.practice else _("results, and a line to share")),)
    if not board.watches:
        return (button("n", _("play again")), *([button("y", _("today's deal"))] if board.unplayed else []))
    return (button("n", _("follow")),) if board.table is not None and board.table.rematch else ()


def _in_game(board: Board, game: View) -> Prompt:
    if board.paused:
        on = () if board.watches else (button("z", _("go on")),)
        return Prompt(_("The game is paused."), on, Hue.ACCENT)
    if board.rests and not game.legal:
        return Prompt(_(board.parts.over), (button("enter", _("go on")),), Hue.DIM)
    if board.away and board.pending is None:
        words = _("The game waits for you.") if sleeps_alone(board) else _("A bot plays for you.")
        return Prompt(words, (button("a", _("I am back")),), Hue.ACCENT)
    if game.stage is Stage.DEALING:
        if board.waited_for:
            return Prompt(
                _("Deal {number} is over.", number=len(game.sheets)),
                (button("enter", _("next deal")), _SHEET),
                Hue.ACCENT,
            )
        return Prompt(waiting(board), hue=Hue.DIM)
    if board.pending is not None:
        return Prompt(_("Playing…"), hue=Hue.DIM)
    if game.legal:
        return _turn(board, game)
    return _waiting(board, game)


def _looking(board: Board) -> tuple[PromptAnswer, ...]:
    """Return the key that shows the open trick again, while the previous one is shown."""
    return (button("l", board.parts.this),) if board.looking_back else ()


def _waiting(board: Board, game: View) -> Prompt:
    """Return the prompt while it is another seat's turn: what the viewer has chosen for later, or can choose."""
    names = board.people.listed(seat for seat in game.asked if seat != game.viewer)
    words = _("Wait for {name}", name=names) if names else _("One moment…")
    looking = _looking(board)
    if board.claims:
        return Prompt(_("The rest is played for you."), (button("escape", _("stop")),), Hue.ACCENT)
    if board.premove is not None:
        back = () if board.looking_back else (_TAKE_BACK,)
        return Prompt(_("Next: {move}. {then}", move=board.premove.label, then=words), (*looking, *back), Hue.ACCENT)
    card, ahead = board.chosen_card, premove(board, "enter")
    if card is not None and ahead is not None and ahead.premove is not None:
        return Prompt(words, (*looking, button("enter", _("{card} next", card=card_words(card)))), Hue.DIM)
    return Prompt(words, looking, Hue.DIM)


def effect(board: Board) -> str:
    """Return what the chosen card would do, as a sentence, for each way to play it; empty without a chosen card."""
    table, game, kind = board.table, board.game, board.kind
    card = board.chosen_card
    if table is None or game is None or kind is None or card is None or not game.legal or board.pending is not None:
        return ""
    if board.asking not in _OF_A_CARD:
        return ""
    move = next((move for move in kind.moves(game, card) if move.key == "enter"), None)
    if move is None:
        return ""
    told = {choice.label: kind.consequence(game, choice.action) for choice in move.choices}
    if len(set(told.values())) > 1:
        return "   ".join(f"{label}: {words}" for label, words in told.items())
    words = next(iter(told.values()))
    return as_sentence(words) if words else ""


def see_again(board: Board) -> tuple[PromptAnswer, ...]:
    """Return the key to the replay; spectators have none, for the archive lists games only for their players."""
    return () if board.watches else (button("v", _("replay")),)


def _gathering(board: Board) -> Prompt:
    table = board.table
    host = board.people.name(table.host) if table is not None and table.host is not None else ""
    if table is None or table.viewer is None or board.watches:
        waits = _("Wait for {name} to begin", name=host) if host else _("Wait for its host to begin")
        return Prompt(waits, hue=Hue.DIM)
    own = table.seats[table.viewer]
    ready = PromptAnswer("e", _("not ready") if own is not None and own.ready else _("ready"), "e")
    if not board.runs_table:
        if own is not None and own.ready:
            others = _("You are ready. Wait for the others, or for {name} to begin", name=host)
            none = _("You are ready. Wait for the others, or for its host to begin")
            return Prompt(others if host else none, (ready,), Hue.DIM)
        return Prompt(_("Are you ready?"), (ready,), Hue.ACCENT)
    free = any(seat is None for seat in table.seats)
    begin = _("Begin? Bots take the empty seats.") if free else _("Begin?")
    bots = (button("b", _("bots")),) if free else ()
    answers = (button("enter", _("begin")), ready, *bots, *_seat_answers(board, table))
    return Prompt(begin, answers, Hue.ACCENT)


def _seat_answers(board: Board, table: Table) -> tuple[PromptAnswer, ...]:
    place = board.place
    if place is None or place == table.viewer:
        return ()
    occupant, kept = table.seats[place], kept_for(table, place)
    if occupant is None and not kept:
        return ()
    name = board.people.name(place) if occupant is not None else kept
    remove = PromptAnswer("d", _("remove {name}", name=name), "d")
    return (remove, button("h", _("make host"))) if is_person(occupant) else (remove,)


def _turn(board: Board, game: View) -> Prompt:
    if board.kind is None:
        return Prompt("")
    moves = board.kind.moves(game, board.chosen_card)
    looking = _looking(board)
    asked = several(board)
    if asked is not None and (board.marked or not asked.alone):
        words = _(
            "{words}: {marked} of {most}", words=prose(asked.words, NOBODY), marked=len(board.marked), most=asked.most
        )
        others = tuple(button(move.key, move.label) for move in moves if move.key != "enter")
        # Once there are enough cards, Enter sends them.
        done = [button("enter", _("done"))] * (len(board.marked) >= asked.least)
        marks = PromptAnswer(_("Space"), _("mark"), "space"), *done
        return Prompt(words, (*looking, *marks, *others), Hue.ACCENT)
    claim = (button("c", _("claim the rest")),) if rest(board) else ()
    words = board.kind.turn_words(game)
    if forced_pass(board) is not None:
        words = _("{words}. Auto-pass does it for you", words=words)
    answers = (*looking, *(button(move.key, move.label) for move in moves), *claim)
    return Prompt(words, answers, Hue.ACCENT if is_asked(board) else Hue.TEXT)


_MOVING: Final = frozenset({"left", "right", "up", "down", "space", "escape"})
"""The keys that only move, or stand for another one."""

_CONSEQUENTIAL: Final = frozenset({"enter", "a", "z", "b", "d", "h", "n", "j", "q"})
"""The keys that are more than a look at something, besides those of the game."""


def usable_keys(board: Board) -> tuple[PromptAnswer, ...]:
    """Return the keys that do something in the present state of the table."""
    free = replace(board, asking=Asking.NOTHING, notice="")
    games = {known.key: known.about for known in board.kind.keys} if board.kind is not None else {}
    known = (one for one in COMMANDS if one.key and one.about)
    words = {one.key: one.about for one in known if one is possible(free, one.key)}
    # What is at the top is one slip away: nothing there plays a card, asks the others for something or leaves.
    ordered = sorted({**words, **games}, key=lambda key: key in games or key in _CONSEQUENTIAL)
    usable = [
        button(key, _(words.get(key) or games[key])) for key in ordered if key not in _MOVING and _does(free, key)
    ]
    return as_set(board.settings.keys, tuple(usable))


def idle_keys(board: Board) -> tuple[PromptAnswer, ...]:
    """Return the keys that do something at a table at other times."""
    usable, games = {one.label for one in usable_keys(board)}, board.kind.keys if board.kind is not None else ()
    pairs = [*((one.key, one.about) for one in games), *((one.key, one.about) for one in COMMANDS)]
    known = [(key, _(about)) for key, about in pairs if key and about]
    idle = (button(key, label) for key, label in known if label not in usable and key not in _MOVING)
    return as_set(board.settings.keys, tuple(idle))


def _does(board: Board, key: str) -> bool:
    """Return True if a key changes the board or asks for something, instead of saying why it does not."""
    after, asked = press(board, key)
    return asked is not None or replace(after, notice="", of_turn=board.of_turn) != board
