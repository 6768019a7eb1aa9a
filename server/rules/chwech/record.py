"""What of Chwech is shown to whom, and its record: read, written, and replayed by the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from games.kit.deck import SHUFFLE_VERSION, shuffle
from games.kit.duplicate import DUPLICATE_VERSION, deal_seeds
from games.kit.records import COMMITTED, FORMAT, RecordFault, Text, read_seeds
from protocol.cards import Card, InvalidCard, read_card
from protocol.chwech.actions import Pass, Play, read_action, write_action
from protocol.chwech.events import DealEnded, DealSheet, Dealt, LeadPassed, Led, Passed, Played
from protocol.language import N_, Sentence, sentence
from protocol.setup import OptionName, OptionValue, Setup
from protocol.vocabulary import Event
from server.rules.chwech.deal import Dealing, Ended, Match, State, match_of, sets_of
from server.rules.chwech.play import decide, evolve
from server.rules.chwech.variant import HAND, Rulebook, Variant, differing, each_place, read_variant, rulebook
from server.rules.game import CHANCE, IllegalAction, Moment, Shuffled
from server.rules.records import check_form, compare, first_dealer, read_line, write_hex
from server.rules.replay import DealReplay

_ALLOWED: Final = {
    "format": FORMAT,
    "game": "chwech",
    "ruleset": "revised or original",
    "players": "4, 5, 6 or 7",
    "end": "out or deadlock",
}

_Cards = Annotated[tuple[Annotated[str, Meta(max_length=8)], ...], Meta(max_length=9)]
_BySeat = Annotated[tuple[int, ...], Meta(max_length=7)]


class DealRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One deal; every list except ``actions`` is by seat."""

    dealer: int
    hands: Annotated[tuple[_Cards, ...], Meta(max_length=7)]
    actions: Annotated[tuple[tuple[int, Annotated[str, Meta(max_length=8)]], ...], Meta(max_length=2000)]
    """Each action with its seat, in order, passes included."""

    won: _BySeat
    left: _BySeat
    scores: _BySeat
    end: Literal["out", "deadlock"]


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game."""

    format: Literal["chwech-record/1"]
    game: Literal["chwech"]
    ruleset: Literal["revised", "original"]
    players: Literal[4, 5, 6, 7]
    options: dict[OptionName, OptionValue]
    """The other options that differ from their default."""

    deals: Annotated[tuple[DealRecord, ...], Meta(max_length=24)]
    totals: _BySeat
    complete: bool
    names: Annotated[tuple[Text, ...], Meta(max_length=7)] | None = None
    played_at: Text | None = None
    id: Text | None = None
    hinted: _BySeat = ()
    """The seats on which hints were taken, in order."""

    seed: Text | None = None
    """``deal-v1``, then the seed of each deal in hex; the hands can be derived from it."""

    commitment: Text | None = None
    """``sha256``, then the SHA-256 of each seed in hex, as published before the first card."""

    def setup(self) -> Setup:
        """Return the setup of the game.

        Raises:
            RecordFault: the ruleset is among the options.
        """
        if "ruleset" in self.options:
            raise RecordFault(sentence("options: the ruleset has a key of its own"))
        options = dict(self.options)
        if self.ruleset != "revised":
            options["ruleset"] = self.ruleset
        return Setup(self.game, self.players, options)


def read_record(line: bytes) -> GameRecord:
    """Read one line of a file of records.

    Raises:
        RecordFault: the line is not a record; whether it follows the rules of the game is not checked here.
    """
    return read_line(GameRecord, line, _ALLOWED)


def write_record(record: GameRecord) -> bytes:
    """Return a record as one line, without its line end."""
    return msgspec.json.encode(record)


def make_record(
    setup: Setup,
    events: Iterable[Event],
    *,
    names: tuple[str, ...] | None = None,
    played_at: str | None = None,
    id: str | None = None,
) -> GameRecord:
    """Return the record of a game, made from all its events; an unfinished deal is left out.

    Raises:
        InvalidSetup: Chwech does not support this setup.
    """
    ended: list[DealEnded] = []
    deals: list[DealRecord] = []
    actions: list[tuple[int, str]] = []
    hands: tuple[tuple[str, ...], ...] = ()
    for event in events:
        match event:
            case Dealt():
                hands = tuple(tuple(card.text for card in hand) for hand in event.hands)
                actions = []
            case Led() | Played() | Passed() | LeadPassed():
                actions.append(_action(event))
            case DealEnded():
                ended.append(event)
                deals.append(_deal(event, hands, actions))
    options = differing(setup.players, setup.options)
    variant = read_variant(setup)
    ruleset: Any = options.pop("ruleset", "revised")
    players: Any = setup.players
    return GameRecord(
        format=FORMAT,
        game="chwech",
        ruleset=ruleset,
        players=players,
        options=options,
        names=names,
        deals=tuple(deals),
        totals=ended[-1].sheet.totals if ended else (0,) * players,
        complete=len(deals) == variant.deals,
        played_at=played_at,
        id=id,
        seed=_seed_text(variant, ended),
        commitment=write_hex(COMMITTED, [end.sheet.commitment for end in ended[: _count(variant, ended)]]),
    )


def _count(variant: Variant, ended: Sequence[DealEnded]) -> int:
    """Return for how many of the deals that have ended a record has a commitment: one stands for a duplicate game."""
    return 1 if variant.duplicate else len(ended)


def _seed_text(variant: Variant, ended: Sequence[DealEnded]) -> str | None:
    """Return the seeds of a record: of each deal, or the one of a duplicate game, which is told with its last deal."""
    scheme = DUPLICATE_VERSION if variant.duplicate else SHUFFLE_VERSION
    return write_hex(scheme, [end.sheet.seed for end in ended[-_count(variant, ended) :]])


def _action(event: Led | Played | Passed | LeadPassed) -> tuple[int, str]:
    action: Pass | Play = event.play if isinstance(event, Led | Played) else Pass()
    return event.seat, write_action(action)


def _deal(event: DealEnded, hands: tuple[tuple[str, ...], ...], actions: list[tuple[int, str]]) -> DealRecord:
    sheet = event.sheet
    return DealRecord(
        dealer=sheet.dealer,
        hands=hands,
        actions=tuple(actions),
        won=sheet.won,
        left=sheet.left,
        scores=sheet.scores,
        end=sheet.ending.value,
    )


_DEALS: Final = DealReplay[State](decide, evolve, read_action, DealEnded)


def replay(record: GameRecord) -> Iterator[Moment[State]]:
    """Yield every moment of a record: each deal, each action, and the score of each deal.

    Raises:
        RecordFault: the record breaks the rules; the deal and the action are named, counted from 1.
    """
    setup = record.setup()
    check_form(setup, record.names, differing)
    if list(record.hinted) != sorted({*record.hinted} & {*range(setup.players)}):
        raise RecordFault(sentence("hinted: write each seat once, in order"))
    dealer = record.deals[0].dealer if record.deals else 0
    state: State = Dealing(Match(rulebook(read_variant(setup)), first_dealer(dealer, record.players)))
    seeds = _seeds(record, match_of(state))
    for number, deal in enumerate(record.deals, start=1):
        if isinstance(state, Ended):
            raise RecordFault(_over_after(number - 1), number)
        try:
            for moment in _play(state, deal, seeds[number - 1]):
                state = moment.state
                yield moment
        except RecordFault as fault:
            raise RecordFault(fault.why, number, fault.action) from None
    match = match_of(state)
    compare("totals", record.totals, match.totals)
    if record.complete != isinstance(state, Ended):
        deals = match.book.variant.deals
        said, right = ("true", "false") if record.complete else ("false", "true")
        why = N_("complete: {said} is said, and with {number} of {deals} deals it is {right}")
        raise RecordFault(sentence(why, said=said, number=len(record.deals), deals=deals, right=right))


class _Seeds(NamedTuple):
    """What decides one deal, as far as a record says it."""

    told: bytes | None = None
    """What was told and committed to."""

    shuffled: bytes | None = None
    """What the pack was shuffled with."""


def _seeds(record: GameRecord, match: Match) -> Sequence[_Seeds]:
    """Return the seeds of each deal; a duplicate game has a single one, from which those of its deals follow."""
    deals = len(record.deals)
    if not match.book.variant.duplicate:
        seeds = read_seeds(record.seed, record.commitment, deals)
        return [_Seeds(seed, seed) for seed in seeds] if seeds else [_Seeds()] * deals
    known = read_seeds(record.seed, record.commitment, min(deals, 1), DUPLICATE_VERSION)
    if not known:
        return [_Seeds()] * deals
    return [_Seeds(known[0], seed) for seed in deal_seeds(known[0], match.players, sets_of(match))]


def _over_after(deals: int) -> Sentence:
    if deals == 1:
        return sentence("the game is over after one deal")
    return sentence("the game is over after {deals} deals", deals=deals)


def _play(state: State, deal: DealRecord, seeds: _Seeds) -> Iterator[Moment[State]]:
    match = match_of(state)
    compare("dealer", deal.dealer, match.dealer)
    order = _order(match, deal.hands)
    _check_hands(state, order, seeds.shuffled)
    for moment in _DEALS.play(state, order, seeds.told, deal.actions):
        state = moment.state
        yield moment
    _check_sheet(deal, match_of(state).sheets[-1])


def _order(match: Match, hands: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    if len(hands) != match.players:
        raise RecordFault(sentence("hands: {hands} for {seats} seats", hands=len(hands), seats=match.players))
    free = {card: list(each_place(places)) for card, places in match.book.pack.copies.items()}
    order = [0] * len(match.book.pack.cards)
    for seat, hand in enumerate(hands):
        if len(hand) != HAND:
            why = N_("hands: seat {seat} has {cards} cards, and {dealt} are dealt")
            raise RecordFault(sentence(why, seat=seat, cards=len(hand), dealt=HAND))
        first = (seat - match.dealer - 1) % match.players
        order[first :: match.players] = [_take(free, _card(text), match.book) for text in hand]
    return tuple(order)


def _card(text: str) -> Card:
    try:
        return read_card(text)
    except InvalidCard as fault:
        raise RecordFault(f"hands: {fault}") from None


def _take(free: dict[Card, list[int]], card: Card, book: Rulebook) -> int:
    if not free.get(card):
        copies = book.pack.copies.get(card, 0).bit_count()
        why = N_("hands: more {card} than the pack has, which is {copies}")
        raise RecordFault(sentence(why, card=card, copies=copies))
    return free[card].pop()


def _check_hands(state: State, order: tuple[int, ...], seed: bytes | None) -> None:
    """Check that these hands may be dealt, and that the seed gives them; a record may list a hand in any order."""
    try:
        hands = _hands(state, order)
    except IllegalAction as fault:
        raise RecordFault(str(fault)) from None
    if seed is not None and hands != _hands(state, shuffle(seed, len(order))):
        raise RecordFault(sentence("hands: the seed gives other ones"))


def _hands(state: State, order: tuple[int, ...]) -> list[Counter[Card]]:
    (dealt,) = decide(state, CHANCE, Shuffled(order))
    assert isinstance(dealt, Dealt)
    return [Counter(hand) for hand in dealt.hands]


def _check_sheet(deal: DealRecord, sheet: DealSheet) -> None:
    compare("end", deal.end, sheet.ending.value)
    compare("won", deal.won, sheet.won)
    compare("left", deal.left, sheet.left)
    compare("scores", deal.scores, sheet.scores)
