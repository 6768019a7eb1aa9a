"""Chwech in words: its plays, events, rules and questions as sentences."""

from typing import Final

from chwech_tui.describe import option_words, together, victory
from chwech_tui.model.cards import SYMBOLS, card_span, suit_words
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Span, plain, worded
from chwech_tui.model.people import Act, People
from protocol.chwech.actions import AceHeight, Play
from protocol.chwech.events import (
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    LeadPassed,
    Led,
    Passed,
    Played,
    TrickTaken,
)
from protocol.chwech.views import ChwechView, Phase
from protocol.language import N_, _, ngettext, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat

_PASSES: Final = Act(N_("You pass."), N_("{name} passes."), N_("{names} pass."))
_LEAD_PASSES: Final = Act(N_("You pass the lead."), N_("{name} passes the lead."), N_("{names} pass the lead."))

_OPTIONS: Final = {
    "duplicate=True": N_("duplicate"),
    "five_pack=low": N_("no Twos and Threes"),
    "five_pack=middle": N_("no Sevens and Eights"),
    "five_pack=*": N_("without {value}"),
    "seven_pack=five_hundred": N_("the pack of Five Hundred"),
    "seven_pack=two_packs": N_("a second set of Twos and Threes"),
    "thirteens_as_jokers=True": N_("red Thirteens are Jokers"),
    "jokers_per_trick=any": N_("any number of Jokers a trick"),
    "jokers_per_trick=one": N_("one Joker a trick"),
    "joker_beats_last_ace=True": N_("a Joker beats a last Ace"),
    "equal_cards=first": N_("the first of two equal cards ranks higher"),
    "equal_cards=last": N_("the last of two equal cards ranks higher"),
    "review_won=True": N_("the cards won lie open"),
}
"""What the options mean, by ``name=value``; any other option is shown by its name."""

_UNITS: Final = {Dealt: Unit.DEALT, TrickTaken: Unit.TRICK, DealEnded: Unit.DEAL}
_USUAL_RULES: Final = "revised"
_WITHOUT_JOKERS: Final = 4
_RULESETS: Final = {_USUAL_RULES: N_("revised rules"), "original": N_("original rules")}

GIST: Final = (
    N_("Chwech: follow the suit led or pass; the highest card takes the trick."),
    N_("A deal ends when somebody's hand is empty, or nobody will lead."),
    N_("Score: cards played × cards won; ten count as one again, none as nine."),
)
"""The rules of the game in three lines, marked for translation."""


_CRIB: Final = (
    N_("Cards played × cards won beyond a multiple of nine; a multiple itself counts × 9."),
    N_("Who plays their last card ends the deal."),
)
_JOKER_CRIB: Final = {
    "": N_("Follow the suit led, play a Joker, or pass."),
    _USUAL_RULES: N_("An Ace takes the trick unless it is last; a Joker only if it is last."),
    "original": N_("An Ace is high or low, as you say; a Joker ranks between Eight and Seven."),
}
_PLAIN_CRIB: Final = {
    "": N_("Follow the suit led, or pass."),
    _USUAL_RULES: N_("An Ace takes the trick unless it is last."),
    "original": N_("An Ace is high or low, as you say."),
}


def crib(setup: Setup) -> tuple[str, ...]:
    """Return the rules of a table in a few sentences."""
    known = _JOKER_CRIB if has_jokers(setup.players) else _PLAIN_CRIB
    name = _name(setup)
    aces = (known[name],) if name in _RULESETS else ()
    return tuple(_(line) for line in (known[""], *aces, *_CRIB))


def has_jokers(players: int) -> bool:
    """Return True if the pack for this many players has Jokers: that of four has none."""
    return players != _WITHOUT_JOKERS


def play_line(play: Play) -> Line:
    """Return a play as part of a sentence: ``A♥ low``, ``Joker for ♠``."""
    card = card_span(play.card)
    if play.ace:
        return worded(_("{card} high") if play.ace is AceHeight.HIGH else _("{card} low"), card=card)
    if play.suit:
        return worded(_("{joker} for {suit}"), joker=card, suit=Span(SYMBOLS[play.suit], SUIT_HUES[play.suit]))
    return (card,)


def play_words(play: Play) -> str:
    """Return a play as the label of a button: ``play A♥ low``."""
    return _("play {play}", play=plain(play_line(play)))


def sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event of the game; an empty line for any other event."""
    match event:
        case Dealt(deal=deal, dealer=dealer):
            number = Span(_("Deal {number}", number=deal), Hue.STRONG)
            return people.line(dealer, _("{deal}: You deal."), _("{deal}: {name} deals."), Hue.DIM, deal=number)
        case Led(seat=seat, play=play):
            return people.line(seat, _("You lead {play}"), _("{name} leads {play}"), play=play_line(play))
        case Played(seat=seat, play=play):
            return people.line(seat, _("You play {play}"), _("{name} plays {play}"), play=play_line(play))
        case TrickTaken(seat=seat, cards=cards):
            return (Span(f"{taken_words(seat, len(cards), people)}.", Hue.ACCENT),)
        case DealEnded(sheet=sheet):
            return (Span(ending(sheet, people), Hue.STRONG),)
        case GameEnded(totals=totals, winners=winners):
            won = _("{victory} with {total}.", victory=victory(people, winners), total=totals[winners[0]])
            return (Span(won, Hue.STRONG),)
    act = shared_act(event)
    return together((people.call(act[0]),), act[1]) if act else ()


def shared_act(event: Event) -> tuple[Seat, Act] | None:
    """Return who passes, and what."""
    match event:
        case Passed(seat=seat):
            return seat, _PASSES
        case LeadPassed(seat=seat):
            return seat, _LEAD_PASSES
    return None


def unit(event: Event) -> Unit | None:
    """Return what an event begins or completes; otherwise None."""
    return _UNITS.get(type(event))


def taken_words(seat: Seat, cards: int, people: People) -> str:
    """Return who takes how many cards: ``Megan takes 5 cards``."""
    if seat == people.viewer:
        return ngettext("You take {n} card", "You take {n} cards", cards)
    return ngettext("{name} takes {n} card", "{name} takes {n} cards", cards, name=people.name(seat))


def ending(sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal."""
    if sheet.ending is Ending.DEADLOCK:
        return _("Deadlock: everybody passed the lead.")
    out = [Seat(seat) for seat, left in enumerate(sheet.left) if left == 0]
    if len(out) == 1:
        return people.tell(out[0], _("You are out: the deal ends."), _("{name} is out: the deal ends."))
    return _("{names} are out: the deal ends.", names=people.listed(out))


def turn_words(view: ChwechView) -> str:
    """Return what is asked of the viewer: to lead, follow or pass."""
    can_play = any(isinstance(action, Play) for action in view.legal)
    if view.phase is Phase.OPENING:
        return _("Lead a card")
    if view.phase is Phase.LEADING:
        return _("Lead a card or pass the lead") if can_play else _("You can lead nothing: pass the lead")
    suit = suit_words(view.trick.suit) if view.trick.suit else _("suit")
    return _("Follow {suit} or pass", suit=suit) if can_play else _("You cannot follow {suit}: pass", suit=suit)


def progress(view: ChwechView) -> str:
    """Return the deal of the game: ``deal 2 of 6``."""
    return _("deal {number} of {deals}", number=deal_shown(view), deals=view.deals)


def variant(view: ChwechView) -> str:
    """Return the ruleset, and that the game is duplicate: ``revised rules``, ``revised rules, duplicate``."""
    rules = ruleset_words(view.ruleset)
    return ", ".join((rules, _("duplicate"))) if view.duplicate else rules


def ruleset_words(name: str) -> str:
    """Return a ruleset in words: ``revised rules``."""
    return _(_RULESETS[name]) if name in _RULESETS else _("{ruleset} rules", ruleset=name)


def rules_sign(setup: Setup) -> str:
    """Return the ruleset of a table."""
    name = _name(setup)
    if name == _USUAL_RULES:
        return pgettext("at most eight letters", "revised")
    return pgettext("at most eight letters", "original") if name == "original" else name


def rules_words(setup: Setup) -> str:
    """Return the rules of a table in words: the ruleset, and the options that differ from it."""
    others = {name: value for name, value in setup.options.items() if name != "ruleset"}
    return ", ".join([ruleset_words(_name(setup)), *option_words(others, _OPTIONS)])


def _name(setup: Setup) -> str:
    return str(setup.options.get("ruleset", _USUAL_RULES))
