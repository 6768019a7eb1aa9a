"""A table of Chwech without a server, whose seats play by chance."""

from games.kit.tricks import PASS
from protocol.game import Answer
from protocol.message import Seat
from tests.chwech_tui.games import stage


class Stage(stage.Stage):
    """A game in which every seat plays a card more often than it passes, so that deals move on."""

    def choose(self, seat: Seat) -> Answer:
        """Choose a card, or to pass."""
        legal = self.view(seat).legal
        plays = [action for action in legal if action != Answer(PASS)]
        if plays and (self.luck.random() < 0.7 or len(plays) == len(legal)):
            return self.luck.choice(plays)
        return legal[-1]
