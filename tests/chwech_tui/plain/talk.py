"""A dialogue without a link: lines and news go in, and what is told and sent is kept."""

from msgspec.structs import replace

from chwech_tui.errand import Errand, Greet, Join
from chwech_tui.link import News
from chwech_tui.plain import dialogue
from chwech_tui.plain.reading import Speech
from chwech_tui.plain.state import Forget, Renew, Reply, Sent, State
from protocol.identity import KeepSettings
from protocol.messages import FromClient, Seated, Welcome
from protocol.setup import GameOffer, OptionOffer
from protocol.tableview import TableView
from server.rules.registry import GAMES as RULES

OFFERS = (
    GameOffer("chwech", RULES["chwech"].players, RULES["chwech"].options, ("steady", "random")),
    GameOffer("forty-five", (5, 2, 3, 4), (OptionOffer("target", "", (45,), 105, 1000, 5),), ("steady",)),
)
"""What the server plays."""

NOW = 1_790_000_000.0
"""The time of every input."""

REMOTE = Join("cards.example")
"""The errand of somebody who plays on a server."""


class Talk:
    """One dialogue."""

    def __init__(
        self,
        errand: Errand | None = None,
        name: str = "Megan",
        *,
        guest: bool = False,
        title: str = "",
        greeting: str = "",
        settings: dict[str, str] | None = None,
    ) -> None:
        """Begin with the greeting of the server."""
        self.state = State(errand or Greet(), speech=Speech.SIGNS)
        self.sent: list[Sent] = []
        """Everything that was sent."""
        self.asked = 0
        welcome = Welcome(1, "test", name, OFFERS, guest=guest, title=title, greeting=greeting)
        self.first = self.hear(replace(welcome, settings=settings or {}))

    def hear(self, news: News) -> str:
        """Take news, and give what is told, with what is asked afterwards."""
        told = self._take(dialogue.hear(self.state, news, NOW))
        return "\n".join(filter(None, (told, self._take(dialogue.settle(self.state)))))

    def write(self, line: str) -> str:
        """Type a line, and give what is told."""
        return self._take(dialogue.read(self.state, line, NOW))

    def number(self, kind: type[FromClient]) -> int:
        """Give the id of the last command of a kind that waits."""
        return next(one.number for one in reversed(self.state.waiting) if isinstance(one.command, kind))

    def sit(self, view: TableView) -> str:
        """Come to a table."""
        return self.hear(Seated(0, view))

    def kept(self) -> dict[str, str]:
        """Give the settings of the account as they were sent."""
        sent = (one.account for one in self.sent if isinstance(one, KeepSettings))
        return {name: value for account in sent for name, value in account.items()}

    def latest(self) -> Sent:
        """What was sent last."""
        return self.sent[-1]

    def _take(self, reply: Reply) -> str:
        self.state = reply.state
        for one in reply.sent:
            self.sent.append(one)
            if not isinstance(one, Forget | Renew):
                self.asked += 1
                self.state = dialogue.sent(self.state, self.asked, replace(one, id=self.asked))
        return "\n".join(reply.said)
