"""The requests to the server, each with the next id; and the person's settings, applied at once and stored there."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Concatenate, ParamSpec

from chwech_tui.describe import as_sentence
from chwech_tui.errand import TableOrder, table_request
from chwech_tui.link import Link, News
from chwech_tui.model.settings import Settings, changed, of_device, read_settings, stored_settings
from protocol.absence import Resign
from protocol.administration import ReportPerson
from protocol.archive import ListGames, ReadRecord, ReadReplay, ReadReview, ReadStatistics
from protocol.contacts import Invite, ListContacts, SetBlocked, SetFriend
from protocol.daily import PlayDaily, ReadDaily
from protocol.identity import ListKeys, NameKey, OfferKey, Rename, RevokeKey
from protocol.lobby import EnterLobby, LeaveLobby, SayInLobby
from protocol.messages import FromClient, JoinTable, LeaveTable, ListTables, ReadRules, Refused, WatchTable
from protocol.rankings import ReadRankings
from protocol.seating import QuickTable
from protocol.settings import KeepSettings, SettingsKept
from protocol.tournaments import (
    CancelTournament,
    EnterTournament,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    StartTournament,
)

P = ParamSpec("P")


def _request(kind: Callable[Concatenate[int, P], FromClient]) -> Callable[Concatenate["Requests", P], int]:
    def ask(self: "Requests", /, *values: P.args, **named: P.kwargs) -> int:
        return self.link.ask(lambda number: kind(number, *values, **named))

    return ask


class Requests:
    """Sends requests to one server, with the fields of their messages; each method returns the id of its request."""

    def __init__(self, link: Link) -> None:
        self.link = link

    daily = _request(ReadDaily)
    play_daily = _request(PlayDaily)
    tables = _request(ListTables)
    lobby = _request(EnterLobby)
    leave_lobby = _request(LeaveLobby)
    say_in_lobby = _request(SayInLobby)
    quick = _request(QuickTable)
    join = _request(JoinTable)
    watch = _request(WatchTable)
    leave = _request(LeaveTable)
    resign = _request(Resign)
    rules = _request(ReadRules)
    games = _request(ListGames)
    record = _request(ReadRecord)
    replay = _request(ReadReplay)
    review = _request(ReadReview)
    statistics = _request(ReadStatistics)
    rankings = _request(ReadRankings)
    rename = _request(Rename)
    keys = _request(ListKeys)
    offer_key = _request(OfferKey)
    name_key = _request(NameKey)
    revoke_key = _request(RevokeKey)
    keep_settings = _request(KeepSettings)
    contacts = _request(ListContacts)
    set_friend = _request(SetFriend)
    set_blocked = _request(SetBlocked)
    invite = _request(Invite)
    report = _request(ReportPerson)
    tournaments = _request(ListTournaments)
    tournament = _request(ReadTournament)
    enter_tournament = _request(EnterTournament)
    make_tournament = _request(MakeTournament)
    start_tournament = _request(StartTournament)
    cancel_tournament = _request(CancelTournament)

    def open(self, order: TableOrder) -> int:
        """Request a new table."""
        return self.link.ask(partial(table_request, order))


class Preferences:
    """Holds the settings, and keeps the server up to date with at most one request under way."""

    def __init__(self, ask: Requests, apply: Callable[[Settings], None]) -> None:
        """Begin with the defaults; ``apply`` is called with the settings whenever they change."""
        self.settings = Settings()
        """The settings that hold now."""
        self.fault = ""
        """Why the server did not store the last change; empty if it did."""
        self._ask = ask
        self._apply = apply
        self._unsent: dict[str, str] = {}
        self._sent: dict[str, str] = {}
        self._number: int | None = None

    def welcomed(self, stored: Mapping[str, str]) -> None:
        """Take the settings of a greeting; what was changed here and is not stored yet comes first."""
        settings = read_settings({**stored, **self._sent, **self._unsent})
        self._use(settings)
        self._send()

    def begin_anew(self) -> None:
        """Store again what was not answered: the link has forgotten its commands."""
        self._give_up()

    def change(self, name: str, value: str) -> None:
        """Change one setting or key.

        Raises:
            ValueError: there is no such setting or key, or it cannot be that.
        """
        self._use(changed(self.settings, name, value))
        # A default is not stored: where a later version has a better one, that is meant.
        self._unsent[name] = stored_settings(self.settings).get(name, "")
        self._send()

    def hear(self, news: News) -> bool:
        """Handle the answer to a change; return False for any other message."""
        if not isinstance(news, SettingsKept | Refused) or news.id is None or news.id != self._number:
            return False
        if isinstance(news, Refused):
            self.fault = as_sentence(news.text)
            self._give_up()
        else:
            self.fault = ""
            self._number, self._sent = None, {}
            self._send()
        return True

    def _use(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            self._apply(settings)

    def _give_up(self) -> None:
        """Take back what was sent; it goes with the next change."""
        self._unsent = {**self._sent, **self._unsent}
        self._number, self._sent = None, {}

    def _send(self) -> None:
        if self._number is not None or not self._unsent:
            return
        self._sent, self._unsent = self._unsent, {}
        device = {name: value for name, value in self._sent.items() if of_device(name)}
        account = {name: value for name, value in self._sent.items() if not of_device(name)}
        self._number = self._ask.keep_settings(account, device)
