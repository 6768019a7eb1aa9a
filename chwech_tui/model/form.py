"""Forms: the choices for a table, for a tournament or of the settings, as fields that screens draw and words set."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from msgspec import DecodeError, Struct, json, to_builtins
from msgspec.structs import replace

from chwech_tui.describe import CLOCKS, DELAYS, clock_words, pace_words
from chwech_tui.model.lobby import level_fallback
from chwech_tui.model.people import level_meant, level_words
from chwech_tui.model.settings import COACH_ABOUT, SETTINGS, Coach, Setting, Settings, with_setting
from games.kit import pages
from games.kit.game import Game
from games.kit.options import InvalidSetup, has
from protocol.language import N_, _, ngettext
from protocol.people import LONGEST_SETTING, WEBHOOK
from protocol.setup import DAY, PACES, USUAL, Arrangement, Clock, Delay, GameOffer, OptionOffer, OptionValue, Setup
from protocol.tournaments import MOST_ROUNDS, TournamentPlan
from protocol.tournaments import TournamentForm as Meetings

T = TypeVar("T")


def following(values: Sequence[T], value: T, by: int) -> T:
    """Return the value so many places after another one, round and round; the first after one that is not there."""
    return values[(values.index(value) + by) % len(values)] if value in values else values[0]


def words(name: str) -> str:
    """Return the name of an option as words."""
    return name.replace("_", " ")


def shown(value: OptionValue) -> str:
    """Return the value of an option as displayed."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return words(str(value))


class Field(Struct, frozen=True, gc=False):
    """One choice of a form."""

    name: str
    """The name of the choice, as the rules write it."""
    label: str
    """The name as it is shown."""
    about: str
    """What the choice decides."""
    now: Any = None
    """The value that it has; None for a line that is no choice but does something."""
    words: Callable[[Any], str] = shown
    """How a value is shown."""
    values: Sequence[Any] = (False, True)
    """What it can be, in order."""
    put: Callable[[Any], Any] = bool
    """Returns the form with another value; None for one that does not go with the other choices."""
    numbers: range = range(0)
    """The numbers in steps that it can be besides."""
    mark: str = "‹ {} ›"
    """What stands around the value: as it is, arrows change it."""
    group: str = ""
    """The heading below which it stands; empty for what is chosen first."""

    @property
    def value(self) -> str:
        """The value as it is shown; empty for a line that is no choice."""
        return "" if self.now is None else self.words(self.now)

    @property
    def every(self) -> Sequence[Any]:
        """All values, the numbers in order."""
        return (*[usual for usual in self.values if usual not in self.numbers], *self.numbers)

    def after(self, by: int | None) -> Any:  # noqa: ANN401
        """Return the value so many places on, round and round, that goes with the others; for None the next usual."""
        if by is None and self.numbers.step > 1:
            return following(self.values, self.now, 1)
        value, every = self.now, self.every
        # There may be thousands of values, and to see whether one fits takes a moment: the nearest is looked at first.
        for _turn in every:
            value = following(every, value, by or 1)
            if self.put(value) is not None:
                break
        return value


def setting_fields(settings: Settings) -> tuple[Field, ...]:
    """Return the settings, but the keys."""
    values = to_builtins(settings)

    def of(one: Setting) -> Field:
        named = one.said, tuple(one.choices), partial(with_setting, settings, one.name)
        mark = "  {}" if one.name == WEBHOOK else "‹ {} ›"
        return Field(one.name, _(one.title), _(one.about), values[one.name], *named, mark=mark, group=_(one.group))

    return tuple(map(of, SETTINGS))


# The form of a table, or of the tables of a tournament


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
    pace: float = 0.6
    """The time that a bot takes for its turn, in seconds."""
    arrangement: Arrangement | None = None
    """How the table is run; None for a private table that nobody else can join."""
    rated: bool = True
    """True if the game changes ratings."""
    coach: Coach = Coach.FIRST
    """Whether the coach is at the table."""
    known: Mapping[str, Game[Any]] = {}
    """The games as this client knows them, by name; the options of others are shown by their names."""
    plan: TournamentPlan | None = None
    """The tournament of which these are the tables, but for what the other choices decide; None for a table alone."""

    @property
    def offer(self) -> GameOffer:
        """The chosen game, with its possible choices."""
        return self.games[self.game]


def blank_form(
    games: Mapping[str, GameOffer], known: Mapping[str, Game[Any]] | None = None, *, shared: bool = False
) -> Form:
    """Return the form with every choice at its default, for a table that others can join (shared) or a private one."""
    game = next(iter(games))
    form = Form(games, game, 0, (), arrangement=USUAL if shared else None, known=known or {})
    return with_game(form, game)


def with_game(form: Form, title: str) -> Form:
    """Return a form for another game, which has choices of its own; how the table is run stays."""
    offer = form.games[title]
    return replace(form, game=title, players=offer.players[0], bots=offer.bots[:1], options={})


def remembered(form: Form) -> str:
    """Return the choices of a form that are not the usual ones as a text to keep; empty if there is no room for it."""
    blank = blank_form(form.games, form.known, shared=form.arrangement is not None)
    usual = {one.name: one.now for one in fields(with_game(blank, form.game))}
    changed = {one.name: one.now for one in fields(form) if one.now != usual.get(one.name)}
    text = json.encode({"game": form.offer.name, **changed}).decode()
    return text if len(text) <= LONGEST_SETTING else ""


def as_remembered(form: Form, text: str) -> Form:
    """Return a form with the choices of a kept text, as far as they are on offer; a damaged one changes nothing."""
    try:
        made = json.decode(text, type=dict[str, Any])
    except DecodeError:
        return form
    title = next((title for title, offer in form.games.items() if offer.name == made.get("game")), "")
    form = with_game(form, title) if title else form
    for name, kept in made.items() if title else ():
        known = next((one for one in fields(form) if one.name == name), None)
        values = [one for one in known.every if json.encode(one) == json.encode(kept)] if known is not None else []
        form = known.put(values[0]) or form if known is not None and values else form
    return form


def _value(form: Form, name: str) -> OptionValue:
    option = next(option for option in form.offer.options if option.name == name)
    return form.options.get(name, option.values[0])


def applies(form: Form, option: OptionOffer) -> bool:
    """Return True if an option applies, given the other choices."""
    if option.players and form.players not in option.players:
        return False
    return all(_value(form, name) == needed for name, needed in option.needs.items())


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


def setup_of(form: Form) -> Setup:
    """Return the setup that was chosen, with only the options that apply and differ from their defaults."""
    chosen = {option.name: _value(form, option.name) for option in form.offer.options if applies(form, option)}
    usual = {option.name: option.values[0] for option in form.offer.options}
    options = {name: value for name, value in chosen.items() if value != usual[name]}
    return Setup(form.offer.name, form.players, options)


def arrangement_of(form: Form) -> Arrangement:
    """Return how the table is run that was chosen."""
    return replace(form.arrangement or USUAL, casual=not form.rated)


def plan_of(form: Form) -> TournamentPlan:
    """Return the tournament that was chosen; its name must not be empty."""
    assert form.plan is not None, "the form of a table"
    bot = "" if form.bots == form.offer.bots[:1] else form.bots[0]
    return replace(form.plan, setup=setup_of(form), bot=bot, duplicate=form.plan.duplicate and _comparable(form))


# Its fields

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
"""The times of a move in a tournament, the default first."""

DAYS: Final = (0, 1, 2, 3, 7, 14, 30, 60, 100)  # Days that a round may be given, the default first.

_WHEN: Final = {
    Delay.NONE: N_("spectators see play live"),
    Delay.TRICK: N_("spectators see a trick when the next one ends"),
    Delay.DEAL: N_("spectators see a deal when the next one ends"),
}
"""What each delay means for spectators, marked for translation."""

_MEETINGS: Final = {
    Meetings.SWISS: (N_("Swiss"), N_("people with equal points meet")),
    Meetings.LEAGUE: (N_("league"), N_("everyone meets everyone, as evenly as possible")),
}
"""How the tables of a round are made up, marked for translation."""

_DUPLICATE: Final = "duplicate"


def fields(form: Form) -> tuple[Field, ...]:
    """Return the choices that apply."""
    # That all tables have the same deals is decided for a tournament, not for each of its tables.
    alone = form.plan is None
    options = [one for one in form.offer.options if applies(form, one) and (alone or one.name != _DUPLICATE)]
    rules = tuple([replace(_option(form, option), group=_("Rules")) for option in options])
    if not alone:
        return (*_planning(form), *_playing(form), *rules)
    of_form = _of(
        form,
        "",
        Field("pace", _("Pace"), _("how long a bot takes for its turn"), words=pace_words, values=PACES),
        Field("coach", _("Coach"), _(COACH_ABOUT), words=lambda coach: _(coach.words), values=tuple(Coach)),
        Field("rated", _("Rated"), _("whether the game changes the ratings of people and bots")),
    )
    run = (of_form[2], *(_arranging(form, form.arrangement) if form.arrangement is not None else ()))
    return (*_playing(form), *of_form[:2], *rules, *[replace(field, group=_("Table")) for field in run])


def field(form: Form, name: str) -> Field:
    """Return the choice of a name."""
    return next(one for one in fields(form) if one.name == name)


def _of(form: Form, part: str, *declared: Field) -> tuple[Field, ...]:
    """Return fields for attributes of a part of the form; with an empty part, of the form itself."""
    whole: Any = getattr(form, part) if part else form

    def put(value: Any, name: str) -> Form:  # noqa: ANN401
        changed: Form = replace(whole, **{name: value})
        return replace(form, **{part: changed}) if part else changed

    return tuple([replace(one, now=getattr(whole, one.name), put=partial(put, name=one.name)) for one in declared])


def _playing(form: Form) -> Iterator[Field]:
    """Yield the choices of the game, of its players, and of the bots."""
    if len(form.games) > 1:
        about = _(form.offer.about) or _("which game is played")
        yield Field("game", _("Game"), about, form.game, str, (*form.games,), lambda title: with_game(form, title))
    title, about, numbers = _("Players"), _("how many seats the table has"), sorted(form.offer.players)
    yield Field("players", title, about, form.players, str, numbers, partial(_with_players, form))
    if len(form.offer.bots) > 1:
        yield from _bots(form)


def _with_players(form: Form, players: int) -> Form:
    """Return the form for so many players; bots with levels of their own keep them."""
    bots = form.bots if len(form.bots) < 2 else (form.bots + form.bots[-1:] * players)[: players - 1]
    return _fitting(replace(form, players=players, bots=bots))


def _bots(form: Form) -> Iterator[Field]:
    """Yield the choice of the level of all bots, and of each seat's where they are not alike."""
    levels, alike = form.offer.bots, len(form.bots) == 1
    each = levels[:1] * (form.players - 1)
    # An empty level stands for one of their own for each.
    ways = (*levels, *([""] if form.plan is None and len(each) > 1 else []))

    def way_words(level: str) -> str:
        return level_words(level) if level else _("each its own")

    def put_all(level: str) -> Form:
        return replace(form, bots=(level,) if level else each)

    about = _level_about(form, form.bots[0]) if alike else _("each bot has a level of its own")
    yield Field("bots", _("Bots"), about, form.bots[0] if alike else "", way_words, ways, put_all)
    for place, level in enumerate(() if alike else form.bots):

        def put(other: str, place: int = place) -> Form:
            return replace(form, bots=(*form.bots[:place], other, *form.bots[place + 1 :]))

        title, about = _("Bot on seat {number}", number=place + 2), _level_about(form, level)
        yield Field(f"bot_{place + 2}", title, about, level, level_words, levels, put)


def _level_about(form: Form, level: str) -> str:
    """Return how bots of a level play, or which others play in their place now."""
    return level_fallback(form.offer, level) if level in form.offer.fallbacks else level_meant(level)


def _option(form: Form, option: OptionOffer) -> Field:
    """Return an option: in the words of its game, or else by its name."""
    name, now = option.name, _value(form, option.name)
    game = form.known.get(form.offer.name)
    known = next((one for one in game.options if one.name == name), None) if game else None

    def value_words(value: OptionValue) -> str:
        named = game is not None and known is not None and has(known, value)
        return (pages.meaning(game, name, value).label if game is not None and named else "") or shown(value)

    def put(value: OptionValue) -> Form | None:
        fits = _fits(form, name, value)
        return _fitting(replace(form, options={**form.options, name: value})) if fits else None

    label, about = words(name), _(option.about)
    if game is not None and known is not None and has(known, now):
        label, about = _(known.about), pages.meaning(game, name, now).about
    numbers = range(option.least, option.most + 1, option.step or 1)
    # Numbers one by one are values like any others.
    values = (
        (*[usual for usual in option.values if usual not in numbers], *numbers) if option.step == 1 else option.values
    )
    return Field(name, label, about, now, value_words, values, put, numbers if option.step > 1 else range(0))


def _arranging(form: Form, how: Arrangement) -> tuple[Field, ...]:
    """Return the choices about the running of a table that others can join."""
    found = _("shown in the list, or reached by its code alone")
    time, told = _("time for a move, and a reserve for the whole game"), _(_WHEN[how.delay])
    every = _of(
        form,
        "arrangement",
        Field("listed", _("Listed"), found, words=lambda listed: _("everybody") if listed else _("by code only")),
        Field("clock", _("Clock"), time, words=clock_words, values=CLOCKS),
        Field("watching", _("People may watch"), _("others may watch the game without a seat")),
        Field("delay", _("Spectators see"), told, words=lambda delay: _(DELAYS[delay]), values=tuple(DELAYS)),
        Field("takeover", _("Bots give up seats"), _("latecomers may take over a bot's seat")),
        Field("foreign_bots", _("Outside bots"), _("bots that people bring may take seats")),
        Field("hints", _("Hints"), _("players may see what their choices are worth; everyone sees who did")),
    )
    idle = {"delay"} if not how.watching else set()
    idle |= {"hints"} if not form.offer.hints else set()
    return tuple([one for one in every if one.name not in idle])


def _planning(form: Form) -> tuple[Field, ...]:
    assert form.plan is not None, "the form of a table"
    meet, time = _(_MEETINGS[form.plan.form][1]), _("time for a move; days for correspondence")
    rounds, days = _("by default as many as suit the people who enter"), _("when bots finish the tables of a round")
    every = _of(
        form,
        "plan",
        Field("form", _("Form"), meet, words=lambda one: _(_MEETINGS[one][0]), values=tuple(Meetings)),
        Field(
            "rounds", _("Rounds"), rounds, words=lambda one: str(one or _("automatic")), values=range(MOST_ROUNDS + 1)
        ),
        Field("clock", _("A move has"), time, words=clock_words, values=MOVES),
        Field("days", _("A round waits"), days, words=_days_words, values=DAYS),
        Field(_DUPLICATE, _("Duplicate"), _("all tables of a round have the same deals; seats are compared")),
    )
    return every if _comparable(form) else every[:-1]


def _days_words(days: int) -> str:
    return ngettext("{n} day", "{n} days", days) if days else _("until all games end")


def _comparable(form: Form) -> bool:
    return any(option.name == _DUPLICATE for option in form.offer.options)
