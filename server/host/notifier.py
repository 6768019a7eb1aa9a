"""Tells those who run the server what they should know, and players of their turn, at webhooks such as ntfy topics.

A notice is a marked line of the log (``server.recovery``), or says who waits at a table. Notices are gathered, and at
most one request a minute is sent; nothing waits for it, and what cannot be sent is bounded and tried again.
"""

import asyncio
import base64
import contextlib
import logging
import socket
import ssl
from collections.abc import Sequence
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import unquote, urlsplit

from protocol.language import DEFAULT, _, sentence, speaking
from protocol.people import WEBHOOK
from protocol.text import clean_text
from protocol.version import program_name
from server.host.clock import next_night
from server.host.directory import TableDirectory
from server.host.limits import TURNS_TOLD, TokenBuckets
from server.host.lobby import OnlinePeople
from server.host.services import HostServices
from server.recovery import RECOVERED, URGENT
from server.storage.store import StoreFault
from server.tables.chairs import taken
from server.tables.heading import names_of

GATHER_SECONDS: Final = 5.0  # Seconds for which further notices are waited for.
REST_SECONDS: Final = 60.0  # Seconds from one request to the next.
RETRY_SECONDS: Final = 900.0  # Seconds after a request that has failed.
POST_SECONDS: Final = 10.0  # Seconds that a request may take in all.
WAIT_SECONDS: Final = 20.0  # Seconds between two looks at the tables; a player who waits at both is worth a notice.
MOST: Final = 20  # Notices that are kept; further ones are counted.

_CELLS: Final = 200
_ORDINARY: Final = 3
_HIGH: Final = 4

_log = logging.getLogger(__name__)


class Notifier(logging.Handler):
    """Gathers notices and sends them, while there is a webhook."""

    def __init__(self, services: HostServices, directory: TableDirectory) -> None:
        super().__init__(logging.WARNING)
        self._services = services
        self._directory = directory
        self._loop = asyncio.get_running_loop()
        self._notices: dict[str, int] = {}
        self._left_out = 0
        self._there = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def configure(self) -> None:
        """Begin if there is a webhook by now, and end if there is none any more; the tables are loaded."""
        if not self._services.configured.notify:
            self.close()
        elif not self._tasks:
            logging.getLogger().addHandler(self)
            self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._watch())]

    def close(self) -> None:
        """Send nothing more."""
        logging.getLogger().removeHandler(self)
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """Take a marked line of the log, from any thread."""
        if hasattr(record, *URGENT) or hasattr(record, *RECOVERED):
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._take, record.getMessage(), _HIGH)

    def _take(self, notice: str, priority: int) -> None:
        if len(self._notices) >= MOST and notice not in self._notices:
            self._left_out += 1
            return
        self._notices[notice] = max(priority, self._notices.get(notice, 0))
        self._there.set()

    async def _send(self) -> None:
        while True:
            await self._there.wait()
            await asyncio.sleep(GATHER_SECONDS)
            own, sent, more = self._services.configured, dict(self._notices), self._left_out
            try:
                await post(own.notify, own.name, (*sent, *[f"and {more} more"] * bool(more)), max(sent.values()))
            except OSError as problem:
                _log.warning("notices cannot be sent to the webhook: %s", problem)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            self._left_out -= more
            for notice in sent:
                del self._notices[notice]
            if not self._notices:
                self._there.clear()
            await asyncio.sleep(REST_SECONDS)

    async def _watch(self) -> None:
        """Take a notice of each table where people wait for others, and of each game night that begins, once."""
        seen = noted = {brief.code for brief in self._directory.waiting()}
        before = self._services.outside.now()
        while True:
            await asyncio.sleep(WAIT_SECONDS)
            last, before = before, self._services.outside.now()
            if last < next_night(self._services.night, before) <= before:
                self._take("the game night begins", _ORDINARY)
            waiting = {brief.code for brief in self._directory.waiting()}
            for brief in filter(None, map(self._directory.heading, sorted(waiting & seen - noted))):
                people = tuple(chair for _seat, chair in taken(brief.chairs) if chair.account)
                names = ", ".join(names_of(people, self._directory.unlisted))
                place = f"{brief.code} ({brief.setup.game}, {len(brief.chairs)} seats)"
                self._take(f"at {place} people wait for others: {names}", _ORDINARY)
            seen, noted = waiting, waiting & (noted | seen)


class TurnNotifier:
    """Tells people who are away of their turn in a correspondence game, if the host allows and they want it.

    Nothing waits for it, it is not tried again, and it says nothing of the table but the game.
    """

    def __init__(self, services: HostServices, online: OnlinePeople) -> None:
        self._services = services
        self._online = online
        self._told = TokenBuckets(TURNS_TOLD)
        self._tasks: set[asyncio.Task[None]] = set()

    def take(self, account: str, game: str) -> None:
        """Tell an account that it is its turn at a game, unless it is here."""
        if self._services.configured.notify_hosts and not self._online.sessions(account) and len(self._tasks) < MOST:
            task = asyncio.create_task(self._tell(account, game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Send nothing more."""
        for task in self._tasks:
            task.cancel()

    async def _tell(self, account: str, game: str) -> None:
        own = self._services.configured
        try:
            settings = await self._services.store.settings(account, "")
            url, now = settings.get(WEBHOOK, ""), asyncio.get_running_loop().time()
            if not url or webhook_fault(url, own.notify_hosts) or not self._told.take(account, 1.0, now):
                return
            with speaking(settings.get("language", DEFAULT)):
                title = _(self._services.games[game].title)
                text = _("It is your turn at {game}, on {server}.", game=title, server=own.name or "Chwech")
            await post(url, own.name, (text,), address=await public_address(urlsplit(url).hostname or ""))
        except (OSError, StoreFault) as problem:
            _log.info("%s cannot be told of a turn: %s", account, problem)


def webhook_fault(url: str, hosts: str) -> str:
    """Return why an address cannot be the webhook of a player, where these hosts are allowed; empty if it can."""
    if not hosts:
        return sentence("this server sends no notices of turns: no host is allowed for them (notify-hosts)")
    try:
        place = urlsplit(url)
        fits = place.scheme == "https" and place.netloc in hosts.split() and len(place.path) > 1
    except ValueError:
        fits = False
    if fits and url.isascii() and url.isprintable() and " " not in url:
        return ""
    known = ", ".join(hosts.split())
    return sentence("{url} cannot be notified: write https:// and a topic on {hosts}", url=repr(url[:80]), hosts=known)


async def public_address(host: str) -> str:
    """Return an address of a host; raise ``OSError`` if it has none, or any that only this network reaches."""
    found = await asyncio.get_running_loop().getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    addresses = [str(address[0]) for *_, address in found]
    for one in map(ip_address, addresses):
        # Other prefixes of IPv6 lead to IPv4 addresses of any kind.
        wide = not isinstance(one, IPv6Address) or (one in _UNICAST and one.sixtofour is None)
        if not wide or not one.is_global or one.is_multicast:
            raise OSError(f"{host} has the address {one}, which is not public")
    return addresses[0]


_UNICAST: Final = IPv6Network("2000::/3")


async def post(url: str, name: str, notices: Sequence[str], priority: int = _ORDINARY, address: str = "") -> None:
    """Send notices to this URL alone, at an address if one is given, never redirected.

    Raises:
        OSError: that fails; the text does not have the URL.
    """
    place = urlsplit(url)
    user, _at, host = place.netloc.rpartition("@")
    proof = f"Authorization: Basic {base64.b64encode(unquote(user).encode()).decode()}\r\n" if user else ""
    safe, path = place.scheme == "https", (place.path or "/") + (f"?{place.query}" if place.query else "")
    body = "".join(f"{clean_text(notice, cells=_CELLS)}\n" for notice in notices).encode(errors="replace")
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{proof}User-Agent: {program_name()}\r\n"
        f"Title: {name or 'Chwech'}\r\nPriority: {priority}\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    try:
        async with asyncio.timeout(POST_SECONDS):
            # Reading what is known of authorities takes some 30 ms.
            secured = await asyncio.to_thread(ssl.create_default_context) if safe else None
            port = place.port or (443 if safe else 80)
            named = place.hostname if safe else None
            reader, writer = await asyncio.open_connection(
                address or place.hostname, port, ssl=secured, server_hostname=named
            )
            try:
                writer.write(head.encode() + body)
                await writer.drain()
                status = (await reader.read(_CELLS)).partition(b"\r")[0].decode("latin-1")
            finally:
                writer.transport.abort()
    except TimeoutError as problem:
        raise OSError(f"it did not answer within {POST_SECONDS:.0f} seconds") from problem
    if status.partition(" ")[2][:1] != "2":
        raise OSError(f"it answers {clean_text(status, cells=60)!r}")
