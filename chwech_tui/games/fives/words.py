"""The Fives in words: rules, options, sentences, and the words that are explained in place."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.describe import chips_words, option_words, points_words, tricks_words, victory
from chwech_tui.games.score_table import side_title
from chwech_tui.games.titles import took_points
from chwech_tui.model.cards import card_span
from chwech_tui.model.game import Unit, deal_shown
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
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
from protocol.language import N_, _, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat

TWENTY_FIVE: Final = "twenty-five"
"""The name of Twenty-Five in setups, views and records."""

FORTY_FIVE: Final = "forty-five"
"""The name of Forty-Five in setups, views and records."""

SPOIL_FIVE: Final = "spoil-five"
"""The name of Spoil Five in setups, views and records."""

TITLES: Final = {TWENTY_FIVE: "Twenty-Five", FORTY_FIVE: "Forty-Five", SPOIL_FIVE: "Spoil Five"}
"""The names of the games, as people write them."""

_SIDES: Final = {
    (2, 2): N_("two sides of two"),
    (2, 3): N_("two sides of three"),
    (3, 2): N_("three sides of two"),
}
"""Who plays together, by the number of sides and of players on each, marked for translation."""

_OPTIONS: Final = {
    "renege_strict=True": N_("of two trumps one has to be played to a trump"),
    "renege_strict=False": N_("top trumps may be kept back"),
    "pool=True": N_("a pool of chips"),
    "pool=False": N_("no pool"),
    "double_stake=True": N_("all five tricks of a deal win double"),
    "double_stake=False": N_("a single stake"),
    "target=45": N_("to 45"),
    "target=31": N_("to 31"),
    "best_card=5": N_("the best card scores 5"),
    "best_card=6": N_("the best card scores 6"),
    "best_card=0": N_("the best card scores nothing"),
    "joker=third": N_("the Joker above A♥"),
    "joker=fourth": N_("the Joker below A♥"),
    "joker=none": N_("no Joker"),
    "trick_scores=each": N_("each trick scores 5"),
    "trick_scores=majority": N_("5 for three or four tricks, 10 for five"),
    "trick_scores=game": N_("15 for three tricks, 20 for four, the game for five"),
    "pools=1": N_("one pool"),
    "pools=3": N_("three pools"),
    "pools=5": N_("five pools"),
    "pools=10": N_("ten pools"),
    "stake=1": N_("one chip into a new pool"),
    "stake=2": N_("two chips into a new pool"),
    "stake=5": N_("five chips into a new pool"),
    "top_up=1": N_("one chip after a spoilt deal"),
    "top_up=2": N_("two chips after a spoilt deal"),
    "two_tricks=True": N_("two tricks take the pool"),
    "two_tricks=False": N_("three tricks take the pool"),
    "must_rob=True": N_("an Ace of trumps that does not rob cannot take the pool"),
    "must_rob=False": N_("nobody has to rob"),
    "unrobbed_ace=usual": N_("an Ace of trumps need not rob"),
    "unrobbed_ace=lowest": N_("an Ace of trumps that does not rob ranks lowest"),
}
"""What the options mean, by ``name=value``, marked for translation; any other option is shown by its name."""

_EACH: Final = N_("A trick is worth 5, and {target} win.")

_SCORED: Final = {
    "majority": N_("Three or four tricks of a deal are worth 5, all five 10, and {target} win."),
    "game": N_("Three tricks of a deal are worth 15, four 20; all five win the game, and so do {target}."),
}
"""What tricks are worth where they do not score one by one, by the option, marked for translation."""

_UNITS: Final = {Dealt: Unit.DEALT, TrickTaken: Unit.TRICK, DealEnded: Unit.DEAL}


def sides_words(sides: int, players: int) -> str:
    """Return who plays together: ``two sides of three``, ``each alone``."""
    if sides == players:
        return _("each alone")
    known = _SIDES.get((sides, players // sides))
    return _(known) if known else _("{sides} sides of {players}", sides=sides, players=players // sides)


def rules_sign(setup: Setup) -> str:
    """Return the number that the game of a table is named after."""
    return {TWENTY_FIVE: "25", FORTY_FIVE: "45"}.get(setup.game, "5")


def rules_words(setup: Setup) -> str:
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
    scored = _(_SCORED.get(str(setup.options.get("trick_scores")), _EACH), target=target_of(setup))
    if setup.game == FORTY_FIVE and setup.options.get("best_card") != 0:
        best = _("The highest trump played in a deal is worth {points} more.", points=setup.options.get("best_card", 5))
        scored = f"{scored} {best}"
    return (
        _("Follow the suit led or play a trump; to a trump led, a trump."),
        scored,
        _("Who holds the Ace of trumps may rob the pack of the turn-up."),
    )


def scores_each(setup: Setup) -> bool:
    """Return True if each trick scores as soon as it is taken."""
    return setup.options.get("trick_scores", "each") == "each"


def has_pool(setup: Setup) -> bool:
    """Return True if a table plays for chips."""
    return setup.game == TWENTY_FIVE and setup.options.get("pool") is not False


def progress(view: FivesView) -> str:
    """Return the deal, and the score that wins: ``deal 3, to 25``; or which pool is played for."""
    if view.spoil is not None:
        pool = min(view.spoil.pools + 1, view.target)
        return _("deal {number}, pool {pool} of {pools}", number=deal_shown(view), pool=pool, pools=view.target)
    return _("deal {number}, to {target}", number=deal_shown(view), target=view.target)


def variant(view: FivesView) -> str:
    """Return who plays together, and the pool: ``two sides of two, pool of 12 chips``."""
    sides = sides_words(view.sides, len(view.seats))
    return _("{sides}, pool of {chips}", sides=sides, chips=chips_words(view.pool)) if view.pool else sides


def unit(event: Event) -> Unit | None:
    return _UNITS.get(type(event))


def sentence(event: Event, people: People) -> Line:
    match event:
        case Dealt():
            return _dealt(event, people)
        case JokerTaken():
            return _joker_taken(event, people)
        case Robbed():
            return _robbed(event, people)
        case Declined(seat=seat):
            return people.line(seat, _("You leave the turn-up."), _("{name} leaves the turn-up."), Hue.DIM)
        case Played(seat=seat, card=card):
            return people.line(seat, _("You play {card}"), _("{name} plays {card}"), card=card_span(card))
    return _score_sentence(event, people)


def _dealt(event: Dealt, people: People) -> Line:
    """Return the sentence for a deal; only the Joker is a word that takes an article."""
    own, other = _("{deal}: You deal, {card} is turned up."), _("{deal}: {name} deals, {card} is turned up.")
    if event.turn_up is JOKER:
        own = _("{deal}: You deal, the {card} is turned up.")
        other = _("{deal}: {name} deals, the {card} is turned up.")
    number = Span(_("Deal {number}", number=event.deal), Hue.STRONG)
    return people.line(event.dealer, own, other, Hue.DIM, deal=number, card=card_span(event.turn_up))


def _joker_taken(event: JokerTaken, people: People) -> Line:
    """Return the sentence for an exchange with the Joker; who sees it knows the card under the pack."""
    card = card_span(event.turn_up)
    if event.discard is None:
        own = _("You take the Joker; {card} is turned up.")
        other = _("{name} takes the Joker; {card} is turned up.")
        return people.line(event.seat, own, other, card=card)
    own = _("You take the Joker, with {discard} under the pack for it; {card} is turned up.")
    other = _("{name} takes the Joker, with {discard} under the pack for it; {card} is turned up.")
    return people.line(event.seat, own, other, card=card, discard=card_span(event.discard))


def _robbed(event: Robbed, people: People) -> Line:
    card = card_span(event.turn_up)
    if event.discard is None:
        return people.line(event.seat, _("You rob the pack: {card}"), _("{name} robs the pack: {card}"), card=card)
    own, other = _("You rob the pack: {card} for {discard}"), _("{name} robs the pack: {card} for {discard}")
    return people.line(event.seat, own, other, card=card, discard=card_span(event.discard))


def _score_sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event about tricks and scores."""
    match event:
        case TrickTaken(seat=seat, points=points):
            plain = people.tell(seat, _("You take the trick."), _("{name} takes the trick."))
            return (Span(took_points(seat, points, people) if points else plain, Hue.ACCENT),)
        case BestCardScored(best=best):
            own = _("You score {points} for the best card, {card}")
            other = _("{name} scores {points} for the best card, {card}")
            return people.line(best.seat, own, other, Hue.ACCENT, points=best.points, card=card_span(best.card))
        case TricksScored():
            return (Span(_tricks_scored(event, people), Hue.ACCENT),)
        case DealEnded(sheet=sheet):
            leading = sides_ahead(sheet, people.sides)
            return (Span(ending(sheet, people, side_title(*leading), alone=len(leading) == 1), Hue.STRONG),)
        case GameEnded():
            return (Span(_game_ended(event, people), Hue.STRONG),)
    return ()


def _tricks_scored(event: TricksScored, people: People) -> str:
    tricks, points = tricks_words(event.tricks), points_words(event.points)
    # Without partners seat n is side n.
    if not people.sides and event.side == people.viewer:
        return _("{tricks}: {points} for you.", tricks=tricks, points=points)
    name = side_title(event.side) if people.sides else people.name(Seat(event.side))
    return _("{tricks}: {points} for {name}.", tricks=tricks, points=points, name=name)


def _game_ended(event: GameEnded, people: People) -> str:
    won, points = win(people, event.winners), points_words(event.totals[event.winners[0]])
    if not event.chips:
        return _("{victory} with {points}.", victory=won, points=points)
    chips = chips_words(event.chips[event.winners[0]])
    if len(event.winners) == 1:
        return _("{victory} with {points}, now with {chips}.", victory=won, points=points, chips=chips)
    return _("{victory} with {points}, now with {chips} each.", victory=won, points=points, chips=chips)


def win(people: People, winners: tuple[Seat, ...]) -> str:
    """Return the sentence for who wins, without its full stop; partners win as a side."""
    if not people.sides or len({people.sides[seat] for seat in winners}) > 1:
        return victory(people, winners)
    side = side_title(people.sides[winners[0]])
    return _("{side} ({names}) wins", side=side, names=people.listed(winners))


def sides_ahead(sheet: DealSheet, sides: Sequence[int]) -> list[int]:
    """Return the sides with the most points; none where each plays alone."""
    return sorted({side for side, total in zip(sides, sheet.totals, strict=False) if total == max(sheet.totals)})


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
    if not named and seats == [people.viewer]:
        return _own_ending(sheet.ending, top)
    one = alone if named else len(seats) == 1
    name = named or people.listed(seats)
    if sheet.ending is Ending.WON:
        reached = (
            _("{name} reaches {total}: the game is over.") if one else _("{name} reach {total}: the game is over.")
        )
        return reached.format(name=name, total=top)
    if not top:
        return _("The deal is over: nobody has scored yet.")
    points = points_words(top)
    if one:
        return _("The deal is over: {name} is ahead with {points}.", name=name, points=points)
    return _("The deal is over: {name} are ahead with {points}.", name=name, points=points)


def _own_ending(end: Ending, top: int) -> str:
    """Return the sentence for the end of a deal after which the viewer alone has the most points."""
    if end is Ending.WON:
        return _("You reach {total}: the game is over.", total=top)
    return _("The deal is over: you are ahead with {points}.", points=points_words(top))


# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary(*, spoil: bool) -> Mapping[str, str]:
    """Return each word with its explanation, both in the reader's language; ``spoil`` means Spoil Five."""
    rob = _("To take the turn-up and lay a card of one's hand aside for it.")
    return {
        pgettext("glossary", "deal"): _("Five cards each, and five tricks at most, for the pool.")
        if spoil
        else _("Five cards each, five tricks; scores carry over to the next deal."),
        pgettext("glossary", "dealer"): _(
            "Whose deal it is, marked D at the table; the seat after the dealer leads first."
        ),
        pgettext("glossary", "trick"): _(
            "One round: a card is led, and each other seat plays one card to it, in turn."
        ),
        pgettext("glossary", "trump"): _("A card of the trump suit, or the Ace of hearts: it beats every plain card."),
        pgettext("glossary", "turn-up"): _(
            "The card that is turned up after the deal; its suit is trump for this deal."
        ),
        pgettext("glossary", "rob the pack"): rob,
        pgettext("glossary", "rob"): rob,
        pgettext("glossary", "reneging"): _("To keep back one of the best trumps when a lower trump is led."),
        pgettext("glossary", "plain card"): _("A card that is no trump."),
        pgettext("glossary", "best card"): _("The highest trump that anybody holds when robbing is over."),
        pgettext("glossary", "lead"): _("To play the first card of a trick."),
        pgettext("glossary", "pool"): _("The chips that all have put in; who wins enough tricks in a deal takes them.")
        if spoil
        else _("The chips that all have put in; the winner of the game takes them."),
        pgettext("glossary", "chip"): _("What people play for: everybody has the same number at first."),
        pgettext("glossary", "jink"): _("To leave the pool after the first tricks, and to undertake to win all five."),
        pgettext("glossary", "spoilt"): _("Without a taker of the pool, which stays for the next deal."),
        pgettext("glossary", "partner"): _("Somebody of the same side: partners share one score."),
        pgettext("glossary", "side"): _("The players who share one score."),
    }
