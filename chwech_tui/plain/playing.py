"""Playing by words: a card, a word of the game, the answer to a question, and what the keys of the table do; pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui.drawing.game import draw_pile
from chwech_tui.errand import Greet, PlayNow, kept_words, table_request
from chwech_tui.model.board import Asking, Board, fresh
from chwech_tui.model.cards import card_words
from chwech_tui.model.commands import Outcome, press
from chwech_tui.model.hosting import Wish
from chwech_tui.model.ink import plain
from chwech_tui.model.moves import Move
from chwech_tui.model.people import People, change_sign
from chwech_tui.model.picking import lay, pick, several, stepped_through
from chwech_tui.model.review import HandSet, sets_of, sums
from chwech_tui.model.times import waiting
from chwech_tui.plain.reading import english, folded, number_of, read_card
from chwech_tui.plain.state import Reply, Sent, State, home_request, paged, tell
from chwech_tui.plain.telling import number_due, question, sheet_lines
from games.kit.words import Key, Several
from protocol.archive import ListGames
from protocol.cards import Card
from protocol.catalogues import catalogue
from protocol.game import Answer
from protocol.language import DEFAULT, _, speaking
from protocol.message import Seat
from protocol.messages import Act, FromClient, LeaveTable
from protocol.tableview import TableView

_YES: Final = frozenset({"y", "yes"})
_NO: Final = frozenset({"n", "no", "back", "esc", "stay"})
_FOR_GOOD: Final = frozenset({"g", "for"})
_ALSO: Final = {Asking.LEAVE: _FOR_GOOD, Asking.HINT: frozenset({"hint"})}
"""What answers a question besides yes and no."""


def is_play(board: Board, words: Sequence[str]) -> bool:
    """Return True if a line is meant for the game: a card, its number, or a word of the game."""
    if board.game is None or board.watches or not words:
        return False
    number = number_of(words[0]) is not None and (len(words) <= 2 or several(board) is not None)
    named = number or _is_to_play(words[0]) or read_card(words) is not None
    return named or _game_key(board, words[0]) is not None or bool(_spelt(board, words))


def _is_to_play(word: str) -> bool:
    return english(word) == "play"


def play(state: State, words: Sequence[str]) -> Reply:
    """Play a card, or do what a word of the game means; further words answer the question that it asks."""
    pressed = outcome(state.board, words)
    if isinstance(pressed, str):
        return tell(state, pressed)
    if pressed[0].premove is not None:
        # What is chosen before one's turn is shown on a screen until then; in lines it would be forgotten.
        return tell(state, waiting(pressed[0]))
    return carry(state, pressed)


def outcome(board: Board, words: Sequence[str]) -> Outcome | str:
    """Return what a play would lead to; or, as a sentence, why these words mean none."""
    spelt = _spelt(board, words)
    if spelt:
        return press(board, spelt)
    key = _game_key(board, words[0])
    rest = tuple(words[1:] if key is not None or _is_to_play(words[0]) else words)
    asked = several(board)
    if asked is not None and key is None and (len(rest) > 1 or (rest and not asked.alone)):
        return _lay(board, asked, rest)
    if key is not None and rest:
        done = _of_choice(board, _key_of(board, key), rest)
        if done is not None:
            return done
    if rest:
        chosen = _choose(board, rest)
        if isinstance(chosen, str):
            return chosen
        board, rest = chosen
    elif key is None:
        return _("Play which card? Name it, for example: queen of hearts, or qh, or its number in your hand.")
    pressed = press(board, _key_of(board, key))
    choice = _choice(pressed[0], rest) if rest else None
    return press(*choice) if choice is not None else pressed


def _of_choice(board: Board, key: str, words: tuple[str, ...]) -> Outcome | None:
    """Return what a key and a choice of its move lead to, where these words name one: ``bid 95``; otherwise None."""
    pressed = press(board, key)
    moves = board.kind.moves(board.game, None) if board.kind is not None and board.game is not None else ()
    alone = next((move.choices[0] for move in moves if move.key == key and len(move.choices) == 1), None)
    if alone is not None and folded(alone.label) in words:
        return pressed
    choice = _choice(pressed[0], words)
    if choice is None:
        # A number that cannot be bid is no card either: the question stays.
        return pressed if pressed[0].move is not None and stepped_through(pressed[0].move) else None
    done, action = press(*choice)
    return dropped(done), action


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
        return _("Name {number} in one line: these are {named}.", number=number_due(asked), named=len(cards))
    return lay(replace(board, marked=tuple(cards)), asked)


def _game_key(board: Board, word: str) -> Key | None:
    keys = board.kind.keys if board.kind is not None else ()
    return next((key for key in keys if key.words and (word == key.key or english(word, key.words) in key.words)), None)


def _key_of(board: Board, word: Key | None) -> str:
    """Return the key to press for a word of the game: a move may go by another key than its word has elsewhere."""
    if word is None:
        return "enter"
    moves: tuple[Move, ...] = ()
    if board.kind is not None and board.game is not None:
        # The words are compared with what the moves are called in English.
        with speaking(DEFAULT, catalogue):
            moves = board.kind.moves(board.game, board.chosen_card)
    meant = (move.key for move in moves if move.key == word.key or move.label.partition(" ")[0] in word.words)
    return next(meant, word.key)


def _spelt(board: Board, words: Sequence[str]) -> str:
    """Return the key of the move that a line names or begins to name, as the turn asks for it: ``take part``."""
    if board.kind is None or board.game is None:
        return ""
    moves = board.kind.moves(board.game, None)
    with speaking(DEFAULT, catalogue):
        moves += board.kind.moves(board.game, None)
    line = folded(" ".join(words))
    named = {folded(move.label): move.key for move in moves}
    return named.get(line) or next((key for label, key in named.items() if label.startswith(f"{line} ")), "")


def _choose(board: Board, words: Sequence[str]) -> tuple[Board, tuple[str, ...]] | str:
    """Choose the card that these words begin with, and return the words after it; or the sentence why there is none."""
    named, number = read_card(words), number_of(words[0])
    hand = board.hand
    if named is None and number is None:
        return _(
            "{word} is no card. Name it, for example: queen of hearts, or qh, or its number in your hand.",
            word=repr(words[0][:20]),
        )
    if named is None:
        chosen = pick(board, (number or 0) - 1)
        return chosen.notice or (chosen, tuple(words[1:]))
    if named.card not in hand:
        return _("You do not hold that card: h tells your hand.")
    return pick(board, hand.index(named.card)), named.rest


def answers(board: Board, words: Sequence[str]) -> bool:
    """Return True if a line answers the question that the table asks."""
    if board.asking is Asking.NOTHING or not words:
        return False
    if board.asking is Asking.MOVE:
        return _choice(board, words) is not None or _is_one_of(words[0], _NO)
    return _is_one_of(words[0], _YES | _NO | _ALSO.get(board.asking, frozenset()))


def _is_one_of(word: str, words: frozenset[str]) -> bool:
    return word in words or english(word) in words


def answer(state: State, words: Sequence[str]) -> Reply:
    """Answer the question that the table asks."""
    board = state.board
    if _is_one_of(words[0], _NO):
        return tell(replace(state, board=dropped(board)), _("Nothing was done."))
    if board.asking is Asking.MOVE:
        asked, action = press(*(_choice(board, words) or (board, "")))
        # A question that is answered stays on a screen until the server has answered too; here it would be asked again.
        return carry(state, (dropped(asked), action))
    for_good = board.asking is Asking.LEAVE and _is_one_of(words[0], _FOR_GOOD)
    return carry(state, press(board, "g" if for_good else "y"))


def dropped(board: Board) -> Board:
    """Return a board without its question, and with no card chosen."""
    return replace(board, asking=Asking.NOTHING, move=None, chosen=None)


def _choice(board: Board, words: Sequence[str]) -> tuple[Board, str] | None:
    """Return the key of the choice that these words mean, on a board that has stepped to it; None for none."""
    if board.asking is not Asking.MOVE or board.move is None:
        return None
    card = read_card(words)
    said = {*words} if card is None else {*words, folded(card_words(card.card))}
    for number, choice in enumerate(stepped_through(board.move)):
        if folded(choice.label) in said:
            return replace(board, stepped=number), "enter"
    labels = _english_labels(board, board.move)
    for choice in board.move.choices:
        label = folded(f"{choice.label} {labels.get(choice.key, '')}").split()
        if choice.key and any(word == choice.key or (len(word) > 2 and _begins(word, label)) for word in words):
            return board, choice.key
    return None


def _begins(word: str, label: Sequence[str]) -> bool:
    """Return True if a word of a label begins so."""
    return any(one.startswith(folded(word)) for one in label)


def _english_labels(board: Board, move: Move) -> dict[str, str]:
    """Return what the choices of a move are called in English, by their keys."""
    if board.kind is None or board.game is None:
        return {}
    with speaking(DEFAULT, catalogue):
        moves = board.kind.moves(board.game, board.chosen_card)
    return {choice.key: choice.label for one in moves if one.key == move.key for choice in one.choices}


def key(state: State, name: str) -> Reply:
    """Press a key of the table."""
    return carry(state, press(state.board, name))


def carry(state: State, outcome: Outcome) -> Reply:
    """Carry out what a key has led to, and tell its notice or the question that it asks."""
    board, asked = outcome
    asks = board.asking is not Asking.NOTHING
    notice = board.notice
    if not asks:
        board = replace(board, chosen=None)
    done = replace(state, board=replace(board, notice="", of_turn=False))
    if isinstance(asked, Wish):
        return _fulfil(done, asked)
    said = tell(done, notice, question(board) if asks and not notice else "")
    return said._replace(sent=_sent(done, asked))


def _sent(state: State, asked: FromClient | Answer | None) -> tuple[Sent, ...]:
    table = state.board.table
    if isinstance(asked, Answer):
        return (Act(0, table.seq, asked),) if table is not None else ()
    return (asked,) if asked is not None else ()


def _fulfil(state: State, wish: Wish) -> Reply:
    """Carry out a wish of a key."""
    table = state.board.table
    if table is None:
        return Reply(state)
    if wish in _REQUESTS:
        return Reply(state, sent=(_REQUESTS[wish](table),))
    match wish:
        case Wish.SHEET:
            return sheet(state)
        case Wish.PILES:
            return piles(state)
        case Wish.REPLAY:
            return Reply(replace(state, sought=table.table), sent=(ListGames(0),))
        case Wish.AGAIN:
            return _again(state, table)
        case _:
            return leave(state)


_REQUESTS: Final[Mapping[Wish, Callable[[TableView], FromClient]]] = {}
"""The wishes that are one request to the server."""


def _again(state: State, table: TableView) -> Reply:
    """Open another table of the same kind."""
    order = replace(state.order, setup=replace(table.setup, first_dealer=Seat(0)), arrangement=table.arrangement)
    return Reply(replace(state, board=fresh(state.board)), sent=(LeaveTable(0), table_request(order)))


def leave(state: State) -> Reply:
    """Leave the table, for the menu or, where there is none, for good."""
    if state.plays_now:
        return leave_program(state)
    return tell(replace(state, board=fresh(state.board), listed=False), _("You leave the table."))._replace(
        sent=(LeaveTable(0), *home_request(state))
    )


def leave_program(state: State) -> Reply:
    """End the dialogue, and leave the table before."""
    if state.course is not None:
        state = replace(state, board=fresh(state.board), course=None)
    sent: tuple[Sent, ...] = (LeaveTable(0),) if state.at_table and not state.board.parted else ()
    return tell(replace(state, over=0), _farewell(state))._replace(sent=sent)


def _farewell(state: State) -> str:
    if not state.board.is_on or state.board.watches:
        return _("Goodbye.")
    errand = state.errand
    return kept_words(errand.data, plain=True) if isinstance(errand, Greet | PlayNow) else _("The game is kept.")


def sheet(state: State, page: int | None = None) -> Reply:
    """Tell how the scores of a deal were made; without a page, of the last one, and what became of each hand."""
    board = state.board
    if board.game is None or board.kind is None or not board.game.sheets:
        return tell(state, _("The score sheet begins when the first deal has ended."))
    last = len(board.game.sheets) - 1
    if page is not None and not 0 <= page <= last:
        return tell(state, _("The sheet has the deals 1 to {last}.", last=last + 1))
    lines = sheet_lines(board.kind, board.game, board.people, last if page is None else page)
    return paged(state, (*lines, *(set_lines(sets_of(board.game), board.people) if page is None else ())))


def piles(state: State) -> Reply:
    """Tell the cards that each seat has won."""
    board = state.board
    if board.game is None or board.kind is None:
        return tell(state, _("The game has not begun yet."))
    seats = (Seat(seat) for seat in range(len(board.people.names)))
    piles = (f"{board.people.call(seat)}: {plain(draw_pile(board.kind, board.game, seat))}" for seat in seats)
    return tell(state, *(" ".join(line.split()) for line in piles))


def set_lines(sets: Sequence[HandSet], people: People) -> tuple[str, ...]:
    """Return a line for each hand of each set, with how many points above the mean each player has made of it."""
    lines: list[str] = []
    about, together = _("points above the mean of each hand"), _("together")
    for number, hands in enumerate(sets, start=1):
        title = _("Hands of set {number} of {sets}", number=number, sets=len(sets))
        lines.append(f"{title}: {about}.")
        lines += [f"{' '.join(map(card_words, hand.cards))}: {_each(hand.margins, people)}." for hand in hands]
        lines.append(f"{together}: {_each(sums(hands), people)}.")
    return tuple(lines)


def _each(margins: Sequence[float], people: People) -> str:
    return ", ".join(f"{people.call(Seat(seat))} {change_sign(round(margin))}" for seat, margin in enumerate(margins))
