"""The cards of Roque gone so far, and what is certain."""

from msgspec.structs import replace

from chwech_tui.games.registry import GAMES
from protocol.setup import Setup
from tests.chwech_tui.games.roque.views import BURIED, at
from tests.server.rules.roque.position import cards

KIND = GAMES["roque"]
TRICK = f"{BURIED}, 3C, AC, 4S, 5D"


def test_who_has_laid_cards_aside_knows_them() -> None:
    """The others do not."""
    own, other = (
        KIND.cards_gone(at(f"{TRICK}, 10H"), Setup("roque", 4)),
        KIND.cards_gone(at(TRICK, 1), Setup("roque", 4)),
    )
    assert own.gone == (*cards("C3A S4 D5"), *cards("C4567"))
    assert own.table == cards("H10")
    assert other.gone == cards("C3A S4 D5")
    assert len(other.pack) == 52


def test_the_rest_is_certain_where_nothing_beats_it() -> None:
    """Trumps first; a plain card only once no trump can be out."""
    view = at(TRICK, 3)
    assert KIND.certain_rest(view) == ()
    high = replace(view, hand=cards("CKQJ"))
    assert KIND.certain_rest(high) == cards("CKQJ")
    plain_ace = replace(view, hand=cards("CKQJ DA"))
    assert KIND.certain_rest(plain_ace) == ()
    drawn = replace(plain_ace, gone=(*view.gone, *cards("C24567891")[:7], *cards("C10")))
    assert KIND.certain_rest(drawn) == cards("CKQJ DA")
    assert KIND.certain_rest(at(BURIED)) == ()
