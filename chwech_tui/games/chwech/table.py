"""The table of Chwech: columns, tricks, what is in the middle and what is gone, and the coach."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chwech_tui.drawing.cards import draw_backs
from chwech_tui.drawing.line import between, cells, left, measure, right
from chwech_tui.games.chwech.words import has_jokers, taken_words
from chwech_tui.model.cards import SYMBOLS, Face, Laid, ShownTrick, card_span, card_words, face_of, suit_line
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span, worded
from chwech_tui.model.people import People
from protocol.cards import Rank, Suit
from protocol.chwech.actions import AceHeight, Pass, Play
from protocol.chwech.events import DealSheet
from protocol.chwech.order import OrderRules, make_order, order_rules
from protocol.chwech.views import ChwechView, Phase, Trick
from protocol.language import _, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Action, Seat, Stage

STEPS: Final = 9
"""The number of cards that make a multiple, and of the steps of a seat's meter."""

HAND: Final = 9
"""The number of cards dealt to each seat."""


class Played(NamedTuple):
    """A turn in which a card was played."""

    seat: Seat
    play: Play


def played(trick: Trick) -> tuple[Played, ...]:
    """Return the turns of a trick in which a card was played, in order."""
    return tuple(Played(turn.seat, turn.play) for turn in trick.turns if turn.play is not None)


def factor(won: int) -> int:
    """Return what the cards played are multiplied by: nine at a multiple of nine cards won, else the cards beyond."""
    return won % STEPS or STEPS


def reason(setup: Setup, view: ChwechView) -> str:
    trick = view.last_trick
    plays = played(trick) if trick is not None else ()
    won = next((turn.play for turn in plays if trick is not None and turn.seat == trick.taker), None)
    if won is None:
        return ""
    if len(plays) == 1:
        return _("nobody played after {card}", card=card_words(won.card))
    rules = order_rules(setup)
    told = _original_reason(rules, plays, won) if rules.aces_choose else _revised_reason(rules, plays, won)
    if told:
        return told
    if [turn.play.card for turn in plays].count(won.card) > 1:
        return _("of equal cards the last one wins") if rules.last_of_equals else _("of equal cards the first one wins")
    return _("{card} is the highest card", card=card_words(won.card))


def _revised_reason(rules: OrderRules, plays: Sequence[Played], won: Play) -> str:
    """Return the part of the last card in a trick; empty if it had none."""
    last, card = plays[-1].play, card_words(won.card)
    if rules.counts_as_joker(won.card):
        if won is last:
            return _("the {joker} was last, so it wins", joker=card)
        return _("{card} was last, and ranks even below the {joker}", card=card_words(last.card), joker=card)
    if won.card.rank is Rank.ACE:
        if won is last:
            return _("{card} was last, and ranks above a Joker only", card=card)
        return _("{card} was not last, so it wins", card=card)
    if last.card.rank is Rank.ACE:
        return _("{card} was last, so it ranks low", card=card_words(last.card))
    if any(rules.counts_as_joker(turn.play.card) for turn in plays):
        return _("a Joker that is not last loses")
    return ""


def _original_reason(rules: OrderRules, plays: Sequence[Played], won: Play) -> str:
    """Return the part of an Ace or a Joker in a trick; empty if they had none."""
    if won.ace is AceHeight.HIGH:
        return _("{card} is high", card=card_words(won.card))
    if rules.counts_as_joker(won.card):
        return _("a Joker ranks just above a Seven")
    low = next((turn.play for turn in plays if turn.play.ace is AceHeight.LOW and turn.play is not won), None)
    if low is not None:
        return _("{card} is low", card=card_words(low.card))
    has_joker = any(rules.counts_as_joker(turn.play.card) for turn in plays)
    return _("a Joker ranks just below an Eight") if has_joker else ""


def consequence(setup: Setup, view: ChwechView, action: Action) -> str:
    """Return what an action of the viewer would do, as far as anybody can know: ``you take it: 6 + 5 = 11, × 2``."""
    if view.viewer is None:
        return ""
    if isinstance(action, Pass):
        return "" if view.trick.taker is None else _("{card} still takes it", card=_taking(view.trick))
    if not isinstance(action, Play):
        return ""
    told = _played_consequence(order_rules(setup), view, view.viewer, action)
    return _("{what}; you go out, so the deal ends", what=told) if len(view.hand) == 1 else told


def _played_consequence(rules: OrderRules, view: ChwechView, viewer: Seat, play: Play) -> str:
    """Return who would take the trick after a play, and on what that depends."""
    plays = (*played(view.trick), Played(viewer, play))
    order = make_order(rules, [turn.play.card for turn in plays])
    taker = plays[order.best(plays)]
    if len(view.trick.turns) + 1 == len(view.seats):
        # The last turn of the trick: this is certain.
        return _taken(view, viewer, len(plays), _("you take it")) if taker is plays[-1] else _other(view.trick, taker)
    is_joker, is_ace = rules.counts_as_joker(play.card), play.card.rank is Rank.ACE
    if not rules.aces_choose and is_joker:
        return _("it takes the trick only if nobody plays after you")
    if not rules.aces_choose and is_ace and (len(plays) == 1 or taker is not plays[-1]):
        return _ace(alone=len(plays) == 1, jokers=has_jokers(len(view.seats)))
    if taker is plays[-1]:
        return _taken(view, viewer, len(plays), _("you take it, unless it is beaten"))
    return _other(view.trick, taker)


def _ace(*, alone: bool, jokers: bool) -> str:
    """Return what an Ace does that may not be the last card: led, or played to cards that it beats only then."""
    if not jokers:
        return _("it takes the trick") if alone else _("if somebody plays after you, it takes the trick")
    if alone:
        return _("it takes the trick, unless a Joker is last")
    return _("if somebody plays after you, it takes the trick, unless a Joker is last")


def _other(trick: Trick, taker: Played) -> str:
    card = card_words(taker.play.card)
    return _("{card} still takes it", card=card) if taker.seat == trick.taker else _("{card} takes it", card=card)


def _taking(trick: Trick) -> str:
    """Return the card that takes an open trick as it stands."""
    return next((card_words(turn.play.card) for turn in played(trick) if turn.seat == trick.taker), "")


def _taken(view: ChwechView, viewer: Seat, cards: int, words: str) -> str:
    won = view.seats[viewer].won
    return f"{words}: {won} + {cards} = {won + cards}, × {factor(won + cards)}"


def news(before: ChwechView, view: ChwechView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: a multiple of nine, a last card."""
    lines: list[Line] = []
    dealt = view.phase is Phase.OPENING
    for place, (old, new) in enumerate(zip(before.seats, view.seats, strict=False)):
        seat = Seat(place)
        if new.won > old.won and new.won % STEPS == 0:
            own, other = _("You have {won}: × 9."), _("{name} has {won}: × 9.")
            lines.append((Span(people.tell(seat, own, other, won=new.won), Hue.ACCENT),))
        if new.cards == 1 < old.cards and not dealt:
            own, other = _("You have one card left."), _("{name} has one card left.")
            lines.append((Span(people.tell(seat, own, other), Hue.ALERT),))
    return tuple(lines)


_HEIGHT_MARKS: Final = {AceHeight.HIGH: "↑", AceHeight.LOW: "↓", None: ""}


def won_text(won: int) -> str:
    """Return the cards won, beyond nine as a multiple of nine and the rest: ``5``, ``9``, ``9+8``."""
    rest = won % STEPS
    return f"{won - rest}+{rest}" if rest and won > STEPS else str(won)


def factor_span(won: int) -> Span:
    """Return what the cards played are multiplied by; nine, the prize of a multiple, stands out."""
    return Span(f"×{factor(won)}", Hue.TEXT if won % STEPS else Hue.ACCENT)


def meter(won: int, step: int = 1) -> Line:
    """Draw the cards won towards the next multiple of nine.

    A multiple is lit: nine steps filled, or hollow for no card at all, which counts as a multiple too. The one step
    missing at eight is marked as a danger.
    """
    rest = won % STEPS
    if not rest:
        return (Span(("■" if won else "□") * step * STEPS, Hue.ACCENT),)
    full = Span("■" * step * rest, Hue.TEXT)
    if rest == STEPS - 1:
        return (full, Span("□" * step, Hue.ALERT))
    return (full, Span("·" * step * (STEPS - rest), Hue.FAINT))


def columns_width(step: int) -> int:
    """Return the width of the columns: cards in hand, cards won, the meter, the factor, the score so far, the total."""
    return 27 + STEPS * step


def draw_heading(step: int) -> str:
    # Translators: the headings of the columns of a table: five cells, seven, nine, four and six, with a space before.
    hand, won = pgettext("column", "hand"), pgettext("column", "won")
    nine, now, total = pgettext("column", "next nine"), pgettext("column", "now"), pgettext("column", "total")
    # The number of cards in hand is narrow, so that its heading can make room for the next one.
    wide = max(6, cells(won) + 1)
    before = f"{right(hand, 12 - wide)}{right(won, wide)} {left(nine, STEPS * step)}"
    return f"{before}  ×{right(now, 5)}{right(total, 6)}"


def draw_columns(view: ChwechView, seat: Seat, step: int, away: str) -> Line:
    """Draw the columns of a seat; a note of its absence takes the place of the meter, a long one of ``now`` too."""
    shown, room = view.seats[seat], STEPS * step
    now: Line = (Span(" "), factor_span(shown.won), Span(right(str(shown.worth), 5)))
    progress: Line = (*meter(shown.won, step), *now)
    if away:
        progress = (Span(left(away, room), Hue.ALERT), *now)
    if len(away) > room:
        progress = (Span(left(away, room + 8), Hue.ALERT),)
    # Between two deals the total includes a score that is still to be counted.
    counted = view.sheets[-1].scores[seat] if view.stage is not Stage.PLAYING and view.sheets else 0
    return (
        Span(f"  {right(str(shown.cards), 4)}  "),
        Span(right(won_text(shown.won), 4), Hue.ACCENT if shown.won and not shown.won % STEPS else Hue.TEXT),
        Span(" "),
        *progress,
        Span(right(str(shown.total - counted), 6), Hue.STRONG),
    )


def draw_sum(view: ChwechView, seat: Seat, width: int) -> Line:
    """Draw how a seat's score was made: the cards won and their factor, the cards played, the score, the total.

    Where the words are too long, the figures stand alone.
    """
    sheet = view.sheets[-1]
    total: Line = (Span(right(str(sheet.totals[seat]), 5), Hue.STRONG),)
    made = _sum(sheet, seat, f"{_won()} ", f" {_played()}")
    if measure(made) + measure(total) > width:
        made = _sum(sheet, seat, "", "×")
    return between(made, total, width)


def _sum(sheet: DealSheet, seat: Seat, won_word: str, played_word: str) -> Line:
    won, score = sheet.won[seat], sheet.scores[seat]
    return (
        Span(f"  {won_word}{right(won_text(won), 4)} → "),
        factor_span(won),
        Span(f" {played_word} {HAND - sheet.left[seat]}", Hue.TEXT),
        Span(" → ", Hue.DIM),
        Span(right(str(score), 2), Hue.ACCENT if score == max(sheet.scores) else Hue.STRONG),
    )


# Translators: these stand before a number, in narrow columns; together "won" and "played" have eleven cells.
def _won() -> str:
    return pgettext("before a number", "won")


def _played() -> str:
    return pgettext("before a number", "played")


def _total() -> str:
    return pgettext("before a number", "total")


def _dim(word: str) -> Span:
    return Span(f"{word} ", Hue.DIM)


def draw_panel(view: ChwechView, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
    """Draw a seat in three lines: its cards, the meter, and its scores; or how its score was made."""
    shown = view.seats[seat]
    backs = draw_backs(shown.cards, width)
    if counted:
        sheet = view.sheets[-1]
        won, score = sheet.won[seat], sheet.scores[seat]
        best = Hue.ACCENT if score == max(sheet.scores) else Hue.STRONG
        made = (Span(f"{_won()} {won_text(won)} "), factor_span(won))
        played = (Span(f"{_played()} {HAND - sheet.left[seat]}"),)
        points: Line = (_dim(pgettext("before a number", "score")), Span(str(score), best))
        total: Line = (_dim(_total()), Span(str(sheet.totals[seat]), Hue.STRONG))
        return (backs, between(made, played, width), between(points, total, width))
    exact = Hue.ACCENT if shown.won and not shown.won % STEPS else Hue.TEXT
    step = 2 if width >= 2 * STEPS + 10 else 1
    won_of: Line = (Span(f"{won_text(shown.won)} ", exact), factor_span(shown.won))
    progress = between(meter(shown.won, step), won_of, width)
    gained = view.sheets[-1].scores[seat] if view.stage is not Stage.PLAYING and view.sheets else 0
    now: Line = (_dim(pgettext("before a number", "now")), Span(str(shown.worth)))
    before: Line = (_dim(_total()), Span(str(shown.total - gained), Hue.STRONG))
    return (backs, (Span(away, Hue.ALERT),) if away else progress, between(now, before, width))


def face_of_play(play: Play) -> Face:
    """Return the face of a card on the table; a Joker that was led looks like the suit it stands for."""
    face = face_of(play.card)
    if play.suit:
        return Face(play.card.rank.value + SYMBOLS[play.suit], SYMBOLS[play.suit], SUIT_HUES[play.suit])
    return Face(face.corner + _HEIGHT_MARKS[play.ace], face.symbol, face.hue)


def has_last_trick(view: ChwechView) -> bool:
    return view.last_trick is not None


def shown_trick(middle: Middle[ChwechView], width: int) -> ShownTrick:
    view, people = middle.view, middle.people
    last = view.last_trick
    led = any(turn.play for turn in view.trick.turns)
    if last is None or (led and not middle.looking_back):
        return ShownTrick((_open_title(view, people),), _laid(view.trick), view.trick.taker)
    why = reason(middle.setup, view)
    title = (
        _looking_back(last, why, people, width) if middle.looking_back else _taken_title(view, last, why, people, width)
    )
    return ShownTrick((title,), _laid(last, over=True), last.taker)


def _laid(trick: Trick, *, over: bool = False) -> Laid:
    return Laid(tuple((turn.seat, face_of_play(turn.play) if turn.play else None) for turn in trick.turns), over)


def _open_title(view: ChwechView, people: People) -> Line:
    trick = view.trick
    if trick.suit is None:
        if view.turn is None:
            return ()
        own, other = _("You lead to the first trick"), _("{name} leads to the first trick")
        return people.line(view.turn, own, other, Hue.DIM)
    title = _suit_led(trick.suit)
    if trick.taker is None:
        return title
    own, other = pgettext("in a sentence", "you take it"), pgettext("in a sentence", "{name} takes it")
    taking = Span(people.tell(trick.taker, own, other), Hue.ACCENT)
    return (*title, Span("   "), *worded(_("as it stands {taking}"), Hue.DIM, taking=taking))


def _suit_led(suit: Suit) -> Line:
    return worded(_("{suit} led"), Hue.DIM, suit=suit_line(suit))


def _taken_title(view: ChwechView, trick: Trick, why: str, people: People, width: int) -> Line:
    if trick.taker is None:
        return ()
    cards = sum(turn.play is not None for turn in trick.turns)
    title: Line = (Span(taken_words(trick.taker, cards, people), Hue.ACCENT), Span(f": {why}", Hue.TEXT))
    passed = [turn.seat for turn in view.trick.turns]
    if not passed:
        return title
    names = _("lead passed by {names}", names=people.listed(passed))
    number = _("lead passed by {number}", number=len(passed))
    whole = ((*title, Span(f"   {words}", Hue.DIM)) for words in (names, number))
    return next((line for line in whole if measure(line) <= width), title)


def _looking_back(trick: Trick, why: str, people: People, width: int) -> Line:
    """Return the suit led, who took the trick, and why; where that is too long, without the suit."""
    title: Line = (Span(_("Last trick"), Hue.STRONG), Span("   "))
    suit = (*_suit_led(trick.suit), Span("   ")) if trick.suit is not None else ()
    if trick.taker is None:
        return (*title, *suit)
    taken = people.tell(trick.taker, _("You take it"), _("{name} takes it"))
    took: Line = (Span(taken, Hue.ACCENT), Span(f": {why}"))
    whole = ((*title, *suit, *took), (*title, *took))
    return next((line for line in whole if measure(line) <= width), took)


def piles_closed(setup: Setup) -> str:
    """Return why the cards won stay closed at a table; empty if they are open."""
    open_piles = setup.options.get("review_won")
    return "" if open_piles else _("At this table the cards already won stay closed (option review_won).")


def draw_pile(view: ChwechView, seat: Seat) -> Line:
    """Draw the cards that a seat has won, and their number."""
    shown = view.seats[seat]
    cards = (span for card in shown.pile for span in (Span(" "), card_span(card)))
    return (Span(left(won_text(shown.won), 6), Hue.DIM), *cards)
