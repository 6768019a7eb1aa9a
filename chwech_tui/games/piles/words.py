"""The games of one pile in words: rules, options, sentences, and the words that are explained in place."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.describe import cards_words, option_words, points_words, victory
from chwech_tui.model.cards import card_span, suit_line
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.option import OptionWords, ValueWords
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.language import N_, _, ngettext, pgettext
from protocol.piles.events import (
    DealBegun,
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    PileKilled,
    Played,
    SideNamed,
    SixHanded,
    Taken,
    TrumpNamed,
    TrumpShown,
    WentOut,
)
from protocol.piles.views import PilesView
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat

SVOYI_KOZIRI: Final = "svoyi-koziri"
"""The name of Svoyi Koziri in setups, views and records."""

DUDAK: Final = "dudak"
"""The name of Dudak in setups, views and records."""

CHALLENGE: Final = "challenge"
"""The name of Challenge in setups, views and records."""

TITLES: Final = {SVOYI_KOZIRI: "Svoyi Koziri", DUDAK: "Dudak", CHALLENGE: "Challenge"}
"""The names of the games, as people write them."""

_SIGNS: Final = {SVOYI_KOZIRI: "Svoyi", DUDAK: "Dudak", CHALLENGE: "Chall."}
"""Their names in at most eight letters."""

_USUAL: Final = {SVOYI_KOZIRI: 4, DUDAK: 4, CHALLENGE: 1}
"""The usual number of deals."""

_OPTIONS: Final = {
    "cards=1": N_("one card a turn"),
    "pickup=some": N_("a part of the pile is taken up"),
    "pickup=suit_run": N_("a run of a suit is taken up"),
    "open_end=True": N_("the last two lay their hands open"),
    "trumps=before": N_("trumps named before the deal"),
    "trumps=drawn": N_("trumps drawn"),
    "first_out=True": N_("the first one out wins"),
    "taker_leads=True": N_("who takes up leads"),
}
"""What the options mean, by ``name=value``, marked for translation; any other option is shown by its name."""

_UNITS: Final = {Dealt: Unit.DEALT, Taken: Unit.PILE, PileKilled: Unit.PILE, DealEnded: Unit.DEAL}
"""A pile that is taken up is no trick, after which the table would rest."""


def deals_of(setup: Setup) -> int:
    """Return the number of deals at a table."""
    deals = setup.options.get("deals")
    return deals if isinstance(deals, int) else _USUAL.get(setup.game, 1)


def rules_sign(setup: Setup) -> str:
    """Return the name of the game in at most eight letters."""
    return _SIGNS.get(setup.game, "")


def rules_words(setup: Setup) -> str:
    """Return the rules of a table in words: its deals, and the options that differ."""
    others = {name: value for name, value in setup.options.items() if name not in {"deals", "limit", "plain", "trump"}}
    if setup.game == CHALLENGE:
        cards = others.pop("cards", 32)
        return ", ".join([_deals_words(setup), cards_words(int(cards)), *option_words(others, _OPTIONS)])
    return ", ".join([_deals_words(setup), *option_words(others, _OPTIONS)])


def _deals_words(setup: Setup) -> str:
    return ngettext("{n} deal", "{n} deals", deals_of(setup))


def crib(setup: Setup) -> tuple[str, ...]:
    beat = _("Beat the top card: higher of its suit, or a trump of your own.")
    add = "" if setup.options.get("cards") == 1 else _("Then add any card, which the next player has to beat.")
    take = _("Or take up the pile. Whoever first has no cards wins.")
    if setup.game != CHALLENGE and not setup.options.get("first_out"):
        take = _("Or take up the pile. The last to hold cards loses.")
    return tuple(filter(None, (beat, add, take)))


def progress(view: PilesView) -> str:
    """Return the deal of so many: ``deal 3 of 4``."""
    return _("deal {number} of {deals}", number=deal_shown(view), deals=view.deals)


def variant(view: PilesView) -> str:
    """Return the cards of the pack, and the move of so many: ``32 cards, move 17 of 400``."""
    cards = cards_words(view.pack)
    if not view.moves:
        return cards
    return _("{cards}, move {move} of {limit}", cards=cards, move=view.moves, limit=view.limit)


def unit(event: Event) -> Unit | None:
    return _UNITS.get(type(event))


def cards_line(cards: Sequence[Card]) -> Line:
    """Return cards as part of a sentence, each in the hue of its suit."""
    return tuple(
        span for number, card in enumerate(cards) for span in ((Span(" "),) if number else ()) + (card_span(card),)
    )


def _taken(cards: Sequence[Card]) -> Line:
    """Return cards that are taken up: by their names, or their number if they are many."""
    return cards_line(cards) if len(cards) <= _NAMED else (Span(cards_words(len(cards))),)


_NAMED: Final = 6
"""The most cards taken up that are named."""


def sentence(event: Event, people: People) -> Line:
    match event:
        case DealBegun(deal=number, dealer=seat):
            deal = Span(_("Deal {number}", number=number), Hue.STRONG)
            return people.line(seat, _("{deal}: You deal."), _("{deal}: {name} deals."), Hue.DIM, deal=deal)
        case Played(seat=seat, card=card, beaten=None):
            return people.line(seat, _("You play {card}"), _("{name} plays {card}"), card=card_span(card))
        case Played(seat=seat, card=card):
            assert event.beaten is not None
            own, other = _("You beat {beaten} with {card}"), _("{name} beats {beaten} with {card}")
            return people.line(seat, own, other, card=card_span(card), beaten=card_span(event.beaten))
        case Taken(seat=seat, cards=cards):
            own, other = _("You take up {cards}"), _("{name} takes up {cards}")
            return people.line(seat, own, other, Hue.ACCENT, cards=_taken(cards))
        case PileKilled(cards=cards):
            return (Span(_("The pile is killed: {cards} are laid aside.", cards=cards_words(len(cards))), Hue.ACCENT),)
        case WentOut(seat=seat):
            return (Span(people.tell(seat, _("You are out."), _("{name} is out.")), Hue.ACCENT),)
    return _trump_sentence(event, people) or _score_sentence(event, people)


def _trump_sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event about trumps."""
    match event:
        case TrumpNamed(seat=seat, suit=suit):
            own, other = _("Your trumps are {suit}"), _("{name} has {suit} as trumps")
            return people.line(seat, own, other, suit=suit_line(suit))
        case SideNamed(seat=seat, suit=suit):
            own, other = _("Your second suit is {suit}"), _("{name} has {suit} as second suit")
            return people.line(seat, own, other, suit=suit_line(suit))
        case SixHanded(giver=giver, taker=taker, card=card):
            own, other = _("You hand {card} to {taker}"), _("{name} hands {card} to {taker}")
            if taker == people.viewer:
                other = _("{name} hands you {card}")
            return people.line(giver, own, other, Hue.DIM, card=card_span(card), taker=people.name(taker))
        case TrumpShown(seat=seat, card=card):
            own, other = _("You turn up your trump, {card}"), _("{name} turns up a trump, {card}")
            return people.line(seat, own, other, card=card_span(card))
    return ()


def _score_sentence(event: Event, people: People) -> Line:
    """Return the sentence for the end of a deal or of the game."""
    match event:
        case DealEnded(sheet=sheet):
            return (Span(ending(sheet, people), Hue.STRONG),)
        case GameEnded(winners=winners, totals=totals):
            points = points_words(totals[winners[0]])
            return (Span(_("{victory} with {points}.", victory=victory(people, winners), points=points), Hue.STRONG),)
    return ()


def ending(sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal: who has won or lost it, or why it is drawn."""
    if sheet.ending is Ending.REPETITION:
        return _("The deal is drawn: this position was there three times.")
    if sheet.ending is Ending.LIMIT:
        return _("The deal is drawn: it has had as many moves as it may.")
    losers = [Seat(seat) for seat, left in enumerate(sheet.left) if left]
    if len(losers) == 1:
        own, other = (
            _("The deal is over: you are left with {cards}."),
            _("The deal is over: {name} is left with {cards}."),
        )
        return people.tell(losers[0], own, other, cards=cards_words(sheet.left[losers[0]]))
    return people.tell(
        sheet.out[0], _("The deal is over: you are out first."), _("The deal is over: {name} is out first.")
    )


# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    return {
        pgettext("glossary", "deal"): _("All cards are dealt and played, until one player is left, or one is out."),
        pgettext("glossary", "dealer"): _("Whose deal it is, marked D at the table; the seat after the dealer begins."),
        pgettext("glossary", "pile"): _(
            "The cards played one on the other; only the top one matters until it is taken."
        ),
        pgettext("glossary", "trump"): _("A card of your own trump suit: it beats every card of another suit."),
        pgettext("glossary", "top card"): _("The card that was played last: it has to be beaten."),
        pgettext("glossary", "beat"): _("To play a higher card of the same suit, or a trump of one's own."),
        pgettext("glossary", "take up"): _("To take the pile into the hand instead of beating its top card."),
        pgettext("glossary", "kill"): _("To lay a pile aside for the rest of the deal."),
        pgettext("glossary", "mirror image"): _("The same ranks: trumps for trumps, and side suit for side suit."),
        pgettext("glossary", "move"): _("A card that is played, or cards that are taken up."),
        pgettext("glossary", "out"): _("Without cards: who is out takes no further part in the deal."),
    }


OPTIONS: Final[Mapping[str, OptionWords]] = {
    "deals": OptionWords(N_("Deals"), {"*": ValueWords("", N_("The game is over after so many deals."))}),
    "cards": OptionWords(
        N_("Cards"),
        {
            "2": ValueWords(N_("two a turn"), N_("Who beats a card adds any other for the next player to beat.")),
            "1": ValueWords(N_("one a turn"), N_("The card that beats is the one that the next player has to beat.")),
            "*": ValueWords("", N_("The pack has so many cards: whole ranks are left out from the Two up.")),
        },
    ),
    "pickup": OptionWords(
        N_("Taking up"),
        {
            "all": ValueWords(N_("the whole pile"), N_("Who does not beat the top card takes up all cards.")),
            "some": ValueWords(N_("a part of it"), N_("How many cards are taken up depends on the top card.")),
            "suit_run": ValueWords(
                N_("a run of one suit"), N_("Before your trump is known you take only the top cards of one suit.")
            ),
        },
    ),
    "plain": OptionWords(
        N_("Taken if top is no trump"),
        {"*": ValueWords("", N_("So many are taken up if the top card is nobody's trump."))},
    ),
    "trump": OptionWords(
        N_("Taken if top is a trump"), {"*": ValueWords("", N_("So many are taken up if the top card is a trump."))}
    ),
    "open_end": OptionWords(
        N_("The last two"),
        {
            "False": ValueWords(N_("keep hands closed"), N_("Nobody else sees a hand.")),
            "True": ValueWords(N_("lay hands open"), N_("When two are left, all see both hands.")),
        },
    ),
    "trumps": OptionWords(
        N_("Trumps"),
        {
            "announced": ValueWords(N_("announced in play"), N_("You name your trumps at a turn of your own.")),
            "before": ValueWords(N_("named before"), N_("All name their trumps before the cards are dealt.")),
            "drawn": ValueWords(N_("drawn"), N_("A card dealt to you face down has the suit of your trumps.")),
        },
    ),
    "first_out": OptionWords(
        N_("Who wins a deal"),
        {
            "False": ValueWords(N_("all but the last"), N_("The last one with cards loses.")),
            "True": ValueWords(N_("the first one out"), N_("Who first has no cards wins, and the deal is over.")),
        },
    ),
    "taker_leads": OptionWords(
        N_("After taking up"),
        {
            "False": ValueWords(N_("the other leads"), N_("The opponent of who took up the pile plays next.")),
            "True": ValueWords(N_("the taker leads"), N_("Who took up the pile plays next.")),
        },
    ),
    "limit": OptionWords(
        N_("Moves of a deal"), {"*": ValueWords("", N_("A deal that has had so many moves is drawn."))}
    ),
}
"""Every option of the three games, by its name in records, marked for translation."""
