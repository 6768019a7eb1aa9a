"""The middle of the table of Da Bai Fen: the draw, the trick, and what the opponents have won."""

from collections.abc import Iterable

from chwech_tui.drawing.line import left, measure
from chwech_tui.games.da_bai_fen.moves import trumps_of
from chwech_tui.games.da_bai_fen.words import spans
from chwech_tui.model.cards import SYMBOLS, face_of
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Span, worded
from chwech_tui.model.people import People
from chwech_tui.model.trick import Group, Laid, ShownTrick
from protocol.da_bai_fen.order import count, suit_of
from protocol.da_bai_fen.views import DaBaiFenView, Phase, Trick
from protocol.language import _, pgettext
from protocol.vocabulary import Seat, Stage


def has_last_trick(view: DaBaiFenView) -> bool:
    """Return True if the view still knows the previous trick."""
    return view.last_trick is not None


def shown_trick(middle: Middle[DaBaiFenView], width: int) -> ShownTrick:
    """Return the open trick; or the previous one, while nothing has been led or while the viewer looks back.

    Before the first trick it is the draw, and what is known of trumps.
    """
    view, people = middle.view, middle.people
    if view.trick.turns and not middle.looking_back:
        titles = (_fitting(_open_titles(view, people), width), _points(view))
        return _laid(view.trick, titles, people)
    last = view.last_trick
    if last is not None:
        titles = (_fitting(_taken_titles(view, last, people, middle), width), _points(view))
        return _laid(last, titles, people, over=True)
    return _before(view, people)


def _laid(trick: Trick, titles: tuple[Line, Line], people: People, *, over: bool = False) -> ShownTrick:
    """Show single cards before their seats' names, and several as one group of each seat."""
    if trick.number == 1:
        faces = tuple((turn.seat, face_of(turn.cards[0])) for turn in trick.turns)
        return ShownTrick(titles, Laid(faces, over), trick.taker)
    groups = tuple(
        Group(
            people.call(turn.seat),
            tuple(map(face_of, turn.cards)),
            _("takes it") if turn.seat == trick.taker else "",
            shaded=over and turn.seat != trick.taker,
        )
        for turn in trick.turns
    )
    return ShownTrick(titles, row=groups)


def _fitting(titles: Iterable[Line], width: int) -> Line:
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


def _trump_line(view: DaBaiFenView) -> Line:
    """Return the trump suit with the trump rank."""
    rank = Span(view.rank.value, Hue.STRONG)
    if view.trump is None:
        return worded(_("rank {rank}"), Hue.DIM, rank=rank)
    suit = Span(SYMBOLS[view.trump], SUIT_HUES[view.trump])
    return worded(_("trumps {suit} and {rank}"), Hue.DIM, suit=suit, rank=rank)


def _led_line(view: DaBaiFenView, trick: Trick) -> Line:
    trumps = trumps_of(view)
    led = suit_of(trick.turns[0].cards[0], trumps) if trumps is not None else None
    if led is None:
        return (Span(_("trump led"), Hue.DIM),)
    return worded(_("{suit} led"), Hue.DIM, suit=Span(SYMBOLS[led], SUIT_HUES[led]))


def _open_titles(view: DaBaiFenView, people: People) -> Iterable[Line]:
    """Yield titles of the open trick, the longest first."""
    led, holder = _led_line(view, view.trick), view.trick.taker
    stands: Line = ()
    brief: Line = ()
    if holder is not None:
        own, other = pgettext("in a sentence", "you take it"), pgettext("in a sentence", "{name} takes it")
        stands = worded(_("as it stands {taken}"), Hue.DIM, taken=Span(people.tell(holder, own, other), Hue.ACCENT))
        brief = (_takes_it(holder, people),)
    yield _joined(_trump_line(view), led, stands)
    yield _joined(_trump_line(view), led, brief)
    yield _joined(_trump_line(view), led)


def _takes_it(seat: Seat, people: People) -> Span:
    return Span(people.tell(seat, _("You take it"), _("{name} takes it")), Hue.ACCENT)


def _taken_titles(view: DaBaiFenView, trick: Trick, people: People, middle: Middle[DaBaiFenView]) -> Iterable[Line]:
    """Yield titles of a trick that has been taken, the longest first."""
    took: Line = () if trick.taker is None else (_takes_it(trick.taker, people),)
    first: Line = (Span(_("Last trick"), Hue.STRONG),) if middle.looking_back else ()
    yield _joined(first, _trump_line(view), _led_line(view, trick), took)
    yield _joined(_trump_line(view), took)


def _points(view: DaBaiFenView) -> Line:
    """Return what the opponents of the declarers have won, and what the viewer knows to lie aside."""
    if view.stage is not Stage.PLAYING and view.sheets:
        won = worded(_("opponents {took}"), Hue.DIM, took=Span(str(view.sheets[-1].took), Hue.STRONG))
    else:
        won = worded(_("opponents {took}"), Hue.DIM, took=Span(str(count(view.won)), Hue.STRONG))
    aside = worded(_("aside {cards}"), Hue.DIM, cards=spans(view.buried)) if view.buried else ()
    return _joined(won, aside)


def _before(view: DaBaiFenView, people: People) -> ShownTrick:
    """Show the draw, or what is laid aside."""
    if view.phase is Phase.DRAWING:
        words = _("the last chance to expose a card") if view.is_last else _("{n} of 12 cards drawn", n=view.drawn)
        return ShownTrick((_joined(_trump_line(view), (Span(words, Hue.ACCENT),)), ()))
    title = _joined(_trump_line(view), _leader_line(view, people))
    row = []
    if view.exposed is not None and view.exposer is not None:
        row.append(Group(people.call(view.exposer), (face_of(view.exposed),), _("exposed")))
    if view.turned:
        row.append(Group(_("the last six"), tuple(map(face_of, view.turned))))
    if view.stage is not Stage.PLAYING:
        return ShownTrick((title, ()), row=tuple(row))
    if view.six:
        return ShownTrick((title, worded(_("the last six: {cards}"), Hue.DIM, cards=spans(view.six))), row=tuple(row))
    aside = (Span(_("{aside} of 6 laid aside", aside=view.aside), Hue.DIM),)
    return ShownTrick((title, aside), row=tuple(row))


def _leader_line(view: DaBaiFenView, people: People) -> Line:
    if view.leader is None:
        return ()
    return (Span(people.tell(view.leader, _("You are the Leader"), _("{name} is the Leader")), Hue.ACCENT),)


def draw_pile(view: DaBaiFenView, seat: Seat) -> Line:
    """Draw what lies open of the cards that a seat's side has won: those of the declarers' opponents that count."""
    opponents = view.leader is not None and view.seats[seat].side != view.seats[view.leader].side
    won = view.won if opponents else ()
    return (Span(left(str(view.seats[seat].tricks), 4), Hue.DIM), *((Span(" "),) if won else ()), *spans(won))
