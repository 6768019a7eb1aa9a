"""Playing by words: a card, a word of the game, the answer to a question, and what the keys of the table do."""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import as_sentence
from chwech_tui.errand import Greet, PlayNow, kept_words
from chwech_tui.model.board import Asking, Board, fresh
from chwech_tui.model.cards import card_words
from chwech_tui.model.commands import press
from chwech_tui.model.moves import Move
from chwech_tui.model.picking import lay, pick, several, stepped_through
from chwech_tui.model.prompt import prompt
from chwech_tui.model.question import Outcome, Wish, question
from chwech_tui.model.times import waiting
from chwech_tui.plain import positions
from chwech_tui.plain import table as tables
from chwech_tui.plain.dialogue import ACTS, Dialogue, Typed, word
from chwech_tui.plain.reading import english, folded, key_meant, number_of, person_named, read_card
from games.kit.words import Several
from protocol.cards import Card
from protocol.game import Answer
from protocol.language import DEFAULT, _, speaking
from protocol.message import Seat
from protocol.messages import Act, LeaveTable

_YES: Final = frozenset({"y", "yes"})
_NO: Final = frozenset({"n", "no", "back", "esc", "stay"})


def is_play(board: Board, words: Sequence[str]) -> bool:
    """Return True if a line is meant for the game: a card, its number, or a word of the game."""
    if board.game is None or board.watches:
        return False
    number = number_of(words[0]) is not None and (len(words) <= 2 or several(board) is not None)
    return number or read_card(words) is not None or bool(_word(board, words)[0])


def play(dialogue: Dialogue, words: Sequence[str]) -> None:
    """Play a card, or do what a word of the game means; further words answer the question that it asks."""
    pressed = outcome(dialogue.board, words)
    if isinstance(pressed, str):
        dialogue.say(pressed)
    elif pressed[0].premove is not None:
        # What is chosen before one's turn is shown on a screen until then; in lines it would be forgotten.
        dialogue.say(waiting(pressed[0]))
    else:
        carry(dialogue, pressed)


def outcome(board: Board, words: Sequence[str]) -> Outcome | str:
    """Return what a play would lead to; or, as a sentence, why these words mean none."""
    key, rest = _word(board, words)
    asked = several(board)
    if asked is not None and key in {"", "enter"} and (len(rest) > 1 or (rest and not asked.alone)):
        return _lay(board, asked, rest)
    if not rest and key == "enter":
        return _("Play which card? Name it, for example: queen of hearts, or qh, or its number in your hand.")
    done = _of_choice(board, key, rest) if rest and key not in {"", "enter"} else None
    if done is not None or not rest:
        return done or press(board, key)
    chosen = _choose(board, rest)
    if isinstance(chosen, str):
        return chosen
    board, rest = chosen
    pressed = press(board, _word(board, words)[0] or "enter")
    return (_choice(pressed[0], rest) if rest else None) or pressed


def _moves(board: Board, *, english: bool = False) -> tuple[Move, ...]:
    """Return what the keys do, with the chosen card or without one, in the reader's language or in English."""
    if board.kind is None or board.game is None:
        return ()
    with speaking(DEFAULT) if english else nullcontext():
        return board.kind.moves(board.game, board.chosen_card)


def _word(board: Board, words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the key for the word of the game with which a line begins, empty for none, and the words after it.

    A line may be a move as the turn asks for it, whole or begun: ``take part``.
    """
    line, known = folded(" ".join(words)), _moves(board, english=True)
    named = {folded(move.label): move.key for move in (*_moves(board), *known)} if board.chosen is None else {}
    spelt = named.get(line) or next((key for label, key in named.items() if label.startswith(f"{line} ")), "")
    if spelt or english(words[0]) == "play":
        return spelt or "enter", () if spelt else tuple(words[1:])
    keys = board.kind.keys if board.kind is not None else ()
    meant = (key for key in keys if key.words and (words[0] == key.key or english(words[0], key.words) in key.words))
    one = next(meant, None)
    if one is None:
        return "", tuple(words)
    # A move may go by another key than its word has elsewhere; the words are compared with its English label.
    moves = (move.key for move in known if move.key == one.key or move.label.partition(" ")[0] in one.words)
    return next(moves, one.key), tuple(words[1:])


def _of_choice(board: Board, key: str, words: tuple[str, ...]) -> Outcome | None:
    """Return what a key and a choice of its move lead to, where these words name one: ``bid 95``; otherwise None."""
    pressed = press(board, key)
    alone = next((move.choices[0] for move in _moves(board) if move.key == key and len(move.choices) == 1), None)
    if alone is not None and folded(alone.label) in words:
        return pressed
    # A number that cannot be bid is no card either: the question stays.
    asks = pressed[0].move is not None and stepped_through(pressed[0].move)
    return _choice(pressed[0], words) or (pressed if asks else None)


def _lay(board: Board, asked: Several, words: tuple[str, ...]) -> Outcome | str:
    """Return what is sent for several cards at once, or the sentence why these words do not name them."""
    cards: dict[Card, None] = {}
    while words:
        chosen = _choose(board, words)
        if isinstance(chosen, str):
            return chosen
        board, words = chosen
        if board.chosen_card is not None:
            cards[board.chosen_card] = None
    if not asked.least <= len(cards) <= asked.most:
        return _("Name {number} in one line: these are {named}.", number=tables.number_due(asked), named=len(cards))
    return lay(replace(board, marked=tuple(cards)), asked)


def _choose(board: Board, words: Sequence[str]) -> tuple[Board, tuple[str, ...]] | str:
    """Choose the card that these words begin with, and return the words after it; or the sentence why there is none."""
    named, number = read_card(words), number_of(words[0])
    if named is None and number is None:
        return _(
            "{word} is no card. Name it, for example: queen of hearts, or qh, or its number in your hand.",
            word=repr(words[0][:20]),
        )
    if named is None:
        chosen = pick(board, (number or 0) - 1)
        return chosen.notice or (chosen, tuple(words[1:]))
    if named.card not in board.hand:
        return _("You do not hold that card: h reads out your hand.")
    return pick(board, board.hand.index(named.card)), named.rest


# Questions


def answer(dialogue: Dialogue, words: Sequence[str]) -> bool:
    """Answer the question that the table asks; False if the words are no answer to it."""
    board, typed = dialogue.board, {words[0], english(words[0])}
    if board.asking is Asking.NOTHING:
        return False
    key = "y" if typed & _YES else key_meant(words[0], prompt(board).answers)
    way = next((way for way in question(board).ways if board.asking is not Asking.MOVE and way.key == key), None)
    chosen = way.outcome if way is not None else _choice(board, words)
    if chosen is not None:
        carry(dialogue, chosen)
    elif typed & _NO:
        dialogue.board = dropped(board)
        dialogue.say(_("Nothing was done."))
    return chosen is not None or bool(typed & _NO)


def dropped(board: Board) -> Board:
    """Return a board without its question, and with no card chosen."""
    return replace(board, asking=Asking.NOTHING, move=None, chosen=None)


def _choice(board: Board, words: Sequence[str]) -> Outcome | None:
    """Return what the choice leads to that these words mean, where one of several is asked for; None for none."""
    move, card = board.move, read_card(words)
    if board.asking is not Asking.MOVE or move is None:
        return None
    said = {*words} if card is None else {*words, folded(card_words(card.card))}
    same = [choice for one in _moves(board, english=True) if one.key == move.key for choice in one.choices]
    labels = {choice.action: choice.label for choice in same}
    for choice in move.choices:
        parts = folded(f"{choice.label} {labels.get(choice.action, '')}").split()
        begun = any(len(word) > 2 and part.startswith(folded(word)) for word in words for part in parts)
        if (choice.key in words or begun) if choice.key else folded(choice.label) in said:
            return board, choice.action
    return None


# Keys


def key(dialogue: Dialogue, name: str) -> None:
    """Press a key of the table."""
    carry(dialogue, press(dialogue.board, name))


def carry(dialogue: Dialogue, outcome: Outcome) -> None:
    """Carry out what a key has led to, and say its notice or the question that it asks."""
    board, asked = outcome
    if isinstance(asked, Answer):
        # A question that is answered stays on a screen until the server has answered too; here it would be asked again.
        board = dropped(board)
    asks = board.asking is not Asking.NOTHING
    dialogue.board = replace(board, notice="", of_turn=False, chosen=board.chosen if asks else None)
    if isinstance(asked, Wish):
        _fulfil(dialogue, asked)
        return
    dialogue.say(board.notice or (tables.asked_line(board) if asks else ""))
    if isinstance(asked, Answer):
        _act(dialogue, asked)
    elif asked is not None:
        dialogue.send(asked)


def _act(dialogue: Dialogue, action: Answer) -> None:
    """Do something at the table; in the course nothing is sent, and the coach says what follows."""
    if dialogue.course is not None:
        positions.answer(dialogue, dialogue.course, action)
    elif dialogue.board.table is not None:
        dialogue.ask(Act, dialogue.board.table.seq, action)


def _fulfil(dialogue: Dialogue, wish: Wish) -> None:
    table = dialogue.board.table
    if table is None:
        return
    match wish:
        case Wish.SHEET:
            dialogue.page(tables.sheet_lines(dialogue.board))
        case Wish.PILES:
            dialogue.say(*tables.told(dialogue.board, tables.piles_lines))
        case Wish.RULES:
            dialogue.converse(ACTS["rules"](dialogue, Typed("rules")))  # type: ignore[arg-type] # it is one
        case Wish.REPLAY:
            dialogue.converse(positions.of_table(dialogue, table.table))
        case Wish.AGAIN:
            setup = replace(table.setup, first_dealer=Seat(0))
            dialogue.board = fresh(dialogue.board)
            dialogue.ask(LeaveTable)
            dialogue.send(replace(dialogue.visit.order, setup=setup, arrangement=table.arrangement))
        case _:
            _leave(dialogue)


def _leave(dialogue: Dialogue) -> None:
    """Leave the table, for the menu or, where there is none, for good."""
    if dialogue.plays_now:
        leave_program(dialogue)
        return
    dialogue.say(_("You leave the table."))
    dialogue.ask(LeaveTable)
    dialogue.to_menu()


def leave_program(dialogue: Dialogue) -> None:
    """End the dialogue, and leave the table before."""
    board, errand = dialogue.board, dialogue.visit.errand
    kept = dialogue.course is None and board.is_on and not board.watches
    if dialogue.course is None and dialogue.at_table and not board.parted:
        dialogue.ask(LeaveTable)
    dialogue.course = None
    words = kept_words(errand.data, plain=True) if isinstance(errand, Greet | PlayNow) else _("The game is kept.")
    dialogue.end(0, words if kept else _("Goodbye."))


# Words of the table that are no keys


@word("leave", "resign")
def leave_table(dialogue: Dialogue, _typed: Typed) -> None:
    """Leave the table, after a question where something would be lost."""
    if dialogue.at_table:
        key(dialogue, "q")
    else:
        leave_program(dialogue)


@word("turn")
def tell_turn(dialogue: Dialogue, _typed: Typed) -> None:
    """Tell whose turn it is and what is asked for, with the coach's advice where there is one."""
    if dialogue.course is not None:
        dialogue.say(positions.turn(dialogue, dialogue.course))
    else:
        dialogue.say(tables.turn_line(dialogue.board), tables.advice_line(dialogue.board) if dialogue.coach else "")


@word("hint")
def tell_hint(dialogue: Dialogue, _typed: Typed) -> None:
    """Ask what each choice is worth, or tell it again."""
    if dialogue.board.hint is not None:
        tables.say_hint(dialogue)
    else:
        key(dialogue, "h")


@word("what")
def tell_consequence(dialogue: Dialogue, typed: Typed) -> None:
    """Tell what a card, or a word of the game, would do, without doing it."""
    board = dropped(dialogue.board)
    if board.game is None or board.watches:
        dialogue.say(*tables.told(board, tables.hand_line))
    else:
        dialogue.say(_consequence(board, typed.words))


def _consequence(board: Board, words: Sequence[str]) -> str:
    """Return what a play would do, or each way to do it if they differ; or why these words mean none."""
    if not board.my_turn or board.kind is None or board.game is None:
        return waiting(board)
    if not words or not is_play(board, words):
        return _("Write what and a card of your hand: you hear what it would do, and nothing is done.")
    pressed = outcome(board, words)
    if isinstance(pressed, str):
        return pressed
    tried, action = pressed
    ways = {"": action} if isinstance(action, Answer) else {}
    if not ways and tried.asking is Asking.MOVE and tried.move is not None:
        ways = {choice.label: choice.action for choice in tried.move.choices}
    nothing = _("nobody can know yet what it does")
    known = {label: board.kind.consequence(board.game, action) or nothing for label, action in ways.items()}
    if len(set(known.values())) > 1:
        return " ".join(f"{label}: {as_sentence(words)}" for label, words in known.items())
    return as_sentence(next(iter(known.values()))) if known else tried.notice


@word("remove", "host")
def see_to_seat(dialogue: Dialogue, typed: Typed) -> None:
    """See to the seat of a person, named after the command, as the host of the table."""
    board, table = dialogue.board, dialogue.board.table
    assert table is not None, "used at a table only"
    taken = [Seat(at) for at, one in enumerate(table.seats) if one is not None and at != table.viewer]
    names = [board.people.name(seat) for seat in taken]
    meant = person_named(typed.text, names)
    if meant:
        dialogue.board = replace(board, place=taken[names.index(meant)])
        key(dialogue, "d" if typed.word == "remove" else "h")
    else:
        dialogue.say(_("Whom? {names}.", names=", ".join(names)) if names else _("Whom? Nobody else is here."))
