"""The host: starts and stops the services, and serves every connection from its greeting to its end."""

import asyncio
import contextlib
import logging
from typing import Final

from protocol.aio import ServerChannel
from protocol.errors import ErrorCode, ProtocolError, RemoteProtocolError
from protocol.language import sentence
from protocol.lobby import ServerStatus
from protocol.messages import VERSION, Goodbye, Hello, Welcome, goodbye
from protocol.table import TablePhase
from protocol.text import clean_text
from protocol.version import program_name
from server.host.accounts import Accounts, Keyring
from server.host.acts import AdminDesk
from server.host.archive import Archivist, Compactor, Library
from server.host.clock import next_night
from server.host.complaints import Complaints
from server.host.connection import PING, ClientConnection
from server.host.daily import DailyDesk
from server.host.directory import TROUBLE, TableDirectory
from server.host.limits import CLIENT_CELLS, FLUSH_SECONDS, GREETING_SECONDS, SEND_SECONDS, ServerConfiguration
from server.host.lobby import Blocks, LobbyService
from server.host.moderation import Moderation
from server.host.news import NewsDesk
from server.host.notifier import Notifier, TurnNotifier
from server.host.people import AddressBook
from server.host.services import HostServices
from server.host.session import NOBODY, Handlers, Session, Sessions
from server.host.table_actor import TableActors
from server.host.terms import Terms
from server.host.tournaments import Organiser
from server.metrics import Sample, sample
from server.storage.store import Account, StoreFault

_UNFINISHED: Final = tuple(phase for phase in TablePhase if phase is not TablePhase.OVER)


_log = logging.getLogger(__name__)

SERVER_NAME: Final = program_name()  # The name and the version of the code that this process has loaded.


class Host:
    """Serves connections from every transport."""

    def __init__(self, services: HostServices) -> None:
        """Build the parts of the host; call ``open`` before serving."""
        self._services = services
        self._directory = TableDirectory(services)
        self._blocks = Blocks(services.store)
        self._directory.unlisted = self._blocks.unlisted
        self._lobby = LobbyService(services, self._directory, self._blocks)
        self._archivist = Archivist(services)
        self._actors = TableActors(services, self._directory, self._archivist, self._blocks)
        self._compactor = Compactor(services, self._actors.awake)
        self._organiser = Organiser(services, self._actors, self._lobby.tell)
        self._sessions = Sessions()
        contacts = AddressBook(services.store, self._blocks, self._lobby)
        keyring = Keyring(services, self._sessions, self._blocks)
        self._accounts = Accounts(services, self._actors, self._sessions, keyring.codes, self._lobby)
        self._notifier = Notifier(services, self._directory)
        self._turns = TurnNotifier(services, self._lobby.online)
        self.moderation = Moderation(services, self._sessions, self._actors, contacts, keyring.codes, self._organiser)
        """Who may come in and talk."""
        self.admin = AdminDesk(self.moderation)  # What those who run the server ask for.
        self._library = Library(services, self._organiser.is_done, self._blocks)
        self._daily = DailyDesk(services, self._directory)
        self._news = NewsDesk(services, self._lobby, self._blocks, self._organiser)
        complaints = Complaints(
            services, self._library, self._lobby.online.table_of, lambda code, seq: self._actors.of(code).complaint(seq)
        )
        answering = (self._lobby, contacts, keyring, self._accounts, self._library, self._daily, self._organiser)
        self._handlers: Handlers = {**PING}
        for part in (*answering, complaints, self._news, self.moderation, self.admin):
            self._handlers = {**self._handlers, **part.handlers}
        self._visits: set[asyncio.Task[None]] = set()
        self._closing = False

    @property
    def tables(self) -> int:
        """The number of unfinished tables."""
        return len(self._directory)

    @property
    def sessions(self) -> int:
        """The number of connected sessions."""
        return len(self._sessions)

    async def open(self) -> None:
        """Load the unfinished tables, delete the guests who are at none of them, and start the background tasks."""
        try:
            await self._directory.load()
        except ProtocolError as problem:
            raise StoreFault(f"the store holds a table that cannot be read: {problem}") from problem
        await self._blocks.load()
        await self._lobby.open()
        await self.moderation.open()
        await self._accounts.open()
        self._archivist.open()
        self._compactor.open()
        self._actors.open()
        self._organiser.open()
        self._directory.turned = self._turns.take

    def configure(self, configuration: ServerConfiguration) -> None:
        """Take over what the operator says; it holds for everything from now on."""
        self._services.configured = configuration
        self._notifier.configure()

    async def serve(self, channel: ServerChannel, terms: Terms) -> None:
        """Serve one connection to its end and close it."""
        visit = asyncio.current_task()
        assert visit is not None
        self._visits.add(visit)
        try:
            greeted = await self._greet(channel, terms)
            if greeted is None:
                return
            hello, account, token = greeted
            session = Session(account, terms, hello.run, hello.features, self._services.meters)
            # Register the session before the first await: from now on every search for this account or key finds it.
            self._sessions.enter(session)
            connection = ClientConnection(self.moderation, self._daily, self._handlers, session)
            try:
                if await self._welcome(channel, session, token):
                    connection.stand()
                    await session.converse(channel, connection.run)
            finally:
                await self._see_off(session, connection)
        finally:
            self._visits.discard(visit)
            channel.close()

    async def close(self) -> None:
        """Say goodbye to every client, finish the work in progress, and close the store."""
        self._closing = True
        self._notifier.close()
        self._turns.close()
        self._lobby.close()
        await self._accounts.close()
        for session in self._sessions:
            session.part("closing", sentence("the server is closing: what you have done is kept"))
        late: set[asyncio.Task[None]] = set()
        if self._visits:
            _, late = await asyncio.wait(self._visits, timeout=2 * FLUSH_SECONDS)
        await self._organiser.close()
        await self._actors.close()
        for visit in late:
            visit.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        await self._archivist.close()
        await self._compactor.close()
        await self._lobby.keep()
        await self._services.store.close()

    async def samples(self) -> list[Sample]:
        """Return tables, people, queues and counts."""
        load = await self._services.store.load()
        phases, (awake, queued) = self._directory.phases(), self._actors.waiting()
        waits = {"store": load.jobs, "tables": queued, "messages": sum(session.unsent for session in self._sessions)}
        return [
            *(sample("chwech_tables", phases[phase], phase=phase.value) for phase in _UNFINISHED),
            sample("chwech_tables_awake", awake),
            sample("chwech_sessions", len(self._sessions)),
            *(sample("chwech_queue", number, queue=name) for name, number in waits.items()),
            sample("chwech_database_bytes", load.size),
            *self._services.meters.samples(),
        ]

    async def status(self) -> ServerStatus:
        """Return how the server is: nothing but what everyone may know."""
        return await self._lobby.status()

    async def probe(self) -> None:
        """Find out whether anything can be stored."""
        await self._services.store.probe()

    async def _see_off(self, session: Session, connection: ClientConnection) -> None:
        self._sessions.leave(session)
        self._blocks.leave(session)
        self._lobby.leave(session)
        self._library.leave(session)
        await connection.leave()
        await self._news.leave(session)
        if not self._closing:
            await self._accounts.see_off(session, connection.last)

    async def _greet(self, channel: ServerChannel, terms: Terms) -> tuple[Hello, Account, str] | None:
        """Authenticate the connection, or say goodbye and return None."""
        try:
            # The limit covers the client's part only; the client cannot help it if the store is slow.
            async with asyncio.timeout(GREETING_SECONDS if terms.hurried else None):
                hello = await channel.receive()
            if not isinstance(hello, Hello) or self._closing:
                return None
            self.moderation.check_arrival(terms)
            if terms.hurried and hello.bot:
                self._accounts.check_bots()
            account, token = await self._accounts.admit(terms, hello)
            # A ban may be as new as that.
            self.moderation.check_arrival(terms, account.id)
            if terms.hurried:
                self._accounts.check_bots(account)
            client = clean_text(hello.client, cells=CLIENT_CELLS) or "a client"
            _log.info("%s comes with %s", account.id, client)
            return hello, account, token
        except RemoteProtocolError as problem:
            farewell = goodbye(problem.code.value, problem.text)
        except StoreFault as problem:
            _log.error("no account can log in: %s", problem)
            farewell = goodbye(ErrorCode.SERVER_FAULT.value, TROUBLE)
        except TimeoutError:
            text = sentence("no greeting came within {n} seconds: connect again", n=f"{GREETING_SECONDS:.0f}")
            farewell = goodbye(ErrorCode.GREETING_EXPECTED.value, text)
        self._services.meters.goodbyes[farewell.code] += 1
        with contextlib.suppress(OSError):
            async with asyncio.timeout(FLUSH_SECONDS):
                await channel.send(farewell)
        return None

    async def _welcome(self, channel: ServerChannel, session: Session, token: str) -> bool:
        """Answer the greeting; return False if the connection broke meanwhile, or the store fails."""
        account, games, own = session.account, self._services.offers(), self._services.configured
        guest = account.guest or (account == NOBODY and not session.key)
        answer: Welcome | Goodbye
        try:
            # A new account has no settings, and its token must not be lost to a store that fails.
            await self._blocks.come(session)
            settings = {} if token else await self._services.store.settings(account.id, session.key)
            made = VERSION, SERVER_NAME, account.name, games, token, guest, (), settings
            now = self._services.outside.now()
            at = next_night(self._services.night, now)
            answer = Welcome(*made, title=own.name, greeting=own.greeting, night_at=at, night_in=at and at - now)
        except StoreFault as problem:
            _log.error("no account can log in: %s", problem)
            answer = goodbye(ErrorCode.SERVER_FAULT.value, TROUBLE)
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await channel.send(answer)
        except OSError:
            return False
        return isinstance(answer, Welcome)
