"""Auction Forty-Fives in words: rules, options, sentences, and the words that are explained in place."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.describe import cards_words, option_words, points_words
from chwech_tui.games.score_table import side_title
from chwech_tui.model.cards import card_span, suit_line
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.option import OptionWords, ValueWords
from chwech_tui.model.people import People
from protocol.auction_fives.events import (
    BidMade,
    DealEnded,
    DealSheet,
    Dealt,
    Discarded,
    Drawn,
    Ending,
    GameEnded,
    Held,
    Passed,
    Picked,
    Played,
    StockOpened,
    TrickTaken,
    TrumpNamed,
)
from protocol.auction_fives.views import AuctionFivesView, Call
from protocol.language import N_, _, ngettext, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Event

TITLE: Final = "Auction Forty-Fives"
"""The name of the game, as people write it."""

TARGET: Final = 120
"""The score that wins."""

_OPTIONS: Final = {
    "lowest_bid=5": N_("bids from 5"),
    "lowest_bid=15": N_("bids from 15"),
    "lowest_bid=20": N_("bids from 20"),
    "hold=next": N_("the next in turn may hold"),
    "hold=dealer": N_("only the dealer may hold"),
    "forced_dealer=0": N_("a new deal if all pass"),
    "forced_dealer=15": N_("the dealer has to bid 15"),
    "forced_dealer=20": N_("the dealer has to bid 20"),
    "kitty=0": N_("no kitty"),
    "kitty=3": N_("a kitty of three"),
    "kitty=4": N_("a kitty of four"),
    "most_drawn=5": N_("all cards may be replaced"),
    "most_drawn=3": N_("at most three cards are replaced"),
    "dealer_looks=True": N_("the dealer picks from what is left"),
    "dealer_looks=False": N_("the dealer draws like everybody"),
    "lead=bidder": N_("left of the bidder leads"),
    "lead=dealer": N_("left of the dealer leads"),
    "both_out=bidders": N_("with 120 on both sides the bidders win"),
    "both_out=higher": N_("with 120 on both sides the higher wins"),
    "deals=0": N_("to 120"),
    "deals=6": N_("six deals"),
    "deals=10": N_("ten deals"),
    "deals=12": N_("twelve deals"),
    "deals=20": N_("twenty deals"),
    "renege_strict=True": N_("of two trumps one has to be played to a trump"),
    "renege_strict=False": N_("top trumps may be kept back"),
}
"""What the options mean, by ``name=value``, marked for translation; any other option is shown by its name."""

_UNITS: Final = {Dealt: Unit.DEALT, TrickTaken: Unit.TRICK, DealEnded: Unit.DEAL}


def call_words(call: Call) -> str:
    """Return what a seat said, as the table shows it: ``15``, ``hold 15``, ``pass``."""
    if call.points is None:
        return pgettext("in the auction", "pass")
    if call.held:
        return pgettext("in the auction", "hold {points}").format(points=call.points)
    return str(call.points)


def rules_sign(setup: Setup) -> str:
    """Return the number that the game of a table is played to."""
    return str(TARGET) if not setup.options.get("deals") else "45"


def rules_words(setup: Setup) -> str:
    sides = _("two sides of two") if setup.players == 4 else _("two sides of three")
    return ", ".join([sides, *option_words(setup.options, _OPTIONS)])


def crib(setup: Setup) -> tuple[str, ...]:
    deals = setup.options.get("deals")
    return (
        _("Follow the suit led or play a trump; to a trump led, a trump."),
        _("A trick is worth 5, and the highest trump 5 more. Bidders who take less than their bid lose it."),
        _("A bid of 30 that is made scores 60."),
        ngettext("The side that is ahead after one deal wins.", "The side that is ahead after {n} deals wins.", deals)
        if isinstance(deals, int)
        else _("120 points win; from 100 on one may not bid less than 20."),
    )


def progress(view: AuctionFivesView) -> str:
    """Return the deal, and the end of the game: ``deal 3, to 120``, ``deal 3 of 10``."""
    if view.target:
        return _("deal {number}, to {target}", number=deal_shown(view), target=view.target)
    return _("deal {number} of {deals}", number=deal_shown(view), deals=view.deals)


def variant(view: AuctionFivesView) -> str:
    return _("two sides of two") if len(view.seats) == 4 else _("two sides of three")


def unit(event: Event) -> Unit | None:
    return _UNITS.get(type(event))


def sentence(event: Event, people: People) -> Line:
    match event:
        case Dealt(deal=deal, dealer=dealer):
            number = Span(_("Deal {number}", number=deal), Hue.STRONG)
            return people.line(dealer, _("{deal}: You deal."), _("{deal}: {name} deals."), Hue.DIM, deal=number)
        case Passed(seat=seat):
            return people.line(seat, _("You pass."), _("{name} passes."), Hue.DIM)
        case BidMade(seat=seat, points=points):
            return (Span(people.tell(seat, _("You bid {points}."), _("{name} bids {points}."), points=points)),)
        case Held(seat=seat, points=points):
            own, other = _("You hold the bid at {points}."), _("{name} holds the bid at {points}.")
            return (Span(people.tell(seat, own, other, points=points)),)
        case TrumpNamed(seat=seat, suit=suit):
            own, other = _("You make {suit} trump"), _("{name} makes {suit} trump")
            return people.line(seat, own, other, Hue.ACCENT, suit=suit_line(suit))
        case Played(seat=seat, card=card):
            return people.line(seat, _("You play {card}"), _("{name} plays {card}"), card=card_span(card))
    return _exchange(event, people) or _result(event, people)


def _exchange(event: Event, people: People) -> Line:
    """Return the sentence for an event about discards and draws; none for a card that another lays aside."""
    match event:
        case Discarded(seat=seat, card=card) if card is not None:
            own, other = _("You lay {card} aside"), _("{name} lays {card} aside")
            return people.line(seat, own, other, Hue.DIM, card=card_span(card))
        case Drawn(seat=seat, count=0):
            return people.line(seat, _("You keep all five cards"), _("{name} keeps all five cards"), Hue.DIM)
        case Drawn(seat=seat, count=count):
            own, other = _("You draw {cards}"), _("{name} draws {cards}")
            return (Span(people.tell(seat, own, other, cards=cards_words(count))),)
        case StockOpened(seat=seat, count=count):
            own, other = _("You pick {cards} from those left"), _("{name} picks {cards} from those left")
            return (Span(people.tell(seat, own, other, cards=cards_words(count))),)
        case Picked(seat=seat, card=card) if card is not None:
            return people.line(seat, _("You pick {card}"), _("{name} picks {card}"), Hue.DIM, card=card_span(card))
    return ()


def _result(event: Event, people: People) -> Line:
    match event:
        case TrickTaken(seat=seat):
            return (Span(people.tell(seat, _("You take the trick."), _("{name} takes the trick.")), Hue.ACCENT),)
        case DealEnded(sheet=sheet):
            return (Span(ending(sheet, people), Hue.STRONG),)
        case GameEnded(totals=totals, winners=winners):
            sides = sorted({people.sides[seat] if people.sides else seat % 2 for seat in winners})
            won = points_words(totals[winners[0]])
            if len(sides) > 1:
                return (Span(_("Both sides end with {points}, and share the game.", points=won), Hue.STRONG),)
            names, side = people.listed(winners), side_title(*sides)
            said = _("{side} ({names}) wins with {points}.", side=side, names=names, points=won)
            return (Span(said, Hue.STRONG),)
    return ()


def ending(sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal: what became of the bid."""
    if sheet.ending is Ending.PASSED or sheet.bidder is None:
        return _("Everybody has passed.")
    said = {"bid": sheet.bid, "taken": sheet.taken[sheet.bidder]}
    if sheet.ending is Ending.FAILED:
        own = _("You bid {bid}, and your side took {taken}: lost.")
        other = _("{name} bid {bid}, and took {taken}: lost.")
    else:
        own = _("You bid {bid}, and your side took {taken}: made.")
        other = _("{name} bid {bid}, and took {taken}: made.")
    return people.tell(sheet.bidder, own, other, **said)


def contract_words(view: AuctionFivesView, people: People) -> str:
    """Return whose bid stands: ``Owain bids 20``."""
    if view.bidder is None:
        return ""
    return people.tell(view.bidder, _("your bid is {bid}"), _("{name} bids {bid}"), bid=view.bid)


# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    return {
        pgettext("glossary", "bid"): _("So many points one's side undertakes to take."),
        pgettext("glossary", "hold"): _("To take over the bid that stands, at its number."),
        pgettext("glossary", "kitty"): _("Cards laid apart, which who names trumps takes into the hand."),
        pgettext("glossary", "dealer"): _("Whose deal it is, marked D at the table."),
        pgettext("glossary", "trick"): _(
            "One round: a card is led, and each other seat plays one card to it, in turn."
        ),
        pgettext("glossary", "trump"): _("A card of the trump suit, or the Ace of hearts: it beats every plain card."),
        pgettext("glossary", "reneging"): _("To keep back one of the best trumps when a lower trump is led."),
        pgettext("glossary", "plain card"): _("A card that is no trump."),
        pgettext("glossary", "lead"): _("To play the first card of a trick."),
        pgettext("glossary", "partner"): _("Somebody of the same side: partners share one score."),
        pgettext("glossary", "side"): _("The players who share one score."),
    }


OPTIONS: Final[Mapping[str, OptionWords]] = {
    "lowest_bid": OptionWords(N_("Lowest bid"), {"*": ValueWords("", N_("Nobody may bid less than that."))}),
    "hold": OptionWords(
        N_("Who may hold"),
        {
            "next": ValueWords(N_("the next in turn"), N_("The next in turn may take over a bid at its number.")),
            "dealer": ValueWords(N_("the dealer"), N_("Only the dealer may take over a bid at its number.")),
        },
    ),
    "forced_dealer": OptionWords(
        N_("If all pass"),
        {
            "0": ValueWords(N_("a new deal"), N_("The next dealer deals again.")),
            "15": ValueWords(N_("the dealer bids 15"), N_("The dealer has to bid 15 or more.")),
            "20": ValueWords(N_("the dealer bids 20"), N_("The dealer has to bid 20 or more.")),
        },
    ),
    "kitty": OptionWords(
        N_("Kitty"),
        {
            "0": ValueWords(N_("none"), N_("All cards that are not dealt can be drawn.")),
            "3": ValueWords(N_("three cards"), N_("Who names trumps takes three more cards.")),
            "4": ValueWords(N_("four cards"), N_("Who names trumps takes four more cards.")),
        },
    ),
    "most_drawn": OptionWords(N_("Most cards drawn"), {"*": ValueWords("", N_("Nobody may draw more than that."))}),
    "dealer_looks": OptionWords(
        N_("The dealer"),
        {
            "False": ValueWords(N_("draws"), N_("The dealer draws like everybody.")),
            "True": ValueWords(N_("picks"), N_("The dealer looks through the cards left, and picks.")),
        },
    ),
    "lead": OptionWords(
        N_("First lead"),
        {
            "bidder": ValueWords(N_("left of bidder"), N_("The seat left of the bidder leads.")),
            "dealer": ValueWords(N_("left of dealer"), N_("The seat left of the dealer leads.")),
        },
    ),
    "both_out": OptionWords(
        N_("Both sides have 120"),
        {
            "bidders": ValueWords(N_("bidders win"), N_("The bidders count first.")),
            "higher": ValueWords(N_("higher wins"), N_("The side with more points wins.")),
        },
    ),
    "deals": OptionWords(
        N_("Length"),
        {
            "0": ValueWords(N_("to 120"), N_("The side that has 120 points wins.")),
            "*": ValueWords("", N_("So many deals are played; the side that is ahead wins.")),
        },
    ),
    "renege_strict": OptionWords(
        N_("Top trumps"),
        {
            "False": ValueWords(
                N_("may be kept back"), N_("The top trumps need not follow a lower trump that is led.")
            ),
            "True": ValueWords(
                N_("kept back if alone"), N_("Who holds another trump has to play one of them to a trump.")
            ),
        },
    ),
}
"""Every option of the game, by its name in records, marked for translation."""
