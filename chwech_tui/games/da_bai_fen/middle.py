"""The middle of the table of Da Bai Fen: the draw, the trick, and what the opponents have won."""

from chwech_tui.drawing.line import left
from chwech_tui.games.da_bai_fen.moves import trumps_of
from chwech_tui.games.da_bai_fen.tricks import reason
from chwech_tui.games.titles import first_fitting, joined, led_line, open_titles, taken_titles, took_line
from chwech_tui.model.cards import SYMBOLS, Group, Laid, ShownTrick, card_line, face_of
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Span, worded
from chwech_tui.model.people import People
from protocol.da_bai_fen.order import count, is_trump
from protocol.da_bai_fen.views import DaBaiFenView, Phase, Trick
from protocol.language import _
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
        titles = open_titles(None, _led_line(view, view.trick), view.trick.taker, people, (_trump_line(view),))
        return _laid(view.trick, (first_fitting(titles, width), _points(view)), people)
    last = view.last_trick
    if last is not None:
        took, details = took_line(last.taker, reason(view), people), (_trump_line(view), ())
        titles = taken_titles(None, _led_line(view, last), took, details, looking_back=middle.looking_back)
        return _laid(last, (first_fitting(titles, width), _points(view)), people, over=True)
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


def _trump_line(view: DaBaiFenView) -> Line:
    """Return the trump suit with the trump rank."""
    rank = Span(view.rank.value, Hue.STRONG)
    if view.trump is None:
        return worded(_("rank {rank}"), Hue.DIM, rank=rank)
    suit = Span(SYMBOLS[view.trump], SUIT_HUES[view.trump])
    return worded(_("trumps {suit} and {rank}"), Hue.DIM, suit=suit, rank=rank)


def _led_line(view: DaBaiFenView, trick: Trick) -> Line:
    """Return what was led: each card of the trump rank is a trump, whatever its suit."""
    led, trumps = trick.turns[0].cards[0], trumps_of(view)
    return led_line(led, led.suit if trumps is not None and is_trump(led, trumps) else view.trump)


def _points(view: DaBaiFenView) -> Line:
    """Return what the opponents of the declarers have won, and what the viewer knows to lie aside."""
    if view.stage is not Stage.PLAYING and view.sheets:
        won = worded(_("opponents {took}"), Hue.DIM, took=Span(str(view.sheets[-1].took), Hue.STRONG))
    else:
        won = worded(_("opponents {took}"), Hue.DIM, took=Span(str(count(view.won)), Hue.STRONG))
    aside = worded(_("aside {cards}"), Hue.DIM, cards=card_line(view.buried)) if view.buried else ()
    return joined(won, aside)


def _before(view: DaBaiFenView, people: People) -> ShownTrick:
    """Show the draw, or what is laid aside."""
    if view.phase is Phase.DRAWING:
        words = _("the last chance to expose a card") if view.is_last else _("{n} of 12 cards drawn", n=view.drawn)
        return ShownTrick((joined(_trump_line(view), (Span(words, Hue.ACCENT),)), ()))
    title = joined(_trump_line(view), _leader_line(view, people))
    row = []
    if view.exposed is not None and view.exposer is not None:
        row.append(Group(people.call(view.exposer), (face_of(view.exposed),), _("exposed")))
    if view.turned:
        row.append(Group(_("the last six"), tuple(map(face_of, view.turned))))
    if view.stage is not Stage.PLAYING:
        return ShownTrick((title, ()), row=tuple(row))
    if view.six:
        return ShownTrick(
            (title, worded(_("the last six: {cards}"), Hue.DIM, cards=card_line(view.six))), row=tuple(row)
        )
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
    return (Span(left(str(view.seats[seat].tricks), 4), Hue.DIM), *((Span(" "),) if won else ()), *card_line(won))
