"""Sentences: how a table is run, what happens at it, and the log of recent events; pure."""

import re
from functools import reduce
from typing import Final

from msgspec import Struct

from chwech_tui.model.deal import PublicDeal
from chwech_tui.model.game import ShownGame, Unit
from chwech_tui.model.ink import Hue, Line, Picture, Span, printable
from chwech_tui.model.people import BOT_MARK, People, SharedAct, level_words, listed
from protocol import table as tables
from protocol.game import Answered, View
from protocol.language import N_, _, ngettext, pgettext
from protocol.people import SaidTo
from protocol.setup import Arrangement, Clock, Delay
from protocol.table import Line as Words
from protocol.text import clean_text

_ABSENCES: Final = {
    tables.Absence.LOST: (N_("A bot plays for you while you are away."), N_("A bot plays for {name}, who is away.")),
    # The prompt says whether a bot plays for the viewer or the table waits because no other person plays.
    tables.Absence.AWAY: (N_("You step away."), N_("A bot plays for {name}, who stepped away.")),
    tables.Absence.IDLE: (N_("A bot plays on for you."), N_("A bot plays on for {name}.")),
}
"""The log's sentences when a bot stands in: to the player, and about the player."""

_SITTING: Final = SharedAct(N_("You sit down."), N_("{name} sits down."), N_("{names} sit down."))


def entrance_words(table: tables.TableView, kind: ShownGame) -> str:
    """Return how far a game has got, for a newcomer; empty before it begins and once it is over."""
    game = table.game
    if game is None or table.phase is not tables.TablePhase.PLAYING:
        return ""
    deal, nobody = PublicDeal(kind, game), [""] * len(game.seats)
    if not (game.sheets or deal.turns(nobody, back=True) or deal.turns(nobody, back=False)):
        return _("The game begins.")
    return _("The game resumes at {progress}.", progress=kind.progress(game))


def cards_words(number: int) -> str:
    """Return a number of cards: ``5 cards``."""
    return ngettext("{n} card", "{n} cards", number)


_NAMELESS: Final = "@HOST "  # The placeholder in commands of a server that does not know its own name.
_LOOPBACK: Final = re.compile(r"[@ \[/](127\.[0-9.]+|localhost|::1)(?![\w.-])")  # A machine's names for itself.


def as_sentence(text: str) -> str:
    """Return the text of a refusal with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def host_words(command: str) -> str:
    """Return what to change in a command of a server that does not know its own name, or only its name for itself."""
    if _NAMELESS in command:
        return _("Replace HOST with the address you connected to.")
    own = _LOOPBACK.search(command)
    return _("Elsewhere, use this machine's address for {host}.", host=own[1]) if own else ""


def together(names: tuple[str, ...], act: SharedAct) -> Line:
    """Return one sentence for one or several people who did the same thing; ``names`` are from ``People.call``."""
    own = _("You")
    if names == (own,):
        return (Span(_(act.own), Hue.DIM),)
    if len(names) == 1:
        return (Span(_(act.one, name=names[0]), Hue.DIM),)
    small = pgettext("in a list of names", "you")
    called = [names[0], *(small if name == own else name for name in names[1:])]
    return (Span(_(act.many, names=listed(called)), Hue.DIM),)


def table_sentence(event: tables.Event, people: People) -> Line:
    """Return the sentence for an event of the table; an empty line for an event of the game, or one that needs none."""
    match event:
        case tables.SeatTaken():
            return (Span(_seated(event), Hue.DIM),)
        case tables.SeatLeft(name=name):
            return (Span(_("{name} gets up.", name=printable(name)), Hue.DIM),)
        case tables.Removed(name=name):
            return (Span(_("The host frees {name}'s seat.", name=printable(name)), Hue.DIM),)
        case tables.HostGiven(seat=seat):
            return (Span(people.tell(seat, _("You are the host now."), _("{name} is the host now.")), Hue.DIM),)
        case tables.Readied(seat=seat, ready=True):
            return (Span(people.tell(seat, _("You are ready."), _("{name} is ready.")), Hue.DIM),)
        case tables.Readied(seat=seat):
            return (Span(people.tell(seat, _("You are not ready."), _("{name} is not ready.")), Hue.DIM),)
        case tables.PaceSet(seat=seat, pace=pace):
            own, other = _("You set the pace of bots: {pace}."), _("{name} sets the pace of bots: {pace}.")
            return (Span(people.tell(seat, own, other, pace=pace_words(pace)), Hue.DIM),)
        case tables.Began():
            return (Span(_("The game begins."), Hue.STRONG),)
        case tables.Said(name=name, text=text):
            return said(name, text)
        case _:
            return _presence(event, people)


def pace_words(pace: float) -> str:
    """Return how long bots take for a turn."""
    return _("{seconds} s", seconds=f"{pace:g}") if pace else _("at once")


def _seated(event: tables.SeatTaken) -> str:
    name, was = printable(event.name), printable(event.was)
    if was and not event.bot:
        return _("{name} sits down in place of {was} (bot).", name=name, was=was)
    if was:
        return _("The bot {was} is now called {name}.", name=name, was=was)
    if event.bot:
        return _("{name} sits down ({level} bot).", name=name, level=level_words(event.bot))
    return _("{name} sits down.", name=name)


def _presence(event: tables.Event, people: People) -> Line:
    match event:
        case tables.StoodIn(seat=seat, why=why):
            own, other = _ABSENCES[why]
            return (Span(people.tell(seat, _(own), _(other)), Hue.DIM),)
        case tables.CameBack(seat=seat):
            return (Span(people.tell(seat, _("You are back."), _("{name} is back.")), Hue.DIM),)
        case tables.Resigned(seat=seat):
            own, other = _("You leave for good: a bot plays on."), _("{name} leaves for good: a bot plays on.")
            return (Span(people.tell(seat, own, other), Hue.DIM),)
        case tables.TimedOut(seat=seat):
            return (Span(people.tell(seat, _("You run out of time."), _("{name} runs out of time.")), Hue.ALERT),)
        case tables.Paused():
            return (Span(_("All have agreed: the game is paused."), Hue.STRONG),)
        case tables.Resumed(seat=seat):
            if seat is None:
                return (Span(_("The pause is over: the game goes on."), Hue.STRONG),)
            own, other = _("You end the pause: the game goes on."), _("{name} ends the pause: the game goes on.")
            return (Span(people.tell(seat, own, other), Hue.STRONG),)
        case tables.RematchOffered(seat=seat):
            own, other = _("You want a rematch."), _("{name} wants a rematch.")
            return (Span(people.tell(seat, own, other), Hue.STRONG),)
        case _:
            return ()


def said(name: str, text: str) -> Line:
    """Return a chat message with the name of its author."""
    return (
        Span(f"{clean_text(name, cells=48)}: ", Hue.STRONG),
        Span(clean_text(text, cells=2 * tables.TEXT_CHARACTERS)),
    )


LONGEST: Final = 200


class LogEntry(Struct, frozen=True, gc=False):
    """One sentence of the log."""

    line: Line
    names: tuple[str, ...] = ()
    """The players who did it, for acts that several players may do one after another."""
    act: SharedAct | None = None
    """What they did; None for entries that are not merged."""
    aside: bool = False
    """True for entries shown only in the full log, not beside a table."""
    talk: bool = False
    """True for chat."""


Chronicle = tuple[LogEntry, ...]
"""The log, the newest entry last."""


def note(chronicle: Chronicle, text: str, hue: Hue = Hue.DIM) -> Chronicle:
    """Add a remark that is not an event of the game."""
    return remark(chronicle, (Span(text, hue),))


def remark(chronicle: Chronicle, line: Line, *, talk: bool = False) -> Chronicle:
    """Add a styled remark that is not an event of the game, or something that a person has said."""
    return _add(chronicle, LogEntry(line, talk=talk))


def record(
    chronicle: Chronicle,
    event: tables.Event,
    people: People,
    game: ShownGame | None,
    view: View | None = None,
    news: Picture = (),
) -> Chronicle:
    """Add an event with all that it has led to, the ``news`` before the end of a deal, and the seal when one begins."""
    for one in game.told(event) if game is not None else (event,):
        if game is not None and game.unit(one) is Unit.DEAL:
            chronicle, news = reduce(remark, news, chronicle), ()
        chronicle = _record(chronicle, one, people, game)
    chronicle = reduce(remark, news, chronicle)
    commitment = getattr(event, "commitment", None)
    if isinstance(event, Answered) and event.seat is None and view is not None:
        # Only chance has acted: the pack is shuffled.
        commitment = view.commitment
    if not commitment:
        return chronicle
    sealed = Span(_("Seal of the deck {seal}…", seal=commitment[:8]), Hue.FAINT)
    return _add(chronicle, LogEntry((sealed,), aside=True))


def _record(chronicle: Chronicle, event: tables.Event, people: People, game: ShownGame | None) -> Chronicle:
    acting = people.acting(event)
    shared = game.shared_act(event) if game is not None else None
    if shared is not None:
        return _add_together(chronicle, acting.call(shared[0]), shared[1])
    if isinstance(event, tables.SeatTaken) and not event.was:
        return _add_together(chronicle, people.call(event.seat) + (BOT_MARK if event.bot else ""), _SITTING)
    line = table_sentence(event, people) or (game.sentence(event, acting) if game is not None else ())
    return _add(chronicle, LogEntry(line, talk=isinstance(event, tables.Said))) if line else chronicle


def overhear(chronicle: Chronicle, line: Words) -> Chronicle:
    """Add a line of chat among spectators."""
    return _add(chronicle, LogEntry(said(_("{name} (watching)", name=line.name), line.text), talk=True))


def aside_words(news: SaidTo, own: str) -> Line:
    """Return a private line as its sender or recipient reads it."""
    name, to = (clean_text(one, cells=48) for one in (news.name, news.to))
    who = _("You to {name} alone", name=to) if name == own else _("{name} to you alone", name=name)
    return (Span(f"{who}: ", Hue.INFO), *said("", news.text)[1:])


def talk_of(chronicle: Chronicle) -> Chronicle:
    """Return what people have said."""
    return tuple([entry for entry in chronicle if entry.talk])


def added(before: Chronicle, now: Chronicle) -> tuple[Line, ...]:
    """Return the entries added since an earlier log; for merged entries, only the players added since."""
    known, last = set(map(id, before)), before[-1] if before else None
    new = [entry for entry in now if id(entry) not in known]
    if new and last is not None and last.act is not None and all(entry is not last for entry in now):
        # The newest entry has become another, with more names.
        new[0] = LogEntry(together(new[0].names[len(last.names) :], last.act))
    return tuple(entry.line for entry in new)


def _add_together(chronicle: Chronicle, name: str, act: SharedAct) -> Chronicle:
    last = chronicle[-1] if chronicle else None
    if last is not None and last.act == act:
        names = (*last.names, name)
        return (*chronicle[:-1], LogEntry(together(names, act), names, act))
    return _add(chronicle, LogEntry(together((name,), act), (name,), act))


def _add(chronicle: Chronicle, entry: LogEntry) -> Chronicle:
    return (*chronicle, entry)[-LONGEST:]


_DAY: Final = 86_400
_HOUR: Final = 3600
_MINUTE: Final = 60

CLOCKS: Final = (
    Clock(),
    Clock(30, 300),
    Clock(60, 600),
    Clock(120, 600),
    Clock(_DAY),
    Clock(3 * _DAY),
    Clock(7 * _DAY),
    Clock(14 * _DAY),
)
"""The clocks to choose from, the default first."""

DELAYS: Final = {Delay.NONE: N_("at once"), Delay.TRICK: N_("a trick later"), Delay.DEAL: N_("a deal later")}
"""How far behind spectators see a table, marked for translation."""


def span_words(seconds: float) -> str:
    """Return a length of time in words: ``30 s``, ``5 min``, ``3 days``."""
    if seconds >= _DAY:
        return ngettext("{n} day", "{n} days", round(seconds / _DAY))
    if seconds > 2 * _MINUTE and seconds % _MINUTE == 0:
        return _("{minutes} min", minutes=f"{seconds / _MINUTE:g}")
    return _("{seconds} s", seconds=f"{seconds:g}")


def span_left(seconds: float) -> str:
    """Return the remaining time, rounded down: ``2 days``, ``23 h``, ``5 min``."""
    if seconds >= 2 * _DAY:
        return ngettext("{n} day", "{n} days", int(seconds // _DAY))
    return _hours_left(seconds)


def left_sign(seconds: float) -> str:
    """Return the remaining time as a short entry for a column, rounded down."""
    return _days_sign(int(seconds // _DAY)) if seconds >= 2 * _DAY else _hours_left(seconds)


def _hours_left(seconds: float) -> str:
    if seconds >= _HOUR:
        return _("{hours} h", hours=f"{seconds // _HOUR:.0f}")
    return _("{minutes} min", minutes=f"{max(0.0, seconds) // _MINUTE:.0f}")


def _days_sign(days: int) -> str:
    # Translators: six letters wide.
    return pgettext("in a column", "1 day") if days == 1 else pgettext("in a column", "{days} days", days=days)


def ago(seconds: float) -> str:
    """Return how long ago something was, roughly: ``just now``, ``40 minutes ago``, ``3 hours ago``, ``9 days ago``."""
    if seconds < 20 * _MINUTE:
        return _("just now")
    if seconds < 1.5 * _HOUR:
        return _("{minutes} minutes ago", minutes=round(seconds / (10 * _MINUTE)) * 10)
    if seconds < 1.5 * _DAY:
        return ngettext("{n} hour ago", "{n} hours ago", round(seconds / _HOUR))
    return ngettext("{n} day ago", "{n} days ago", round(seconds / _DAY))


def clock_words(clock: Clock) -> str:
    """Return a clock in words: ``no clock``, ``60 s a move and 10 min in all``, ``3 days a move``."""
    if not clock.seconds:
        return _("no clock")
    move = span_words(clock.seconds)
    if not clock.bank:
        return _("{time} a move", time=move)
    return _("{time} a move and {bank} in all", time=move, bank=span_words(clock.bank))


def clock_sign(clock: Clock) -> str:
    """Return a clock as a short entry for a column; empty without a clock."""
    if not clock.seconds:
        return ""
    return _days_sign(round(clock.seconds / _DAY)) if clock.has_days else span_words(clock.seconds)


def arrangement_words(arrangement: Arrangement) -> str:
    """Return how a table is run: who finds it, its clock, spectators, the seats of bots, and whether it is casual."""
    return "; ".join(
        (
            *(() if arrangement.listed else (_("by code only"),)),
            clock_words(arrangement.clock),
            _watching_words(arrangement),
            _("latecomers replace bots") if arrangement.takeover else _("bots keep their seats"),
            *(() if arrangement.foreign_bots else (_("no outside bots"),)),
            # Translators: of a game that changes no ratings.
            *((_("casual"),) if arrangement.casual else ()),
            *(() if arrangement.hints else (_("no hints"),)),
        )
    )


def _watching_words(arrangement: Arrangement) -> str:
    if not arrangement.watching:
        return _("nobody may watch")
    late = "" if arrangement.delay is Delay.NONE else f", {_(DELAYS[arrangement.delay])}"
    return _("people may watch") + late


def taken(entry: tables.TableEntry) -> int:
    """Return the number of seats that players or bots have."""
    return sum(bool(name) for name in entry.names)
