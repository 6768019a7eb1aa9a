"""The forms for a new table and a new tournament: the choices that apply, changed one step at a time."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from chwech_tui.describe import CLOCKS, DELAYS, clock_words
from chwech_tui.model.lobby import level_fallback
from chwech_tui.model.people import level_meant, level_words
from games.kit import pages
from games.kit.game import Game
from games.kit.options import InvalidSetup, has
from protocol.identity import LONGEST_SETTING
from protocol.language import N_, _, ngettext
from protocol.setup import DAY, USUAL, Arrangement, Clock, Delay, GameOffer, OptionOffer, OptionValue, Setup
from protocol.tournaments import MOST_ROUNDS, TournamentPlan
from protocol.tournaments import Form as Meetings

T = TypeVar("T")

PACES: Final = (0.6, 1.2, 2.0, 0.0, 0.3)
"""The times that a bot may take for its turn, in seconds, the default first."""


_WHEN: Final = {
    Delay.NONE: N_("those who watch see all that everybody sees, at once"),
    Delay.TRICK: N_("those who watch see a trick when the next one is over, or the deal"),
    Delay.DEAL: N_("those who watch see a deal when the next one is over, or the game"),
}
"""What each delay means for spectators, marked for translation."""


class Row(Struct, frozen=True, gc=False):
    """One choice of the form."""

    name: str
    """The name of the choice, as the rules write it."""

    label: str
    """The name as it is shown."""

    about: str
    """What the choice decides."""

    value: str = ""
    """The value as it is shown; empty for a line that is no choice but does something."""

    mark: str = "‹ {} ›"
    """What stands around the value: as it is, arrows change it."""

    group: str = ""
    """The heading below which it stands; empty for what is chosen first."""


class Form(Struct, frozen=True, gc=False):
    """The choices made so far."""

    games: Mapping[str, GameOffer]
    """The games on offer by their titles, the first one chosen before anything else."""

    game: str
    """The title of the chosen game."""

    players: int
    """The number of players."""

    bots: tuple[str, ...]
    """The level of all bots, or that of the bot on each seat but the first; empty if the game has none."""

    options: Mapping[str, OptionValue] = {}
    """The options that were changed, by name."""

    pace: float = PACES[0]
    """The time that a bot takes for its turn, in seconds."""

    arrangement: Arrangement | None = None
    """How the table is run; None for a private table that nobody else can join."""

    rated: bool = True
    """True if the game changes ratings."""

    known: Mapping[str, Game[Any]] = {}
    """The games as this client knows them, by name; the options of others are shown by their names."""

    @property
    def offer(self) -> GameOffer:
        """The chosen game, with its possible choices."""
        return self.games[self.game]


def blank_form(
    games: Mapping[str, GameOffer], known: Mapping[str, Game[Any]] | None = None, *, shared: bool = False
) -> Form:
    """Return the form with every choice at its default, for a table that others can join (shared) or a private one."""
    return replace(_form(games, next(iter(games)), USUAL if shared else None), known=known or {})


def _form(games: Mapping[str, GameOffer], game: str, arrangement: Arrangement | None) -> Form:
    offer = games[game]
    return Form(games, game, offer.players[0], offer.bots[:1], arrangement=arrangement)


class _Made(Struct, frozen=True, array_like=True, gc=False):
    """What is remembered of a form."""

    game: str
    players: int
    bots: tuple[str, ...]
    options: dict[str, OptionValue]
    pace: float
    rated: bool
    arrangement: Arrangement | None = None


def remembered(form: Form) -> str:
    """Return the choices of a form as a text to keep; empty if there is no room for it."""
    setup = setup_of(form)
    made = _Made(setup.game, setup.players, form.bots, setup.options, form.pace, form.rated, form.arrangement)
    text = json.encode(made).decode()
    return text if len(text) <= LONGEST_SETTING else ""


def as_remembered(form: Form, text: str) -> Form:
    """Return a form with the choices of a kept text, as far as they are on offer; a damaged one changes nothing."""
    try:
        made = json.decode(text, type=_Made)
    except DecodeError:
        return form
    title = next((title for title, offer in form.games.items() if offer.name == made.game), "")
    if not title:
        return form
    form = with_game(form, title)
    offer = form.offer
    players = made.players if made.players in offer.players else form.players
    known = {*made.bots} <= {*offer.bots} and len(made.bots) in {1, players - 1}
    options = {one.name: made.options[one.name] for one in offer.options if _is_value(one, made.options.get(one.name))}
    return _fitting(
        replace(
            form,
            players=players,
            bots=made.bots if known else form.bots,
            options=options,
            pace=made.pace if made.pace in PACES else form.pace,
            rated=made.rated,
            arrangement=form.arrangement and (made.arrangement or form.arrangement),
        )
    )


def _is_value(option: OptionOffer, value: OptionValue | None) -> bool:
    """Return True if an option has a value, one of the usual ones or of those in steps."""
    if type(value) is not type(option.values[0]):
        return False
    return value in option.values or (option.step > 0 and value in range(option.least, option.most + 1, option.step))


def with_game(form: Form, title: str) -> Form:
    """Return a form for another game, which has choices of its own; how the table is run stays."""
    other = _form(form.games, title, form.arrangement)
    return replace(other, pace=form.pace, rated=form.rated, known=form.known)


def applies(form: Form, option: OptionOffer) -> bool:
    """Return True if an option applies, given the other choices."""
    if option.players and form.players not in option.players:
        return False
    return all(_value(form, name) == needed for name, needed in option.needs.items())


def rows(form: Form) -> tuple[Row, ...]:
    """Return the choices that apply."""
    options = tuple(_option_row(form, option) for option in form.offer.options if applies(form, option))
    pace = _("{seconds} s", seconds=f"{form.pace:g}") if form.pace else _("at once")
    about = _(form.offer.about) or _("which game is played")
    game = (Row("game", _("Game"), about, form.game),) if len(form.games) > 1 else ()
    rated = Row("rated", _("Rated"), _("whether the game changes the ratings of people and bots"), shown(form.rated))
    run = (rated, *(_arranging(form.arrangement, form.offer) if form.arrangement is not None else ()))
    return (
        *game,
        Row("players", _("Players"), _("how many seats the table has"), str(form.players)),
        *(_bot_rows(form) if len(form.offer.bots) > 1 else ()),
        Row("pace", _("Pace"), _("how long a bot takes for its turn"), pace),
        *(replace(row, group=_("Rules")) for row in options),
        *(replace(row, group=_("Table")) for row in run),
    )


def _bot_rows(form: Form) -> tuple[Row, ...]:
    """Return the choice of the level of all bots, and of each seat's where they are not alike."""
    if len(form.bots) == 1:
        return (Row("bots", _("Bots"), _level_about(form, form.bots[0]), level_words(form.bots[0])),)
    alike = Row("bots", _("Bots"), _("each bot has a level of its own"), _("each its own"))
    seats = [
        Row(f"{_BOT}{seat}", _("Bot on seat {number}", number=seat), _level_about(form, level), level_words(level))
        for seat, level in enumerate(form.bots, 2)
    ]
    return (alike, *seats)


def _level_about(form: Form, level: str) -> str:
    """Return how bots of a level play, or which others play in their place now."""
    return level_fallback(form.offer, level) if level in form.offer.fallbacks else level_meant(level)


_BOT: Final = "bot_"
"""The beginning of the name of the choice of one bot's level; the number of its seat, from 1, follows."""


def _option_row(form: Form, option: OptionOffer) -> Row:
    """Return the row of an option: in the words of its game, or else by its name."""
    value = _value(form, option.name)
    game = form.known.get(form.offer.name)
    known = next((one for one in game.options if one.name == option.name), None) if game else None
    if game is None or known is None or not has(known, value):
        return Row(option.name, words(option.name), _(option.about), shown(value))
    meaning = pages.meaning(game, option.name, value)
    return Row(option.name, _(known.about), meaning.about, meaning.label or shown(value))


def _arranging(how: Arrangement, offer: GameOffer) -> tuple[Row, ...]:
    """Return the choices about the running of a table that others can join."""
    found = _("everybody") if how.listed else _("by code only")
    delay = (Row("delay", _("They are told"), _(_WHEN[how.delay]), _(DELAYS[how.delay])),) if how.watching else ()
    hints = (_switch(how, "hints", _("Hints"), _("players may see what their choices are worth; it is marked")),)
    return (
        Row("listed", _("Found by"), _("whether the table is in the list, or only its code leads there"), found),
        Row(
            "clock", _("Clock"), _("how long a move may take, and what a player has in reserve"), clock_words(how.clock)
        ),
        _switch(how, "watching", _("People may watch"), _("others may watch the game without a seat")),
        *delay,
        _switch(how, "takeover", _("Bots give up seats"), _("who comes later may take over the seat of a bot")),
        _switch(how, "foreign_bots", _("Bots of others"), _("programs that people bring may take seats")),
        *(hints if offer.hints else ()),
    )


def _switch(how: Arrangement, name: str, label: str, about: str) -> Row:
    return Row(name, label, about, shown(getattr(how, name)))


def step(form: Form, name: str, by: int) -> Form:
    """Change one choice to its next or previous value; another game has choices of its own."""
    if name == "game":
        return with_game(form, following(tuple(form.games), form.game, by))
    if name == "players":
        return _fitting(_with_players(form, following(sorted(form.offer.players), form.players, by)))
    if name == "bots" or name.removeprefix(_BOT).isdecimal():
        return replace(form, bots=_other_bots(form, name, by))
    if name == "pace":
        return replace(form, pace=following(sorted(PACES), form.pace, by))
    if name == "rated":
        return replace(form, rated=not form.rated)
    if form.arrangement is not None and name in Arrangement.__struct_fields__:
        return replace(form, arrangement=_rearranged(form.arrangement, name, by))
    option = next(option for option in form.offer.options if option.name == name)
    every: Sequence[OptionValue] = option.values
    if option.step:
        numbers = range(option.least, option.most + 1, option.step)
        every = (*[usual for usual in option.values if usual not in numbers], *numbers)
    value = _value(form, name)
    # There may be thousands of values, and to see whether one fits takes a moment: the nearest is looked at first.
    for _turn in every:
        value = following(every, value, by)
        if _fits(form, name, value):
            break
    return with_value(form, name, value)


def leap(form: Form, name: str) -> Form:
    """Change one choice to its next value or, where it is a number in steps, to the next that is usual."""
    option = stepped(form, name)
    if option is None:
        return step(form, name, 1)
    return with_value(form, name, following(option.values, _value(form, name), 1))


def stepped(form: Form, name: str) -> OptionOffer | None:
    """Return the option of this name, if it is a number in steps of which some are usual."""
    return next((option for option in form.offer.options if option.name == name and option.step > 1), None)


def with_value(form: Form, name: str, value: OptionValue) -> Form:
    """Return the form with an option at a value."""
    return _fitting(replace(form, options={**form.options, name: value}))


def _fits(form: Form, name: str, value: OptionValue) -> bool:
    """Return True if a value of an option goes with the other choices, as its game knows."""
    game = form.known.get(form.offer.name)
    chosen = {**form.options, name: value}
    try:
        return game is None or game.complete(form.players, chosen) is not None
    except InvalidSetup as fault:
        # The text begins with the option that is at fault, which gives way to the others.
        return not str(fault).startswith(name)


def _fitting(form: Form) -> Form:
    """Return the form without the options that go no longer with the other choices."""
    options = {name: value for name, value in form.options.items() if _fits(form, name, value)}
    return form if len(options) == len(form.options) else _fitting(replace(form, options=options))


def _with_players(form: Form, players: int) -> Form:
    """Return the form for so many players; bots with levels of their own keep them."""
    if len(form.bots) < 2:
        return replace(form, players=players)
    return replace(form, players=players, bots=(form.bots + form.bots[-1:] * players)[: players - 1])


def _other_bots(form: Form, name: str, by: int) -> tuple[str, ...]:
    """Return the levels after one choice is changed; after the last level for all, each bot has its own."""
    levels = form.offer.bots
    if name != "bots":
        place = int(name.removeprefix(_BOT)) - 2
        return (*form.bots[:place], following(levels, form.bots[place], by), *form.bots[place + 1 :])
    each = levels[:1] * (form.players - 1)
    ways = [*((level,) for level in levels), *([each] if len(each) > 1 else [])]
    return following(ways, form.bots if len(form.bots) == 1 else each, by)


def _rearranged(how: Arrangement, name: str, by: int) -> Arrangement:
    """Change one choice of how the table is run; those without values of their own are switches."""
    values: Mapping[str, Sequence[object]] = {"clock": CLOCKS, "delay": tuple(DELAYS)}
    return replace(how, **{name: following(values.get(name, (False, True)), getattr(how, name), by)})


def setup_of(form: Form) -> Setup:
    """Return the setup that was chosen, with only the options that apply and differ from their defaults."""
    chosen = {option.name: _value(form, option.name) for option in form.offer.options if applies(form, option)}
    usual = {option.name: option.values[0] for option in form.offer.options}
    options = {name: value for name, value in chosen.items() if value != usual[name]}
    return Setup(form.offer.name, form.players, options)


def arrangement_of(form: Form) -> Arrangement:
    """Return how the table is run that was chosen."""
    return replace(form.arrangement or USUAL, casual=not form.rated)


def words(name: str) -> str:
    """Return the name of an option as words."""
    return name.replace("_", " ")


def shown(value: OptionValue) -> str:
    """Return the value of an option as displayed."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return words(str(value))


def _value(form: Form, name: str) -> OptionValue:
    option = next(option for option in form.offer.options if option.name == name)
    return form.options.get(name, option.values[0])


def following(values: Sequence[T], value: T, by: int) -> T:
    """Return the value so many places after another one, round and round; the first after one that is not there."""
    return values[(values.index(value) + by) % len(values)] if value in values else values[0]


# Tournaments: the form of their tables, with how and when they are played

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

_DUPLICATE: Final = "duplicate"

_OF_TABLE: Final = frozenset({"pace", "rated", _DUPLICATE})
"""Choices about a table that the server makes for those of a tournament, or that mean another thing there."""

_MEETINGS: Final = {
    Meetings.SWISS: (N_("Swiss"), N_("people with as many points meet")),
    Meetings.LEAGUE: (N_("league"), N_("everybody meets everybody, as evenly as can be")),
}
"""How the tables of a round are made up, marked for translation."""


class PlanForm(Struct, frozen=True, gc=False):
    """The choices made so far."""

    table: Form
    """The game, the seats, the options and the bots of each table."""

    name: str = ""
    form: Meetings = Meetings.SWISS
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
        "form": tuple(Meetings),
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
