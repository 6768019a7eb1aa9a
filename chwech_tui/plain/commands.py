"""The lines of the person, read in this order: the answer to what is asked, a play, a command; an empty one goes on."""

import re
from collections.abc import Generator
from typing import Final

from chwech_tui.describe import talk_of
from chwech_tui.link import Conversation, Identity
from chwech_tui.lists import seats
from chwech_tui.model.board import Asking
from chwech_tui.model.commands import COMMANDS, Command, CommandGroup, Place
from chwech_tui.model.course import onward, ways
from chwech_tui.model.form import setup_of
from chwech_tui.model.ink import plain
from chwech_tui.model.people import shown_name
from chwech_tui.model.question import TO, hearers, phrases, to_say
from chwech_tui.plain import forms, lists, playing, positions, table
from chwech_tui.plain.dialogue import ACTS, ALONE, PAGE, Dialogue, Typed, word
from chwech_tui.plain.reading import LONGEST_LINE, Name, called, english, folded, keys_read, near, number_of, words_of
from protocol.game import Stage
from protocol.language import N_, _, spoken
from protocol.lobby import SayInLobby
from protocol.messages import ReadRules, Rules
from protocol.people import SayTo
from protocol.table import PHRASES, TEXT_CHARACTERS, SayAtTable, TablePhase
from protocol.text import clean_text

_MARK: Final = "\ufeff"  # The byte order mark with which some shells begin what they pipe.

_WORDED: Final = tuple(command for command in COMMANDS if command.words)


def read(dialogue: Dialogue, line: str, now: float) -> None:
    """Do what a line of the person means, at a time in seconds since 1970."""
    dialogue.now, before = now, dialogue.course
    _read(dialogue, line[:LONGEST_LINE].removeprefix(_MARK).strip())
    positions.keep_place(dialogue, before)


def _read(dialogue: Dialogue, line: str) -> None:
    words = words_of(line)
    if dialogue.nameless:
        _name(dialogue, line)
        return
    if not words:
        _go_on(dialogue)
        return
    dialogue.rest = ()
    form = dialogue.form
    if playing.answer(dialogue, words) or (form is not None and forms.fill_in(dialogue, form, words)):
        return
    if form is None and positions.move(dialogue, words):
        return
    if dialogue.course is not None and positions.press(dialogue, dialogue.course, words):
        return
    dialogue.board = playing.dropped(dialogue.board)
    found = find(dialogue, words[0])
    plays = playing.is_play(dialogue.board, words)
    # A letter that means a command is that command, unless a card or the game's own word begins with it.
    if plays and (found is None or len(words) > 1 or english(words[0]) not in found.typed):
        if dialogue.course is None or dialogue.course.asks:
            playing.play(dialogue, words)
        else:
            dialogue.say(positions.turn(dialogue, dialogue.course))
    elif line.startswith("/"):
        say(dialogue, Typed("say", (), line))
    elif found is None:
        _say_unknown(dialogue, words[0])
    else:
        _act(dialogue, found, Typed(found.typed[0], words[1:], line.partition(" ")[2].strip()))


def _name(dialogue: Dialogue, line: str) -> None:
    name = shown_name(line)
    if not name:
        dialogue.end(0, _("Goodbye."))
        return
    dialogue.nameless = False
    dialogue.link.identity = Identity(name)
    dialogue.link.start()


def _go_on(dialogue: Dialogue) -> None:
    """Do what an empty line means: go on with a long text or a replay, deal, or tell whose turn it is."""
    board, game = dialogue.board, dialogue.board.game
    dealing = board.is_on and game is not None and game.stage is Stage.DEALING and board.asking is Asking.NOTHING
    if dialogue.rest:
        dialogue.page(dialogue.rest)
    elif dialogue.form is not None:
        forms.tell_form(dialogue, dialogue.form)
    elif dialogue.reel is not None:
        positions.move(dialogue, ())
    elif dialogue.course is not None:
        positions.press(dialogue, dialogue.course, ())
    elif board.table is None:
        lists.tables(dialogue, ALONE)
    elif dealing and board.waited_for:
        playing.key(dialogue, "enter")
    else:
        dialogue.say(table.turn_line(board))


def _act(dialogue: Dialogue, command: Command, typed: Typed) -> None:
    """Do what a command means: what is registered for it or, at a table, what its key does."""
    at, name = dialogue.board.table, typed.word
    act = ACTS.get(name)
    if command.group is CommandGroup.SEATS and (at is None or at.phase is not TablePhase.GATHERING):
        dialogue.say(_("That is done before the game."))
    elif command.online and dialogue.visit.remote is None:
        dialogue.say(_("You are playing offline."))
    elif act is not None:
        done = act(dialogue, typed)
        if isinstance(done, Generator):
            dialogue.converse(done)
    elif name in table.TOLD:
        dialogue.say(*table.told(dialogue.board, table.TOLD[name]))
    elif command.when(dialogue.board):
        playing.key(dialogue, command.key)
    else:
        dialogue.say(_("{word} cannot be used now.", word=called(name)))


# The words that belong nowhere else

ACTS.update(
    clock=lambda dialogue, _typed: dialogue.say(table.clock_words(dialogue.board, dialogue.moment)),
    seats=lambda dialogue, _typed: dialogue.say(*seats(dialogue.board, dialogue.moment).read()),
    sheet=lambda dialogue, typed: dialogue.page(table.sheet_lines(dialogue.board, *map(number_of, typed.words[:1]))),
    quit=lambda dialogue, _typed: playing.leave_program(dialogue),
)


@word("say", "to", "phrase")
def say(dialogue: Dialogue, typed: Typed) -> None:
    """Say something at the table, in the lobby away from one, or to one person; or a quick phrase by its number."""
    words = f"{TO} {typed.text}" if typed.word == "to" else typed.text
    text, board = clean_text(words, cells=2 * TEXT_CHARACTERS)[:TEXT_CHARACTERS], dialogue.board
    if typed.word == "phrase":
        fit = {PHRASES.index(phrase) + 1: phrase for phrase in phrases(board)}
        text = fit.get(number_of(typed.words[0]) or 0 if typed.words else 0, "")
        known = ", ".join(f"{number} {_(phrase)}" for number, phrase in fit.items())
        dialogue.say("" if text else _("phrase NUMBER says: {phrases}", phrases=known))
    elif not text:
        heard = hearers(board) if dialogue.at_table else _("Everyone in the lobby hears you.")
        dialogue.say(heard, _("Say what? Write say and your words, or to NAME and your words for one person only."))
    said = to_say(text, (*board.company, *[shown_name(one.name) for one in dialogue.lobby.people]))
    if isinstance(said, str):
        dialogue.say(said)
    elif isinstance(said, SayAtTable) and dialogue.at_table:
        dialogue.say(hearers(board) if board.watches and board.is_on else "")
        dialogue.send(said)
    elif said is not None and dialogue.visit.remote is None:
        dialogue.say(_("You are playing offline: there is nobody to hear you."))
    elif said is not None:
        dialogue.send(said if isinstance(said, SayTo) else SayInLobby(0, text))


@word("log", "talk")
def tell_log(dialogue: Dialogue, typed: Typed) -> None:
    """Tell what has happened at the table, or what was said there or in the lobby, the newest lines last."""
    board, talk = dialogue.board, typed.word == "talk"
    chosen = talk_of(board.chronicle) if talk else board.chronicle
    told = [plain(entry.line) for entry in chosen] if dialogue.at_table else lists.talk_lines(dialogue)
    none = _("Nobody has said anything yet.") if talk else _("Nothing has happened yet.")
    dialogue.say(*told[-PAGE:] or (none,))


@word("rules")
def rules(dialogue: Dialogue, typed: Typed) -> Conversation:
    """Tell the rules: of the table, of the one being described, or of a game by its name."""
    setup = dialogue.visit.order.setup
    if typed.words:
        named = forms.setup_named(dialogue, typed.words)
        if isinstance(named, str):
            dialogue.say(named)
            return
        setup = named
    elif dialogue.board.table is not None:
        setup = dialogue.board.table.setup
    elif dialogue.form is not None:
        setup = setup_of(dialogue.form)
    news: Rules = yield ReadRules(0, setup, spoken())
    dialogue.page([*filter(None, map(_unmarked, news.text.splitlines()))])


def _unmarked(line: str) -> str:
    """Return a line of Markdown as words; the cells of a table are parted by semicolons."""
    line = line.strip()
    if re.fullmatch(r"[|:\s-]+", line):
        return ""
    if line.startswith("|"):
        line = "; ".join(cell.strip() for cell in line.strip("|").split("|"))
    return re.sub(r"\*(\w[^*]*)\*", r"\1", re.sub(r"\*\*|`|^#+ ", "", line)).strip()


# Help, and words that mean nothing


@word("help")
def tell_help(dialogue: Dialogue, typed: Typed) -> None:
    """Tell the commands that can be used here, in groups, or about one of them."""
    found = find(dialogue, typed.words[0]) if typed.words else None
    if found is not None:
        dialogue.say(f"{_shown(found)}: {_(found.about)}.")
        return
    alone, kind = dialogue.visit.remote is None, dialogue.board.kind
    if dialogue.course is not None:
        keys = keys_read((*onward(dialogue.course), *ways(dialogue.course)))
        dialogue.say(f"{_(CommandGroup.COURSE.value)}: {keys}")
    for group in CommandGroup:
        here = [one for one in _WORDED[:-1] if one.group is group and usable(dialogue, one)]
        words = [
            _shown(one)
            for one in here
            if not (alone and (one.online or group in {CommandGroup.TALK, CommandGroup.SEATS}))
        ]
        if group is CommandGroup.PLAY and kind is not None and not dialogue.board.watches:
            of_game = [f"{called(key.words[0])} ({key.key})" for key in kind.keys if key.words]
            words = [_("a card (queen of hearts, qh, or its number)"), *of_game, *words]
        dialogue.say(f"{_(group.value)}: {', '.join(words)}." if words else "")
    dialogue.say(_("help and a word explains it; Enter alone continues, or repeats whose turn it is."))


def _shown(command: Command) -> str:
    """Return a command as help writes it, in the reader's language: ``turn (t)``, ``say TEXT``."""
    letter = next((f" ({word})" for word in command.typed[1:] if len(word) == 1), "")
    usage = f" {_(command.usage)}" if command.usage else ""
    return f"{called(command.typed[0])}{letter}{usage}"


def usable(dialogue: Dialogue, command: Command) -> bool:
    """Return True if a command can be used where the person is."""
    if dialogue.course is not None:
        general = command.group in {CommandGroup.NOW, CommandGroup.PROGRAM} and command.place is not Place.HOME
        return general or "learn" in command.typed
    return command.place in {Place.ANYWHERE, Place.TABLE if dialogue.at_table else Place.HOME}


def find(dialogue: Dialogue, typed: str) -> Command | None:
    """Return the command that a word means here: whole, or by its beginning if only one begins so."""
    here, whole = [command for command in _WORDED if usable(dialogue, command)], english(typed)
    names = [Name(one.typed[0], called(one.typed[0])) for one in here if len(typed) > 1]
    begun = [one.key for one in names if any(name.startswith(folded(typed)) for name in one.folded)]
    return next((one for one in here if whole in one.typed or begun == [one.typed[0]]), None)


def _say_unknown(dialogue: Dialogue, typed: str) -> None:
    """Say what is wrong with a word, and what would be right."""
    kind = dialogue.board.kind
    elsewhere = next((one for one in _WORDED if english(typed) in one.typed), None)
    if elsewhere is not None:
        dialogue.say(_elsewhere(dialogue, elsewhere, typed))
        return
    words = [one for command in _WORDED if usable(dialogue, command) for one in command.typed if len(one) > 1]
    words += [one for key in kind.keys for one in key.words] if kind is not None else []
    meant = near(typed, (*map(called, words), *words))
    lines = (
        _("There is no command {word}.", word=repr(typed[:20])),
        _("Did you mean {word}?", word=called(english(meant))) if meant else "",
        _("help lists them; say TEXT talks."),
    )
    dialogue.say(" ".join(filter(None, lines)))


_ELSEWHERE: Final = {
    Place.TABLE: N_("{word} can only be used at a table."),
    Place.HOME: N_("{word} can only be used away from a table: leave it first."),
}


def _elsewhere(dialogue: Dialogue, command: Command, typed: str) -> str:
    """Return where a command can be used that cannot be used here."""
    if dialogue.course is not None:
        return _("{word} can only be used outside the course: leave ends it.", word=typed)
    return _(_ELSEWHERE[command.place], word=typed)
