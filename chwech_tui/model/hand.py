"""The keys of the table screen: what each key does now, or the sentence that says why it has no effect."""

from enum import Enum
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import SUIT_WORDS, count
from chwech_tui.model.board import OF_A_SEAT, Asking, Board, Table, may_pass, plays_of
from chwech_tui.model.hosting import Hosting, any_person, attend, gathering_key, sure
from chwech_tui.model.talking import answer, begin
from protocol.absence import SetAway, SetPause
from protocol.cards import Rank, Suit
from protocol.chwech.actions import PASS, AceHeight, Pass, Play
from protocol.chwech.views import ChwechView, Phase
from protocol.setup import Delay
from protocol.tableview import TablePhase
from protocol.talk import Say, SayPhrase


class Wish(Enum):
    """A request of a key to the screen that is not an action of the game."""

    BEGIN = "begin"
    """Begin the game."""

    AGREE = "agree"
    """Go on to the next deal."""

    SHEET = "sheet"
    """Show the score sheet."""

    PILES = "piles"
    """Show the cards already won."""

    RULES = "rules"
    """Show the rules."""

    KEYS = "keys"
    """Show all keys."""

    AGAIN = "again"
    """Open another table of the same kind."""

    FOLLOW = "follow"
    """Watch the table where the same people play the rematch."""

    REMATCH = "rematch"
    """Play a rematch with the same people."""

    REPLAY = "replay"
    """Replay the game that has ended."""

    RESIGN = "resign"
    """Leave the table for good."""

    GONE = "gone"
    """Close the screen of a table at which the viewer no longer has a seat."""

    LEAVE = "leave"
    """Leave the table."""


Asked = Hosting | Say | SayPhrase | SetAway | SetPause
"""The commands of a key besides the actions of the game; the sender assigns the id."""

Outcome = tuple[Board, Pass | Play | Wish | Asked | None]
"""The result of a key: the new board, and what is to be done or sent."""

SUIT_KEYS: Final = {"c": Suit.CLUBS, "d": Suit.DIAMONDS, "h": Suit.HEARTS, "s": Suit.SPADES}
"""The suit that each key names when a Joker is led."""

HEIGHT_KEYS: Final = {"h": AceHeight.HIGH, "l": AceHeight.LOW}
"""The height of an Ace that each key names."""

ENTER: Final = frozenset({"enter", "space"})
"""The keys that play."""

LOOKING_KEYS: Final = frozenset({"l", "s", "w", "r", "t", "x", "i", "n", "question_mark", "q", "escape"})
"""The keys of a spectator; none of them acts in the game."""

SURE_KEYS: Final = {
    Asking.LEAVE: frozenset({"y", "enter", "q"}),
    Asking.REMOVE: frozenset({"y", "enter", "d"}),
    Asking.GIVE: frozenset({"y", "enter", "h"}),
}
"""The keys that confirm what cannot be undone, including the key that asked; any other key cancels."""

PARTED_KEYS: Final = frozenset({"l", "s", "w", "question_mark", "q", "escape"})
"""The keys that work after the server has ended the connection for good; none of them needs the server."""

LEAVE_KEY: Final = "ctrl+c"
"""The key that leaves, whatever the screen asks; pressed twice it needs no other confirmation."""

_PLAIN_WISHES: Final = {"r": Wish.RULES, "question_mark": Wish.KEYS}

_TALKS: Final = {"t": Asking.SAY, "x": Asking.PHRASE, "i": Asking.IGNORE}
"""The keys for chat, and the question that each opens."""

_TALKING: Final = frozenset(_TALKS.values())


def press(board: Board, key: str, character: str = "") -> Outcome:
    """Handle a key, named as Textual names it; the character is what the key types into a chat line."""
    clear = replace(board, notice="")
    if key == LEAVE_KEY:
        asked = clear.asking is Asking.LEAVE
        return (clear, Wish.LEAVE) if asked else _leave(replace(clear, asking=Asking.NOTHING))
    if clear.asking in _TALKING:
        return answer(clear, key, character)
    key = key.lower() if len(key) == 1 else key
    if (clear.watches and key not in LOOKING_KEYS) or (clear.parted and key not in PARTED_KEYS):
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
    if key in ENTER:
        return _enter(clear)
    if key in {"left", "right"}:
        return _step(clear, -1 if key == "left" else 1), None
    if key.isdecimal():
        return pick(clear, int(key) - 1), None
    if key in _PLAIN_WISHES:
        return clear, _PLAIN_WISHES[key]
    return _letter(clear, key)


def _letter(board: Board, key: str) -> Outcome:
    match key:
        case "p":
            return _pass(board)
        case "l":
            return _look_back(board), None
        case "s":
            return _need_sheet(board, Wish.SHEET)
        case "w":
            return _need_piles(board)
        case "n" if board.table is not None and board.table.phase is TablePhase.OVER:
            return _once_more(board, board.table)
        case "v" if board.table is not None and board.table.phase is TablePhase.OVER:
            return board, Wish.REPLAY
        case "a" | "z" if board.is_on:
            return attend(board, key)
        case "q":
            return _leave(board)
        case "escape":
            return replace(board, looking_back=False, chosen=None if not board.looking_back else board.chosen), None
        case _:
            return board, None


def _once_more(board: Board, table: Table) -> Outcome:
    if not board.watches:
        return board, Wish.REMATCH if table.rematch or any_person(table) else Wish.AGAIN
    if table.rematch:
        return board, Wish.FOLLOW
    return replace(board, notice="Nobody has asked for another game yet."), None


def pick(board: Board, place: int) -> Board:
    """Choose a card by its index in the hand, from 0."""
    game = board.game
    if game is None or not game.hand:
        return replace(board, notice="There are no cards in your hand now.")
    if not 0 <= place < len(game.hand):
        return replace(board, notice=f"Your hand has {count(len(game.hand), 'card')}: choose one by its number.")
    return replace(board, chosen=place, notice="", asking=Asking.NOTHING)


def _step(board: Board, by: int) -> Board:
    """Choose the next playable card, or the next card of the hand if none is playable."""
    game = board.game
    if game is None or not game.hand:
        return pick(board, 0)
    places = [place for place, card in enumerate(game.hand) if plays_of(game, card)] or list(range(len(game.hand)))
    if board.chosen is None:
        return pick(board, places[0 if by > 0 else -1])
    beyond = [place for place in places if (place - board.chosen) * by > 0]
    if not beyond:
        return pick(board, places[0 if by > 0 else -1])
    return pick(board, beyond[0 if by > 0 else -1])


def _enter(board: Board) -> Outcome:
    table, game = board.table, board.game
    if table is None:
        return board, None
    if table.phase is TablePhase.GATHERING:
        if table.host == table.viewer:
            return board, Wish.BEGIN
        return replace(board, notice="The host of the table begins the game."), None
    if table.phase is TablePhase.OVER:
        return board, Wish.SHEET
    if game is None or game.phase is Phase.DEALING:
        return (board, Wish.AGREE) if board.waited_for else (replace(board, notice=waiting(board)), None)
    return _play(board, game)


def _play(board: Board, game: ChwechView) -> Outcome:
    reason = _not_yours(board)
    if reason:
        return replace(board, notice=reason), None
    if board.chosen is None:
        return replace(board, notice="Choose a card first, with ← → or 1 to 9."), None
    card = game.hand[board.chosen]
    plays = plays_of(game, card)
    if not plays:
        return replace(board, notice=why_not(game, card.rank)), None
    if len(plays) == 1:
        return board, plays[0]
    return replace(board, asking=Asking.HEIGHT if plays[0].ace else Asking.SUIT), None


def _pass(board: Board) -> Outcome:
    reason = _not_yours(board)
    if reason:
        return replace(board, notice=reason), None
    if board.game is None or not may_pass(board.game):
        return replace(board, notice="The first lead of a deal cannot be passed: lead a card."), None
    return board, PASS


def _not_yours(board: Board) -> str:
    """Return why the viewer cannot act now; empty if they can."""
    if board.trouble:
        return "The connection is down: your turn waits for you."
    if board.pending is not None:
        return "One moment: your last command is on its way."
    if board.paused:
        return "The game is paused: z goes on."
    return "" if board.my_turn else waiting(board)


def waiting(board: Board) -> str:
    """Return the sentence that says whom or what the table waits for."""
    table, game = board.table, board.game
    if table is None or table.phase is TablePhase.GATHERING or game is None:
        return "The game has not begun yet."
    if table.phase is TablePhase.OVER or game.phase is Phase.OVER:
        return "The game is over."
    if game.phase is Phase.DEALING:
        if board.watches and table.arrangement.delay is Delay.DEAL:
            return "The next deal is shown a deal later."
        names = board.people.listed(table.waits_for)
        return f"The next deal waits for {names}." if names else "The next deal is on its way."
    if game.turn is None:
        return "One moment: the trick is being taken."
    return f"It is {board.people.name(game.turn)}'s turn."


def why_not(game: ChwechView, rank: Rank) -> str:
    """Return why a card of this rank cannot be played now."""
    if game.phase is not Phase.FOLLOWING:
        return "A Joker cannot be led."
    if rank is Rank.JOKER:
        return "A Joker has been played to this trick already: only one may be."
    suit = SUIT_WORDS[game.trick.suit] if game.trick.suit else "the suit led"
    if not any(isinstance(action, Play) for action in game.legal):
        return f"You cannot follow {suit}: pass with p."
    return f"That card does not follow: play {suit} or a Joker, or pass."


def _answer(board: Board, key: str) -> Outcome:
    """Handle a key while the screen asks something other than chat."""
    if key == "escape":
        return replace(board, asking=Asking.NOTHING), None
    done = replace(board, asking=Asking.NOTHING)
    if board.asking in SURE_KEYS and key not in SURE_KEYS[board.asking]:
        return done, Wish.RESIGN if key == "g" and board.asking is Asking.LEAVE and board.is_on else None
    if board.asking is Asking.LEAVE:
        return done, Wish.LEAVE
    if board.asking in OF_A_SEAT:
        return sure(board)
    play = _named_play(board, key)
    if play is None:
        hint = "h for high or l for low" if board.asking is Asking.HEIGHT else "c, d, h or s for the suit"
        return replace(board, notice=f"Press {hint}; Esc takes the card back."), None
    return board, play


def _named_play(board: Board, key: str) -> Play | None:
    game = board.game
    if game is None or board.chosen is None:
        return None
    plays = plays_of(game, game.hand[board.chosen])
    if board.asking is Asking.HEIGHT:
        return next((play for play in plays if play.ace and play.ace is HEIGHT_KEYS.get(key)), None)
    return next((play for play in plays if play.suit and play.suit is SUIT_KEYS.get(key)), None)


def _look_back(board: Board) -> Board:
    if board.last_trick is None:
        return replace(board, notice="No trick of this deal has been taken yet.")
    return replace(board, looking_back=not board.looking_back)


def _need_sheet(board: Board, wish: Wish) -> Outcome:
    if board.game is None or not board.game.sheets:
        return replace(board, notice="The score sheet begins when the first deal has ended."), None
    return board, wish


def _need_piles(board: Board) -> Outcome:
    if board.table is None or not board.table.setup.options.get("review_won"):
        return replace(board, notice="At this table the cards already won stay closed (option review_won)."), None
    return board, Wish.PILES


def _leave(board: Board) -> Outcome:
    table = board.table
    if table is None or table.phase is TablePhase.OVER or board.watches or board.parted:
        return board, Wish.LEAVE
    return replace(board, asking=Asking.LEAVE), None
