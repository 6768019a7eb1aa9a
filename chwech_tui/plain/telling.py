"""A table in lines: how it stands, and what happens there; pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from chwech_tui.describe import added, as_sentence, said, table_sentence
from chwech_tui.drawing.game import deal_score
from chwech_tui.games.registry import kind_of, table_words
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board, Table
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.daily import mark_words, marked
from chwech_tui.model.deal import PublicDeal, TrickText
from chwech_tui.model.game import Game, Unit
from chwech_tui.model.hints import advice_words
from chwech_tui.model.hosting import kept_for, starting
from chwech_tui.model.ink import Hue, plain
from chwech_tui.model.lobby import news_of_fallbacks
from chwech_tui.model.people import BOT_MARK, People, clockwise, hints_mark, is_person, listed
from chwech_tui.model.picking import next_marked, several
from chwech_tui.model.prompt import hint_question, prompt
from chwech_tui.model.settings import has_coach, with_coach
from chwech_tui.model.times import absence, asked, banks, clock_line, offer_words, sleeps_alone, waiting
from chwech_tui.plain.account import come_by
from chwech_tui.plain.reading import called, from_record, listed_or
from chwech_tui.plain.state import Forget, Reply, Sent, State, home_request, tell
from games.kit.words import Several, figure
from protocol.game import Stage, View
from protocol.identity import KeepSettings
from protocol.language import N_, _, ngettext, pgettext
from protocol.lobby import LeaveLobby
from protocol.message import Seat
from protocol.messages import Act, Begin, Happened, Seated, TableChanged
from protocol.rating import Ranked, ranking
from protocol.seating import Began, Event, Removed, SeatTaken
from protocol.tableview import TablePhase
from protocol.talk import Overheard, Said
from protocol.text import clean_text

_NO_TABLE = N_("You are at no table.")
_NOT_BEGUN = N_("The game has not begun yet.")
"""Marked for translation."""

_KEYS = {"escape": "n", "enter": "begin"}
"""What is typed for keys that are no letters."""

_WORDS = 12
"""The most words of a turn: the cards that can be played are named where they fit."""


def question(board: Board) -> str:
    """Return the question that the table asks, and the answers."""
    if board.asking is Asking.HINT:
        return hint_question(called("hint"))
    asked = prompt(board)
    if board.asking is Asking.MOVE and board.move is not None:
        labels = [choice.label for choice in board.move.choices]
        return f"{board.move.question} {listed_or(labels)}?"
    keys = ((called(_KEYS.get(answer.key, answer.shown)), answer.label) for answer in asked.answers)
    answers = ", ".join(f"{shown} {label}" for shown, label in keys)
    return f"{asked.text} {answers}." if answers else as_sentence(asked.text)


def turn_line(board: Board) -> str:
    """Return whose turn it is, and what is asked of the viewer."""
    table, game = board.table, board.game
    if table is None:
        return _(_NO_TABLE)
    if board.asking is not Asking.NOTHING:
        return question(board)
    if table.phase is TablePhase.GATHERING or game is None:
        return starting(board)
    if board.paused:
        return _("The game is paused: z goes on.")
    if board.away:
        return _("The game waits for you: a returns.") if sleeps_alone(board) else _("A bot plays for you: a returns.")
    if board.waited_for and game.stage is Stage.DEALING:
        return _("Enter deals the next cards.")
    return _asked_of_viewer(board, game) if board.my_turn else waiting(board)


def _asked_of_viewer(board: Board, game: View) -> str:
    assert board.kind is not None, "a table with a game has its kind"
    usable, due = board.kind.usable(game), several(board)
    yours = _("Your turn.") if asked(board) else waiting(board)
    words = f"{yours} {board.kind.turn_words(game)}"
    if due is not None and not due.alone:
        return _("{words}: {number} in one line.", words=words, number=number_due(due))
    if not usable or len(usable) == len(game.hand) or len(words.split()) + len(usable) > _WORDS:
        return f"{words}."
    return f"{words}: {', '.join(map(card_words, usable))}."


def number_due(asked: Several) -> str:
    """Return how many cards are to be named: ``4 cards``, ``2 to 3 cards``."""
    if asked.least == asked.most:
        return ngettext("{n} card", "{n} cards", asked.most)
    return ngettext("{least} to {n} card", "{least} to {n} cards", asked.most, least=asked.least)


def hand_line(board: Board) -> str:
    """Return the viewer's cards, in the order of their numbers."""
    game = board.game
    if game is None:
        return _not_begun(board)
    if board.watches:
        return _("You watch: you have no cards.")
    if not game.hand:
        return _("No cards.")
    cards = ", ".join(map(card_words, board.hand))
    return ngettext("Your {n} card: {cards}.", "Your {n} cards: {cards}.", len(game.hand), cards=cards)


def _not_begun(board: Board) -> str:
    """Return why there is nothing to tell of a game."""
    return _(_NO_TABLE) if board.table is None else _(_NOT_BEGUN)


def tricks(board: Board) -> tuple[TrickText | None, TrickText | None]:
    """Return the previous trick and the open one; None for one that there is not."""
    kind, game = board.kind, board.game
    if kind is None or game is None:
        return None, None
    names = [_named(board.people, Seat(seat)) for seat in range(len(board.people.names))]
    now = PublicDeal(kind, game).tricks(names)
    knows = kind.has_last_trick(game)
    last = now[0] if knows else None
    return last, now[knows] if len(now) > knows else None


def trick_line(trick: TrickText | None, missing: str) -> str:
    """Return a trick in one line, or what is said where there is none."""
    if trick is None:
        return missing
    turns = ", ".join(map(from_record, trick.turns))
    taker = f"; {trick.taker}" if trick.taker else ""
    return as_sentence(f"{trick.title}: {turns}{taker}")


def last_line(board: Board) -> str:
    """Return the previous trick, and why it went as it did."""
    told = trick_line(tricks(board)[0], _(board.parts.none))
    return f"{told} {reason_line(board)}".rstrip()


def reason_line(board: Board) -> str:
    """Return why the previous trick went as it did; empty if there is nothing to say."""
    table, game, kind = board.table, board.game, board.kind
    if table is None or game is None or kind is None:
        return ""
    why = kind.reason(game)
    return as_sentence(why) if why else ""


def gone_lines(board: Board) -> tuple[str, ...]:
    """Return the cards gone so far by suit, and how much the rules show of them."""
    table, game, kind = board.table, board.game, board.kind
    if table is None or game is None or kind is None:
        return (_not_begun(board),)
    known = kind.cards_gone(game)
    gone, jokers = (*known.gone, *known.table), _("Jokers")
    suits = ((suit, [card_words(card) for card in gone if card.suit is suit]) for suit in known.suits)
    lines = (f"{suit_words(suit) if suit else jokers}: {', '.join(words)}." for suit, words in suits if words)
    return (*map(as_sentence, lines), known.note)


def _named(people: People, seat: Seat) -> str:
    return pgettext("in a list of names", "you") if seat == people.viewer else people.name(seat)


def deal_line(board: Board) -> str:
    """Return the state of the deal in words: dealer, trumps, who is to play."""
    if board.kind is None or board.game is None:
        return _not_begun(board)
    names = [board.people.name(Seat(seat)) for seat in range(len(board.people.names))]
    return from_record(PublicDeal(board.kind, board.game).sentence(names))


def ranks(board: Board) -> Sequence[Ranked]:
    """Return the ranking after the last deal that has ended; empty before the first has."""
    game, kind = board.game, board.kind
    if game is None or kind is None or not game.sheets:
        return ()
    return tuple(ranking(game.sheets[-1].totals, kind.sides(game)))


def scores_line(board: Board) -> str:
    """Return the totals in one line, the best first."""
    ranked = ranks(board)
    if not ranked:
        return _("No deal has ended yet: nobody has a score.") if board.table is not None else _(_NO_TABLE)
    named = ((listed([_named(board.people, seat) for seat in (one.seat, *one.partners)]), one.total) for one in ranked)
    return as_sentence(", ".join(f"{names} {total}" for names, total in named))


def result_line(board: Board) -> str:
    """Return what the last deal has brought the viewer; for a spectator, who is ahead."""
    game, kind, ranked = board.game, board.kind, ranks(board)
    if game is None or kind is None or not ranked:
        return ""
    viewer = board.people.viewer
    own = next((one for one in ranked if viewer in {one.seat, *one.partners}), None)
    if own is None or viewer is None:
        name, total = board.people.name(ranked[0].seat), figure(ranked[0].total)
        return _("{name} has {total}: the most so far.", name=name, total=total)
    return _(
        "You score {points}: total {total}, place {place} of {places}.",
        points=figure(game.sheets[-1].points[viewer]),
        total=figure(own.total),
        place=own.place,
        places=len(ranked),
    )


def clock_words(board: Board, moment: float) -> str:
    """Return the clock in one line, with the viewer's own bank; ``moment`` is the server's time."""
    if board.table is None:
        return _(_NO_TABLE)
    shown = plain(clock_line(board, moment)).strip()
    if not shown:
        return _("No clock runs.")
    game, left = board.game, banks(board, moment)
    turn = game.turn if game is not None else None
    if turn is not None:
        shown = board.people.tell(turn, _("You have {time}"), _("{name} has {time}"), time=shown)
    viewer = board.people.viewer
    bank = _("your bank has {time}", time=left[viewer]) if left and viewer is not None else ""
    return f"{'; '.join(filter(None, (shown, bank)))}."


def seat_lines(board: Board, moment: float) -> tuple[str, ...]:
    """Return a line for each seat, the viewer's first; ``moment`` is the server's time."""
    table = board.table
    if table is None:
        return (_(_NO_TABLE),)
    deal = PublicDeal(board.kind, board.game) if board.kind is not None and board.game is not None else None
    lines, sleeps = [], board.away and sleeps_alone(board)
    for seat in clockwise(table):
        numbers = "" if deal is None else _numbers(deal.titles, deal.numbers(seat))
        note = absence(table.seats[seat], moment, sleeps=sleeps) if deal is not None else _gathering_note(table, seat)
        said = ", ".join(filter(None, (numbers, note)))
        lines.append(f"{_seat_name(board, table, seat)}{f': {said}' if said else ''}.")
    return tuple(lines)


def own_line(board: Board) -> str:
    """Return the viewer's own cards and points, and the trumps if there are any."""
    kind, game, viewer = board.kind, board.game, board.people.viewer
    if kind is None or game is None or viewer is None:
        return _not_begun(board)
    deal = PublicDeal(kind, game)
    names = [board.people.name(Seat(seat)) for seat in range(len(board.people.names))]
    now = _("You now: {numbers}.", numbers=_numbers(deal.titles, deal.numbers(viewer)))
    return f"{now} {from_record(deal.trumps(names))}".rstrip()


def open_trick_line(board: Board) -> str:
    """Return the trick on the table, and who acts in it after the viewer; empty while nothing is led or passed."""
    trick, table = tricks(board)[1], board.table
    if trick is None or table is None:
        return ""
    names = [board.people.name(seat) for seat in clockwise(table)[1 : len(table.seats) - len(trick.turns)]]
    after = _("After you: {names}.", names=", ".join(names)) if names else _("You are the last to act.")
    return f"{trick_line(trick, '')} {after}"


def _numbers(titles: Sequence[str], numbers: Sequence[str]) -> str:
    return ", ".join(f"{title.lower()} {number}" for title, number in zip(titles, numbers, strict=True))


def _gathering_note(table: Table, seat: Seat) -> str:
    occupant = table.seats[seat]
    if occupant is None:
        kept = kept_for(table, seat)
        return _("kept for {name}", name=kept) if kept else ""
    host = pgettext("of a seat", "host") if seat == table.host else ""
    ready = pgettext("of a seat", "ready") if is_person(occupant) and occupant.ready else ""
    return ", ".join(filter(None, (host, ready)))


def _seat_name(board: Board, table: Table, seat: Seat) -> str:
    if table.seats[seat] is None:
        return _("Seat {number}, free", number=seat + 1)
    mark = BOT_MARK if seat in board.people.bots else hints_mark() if seat in board.people.hinted else ""
    return f"{board.people.call(seat)}{mark}"


def sheet_lines(kind: Game, game: View, people: People, page: int) -> tuple[str, ...]:
    """Return how the scores of a deal were made, a line for each seat; ``page`` counts the deals from 0."""
    score = deal_score(kind, game, page, people)
    rows = [f"{people.call(Seat(seat))}: {_close(plain(row))}" for seat, row in enumerate(score.rows)]
    return (
        as_sentence(_close(plain(score.title))),
        _("Columns: {titles}.", titles=_close(score.heading)),
        *rows,
        *score.notes,
    )


def _close(text: str) -> str:
    """Return a text whose columns stand one space apart."""
    return " ".join(text.split())


def advice_line(board: Board) -> str:
    """Return what the coach says on the viewer's turn; empty if there is nothing to say."""
    return "" if board.paused or board.away else advice_words(board)


def follow_up(before: Board, now: Board, *, coach: bool = False) -> tuple[str, ...]:
    """Return what a change asks of the viewer or offers to them, told once; ``coach`` adds the coach's advice."""
    lines = []
    offer = offer_words(now)
    if offer and offer != offer_words(before):
        lines.append(offer)
    if now.waited_for and not before.waited_for and now.is_on:
        lines.append(_("Enter deals the next cards."))
    if begins_turn(before, now):
        lines += [turn_line(now), advice_line(now) if coach else ""]
    return tuple(lines)


def begins_turn(before: Board, now: Board) -> bool:
    """Return True if a turn of the viewer has come."""
    may = asked(now) or (now.game is not None and now.kind is not None and bool(now.kind.usable(now.game)))
    return now.my_turn and may and not now.paused and not now.away and _turn(before) != _turn(now)


def _turn(board: Board) -> object:
    """Return the viewer's turn as a value to compare; None if it is not theirs."""
    game = board.game
    if game is None or not game.legal or board.paused or board.away:
        return None
    return game.deal, game.hand, game.legal, len(game.sheets)


_HEARD = 3
"""The most lines of earlier talk that are told to who comes to a table."""

_OVER = N_("The game is over. n plays once more, v tells the replay, q leaves.")
"""Marked for translation."""


def _timed(state: State, table: Table) -> State:
    """Return the state with the server's clock as a view has it."""
    return state if table.time is None else replace(state, ahead=table.time.now - state.now)


def _seated(state: State, news: Seated) -> Reply:
    view, before = news.view, state.board
    kind = kind_of(view)
    if kind is None:
        return tell(state, _("This table plays a game that this client does not know. q leaves."))
    same = before.table is not None and before.table.table == view.table
    now = boards.seated(before, view, kind, news.talk)
    now = marked(now, news.daily) if news.daily is not None else now
    coached = now.settings.coached
    if state.coach_due or _comes_with_coach(state):
        coached = with_coach(coached, view.table)
        now = replace(now, settings=replace(now.settings, coached=coached))
    arrived = replace(state, board=now, form=None, reel=None, course=None, seq_due=0, in_lobby=False)
    done = _timed(replace(arrived, coach_due=False), view)
    sent: tuple[Sent, ...] = (LeaveLobby(0),) if state.in_lobby else ()
    if coached != before.settings.coached:
        sent = (KeepSettings(0, {"coached": coached}), *sent)
    if same and before.table is not None:
        missed = deal_line(now) if view.seq > before.table.seq and view.game is not None else ""
        return tell(done, missed)._replace(sent=sent)
    if state.remote is None and view.phase is TablePhase.GATHERING:
        sent = (*sent, Begin(0))
    talk = [plain(said(line.name, line.text)) for line in news.talk if boards.hears(now, line.name)]
    remark, done = done.remark or mark_words(news.daily), replace(done, remark="")
    return tell(done, *_arrival(done), remark, *talk[-_HEARD:])._replace(sent=sent)


def _comes_with_coach(state: State) -> bool:
    """Return True if one goes to the next table from one that was opened with the coach."""
    table = state.board.table
    return table is not None and has_coach(state.board.settings.coached, table.table)


def _arrival(state: State) -> tuple[str, ...]:
    """Return what is told to who comes to a table."""
    board, table = state.board, state.board.table
    if table is None:
        return ()
    code, rules = clean_text(table.table, cells=40), table_words(table.setup)
    watches = _("You watch.") if board.watches else ""
    told = _("Table {code}: {rules}.", code=code, rules=rules)
    first = f"{watches} {told}".lstrip()
    if table.phase is TablePhase.GATHERING:
        if state.remote is None:
            return (first,)
        return first, *seat_lines(board, state.moment), *come_by(state.remote, table.table), question(board)
    if table.phase is TablePhase.OVER:
        return first, _(_OVER)
    hand = () if board.watches else (hand_line(board),)
    return first, deal_line(board), *hand


def _happened(state: State, news: Happened) -> Reply:
    before = state.board
    if before.kind is None or kind_of(news.view) is not before.kind:
        return Reply(state)
    now = boards.happened(before, news.event, news.view)
    done = _timed(replace(state, board=now), news.view)
    if isinstance(news.event, Removed) and _is_own(state, news.event):
        gone = replace(done, board=boards.fresh(now), listed=False)
        return Reply(gone, (_("The host of the table has freed your seat."),), (Forget(), *home_request(gone)))
    then, action = next_marked(now) if now.lays else (now, None)
    done = replace(done, board=then)
    # Offline, the bots sit down and the game begins by themselves.
    quiet = state.remote is None and isinstance(news.event, SeatTaken | Began)
    lines = () if quiet else _event_lines(before, then, news.event, coach=done.coach)
    if action is not None:
        # The next card goes by itself: nothing is asked of the person before the last one has gone.
        return tell(replace(done, known=then), *lines)._replace(sent=(Act(0, news.view.seq, action),))
    ends = before.table is not None and before.table.phase is not TablePhase.OVER is news.view.phase
    return tell(done, *lines, _(_OVER) if ends else "")


def seated(state: State, news: Seated) -> Reply:
    """Come to a table, or back to it after a lost connection: then only what was missed is told."""
    return _with_fallbacks(_seated(state, news), news.view)


def happened(state: State, news: Happened) -> Reply:
    """Tell an event of the table."""
    return _with_fallbacks(_happened(state, news), news.view)


def _with_fallbacks(reply: Reply, table: Table) -> Reply:
    """Tell besides which bots of the table others replace, once for each level."""
    state = reply.state
    offers = state.welcome.games if state.welcome is not None else ()
    words, told = news_of_fallbacks(offers, table, state.fallbacks_told)
    said = (*reply.said, words) if words else reply.said
    return reply._replace(state=replace(state, fallbacks_told=told), said=said)


def _is_own(state: State, event: Removed) -> bool:
    return state.welcome is not None and (event.name, event.bot) == (state.welcome.name, "")


def _news(before: Board, now: Board) -> tuple[str, ...]:
    """Return what the log has that it had not, but the seals: those are told when they are asked for."""
    return tuple(
        plain(line) for line in added(before.chronicle, now.chronicle) if line and line[0].hue is not Hue.FAINT
    )


def _event_lines(before: Board, now: Board, event: Event, *, coach: bool) -> tuple[str, ...]:
    """Return all that an event has led to, with the hand that is dealt by it, or what the viewer scores in it."""
    kind = now.kind
    assert kind is not None, "checked by the caller"
    if isinstance(event, Said):
        return _news(before, now)
    # The log tells several who sit down in one sentence, without the level of each bot.
    own = (plain(table_sentence(event, now.people)),) if isinstance(event, SeatTaken) else _news(before, now)
    lines = [*map(as_sentence, own)]
    units = {kind.unit(one) for one in kind.told(event)}
    if Unit.TRICK in units and coach and lines:
        lines[-1] = f"{lines[-1]} {reason_line(now)}".rstrip()
    hand = hand_line(now) if Unit.DEALT in units and not now.watches else ""
    return (*lines, hand, result_line(now) if Unit.DEAL in units else "")


def changed(state: State, news: TableChanged) -> Reply:
    """Tell who was connected or disconnected, when the table changes without an event."""
    before = state.board
    if before.kind is None or kind_of(news.view) is not before.kind:
        return Reply(state)
    now = boards.changed(before, news.view)
    done = _timed(replace(state, board=now), news.view)
    return tell(done, *_presence(before, now), *_news(before, now))


def _presence(before: Board, now: Board) -> list[str]:
    """Return who was connected or disconnected, in a line each."""
    was, table = before.table, now.table
    if was is None or table is None or was.table != table.table:
        return []
    lines = []
    for seat, (old, new) in enumerate(zip(was.seats, table.seats, strict=False)):
        both = is_person(old) and is_person(new) and old.name == new.name and seat != table.viewer
        if both and old is not None and new is not None and old.here is not new.here:
            name = now.people.name(Seat(seat))
            lines.append(_("{name} is here again.", name=name) if new.here else _("{name} is away.", name=name))
    return lines


def overheard(state: State, news: Overheard) -> Reply:
    """Tell what spectators say among themselves."""
    now = boards.overheard(state.board, news.lines)
    return tell(replace(state, board=now), *_news(state.board, now))
