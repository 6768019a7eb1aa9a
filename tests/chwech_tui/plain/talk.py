"""A dialogue without a server: lines and news go in, and what is told and sent is kept."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from chwech_tui.errand import Errand, Greet, Join
from chwech_tui.link import Link, News, Route
from chwech_tui.plain import commands, hearing, table
from chwech_tui.plain.dialogue import Dialogue
from chwech_tui.plain.reading import Speech
from games.registry import GAMES as RULES
from protocol.aio import ClientChannel
from protocol.lobby import EnterLobby, LeaveLobby
from protocol.messages import FromClient, Seated, Welcome
from protocol.people import KeepSettings, SettingsKept
from protocol.setup import GameOffer, OptionOffer
from protocol.table import TableView

OFFERS = (
    GameOffer("chwech", RULES["chwech"].players, RULES["chwech"].options, ("steady", "random")),
    GameOffer("forty-five", (5, 2, 3, 4), (OptionOffer("target", "", (45,), 105, 1000, 5),), ("steady",)),
)
"""What the server plays."""

NOW = 1_790_000_000.0  # The time of every input.
REMOTE = Join("cards.example")  # The errand of someone who plays on a server.


async def _nobody() -> ClientChannel:
    raise ConnectionRefusedError("nobody is there")


class StillLink(Link):
    """A link that keeps what is sent."""

    def __init__(self, tell: Callable[[News], None]) -> None:
        super().__init__(Route(_nobody), tell, lambda: 0.0)
        self.sent: list[Any] = []
        """Everything that was sent, without ids, and the other wishes to the link by their names."""
        self.number = 0

    def next_id(self) -> int:
        self.number += 1
        return self.number

    def send(self, number: int, command: FromClient) -> int:
        """Keep a command; settings are stored at once."""
        self.sent.append(replace(command, id=0))
        if isinstance(command, EnterLobby | LeaveLobby):
            self.in_lobby = isinstance(command, EnterLobby)
        if isinstance(command, KeepSettings):
            self.stored = number
        return number

    def forget_table(self) -> None:
        self.sent.append("forget")

    def start(self) -> None:
        self.sent.append(self.identity)


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
        self.told: list[str] = []
        self.link = StillLink(lambda _news: None)
        self.now = Dialogue(self.link, errand or Greet(), Speech.SIGNS, self.told.extend)  # The dialogue.
        welcome = Welcome(1, "test", name, OFFERS, guest=guest, title=title, greeting=greeting)
        self.first = self.hear(replace(welcome, settings={"coach": "off", **(settings or {})}))

    @property
    def sent(self) -> list[Any]:
        return self.link.sent

    def hear(self, news: News) -> str:
        """Take news, and give what is told, with what is asked afterwards."""
        hearing.hear(self.now, news, NOW)
        if self.now.status is None:
            table.settle(self.now)
        return self._taken()

    def write(self, line: str) -> str:
        """Type a line, and give what is told."""
        commands.read(self.now, line, NOW)
        return self._taken()

    def answer(self, news: Any) -> str:  # noqa: ANN401
        """Take news as the answer to the command that was sent last of those that wait, and give what is told."""
        asked = {"id": next(reversed(self.now.waiting), 0)} if hasattr(news, "id") else {}
        return self.hear(replace(news, **asked))

    def sit(self, view: TableView) -> str:
        return self.hear(Seated(0, view))

    def goes(self, *turns: tuple[Any, ...]) -> None:
        """Check a dialogue: in each turn a line that is typed or a message as answer, what is told, and what is sent.

        Of what is told, dots stand for the rest before or after; what is sent last is compared if it is given.
        """
        for given, told, *sent in turns:
            before = len(self.sent)
            heard = self.write(given) if isinstance(given, str) else self.answer(given)
            words = told.removeprefix("…").removesuffix("…")
            part = heard[len(heard) - len(words) :] if told.startswith("…") else heard[: len(words)]
            assert (part if told != words else heard) == words, f"{given!r}: {heard!r}"
            if sent and sent[0] is None:
                assert self.sent[before:] == [], given
            elif sent:
                assert self.sent[-len(sent) :] == sent, given

    def kept(self) -> dict[str, str]:
        """Give the settings of the account as they were sent."""
        sent = (one.account for one in self.sent if isinstance(one, KeepSettings))
        return {name: value for account in sent for name, value in account.items()}

    def latest(self) -> Any:  # noqa: ANN401
        return self.sent[-1]

    def _taken(self) -> str:
        while (stored := self.link.__dict__.pop("stored", None)) is not None:
            hearing.hear(self.now, SettingsKept(stored), NOW)
        self.now.flush()
        told, self.told[:] = "\n".join(self.told), ()
        return told
