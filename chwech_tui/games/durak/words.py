"""Durak in teams in words: rules, options, sentences, and the words that are explained in place."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.describe import cards_words, option_words
from chwech_tui.games.score_table import side_title
from chwech_tui.model.cards import card_span, suit_line
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import Hue, Line, Span, worded
from chwech_tui.model.option import OptionWords, ValueWords
from chwech_tui.model.people import Act, People
from protocol.cards import Card
from protocol.durak.events import (
    Added,
    Attacked,
    Beaten,
    BoutBegun,
    BoutEnded,
    DealEnded,
    DealSheet,
    Dealt,
    Drawn,
    Finished,
    GameEnded,
    GivenUp,
    Passed,
    WentOut,
)
from protocol.durak.views import DurakView
from protocol.language import N_, _, ngettext, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat

NAME: Final = "durak-teams"
"""The name of the game in setups and records."""

_OPTIONS: Final = {
    "first_bout=5": N_("five cards in the first bout"),
    "both_out=attackers": N_("attackers win if both sides run out"),
}
"""What the options mean, by ``name=value``, marked for translation."""

_PASSES: Final = Act(N_("You pass."), N_("{name} passes."), N_("{names} pass."))
_FINISHES: Final = Act(
    N_("You are done for this bout."), N_("{name} is done for this bout."), N_("{names} are done for this bout.")
)

_UNITS: Final = {Dealt: Unit.DEALT, BoutEnded: Unit.TRICK, DealEnded: Unit.DEAL}


def losses_of(setup: Setup) -> int:
    """Return how many lost deals lose the game at a table."""
    losses = setup.options.get("losses", 3)
    return losses if isinstance(losses, int) else 3


def losses_words(number: int) -> str:
    """Return what a table plays to: ``to 3 lost deals``."""
    return ngettext("one lost deal", "to {n} lost deals", number)


def rules_sign(setup: Setup) -> str:
    """Return the number of players of each side: ``2 v 2``."""
    return f"{setup.players // 2} v {setup.players // 2}"


def rules_words(setup: Setup) -> str:
    others = {name: value for name, value in setup.options.items() if name != "losses"}
    sides = _("three against three") if setup.players == 6 else _("two against two")
    return ", ".join([sides, losses_words(losses_of(setup)), *option_words(others, _OPTIONS)])


def crib() -> tuple[str, ...]:
    return (
        _("Beat a card with a higher one of its suit, or with a trump; or take everything up."),
        _("Cards of ranks that lie in the bout may be thrown in against the defender, by the attacker's side."),
        _("Who beats everything attacks next. The side that is left with cards loses the deal."),
    )


def progress(view: DurakView) -> str:
    """Return the deal, and how often each side has lost: ``deal 3, lost: A 1, B 1``."""
    lost = _lost(view)
    return _("deal {number}, lost: A {one}, B {other}", number=deal_shown(view), one=lost[0], other=lost[1])


def _lost(view: DurakView) -> tuple[int, int]:
    """Return how many deals each side has lost: what the other side has won."""
    return view.seats[1].total, view.seats[0].total


def variant(view: DurakView) -> str:
    """Return what is played to: ``to 3 lost deals``."""
    return losses_words(view.losses)


def unit(event: Event) -> Unit | None:
    return _UNITS.get(type(event))


def shared_act(event: Event) -> tuple[Seat, Act] | None:
    """Return who passes, or is done for the bout."""
    match event:
        case Passed(seat=seat):
            return seat, _PASSES
        case Finished(seat=seat):
            return seat, _FINISHES
    return None


def sentence(event: Event, people: People) -> Line:
    match event:
        case Attacked(seat=seat, card=card):
            return people.line(seat, _("You attack: {card}"), _("{name} attacks: {card}"), card=card_span(card))
        case Added(seat=seat, card=card):
            return people.line(seat, _("You throw in {card}"), _("{name} throws in {card}"), card=card_span(card))
        case Beaten(seat=seat, attack=attack, card=card):
            own, other = _("You beat {attack}: {card}"), _("{name} beats {attack}: {card}")
            return people.line(seat, own, other, attack=card_span(attack), card=card_span(card))
        case GivenUp(seat=seat):
            return people.line(seat, _("You give up."), _("{name} gives up."), Hue.DIM)
    return _between_bouts(event, people) or _of_a_deal(event, people)


def _between_bouts(event: Event, people: People) -> Line:
    """Return the sentence for an event before or after a bout."""
    match event:
        case Passed(seat=seat):
            return (Span(people.tell(seat, _(_PASSES.own), _(_PASSES.one)), Hue.DIM),)
        case Finished(seat=seat):
            return (Span(people.tell(seat, _(_FINISHES.own), _(_FINISHES.one)), Hue.DIM),)
        case BoutEnded(defender=seat, held=held, cards=cards):
            return (Span(_bout_ended(seat, cards, people, held=held), Hue.ACCENT),)
        case BoutBegun(attacker=attacker, defender=defender):
            return _bout_begun(attacker, defender, people)
        case Drawn(seat=seat):
            return _drawn(event, people)
        case WentOut(seat=seat):
            return people.line(seat, _("You are out."), _("{name} is out."), Hue.ACCENT)
    return ()


def _bout_ended(seat: Seat, cards: Sequence[Card], people: People, *, held: bool) -> str:
    if held:
        return people.tell(seat, _("You have beaten everything."), _("{name} has beaten everything."))
    taken = cards_words(len(cards))
    own, other = _("You take up {cards}."), _("{name} takes up {cards}.")
    return people.tell(seat, own, other, cards=taken)


def _bout_begun(attacker: Seat, defender: Seat, people: People) -> Line:
    """Return who attacks whom; whoever reads it is addressed."""
    if defender == people.viewer:
        words = _("{name} attacks you next.", name=people.name(attacker))
    else:
        own, other = _("You attack {defender} next."), _("{name} attacks {defender} next.")
        words = people.tell(attacker, own, other, defender=people.name(defender))
    return (Span(words, Hue.DIM),)


def _drawn(event: Drawn, people: People) -> Line:
    """Return the sentence for cards drawn that the reader may see; that others fill their hands goes without saying."""
    cards = event.cards or ((event.turn_up,) if event.turn_up is not None else ())
    if not cards:
        return ()
    which: Line = tuple(span for card in cards for span in (Span(" "), card_span(card)))[1:]
    return people.line(event.seat, _("You draw {cards}"), _("{name} draws {cards}"), Hue.DIM, cards=which)


def _of_a_deal(event: Event, people: People) -> Line:
    """Return the sentence for the beginning or the end of a deal, or the end of the game."""
    match event:
        case Dealt():
            return _dealt(event, people)
        case DealEnded(sheet=sheet):
            return (Span(ending(sheet, people), Hue.STRONG),)
        case GameEnded():
            return (Span(_game_ended(event, people), Hue.STRONG),)
    return ()


def _dealt(event: Dealt, people: People) -> Line:
    """Return the sentence for a deal: who deals, which suit is trump, and which lowest trump was shown."""
    number = Span(_("Deal {number}", number=event.deal), Hue.STRONG)
    assert event.turn_up.suit is not None
    trump = suit_line(event.turn_up.suit)
    own, other = _("{deal}: You deal, {suit} are trump."), _("{deal}: {name} deals, {suit} are trump.")
    line = people.line(event.dealer, own, other, Hue.DIM, deal=number, suit=trump)
    if event.lowest is None:
        return line
    return (*line, Span(" "), *worded(_("The lowest is {card}."), Hue.DIM, card=card_span(event.lowest)))


def ending(sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal: which side has lost it, addressed to whoever reads it."""
    if sheet.loser is None:
        return _("The deal is a draw: both sides are out.")
    if people.viewer is not None:
        own = people.viewer % 2 == sheet.loser
        return _("Your side has lost the deal.") if own else _("Your side has won the deal.")
    return _("{side} has lost the deal.", side=side_title(sheet.loser))


def _game_ended(event: GameEnded, people: People) -> str:
    if len(event.winners) == len(people.names):
        return _("The game is a draw.")
    side = side_title(event.winners[0] % 2)
    lost = min(event.totals), max(event.totals)
    return _(
        "{side} ({names}) wins the game, {one} to {other}.",
        side=side,
        names=people.listed(event.winners),
        one=lost[1],
        other=lost[0],
    )


# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    return {
        pgettext("glossary", "bout"): _("An attack and its defence, until the cards are beaten or taken up."),
        pgettext("glossary", "attacker"): _("Who plays the first card of a bout."),
        pgettext("glossary", "defender"): _("Who is attacked in a bout."),
        pgettext("glossary", "throw in"): _("To play another card against the defender, of a rank that lies there."),
        pgettext("glossary", "trump"): _("A card of the trump suit: it beats every card of another suit."),
        pgettext("glossary", "stock"): _("The cards that were not dealt; hands are filled from it after each bout."),
        pgettext("glossary", "dealer"): _("Whose deal it is, marked D at the table."),
        pgettext("glossary", "partner"): _("Somebody of the same side, who wins and loses with you."),
        pgettext("glossary", "out"): _("Without cards when the stock is empty: done with the deal."),
    }


OPTIONS: Final[Mapping[str, OptionWords]] = {
    "losses": OptionWords(
        N_("Lost deals"), {"*": ValueWords("", N_("The side that first loses so many deals loses the game."))}
    ),
    "first_bout": OptionWords(
        N_("Cards of the first bout"),
        {"*": ValueWords("", N_("So many attack cards there are at most in the first bout of a deal."))},
    ),
    "both_out": OptionWords(
        N_("Both sides run out"),
        {
            "draw": ValueWords(N_("a draw"), N_("A deal in which both sides run out in one bout is a draw.")),
            "attackers": ValueWords(
                N_("attackers win"), N_("If both sides run out in one bout, the attackers win the deal.")
            ),
        },
    ),
}
"""Every option of the game, by its name in records, marked for translation."""
