"""Roque in words: rules, options, sentences, and the words that are explained in place."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.describe import option_words, points_words, victory
from chwech_tui.games.titles import took_points
from chwech_tui.model.cards import card_span
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import Hue, Line, Span, figure, worded
from chwech_tui.model.option import OptionWords, ValueWords
from chwech_tui.model.people import Act, People
from protocol.language import N_, _, pgettext
from protocol.roque.events import (
    BidMade,
    Buried,
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    Passed,
    Played,
    TrickTaken,
    WidowTaken,
)
from protocol.roque.views import RoqueView
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat

ROQUE: Final = "roque"
"""The name of Roque in setups, views and records."""

ROQUE_THREE: Final = "roque-three"
"""The name of Roque for three in setups, views and records."""

TITLES: Final = {ROQUE: "Roque", ROQUE_THREE: "Roque for three"}
"""The names of the games, as people write them."""

_TARGETS: Final = {ROQUE: 505, ROQUE_THREE: 650}
_LOWEST: Final = {ROQUE: 85, ROQUE_THREE: 95}

_OPTIONS: Final = {
    "defenders=own": N_("defenders score their own tricks"),
    "defenders=both": N_("defenders score together"),
    "doubled_below=both": N_("a bid is doubled below both defenders"),
    "doubled_below=better": N_("a bid is doubled below the better defender"),
    "forced_dealer=True": N_("the dealer has to play if everybody passes"),
    "forced_dealer=False": N_("a deal that everybody passes is dealt again"),
    "discards=declarer": N_("the cards laid aside are the declarer's"),
    "discards=last_trick": N_("the cards laid aside go with the last trick"),
    "both_past=highest": N_("the highest total wins"),
    "both_past=declarer": N_("the declarer counts first"),
}
"""What the options mean, by ``name=value``, marked for translation; numbers are told by patterns."""

_NUMBERS: Final = {
    "target": N_("to {n}"),
    "lowest_bid": N_("the lowest bid is {n}"),
    "slam": N_("every trick scores {n}"),
    "most_deals": N_("at most {n} deals"),
}
"""What an option means that is a number, marked for translation."""

_UNITS: Final = {Dealt: Unit.DEALT, TrickTaken: Unit.TRICK, DealEnded: Unit.DEAL}

_PASSES: Final = Act(N_("You pass."), N_("{name} passes."), N_("{names} pass."))


def target_of(setup: Setup) -> int:
    """Return the score that wins at a table."""
    return int(setup.options.get("target", _TARGETS[setup.game]))


def has_sides(setup: Setup) -> bool:
    """Return True if people play in sides."""
    return setup.game == ROQUE


def rules_sign(setup: Setup) -> str:
    """Return the score that wins."""
    return str(target_of(setup))


def rules_words(setup: Setup) -> str:
    players = _("two sides of two") if has_sides(setup) else _("one against two")
    numbers = [_(_NUMBERS[name], n=value) for name, value in setup.options.items() if name in _NUMBERS]
    others = {name: value for name, value in setup.options.items() if name not in _NUMBERS}
    return ", ".join([players, *numbers, *option_words(others, _OPTIONS)])


def crib(setup: Setup) -> tuple[str, ...]:
    lowest = setup.options.get("lowest_bid", _LOWEST[setup.game])
    return (
        _("Bid from {least}; the highest bidder takes the widow, and leads a card of the trump suit.", least=lowest),
        _("Follow the suit led; without it play any card."),
        _(
            "A trick is worth 5, an Ace or a Ten 10, a Five 5. A bid that fails is lost; {target} win.",
            target=target_of(setup),
        ),
    )


def progress(view: RoqueView) -> str:
    """Return the deal, and the score that wins: ``deal 3, to 505``."""
    return _("deal {number}, to {target}", number=deal_shown(view), target=view.target)


def variant(view: RoqueView) -> str:
    return _("two sides of two") if view.game == ROQUE else _("one against two")


def unit(event: Event) -> Unit | None:
    return _UNITS.get(type(event))


def shared_act(event: Event) -> tuple[Seat, Act] | None:
    return (event.seat, _PASSES) if isinstance(event, Passed) else None


def sentence(event: Event, people: People) -> Line:
    match event:
        case Dealt(deal=deal, dealer=dealer):
            number = Span(_("Deal {number}", number=deal), Hue.STRONG)
            return people.line(dealer, _("{deal}: You deal."), _("{deal}: {name} deals."), Hue.DIM, deal=number)
        case BidMade(seat=seat, points=points):
            return people.line(seat, _("You bid {points}."), _("{name} bids {points}."), points=points)
        case Passed(seat=seat):
            return (Span(people.tell(seat, _(_PASSES.own), _(_PASSES.one)), Hue.DIM),)
        case WidowTaken():
            return _widow_taken(event, people)
        case Buried(seat=seat, card=card):
            # Others are told how many cards are laid aside, not one by one.
            return worded(_("You lay {card} aside"), Hue.DIM, card=card_span(card)) if card is not None else ()
        case Played(seat=seat, card=card):
            return people.line(seat, _("You play {card}"), _("{name} plays {card}"), card=card_span(card))
    return _score_sentence(event, people)


def _widow_taken(event: WidowTaken, people: People) -> Line:
    """Return the sentence for the end of an auction; who sees the widow is its taker."""
    if not event.cards:
        own, other = _("You take the widow, for {points}."), _("{name} takes the widow, for {points}.")
        return (Span(people.tell(event.seat, own, other, points=event.points), Hue.ACCENT),)
    cards = tuple(span for card in event.cards for span in (Span(" "), card_span(card)))
    own, other = _("You take the widow, for {points}:{cards}"), _("{name} takes the widow, for {points}:{cards}")
    return people.line(event.seat, own, other, points=event.points, cards=cards)


def _score_sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event about tricks and scores."""
    match event:
        case TrickTaken(seat=seat, points=points):
            return (Span(took_points(seat, points, people), Hue.ACCENT),)
        case DealEnded(sheet=sheet):
            return (Span(ending(sheet, people), Hue.STRONG),)
        case GameEnded(winners=winners, totals=totals):
            scored = points_words(totals[winners[0]])
            return (Span(_("{victory} with {points}.", victory=victory(people, winners), points=scored), Hue.STRONG),)
    return ()


def ending(sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal: what was bid, what was taken, and what that scores."""
    declarer = sheet.declarer
    if declarer is None:
        return _("Everybody has passed: nothing is scored.")
    said = {"bid": sheet.bid, "took": sheet.took[declarer], "points": figure(sheet.points[declarer])}
    if sheet.ending is Ending.SLAM:
        own, other = (
            _("You bid {bid} and took every trick: {points}."),
            _("{name} bid {bid} and took every trick: {points}."),
        )
    elif sheet.ending is Ending.MADE:
        own, other = _("You bid {bid} and took {took}."), _("{name} bid {bid} and took {took}.")
    else:
        own = _("You bid {bid} and took only {took}: {points}.")
        other = _("{name} bid {bid} and took only {took}: {points}.")
    return people.tell(declarer, own, other, **said)


# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    return {
        pgettext("glossary", "auction"): _("Everybody says in turn how many points to win; the highest bid plays."),
        pgettext("glossary", "bid"): _("The number of points that somebody undertakes to win."),
        pgettext("glossary", "dealer"): _(
            "Whose deal it is, marked D at the table; the seat to the right of the dealer speaks first."
        ),
        pgettext("glossary", "declarer"): _("Who has won the auction, and names trumps by the first card led."),
        pgettext("glossary", "widow"): _("The cards that nobody is dealt: the declarer takes them."),
        pgettext("glossary", "trick"): _(
            "One round: a card is led, and each other seat plays one card to it, in turn."
        ),
        pgettext("glossary", "trump"): _("A card of the suit that the declarer led first: it beats every other suit."),
        pgettext("glossary", "lead"): _("To play the first card of a trick."),
        pgettext("glossary", "partner"): _("Somebody of the same side: partners share one score."),
        pgettext("glossary", "side"): _("The players who share one score."),
    }


_SHORT: Final = N_("A short game.")
_USUAL: Final = N_("As the game is usually played.")
_LONG: Final = N_("A long game.")

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "target": OptionWords(
        N_("Points to win"),
        {
            "505": ValueWords("505", _USUAL),
            "255": ValueWords("255", _SHORT),
            "1005": ValueWords("1005", _LONG),
            "650": ValueWords("650", _USUAL),
            "325": ValueWords("325", _SHORT),
            "1300": ValueWords("1300", _LONG),
            "*": ValueWords("", N_("Any number of points, in steps of five.")),
        },
    ),
    "lowest_bid": OptionWords(
        N_("Lowest bid"),
        {
            "85": ValueWords("85", _USUAL),
            "100": ValueWords("100", N_("Who bids must trust the hand a little more.")),
        },
    ),
    "slam": OptionWords(
        N_("Every trick scores"),
        {
            "250": ValueWords("250", _USUAL),
            "300": ValueWords("300", N_("Every trick is worth more.")),
            "330": ValueWords("330", N_("Every trick is worth twice what a deal counts.")),
        },
    ),
    "defenders": OptionWords(
        N_("Each defender scores"),
        {
            "own": ValueWords(N_("their own tricks"), N_("Also those who defend compete with each other.")),
            "both": ValueWords(N_("those of both"), N_("Those who defend score alike.")),
        },
    ),
    "doubled_below": OptionWords(
        N_("A failed bid is doubled"),
        {
            "both": ValueWords(N_("below both defenders"), N_("Below what both of them took together.")),
            "better": ValueWords(N_("below the better one"), N_("Below what the better one of them took.")),
        },
    ),
    "forced_dealer": OptionWords(
        N_("If everybody passes"),
        {
            "False": ValueWords(N_("deal again"), N_("Nothing is scored, and the next dealer deals.")),
            "True": ValueWords(N_("the dealer plays"), N_("The dealer has to play at the lowest bid.")),
        },
    ),
    "discards": OptionWords(
        N_("Cards laid aside go to"),
        {
            "declarer": ValueWords(N_("the declarer"), N_("They count as a trick that the declarer has won.")),
            "last_trick": ValueWords(N_("the last trick"), N_("Who takes the last trick takes them too.")),
        },
    ),
    "both_past": OptionWords(
        N_("If several have enough"),
        {
            "highest": ValueWords(N_("the most wins"), N_("Where it is equal, another deal is played.")),
            "declarer": ValueWords(N_("the declarer wins"), N_("The declarer's side counts first.")),
        },
    ),
    "most_deals": OptionWords(
        N_("Deals at most"),
        {
            "1": ValueWords("1", N_("One deal decides.")),
            "20": ValueWords("20", N_("Then whoever has the most wins.")),
            "*": ValueWords("", N_("Then whoever has the most wins.")),
        },
    ),
}
"""Every option with its values, marked for translation."""
