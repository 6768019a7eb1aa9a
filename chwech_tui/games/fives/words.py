"""Twenty-Five and Forty-Five in words: their events, rules and progress as sentences."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.describe import count, option_words
from chwech_tui.model.cards import card_span
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People, listed
from protocol.cards import JOKER
from protocol.fives.events import (
    BestCardScored,
    DealEnded,
    DealSheet,
    Dealt,
    Declined,
    Ending,
    GameEnded,
    JokerTaken,
    Played,
    Robbed,
    TricksScored,
    TrickTaken,
)
from protocol.fives.views import FivesView
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat

TWENTY_FIVE: Final = "twenty-five"
"""The name of Twenty-Five in setups, views and records."""

FORTY_FIVE: Final = "forty-five"
"""The name of Forty-Five in setups, views and records."""

TITLES: Final = {TWENTY_FIVE: "Twenty-Five", FORTY_FIVE: "Forty-Five"}
"""The names of the games, as people write them."""

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_OPTIONS: Final = {
    "renege_strict=True": "of two trumps one has to be played to a trump",
    "renege_strict=False": "top trumps may be kept back",
    "pool=True": "a pool of chips",
    "pool=False": "no pool",
    "double_stake=True": "all five tricks of a deal win double",
    "double_stake=False": "a single stake",
    "target=45": "to 45",
    "target=31": "to 31",
    "best_card=5": "the best card scores 5",
    "best_card=6": "the best card scores 6",
    "joker=third": "the Joker above A♥",
    "joker=fourth": "the Joker below A♥",
    "joker=none": "no Joker",
    "trick_scores=each": "each trick scores 5",
    "trick_scores=majority": "5 for three or four tricks, 10 for five",
    "trick_scores=game": "15 for three tricks, 20 for four, the game for five",
    "unrobbed_ace=usual": "an Ace of trumps need not rob",
    "unrobbed_ace=lowest": "an Ace of trumps that does not rob ranks lowest",
}
"""What the options mean, by ``name=value``; any other option is shown by its name."""

_UNITS: Final = {Dealt: Unit.DEALT, TrickTaken: Unit.TRICK, DealEnded: Unit.DEAL}
_TURNED: Final = Span(" is turned up.", Hue.DIM)


def number_words(number: int) -> str:
    """Return a small number as a word."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def side_letter(side: int) -> str:
    """Return the letter that stands for a side: ``A`` for side 0."""
    return chr(ord("A") + side)


def sides_words(sides: int, players: int) -> str:
    """Return who plays together: ``two sides of three``, ``each alone``."""
    if sides == players:
        return "each alone"
    return f"{number_words(sides)} sides of {number_words(players // sides)}"


def rules_sign(setup: Setup) -> str:
    """Return the number that the game of a table is named after."""
    return "25" if setup.game == TWENTY_FIVE else "45"


def rules_words(setup: Setup) -> str:
    """Return the rules of a table in words: who plays together, and the options that the table names."""
    others = {name: value for name, value in setup.options.items() if name not in {"partners", "sides"}}
    return ", ".join([sides_words(sides_of(setup), setup.players), *option_words(others, _OPTIONS)])


def sides_of(setup: Setup) -> int:
    """Return the number of sides at a table; as many as seats if each plays alone."""
    if not setup.options.get("partners"):
        return setup.players
    return 3 if setup.options.get("sides") == "three" else 2


def target_of(setup: Setup) -> int:
    """Return the score that wins at a table."""
    if setup.game == TWENTY_FIVE:
        return 25
    return 31 if setup.options.get("target") == 31 else 45


def crib(setup: Setup) -> tuple[str, ...]:
    """Return the rules of a table in a few sentences."""
    best = "" if setup.game == TWENTY_FIVE else " The highest trump played in a deal is worth 5 more."
    return (
        "Follow the suit led or play a trump; to a trump led, a trump.",
        f"A trick is worth 5, and {target_of(setup)} win.{best}",
        "Who holds the Ace of trumps may rob the pack of the turn-up.",
    )


def has_pool(setup: Setup) -> bool:
    """Return True if a table plays for chips."""
    return setup.game == TWENTY_FIVE and setup.options.get("pool") is not False


def progress(view: FivesView) -> str:
    """Return the deal, and the score that wins: ``deal 3, to 25``."""
    return f"deal {deal_shown(view)}, to {view.target}"


def variant(view: FivesView) -> str:
    """Return who plays together, and the pool: ``two sides of two, pool of 12 chips``."""
    sides = sides_words(view.sides, len(view.seats))
    return f"{sides}, pool of {count(view.pool, 'chip')}" if view.pool else sides


def unit(event: Event) -> Unit | None:
    """Return what an event begins or completes; otherwise None."""
    return _UNITS.get(type(event))


def sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event of the game; an empty line for any other event."""
    match event:
        case Dealt(deal=deal, dealer=dealer, turn_up=turn_up):
            the = "the " if turn_up is JOKER else ""
            dealt = Span(f": {people.does(dealer, 'deal')}, {the}", Hue.DIM)
            return (Span(f"Deal {deal}", Hue.STRONG), dealt, card_span(turn_up), _TURNED)
        case JokerTaken(seat=seat, turn_up=turn_up, discard=discard):
            put = (Span(", with "), card_span(discard), Span(" under the pack for it")) if discard else ()
            return (Span(f"{people.does(seat, 'take')} the Joker"), *put, Span("; "), card_span(turn_up), _TURNED)
        case Robbed(seat=seat, turn_up=turn_up, discard=discard):
            aside = (Span(" for "), card_span(discard)) if discard else ()
            return (Span(f"{people.does(seat, 'rob')} the pack: "), card_span(turn_up), *aside)
        case Declined(seat=seat):
            return (Span(f"{people.does(seat, 'leave')} the turn-up.", Hue.DIM),)
        case Played(seat=seat, card=card):
            return (Span(f"{people.does(seat, 'play')} "), card_span(card))
    return _score_sentence(event, people)


def _score_sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event about tricks and scores."""
    match event:
        case TrickTaken(seat=seat, points=points):
            scored = f": {count(points, 'point')}" if points else ""
            return (Span(f"{people.does(seat, 'take')} the trick{scored}.", Hue.ACCENT),)
        case BestCardScored(best=best):
            words = Span(f"{people.does(best.seat, 'score')} {best.points} for the best card, ", Hue.ACCENT)
            return (words, card_span(best.card))
        case TricksScored(side=side, tricks=tricks, points=points):
            # Without partners seat n is side n.
            alone = "you" if side == people.viewer else people.name(Seat(side))
            whose = side_title([side]) if people.sides else alone
            return (Span(f"{count(tricks, 'trick')}: {points} points for {whose}.", Hue.ACCENT),)
        case DealEnded(sheet=sheet):
            leading = sides_ahead(sheet, people.sides)
            return (Span(ending(sheet, people, side_title(leading), alone=len(leading) == 1), Hue.STRONG),)
        case GameEnded(totals=totals, winners=winners, chips=chips):
            each = " each" if len(winners) > 1 else ""
            held = f", now with {count(chips[winners[0]], 'chip')}{each}" if chips else ""
            return (Span(f"{win(people, winners)} with {count(totals[winners[0]], 'point')}{held}.", Hue.STRONG),)
    return ()


def win(people: People, winners: tuple[Seat, ...]) -> str:
    """Return the sentence for who wins, without its full stop; partners win as a side."""
    if people.sides:
        return f"{side_title([people.sides[winners[0]]])} ({people.listed(winners)}) wins"
    return people.does(winners[0], "win") if len(winners) == 1 else f"{people.listed(winners)} win together"


def sides_ahead(sheet: DealSheet, sides: Sequence[int]) -> list[int]:
    """Return the sides with the most points; none where each plays alone."""
    return sorted({side for side, total in zip(sides, sheet.totals, strict=False) if total == max(sheet.totals)})


def side_title(sides: Sequence[int]) -> str:
    """Return the name of one side or several: ``Side A``, ``Sides A and B``; empty for none."""
    letters = listed([side_letter(side) for side in sides])
    return f"{'Side' if len(sides) == 1 else 'Sides'} {letters}" if sides else ""


def ending(sheet: DealSheet, people: People, named: str = "", *, alone: bool = False) -> str:
    """Return the sentence for the end of a deal: who is ahead, or who has reached the target.

    Args:
        sheet: the result of the deal.
        people: the people on the seats.
        named: what to call those with the most points; empty for their names.
        alone: True if that is a singular.
    """
    top = max(sheet.totals)
    seats = [Seat(seat) for seat, total in enumerate(sheet.totals) if total == top]
    third = alone if named else len(seats) == 1 and seats[0] != people.viewer
    named = named or people.listed(seats)
    if sheet.ending is Ending.WON:
        return f"{named} {'reaches' if third else 'reach'} {top}: the game is over."
    if not top:
        return "The deal is over: nobody has scored yet."
    return f"The deal is over: {named} {'is' if third else 'are'} ahead with {count(top, 'point')}."
