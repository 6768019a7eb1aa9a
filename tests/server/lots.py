"""A tiny game for tests of tables and hosts: lots are drawn, everyone bids in secret, the highest lot times bid wins.

It has what is awkward for a table: several seats awaited at once, hidden draws, and seats that need not act.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.kit import game as kit
from games.kit.asking import AskAny, Offer, Rules
from games.kit.deck import C, pack, packets
from games.kit.game import CardTable, Laid, Match
from games.kit.sampler import Knowledge
from games.kit.secrets import secret
from protocol.game import Answer, Answered, Stage
from protocol.message import AnyEvent, Seat
from protocol.setup import OptionOffer
from protocol.table import TableView

AMOUNTS: Final = range(3)
SECRET: Final = "bid "  # The first word of a bid, which only its seat may know.


@dataclass
class LotsTable(CardTable):
    """The table: the lot of a seat is its one card."""

    bids: list[int | None] = secret("seat", unless="is_open", default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Sheet(kit.Sheet):
    """How a deal ended, with the bids of all, and no tricks."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]


def lay(match: Match, cards: Sequence[C]) -> Laid:
    """Deal a card to each."""
    return {"hands": packets(cards, match.round(match.after(match.dealer)), (1,))[0]}


def deal(table: LotsTable, laid: Laid) -> Rules[Sheet]:
    """Let everyone bid, in any order; the option says whom the table waits for, and whether the others lose theirs."""
    table.hands, table.bids = laid["hands"], [None] * table.players
    table.tell("drawn", deal=table.match.deal)
    offer = Offer([(SECRET, amount) for amount in AMOUNTS], "bid")
    while None in table.bids:
        offers = {seat: offer for seat, bid in enumerate(table.bids) if bid is None}
        waits = table.options["waits"]
        asked = offers if waits == "all" else {min(offers): offer}
        free = {seat: offer for seat in offers if seat not in asked}
        seat, (_bid, amount) = yield AskAny(asked, free, waits == "hasty")
        table.bids[seat] = amount
        if waits == "hasty" and seat in asked:
            table.bids = [bid or 0 for bid in table.bids]
        table.tell("bid", to=seat, seat=seat, own=amount)
    bids = [bid or 0 for bid in table.bids]
    points = [worth(hand[0]) * bid for hand, bid in zip(table.hands, bids, strict=True)]
    return table.sheet(Sheet, "revealed", points, bids=tuple(bids))


def worth(card: Any) -> int:  # noqa: ANN401
    """Give what a lot is worth: 0 to 3."""
    return PACK.index(card)


PACK: Final = pack("2 3 4 5")[:4]  # The lots, worth 0 to 3.

GAME: Final = kit.Game(
    name="lots",
    title="Lots",
    about="whoever bids most",
    players=(3, 2, 4),
    minutes=1,
    options=(
        OptionOffer("deals", "how many deals", (2, 1, *range(3, 10))),
        OptionOffer("waits", "whom the table waits for", ("all", "patient", "hasty")),
    ),
    table=LotsTable,
    sheet=Sheet,
    pack=lambda match: PACK[: match.players],
    lay=lay,
    deal=deal,
    ended=lambda _sheet: [("revealed", {})],
    fallback=lambda _table, _seat, choices: choices[0],
    private=frozenset({SECRET}),
    record=("hands", "actions", "bids", "scores=points"),
    ends=frozenset(),
)

LOTS: Final = GAME  # The game.


KNOWLEDGE: Final = Knowledge[LotsTable](plain=lambda _table, _seat, offer, _rng: offer.choices[0])
"""What bots know of it: nothing."""


def bid(amount: int) -> Answer:
    """Give the answer that bids so much."""
    return Answer(f"{SECRET}{amount}")


def drawn(event: AnyEvent) -> bool:
    """Say whether the lots have been drawn."""
    return isinstance(event, Answered) and event.seat is None


def bid_of(event: AnyEvent) -> tuple[Seat, int | None] | None:
    """Give who has bid how much, as far as it is told; None for any other event. A log does not say what is told."""
    if not isinstance(event, Answered) or event.seat is None:
        return None
    return event.seat, dict(event.told)["bid"].get("own")


def revealed(event: AnyEvent) -> bool:
    """Say whether with an event all bids are open and the deal is scored, for whom it is told."""
    return isinstance(event, Answered) and any(what == "revealed" for what, _about in event.told)


def have_bid(view: TableView, *seats: int) -> bool:
    """Say whether seats have bid in the running deal, as someone sees it."""
    game = view.game
    return (
        game is not None
        and game.stage is Stage.PLAYING
        and all(game.fields["bids"][seat] is not None for seat in seats)
    )
