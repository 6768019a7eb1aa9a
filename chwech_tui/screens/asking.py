"""A menu that asks the server for its lines, and hears the answers."""

from datetime import UTC, datetime

from chwech_tui.describe import as_sentence
from chwech_tui.requests import Requests
from chwech_tui.screens.menu import MenuScreen
from chwech_tui.theme import Palette
from protocol.messages import FromServer, Refused


class AskingScreen(MenuScreen):
    """A menu of something that the server knows."""

    def __init__(self, palette: Palette, requests: Requests) -> None:
        super().__init__(palette)
        self._requests = requests
        self._asked: set[int] = set()

    def asked(self, number: int) -> None:
        """Remember a request: if it is refused, the reason is said here."""
        self._asked.add(number)

    def answered(self, news: FromServer) -> bool:
        """Take in an answer, if it is one to a request of this screen, and say whether it was."""
        if isinstance(news, Refused) and news.id in self._asked:
            self.say(as_sentence(news.text))
            return True
        return self.told(news)

    def told(self, news: FromServer) -> bool:
        """Take in what was asked for, and say whether it was that."""
        raise NotImplementedError


def day(seconds: float) -> str:
    """Write the day of a moment, in seconds since 1970, as ISO 8601 does."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
