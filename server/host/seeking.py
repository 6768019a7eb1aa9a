"""Who looks for tables by their codes: everybody may, but nobody can try codes until one fits."""

from server.host.bucket import Bucket
from server.host.limits import GUESSES_AT_ONCE, GUESSES_PER_SECOND
from server.host.lobby import Lobby
from server.host.rooms import Rooms


class Seeking:
    """How often one connection has named a code that is not in use."""

    def __init__(self, lobby: Lobby, rooms: Rooms, now: float) -> None:
        """Begin with nothing held against it."""
        self._lobby = lobby
        self._rooms = rooms
        self._guesses = Bucket(GUESSES_PER_SECOND, GUESSES_AT_ONCE, now)

    def allows(self, account: str, code: str, now: float) -> bool:
        """Say whether this code may be looked for now; the answer is the same whether it is in use or not."""
        if code in self._lobby.seated_at(account):
            return True
        if not self._guesses.take(1.0, now):
            return False
        if code in self._lobby or self._rooms.awake(code):
            self._guesses.give(1.0)
        return True
