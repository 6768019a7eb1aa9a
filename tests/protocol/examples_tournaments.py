"""One value or more of every message about tournaments."""

from collections.abc import Mapping
from typing import Final

from protocol.messages import FromClient, FromServer
from protocol.setup import Clock, Setup
from protocol.tableview import TablePhase
from protocol.tournaments import (
    CancelTournament,
    EnterTournament,
    Form,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    Standing,
    StartTournament,
    TournamentEntry,
    TournamentPlan,
    Tournaments,
    TournamentShown,
    TournamentTable,
)

PLAN: Final = TournamentPlan(
    "Cwpan y Gaeaf", Setup("chwech", 4, {"deals": 4}), Form.LEAGUE, 3, Clock(86_400.0), 14, "steady"
)

ENTRY: Final = TournamentEntry(3, PLAN, TablePhase.PLAYING, "Megan", 5, round=2, entered=True, yours=True)

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "list tournaments": ListTournaments(id=30),
    "read tournament": ReadTournament(id=31, tournament=3),
    "read tournament, a round": ReadTournament(id=32, tournament=3, round=1),
    "make tournament": MakeTournament(id=33, plan=PLAN),
    "make tournament as usual": MakeTournament(id=34, plan=TournamentPlan("Cwpan")),
    "enter tournament": EnterTournament(id=35, tournament=3),
    "enter tournament no more": EnterTournament(id=36, tournament=3, entered=False),
    "start tournament": StartTournament(id=37, tournament=3),
    "cancel tournament": CancelTournament(id=38, tournament=3),
}
"""What a client may send."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    "tournaments": Tournaments(
        id=30, tournaments=(ENTRY, TournamentEntry(2, TournamentPlan("Cwpan"), TablePhase.GATHERING, "Nia", 0))
    ),
    "tournament shown": TournamentShown(
        id=31,
        tournament=ENTRY,
        standings=(
            Standing("Megan", 1, 2.5, 4.0, 12.5, you=True),
            Standing("Ifan", 2, 1.0),
            Standing("Nia", 2, 1.0),
        ),
        round=2,
        tables=(
            TournamentTable("calm-river-lamp", ("Megan", "", "Ifan", ""), (54, 9, 27, 36), done=True),
            TournamentTable("quiet-nine-king", ("Nia", "", "Owain", "Rhys")),
        ),
        deadline=1_790_000_000.0,
    ),
    "tournament shown, before its start": TournamentShown(
        id=33, tournament=TournamentEntry(2, TournamentPlan("Cwpan"), TablePhase.GATHERING, "Nia", 0), standings=()
    ),
}
"""What a server may send."""
