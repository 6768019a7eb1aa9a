"""The task that a client was started for, how far it is, and what the client has learnt of the server meanwhile."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from shlex import quote
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.describe import as_sentence, span_left
from chwech_tui.model.game import FIRST, GAMES
from chwech_tui.model.lobby import Told, news_of_fallbacks, wanted_games
from protocol.errors import ErrorCode
from protocol.language import N_, _
from protocol.messages import OpenTable, Welcome
from protocol.setup import GameOffer, Setup
from protocol.table import QuickTable, TableEntry, TablePhase, TableView
from protocol.text import clean_lines

TCP: Final = "tcp://"  # What the place of a server begins with if it is reached over plain TCP.


ORDER: Final = OpenTable(0, Setup(FIRST, 0))
"""The request for the usual table, but for its id; no players stand for the usual number of the game."""


class PlayNow(Struct, frozen=True, gc=False):
    """Sit down at once: continue the unfinished game of the same kind, or open a new table."""

    order: OpenTable = ORDER
    """The request for the table, but for its id."""
    fresh: bool = False
    """True if a new table is wanted even if a game is unfinished."""
    data: str = ""


class Greet(Struct, frozen=True, gc=False):
    """Show the welcome screen."""

    data: str = ""
    learn: bool = False
    """True if the course is wanted first."""
    daily: bool = False
    """True if the deal of the day is wanted first."""
    servers: tuple[str, ...] = ()
    """The servers that the player joined last, as ``chwech join`` takes them."""


AskServers = Callable[[Iterable[str], Callable[[str, str], None]], object]
"""Asks servers who is there: what it is given hears the answer of each, in words; what it returns is to be kept."""


class Join(Struct, frozen=True, gc=False):
    """Play on a server."""

    place: str
    """What the server is called; empty if it does not know its own name."""
    table: str = ""
    """The code of a table to sit down at; empty for the lobby."""
    invitation: str = ""
    """The command that invites others, with ``{code}`` in place of the table's code; empty for the default."""
    learn: bool = False
    """True if the course is wanted first."""
    daily: bool = False
    """True if the deal of the day is wanted first."""


class Watch(Struct, frozen=True, gc=False):
    """Watch a table of a server."""

    place: str
    table: str
    invitation: str = ""


Errand = PlayNow | Greet | Join | Watch

_LONGEST_CODE: Final = 64
_WORDS_OF_A_CODE: Final = 3


def errand_of(words: Sequence[str], place: str, invitation: str = "") -> Join | Watch | None:
    """Return what is wanted by words behind the name of a server; None if they say nothing that there is."""
    match words:
        case [] | ["learn"] | ["today"]:
            return Join(place, "", invitation, learn="learn" in words, daily="today" in words)
        case ["watch", *code] if _may_be_a_code(code):
            return Watch(place, "-".join(code), invitation)
        case ["watch", *_]:
            return None
        case code if _may_be_a_code(code):
            return Join(place, "-".join(code), invitation)
    return None


def _may_be_a_code(words: Sequence[str]) -> bool:
    """Return True if one word, hyphens allowed, or three words could be a table code; the host knows which exist."""
    if len("-".join(words)) > _LONGEST_CODE:
        return False
    if len(words) == 1:
        return all(part.isascii() and part.isalnum() for part in words[0].split("-"))
    return len(words) == _WORDS_OF_A_CODE and all(word.isascii() and word.isalpha() for word in words)


def server_name(place: str) -> str:
    """Return what a server is called on its own screens."""
    return place or _("this server")


def command(errand: Join | Watch, code: str) -> str:
    """Return the command with which others join a table of the same server."""
    return (errand.invitation or f"chwech join {errand.place} {{code}}").replace("{code}", code)


def key_command(errand: Join | Watch, code: str) -> str:
    """Return the command that adds another key to the account, with the code that the server issued."""
    return _ssh(errand, f"keys join {code}")


def new_game_command(errand: PlayNow, usual: int) -> str:
    """Return the command that begins a new game like that of an errand; ``usual`` players need not be named."""
    setup, words = errand.order.setup, ["chwech play --new"]
    if setup.game != FIRST:
        words.append(quote(setup.game))
    if setup.players not in {0, usual}:
        words.append(f"--players {setup.players}")
    for name, value in setup.options.items():
        words.append(f"--option {quote(f'{name}={str(value).lower() if isinstance(value, bool) else value}')}")
    if errand.data:
        words.append(f"--data {quote(errand.data)}")
    return " ".join(words)


def kept_words(data: str, *, plain: bool = False) -> str:
    """Return that an unfinished game is kept in a data directory, the usual one if empty, and what goes on with it."""
    words = ["chwech", *(["--plain"] if plain else []), *(["--data", quote(data)] if data else [])]
    return _("The game is saved: {command} resumes it.", command=" ".join(words))


def record_command(errand: Errand, game: str) -> str:
    """Return the command that fetches the record of a game; over SSH without ``-t``: a terminal alters its lines."""
    if isinstance(errand, Greet | PlayNow):
        data = f" --data {quote(errand.data)}" if errand.data else ""
        return f"chwech history {game}{data} > game.jsonl"
    return f"{_ssh(errand, f'history {game}').replace(' -t ', ' ', 1)} > game.jsonl"


def _ssh(errand: Join | Watch, words: str) -> str:
    """Return a text command that the server answers over SSH only."""
    if errand.invitation.startswith("ssh "):
        return command(errand, words)
    if errand.place.startswith(TCP):
        # The port is that of plain TCP; SSH most likely listens on its default port.
        host = f"chwech@{errand.place.removeprefix(TCP).rpartition(':')[0]}"
    else:
        host = f"ssh://chwech@{errand.place}" if ":" in errand.place else f"chwech@{errand.place}"
    return f"ssh -t {host} {words}"


def unfinished(tables: Sequence[TableEntry], order: OpenTable) -> TableEntry | None:
    """Return the player's newest unfinished game of this kind, or None."""
    wanted = order.setup.game, order.setup.players, order.setup.options
    own = (one for one in tables if one.yours and one.phase is TablePhase.PLAYING and one.daily is None)
    return next((one for one in own if (one.setup.game, one.setup.players, one.setup.options) == wanted), None)


LONGEST_WORDS: Final = 400  # The longest sentence of a server, in cells, that is told.

NAMELESS: Final = frozenset({ErrorCode.NAME_NEEDED.value, ErrorCode.INVALID_NAME.value})
"""The goodbye codes after which another nickname may help."""


class TableMove(Struct, frozen=True):
    """What a player does who was invited from one table to another: to go there, and only then to leave."""

    request: int
    """The id of the request for a seat at the other table."""
    table: str
    """The code of the other table."""
    before: str = ""
    """The code of the table to leave; empty for one that is only watched, which ends by itself."""


_LINE: Final = 76  # The width of a line of a greeting, in cells.
_LINES: Final = 4


def greeting_lines(welcome: Welcome) -> tuple[str, ...]:
    """Return when there is a game night, and the greeting of a server, line by line; lines of nothing are left out."""
    return tuple(filter(None, (night_words(welcome), *clean_lines(welcome.greeting, cells=_LINE, lines=_LINES))))


_DAYS: Final = (
    N_("on Monday"),
    N_("on Tuesday"),
    N_("on Wednesday"),
    N_("on Thursday"),
    N_("on Friday"),
    N_("on Saturday"),
    N_("on Sunday"),
)
_EVENING: Final = 17  # The hour from which on it is tonight.
_LATEST: Final = 32503680000  # The year 3000: a server may send any number.


def night_words(welcome: Welcome) -> str:
    """Return when there is a game night, by the reader's clock; empty for none."""
    times = welcome.night_at, welcome.night_at - welcome.night_in
    if not all(0 < when < _LATEST for when in times):
        return ""
    at, now = map(datetime.fromtimestamp, times)
    if welcome.night_in <= 0:
        return _("Game night now, since {time}", time=f"{at:%H:%M}")
    day = _(_DAYS[at.weekday()]) if at.date() != now.date() else _("tonight") if at.hour >= _EVENING else _("today")
    return _("Game night {day} at {time}: {left}", day=day, time=f"{at:%H:%M}", left=span_left(welcome.night_in))


class ErrandState:
    """The errand of a client, and the state of carrying it out; mutable, owned by the app."""

    def __init__(self, errand: Errand) -> None:
        self.errand = errand  # The task that the client was started for.
        self.order = errand.order if isinstance(errand, PlayNow) else ORDER
        """The table to open if none is chosen by hand."""
        self.welcome: Welcome | None = None  # The greeting of the server; None until it arrives.
        self.answered = False
        """True once the server has said anything; if it never does, there is nothing to come back to."""
        self.wanted = ""  # The code of the table that the errand names, once it was asked for.
        self.sought = ""  # The code of the table at which the player last asked for a seat.
        self.hurried = 0  # The id of the last request for a quick game.
        self.move: TableMove | None = None
        """The way from one table to another that waits for the server; None if there is none."""
        self.remark = ""  # The remark to add to the log of the next table.
        self._fallbacks_told = Told()
        self.parting_words = ""  # The text printed on the terminal after the app has ended.

    @property
    def remote(self) -> Join | Watch | None:
        """The errand if it leads to a server that others use too; None for an offline game."""
        return self.errand if isinstance(self.errand, Join | Watch) else None

    @property
    def over_tcp(self) -> bool:
        """True if this client itself dials the server; over SSH its first connection is made before any screen."""
        return self.remote is not None and self.remote.place.startswith(TCP)

    @property
    def name(self) -> str:
        """The player's name; empty until the server has confirmed it."""
        return self.welcome.name if self.welcome is not None else ""

    @property
    def is_guest(self) -> bool:
        """True if the player has no account that lasts."""
        return self.welcome is not None and self.welcome.guest

    def welcomed(self, welcome: Welcome) -> None:
        """Take the greeting, and complete the order by what the server offers."""
        self.welcome = welcome
        self.order = replace(self.order, setup=complete(self.order.setup, welcome.games))

    def note_greeting(self) -> None:
        """Keep the greeting of the server for the log of the table, for a player who goes straight to one."""
        if self.welcome is not None:
            self.remark = " ".join(map(as_sentence, greeting_lines(self.welcome)))

    def completed(self, setup: Setup) -> Setup:
        """Return a setup with the usual number of players of its game, if none was given."""
        return complete(setup, self._offered)

    def renamed(self, name: str) -> None:
        """Take a new nickname."""
        if self.welcome is not None:
            self.welcome = replace(self.welcome, name=name)

    def keyed(self) -> None:
        """Note that the account has a key: a guest has one that lasts by now."""
        if self.welcome is not None:
            self.welcome = replace(self.welcome, guest=False)

    def news_of_fallbacks(self, table: TableView) -> str:
        """Return which bots of a table others replace, once for each level; empty if that is no news."""
        words, self._fallbacks_told = news_of_fallbacks(self._offered, table, self._fallbacks_told)
        return words

    @property
    def new_game(self) -> str:
        """The command that begins a new game of the kind that the player asked for."""
        data = self.errand.data if isinstance(self.errand, PlayNow) else ""
        usual = self.completed(Setup(self.order.setup.game, 0))
        return new_game_command(PlayNow(self.order, data=data), usual.players)

    @property
    def _offered(self) -> tuple[GameOffer, ...]:
        return self.welcome.games if self.welcome is not None else ()

    @property
    def offers(self) -> dict[str, GameOffer]:
        """The games that both the server and this client know, by title."""
        return {GAMES[offer.name].title: offer for offer in self._offered if offer.name in GAMES}

    @property
    def without_hints(self) -> frozenset[str]:
        """The names of the games for which the server has no hints."""
        return frozenset(offer.name for offer in self._offered if not offer.hints)

    def quick(self, ticked: str, number: int = 0) -> QuickTable:
        """Return the request for a seat where people wait for one of the ticked games, or for any if none is ticked."""
        games, usual = wanted_games(ticked, [offer.name for offer in self.offers.values()]), self.order.setup
        setup = usual if usual.game in games or not games else self.completed(Setup(games[0], 0))
        return QuickTable(number, setup, games)

    @property
    def setups(self) -> list[Setup]:
        """The usual setup of each game on offer, that of the order first."""
        others = [offer for offer in self.offers.values() if offer.name != self.order.setup.game]
        return [self.order.setup, *(Setup(offer.name, offer.players[0]) for offer in others)]


def complete(setup: Setup, offers: Sequence[GameOffer]) -> Setup:
    """Return a setup with the usual number of players if none was given, and without options at their defaults."""
    offer = next((offer for offer in offers if offer.name == setup.game), None)
    if offer is None:
        return setup
    usual = {option.name: option.values[0] for option in offer.options if option.values}
    options = {name: value for name, value in setup.options.items() if name not in usual or usual[name] != value}
    return replace(setup, players=setup.players or offer.players[0], options=options)
