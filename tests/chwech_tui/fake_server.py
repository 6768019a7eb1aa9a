"""A server in memory: one account, one table, the real rules, bots that answer at once; and faults on demand."""

import asyncio
from collections.abc import Iterable

from msgspec.structs import replace

from games.kit.options import InvalidSetup
from games.kit.view import packed
from games.registry import GAMES as RULES
from protocol.aio import ClientChannel, ServerChannel
from protocol.archive import (
    Complain,
    GameEntry,
    Games,
    ListGames,
    ReadRecord,
    ReadReplay,
    ReadReview,
    ReadStatistics,
    RecordPart,
    ReplayPart,
    ReplayStep,
    Statistics,
)
from protocol.codec import Codec
from protocol.daily import Daily, DailyMark, PlayDaily, ReadDaily
from protocol.errors import ErrorCode
from protocol.game import Answered
from protocol.game import Stage as State
from protocol.lobby import (
    EnterLobby,
    LeaveLobby,
    LobbyChanged,
    LobbyShown,
    NewsItem,
    NewsShown,
    Person,
    ReadNews,
    SayInLobby,
    Where,
)
from protocol.message import Seat
from protocol.messages import (
    Accepted,
    Act,
    Begin,
    Continue,
    FromClient,
    FromServer,
    Goodbye,
    Happened,
    Hello,
    Interrupted,
    JoinTable,
    LeaveTable,
    ListTables,
    OpenTable,
    ReadRules,
    Refused,
    Rules,
    Seated,
    Tables,
    WatchTable,
    Welcome,
    refused,
)
from protocol.people import (
    Contacts,
    Friend,
    Invite,
    KeepSettings,
    KeyCode,
    KeyEntry,
    Keys,
    ListContacts,
    ListKeys,
    NameKey,
    OfferKey,
    Rename,
    Renamed,
    ReportPerson,
    RevokeKey,
    SayTo,
    SetBlocked,
    SetFriend,
    SettingsKept,
)
from protocol.rating import MonthPlace, RankedPlayer, Rankings, ReadRankings, RulesetRating
from protocol.setup import GameOffer
from protocol.table import (
    Appraised,
    Hint,
    HintGiven,
    HintReason,
    Line,
    QuickTable,
    Resign,
    SayAtTable,
    TableEntry,
    TablePhase,
)
from protocol.tournaments import (
    CancelTournament,
    EnterTournament,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    TournamentCommand,
    TournamentEntry,
    TournamentRequest,
    Tournaments,
    TournamentShown,
)
from server.tables.position import IllegalAction
from tests.chwech_tui.replays import review_of
from tests.chwech_tui.stage import Stage
from tests.pipes import pair

OFFER = GameOffer("chwech", RULES["chwech"].players, RULES["chwech"].options, ("steady", "random"))
"""What the fake server plays."""


OfKeys = ListKeys | OfferKey | NameKey | RevokeKey | Rename
"""What is asked about one's own account."""

OfPeople = Complain | ListContacts | SetFriend | SetBlocked | Invite | ReportPerson | SayTo
"""What is asked about other people."""

OfGames = ListGames | ReadStatistics | ReadRankings | ReadRecord | ReadReplay | ReadReview | ReadDaily
"""What is asked about finished games."""


OfLobby = EnterLobby | LeaveLobby | SayInLobby | ReadNews
"""What is asked of the lobby."""


class FakeServer:
    """Answers one client at a time."""

    def __init__(self, stage: Stage | None = None) -> None:
        """Begin with no table, or with one on which a game is on."""
        self.stage = stage
        self.heard: list[FromClient] = []
        self.others: tuple[TableEntry, ...] = ()
        self.farewell: Goodbye | None = None
        self.dialled = 0
        self.refuses_connections = False
        self.trouble: ErrorCode | None = None
        self.silent = self.guest = self.hints = self.full = self.hurried = False
        self.keys: list[KeyEntry] = []
        self.offers: tuple[GameOffer, ...] = (OFFER,)
        self.games: tuple[GameEntry, ...] = ()
        self.ratings: tuple[RulesetRating, ...] = ()
        self.ranked: tuple[RankedPlayer, ...] = ()
        self.of_month: tuple[RankedPlayer, ...] = ()
        self.winners: tuple[MonthPlace, ...] = ()
        self.days: tuple[Daily, ...] = ()
        self.people: tuple[Person, ...] = (Person("Megan", Where.LOBBY),)
        self.talk: tuple[Line, ...] = ()
        self.news: tuple[NewsItem, ...] = ()
        self.friends: tuple[Friend, ...] = ()
        self.blocked: tuple[str, ...] = ()
        self.record: tuple[str, ...] = ()
        self.replay: list[tuple[ReplayStep, ...]] = []
        self.refusals: list[Refused] = []
        self.tournaments: dict[int, TournamentShown] = {}
        self.settings: dict[str, str] = {}
        self.own_words = ("", "")  # Its name and its greeting.
        self.knows_owner = False
        self.stirred = asyncio.Event()
        self._codec = Codec()
        self._channel: ServerChannel | None = None
        self._task: asyncio.Task[None] | None = None

    async def dial(self) -> ClientChannel:
        if self.refuses_connections:
            raise ConnectionRefusedError("nobody answers")
        self.dialled += 1
        client, self._channel = pair(self._codec)
        self._task = asyncio.create_task(self._serve(self._channel))
        return client

    def drop(self) -> None:
        self._channel.close()

    async def interrupt(self, *before: Tables) -> None:
        """Say that the server behind the connection was lost, in one breath with what comes before it."""
        self._channel.put(*before, Interrupted("lost"))

    async def push(self, news: FromServer) -> None:
        """Tell what has changed in the lobby, or of an invitation."""
        await self._channel.send(news)

    async def _serve(self, channel: ServerChannel) -> None:
        try:
            while (message := await channel.receive()) is not None:
                self.heard.append(message)
                self.stirred.set()
                if isinstance(message, Hello) and self.farewell is not None:
                    await channel.send(self.farewell)
                    return
                if not self.silent or isinstance(message, Hello):
                    await self._answer(channel, message)
        except ConnectionError:
            return

    def _tournament(self, message: TournamentRequest) -> FromServer:
        """Answer about the tournaments, which are made beforehand; to enter one only marks it."""
        if isinstance(message, ListTournaments):
            return Tournaments(message.id, tuple(shown.tournament for shown in self.tournaments.values()))
        if isinstance(message, MakeTournament):
            if self.refusals:
                return replace(self.refusals.pop(0), id=message.id)
            number = max(self.tournaments, default=0) + 1
            entry = TournamentEntry(number, message.plan, TablePhase.GATHERING, "Megan", 0, yours=True)
            self.tournaments[number] = TournamentShown(0, entry, ())
            return replace(self.tournaments[number], id=message.id)
        if isinstance(message, CancelTournament):
            shown = self.tournaments[message.tournament]
            over = replace(shown.tournament, phase=TablePhase.OVER)
            self.tournaments[message.tournament] = replace(shown, tournament=over)
        shown = self.tournaments[message.tournament]
        if isinstance(message, EnterTournament):
            shown = replace(shown, tournament=replace(shown.tournament, entered=message.entered))
            self.tournaments[message.tournament] = shown
        number = message.round if isinstance(message, ReadTournament) else 0
        return replace(shown, id=message.id, round=number or shown.round)

    async def _answer(self, channel: ServerChannel, message: FromClient) -> None:
        if isinstance(message, OfKeys | OfGames | OfPeople | KeepSettings | TournamentRequest | Hint):
            await channel.send(self._of_person(message))
            return
        match message:
            case Hello(name="", token="") if not self.knows_owner:
                await channel.send(Goodbye(ErrorCode.NAME_NEEDED.value, "you are new here: come again with a name"))
                channel.close()
            case Hello(name=name):
                about = self.offers, "id.secret", self.guest
                own = self.settings, self.own_words[0], self.own_words[1]
                await channel.send(Welcome(1, "fake", name or "Megan", *about, (), *own))
            case ListTables(id=number):
                await channel.send(Tables(number, (*self._entries(), *self.others)))
            case EnterLobby() | LeaveLobby() | SayInLobby() | ReadNews():
                await self._host_lobby(channel, message)
            case ReadRules() | LeaveTable() | SayAtTable() | Resign(alone=True):
                self.stage = None if isinstance(message, Resign) else self.stage
                await channel.send(_plain_answer(message))
            case OpenTable() | QuickTable():
                await self._open(channel, message)
            case JoinTable() | WatchTable() | PlayDaily():
                await channel.send(self._arrive(message))
            case Act() | Continue() | Begin():
                await self._move(channel, message)

    def _advise(self, message: Hint) -> HintGiven | Refused:
        """Find each choice a point better than the next, if this server gives hints."""
        game = self.stage.table().game if self.stage is not None and self.hints else None
        legal = game.legal if game is not None else ()
        if not legal:
            return refused(message.id, ErrorCode.NOT_NOW, "there are no hints here")
        choices = tuple(Appraised(action, 3.1 - place) for place, action in enumerate(legal))
        return HintGiven(message.id, message.seq, choices, (HintReason("it takes the trick"),))

    def _of_person(self, message: OfKeys | OfGames | OfPeople | KeepSettings | TournamentRequest | Hint) -> FromServer:
        if isinstance(message, TournamentCommand):
            return self._tournament(message)
        if isinstance(message, Hint):
            return self._advise(message)
        if isinstance(message, OfPeople):
            return self._change_contacts(message)
        if isinstance(message, KeepSettings):
            return self._keep(message)
        return self._own(message) if isinstance(message, OfKeys) else self._show(message)

    def _change_contacts(self, message: OfPeople) -> Contacts | Accepted | Refused:
        """Follow and block anybody; a friend is where the list says."""
        if self.refusals:
            return replace(self.refusals.pop(0), id=message.id)
        match message:
            case SetFriend(name=name, friend=on):
                self.friends = (*self.friends, Friend(name)) if on else _without(self.friends, name)
                self.blocked = tuple(other for other in self.blocked if other != name)
            case SetBlocked(name=name, blocked=on):
                self.friends = _without(self.friends, name)
                self.blocked = (*self.blocked, name) if on else tuple(one for one in self.blocked if one != name)
            case Complain() | Invite() | ReportPerson() | SayTo():
                return Accepted(message.id, 0)
        return Contacts(message.id, self.friends, self.blocked)

    def _keep(self, message: KeepSettings) -> SettingsKept | Refused:
        if self.refusals:
            return replace(self.refusals.pop(0), id=message.id)
        values = {**self.settings, **message.account, **message.device}
        self.settings = {name: value for name, value in values.items() if value}
        return SettingsKept(message.id, self.settings)

    async def _host_lobby(self, channel: ServerChannel, message: OfLobby) -> None:
        match message:
            case ReadNews(id=number):
                await channel.send(NewsShown(number, self.news))
                return
            case EnterLobby(id=number) if self.hurried:
                self.hurried = False
                await channel.send(Refused(number, ErrorCode.TOO_MANY, "not so fast"))
                return
            case EnterLobby(id=number):
                tables = (*self._entries(), *self.others)
                await channel.send(LobbyShown(number, tables, self.people, self.talk, len(self.people)))
                return
            case SayInLobby(text=text):
                await channel.send(LobbyChanged(1, talk=(Line(message.id, "Megan", text, 1.0),)))
            case LeaveLobby():
                pass
        await channel.send(Accepted(message.id, 0))

    def _arrive(self, message: JoinTable | WatchTable | PlayDaily) -> Seated | Refused:
        if self.stage is None:
            return Refused(message.id, ErrorCode.UNKNOWN_TABLE, "There is no such table.")
        if self.trouble:
            return Refused(message.id, self.trouble, "try again later")
        if isinstance(message, WatchTable):
            return Seated(message.id, replace(self.stage.table(), viewer=None))
        if self.full:
            return Refused(message.id, ErrorCode.TABLE_FULL, "no seat is free at this table")
        mark = DailyMark("2026-11-21", practice=message.practice) if isinstance(message, PlayDaily) else None
        return Seated(message.id, self.stage.table(), daily=mark)

    def _own(self, message: OfKeys) -> Keys | KeyCode | Renamed | Refused:
        match message:
            case Rename(id=number, name="Owain"):
                return Refused(number, ErrorCode.INVALID_NAME, "somebody else here is called Owain")
            case Rename(id=number, name=name):
                return Renamed(number, name)
            case OfferKey(id=number):
                return KeyCode(number, "K7QX-M2PD", 600)
            case NameKey(key=key, name=name):
                self.keys = [replace(entry, name=name) if entry.key == key else entry for entry in self.keys]
            case RevokeKey(id=number, last=False) if len(self.keys) == 1:
                return Refused(number, ErrorCode.LAST_KEY, "nobody can come back without it")
            case RevokeKey(key=key):
                self.keys = [entry for entry in self.keys if entry.key != key]
        return Keys(message.id, "Megan", tuple(self.keys))

    def _show(self, message: OfGames) -> FromServer:
        match message:
            case ReadReview(id=number) if self.refusals:
                return replace(self.refusals.pop(0), id=number)
            case ReadReview(id=number, deal=deal, turn=turn):
                part = replace(review_of(self.games[0], self.replay[deal - 1], deal), id=number)
                one = part.turns[turn - 1 : turn]
                return replace(part, seats=(), turns=one) if turn else part
            case ReadStatistics(id=number):
                about, played = "exact multiples of nine", len(self.games)
                return Statistics(number, "Megan", played, 1, 16, 400, "chwech", about, 3, self.ratings)
            case ReadRankings(id=number, game=game, ruleset=ruleset):
                month = "2026-11", self.of_month, self.winners
                return Rankings(number, game, ruleset, self.ranked if ruleset == "revised" else (), *month)
            case ReadRecord(id=number, line=line):
                return RecordPart(number, self.record[line : line + 1], len(self.record) > line + 1)
            case ReadReplay(id=number) if self.refusals:
                return replace(self.refusals.pop(0), id=number)
            case ReadReplay(id=number, deal=deal, step=step):
                steps = self.replay[deal - 1][step:]
                return ReplayPart(number, tuple(map(_written, steps[:30])), len(steps) > 30, len(self.replay))
            case ListGames(id=number):
                return Games(number, self.games)
            case ReadDaily(id=number, day=day):
                known = [one for one in self.days if day in ("", one.day)]
                refused = Refused(number, ErrorCode.NOT_NOW, "there is no such day here")
                return replace(known[-1], id=number) if known else refused

    def _entries(self) -> Iterable[TableEntry]:
        if self.stage is not None:
            table = self.stage.table()
            names = tuple(seat.name if seat else "" for seat in table.seats)
            yield TableEntry(table.table, table.setup, table.phase, names, "deal 2 of 6", yours=True, total=12)

    async def _open(self, channel: ServerChannel, message: OpenTable | QuickTable) -> None:
        seed = message.seed if isinstance(message, OpenTable) else ""
        try:
            self.stage = Stage(message.setup, Seat(0), seed or "fake")
        except InvalidSetup as error:
            await channel.send(Refused(message.id, ErrorCode.INVALID_SETUP, str(error)))
            return
        await channel.send(Seated(message.id, self.stage.table()))
        await self._play_on(channel)

    async def _move(self, channel: ServerChannel, message: Act | Continue | Begin) -> None:
        stage = self.stage
        if isinstance(message, Act):
            try:
                event = stage.state.decide(stage.viewer or Seat(0), message.action)
            except IllegalAction as error:
                await channel.send(Refused(message.id, ErrorCode.ILLEGAL_ACTION, str(error), stage.table()))
                return
            await channel.send(Accepted(message.id, stage.seq + 1))
            await self._tell(channel, event)
            await self._play_on(channel)
            return
        await channel.send(Accepted(message.id, stage.seq))
        await self._play_on(channel, agreed=True)

    async def _play_on(self, channel: ServerChannel, *, agreed: bool = False) -> None:
        stage = self.stage
        while True:
            state = stage.state
            if state.stage is State.DEALING and (agreed or not state.deals):
                await self._tell(channel, stage.shuffled())
            elif state.seats and stage.viewer not in state.seats:
                await self._tell(channel, stage.decided(min(state.seats)))
            else:
                return
            agreed = False

    async def _tell(self, channel: ServerChannel, event: Answered) -> None:
        stage = self.stage
        told, table = stage.happen(event), stage.table()
        await channel.send(Happened(table.seq, told, table))


def _plain_answer(message: ReadRules | LeaveTable | SayAtTable | Resign) -> Rules | Accepted:
    if isinstance(message, ReadRules):
        return Rules(message.id, "# Chwech\n\nFollow the suit, or pass.\n")
    return Accepted(message.id, 0)


def _without(friends: tuple[Friend, ...], name: str) -> tuple[Friend, ...]:
    return tuple(friend for friend in friends if friend.name != name)


def _written(step: ReplayStep) -> ReplayStep:
    """Give a step as it goes over the wire."""
    events = [replace(one, told=packed(one.told)) if isinstance(one, Answered) else one for one in step.events]
    return replace(step, events=tuple(events))


def played(server: FakeServer, kind: type) -> int:
    """Count the messages of a kind that the server has heard."""
    return sum(isinstance(message, kind) for message in server.heard)
