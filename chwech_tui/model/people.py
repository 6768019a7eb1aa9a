"""The names of the people at a table, as sentences to the viewer use them; and ratings in words."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.model.ink import Hue, Line, worded
from protocol.game import Temper
from protocol.language import N_, _, pgettext
from protocol.message import Seat
from protocol.rating import RankedPlayer, Rating, SeatRating
from protocol.table import Event, Occupant, TablePhase, TableView
from protocol.text import BOT_SIGNS, clean_text

LONGEST_NAME: Final = 24  # The maximum width of a displayed name, in cells.
BOT_MARK: Final = " (bot)"  # The end of the name of a bot: in English and Welsh the same word, and in records.
BOT_SIGN: Final = "°"  # The prefix of the name of a bot where a word does not fit.
HINT_SIGN: Final = "?"  # The prefix of the name of someone who had a hint in this game.

IGNORED_SIGN: Final = "×"

# Translators: how well a bot plays; it stands before "bot" or alone.
_LEVELS: Final = {
    "steady": (N_("steady"), N_("steady bots play to win")),
    "strong": (N_("strong"), N_("strong bots have learnt the game, or look ahead")),
    "champion": (N_("champion"), N_("champions look ahead, and take their time")),
    "easy": (N_("easy"), N_("easy bots play like newcomers")),
    "random": (N_("random"), N_("random bots play any legal card")),
}
"""The levels of bots that this client knows, and what they mean; marked for translation."""


def level_words(level: str) -> str:
    """Return the level of a bot in words."""
    return _(_LEVELS[level][0]) if level in _LEVELS else level


def level_meant(level: str) -> str:
    """Return how bots of a level play."""
    return _(_LEVELS[level][1]) if level in _LEVELS else _("how well the bots play")


_TEMPERS: Final = {
    # Translators: how a bot plays, besides how well: it likes to take tricks, or not to.
    Temper.BOLD: N_("bold"),
    Temper.CAREFUL: N_("careful"),
}
"""The tempers of bots that are worth a word, marked for translation."""


def bot_words(occupant: Occupant) -> str:
    """Return what plays a seat: ``(steady bot)``, and its temper if it has one."""
    level = level_words(occupant.bot)
    if occupant.temper not in _TEMPERS:
        return _("({level} bot)", level=level)
    return _("({level} bot, {temper})", level=level, temper=_(_TEMPERS[occupant.temper]))


class People(Struct, frozen=True, gc=False):
    """The names on the seats, and the viewer's seat."""

    names: tuple[str, ...]
    """The displayed name on each seat; empty for an empty seat."""
    viewer: Seat | None = None
    bots: frozenset[Seat] = frozenset()
    """The seats of bots, without those where a bot stands in for a player."""
    sides: tuple[int, ...] = ()
    """The side of each seat, from 0; empty where each plays alone."""
    hinted: frozenset[Seat] = frozenset()
    """The seats on which hints were taken in this game."""
    away: bool = False
    """True while a bot plays for the viewer."""

    def acting(self, event: Event) -> "People":
        """Return the people as a sentence about an event names them: while a bot acts for the viewer, it is named."""
        if not self.away or self.viewer is None or getattr(event, "seat", None) != self.viewer:
            return self
        names = (f"{name}{BOT_MARK}" if seat == self.viewer else name for seat, name in enumerate(self.names))
        return replace(self, names=tuple(names), viewer=None)

    def name(self, seat: Seat) -> str:
        """Return the name on a seat; its number if it is empty."""
        return self.names[seat] or _("Seat {number}", number=seat + 1)

    def call(self, seat: Seat) -> str:
        """Return a seat as the subject of a sentence: ``You`` for the viewer, otherwise the name."""
        return _("You") if seat == self.viewer else self.name(seat)

    def tell(self, seat: Seat, own: str, other: str, **values: object) -> str:
        """Return a sentence about a player: ``own`` to the viewer, ``other`` with ``{name}`` of anybody else.

        Both are in the reader's language already: ``people.tell(seat, _("You win"), _("{name} wins"))``.
        """
        return own.format(**values) if seat == self.viewer else other.format(name=self.name(seat), **values)

    def line(self, seat: Seat, own: str, other: str, hue: Hue = Hue.TEXT, **values: object) -> Line:
        """Return what ``tell`` returns as a line; a value may be a span or a line with a look of its own."""
        return worded(own, hue, **values) if seat == self.viewer else worded(other, hue, name=self.name(seat), **values)

    def listed(self, seats: Iterable[Seat]) -> str:
        """Return several seats as a list: ``Megan, Owain and you``, the viewer last."""
        seats = tuple(seats)
        names = [self.name(seat) for seat in seats if seat != self.viewer]
        if self.viewer in seats:
            names.append(pgettext("in a list of names", "you") if names else _("You"))
        return listed(names)


class SharedAct(Struct, frozen=True, gc=False):
    """What several players may do one after another, as sentences marked for translation."""

    own: str
    """To a player who does it alone: ``You pass.``"""
    one: str
    """Of one other player, ``{name}``."""
    many: str
    """Of several, ``{names}``, the first of whom may be the reader."""


NOBODY: Final = People(())


def victory(people: People, winners: tuple[Seat, ...]) -> str:
    """Return who wins; partners win together, others share the win."""
    if len(winners) == 1:
        return people.tell(winners[0], _("You win"), _("{name} wins"))
    together = people.sides and len({people.sides[seat] for seat in winners}) == 1
    names = people.listed(winners)
    return _("{names} win together", names=names) if together else _("{names} share the win", names=names)


def listed(names: list[str]) -> str:
    """Join names: ``Megan``, ``Megan and Owain``, ``Megan, Owain and Rhys``."""
    if len(names) < 2:
        return "".join(names)
    others, last = ", ".join(names[:-1]), names[-1]
    if last[:1].lower() in _VOWELS:
        return pgettext("before a vowel", "{others} and {last}", others=others, last=last)
    return _("{others} and {last}", others=others, last=last)


_VOWELS: Final = frozenset("aeiouwyâêîôûŵŷáéíóú")  # The vowels of Welsh, before which it has another word for ``and``.


def people(table: TableView) -> People:
    """Return the people of a table."""
    own = table.seats[table.viewer] if table.viewer is not None else None
    return People(
        tuple(shown_name(occupant.name) if occupant else "" for occupant in table.seats),
        table.viewer,
        frozenset(Seat(seat) for seat, occupant in enumerate(table.seats) if occupant and not is_person(occupant)),
        hinted=frozenset(Seat(seat) for seat, occupant in enumerate(table.seats) if occupant and occupant.hinted),
        away=own is not None and own.away,
    )


def hints_mark() -> str:
    """Return the end of the name of someone who had a hint."""
    return " " + _("(hints)")


def company(table: TableView, own: str = "") -> tuple[str, ...]:
    """Return the names of the other people at a table, players first, then spectators other than ``own``."""
    seated = (
        shown_name(occupant.name)
        for seat, occupant in enumerate(table.seats)
        if is_person(occupant) and seat != table.viewer
    )
    return (*seated, *spectators(table, own))


def spectators(table: TableView, own: str) -> tuple[str, ...]:
    """Return the names of the spectators other than ``own``."""
    return tuple(name for name in map(shown_name, table.watchers) if name != own)


def is_person(occupant: Occupant | None) -> TypeGuard[Occupant]:
    """Return True if a seat belongs to a person, even while a bot plays for them."""
    return occupant is not None and (not occupant.bot or occupant.away)


def any_person(table: TableView) -> bool:
    """Return True if a person other than the viewer has a seat."""
    return any(is_person(occupant) and seat != table.viewer for seat, occupant in enumerate(table.seats))


@lru_cache(1024)
def shown_name(name: str) -> str:
    """Return a name cleaned of leading marks and cut to size; cached, for every event draws the same names again."""
    return clean_text(name.lstrip(f"{BOT_SIGNS} "), cells=LONGEST_NAME)


def clockwise(table: TableView) -> tuple[Seat, ...]:
    """Return the seats in order of play, the viewer first."""
    first = table.viewer or 0
    seats = len(table.seats)
    return tuple(Seat((first + step) % seats) for step in range(seats))


def rating_sign(rating: Rating) -> str:
    """Return the points of a rating, with a question mark while it is provisional: ``1712``, ``1540?``."""
    return f"{rating.points}?" if rating.provisional else str(rating.points)


def rating_words(rating: Rating) -> str:
    """Return a rating with its uncertainty: ``1712 ± 96``."""
    return f"{rating_sign(rating)} ± {rating.deviation}"


def change_sign(change: int) -> str:
    """Return the points won or lost: ``+12``, ``−4``, ``±0``."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"


def seat_rating(table: TableView | None, seat: Seat | None) -> SeatRating | None:
    """Return the rating of a seat; None if it has none, or there is no such seat."""
    occupant = table.seats[seat] if table is not None and seat is not None and seat < len(table.seats) else None
    return occupant.rating if occupant is not None else None


def seat_sign(table: TableView | None, seat: Seat) -> str:
    """Return the points of a seat as they stand beside a name; empty if it has no rating."""
    known = seat_rating(table, seat)
    return rating_sign(known.rating) if known is not None else ""


def rating_news(before: TableView | None, table: TableView) -> str:
    """Return what the game has changed in the viewer's rating; empty if that is not known or was known before."""
    now = seat_rating(table, table.viewer)
    if now is None or now.change is None or seat_rating(before, table.viewer) == now:
        return ""
    words, change = f"{now.rating.points} ± {now.rating.deviation}", change_sign(now.change)
    if now.rating.provisional:
        return _("Your rating: {rating} ({change}), provisional after few games.", rating=words, change=change)
    return _("Your rating: {rating} ({change}).", rating=words, change=change)


def hint_unrates(table: TableView) -> bool:
    """Return True if the viewer's first hint at this table leaves them out of the rating of its game."""
    own = table.seats[table.viewer] if table.viewer is not None else None
    return own is not None and not own.hinted and not table.arrangement.casual


def unrated_words(before: TableView | None, table: TableView) -> str:
    """Return why the game that has just ended is not rated for the viewer; empty if it is, or never was to be."""
    own = table.seats[table.viewer] if table.viewer is not None else None
    ends = table.phase is TablePhase.OVER and (before is None or before.phase is not TablePhase.OVER)
    if not ends or own is None or not own.hinted or table.arrangement.casual:
        return ""
    return _("Not rated for you: a hint was used.")


RENAMING: Final = N_(
    "Your old name becomes free for others. Tables where you have a seat, and finished games, keep it."
)
"""What another nickname changes, marked for translation."""


def provisional_words() -> str:
    """Return what the question mark means."""
    return _("?: provisional, after few games. ± is how sure a rating is.")


def ranked_name(player: RankedPlayer) -> str:
    """Return the name of someone in the rankings, marked as a bot or as oneself."""
    name = _("{level} bot", level=level_words(player.bot)) if player.bot else shown_name(player.name)
    return _("{name} (you)", name=name) if player.own else name
