"""Da Bai Fen in words: rules, options, sentences, and the words that are explained in place."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.describe import option_words, victory
from chwech_tui.games.titles import took_points
from chwech_tui.model.cards import card_line, card_span, suit_words
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import Hue, Line, Span, worded
from chwech_tui.model.option import OptionWords, ValueWords
from chwech_tui.model.people import People
from protocol.da_bai_fen.events import (
    Buried,
    Claimed,
    DealEnded,
    DealSheet,
    Dealt,
    Drawn,
    Ending,
    Exposed,
    GameEnded,
    LastAsked,
    LeadCut,
    LeadFailed,
    Played,
    SixTaken,
    SixTurned,
    TrickTaken,
)
from protocol.da_bai_fen.order import RANKS
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.language import N_, _, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Event

TITLE: Final = "Da Bai Fen"
"""The name of the game, as people write it."""

_OPTIONS: Final = {
    "draw=1": N_("asked after every card"),
    "most_deals=0": N_("no limit of deals"),
    "most_deals=1": N_("one deal"),
    "target_level=A": N_("beyond Ace"),
    "target_level=6": N_("beyond Six"),
    "target_level=10": N_("beyond Ten"),
    "exposing=drawn": N_("the first to draw exposes"),
    "exposing=time": N_("the first in time exposes"),
    "leads=safe": N_("only certain cards are led together"),
    "leads=at_risk": N_("any cards of a suit are led together, at a risk"),
    "leads=cut": N_("several cards led may be cut down to one"),
    "show_six=True": N_("the last six are shown"),
    "show_six=False": N_("the last six are hidden"),
    "void_claim=True": N_("a hand without a trump annuls the deal"),
    "void_claim=False": N_("a hand without a trump is played"),
    "stop_at_last=True": N_("all stop at the last level"),
    "stop_at_last=False": N_("two levels may pass the last one"),
    "win_as=any": N_("any side may win"),
    "win_as=declarers": N_("only declarers win"),
}
"""What the options mean, by ``name=value``, marked for translation; numbers are told by patterns."""

_NUMBERS: Final = {"draw": N_("asked after every {n}"), "most_deals": N_("at most {n} deals")}
"""What an option means that is a number, marked for translation."""

_UNITS: Final = {Dealt: Unit.DEALT, TrickTaken: Unit.TRICK, DealEnded: Unit.DEAL}


def level(total: int) -> str:
    """Return the level of a side that has risen so far: ``2`` to ``10``, ``J``, ``Q``, ``K`` or ``A``."""
    return RANKS[total].value if 0 <= total < len(RANKS) else "A+"


def rise(levels: int) -> str:
    """Return how far a side rises: ``+2``, or a dash."""
    return f"+{levels}" if levels else "–"


def rules_sign(setup: Setup) -> str:
    """Return the last level."""
    return str(setup.options.get("target_level", "A"))


def rules_words(setup: Setup) -> str:
    options = setup.options
    others = {name: value for name, value in options.items() if name not in _NUMBERS or value in (0, 1)}
    numbers = [_(_NUMBERS[name], n=value) for name, value in options.items() if name not in others]
    return ", ".join([_("two sides of two"), *numbers, *option_words(others, _OPTIONS)])


def crib() -> tuple[str, ...]:
    return (
        _("Jokers, the trump rank and the trump suit are trumps, and one suit. K and 10 count 10, 5 counts 5."),
        _("Follow with as many cards as were led. Only as many trumps beat several cards."),
        _(
            "Below 40 points of the opponents the declarers rise; from 80 on the opponents do. If they take the last"
            " trick, the six laid aside count double."
        ),
    )


def progress(view: DaBaiFenView) -> str:
    """Return the deal, and the trump rank."""
    return _("deal {number}, rank {rank}", number=deal_shown(view), rank=view.rank.value)


def variant() -> str:
    return _("two sides of two")


def unit(event: Event) -> Unit | None:
    return _UNITS.get(type(event))


def sentence(event: Event, people: People) -> Line:
    match event:
        case Dealt(deal=deal, dealer=dealer):
            number = Span(_("Deal {number}", number=deal), Hue.STRONG)
            own, other = _("{deal}: You draw first."), _("{deal}: {name} draws first.")
            return people.line(dealer, own, other, Hue.DIM, deal=number)
        case Drawn(cards=cards):
            own_cards = next((drawn for drawn in cards if drawn), ())
            return worded(_("You draw {cards}"), Hue.DIM, cards=card_line(own_cards)) if own_cards else ()
        case LastAsked():
            return (Span(_("All cards are drawn: the last chance to expose one."), Hue.DIM),)
        case Exposed(seat=seat, card=card):
            own, other = _("You expose {card}: trumps are fixed"), _("{name} exposes {card}: trumps are fixed")
            return people.line(seat, own, other, card=card_span(card))
        case SixTurned(cards=cards, trump=trump):
            said = _("Nobody exposes a card. Turned up: {cards}; trump: {suit}")
            return worded(said, Hue.TEXT, cards=card_line(cards), suit=suit_words(trump))
        case SixTaken(seat=seat, cards=cards):
            if not cards:
                return (
                    Span(people.tell(seat, _("You take the last six."), _("{name} takes the last six.")), Hue.TEXT),
                )
            own, other = _("You take the last six: {cards}"), _("{name} takes the last six: {cards}")
            return people.line(seat, own, other, cards=card_line(cards))
    return _play_sentence(event, people)


def _play_sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event of the play."""
    match event:
        case Buried(card=card):
            # Others are told how many cards are laid aside, not one by one.
            return worded(_("You lay {card} aside"), Hue.DIM, card=card_span(card)) if card is not None else ()
        case Played(seat=seat, card=card, more=True):
            return people.line(
                seat, _("You lead {card}, and more"), _("{name} leads {card}, and more"), card=card_span(card)
            )
        case Played(seat=seat, card=card):
            return people.line(seat, _("You play {card}"), _("{name} plays {card}"), card=card_span(card))
        case LeadCut(seat=seat, card=card, back=back):
            own = _("Your {card} can be beaten: you take back {cards}")
            other = _("{card} of {name} can be beaten; taken back: {cards}")
            return people.line(seat, own, other, Hue.ALERT, card=card_span(card), cards=card_line(back))
        case LeadFailed(seat=seat, card=card):
            own, other = _("Your {card} can be beaten: play stops"), _("{card} of {name} can be beaten: play stops")
            return people.line(seat, own, other, Hue.ALERT, card=card_span(card))
        case Claimed(seat=seat):
            own, other = _("You show a hand without a trump."), _("{name} shows a hand without a trump.")
            return (Span(people.tell(seat, own, other), Hue.ALERT),)
    return _score_sentence(event, people)


def _score_sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event about tricks and scores."""
    match event:
        case TrickTaken(seat=seat, points=points):
            return (Span(took_points(seat, points, people), Hue.ACCENT),)
        case DealEnded(sheet=sheet):
            return (Span(ending(sheet), Hue.STRONG),)
        case GameEnded(winners=winners, totals=totals):
            at = level(totals[winners[0]])
            return (Span(_("{victory} at level {level}.", victory=victory(people, winners), level=at), Hue.STRONG),)
    return ()


def ending(sheet: DealSheet) -> str:
    """Return the sentence for the end of a deal: what the opponents have, and who rises."""
    if sheet.ending is Ending.ANNULLED:
        return _("The deal is annulled: nobody rises.")
    leader, took, most = sheet.leader, sheet.took, max(sheet.points)
    if not most:
        return _("The opponents have {took}: nobody rises, and they declare next.", took=took)
    if sheet.points[leader]:
        return _("The opponents have {took}: the declarers rise by {levels}.", took=took, levels=most)
    return _("The opponents have {took}, and rise by {levels}.", took=took, levels=most)


# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    return {
        pgettext("glossary", "starter"): _("Who draws the first card, marked D at the table."),
        pgettext("glossary", "leader"): _("Who takes the last six cards, and leads to the first trick."),
        pgettext("glossary", "declarer"): _("One of the Leader's side: the level of that side is the trump rank."),
        pgettext("glossary", "level"): _("What a side plays for: from Two to Ace."),
        pgettext("glossary", "trick"): _("One round: cards are led, and each other seat lays as many."),
        pgettext("glossary", "trump"): _("A Joker, or a card of the trump rank or the trump suit."),
        pgettext("glossary", "lead"): _("To play the first cards of a trick."),
        pgettext("glossary", "partner"): _("Somebody of the same side: partners share one score."),
        pgettext("glossary", "side"): _("The players who share one score."),
    }


_USUAL: Final = N_("As the game is usually played.")
_SELDOM: Final = N_("Everybody is asked less often.")

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "target_level": OptionWords(
        N_("Last level"),
        {
            "A": ValueWords("A", N_("The whole game, which takes hours.")),
            "6": ValueWords("6", N_("A short game.")),
            "10": ValueWords("10", N_("A game of middle length.")),
        },
    ),
    "draw": OptionWords(
        N_("Asked after cards"),
        {
            "1": ValueWords("1", _USUAL),
            "2": ValueWords("2", _SELDOM),
            "3": ValueWords("3", _SELDOM),
            "4": ValueWords("4", _SELDOM),
            "6": ValueWords("6", _SELDOM),
            "12": ValueWords("12", _SELDOM),
        },
    ),
    "exposing": OptionWords(
        N_("Of several exposed cards"),
        {
            "drawn": ValueWords(N_("the first to draw"), N_("As if each answered before the next one draws.")),
            "time": ValueWords(N_("the first in time"), N_("Whose answer comes first to the server.")),
        },
    ),
    "leads": OptionWords(
        N_("Several cards led"),
        {
            "safe": ValueWords(N_("only certain ones"), N_("The leader has to know that nobody has a higher one.")),
            "at_risk": ValueWords(N_("any, at a risk"), N_("If one can be beaten, the other side has every trick.")),
            "cut": ValueWords(N_("any, or cut down"), N_("If one can be beaten, it is led alone.")),
        },
    ),
    "show_six": OptionWords(
        N_("The last six"),
        {
            "False": ValueWords(N_("hidden"), _USUAL),
            "True": ValueWords(N_("shown"), N_("Everybody sees what the Leader takes.")),
        },
    ),
    "void_claim": OptionWords(
        N_("A hand without a trump"),
        {
            "True": ValueWords(N_("may annul the deal"), _USUAL),
            "False": ValueWords(N_("is played"), N_("However bad it is.")),
        },
    ),
    "stop_at_last": OptionWords(
        N_("From below the last level"),
        {
            "False": ValueWords(N_("two levels pass it"), _USUAL),
            "True": ValueWords(N_("all stop there"), N_("It is passed in a later deal.")),
        },
    ),
    "win_as": OptionWords(
        N_("The last level is passed by"),
        {
            "any": ValueWords(N_("any side"), _USUAL),
            "declarers": ValueWords(N_("declarers"), N_("Their opponents stop there.")),
        },
    ),
    "most_deals": OptionWords(
        N_("Deals at most"),
        {
            "0": ValueWords(N_("no limit"), N_("The game ends when a side passes the last level.")),
            "1": ValueWords("1", N_("One deal decides.")),
            "*": ValueWords("", N_("Then the higher level wins.")),
        },
    ),
}
"""Every option with its values, marked for translation."""
