"""The middle of the table of Roque: the auction, the trick, and how the contract stands."""

from chwech_tui.games.roque.tricks import reason, taken
from chwech_tui.games.titles import (
    draw_tricks,
    first_fitting,
    joined,
    laid,
    led_line,
    open_titles,
    taken_titles,
    took_line,
)
from chwech_tui.model.cards import Laid, ShownTrick, card_line
from chwech_tui.model.game import Middle
from chwech_tui.model.ink import Hue, Line, Span, worded
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.language import _, pgettext
from protocol.roque.order import ORDER
from protocol.roque.views import Phase, RoqueView
from protocol.vocabulary import Seat, Stage


def has_last_trick(view: RoqueView) -> bool:
    """Return True if the view still knows the previous trick."""
    return view.last_trick is not None


def shown_trick(middle: Middle[RoqueView], width: int) -> ShownTrick:
    """Return the open trick; or the previous one, while nothing has been led or while the viewer looks back.

    Before the first trick it is the auction: the last thing that each seat said.
    """
    view, people = middle.view, middle.people
    if view.trick.turns and not middle.looking_back:
        titles = open_titles(view.trump, led_line(view.trick.turns[0].card, view.trump), view.trick.taker, people)
        above = (first_fitting(titles, width), _contract(view, people))
        return ShownTrick(above, laid(view.trick), view.trick.taker)
    last = view.last_trick
    if last is not None:
        took = took_line(last.taker, reason(view), people)
        titles = taken_titles(
            view.trump, led_line(last.turns[0].card, view.trump), took, looking_back=middle.looking_back
        )
        above = (first_fitting(titles, width), _contract(view, people))
        return ShownTrick(above, laid(last, over=True), last.taker)
    return ShownTrick((_auction_title(view, people), _contract(view, people)), _calls(view))


def _calls(view: RoqueView) -> Laid:
    """Return what each seat has said, in the order of speaking: the dealer is the last."""
    players = len(view.seats)
    dealer = view.sheets[-1].dealer if view.phase is Phase.DEALING and view.sheets else view.dealer
    order = [Seat((dealer - step) % players) for step in range(1, players + 1)]
    said = [(seat, _call(view, seat)) for seat in order]
    return Laid(tuple((seat, words) for seat, words in said if words), view.phase is not Phase.BIDDING)


def _call(view: RoqueView, seat: Seat) -> str:
    """Return the last that a seat said; empty if it has not spoken."""
    shown = view.seats[seat]
    return pgettext("column", "pass") if shown.passed else str(shown.bid or "")


def _auction_title(view: RoqueView, people: People) -> Line:
    """Return the title of an auction, and what follows from it."""
    if view.phase is Phase.BURYING and view.declarer is not None:
        own = _("You have the widow, and lay {cards} cards aside")
        other = _("{name} has the widow, and lays {cards} cards aside")
        return (Span(people.tell(view.declarer, own, other, cards=view.widow_cards), Hue.ACCENT),)
    if view.phase is Phase.LEADING and view.declarer is not None:
        own, other = _("You lead: that suit is trump"), _("{name} leads: that suit is trump")
        return (Span(people.tell(view.declarer, own, other), Hue.ACCENT),)
    if view.declarer is not None:
        own, other = _("Auction: you have {bid}"), _("Auction: {name} has {bid}")
        return (Span(people.tell(view.declarer, own, other, bid=view.bid), Hue.ACCENT),)
    if view.phase is Phase.BIDDING:
        return (Span(_("Auction: nobody has bid yet"), Hue.DIM),)
    return (Span(_("Everybody has passed"), Hue.DIM),) if view.sheets else ()


def _contract(view: RoqueView, people: People) -> Line:
    """Draw how the contract stands, or what is laid aside."""
    if view.declarer is None or view.phase is Phase.BIDDING:
        return ()
    if view.phase is Phase.BURYING and view.widow:
        return worded(_("the widow was {cards}"), Hue.DIM, cards=card_line(view.widow))
    if view.phase is Phase.BURYING:
        return worded(_("{aside} of {cards} laid aside"), Hue.DIM, aside=str(view.aside), cards=view.widow_cards)
    own, other = _("You bid {bid}, with {took} taken"), _("{name} bid {bid}, with {took} taken")
    ended = view.sheets[-1] if view.stage is not Stage.PLAYING and view.sheets else None
    took = Span(str(ended.took[view.declarer] if ended is not None else taken(view)), Hue.STRONG)
    stands = people.line(view.declarer, own, other, Hue.DIM, bid=Span(str(view.bid), Hue.ACCENT), took=took)
    if not view.buried:
        return stands
    return joined(stands, worded(_("aside {cards}"), Hue.DIM, cards=card_line(view.buried)))


def draw_pile(view: RoqueView, seat: Seat) -> Line:
    """Draw the tricks that a seat has taken, each in the order played."""
    return draw_tricks([trick for trick, owner in _tricks(view) if owner == seat])


def _tricks(view: RoqueView) -> list[tuple[tuple[Card, ...], Seat]]:
    """Return the tricks taken in this deal, each with its taker, who led to the next one."""
    players, found = len(view.seats), list[tuple[tuple[Card, ...], Seat]]()
    leader: int | None = view.declarer
    for first in range(0, len(view.gone), players):
        if leader is None:
            break
        trick = view.gone[first : first + players]
        leader = (leader - ORDER.taker(trick, view.trump)) % players
        found.append((trick, Seat(leader)))
    return found
