"""Chwech in words: rules, options, sentences, and the words that are explained in place."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.describe import option_words, together, victory
from chwech_tui.model.cards import SYMBOLS, card_span, suit_words
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Span, plain, worded
from chwech_tui.model.option import OptionWords, ValueWords
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
from protocol.setup import OptionValue, Setup
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


# Translators: these words are looked for in the rules of a table: in small letters, as they stand there.


def glossary() -> Mapping[str, str]:
    return {
        pgettext("glossary", "multiple of nine"): _(
            "0, 9, 18, 27 … Whoever has won exactly so many cards multiplies by nine."
        ),
        pgettext("glossary", "deal"): _(
            "From nine cards each to the score: it ends when somebody is out, or in deadlock."
        ),
        pgettext("glossary", "total"): _("The scores of all deals of the game so far, added up."),
        pgettext("glossary", "dealer"): _(
            "Whose deal it is, marked D at the table; the seat after the dealer leads first."
        ),
        pgettext("glossary", "trick"): _(
            "One round: a card is led, then each other seat has one turn, to play a card or pass."
        ),
        pgettext("glossary", "suit led"): _(
            "The suit of the first card of a trick, or the one that a Joker led stands for."
        ),
        pgettext("glossary", "turn"): _("In each trick a seat acts once: it plays one card, or it passes."),
        pgettext("glossary", "pass the lead"): _(
            "To leave it to the next seat to play the first card; one then has no turn in that trick."
        ),
        pgettext("glossary", "passed the lead"): _(
            "Who has left it to the next seat to play the first card has no turn in that trick."
        ),
        pgettext("glossary", "taker"): _(
            "The player of the card that takes the trick: all its cards count as cards that they have won."
        ),
        pgettext("glossary", "lead"): _("To play the first card of a trick, which says what suit may be played to it."),
        pgettext("glossary", "won"): _(
            "All cards of the tricks that a seat has taken; their number, not their worth, counts."
        ),
        pgettext("glossary", "joker"): _(
            "It belongs to no suit, so it can be played to every trick; the table's rules say when it takes one."
        ),
        pgettext("glossary", "last card"): _(
            "The last one that is played to a trick, even if other seats pass after it."
        ),
        pgettext("glossary", "out"): _(
            "Without cards in hand. The trick is played to its end, and then the deal is over."
        ),
        pgettext("glossary", "deadlock"): _(
            "All seats pass the lead in a row: the deal is over, and each scores what they have."
        ),
        pgettext("glossary", "left"): _("The cards still in hand when the deal ends; each makes the score smaller."),
        pgettext("glossary", "clockwise"): _("To the left, down the list of names at the table."),
    }


def _deals_fit(players: int, options: Mapping[str, OptionValue | None], deals: OptionValue | None) -> bool:
    """Return True for any number of deals; in a duplicate game for a multiple of the players, but not for as many."""
    return not options.get("duplicate") or deals is None or (deals != players and not int(deals) % players)


OPTIONS: Final[Mapping[str, OptionWords]] = {
    "ruleset": OptionWords(
        N_("Aces and Jokers"),
        {
            "revised": ValueWords(
                N_("revised"), N_("An Ace takes a trick unless it is its last card; a Joker only as last.")
            ),
            "original": ValueWords(
                N_("original"), N_("Who plays an Ace says high or low; a Joker ranks between 8 and 7.")
            ),
        },
    ),
    "deals": OptionWords(
        N_("Deals"),
        {
            "None": ValueWords(
                N_("as usual"), N_("As many deals as players; four play eight, duplicate twice as many.")
            ),
            "*": ValueWords("", N_("So many deals make a game; the highest total of all of them wins.")),
        },
        _deals_fit,
    ),
    "duplicate": OptionWords(
        N_("Duplicate"),
        {
            "False": ValueWords("", N_("Every deal has hands of its own.")),
            "True": ValueWords("", N_("All play the same hands in turn; deals are 2, 3 or more × the players.")),
        },
    ),
    "five_pack": OptionWords(
        N_("Left out of the pack"),
        {
            "low": ValueWords(N_("Twos and Threes"), N_("There are no Twos and Threes: 45 cards, nine each.")),
            "middle": ValueWords(N_("Sevens and Eights"), N_("There are no Sevens and Eights: 45 cards, nine each.")),
            "*": ValueWords("", N_("There are no cards of these two ranks: 45 cards, nine each.")),
        },
    ),
    "seven_pack": OptionWords(
        N_("Pack"),
        {
            "five_hundred": ValueWords(
                N_("of Five Hundred"), N_("Elevens, Twelves and two red Thirteens rank above the Ten.")
            ),
            "two_packs": ValueWords(
                N_("more Twos and Threes"), N_("Each Two and Three is there twice, and three Jokers.")
            ),
        },
    ),
    "thirteens_as_jokers": OptionWords(
        N_("Red Thirteens"),
        {
            "False": ValueWords(
                N_("cards of their suits"), N_("Both red Thirteens rank just below the Jack of their suit.")
            ),
            "True": ValueWords(N_("Jokers"), N_("Both red Thirteens are Jokers in all respects.")),
        },
    ),
    "jokers_per_trick": OptionWords(
        N_("Jokers per trick"),
        {
            "any": ValueWords(N_("any number"), N_("Several players may play a Joker to the same trick.")),
            "one": ValueWords(N_("one"), N_("Once a Joker is in a trick, no other may be played to it.")),
        },
    ),
    "joker_beats_last_ace": OptionWords(
        N_("Last Ace on Jokers"),
        {
            "False": ValueWords(N_("the Ace wins"), N_("An Ace played last to nothing but Jokers takes the trick.")),
            "True": ValueWords(N_("the Joker wins"), N_("An Ace played last to nothing but Jokers loses to them.")),
        },
    ),
    "equal_cards": OptionWords(
        N_("Of equal cards"),
        {
            "first": ValueWords(
                N_("the first is higher"), N_("Where two cards are equal, the one played first ranks higher.")
            ),
            "last": ValueWords(
                N_("the last is higher"), N_("Where two cards are equal, the one played last ranks higher.")
            ),
        },
    ),
    "review_won": OptionWords(
        N_("Cards won"),
        {
            "False": ValueWords(N_("lie closed"), N_("Nobody can look through the cards already won.")),
            "True": ValueWords(N_("lie open"), N_("Everybody can look through the cards already won.")),
        },
    ),
}
"""Every option, by its name in records, marked for translation."""
