"""The middle of the table of Bête: the card turned up, the trick, the pool and who plays for it."""

from collections.abc import Iterable

from chwech_tui.drawing.line import left, measure
from chwech_tui.games.bete.tricks import reason
from chwech_tui.games.bete.words import chips_words
from chwech_tui.model.cards import SYMBOLS, card_span, face_of, suit_line
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Span, worded
from chwech_tui.model.people import People
from chwech_tui.model.trick import Laid, ShownTrick, TurnUp
from protocol.bete.views import BeteView, Part, Phase, Trick
from protocol.language import _, pgettext
from protocol.vocabulary import Seat, Stage


def has_last_trick(view: BeteView) -> bool:
    """Return True if the view still knows the previous trick."""
    return view.last_trick is not None


def shown_trick(middle: Middle[BeteView], width: int) -> ShownTrick:
    """Return the open trick; or the previous one, while nothing has been led or while the viewer looks back.

    Before the first trick it is the card turned up.
    """
    view, people = middle.view, middle.people
    pool = _pool(view, people)
    if view.trick.turns and not middle.looking_back:
        return ShownTrick(
            (_first_fitting(_open_titles(view, people), width), pool), _laid(view.trick), view.trick.taker
        )
    last = view.last_trick
    if last is not None:
        titles = _taken_titles(view, last, people, looking_back=middle.looking_back)
        return ShownTrick((_first_fitting(titles, width), pool), _laid(last, over=True), last.taker)
    if view.turn_up is None:
        return ShownTrick(((), pool))
    turn_up = TurnUp(face_of(view.turn_up), is_open=False, words=(Span(_turn_up_words(view, people), Hue.DIM),))
    return ShownTrick((_joined(_trump_line(view), _to_do(view, people)), pool), turn_up=turn_up)


def _laid(trick: Trick, *, over: bool = False) -> Laid:
    return Laid(tuple((turn.seat, face_of(turn.card)) for turn in trick.turns), over)


def _first_fitting(titles: Iterable[Line], width: int) -> Line:
    """Return the first title that fits; if none does, the last one."""
    line: Line = ()
    for line in titles:
        if measure(line) <= width:
            break
    return line


def _joined(*parts: Line) -> Line:
    """Join parts of a title with a gap, without those that are empty."""
    line: Line = ()
    for part in filter(None, parts):
        line = (*line, *((Span("   "),) if line else ()), *part)
    return line


def _trump_line(view: BeteView, *, short: bool = False) -> Line:
    if view.trump is None:
        return ()
    if short:
        return worded(_("{suit} trump"), Hue.DIM, suit=Span(SYMBOLS[view.trump], SUIT_HUES[view.trump]))
    return worded(_("{suit} are trump"), Hue.DIM, suit=suit_line(view.trump))


def _led_line(view: BeteView, trick: Trick) -> Line:
    led = trick.turns[0].card.suit
    if led is view.trump or led is None:
        return (Span(_("trump led"), Hue.DIM),)
    return worded(_("{suit} led"), Hue.DIM, suit=Span(SYMBOLS[led], SUIT_HUES[led]))


def _open_titles(view: BeteView, people: People) -> Iterable[Line]:
    """Yield titles of the open trick, the longest first."""
    led, holder = _led_line(view, view.trick), view.trick.taker
    stands: Line = ()
    brief: Line = ()
    if holder is not None:
        own, other = pgettext("in a sentence", "you take it"), pgettext("in a sentence", "{name} takes it")
        stands = worded(_("as it stands {taken}"), Hue.DIM, taken=Span(people.tell(holder, own, other), Hue.ACCENT))
        brief = (_takes_it(holder, people),)
    yield _joined(_trump_line(view), led, stands)
    yield _joined(_trump_line(view, short=True), led, brief)


def _takes_it(seat: Seat, people: People) -> Span:
    return Span(people.tell(seat, _("You take it"), _("{name} takes it")), Hue.ACCENT)


def _taken_titles(view: BeteView, trick: Trick, people: People, *, looking_back: bool) -> Iterable[Line]:
    """Yield titles of a trick that has been taken, the longest first."""
    took: Line = () if trick.taker is None else (_takes_it(trick.taker, people), Span(f": {reason(view)}"))
    first: Line = (Span(_("Last trick"), Hue.STRONG),) if looking_back else ()
    yield _joined(first, _trump_line(view), _led_line(view, trick), took)
    yield _joined(first, _trump_line(view, short=True), took)


def _to_do(view: BeteView, people: People) -> Line:
    """Return what the seat does whose turn it is before the first card is led."""
    if view.turn is None:
        return ()
    if view.phase is Phase.ASKING:
        own, other = _("You take part or pass"), _("{name} takes part or passes")
    else:
        own, other = _("You lead the first trick"), _("{name} leads the first trick")
    return (Span(people.tell(view.turn, own, other), Hue.ACCENT),)


def _turn_up_words(view: BeteView, people: People) -> str:
    """Return who takes part so far."""
    active = [Seat(seat) for seat, shown in enumerate(view.seats) if shown.part is Part.IN]
    if not active:
        return _("turned up: nobody gets it")
    return _("turned up; taking part: {names}", names=people.listed(active))


def _pool(view: BeteView, people: People) -> Line:
    """Draw what is in the pool; after a deal, what goes into the next one."""
    pool = Span(chips_words(view.pool), Hue.STRONG)
    if view.stage is not Stage.PLAYING:
        return worded(_("left in the pool: {chips}"), Hue.DIM, chips=pool) if view.sheets else ()
    first = view.takers[:1] if len(view.takers) == 1 else ()
    stake = worded(_("in the pool: {chips}"), Hue.DIM, chips=pool)
    if not first:
        return stake
    own, other = _("you have the first trick"), _("{name} has the first trick")
    return _joined(stake, (Span(people.tell(first[0], own, other), Hue.DIM),))


def draw_pile(view: BeteView, seat: Seat) -> Line:
    """Draw the tricks that a seat has taken, each in the order played."""
    size = len(view.gone) // max(1, len(view.takers))
    own = [view.gone[size * number : size * (number + 1)] for number, owner in enumerate(view.takers) if owner == seat]
    line: Line = (Span(left(str(len(own)), 4), Hue.DIM),)
    for number, trick in enumerate(own):
        line = (
            *line,
            *((Span("  "),) if number else ()),
            *(span for card in trick for span in (Span(" "), card_span(card))),
        )
    return line
