"""Menus: a title, a list to choose from, and a status line; and the list of everything that can be done on a screen."""

from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from typing import ClassVar, Concatenate, Final, Generic, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from textual.events import Paste

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.line import cells, clip, fit, left, wrap
from chwech_tui.drawing.panel import BUSY, draw_foot
from chwech_tui.drawing.plan import Box
from chwech_tui.link import Link
from chwech_tui.model.form import Row
from chwech_tui.model.hosting import edited, pasted
from chwech_tui.model.ink import Aim, Ground, Hue, Line, Pick, Picture, Span
from chwech_tui.model.prompt import BACK, CHOOSE, PromptAnswer
from chwech_tui.screens.drawn import HELP_KEYS, DrawnScreen, character_of
from chwech_tui.screens.surface import Part, Parts, Spot
from chwech_tui.theme import Palette
from protocol.language import N_, _
from protocol.messages import Accepted, FromClient, FromServer, Refused
from protocol.text import text_width

MENU_WIDTH: Final = 72
"""The greatest width of a menu, in cells."""


_YES: Final = frozenset({"y"})


TURNS: Final = {"left": -1, "right": 1}
"""By how much a key changes a value, or turns to another page."""

P = ParamSpec("P")
C = TypeVar("C")
C_co = TypeVar("C_co", covariant=True)


class Item(Struct, Generic[C_co], frozen=True):
    """A line of a menu."""

    choice: C_co
    text: str


def titled(title: str, *about: str, aside: str = "") -> Picture:
    """Draw the title of a menu, with what stands beside it, and what should be known about the menu."""
    beside = (Span(f"   {aside}", Hue.ACCENT),) if aside else ()
    lines = (line for text in about for line in wrap((Span(text, Hue.DIM),), MENU_WIDTH, hang=0))
    return ((Span(title, Hue.STRONG), *beside), (), *lines)


class MenuScreen(DrawnScreen, Generic[C]):
    """A screen with a list; subclasses define the lines and what each of them does."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("open"), "enter"),
        PromptAnswer("q", N_("quit"), "q"),
    )
    """The keys of the list."""

    ENDING_KEYS = frozenset[str]()

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.chosen = 0
        self._top = 0
        self._status = ""
        self._busy = False
        self._question: Callable[[], object] | None = None
        """Does what the status line asks about; None if nothing is asked there."""
        self._sure = _YES

    def on_mount(self) -> None:
        """Start the spinner if the menu is busy."""
        self.turn(on=self._busy)

    def named_keys(self) -> tuple[PromptAnswer, ...]:
        """Return the keys that the foot names."""
        return self.KEYS

    def title_lines(self) -> Picture:
        """Draw the title."""
        raise NotImplementedError

    def items(self) -> Sequence[Item[C]]:
        """Return the lines of the menu."""
        raise NotImplementedError

    def say(self, text: str, *, busy: bool = False) -> None:
        """Set the status line: an activity, with a spinner, or the reason for a failure.

        A question that stood there is withdrawn: nobody answers what is not seen.
        """
        self._question = None
        self._status, self._busy = text, busy
        if self.is_mounted:
            self.turn(on=busy)
        self.redraw()

    def ask(self, text: str, act: Callable[[], object], sure: frozenset[str] = _YES) -> None:
        """Ask something in the status line; if the next key is one of ``sure``, ``act`` does it."""
        self.say(text)
        self._question, self._sure = act, sure

    def answer(self, key: str) -> bool:
        """Take a key as the answer to what is asked; return False if nothing is."""
        act = self._question
        if act is None:
            return False
        self.say("")
        if key in self._sure:
            act()
        return True

    def rest(self) -> None:
        """Clear the status line if it shows an activity; the reason for a failure stays."""
        if self._busy:
            self.say("")

    # Drawing

    def parts(self, width: int, height: int) -> Parts:
        title, items = self.title_lines(), self.items()
        wide = min(MENU_WIDTH, width - 4)
        x = (width - wide) // 2
        foot = self._foot(wide)
        if len(title) + len(items) + len(foot) + 2 > height:
            # A list that does not fit has the empty line below a short status as well.
            foot = self._foot(wide, 1)
        below = len(foot) + 2
        rows = min(len(items), max(1, height - len(title) - below))
        y = max(1, (height - len(title) - rows - below) // 3)
        return {
            "head": Part(Box(x, y, wide, len(title)), title),
            "list": Part(Box(x, y + len(title) + 1, wide, rows), self._list(rows, wide)),
            "foot": Part(Box(x, height - len(foot), wide, len(foot)), foot),
        }

    def _list(self, rows: int, width: int) -> Picture:
        """Draw up to ``rows`` lines, scrolled so that the chosen one is visible; arrows say where there are more."""
        items = self.items()
        self.chosen = max(0, min(self.chosen, len(items) - 1))
        self._top = min(max(self.chosen - rows + 1, min(self._top, self.chosen)), max(0, len(items) - rows))
        shown = range(self._top, min(len(items), self._top + rows))
        lines = [self._item(place, items[place], width) for place in shown]
        if self._top:
            lines[0] = _pointing(lines[0], width, "↑")
        if shown.stop < len(items):
            lines[-1] = _pointing(lines[-1], width, "↓")
        return tuple(lines)

    def _item(self, place: int, item: Item[C], width: int) -> Line:
        """Draw a line; the chosen one has a mark, which is visible without colour, too."""
        chosen = place == self.chosen
        look = (Hue.ACCENT, Ground.BUTTON) if chosen else (Hue.TEXT, Ground.TABLE)
        return (Span(left(f"{'▸' if chosen else ' '} {item.text}", width), *look, Pick(place)),)

    def _foot(self, width: int, rows: int = 2) -> Picture:
        """Draw the status, in one or two lines and at least ``rows``, and the keys."""
        mark = f"{BUSY[self.tick % len(BUSY)]} " if self._busy else ""
        status: Line = (Span(mark, Hue.ACCENT), Span(self._status, Hue.DIM if self._busy else Hue.ALERT))
        said = wrap(status, width)[:2]
        said += ((),) * (rows - len(said))
        return (*(fit(line, width) for line in said), *draw_foot(self.named_keys(), width))

    def spot(self) -> Spot:
        return Spot("list", Pick(self.chosen))

    # Choosing

    def usable_keys(self) -> Sequence[PromptAnswer]:
        return tuple(known for known in self.named_keys() if known.key not in {"down", "right", "question_mark"})

    def press(self, key: str) -> None:
        if not self.answer(key):
            self.act(key)

    def act(self, key: str) -> None:
        """Do what a key does, which answers no question."""
        items = self.items()
        last = len(items) - 1
        match key:
            case _ if key in HELP_KEYS:
                self.find()
            case _ if key in self.ENDING_KEYS:
                self.dismiss("")
            case _ if not items:
                pass
            case "up" | "down":
                self._choose_line((self.chosen + (1 if key == "down" else -1)) % (last + 1))
            case "home" | "end":
                self._choose_line(0 if key == "home" else last)
            case "pageup" | "pagedown":
                self._choose_line(max(0, min(last, self.chosen + (9 if key == "pagedown" else -9))))
            case "enter" | "space":
                self.choose(items[self.chosen].choice)

    def aimed(self, aim: Aim) -> None:
        """Handle a click; a click on a line makes its choice."""
        if isinstance(aim, Pick):
            self._choose_line(aim.place)
            self.choose(self.items()[aim.place].choice)
        else:
            super().aimed(aim)

    def wheel(self, by: int) -> None:
        """Move to the next or previous line, if there is one."""
        self._choose_line(max(0, min(self.chosen + by, len(self.items()) - 1)))

    def _choose_line(self, place: int) -> None:
        self.chosen = place
        self.redraw()

    def choose(self, choice: C) -> None:
        """Carry out the choice of a line."""
        raise NotImplementedError


class FormScreen(MenuScreen[str]):
    """A menu of choices with their values; a subclass says which, and what becomes of them."""

    ENDING_KEYS = frozenset({"escape"})

    def rows(self) -> Sequence[Row]:
        """Return the choices."""
        raise NotImplementedError

    def change(self, name: str, by: int | None) -> None:
        """Change the choice of this name by so many values; None for its next usual one."""
        raise NotImplementedError

    def about(self, title: str, aside: str = "") -> Picture:
        """Draw the title of the form, and what the chosen line decides."""
        return titled(title, clip(as_sentence(self.rows()[self.chosen].about), MENU_WIDTH), aside=aside)

    def items(self) -> Sequence[Item[str]]:
        return tuple(starmap(Item, form_lines(self.rows())))

    def act(self, key: str) -> None:
        if key in TURNS:
            self.change(self.rows()[self.chosen].name, TURNS[key])
        else:
            super().act(key)

    def choose(self, choice: str) -> None:
        """Change a choice."""
        self.change(choice, None)


_LABEL: Final = 24
"""The least width of the labels of a form, in cells: they move only for one that is longer."""


def form_lines(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Yield the name and the line of each choice of a form; every label is shown whole."""
    width = max(_LABEL, *(text_width(row.label) for row in rows))
    for row in rows:
        yield row.name, f"{left(row.label, width)} {row.mark.format(row.value)}" if row.value else row.label


class AskingScreen(MenuScreen[C]):
    """A menu whose content is requested from the server."""

    def __init__(self, palette: Palette, link: Link) -> None:
        super().__init__(palette)
        self._link = link
        self._asked: set[int] = set()
        self.thanks: dict[int, str] = {}
        """What is said once the server has accepted a request, by its id."""

    def ask_for(self, make: Callable[Concatenate[int, P], FromClient], *values: P.args, **named: P.kwargs) -> int:
        """Send the server a request as ``Link.ask`` does; if it is refused, the reason is shown on this screen."""
        number = self._link.ask(make, *values, **named)
        self._asked.add(number)
        return number

    def waits(self, number: int) -> bool:
        """Return True as long as a request has not been refused."""
        return number in self._asked

    def answered(self, news: FromServer) -> bool:
        if isinstance(news, Refused) and news.id in self._asked:
            self._asked.discard(news.id)
            self.say(as_sentence(news.text))
            return True
        if isinstance(news, Accepted) and news.id in self.thanks:
            self.say(self.thanks.pop(news.id))
            return True
        return self.told(news)

    def told(self, news: FromServer) -> bool:
        """Handle the requested content; return False for any other message."""
        raise NotImplementedError

    def invited(self, words: str, code: str) -> None:
        """Tell the player of an invitation, which the screen below answers."""
        self.say(_("{invitation}: go back with Esc, then j joins.", invitation=words))


def _pointing(line: Line, width: int, arrow: str) -> Line:
    """Return a line of a list with an arrow in its last two cells, or in its last gap if words fill it."""
    (span,) = line
    words = span.text.rstrip()
    head, gap, tail = words.rpartition("   ")
    full = gap and cells(words) > width - 2
    text = f"{head} {arrow} {tail}" if full else f"{left(words, width - 2)} {arrow}"
    return (replace(span, text=left(text, width)),)


_LONGEST: Final = 30
_KEY: Final = 7
"""The width of the name of a key, in cells."""


class FinderScreen(MenuScreen[str]):
    """Lists keys with what they do; the result of the screen is the key to press."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (CHOOSE, PromptAnswer("Enter", N_("do it"), "enter"), BACK)

    def __init__(self, palette: Palette, known: Sequence[PromptAnswer]) -> None:
        super().__init__(palette)
        self._known = known
        self._draft = ""

    def title_lines(self) -> Picture:
        typed = (Span("> ", Hue.DIM), Span(self._draft, Hue.STRONG), Span("_", Hue.ACCENT))
        none = () if self.items() else ((Span(_("Nothing here is called that."), Hue.ALERT),),)
        asked, hint = Span(_("What do you want to do?"), Hue.STRONG), Span(_("type a word of it"), Hue.DIM)
        return ((asked, Span("   "), hint), typed, *none)

    def items(self) -> Sequence[Item[str]]:
        words = self._draft.lower().split()
        return tuple(
            Item(one.key, _line(one)) for one in self._known if all(word in _line(one).lower() for word in words)
        )

    def press(self, key: str) -> None:
        if key in {"escape", "ctrl+p"}:
            self.dismiss("")
        elif key in {"up", "down", "home", "end", "pageup", "pagedown", "enter"}:
            super().press(key)
        else:
            self._type(edited(self._draft, key, character_of(key), _LONGEST))

    def on_paste(self, event: Paste) -> None:
        """Add a pasted text to what was typed."""
        event.stop()
        self._type(pasted(self._draft, event.text, _LONGEST))

    def choose(self, choice: str) -> None:
        """Close the list, and press the key on the screen below."""
        self.dismiss(choice)

    def _type(self, draft: str) -> None:
        self._draft, self.chosen = draft, 0
        self.redraw()


def _line(one: PromptAnswer) -> str:
    label = _(one.label)
    return f"{left(one.shown, _KEY)} {label[:1].upper()}{label[1:]}"
