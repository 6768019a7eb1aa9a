"""The coach of Bête: the advice that fits the moment, from what the player sees."""

from chwech_tui.describe import chips_words
from chwech_tui.games.bete.tricks import ENOUGH
from protocol.bete.views import BeteView, Part, Phase
from protocol.language import _


def advice(view: BeteView) -> str:
    """Return the advice for the viewer's turn; empty if there is nothing to decide or nothing stands out."""
    if view.viewer is None or len(view.legal) < 2:
        return ""
    if view.phase is Phase.ASKING:
        return _("Take part with two sure tricks and hope of a third: you risk {chips}.", chips=chips_words(view.pool))
    others = [shown.tricks for seat, shown in enumerate(view.seats) if seat != view.viewer and shown.part is Part.IN]
    if max(others, default=0) == ENOUGH - 1:
        return _("Somebody needs one more trick for the pool: take this one if you can.")
    if view.phase is Phase.LEADING and view.seats[view.viewer].tricks == ENOUGH - 1:
        return _("One more trick wins you the pool: lead your best card.")
    return ""
