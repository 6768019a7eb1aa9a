"""The requests to the server: each gets the next id and is sent by the link."""

from collections.abc import Callable
from functools import partial
from typing import Concatenate, ParamSpec

from chwech_tui.errand import TableOrder, table_request
from chwech_tui.link import Link
from protocol.absence import Resign
from protocol.administration import ReportPerson
from protocol.archive import ListGames, ReadRecord, ReadReplay, ReadReview, ReadStatistics
from protocol.contacts import Invite, ListContacts, SetBlocked, SetFriend
from protocol.daily import PlayDaily, ReadDaily
from protocol.identity import ListKeys, NameKey, OfferKey, Rename, RevokeKey
from protocol.lobby import EnterLobby, LeaveLobby, SayInLobby
from protocol.messages import FromClient, JoinTable, LeaveTable, ListTables, ReadRules, WatchTable
from protocol.rankings import ReadRankings
from protocol.seating import QuickTable
from protocol.settings import KeepSettings
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
