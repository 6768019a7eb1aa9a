"""Examples of hints."""

from collections.abc import Mapping
from typing import Final

from protocol.cards import Suit, read_card
from protocol.chwech.actions import PASS, Play
from protocol.hints import Appraised, CostliestChoice, Hint, HintGiven, HintReason
from protocol.messages import FromClient, FromServer
from protocol.wording import Wording

QUEEN: Final = Play(read_card("QH"))
JOKER: Final = Play(read_card("JK"), suit=Suit.HEARTS)

FROM_CLIENT: Final[Mapping[str, FromClient]] = {"hint": Hint(id=70, seq=31)}
"""What a client may send."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    "hint given": HintGiven(
        id=70,
        seq=31,
        choices=(Appraised(QUEEN, 3.1), Appraised(JOKER, 1.4), Appraised(PASS, -0.5)),
        reasons=(
            HintReason("Nia is next", Wording("{name} is next", {"name": "Nia"})),
            HintReason("you keep your Joker"),
        ),
    ),
    "costliest choice": CostliestChoice(deal=2, cards=6, chosen=PASS, best=QUEEN, cost=4.2),
}
"""What a server may send."""
