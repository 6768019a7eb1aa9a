"""The form for a new tournament: that of its tables, with how and when they are played."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.describe import clock_words
from chwech_tui.model.form import Form as TableForm
from chwech_tui.model.form import Row, following, rows, setup_of, shown, step
from protocol.language import N_, _, ngettext
from protocol.setup import DAY, Clock
from protocol.tournaments import MOST_ROUNDS, Form, TournamentPlan

MOVES: Final = (
    Clock(60),
    Clock(60, 600),
    Clock(120),
    Clock(DAY),
    Clock(2 * DAY),
    Clock(3 * DAY),
    Clock(7 * DAY),
    Clock(30),
)
"""The times of a move to choose from, the default first."""

DAYS: Final = (0, 1, 2, 3, 7, 14, 30, 60, 100)
"""Days that a round may be given, the default first."""

LONGEST: Final = 20
"""The greatest width of a name that a server takes, in cells."""

_DUPLICATE: Final = "duplicate"

_OF_TABLE: Final = frozenset({"pace", "rated", _DUPLICATE})
"""Choices about a table that the server makes for those of a tournament, or that mean another thing there."""

_MEETINGS: Final = {
    Form.SWISS: (N_("Swiss"), N_("people with as many points meet")),
    Form.LEAGUE: (N_("league"), N_("everybody meets everybody, as evenly as can be")),
}
"""How the tables of a round are made up, marked for translation."""


class PlanForm(Struct, frozen=True, gc=False):
    """The choices made so far."""

    table: TableForm
    """The game, the seats, the options and the bots of each table."""

    name: str = ""
    form: Form = Form.SWISS
    rounds: int = 0
    clock: Clock = MOVES[0]
    days: int = DAYS[0]
    duplicate: bool = False


def plan_rows(plan: PlanForm) -> tuple[Row, ...]:
    """Return the choices that apply."""
    words, about = _MEETINGS[plan.form]
    rounds = str(plan.rounds) if plan.rounds else _("as many as suit")
    days = ngettext("{n} day", "{n} days", plan.days) if plan.days else _("until all is played")
    return (
        Row("form", _("Form"), _(about), _(words)),
        Row("rounds", _("Rounds"), _("how many there are; by itself what suits the people who come"), rounds),
        Row(
            "clock",
            _("A move has"),
            _("how long one may think; days for a tournament by correspondence"),
            clock_words(plan.clock),
        ),
        Row("days", _("A round waits"), _("how long until bots play on at its tables"), days),
        *_duplicate_row(plan),
        *(row for row in rows(plan.table) if row.name not in _OF_TABLE),
    )


def _duplicate_row(plan: PlanForm) -> tuple[Row, ...]:
    """Return the choice whether all tables have the same deals, for a game that can be played so."""
    if not _comparable(plan):
        return ()
    about = _("all tables of a round have the same deals; seats are compared")
    return (Row(_DUPLICATE, _("Duplicate"), about, shown(plan.duplicate)),)


def _comparable(plan: PlanForm) -> bool:
    return any(option.name == _DUPLICATE for option in plan.table.offer.options)


def plan_step(plan: PlanForm, name: str, by: int) -> PlanForm:
    """Change one choice to its next or previous value."""
    values: Mapping[str, Sequence[object]] = {
        "duplicate": (False, True),
        "form": tuple(Form),
        "rounds": range(MOST_ROUNDS + 1),
        "clock": MOVES,
        "days": DAYS,
    }
    if name in values:
        return replace(plan, **{name: following(values[name], getattr(plan, name), by)})
    if name == "bots":
        level = following(plan.table.offer.bots, plan.table.bots[0], by)
        return replace(plan, table=replace(plan.table, bots=(level,)))
    return replace(plan, table=step(plan.table, name, by))


def plan_of(plan: PlanForm) -> TournamentPlan:
    """Return the plan that was chosen; its name must not be empty."""
    bot = plan.table.bots[0] if plan.table.bots else ""
    usual = bot in plan.table.offer.bots[:1]
    return TournamentPlan(
        plan.name,
        setup_of(plan.table),
        plan.form,
        plan.rounds,
        plan.clock,
        plan.days,
        "" if usual else bot,
        duplicate=plan.duplicate and _comparable(plan),
    )
