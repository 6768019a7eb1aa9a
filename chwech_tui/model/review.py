"""Reviews of a finished game in words and as pages, the hands of a duplicate game, and statistics."""

import re
from collections.abc import Generator, Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from chwech_tui.model.board import reason_words
from chwech_tui.model.cards import SYMBOLS, card_span
from chwech_tui.model.game import ShownGame
from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Picture, Span, plain, worded
from chwech_tui.model.moves import capitalized
from chwech_tui.model.people import People
from chwech_tui.model.replay import COMPLAINED, Reel
from games.kit.review import added
from games.registry import REVIEWS
from protocol.archive import Complain, GameEntry, ReadReview, ReviewPart, SeatReview, TurnReview
from protocol.cards import Card, InvalidCard, Suit, read_card
from protocol.game import Answer, View
from protocol.language import _
from protocol.messages import SOMEBODY, FromClient
from protocol.rating import ranking
from protocol.text import clean_text

NO_CARD: Final = "-"  # How records write a pass.

_WRITTEN: Final = re.compile(r"(?P<card>[0-9A-Z]+?)(?P<said>=(?P<suit>[CDHS])|[+-])?")
_HEIGHTS: Final = {"+": "↑", "-": "↓"}


def choice_line(action: str) -> Line:
    """Return an action, as records write it, as part of a sentence: ``K♥``, ``Joker=♠``, ``A♥↓``."""
    found = _WRITTEN.fullmatch(action)
    try:
        card = read_card(found["card"]) if found is not None else None
    except InvalidCard:
        card = None
    if found is None or card is None:
        return (Span(clean_text(action, cells=12)),)
    if found["suit"]:
        suit = Suit(found["suit"])
        return (card_span(card), Span(f"={SYMBOLS[suit]}", SUIT_HUES[suit]))
    return (card_span(card), *([Span(_HEIGHTS[found["said"]])] if found["said"] else []))


def seat_words(seats: Sequence[SeatReview], people: People) -> tuple[str, ...]:
    """Return a sentence for each seat: how much of its score was luck, and how much skill."""
    text = _("{name} {score}: luck {luck}, skill {skill} (±{error}).")
    return tuple(
        text.format(
            name=name, score=one.score, luck=signed(one.luck), skill=signed(one.skill), error=f"{one.error:.1f}"
        )
        for name, one in zip(people.names, seats, strict=True)
    )


def point_lines(part: ReviewPart, people: People) -> tuple[Line, ...]:
    """Return a sentence for each turning point, the worst first."""
    by_turn = {one.turn: one for one in part.turns}
    points = [by_turn[turn] for turn in part.turning_points if turn in by_turn]
    return tuple(point_line(point, people) for point in points) or no_points()


def no_points() -> Picture:
    """Return the sentence for a game without a turning point."""
    return ((Span(_("no turning points: nothing else was clearly better")),),)


def point_line(one: TurnReview, people: People) -> Line:
    """Return a sentence about the cost of a choice."""
    facts: dict[str, object] = {
        "trick": one.trick,
        "name": people.name(one.seat),
        "points": f"{one.other_worth - one.worth:.1f}",
        "error": f"{one.error:.1f}",
        "action": choice_line(one.action),
        "other": choice_line(one.other or ""),
    }
    if one.action == NO_CARD:
        text = _("trick {trick}: {name} passed; {other} would have been {points} better (±{error})")
    elif one.other == NO_CARD:
        text = _("trick {trick}: {name} played {action}; a pass would have been {points} better (±{error})")
    else:
        text = _("trick {trick}: {name} played {action}; {other} would have been {points} better (±{error})")
    return worded(text, Hue.TEXT, **facts)


def turn_line(one: TurnReview) -> Line:
    """Return what a turn was worth, and what the best other action would have been worth; empty if there was none."""
    if one.other is None:
        return ()
    facts: dict[str, object] = {
        "worth": signed(one.worth),
        "other": choice_line(one.other),
        "other_worth": signed(one.other_worth),
        "error": f"{one.error:.1f}",
    }
    if one.other == NO_CARD:
        text = _("worth {worth}; a pass instead: {other_worth} (±{error})")
    else:
        text = _("worth {worth}; {other} instead: {other_worth} (±{error})")
    return worded(text, Hue.ALERT if one.mistake else Hue.DIM, **facts)


def asked_bot(reel: Reel, entry: GameEntry, *, why: bool) -> Generator[FromClient, Any, str]:
    """Ask why a bot has chosen so, or keep its choice for the host; return what is said of it."""
    turn = reel.place or 0
    if why:
        part: ReviewPart = yield ReadReview(0, entry.game, reel.deal, turn)
        return " ".join([why_words(reel.kind, one) for one in part.turns])
    yield Complain(0, 0, entry.game, reel.deal, turn)
    return _(COMPLAINED)


def why_words(kind: ShownGame, one: TurnReview) -> str:
    """Return in sentences why a bot has chosen so."""
    action, other = (kind.action_words(Answer(said or "")) for said in (one.action, one.other))
    facts: dict[str, object] = {"action": action, "other": other, "why": reason_words(one)}
    told = ["{why}"]
    if one.trials is not None:
        facts |= asdict(one.trials)
        same = _("in {deals} deals that fit what it knew, {action} and {other} come to the same")
        better = _(
            "in {deals} deals that fit what it knew, {action} does better than {other} in {better}, worse in {worse}"
        )
        told = [better if one.trials.better or one.trials.worse else same]
        told += [] if one.trials.won is None else [_("the trick is won in {won} of them, with {other} in {other_won}")]
    elif one.other is not None:
        facts |= {"worth": signed(one.worth), "other_worth": signed(one.other_worth)}
        told = [_("a strong bot values {action} at {worth} points, and {other} at {other_worth}")]
        told += [_("a hint there would say: {why}")] if one.reasons else []
    told += [_("it would not choose so again")] if one.mistake else []
    return " ".join([f"{capitalized(text.format(**facts))}." for text in told])


def sentences(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return lines as sentences."""
    return tuple(f"{capitalized(plain(line))}." for line in lines)


def signed(points: float) -> str:
    """Return points with their sign: ``+3.2``."""
    return f"{points:+.1f}".replace("-", "\N{MINUS SIGN}")


GAME: Final = 0  # The page of the whole game; the page of a deal has the number of the deal.


class CostlyChoice(Struct, frozen=True, gc=False):
    """A choice that cost something."""

    deal: int
    turn: TurnReview

    @property
    def cost(self) -> float:
        """How much more the best other action was worth, in points."""
        return self.turn.swing


def no_review(reel: Reel) -> str:
    """Return the sentence for a game without a review; empty if there is one."""
    return "" if reel.kind.game.name in REVIEWS else _("There is no review of {game}.", game=reel.kind.title)


def parts_of(reel: Reel) -> tuple[ReviewPart, ...]:
    """Return the reviews that the page shown is made from, by deal."""
    shown = (part for part in reel.reviews if reel.page in {GAME, part.deal})
    return tuple(sorted(shown, key=lambda part: part.deal))


def seats_of(parts: Iterable[ReviewPart]) -> tuple[SeatReview, ...]:
    """Return the scores of each seat added up over some deals; none without a deal."""
    return tuple(map(added, zip(*(part.seats for part in parts), strict=False)))


def costliest(parts: Iterable[ReviewPart], seat: int) -> CostlyChoice | None:
    """Return the certain mistake that cost a seat most; None if it made none."""
    every = (CostlyChoice(part.deal, turn) for part in parts for turn in part.turns)
    own = [one for one in every if one.turn.seat == seat and one.turn.mistake]
    return max(own, key=lambda one: one.cost, default=None)


def choices_of(reel: Reel) -> tuple[CostlyChoice, ...]:
    """Return the turning points of the page, and the costliest choice of each seat: one's own first, then the worst."""
    parts = parts_of(reel)
    points = [(part.deal, turn) for part in parts for turn in part.turns if turn.turn in part.turning_points]
    found = {(deal, turn.turn): CostlyChoice(deal, turn) for deal, turn in points}
    seats = range(len(parts[0].seats)) if parts else ()
    for one in filter(None, (costliest(parts, seat) for seat in seats)):
        found.setdefault((one.deal, one.turn.turn), one)
    own = reel.seat
    return tuple(
        sorted(found.values(), key=lambda one: (own not in {None, one.turn.seat}, not one.turn.mistake, -one.cost))
    )


def wanted_review(reel: Reel) -> int | None:
    """Return the deal to request a review of next, starting with the page's own; None if all are there."""
    known = {part.deal for part in reel.reviews}
    order = (reel.page, *range(1, max(reel.deals, reel.deal) + 1))
    return next((deal for deal in order if deal != GAME and deal not in known), None)


def turned_page(reel: Reel, by: int) -> Reel:
    """Turn pages; after the last comes the first."""
    turned = replace(reel, page=(reel.page + by) % (max(reel.deals, reel.deal) + 1), chosen=0)
    there = at_choice(turned)
    return replace(there, deal=turned.page, step=0) if there == turned and turned.page != GAME else there


def chose(reel: Reel, by: int) -> Reel:
    """Move among the choices of the page; nothing changes at both ends."""
    return at_choice(replace(reel, chosen=max(0, min(reel.chosen + by, len(choices_of(reel)) - 1))))


def at_choice(reel: Reel) -> Reel:
    """Return the replay at the choice that is chosen; nothing changes if there is none."""
    choices = choices_of(reel)
    if not choices:
        return reel
    choice = choices[min(reel.chosen, len(choices) - 1)]
    return replace(reel, deal=choice.deal, step=choice.turn.turn)


def worths(reel: Reel, seat: int) -> tuple[float, ...]:
    """Return what each step of the deal that is shown was worth to a seat: that of its last turn, and 0 before."""
    turns = {one.turn: one.worth for one in (reel.review.turns if reel.review else ()) if one.seat == seat}
    found, worth = list[float](), 0.0
    for step in range(len(reel.film.steps)):
        worth = turns.get(step, worth)
        found.append(worth)
    return tuple(found)


_Scores = dict[tuple[Card, ...], dict[int, int]]
"""The score of each seat with each hand of a set."""


class HandPlayed(Struct, frozen=True, gc=False):
    """One hand of a set, which every seat has held once."""

    cards: tuple[Card, ...]
    margins: tuple[float, ...]
    """For each seat, how many points more than the mean of all seats it has scored with this hand."""


HandSet = tuple[HandPlayed, ...]
"""One set of hands, in the order of the seats that held them first."""


def sets_of(view: View | None) -> tuple[HandSet, ...]:
    """Return the sets of hands of a duplicate game, in the order in which they came; none before its end."""
    if view is None or not view.duplicate or len(view.hands) != len(view.sheets):
        return ()
    found: dict[frozenset[tuple[Card, ...]], _Scores] = {}
    for sheet, deal in zip(view.sheets, view.hands, strict=True):
        scores = found.setdefault(frozenset(deal.dealt), {hand: {} for hand in deal.dealt})
        for seat, (hand, score) in enumerate(zip(deal.dealt, sheet.points, strict=True)):
            scores[hand][seat] = score
    seats = len(view.seats)
    # If a server sends deals that do not fit, no table is shown, and nothing breaks.
    whole = all(len(by_seat) == seats for scores in found.values() for by_seat in scores.values())
    every = found.values() if whole else ()
    return tuple([tuple([HandPlayed(cards, _margins(of)) for cards, of in scores.items()]) for scores in every])


def sums(hands: HandSet) -> tuple[float, ...]:
    """Return, for each seat, the sum of its margins over all hands of a set."""
    return tuple(sum(column) for column in zip(*(hand.margins for hand in hands), strict=True))


def _margins(by_seat: dict[int, int]) -> tuple[float, ...]:
    mean = sum(by_seat.values()) / len(by_seat)
    return tuple(by_seat[seat] - mean for seat in range(len(by_seat)))


class Firsts(Struct, frozen=True, gc=False):
    """The first places in games for one number of players."""

    players: int
    games: int
    won: int


_OPPONENTS: Final = 4  # The people who are compared, of all that one has met.
_NOBODY: Final = " (bot)", SOMEBODY  # What the names end with of bots, and of people who were forgotten.


class Duel(Struct, frozen=True, gc=False):
    """How often the player was ahead of one other person."""

    name: str
    games: int
    ahead: int


class GameForm(Struct, frozen=True, gc=False):
    """How one kind of game went, as far as its games are known."""

    totals: tuple[int, ...] = ()
    """The player's own total of each game, the oldest first."""
    firsts: tuple[Firsts, ...] = ()
    """By number of players, the fewest first."""
    duels: tuple[Duel, ...] = ()
    """By opponent, those met most often first."""
    given: tuple[float, ...] | None = None
    """The points a deal given away in each game, where that is shown and not the totals."""


def form_of(entries: Iterable[GameEntry], game: str) -> GameForm:
    """Return how a game was played; ``entries`` are the newest first, and those without an own seat do not count."""
    own = [entry for entry in entries if entry.setup.game == game and entry.seat is not None]
    totals = tuple(entry.totals[entry.seat] for entry in reversed(own) if entry.seat is not None)
    numbers = sorted({entry.setup.players for entry in own})
    return GameForm(totals, tuple(_firsts(own, players) for players in numbers), _duels(own))


def _duels(own: list[GameEntry]) -> tuple[Duel, ...]:
    met = dict[str, list[bool]]()
    for entry in own:
        sides = [(one, {one.seat, *one.partners}) for one in ranking(entry.totals, entry.sides)]
        place = next(one.place for one, seats in sides if entry.seat in seats)
        others = [(entry.names[seat], one.place) for one, seats in sides if entry.seat not in seats for seat in seats]
        for name, other in others:
            if not name.endswith(_NOBODY):
                met.setdefault(name.removesuffix(" (left)"), []).append(place < other)
    most = sorted(met.items(), key=lambda one: (-len(one[1]), one[0]))[:_OPPONENTS]
    return tuple(Duel(name, len(games), sum(games)) for name, games in most)


def _firsts(own: list[GameEntry], players: int) -> Firsts:
    games = [entry for entry in own if entry.setup.players == players]
    placed = [(entry.seat, one) for entry in games for one in ranking(entry.totals, entry.sides)]
    won = sum(one.place == 1 and seat in {one.seat, *one.partners} for seat, one in placed)
    return Firsts(players, len(games), won)
