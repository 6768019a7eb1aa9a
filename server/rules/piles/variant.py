"""The options of the games of one pile, and the rules of one table as values that the rules read."""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from msgspec import Struct

from protocol.cards import Card
from protocol.language import N_
from protocol.piles.order import pack_of
from protocol.setup import OptionOffer, OptionValue, Setup
from server.rules.options import Options

SVOYI_KOZIRI: Final = "svoyi-koziri"
"""The name of Svoyi Koziri in setups and records."""

DUDAK: Final = "dudak"
"""The name of Dudak in setups and records."""

CHALLENGE: Final = "challenge"
"""The name of Challenge in setups and records."""

ABOUT: Final = {
    SVOYI_KOZIRI: N_("beat the top of the pile or take it up, each with trumps of their own"),
    DUDAK: N_("two cards a turn on one pile, and trumps announced in the play"),
    CHALLENGE: N_("one pile and open hands, mirror images of each other: no chance at all"),
}
"""What kind of game each is, marked for translation."""

MINUTES: Final = {SVOYI_KOZIRI: 20, DUDAK: 15, CHALLENGE: 10}
"""About how long each takes."""

_SEVERAL: Final = OptionOffer("deals", "how many deals are played", (4, 1, 2, 3, 5, 6, 8, 10))
_LIMIT: Final = "after how many moves a deal is drawn"

OPTIONS: Final = {
    SVOYI_KOZIRI: Options(
        "Svoyi Koziri",
        (4, 2, 3),
        (
            _SEVERAL,
            OptionOffer("cards", "cards of a turn: one that beats and any other, or only the one", (2, 1)),
            OptionOffer("pickup", "whether the whole pile is taken up, or only some of it", ("all", "some")),
            OptionOffer(
                "plain",
                "how many cards are taken up where the top card is nobody's trump",
                (3, 1, 2, 4, 5),
                needs={"pickup": "some"},
            ),
            OptionOffer(
                "trump",
                "how many are taken up where it is a trump, below its Ace",
                (5, 1, 2, 3, 4, 6, 7, 8),
                needs={"pickup": "some"},
            ),
            OptionOffer("open_end", "whether the last two lay their hands open", (False, True)),
            OptionOffer("limit", _LIMIT, (400, 100, 200, 800)),
        ),
    ),
    DUDAK: Options(
        "Dudak",
        (4, 2, 3),
        (
            _SEVERAL,
            OptionOffer(
                "trumps",
                "trumps named at one's own turn, before the deal, or drawn",
                ("announced", "before", "drawn"),
            ),
            OptionOffer(
                "pickup", "the whole pile, or before one's trump is known a run of a suit", ("all", "suit_run")
            ),
            OptionOffer("first_out", "whether the first one out wins, and the deal ends", (False, True)),
            OptionOffer("limit", _LIMIT, (400, 100, 200, 800)),
        ),
    ),
    CHALLENGE: Options(
        "Challenge",
        (2,),
        (
            OptionOffer("deals", "how many deals are played", (1, 2, 3, 4, 5, 6, 8, 10)),
            OptionOffer("cards", "the cards of the pack", (32, 24, 28, 36, 40, 44, 48, 52)),
            OptionOffer("taker_leads", "whether who takes up the pile leads next", (False, True)),
            OptionOffer("limit", _LIMIT, (400, 100, 200, 800)),
        ),
    ),
}
"""The options of each game."""


TWO = 2
"""The cards of a turn, and the seats that are left when hands may be laid open."""


class Naming(Enum):
    """When the trumps are known."""

    ONCE = "once"
    """Named before the first deal, for the whole game."""

    EACH = "each"
    """Named before each deal."""

    RIGGED = "rigged"
    """The dealer names two suits, and the opponent a trump of the others; both hands are then mirror images."""

    ANNOUNCED = "announced"
    """Announced by each seat at its own turn."""

    DRAWN = "drawn"
    """The suit of a card that each seat is dealt face down, and may show at its own turn."""


BEFORE_THE_DEAL: Final = (Naming.ONCE, Naming.EACH, Naming.RIGGED)
"""How trumps are named by people before the cards are dealt."""


class Share(Enum):
    """How much of the pile is taken up."""

    ALL = "all"
    """All of it."""

    SOME = "some"
    """A number of cards that depends on the top card; all for the Ace of somebody's trumps."""

    SUIT_RUN = "suit_run"
    """Before one's trump is known, the top card and those of its suit directly below; then all."""


class Open(Enum):
    """When hands lie open."""

    NEVER = "never"
    TWO = "two"
    """When two seats are left."""

    ALWAYS = "always"


class Variant(Struct, frozen=True, gc=False):
    """The complete rules of a table, as its options decide them."""

    game: str
    """The name of the game."""

    players: int
    """The number of seats."""

    cards: int
    """The number of cards in the pack."""

    deals: int
    """The number of deals."""

    limit: int
    """The number of moves after which a deal is drawn."""

    naming: Naming
    """When the trumps are known."""

    packets: int
    """How many cards are dealt to a seat at a time."""

    adds: bool
    """True if who beats the top card then adds any other."""

    pickup: Share
    """How much of the pile is taken up."""

    plain: int = 0
    """How many cards are taken up if the top card is nobody's trump and not all are."""

    trump: int = 0
    """The same for a trump below the Ace."""

    open: Open = Open.NEVER
    """When hands lie open."""

    sixes: bool = False
    """True if sixes are handed to the seats whose trumps they are."""

    kills: bool = False
    """True if beating the top card with a last card kills the pile."""

    first_out: bool = False
    """True if the first seat without cards wins, and the deal ends."""

    taker_leads: bool = False
    """True if who takes up the pile begins the next one; otherwise the next seat does."""

    repetition: bool = False
    """True if a deal is drawn when a position comes for the third time."""

    loser_deals: bool = True
    """True if the loser of a deal deals the next one; otherwise the deal passes to the left."""

    def is_open(self, seats: int) -> bool:
        """Return whether hands lie open while so many seats hold cards."""
        return self.open is Open.ALWAYS or (self.open is Open.TWO and seats <= TWO)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The unshuffled pack, by suit and then by rank from the lowest up."""
        return pack_of(self.cards)


def read_variant(game: str, setup: Setup) -> Variant:
    """Return the variant of a setup.

    Raises:
        InvalidSetup: the game does not support the setup; the text names both sides.
    """
    return _READERS[game](setup.players, OPTIONS[game].complete(setup.players, setup.options))


def _svoyi_koziri(players: int, values: Mapping[str, OptionValue]) -> Variant:
    return Variant(
        SVOYI_KOZIRI,
        players,
        36,
        int(values["deals"]),
        int(values["limit"]),
        naming=Naming.ONCE,
        packets=1,
        adds=values["cards"] == TWO,
        pickup=Share(values["pickup"]),
        plain=int(values["plain"]),
        trump=int(values["trump"]),
        open=Open.TWO if values["open_end"] else Open.NEVER,
        sixes=True,
    )


def _dudak(players: int, values: Mapping[str, OptionValue]) -> Variant:
    return Variant(
        DUDAK,
        players,
        32,
        int(values["deals"]),
        int(values["limit"]),
        naming={"announced": Naming.ANNOUNCED, "before": Naming.EACH, "drawn": Naming.DRAWN}[str(values["trumps"])],
        packets=2,
        adds=True,
        pickup=Share(values["pickup"]),
        kills=True,
        first_out=bool(values["first_out"]),
    )


def _challenge(players: int, values: Mapping[str, OptionValue]) -> Variant:
    return Variant(
        CHALLENGE,
        players,
        int(values["cards"]),
        int(values["deals"]),
        int(values["limit"]),
        naming=Naming.RIGGED,
        packets=1,
        adds=True,
        pickup=Share.ALL,
        open=Open.ALWAYS,
        first_out=True,
        taker_leads=bool(values["taker_leads"]),
        repetition=True,
        loser_deals=False,
    )


_READERS: Final = {SVOYI_KOZIRI: _svoyi_koziri, DUDAK: _dudak, CHALLENGE: _challenge}
