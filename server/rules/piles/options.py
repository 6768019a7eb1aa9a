"""The options of Svoyi Koziri, Dudak and Challenge (rules, section 6)."""

from typing import Final

from protocol.language import N_
from protocol.setup import OptionOffer
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
