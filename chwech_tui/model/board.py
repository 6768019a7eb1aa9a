"""The state of the table screen, folded from the messages of the server; it applies no rules of the game."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.describe import Chronicle, as_sentence, aside_words, entrance_words, note, overhear, record, remark
from chwech_tui.model.game import ShownGame
from chwech_tui.model.ink import Picture
from chwech_tui.model.moves import Move
from chwech_tui.model.people import NOBODY, People, company, people, rating_news, shown_name, unrated_words
from chwech_tui.model.settings import HandOrder, Settings, takes_hints
from games.kit.words import PARTS, Parts
from protocol import table as tables
from protocol.archive import TurnReview
from protocol.cards import Card
from protocol.daily import DailyMark
from protocol.game import Answer, Stage, View
from protocol.language import _, ngettext
from protocol.message import Seat
from protocol.messages import worded
from protocol.people import SaidTo
from protocol.text import clean_text


def shown_hand(view: View, kind: ShownGame | None, order: HandOrder, own: Sequence[Card]) -> tuple[Card, ...]:
    """Return the hand in the order that the viewer wishes, or as they have moved their ``own`` cards."""
    if order is HandOrder.RANK and kind is not None:
        return tuple(sorted(view.hand, key=lambda card: kind.height(view, card)))
    return _in_own_order(view.hand, own) if order is HandOrder.OWN and own else view.hand


def _in_own_order(hand: tuple[Card, ...], own: Sequence[Card]) -> tuple[Card, ...]:
    """Return a hand in the viewer's own order, without the cards that are gone; new cards come last."""
    left = Counter(hand)
    kept: list[Card] = []
    for card in own:
        if left[card]:
            left[card] -= 1
            kept.append(card)
    return (*kept, *(card for card in left.elements()))


def moved_card(hand: tuple[Card, ...], place: int, by: int) -> tuple[Card, ...]:
    """Return a hand in which the card at a place has changed places with a neighbour; ends stay ends."""
    there = place + by
    if not 0 <= there < len(hand):
        return hand
    cards = list(hand)
    cards[place], cards[there] = cards[there], cards[place]
    return tuple(cards)


def still_chosen(before: tuple[Card, ...], after: tuple[Card, ...], place: int) -> int | None:
    """Return the new index of the card that was chosen in a shown hand; None if it is not there any more."""
    if before == after or place >= len(before):
        return place if place < len(before) else None
    card = before[place]
    played = len(before) - len(after) == 1 and before.count(card) > after.count(card)
    return after.index(card) if not played and card in after else None


class Premove(Struct, frozen=True, gc=False):
    """What the viewer has chosen to do when their turn comes."""

    key: str
    """The key that was pressed, as Textual names it."""
    label: str
    """What it does, in words: ``Q♣``, ``pass``."""
    card: Card | None = None
    """The chosen card; None for a move without one."""


Table = tables.TableView


class Asking(Enum):
    """The question that the screen asks before it sends a command."""

    NOTHING = "nothing"
    MOVE = "move"
    CLAIM = "claim"
    LEAVE = "leave"
    HINT = "hint"
    AWAY = "away"
    JOIN = "join"
    REMOVE = "remove"
    GIVE = "give"
    SAY = "say"
    PHRASE = "phrase"


OF_A_SEAT: Final = frozenset({Asking.REMOVE, Asking.GIVE})
"""The questions about a seat: they are dropped when the seat changes hands."""


class Board(Struct, frozen=True, gc=False):
    """The state of the table screen."""

    table: Table | None = None
    kind: ShownGame | None = None
    people: People = NOBODY
    chronicle: Chronicle = ()
    chosen: int | None = None
    """The index in the hand, as it is shown, of the chosen card, from 0."""
    arranged: tuple[Card, ...] = ()
    """The hand of this deal as the viewer has moved its cards; empty if none was moved."""
    premove: Premove | None = None
    """What the viewer has chosen before their turn."""
    claims: bool = False
    """True while the rest of the deal, which the viewer certainly takes, is played for them."""
    marked: tuple[Card, ...] = ()
    """The cards of the hand that are marked, where several are chosen at once."""
    lays: bool = False
    """True while the marked cards are sent one after another."""
    asking: Asking = Asking.NOTHING
    move: Move | None = None
    """The move of which one of several actions is asked for."""
    stepped: int = 0
    """The number of the choice of that move to which the viewer has stepped, from 0, where there are many."""
    pending: int | None = None
    """The id of the command that waits for an answer."""
    slow: bool = False
    """True if the answer is so late that the screen shows that it waits."""
    notice: str = ""
    """Why the last key had no effect, or why the server refused a command."""
    of_turn: bool = False
    """True if the notice speaks of the turn: it goes when that changes, any other when the deal or the game does."""
    tens: int = 0
    """How often the key 0 was pressed just now: each stands for ten in the number of a card."""
    looking_back: bool = False
    rests: bool = False
    """True while a trick rests on the table, and what follows it is held back until a key or for a moment."""
    seals: tuple[tuple[int, str], ...] = ()
    """The number of each deal seen, with the first commitment that this client received for it."""
    trouble: str = ""
    """The fault of the connection; empty while the connection is up."""
    parted: bool = False
    """True once the server has ended the connection permanently."""
    company: tuple[str, ...] = ()
    """The names of the other people at the table, both players and spectators."""
    place: Seat | None = None
    """The seat that the viewer, as host of the table, has chosen before the game."""
    daily: DailyMark | None = None
    """What marks the table as one of the deal of the day."""
    unplayed: bool = False
    """True if the viewer has still to play today's deal of the day; asked when a game ends."""
    draft: str = ""
    phrases: tuple[str, ...] = ()
    """The quick phrases to choose from, as they fitted when they were asked for: later keys mean the same."""
    unread: int = 0
    """How many lines of talk have come since the viewer last looked at it."""
    ignored: frozenset[str] = frozenset()
    quiet: bool = False
    """True while the viewer hears no chat at all."""
    invitation: str = ""
    """The code of another table to which the viewer is invited; empty without an invitation."""
    own: str = ""
    """The viewer's displayed name; empty until it is known."""
    settings: Settings = Settings()
    """What the viewer has set."""
    hint: tables.HintGiven | None = None
    """What each choice of this turn is worth, if the viewer was told."""
    unhinted: bool = False
    """True once the server has refused the coach a hint at this table."""
    without_hints: frozenset[str] = frozenset()
    """The names of the games for which the server has no hints."""

    @property
    def game(self) -> View | None:
        """The game; None before it begins."""
        return self.table.game if self.table else None

    @property
    def begun(self) -> tuple[Table, ShownGame, View]:
        """The table with its game and the view of that; used only once it has begun."""
        assert self.table is not None, "no game has begun"
        assert self.kind is not None, "no game has begun"
        assert self.table.game is not None, "no game has begun"
        return self.table, self.kind, self.table.game

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's cards in the order in which they are shown."""
        return _hand(self, self.game)

    @property
    def chosen_card(self) -> Card | None:
        """The chosen card; None if there is none."""
        return self.hand[self.chosen] if self.game is not None and self.chosen is not None else None

    @property
    def parts(self) -> Parts:
        """What is said of the tricks of the game, or of what takes their place."""
        return self.kind.words.parts if self.kind is not None else PARTS

    @property
    def has_last_trick(self) -> bool:
        """True if the previous trick of this deal can be shown."""
        return self.game is not None and self.kind is not None and bool(self.kind.last_trick(self.game))

    @property
    def has_result(self) -> bool:
        """True between two deals and at the end: the deal that has ended stays on the table, with its scores."""
        return self.game is not None and self.game.stage is not Stage.PLAYING and bool(self.game.sheets)

    @property
    def is_on(self) -> bool:
        """True while a game is being played."""
        return self.table is not None and self.table.phase is tables.TablePhase.PLAYING

    @property
    def watches(self) -> bool:
        """True if the viewer is a spectator: someone without a seat."""
        return self.table is not None and self.table.viewer is None

    @property
    def my_turn(self) -> bool:
        """True if the viewer has a legal action now."""
        return self.game is not None and bool(self.game.legal)

    @property
    def runs_table(self) -> bool:
        """True if the viewer is the host of the table."""
        return self.table is not None and self.table.host is not None and self.table.host == self.table.viewer

    @property
    def away(self) -> bool:
        """True while a bot plays for the viewer."""
        own = self.table.seats[self.table.viewer] if self.table and self.table.viewer is not None else None
        return own is not None and own.away

    @property
    def paused(self) -> bool:
        """True while the game is paused."""
        return self.table is not None and self.table.pause is not None and self.table.pause.since is not None

    @property
    def waited_for(self) -> bool:
        """True if the next deal waits for the viewer."""
        return self.table is not None and self.table.viewer in self.table.waits_for


def seated(board: Board, table: Table, kind: ShownGame, lately: Iterable[tables.Event] = ()) -> Board:
    """Enter a table of a game, with what has happened there lately, or return to the table already shown."""
    if board.table is not None and board.table.table == table.table:
        return _look(caught_up(replace(board, trouble=""), lately, table, kind), table)
    here = _look(replace(fresh(board), kind=kind, pending=board.pending), table)
    if table.phase is tables.TablePhase.GATHERING:
        return caught_up(here, [event for event in lately if isinstance(event, tables.Said)], table, kind)
    words = _("Before you came:") if lately else ""
    return remarked(caught_up(remarked(here, words), lately, table, kind), entrance_words(table, kind))


def caught_up(board: Board, lately: Iterable[tables.Event], table: Table, kind: ShownGame) -> Board:
    """Add events to the log that happened before the client saw the table, or while it was away for long."""
    here, chronicle = _everybody(table, kind), board.chronicle
    for event in lately:
        if not isinstance(event, tables.Said) or hears(board, event.name):
            chronicle = record(chronicle, event, here, kind)
    return replace(board, chronicle=chronicle)


def happened(board: Board, event: tables.Event, table: Table) -> Board:
    """Apply an event of the table, with the snapshot after it."""
    if isinstance(event, tables.Said) and not hears(board, event.name):
        return _look(board, table)
    here, kind = _everybody(table, board.kind), board.kind
    news: Picture = ()
    if kind is not None and board.game is not None and table.game is not None and not isinstance(event, tables.Said):
        news = kind.news(board.game, table.game, board.people)
    told = replace(board, chronicle=record(board.chronicle, event, here, kind, table.game, news))
    if isinstance(event, tables.Said):
        own = event.seat is not None and event.seat == table.viewer
        return _look(replace(told, unread=0 if own else board.unread + 1), table)
    told = replace(told, looking_back=False)
    if kind is not None and table.game is not None and table.phase is tables.TablePhase.OVER and board.is_on:
        won = kind.ended(table.game, board.people)
        told = replace(told, chronicle=remark(told.chronicle, won)) if won else told
    if isinstance(event, tables.RematchOffered):
        # The offer of a rematch is shown in the line of the notice and matters more than an old notice.
        told = replace(told, notice="")
    return remarked(_look(told, table), unrated_words(board.table, table))


def changed(board: Board, table: Table) -> Board:
    """Apply a snapshot that came without an event."""
    return remarked(_look(board, table), rating_news(board.table, table))


def sent(board: Board, command: int) -> Board:
    """Record that a command was sent and waits for its answer."""
    # A command may be sent for the viewer while the screen asks something else.
    asking = Asking.NOTHING if board.asking in {Asking.MOVE, Asking.CLAIM, Asking.HINT} else board.asking
    return replace(board, pending=command, slow=False, asking=asking, move=None, notice="", hint=None)


def slow(board: Board) -> Board:
    """Record that the answer to the pending command is late."""
    return replace(board, slow=True)


def accepted(board: Board, command: int) -> Board:
    """Record that the server accepted a command."""
    return replace(board, pending=None, slow=False) if board.pending == command else board


def refused(board: Board, command: int | None, text: str, table: Table | None) -> Board:
    """Record that the server refused a command, and why; apply the snapshot if one came with the refusal."""
    answered = board.pending if command == board.pending else None
    pending = None if answered is not None else board.pending
    known = replace(board, pending=pending, slow=False, claims=False, lays=False)
    known = _look(known, table) if table is not None else known
    return replace(known, notice=text, of_turn=answered is not None)


def overheard(board: Board, lines: Iterable[tables.Line]) -> Board:
    """Add chat among spectators to the log."""
    for line in lines:
        if hears(board, line.name):
            unread = 0 if shown_name(line.name) == board.own else board.unread + 1
            board = replace(board, chronicle=overhear(board.chronicle, line), unread=unread)
    return board


def _said_aside(board: Board, news: SaidTo) -> Board:
    """Add a line between the viewer and one other person to the log, unless they ignore that person."""
    own = shown_name(news.name) == board.own
    if not own and not hears(board, news.name):
        return board
    return replace(
        board,
        chronicle=remark(board.chronicle, aside_words(news, board.own), talk=True),
        unread=0 if own else board.unread + 1,
    )


def read(board: Board) -> Board:
    """Record that the viewer has seen all talk."""
    return replace(board, unread=0) if board.unread else board


def greeted(board: Board, own: str, without_hints: frozenset[str]) -> Board:
    """Record the viewer's own name, which is no other spectator's, and the games for which there are no hints."""
    known = replace(board, own=shown_name(own), without_hints=without_hints)
    return replace(known, company=company(board.table, known.own)) if board.table is not None else known


def fresh(board: Board) -> Board:
    """Return an empty board that keeps what holds at every table: whom one hears, the name, settings and the server."""
    return Board(**{name: getattr(board, name) for name in ("ignored", "quiet", "own", "settings", "without_hints")})


def hears(board: Board, name: str) -> bool:
    """Return True if the viewer hears chat from a person."""
    return not board.quiet and shown_name(name) not in board.ignored


def invited(board: Board, words: str, code: str) -> Board:
    """Record an invitation to another table in the log."""
    return remarked(replace(board, invitation=code), words)


def remarked(board: Board, text: str) -> Board:
    """Add a remark to the log, if there is one."""
    return replace(board, chronicle=note(board.chronicle, text)) if text else board


def troubled(board: Board, text: str) -> Board:
    """Record a fault of the connection; an empty text means that the connection is up again."""
    back = bool(board.trouble) and not text
    known = replace(board, trouble=text, notice="" if back else board.notice, premove=None, claims=False, lays=False)
    # What was missed comes after this line.
    return remarked(known, _("Connected again.") if back and board.table is not None else "")


def parted(board: Board, text: str) -> Board:
    """Record that the server has ended the connection permanently, and drop the open question and pending command."""
    return replace(board, trouble=text, parted=True, asking=Asking.NOTHING, pending=None, slow=False, notice="")


def _look(board: Board, table: Table) -> Board:
    """Show a snapshot, unless a newer one of this table is known, and keep the chosen card chosen."""
    before = board.table
    if before is not None and before.table == table.table and table.seq < before.seq:
        return board
    chosen = _same_card(board, table.game)
    asking = board.asking
    legal = table.game.legal if table.game is not None else ()
    if asking is Asking.MOVE and (chosen != board.chosen or board.game is None or legal != board.game.legal):
        asking = Asking.NOTHING
    if asking in {Asking.CLAIM, Asking.HINT} and not legal:
        asking = Asking.NOTHING
    same_seats = before is not None and (before.seats, before.viewer) == (table.seats, table.viewer)
    begun = before is not None and (before.game is None) != (table.game is None)
    here = board.people if same_seats and not begun else _everybody(table, board.kind)
    same_people = before is not None and same_seats and before.watchers == table.watchers
    others = board.company if same_people else company(table, board.own)
    runs = table.phase is tables.TablePhase.GATHERING and table.host == table.viewer
    place = board.place if runs else None
    if asking in OF_A_SEAT and not (place is not None and before is not None and _same_at(before, table, place)):
        asking = Asking.NOTHING
    if asking is Asking.AWAY and not _may_step_away(table):
        asking = Asking.NOTHING
    same = before is not None and before.table == table.table
    seen = _with_seal(board.seals if same else (), table.game)
    known = _still_said(_carried(board, table, chosen), table)
    return replace(
        known, table=table, people=here, company=others, place=place, chosen=chosen, asking=asking, seals=seen
    )


def _with_seal(known: tuple[tuple[int, str], ...], game: View | None) -> tuple[tuple[int, str], ...]:
    """Keep the first commitment received for the present deal; later ones prove nothing."""
    if game is None or game.commitment is None or game.stage is Stage.DEALING or game.deal in dict(known):
        return known
    return (*known, (game.deal, game.commitment))


def _carried(board: Board, table: Table, chosen: int | None) -> Board:
    """Drop what the viewer has chosen for later if it does not hold any more: the deal is another, or a bot plays."""
    if not (board.premove or board.claims or board.arranged or board.marked):
        return board
    game = table.game
    if board.game is None or game is None or game.deal != board.game.deal or game.stage is not Stage.PLAYING:
        return replace(board, premove=None, claims=False, arranged=(), marked=(), lays=False)
    if board.marked:
        marked = tuple(card for card in board.marked if card in game.hand) if game.legal else ()
        board = replace(board, marked=marked)
    own = table.seats[table.viewer] if table.viewer is not None else None
    stays = own is not None and not own.away
    premove = board.premove if stays and board.premove and (board.premove.card is None or chosen is not None) else None
    return replace(board, premove=premove, claims=board.claims and stays)


def _still_said(board: Board, table: Table) -> Board:
    """Drop the hint and the notice, where what they speak of is over."""
    before, now = _moment(board.table) if board.table is not None else None, _moment(table)
    if before is None or before == now:
        return board
    return replace(board, hint=None, notice="" if board.of_turn or before[0] != now[0] else board.notice)


def _moment(table: Table) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Return the stage of a game, and whom or what the table waits for in it, as values to compare."""
    game, paused = table.game, table.pause is not None and table.pause.since is not None
    stage, turn = ((game.deal, game.stage), (game.asked, bool(game.legal))) if game is not None else ((), ())
    return (table.phase, bool(company(table)), *stage), (table.waits_for, paused, *turn)


def _everybody(table: Table, kind: ShownGame | None) -> People:
    """Return the people of a table, with their sides if they have partners."""
    sides = kind.sides(table.game) if kind is not None and table.game is not None else ()
    return replace(people(table), sides=sides) if sides else people(table)


def _may_step_away(table: Table) -> bool:
    own = table.seats[table.viewer] if table.viewer is not None else None
    return table.phase is tables.TablePhase.PLAYING and own is not None and not own.away


def _same_at(before: Table, table: Table, place: Seat) -> bool:
    """Return True if a seat still belongs to the same player."""
    names = [seat.name if seat is not None else "" for seat in (before.seats[place], table.seats[place])]
    return before.table == table.table and names[0] == names[1] and before.kept == table.kept


def _same_card(board: Board, game: View | None) -> int | None:
    """Return the index of the chosen card in the present hand; None if it was played or the deal is another."""
    if board.chosen is None or board.game is None or game is None or board.game.deal != game.deal:
        return None
    return still_chosen(board.hand, _hand(board, game), board.chosen)


def _hand(board: Board, game: View | None) -> tuple[Card, ...]:
    return shown_hand(game, board.kind, board.settings.order, board.arranged) if game is not None else ()


_WIDE: Final = 10  # The points from which a value is shown without its decimal, so that it fits below a card.
_LONGEST: Final = 120  # The longest reason, in cells.

_COST_SHOWN: Final = "{cost:.1f}"


def told(board: Board, message: tables.Overheard | SaidTo | tables.HintGiven | tables.CostliestChoice) -> Board:
    """Return the board after something that only this viewer, or only spectators, are told."""
    match message:
        case tables.Overheard(lines=lines):
            return overheard(board, lines)
        case SaidTo():
            return _said_aside(board, message)
        case tables.HintGiven():
            return hinted(board, message)
        case tables.CostliestChoice():
            return remarked(board, costliest_words(board, message) if board.settings.coach else "")


def hinted(board: Board, given: tables.HintGiven) -> Board:
    """Show a hint, if it is about the choice that the viewer has now."""
    game = board.game
    if game is None or not game.legal or {choice.action for choice in given.choices} != {*game.legal}:
        return board
    return replace(board, hint=given)


def can_ask(board: Board) -> bool:
    """Return True if the viewer has a choice for which there may be a hint."""
    table, game = board.table, board.game
    if table is None or game is None or not table.arrangement.hints or table.setup.game in board.without_hints:
        return False
    free = board.pending is None and not (board.trouble or board.paused or board.away)
    return free and len(game.legal) > 1


def no_hint_words(board: Board) -> str:
    """Return what the coach would say where choices have no values, or why there is no hint for the viewer's turn."""
    table, kind, game = board.table, board.kind, board.game
    if table is not None and not table.arrangement.hints:
        return _("This table plays without hints.")
    if table is not None and kind is not None and game is not None and table.setup.game in board.without_hints:
        advice = kind.advice(game, board.people)
        return labelled(advice, coached=False) if advice else _("There are no hints for {game}.", game=kind.title)
    return _("You have only one legal move.")


def coach_asks(board: Board) -> bool:
    """Return True if the coach is there, and speaks from a hint that is still awaited."""
    table, settings = board.table, board.settings
    hinted = table is not None and takes_hints(settings.coached, table.table) and not board.unhinted
    return bool(settings.coach) and hinted and board.hint is None and can_ask(board)


def begins(table: tables.TableView) -> bool:
    """Return True for a seat at a table of which no deal is over."""
    fresh = table.game is None or not table.game.sheets
    return table.viewer is not None and table.phase is not tables.TablePhase.OVER and fresh


def value_words(value: float) -> str:
    """Return a value with its sign, in at most four cells: ``+3.1``, ``−0.4``, ``+12``, ``0.0``."""
    shown = f"{abs(value):.0f}" if abs(value) >= _WIDE else f"{abs(value):.1f}"
    return f"{'+' if value > 0 else '−' if value < 0 else ''}{shown}"


def card_values(board: Board) -> dict[Card, float]:
    """Return what the best way to play each card is worth, the best card first; empty without a hint."""
    given, game = board.hint, board.game
    if given is None or game is None:
        return {}
    worth = {choice.action: choice.value for choice in given.choices}
    without = _actions(board, None)
    ways = ((card, [worth[action] for action in _actions(board, card) - without]) for card in {*game.hand})
    found = {card: max(values) for card, values in ways if values}
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _actions(board: Board, card: Card | None) -> set[Answer]:
    """Return what the viewer can do with a chosen card, or without one."""
    if board.kind is None or board.game is None:
        return set()
    return {choice.action for move in board.kind.moves(board.game, card) for choice in move.choices}


def hint_words(board: Board, reasons: int = 2) -> str:
    """Return the hint in one line: the best choice, those without a card, and so many reasons at most; or nothing."""
    given, kind = board.hint, board.kind
    if given is None or kind is None or board.asking is not Asking.NOTHING:
        return ""
    best, *others = (
        f"{kind.action_words(choice.action)} {value_words(choice.value)}" for choice in _shown(board, given)
    )
    # The reason is that of the best choice alone.
    best, why = _("{choice} points", choice=best), reason_words(given, reasons)
    values = f"{best} ({', '.join(others)})" if others else best
    return labelled(as_sentence(f"{values}: {why}" if why else values), coached=bool(board.settings.coach))


def _shown(board: Board, given: tables.HintGiven) -> tuple[tables.Appraised, ...]:
    """Return the best choice and those without a card: what the others are worth stands below the cards."""
    best, *others = given.choices
    without = _actions(board, None)
    return best, *(choice for choice in others if choice.action in without)


def reason_words(given: tables.HintGiven | TurnReview, reasons: int = 2) -> str:
    """Return so many reasons of a hint or a review at most, in half a sentence; empty if it has none."""
    told = (worded(reason.text, reason.wording) for reason in given.reasons[:reasons])
    return "; ".join(clean_text(text, cells=_LONGEST) for text in told)


def labelled(words: str, *, coached: bool) -> str:
    """Return what a hint says with its origin: the coach, or one's own question."""
    return _("Coach: {advice}", advice=words) if coached else _("Hint: {words}", words=words)


def all_values(board: Board) -> str:
    """Return the values of all choices in words, the best first; empty without a hint."""
    given, kind = board.hint, board.kind
    if given is None or kind is None:
        return ""
    values = (f"{kind.action_words(choice.action)} {value_words(choice.value)}" for choice in given.choices)
    return as_sentence(", ".join(values))


def advice_words(board: Board) -> str:
    """Return what the coach says on the viewer's turn; empty if there is nothing to say."""
    kind, game = board.kind, board.game
    advice = kind.advice(game, board.people) if kind is not None and game is not None and board.my_turn else ""
    return _("Coach: {advice}", advice=advice) if advice else ""


def costliest_words(board: Board, message: tables.CostliestChoice) -> str:
    """Return which choice of a deal cost most, in a sentence; empty if the game is not known."""
    kind = board.kind
    if kind is None:
        return ""
    return ngettext(
        "Deal {deal}: with {n} card left you chose {chosen}; {best} would have been {cost} points better.",
        "Deal {deal}: with {n} cards left you chose {chosen}; {best} would have been {cost} points better.",
        message.cards,
        deal=message.deal,
        chosen=kind.action_words(message.chosen),
        best=kind.action_words(message.best),
        cost=_COST_SHOWN.format(cost=message.cost),
    )
