"""Bête in words: rules, options, sentences, and the words that are explained in place."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.describe import chips_words, option_words, victory
from chwech_tui.model.cards import card_span
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.option import OptionWords, ValueWords
from chwech_tui.model.people import Act, People
from protocol.bete.events import DealEnded, DealSheet, Dealt, Ending, GameEnded, Passed, Played, TookPart, TrickTaken
from protocol.bete.views import BeteView
from protocol.language import N_, _, ngettext, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat

TITLE: Final = "Bête"
"""The name of the game, as people write it."""

_OPTIONS: Final = {
    "head=True": N_("who follows has to beat the trick"),
    "head=False": N_("who follows need not beat the trick"),
    "alone=pool": N_("who takes part alone has the pool"),
    "alone=play": N_("who takes part alone plays against all"),
    "all_tricks=pool": N_("all five tricks are paid with the pool again"),
    "all_tricks=chip": N_("all five tricks are paid with a chip"),
    "direction=left": N_("to the left"),
    "direction=right": N_("to the right"),
}
"""What the options mean, by ``name=value``, marked for translation; any other option is shown by its name."""

_UNITS: Final = {Dealt: Unit.DEALT, TrickTaken: Unit.TRICK, DealEnded: Unit.DEAL}

_PASSES: Final = Act(N_("You pass."), N_("{name} passes."), N_("{names} pass."))
_THOUSAND: Final = 1_000
_LARGE: Final = 100_000
_SIGNS: Final = " KMGTPEZY"
"""What stands for each thousand times more."""

_LONG: Final = 12


def signed(number: int) -> str:
    """Return a number of chips in at most six cells: ``−125``, ``+12``; in thousands or more where it is large."""
    if not number:
        return "0"
    return f"{'−' if number < 0 else '+'}{chips(abs(number))}"


def chips(number: int) -> str:
    """Return a number of chips that is not below zero in at most five cells: ``12``, ``120K``, ``34M``."""
    if number < _LARGE:
        return str(number)
    size = 0
    while number >= _THOUSAND:
        number //= _THOUSAND
        size += 1
    return f"{number}{_SIGNS[size]}"


def deals_of(setup: Setup) -> int:
    """Return the number of deals of a table."""
    return int(setup.options.get("deals", _LONG))


def rules_words(setup: Setup) -> str:
    """Return the rules of a table in words: the number of deals, and the options that the table names."""
    others = {name: value for name, value in setup.options.items() if name != "deals"}
    deals = ngettext("{n} deal", "{n} deals", deals_of(setup))
    return ", ".join([deals, *option_words(others, _OPTIONS)])


def rules_sign(setup: Setup) -> str:
    """Return an empty text: tables of this game do not differ in kind."""
    del setup
    return ""


def crib(setup: Setup) -> tuple[str, ...]:
    follow = (
        _("Follow suit and beat the trick if you can; without that suit play a trump, a higher one if you can.")
        if setup.options.get("head")
        else _("Follow suit; if you cannot, play a trump, and a higher one than the others if you can.")
    )
    return (
        _("Take part or pass. Three tricks win the pool, or the first two where nobody has three."),
        _("Who takes part and does not win the pool pays as much as is in it."),
        follow,
    )


def progress(view: BeteView) -> str:
    """Return the deal: ``deal 3 of 12``."""
    return _("deal {number} of {deals}", number=deal_shown(view), deals=view.deals)


def variant(view: BeteView) -> str:
    """Return the chips in the pool."""
    return _("pool of {chips}", chips=chips_words(view.pool))


def unit(event: Event) -> Unit | None:
    return _UNITS.get(type(event))


def shared_act(event: Event) -> tuple[Seat, Act] | None:
    return (event.seat, _PASSES) if isinstance(event, Passed) else None


def sentence(event: Event, people: People) -> Line:
    match event:
        case Dealt(deal=deal, dealer=dealer, turn_up=turn_up):
            number = Span(_("Deal {number}", number=deal), Hue.STRONG)
            own, other = _("{deal}: You deal, {card} is turned up."), _("{deal}: {name} deals, {card} is turned up.")
            return people.line(dealer, own, other, Hue.DIM, deal=number, card=card_span(turn_up))
        case TookPart(seat=seat):
            return people.line(seat, _("You take part."), _("{name} takes part."))
        case Passed(seat=seat):
            return (Span(people.tell(seat, _(_PASSES.own), _(_PASSES.one)), Hue.DIM),)
        case Played(seat=seat, card=card):
            return people.line(seat, _("You play {card}"), _("{name} plays {card}"), card=card_span(card))
        case TrickTaken(seat=seat):
            return (Span(people.tell(seat, _("You take the trick."), _("{name} takes the trick.")), Hue.ACCENT),)
        case DealEnded(sheet=sheet):
            return (Span(ending(sheet, people) + _king(sheet, people), Hue.STRONG),)
        case GameEnded(winners=winners, totals=totals):
            won = signed(totals[winners[0]])
            return (Span(_("{victory} with {chips}.", victory=victory(people, winners), chips=won), Hue.STRONG),)
    return ()


def ending(sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal: who has the pool, and why."""
    sweeper = sheet.sweeper
    if sweeper is None:
        return (
            _("Everybody has passed: the pool stays.")
            if sheet.ending is Ending.PASSED
            else _("Nobody wins the pool of {chips}.", chips=chips_words(sheet.pool))
        )
    pool = chips_words(sheet.pool)
    match sheet.ending:
        case Ending.ALONE:
            own, other = _("You alone take part, and have {chips}."), _("{name} alone takes part, and has {chips}.")
        case Ending.FIRST_TWO:
            own = _("You win {chips} by the first two tricks.")
            other = _("{name} wins {chips} by the first two tricks.")
        case Ending.ALL if len(sheet.active) > 1:
            own = _("You take all five tricks: the pool of {chips}, and what the others pay.")
            other = _("{name} takes all five tricks: the pool of {chips}, and what the others pay.")
        case _:
            own, other = _("You win the pool of {chips}."), _("{name} wins the pool of {chips}.")
    return people.tell(sweeper, own, other, chips=pool)


def _king(sheet: DealSheet, people: People) -> str:
    """Return who is paid for the King of trumps, in few words after the end of the deal; empty for nobody."""
    if sheet.king is None:
        return ""
    own, other = _("You held the King of trumps."), _("{name} held the King of trumps.")
    return f" {people.tell(sheet.king, own, other)}"


# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    return {
        pgettext("glossary", "take part"): _("To play for the pool in this deal."),
        pgettext("glossary", "bête"): _("Who has taken part and not won the pool, and pays for it."),
        pgettext("glossary", "dealer"): _(
            "Whose deal it is, marked D at the table; the seat after the dealer speaks first."
        ),
        pgettext("glossary", "trick"): _(
            "One round: a card is led, and each other seat plays one card to it, in turn."
        ),
        pgettext("glossary", "trump"): _("A card of the suit turned up: it beats every other suit."),
        pgettext("glossary", "lead"): _("To play the first card of a trick."),
        pgettext("glossary", "pool"): _("The chips that all have put in, and those paid in the deal before."),
        pgettext("glossary", "chip"): _("What people play for; here they are counted from 0."),
    }


_DEALS: Final = N_("So many deals make a game; the most chips win.")

OPTIONS: Final[Mapping[str, OptionWords]] = {
    "deals": OptionWords(N_("Deals"), {"1": ValueWords("1", N_("One deal decides.")), "*": ValueWords("", _DEALS)}),
    "head": OptionWords(
        N_("Who follows suit"),
        {
            "False": ValueWords(N_("plays any card of it"), N_("Only trumps have to beat the trumps played.")),
            "True": ValueWords(N_("beats the trick"), N_("A card that follows has to beat the trick if it can.")),
        },
    ),
    "alone": OptionWords(
        N_("Who takes part alone"),
        {
            "pool": ValueWords(N_("has the pool"), N_("Without playing for it.")),
            "play": ValueWords(N_("plays against all"), N_("The others play against that one, and cannot lose.")),
        },
    ),
    "all_tricks": OptionWords(
        N_("All five tricks"),
        {
            "pool": ValueWords(N_("pay the pool again"), N_("Each other who took part pays as much as is in it.")),
            "chip": ValueWords(N_("pay a chip"), N_("Each other who took part pays a chip.")),
        },
    ),
    "direction": OptionWords(
        N_("Direction"),
        {
            "left": ValueWords(N_("to the left"), N_("The deal and the play go clockwise.")),
            "right": ValueWords(N_("to the right"), N_("The deal and the play go the other way round.")),
        },
    ),
}
"""Every option with its values, marked for translation."""
