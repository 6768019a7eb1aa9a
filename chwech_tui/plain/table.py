"""A table in lines: how it stands, what happens (in the words of games/*/table.py), and what is asked of the person."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import added, as_sentence, host_words, table_sentence
from chwech_tui.drawing.game import deal_score, draw_pile
from chwech_tui.errand import command as invitation
from chwech_tui.link import Conversation
from chwech_tui.lists import ListColumn, Listing, seats
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board, Table
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.daily import mark_words, marked, waits
from chwech_tui.model.deal import PublicDeal
from chwech_tui.model.game import ShownGame, Unit, coached_words, kind_of, table_words
from chwech_tui.model.ink import Hue, plain
from chwech_tui.model.lobby import quick_words, said_aside
from chwech_tui.model.people import People, any_person, change_sign, clockwise, is_person, listed
from chwech_tui.model.picking import forced_pass, next_marked, several
from chwech_tui.model.prompt import prompt
from chwech_tui.model.question import starting
from chwech_tui.model.review import sets_of, sums
from chwech_tui.model.settings import Coach, coach_notes, has_coach, takes_hints
from chwech_tui.model.times import asked, banks, clock_line, offer_words, sleeps_alone, waiting
from chwech_tui.plain.dialogue import Dialogue, hears
from chwech_tui.plain.reading import called, listed_or
from games.kit.words import Several, figure
from protocol.daily import Daily, ReadDaily
from protocol.game import Stage, View
from protocol.language import N_, _, ngettext, pgettext
from protocol.lobby import LeaveLobby
from protocol.message import Seat
from protocol.messages import Act, Begin, FromClient, Happened, Seated, TableChanged
from protocol.people import SaidTo
from protocol.rating import Ranked, ranking
from protocol.table import Began, Event, Hint, HintGiven, Overheard, QuickTable, Removed, Said, SeatTaken, TablePhase
from protocol.text import clean_text

_KEYS: Final = {"escape": "n", "enter": "begin"}  # What is typed for keys that are no letters.
_WORDS: Final = 12  # The most words of a turn: the cards that can be played are named where they fit.
_HEARD: Final = 3  # The most lines of earlier talk that are told to who comes to a table.
_HAPPENED: Final = 5  # The most lines of what has happened there lately.
_OVER: Final = N_("The game is over. n asks for a rematch, v opens the replay, q leaves.")  # Marked for translation.


def asked_line(board: Board) -> str:
    """Return the question that the table asks, and the answers."""
    if board.asking is Asking.MOVE and board.move is not None:
        return f"{board.move.question} {listed_or([choice.label for choice in board.move.choices])}?"
    asked = prompt(board)
    keys = ((called(_KEYS.get(answer.key, answer.key)), answer.label) for answer in asked.answers)
    answers = ", ".join(f"{shown} {label}" for shown, label in keys)
    return f"{asked.text} {answers}." if answers else as_sentence(asked.text)


def turn_line(board: Board) -> str:
    """Return whose turn it is, and what is asked of the viewer."""
    table, game, kind = board.table, board.game, board.kind
    if table is None:
        return _("You are at no table.")
    if board.asking is not Asking.NOTHING:
        return asked_line(board)
    if table.phase is TablePhase.GATHERING or game is None or kind is None:
        return starting(board)
    if board.paused:
        return _("The game is paused: z goes on.")
    if board.away:
        return _("The game waits for you: a returns.") if sleeps_alone(board) else _("A bot plays for you: a returns.")
    if board.waited_for and game.stage is Stage.DEALING:
        return _("Enter deals the next cards.")
    if not board.my_turn:
        return waiting(board)
    usable, due = kind.usable(game), several(board)
    yours = _("Your turn.") if asked(board) else waiting(board)
    words = f"{yours} {kind.turn_words(game)}"
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


def _names(people: People, you: str = "") -> list[str]:
    """Return the names on the seats, with another word for the viewer's own."""
    return [you if you and seat == people.viewer else people.name(Seat(seat)) for seat in range(len(people.names))]


# What is told of a game, on demand; each function has the board, with its game and a view of it


def hand_line(board: Board, kind: ShownGame, game: View) -> str:
    """Return the viewer's cards, in the order of their numbers."""
    if board.watches:
        return _("You watch: you have no cards.")
    if not game.hand:
        return _("No cards.")
    cards = ", ".join(map(card_words, board.hand))
    whole = ngettext("Your {n} card: {cards}.", "Your {n} cards: {cards}.", len(game.hand), cards=cards)
    trumps = ", ".join(map(card_words, kind.hidden_trumps(game)))
    return " ".join([whole, *([_("Trumps among them: {cards}.", cards=trumps)] if trumps else [])])


def _trick_line(board: Board, kind: ShownGame, game: View) -> str:
    you = pgettext("in a list of names", "you")
    return PublicDeal(kind, game).trick(_names(board.people, you), back=False) or _("Nothing is led yet.")


def _last_line(board: Board, kind: ShownGame, game: View) -> str:
    """Return the previous trick, and why it went as it did."""
    you = pgettext("in a list of names", "you")
    trick = PublicDeal(kind, game).trick(_names(board.people, you), back=True) or _(board.parts.none)
    return f"{trick} {_reason_line(kind, game)}".rstrip()


def _reason_line(kind: ShownGame, game: View) -> str:
    """Return why the previous trick went as it did; empty if there is nothing to say."""
    why = kind.reason(game)
    return as_sentence(why) if why else ""


def _gone_lines(_board: Board, kind: ShownGame, game: View) -> tuple[str, ...]:
    """Return the cards gone so far by suit, and how much the rules show of them."""
    known = kind.cards_gone(game)
    gone, jokers = (*known.gone, *known.table), _("Jokers")
    suits = ((suit, [card_words(card) for card in gone if card.suit is suit]) for suit in known.suits)
    lines = (f"{suit_words(suit) if suit else jokers}: {', '.join(words)}." for suit, words in suits if words)
    return (*map(as_sentence, lines), known.note)


def deal_line(board: Board, kind: ShownGame, game: View) -> str:
    """Return the state of the deal in words: dealer, trumps, who is to play."""
    return PublicDeal(kind, game).sentence(_names(board.people))


def piles_lines(board: Board, kind: ShownGame, game: View) -> tuple[str, ...]:
    """Return the cards that each seat has won."""
    seats = (Seat(seat) for seat in range(len(board.people.names)))
    return tuple(f"{board.people.call(seat)}: {_close(plain(draw_pile(kind, game, seat)))}" for seat in seats)


def _ranks(kind: ShownGame, game: View) -> Sequence[Ranked]:
    """Return the ranking after the last deal that has ended; empty before the first has."""
    return tuple(ranking(game.sheets[-1].totals, kind.sides(game))) if game.sheets else ()


def _scores_line(board: Board, kind: ShownGame, game: View) -> str:
    ranked, names = _ranks(kind, game), _names(board.people, pgettext("in a list of names", "you"))
    if not ranked:
        return _("No deal has ended yet: nobody has a score.")
    named = ((listed([names[seat] for seat in (one.seat, *one.partners)]), one.total) for one in ranked)
    return as_sentence(", ".join(f"{names} {total}" for names, total in named))


def _seal_line(board: Board, _kind: ShownGame, _game: View) -> str:
    if not board.seals:
        return _("No cards are dealt yet.")
    deal, seal = board.seals[-1]
    return _("The seal of deal {number}: {seal}", number=deal, seal=seal)


Telling = Callable[[Board, ShownGame, View], str | tuple[str, ...]]

TOLD: Final[Mapping[str, Telling]] = {
    "hand": hand_line,
    "trick": _trick_line,
    "last": _last_line,
    "gone": _gone_lines,
    "scores": _scores_line,
    "deal": deal_line,
    "seal": _seal_line,
}
"""What is told of a game, by the word for it."""


def told(board: Board, telling: Telling) -> tuple[str, ...]:
    """Return what is told of a game; before it begins, that."""
    if board.kind is None or board.game is None:
        return (_("The game has not begun yet."),)
    found = telling(board, board.kind, board.game)
    return (found,) if isinstance(found, str) else found


def clock_words(board: Board, moment: float) -> str:
    """Return the clock in one line, with the viewer's own bank; ``moment`` is the server's time."""
    shown = plain(clock_line(board, moment)).strip()
    if not shown:
        return _("No clock runs.")
    game, left = board.game, banks(board, moment)
    if game is not None and game.turn is not None:
        shown = board.people.tell(game.turn, _("You have {time}"), _("{name} has {time}"), time=shown)
    viewer = board.people.viewer
    bank = _("your bank has {time}", time=left[viewer]) if left and viewer is not None else ""
    return f"{'; '.join(filter(None, (shown, bank)))}."


def own_line(board: Board, kind: ShownGame, game: View) -> str:
    """Return the viewer's own cards and points, and the trumps if there are any."""
    deal = PublicDeal(kind, game)
    numbers = zip(deal.titles, deal.numbers(board.people.viewer or Seat(0)), strict=True)
    now = _("You now: {numbers}.", numbers=", ".join(f"{title.lower()} {number}" for title, number in numbers))
    return f"{now} {deal.trumps(_names(board.people))}".rstrip()


def open_trick_line(board: Board, kind: ShownGame, game: View) -> str:
    """Return the trick on the table, and who acts in it after the viewer; empty while nothing is led or passed."""
    acted, table = len(PublicDeal(kind, game).turns(_names(board.people), back=False)), board.table
    if not acted or table is None:
        return ""
    names = [board.people.name(seat) for seat in clockwise(table)[1 : len(table.seats) - acted]]
    after = _("After you: {names}.", names=", ".join(names)) if names else _("You are the last to act.")
    return f"{_trick_line(board, kind, game)} {after}"


def sheet_lines(board: Board, page: int | None = None) -> tuple[str, ...]:
    """Return how the scores of a deal were made; without a page, of the last one, and what became of each hand."""
    kind, game, people = board.kind, board.game, board.people
    if game is None or kind is None or not game.sheets:
        return (_("The score sheet begins when the first deal has ended."),)
    last = len(game.sheets)
    if page is not None and not 0 < page <= last:
        return (_("The sheet has the deals 1 to {last}.", last=last),)
    score = deal_score(kind, game, (page or last) - 1, people)
    # The signs between columns make up for headings on a screen.
    columns = [ListColumn(), *[ListColumn(one.heading.strip(" ×="), number=True) for one in score.columns]]
    rows = [
        (people.call(Seat(seat)), *[plain(one.cells[seat]).strip(" ×=") for one in score.columns])
        for seat in range(game.players if score.columns else 0)
    ]
    sheet = Listing(tuple(columns), tuple(rows), title=tuple(plain((span,)).strip() for span in score.title))
    return (*sheet.read(), *score.notes, *(_set_lines(game, people) if page is None else ()))


def _set_lines(game: View, people: People) -> list[str]:
    """Return a line for each hand of each set, with how many points above the mean each player has made of it."""

    def each(margins: Sequence[float]) -> str:
        made = ((people.call(Seat(seat)), change_sign(round(margin))) for seat, margin in enumerate(margins))
        return ", ".join(map(" ".join, made))

    lines: list[str] = []
    sets, together = sets_of(game), _("together")
    for number, hands in enumerate(sets, start=1):
        title = _("Hands of set {number} of {sets}", number=number, sets=len(sets))
        about = _("points above the mean of each hand")
        lines.append(f"{title}: {about}.")
        lines += [f"{' '.join(map(card_words, hand.cards))}: {each(hand.margins)}." for hand in hands]
        lines.append(f"{together}: {each(sums(hands))}.")
    return lines


def _close(text: str) -> str:
    return " ".join(text.split())


# What happens


def settle(dialogue: Dialogue) -> None:
    """Say what the table asks of the person now, if they were not told: news come in bursts, and this after them."""
    before, now = dialogue.known, dialogue.board
    dialogue.known = now
    offer = offer_words(now)
    dialogue.say(offer if offer != offer_words(before) else "")
    if now.waited_for and not before.waited_for and now.is_on:
        dialogue.say(_("Enter deals the next cards."))
    if _turn(now) in {None, _turn(before)}:
        return
    if forced_pass(now) is not None and now.table is not None:
        dialogue.say(as_sentence(prompt(now).text))
        # Among people it comes after a delay: nobody may tell a forced pass from a free one.
        if not any_person(now.table):
            pass_for(dialogue, now.table.seq)
        return
    dialogue.say(turn_line(now))
    asks = not now.unhinted and now.table is not None and takes_hints(now.settings.coached, now.table.table)
    if dialogue.coach and asks and now.table is not None and boards.can_ask(now):
        # The coach speaks from a hint, once it is there.
        dialogue.ask(Hint, now.table.seq)
    elif dialogue.coach:
        dialogue.say(advice_line(now))


def pass_for(dialogue: Dialogue, seq: int) -> None:
    """Make the pass that the person wants made for them, unless the table has moved on since."""
    action, at = forced_pass(dialogue.board), dialogue.board.table
    if action is not None and at is not None and at.seq == seq:
        dialogue.ask(Act, seq, action)


def advice_line(board: Board) -> str:
    """Return what the coach says on the viewer's turn; empty if there is nothing to say."""
    return "" if board.paused or board.away else boards.advice_words(board)


def _turn(board: Board) -> object:
    """Return the viewer's turn as a value to compare; None if it is not theirs, or they may do nothing by words."""
    game, kind = board.game, board.kind
    if game is None or kind is None or not game.legal or board.paused or board.away:
        return None
    return (game.deal, game.hand, game.legal, len(game.sheets)) if asked(board) or kind.usable(game) else None


def _look(dialogue: Dialogue, board: Board, table: Table) -> None:
    """Take a board, and the server's clock as its view has it."""
    dialogue.board = board
    if table.time is not None:
        dialogue.ahead = table.time.now - dialogue.now


@hears(Seated)
def seated(dialogue: Dialogue, news: Seated, asked: FromClient | None) -> None:
    """Come to a table, or back to it after a lost connection: then only what was missed is told."""
    view, before, remote = news.view, dialogue.board, dialogue.visit.remote
    kind = kind_of(view)
    if kind is None:
        dialogue.say(_("This table plays a game that this client does not know. q leaves."))
        return
    # A rematch has the coach as well; a table that one comes to from the menu has not.
    settings, at = before.settings, before.table.table if before.table is not None else ""
    again = bool(at) and has_coach(settings.coached, at) and takes_hints(settings.coached, at)
    first = boards.begins(view) and news.daily is None
    wanted = Coach.ON if again else dialogue.coach_due if dialogue.coach_due or first else Coach.OFF
    notes = coach_notes(settings, (view.table, view.setup.game), wanted, alone=remote is None)
    now = boards.seated(before, view, kind, news.lately)
    _look(dialogue, marked(now, news.daily) if news.daily is not None else now, view)
    dialogue.form = dialogue.reel = dialogue.course = None
    dialogue.seq_due, dialogue.coach_due = 0, Coach.FIRST
    for name, value in notes.items():
        dialogue.preferences.change(name, value)
    if dialogue.link.in_lobby:
        dialogue.ask(LeaveLobby)
    if before.table is not None and before.table.table == view.table:
        missed = view.seq > before.table.seq and view.game is not None
        dialogue.say(*(told(dialogue.board, deal_line) if missed else ()))
    else:
        if remote is None and view.phase is TablePhase.GATHERING:
            dialogue.ask(Begin)
        _arrive(dialogue, view)
        dialogue.say(quick_words(view) if isinstance(asked, QuickTable) else "")
        dialogue.say(dialogue.visit.remark or mark_words(news.daily))
        dialogue.say(*(coached_words(view.setup.game, called("learn"), "set coach off") if "begun" in notes else ()))
        dialogue.visit.remark = ""
        _before(dialogue, boards.caught_up(replace(now, chronicle=()), news.lately, view, kind))
    dialogue.say(dialogue.visit.news_of_fallbacks(view))


def _before(dialogue: Dialogue, board: Board) -> None:
    """Say the last lines of what had happened at a table, and of the talk before them, if there are any."""
    begun = board.game is not None
    entries = [entry for entry in board.chronicle if entry.talk or (begun and not entry.aside)]
    spoken = [entry for entry in entries[:-_HAPPENED] if entry.talk][-_HEARD:]
    told = [plain(entry.line) for entry in (*spoken, *entries[-_HAPPENED:])]
    dialogue.say(_("Before you came:") if told else "", *told)


def _arrive(dialogue: Dialogue, table: Table) -> None:
    """Say what is told to who comes to a table."""
    board, remote = dialogue.board, dialogue.visit.remote
    code, rules = clean_text(table.table, cells=40), table_words(table.setup)
    watches = _("You watch.") if board.watches else ""
    told_of = _("Table {code}: {rules}.", code=code, rules=rules)
    dialogue.say(f"{watches} {told_of}".lstrip())
    if table.phase is TablePhase.OVER:
        dialogue.say(_(_OVER))
    elif table.phase is TablePhase.PLAYING:
        dialogue.say(*told(board, deal_line), *(() if board.watches else told(board, hand_line)))
    elif remote is not None:
        dialogue.say(*seats(board, dialogue.moment).read(), *come_by(dialogue, table.table), asked_line(board))


def come_by(dialogue: Dialogue, code: str) -> tuple[str, ...]:
    """Return the command by which others come to a table and, if need be, what stands in it for the server."""
    remote = dialogue.visit.remote
    assert remote is not None, "used on servers only"
    command = invitation(remote, code)
    return _("Others join with: {command}", command=command), host_words(command)


@hears(Happened)
def happened(dialogue: Dialogue, news: Happened, _asked: FromClient | None) -> None:
    """Tell an event of the table."""
    before, event = dialogue.board, news.event
    if before.kind is None or kind_of(news.view) is not before.kind:
        return
    now = boards.happened(before, event, news.view)
    _look(dialogue, now, news.view)
    if isinstance(event, Removed) and (event.name, event.bot) == (dialogue.visit.name, ""):
        dialogue.say(_("The host of the table has freed your seat."))
        dialogue.link.forget_table()
        dialogue.to_menu()
        return
    dialogue.board, action = next_marked(now) if now.lays else (now, None)
    # Offline, the bots sit down and the game begins by themselves.
    if dialogue.visit.remote is not None or not isinstance(event, SeatTaken | Began):
        _tell(dialogue, before, event)
    if action is not None:
        # The next card goes by itself: nothing is asked of the person before the last one has gone.
        dialogue.known = dialogue.board
        dialogue.ask(Act, news.view.seq, action)
    elif before.table is not None and before.table.phase is not TablePhase.OVER is news.view.phase:
        dialogue.say(_(_OVER))
        if now.daily is None and not now.watches:
            dialogue.converse(_offer_day(dialogue))
    dialogue.say(dialogue.visit.news_of_fallbacks(news.view))


def _offer_day(dialogue: Dialogue) -> Conversation:
    """Offer today's deal after a game, if it is still to be played."""
    page: Daily = yield ReadDaily(0, own=True)
    if waits(page, dialogue.now):
        words = _("You have not played the deal of the day yet: {today} {play} opens it.")
        dialogue.say(words.format(today=called("today"), play=called("play")))


def _tell(dialogue: Dialogue, before: Board, event: Event) -> None:
    """Say all that an event has led to, with the hand that is dealt by it, or what the viewer scores in it."""
    now, kind, game = dialogue.board, dialogue.board.kind, dialogue.board.game
    if isinstance(event, Said) or kind is None:
        dialogue.say(*_news(before, now))
        return
    # The log tells several who sit down in one sentence, without the level of each bot.
    own = (plain(table_sentence(event, now.people)),) if isinstance(event, SeatTaken) else _news(before, now)
    lines = [*map(as_sentence, own)]
    units = {kind.unit(one) for one in kind.told(event)}
    if Unit.TRICK in units and dialogue.coach and lines and game is not None:
        lines[-1] = f"{lines[-1]} {_reason_line(kind, game)}".rstrip()
    dialogue.say(*lines)
    if Unit.DEALT in units and not now.watches:
        dialogue.say(*told(now, hand_line))
    if Unit.DEAL in units:
        dialogue.say(*told(now, _result_line))


def _result_line(board: Board, kind: ShownGame, game: View) -> str:
    """Return what the last deal has brought the viewer; for a spectator, who is ahead."""
    ranked, viewer = _ranks(kind, game), board.people.viewer
    if not ranked:
        return ""
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


def _news(before: Board, now: Board) -> tuple[str, ...]:
    """Return what the log has that it had not, but the seals: those are told when they are asked for."""
    new = added(before.chronicle, now.chronicle)
    return tuple(plain(line) for line in new if line and line[0].hue is not Hue.FAINT)


@hears(TableChanged)
def changed(dialogue: Dialogue, news: TableChanged, _asked: FromClient | None) -> None:
    """Tell who was connected or disconnected, when the table changes without an event."""
    before, table = dialogue.board, news.view
    if before.table is None or before.kind is None or kind_of(table) is not before.kind:
        return
    _look(dialogue, boards.changed(before, table), table)
    pairs = zip(before.table.seats, table.seats, strict=False) if before.table.table == table.table else ()
    for seat, (old, new) in enumerate(pairs):
        both = is_person(old) and is_person(new) and old.name == new.name and seat != table.viewer
        if both and old is not None and new is not None and old.here is not new.here:
            name = dialogue.board.people.name(Seat(seat))
            dialogue.say(_("{name} is here again.", name=name) if new.here else _("{name} is away.", name=name))
    dialogue.say(*_news(before, dialogue.board))


@hears(SaidTo)
@hears(Overheard)
def overheard(dialogue: Dialogue, news: Overheard | SaidTo, _asked: FromClient | None) -> None:
    """Tell what spectators say among themselves, and what one person says to another alone."""
    before, dialogue.board = dialogue.board, boards.told(dialogue.board, news)
    dialogue.lobby = said_aside(dialogue.lobby, news) if isinstance(news, SaidTo) else dialogue.lobby
    dialogue.say(*_news(before, dialogue.board))


# Hints


@hears(HintGiven)
def hint_heard(dialogue: Dialogue, news: HintGiven, _asked: FromClient | None) -> None:
    """Tell a hint, unless its choice has passed."""
    dialogue.board = boards.hinted(dialogue.board, news)
    say_hint(dialogue)


def say_hint(dialogue: Dialogue) -> None:
    """Say the values of all choices, and why the best is the best."""
    given = dialogue.board.hint
    if given is not None:
        why, values = boards.reason_words(given), boards.all_values(dialogue.board)
        dialogue.say(boards.labelled(values, coached=dialogue.coach), as_sentence(why) if why else "")


def hint_refused(dialogue: Dialogue, text: str) -> None:
    """Say why there is no hint; the coach then says what he can see without one."""
    if dialogue.coach and not dialogue.board.unhinted:
        dialogue.board = replace(dialogue.board, unhinted=True)
        dialogue.say(advice_line(dialogue.board))
    else:
        dialogue.say(text)
