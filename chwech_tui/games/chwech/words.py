"""Chwech in words: its plays, events, rules and questions as sentences."""

from typing import Final

from chwech_tui.describe import count, option_words, together, victory
from chwech_tui.model.cards import SUIT_WORDS, SYMBOLS, card_span
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Span
from chwech_tui.model.people import People
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
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat

_HEIGHTS: Final = {AceHeight.HIGH: " high", AceHeight.LOW: " low"}

_OPTIONS: Final = {
    "five_pack=low": "no Twos and Threes",
    "five_pack=middle": "no Sevens and Eights",
    "seven_pack=five_hundred": "the pack of Five Hundred",
    "seven_pack=two_packs": "a second set of Twos and Threes",
    "thirteens_as_jokers=True": "red Thirteens are Jokers",
    "jokers_per_trick=any": "any number of Jokers a trick",
    "jokers_per_trick=one": "one Joker a trick",
    "joker_beats_last_ace=True": "a Joker beats a last Ace",
    "equal_cards=first": "the first of two equal cards ranks higher",
    "equal_cards=last": "the last of two equal cards ranks higher",
    "review_won=True": "the cards won lie open",
}
"""What the options mean, by ``name=value``; any other option is shown by its name."""

_UNITS: Final = {Dealt: Unit.DEALT, TrickTaken: Unit.TRICK, DealEnded: Unit.DEAL}
_USUAL_RULES: Final = "revised"

GIST: Final = (
    "Chwech: follow the suit led or pass; the highest card takes the trick.",
    "A deal ends when somebody's hand is empty, or nobody will lead.",
    "Score: cards played × cards won, counted 1 to 9 and over; none is 9.",
)
"""The rules of the game in three lines."""


_CRIB: Final = (
    "Follow the suit led, play a Joker, or pass.",
    "Cards played × cards won beyond a multiple of nine; a multiple itself counts × 9.",
    "Who plays their last card ends the deal.",
)
_CRIB_OF: Final = {
    _USUAL_RULES: "An Ace takes the trick unless it is last; a Joker only if it is last.",
    "original": "An Ace is high or low, as you say; a Joker ranks between Eight and Seven.",
}


def crib(setup: Setup) -> tuple[str, ...]:
    """Return the rules of a table in a few sentences."""
    aces = _CRIB_OF.get(str(setup.options.get("ruleset", _USUAL_RULES)), "")
    return (_CRIB[0], *filter(None, (aces,)), *_CRIB[1:])


def play_line(play: Play) -> Line:
    """Return a play as part of a sentence: ``A♥ low``, ``Joker for ♠``."""
    spans = [card_span(play.card)]
    if play.ace:
        spans.append(Span(_HEIGHTS[play.ace]))
    if play.suit:
        spans += [Span(" for "), Span(SYMBOLS[play.suit], SUIT_HUES[play.suit])]
    return tuple(spans)


def play_words(play: Play) -> str:
    """Return a play as the label of a button: ``play A♥ low``."""
    return "play " + "".join(span.text for span in play_line(play))


def sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event of the game; an empty line for any other event."""
    match event:
        case Dealt(deal=deal, dealer=dealer):
            return (Span(f"Deal {deal}", Hue.STRONG), Span(f": {people.does(dealer, 'deal')}.", Hue.DIM))
        case Led(seat=seat, play=play):
            return (Span(f"{people.does(seat, 'lead')} "), *play_line(play))
        case Played(seat=seat, play=play):
            return (Span(f"{people.does(seat, 'play')} "), *play_line(play))
        case TrickTaken(seat=seat, cards=cards):
            return (Span(f"{people.does(seat, 'take')} {count(len(cards), 'card')}.", Hue.ACCENT),)
        case DealEnded(sheet=sheet):
            return (Span(ending(sheet, people), Hue.STRONG),)
        case GameEnded(totals=totals, winners=winners):
            return (Span(f"{victory(people, winners)} with {totals[winners[0]]}.", Hue.STRONG),)
    act = shared_act(event)
    return together((people.call(act[0]),), act[1]) if act else ()


def shared_act(event: Event) -> tuple[Seat, str] | None:
    """Return who passes, and what."""
    match event:
        case Passed(seat=seat):
            return seat, "pass"
        case LeadPassed(seat=seat):
            return seat, "pass the lead"
    return None


def unit(event: Event) -> Unit | None:
    """Return what an event begins or completes; otherwise None."""
    return _UNITS.get(type(event))


def ending(sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal."""
    if sheet.ending is Ending.DEADLOCK:
        return "Deadlock: everybody passed the lead."
    out = [Seat(seat) for seat, left in enumerate(sheet.left) if left == 0]
    seats = people.listed(out)
    return f"{seats} {'is' if len(out) == 1 and seats != 'You' else 'are'} out: the deal ends."


def turn_words(view: ChwechView) -> str:
    """Return what is asked of the viewer: to lead, follow or pass."""
    can_play = any(isinstance(action, Play) for action in view.legal)
    if view.phase is Phase.OPENING:
        return "Lead a card"
    if view.phase is Phase.LEADING:
        return "Lead a card or pass the lead" if can_play else "You can lead nothing: pass the lead"
    suit = SUIT_WORDS[view.trick.suit] if view.trick.suit else "suit"
    return f"Follow {suit} or pass" if can_play else f"You cannot follow {suit}: pass"


def progress(view: ChwechView) -> str:
    """Return the deal of the game: ``deal 2 of 6``."""
    return f"deal {deal_shown(view)} of {view.deals}"


def variant(view: ChwechView) -> str:
    """Return the ruleset: ``revised rules``."""
    return f"{view.ruleset} rules"


def rules_sign(setup: Setup) -> str:
    """Return the ruleset of a table."""
    return str(setup.options.get("ruleset", _USUAL_RULES))


def rules_words(setup: Setup) -> str:
    """Return the rules of a table in words: the ruleset, and the options that differ from it."""
    others = {name: value for name, value in setup.options.items() if name != "ruleset"}
    return ", ".join([f"{rules_sign(setup)} rules", *option_words(others, _OPTIONS)])
