"""Menus: a title, a list to choose from, and a status line; and the list of everything that can be done on a screen."""

import re
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Generic, TypeVar

from msgspec import Struct
from textual.events import Paste

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.line import cells, left, wrap
from chwech_tui.drawing.panel import BUSY, draw_foot, draw_keys
from chwech_tui.drawing.panes import draw_pane, draw_row, draw_told
from chwech_tui.drawing.plan import Box
from chwech_tui.link import Asker, Conversation, Link
from chwech_tui.model.form import Field
from chwech_tui.model.ink import Aim, Ground, Hue, Line, Pick, Picture, Span, plain
from chwech_tui.model.prompt import BACK, CHOOSE, PromptAnswer
from chwech_tui.model.question import edited, pasted
from chwech_tui.screens.drawn import HELP_KEYS, DrawnScreen, character_of
from chwech_tui.screens.surface import HIGH, LOW, Part, Parts, Spot
from chwech_tui.theme import Palette
from protocol.language import N_, _
from protocol.messages import FromServer
from protocol.text import text_width

MENU_WIDTH: Final = 72  # The greatest width of a menu, in cells.
_NARROW: Final = 100  # Up to this width of a screen, its panes stand nearer to the edges.

_YES: Final = frozenset({"y"})


TURNS: Final = {"left": -1, "right": 1}  # By how much a key changes a value, or turns to another page.

C = TypeVar("C")
C_co = TypeVar("C_co", covariant=True)


class Item(Struct, Generic[C_co], frozen=True):
    """A line of a menu."""

    choice: C_co
    text: str
    about: str = ""
    """What is said of it below, where there is room."""
    group: str = ""
    """The heading of the lines to which it belongs; empty where there is none."""


_GAP: Final = re.compile(" {3,}| (?=[‹▸])")  # What stands between the name of a line and what is said of it.


def titled(title: str, *about: str, aside: str = "") -> Picture:
    """Draw the title of a menu, with what stands beside it, and what should be known about the menu."""
    beside = (Span(f"   {aside}", Hue.DIM),) if aside else ()
    lines = (line for text in about for line in wrap((Span(text, Hue.DIM),), MENU_WIDTH - 2, hang=0))
    return ((Span(title, Hue.STRONG), *beside), *lines)


class MenuScreen(DrawnScreen, Generic[C]):
    """A screen with a list; subclasses define the lines and what each of them does."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("open"), "enter"),
        PromptAnswer("q", N_("quit"), "q"),
    )
    """The keys of the list."""
    SPARE: ClassVar[tuple[str, ...]] = ()
    """Those that the foot leaves out where there is no room for them, in order."""
    ENDING_KEYS = frozenset[str]()
    least_rows = 0  # The least height of the list alone, with its edges.
    HELPS_BELOW: ClassVar = False
    """True if what should be known about the list stands below it."""
    HALVED: ClassVar = False
    """True if what stands beside the list is as wide as the list."""

    def __init__(self, palette: Palette) -> None:
        super().__init__(palette)
        self.chosen = 0
        self._top = 0
        self._status = ""
        self._busy = self._has_aside = False
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
        free = self.free(width, height)
        below = self.below(free)
        high = min([part.box.y - 1 for part in below.values()], default=free.y + free.height) - free.y
        # No line is cut for what stands beside it.
        longest = 5 + max([cells(text) for item in self.items() for text in (item.text, item.group)], default=0)
        aside = free.width // 2 if self.HALVED else _ASIDE
        wide = max(min(MENU_WIDTH + 4, free.width - aside), longest)
        box = Box(free.x + wide + 1, free.y, free.width - wide - 1, high)
        beside = self.beside(box) if free.width >= _WIDE and box.width >= _LEAST else {}
        self._has_aside = bool(beside)
        if beside:
            return {
                **self.rails(width, height),
                **below,
                "list": self.pane(box._replace(x=free.x, width=wide)),
                **beside,
            }
        wide = min(max(MENU_WIDTH + 4, longest), free.width)
        rows = 4 + len(self._head(free.height)) + len(self._laid(free.height))
        rows = min(free.height, max(self.least_rows, rows))
        box = Box((width - wide) // 2, free.y + (free.height - rows) // 3, wide, rows)
        return {**self.rails(width, height), "list": self.pane(box)}

    def beside(self, _box: Box) -> Parts:
        """Draw what stands beside the list on a wide screen; nothing leaves the list alone."""
        return {}

    def below(self, _free: Box) -> Parts:
        """Draw what stands below the list on a wide screen."""
        return {}

    def free(self, width: int, height: int) -> Box:
        """Return the felt between the rails and their edges, above the status."""
        top, margin = 1 + (height > LOW), 1 if width <= _NARROW else 2
        return Box(
            margin, top, width - 2 * margin, self._below(width, height) - max(1, len(self._said(width - 4))) - top
        )

    def _below(self, width: int, height: int) -> int:
        """Return the line below the status."""
        return height - len(self.foot(width - 4)) - (height >= HIGH)

    def foot(self, width: int) -> Picture:
        """Draw the keys: in one line, without some, where a menu has many that its list of keys has as well."""
        return draw_keys(self.named_keys(), width, self.SPARE) if self.SPARE else draw_foot(self.named_keys(), width)

    def rails(self, width: int, height: int) -> Parts:
        """Draw the title and the keys on the rails, and the status above the keys."""
        inner, said = width - 4, self._said(width - 4)
        foot = self.foot(inner)
        return {
            "head": Part(Box(2, 0, inner, 1), self.title_lines()[:1]),
            "status": Part(Box(2, self._below(width, height) - len(said), inner, len(said)), said),
            "foot": Part(Box(2, height - len(foot), inner, len(foot)), foot),
        }

    def _said(self, width: int) -> Picture:
        """Draw the status in one line, or in two if it needs them."""
        mark = f"{BUSY[self.tick % len(BUSY)]} " if self._busy else ""
        status: Line = (Span(mark, Hue.ACCENT, None), Span(self._status, Hue.DIM if self._busy else Hue.ALERT, None))
        return wrap(status, width)[:2]

    def pane(self, box: Box, title: Line | str = (), aside: Line | str = ()) -> Part:
        """Draw the list in a pane, with what should be known about it above."""
        room = box.height - 2 - bool(title)
        head = [part for line in self._head(room) for part in wrap(line, box.width - 6, hang=0)]
        rows = self._list(room - len(head), box.width - 2)
        lines = (*head, *rows)
        if self.HELPS_BELOW and head:
            lines = (*rows, *[()] * (room - len(rows) - len(head) + 1), *head[:-1])
        if not title and len(lines) + 1 < room:
            lines = ((), *lines)
        return Part(box, draw_pane(lines, (box.width, box.height), self._palette.strokes, title, aside))

    def _head(self, _rows: int) -> Picture:
        """Return what should be known about the list, with a blank line below it."""
        about = list(self.title_lines()[1:])
        while about and not plain(about[-1]).strip():
            about.pop()
        return (*about, ()) if about else ()

    def _listed(self) -> Sequence[Item[C]]:
        """Return the items that are lines of the list."""
        return self.items()

    def _laid(self, rows: int) -> Sequence[tuple[int, Line | None]]:
        """Return the lines of the list, each with the place of its item: a heading, the item, what is said of it."""
        items, laid, before = self._listed(), list[tuple[int, Line | None]](), ""
        groups = len({item.group for item in items if item.group})
        told = sum(bool(item.about) for item in items)
        # What there is room for: a line between groups, what is said of each item, and a line between items.
        parted = len(items) + 2 * groups <= rows
        tells = told > 0 and len(items) + told + 2 * groups <= rows
        apart = 2 * len(items) + told * tells + 2 * groups <= rows
        for place, item in enumerate(items):
            if item.group != before:
                before = item.group
                laid += [(place, ())] * (parted and place > 0)
                laid.append((place, (Span(item.group, Hue.FAINT),)))
            laid.append((place, None))
            if tells and item.about:
                laid.append((place, (Span(f"  {item.about}", Hue.FAINT),)))
            if apart and place < len(items) - 1:
                laid.append((place, ()))
        return laid

    def _list(self, rows: int, width: int) -> Picture:
        """Draw up to ``rows`` lines, scrolled so that the chosen one is visible; arrows say where there are more."""
        items = self.items()
        self.chosen = max(0, min(self.chosen, len(items) - 1))
        laid = self._laid(rows)
        at = next((line for line, (place, other) in enumerate(laid) if place == self.chosen and other is None), 0)
        # The heading of the first line is seen with it.
        first = at - 1 if at == 1 and rows > 1 else at
        self._top = min(max(at - rows + 1, min(self._top, first)), max(0, len(laid) - rows))
        shown = range(self._top, min(len(laid), self._top + rows))
        more = {shown.stop - 1: "↓"} if shown.stop < len(laid) else {}
        more |= {self._top: "↑"} if self._top else {}
        lines, strokes = list[Line](), self._palette.strokes
        for line in shown:
            place, other = laid[line]
            chosen = place == self.chosen and other is None
            words = self._words_of(place, items[place], width - 3, chosen=chosen) if other is None else other
            aim = Pick(place) if other is None else None
            lines.append(draw_row(words, width, strokes, aim, chosen=chosen, more=more.get(line, " ")))
        return tuple(lines)

    def _words_of(self, _place: int, item: Item[C], _width: int, *, chosen: bool) -> Line:
        """Draw the words of a line; what follows its name stands back."""
        gap = _GAP.search(item.text)
        end = gap.start() if gap else len(item.text)
        name, rest = item.text[:end], item.text[end:]
        return (Span(name, Hue.ACCENT if chosen else Hue.TEXT), Span(rest, Hue.TEXT if chosen else Hue.DIM))

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

    def keep(self, *wanted: C) -> bool:
        """Choose the line of the first of these choices that is listed; return False if none is."""
        choices = [item.choice for item in self.items()]
        listed = [choices.index(one) for one in wanted if one in choices]
        self.chosen = listed[0] if listed else self.chosen
        return bool(listed)

    def choose(self, choice: C) -> None:
        """Carry out the choice of a line."""
        raise NotImplementedError


class FormScreen(MenuScreen[Field]):
    """A menu of choices with their values; a subclass says which, and what becomes of them."""

    HELPS_BELOW = True
    ENDING_KEYS = frozenset({"escape"})

    def rows(self) -> Sequence[Field]:
        """Return the choices."""
        raise NotImplementedError

    def change(self, field: Field, by: int | None) -> None:
        """Change a choice by so many values; None for its next usual one."""
        raise NotImplementedError

    def _head(self, rows: int) -> Picture:
        # What the chosen line decides is not said twice.
        told = any(other is not None and plain(other).startswith("  ") for _place, other in self._laid(rows))
        return () if told else super()._head(rows)

    def about(self, title: str, aside: str = "") -> Picture:
        """Draw the title of the form, and what the chosen line decides."""
        return titled(title, as_sentence(self.rows()[self.chosen].about), aside=aside)

    def items(self) -> Sequence[Item[Field]]:
        rows = self.rows()
        lines = zip(rows, form_lines(rows), strict=True)
        return tuple(Item(row, line, as_sentence(row.about), row.group) for row, line in lines)

    def make(self) -> None:
        """Make what the form describes; called by a line that is no choice."""

    def act(self, key: str) -> None:
        chosen = self.rows()[self.chosen]
        if key in TURNS and chosen.now is None:
            self.say(_("First choose a line with ↑ ↓."))
        elif key in TURNS:
            self.change(chosen, TURNS[key])
        else:
            super().act(key)

    def choose(self, choice: Field) -> None:
        """Change a choice, or make what all of them describe."""
        if choice.now is None:
            self.make()
        else:
            self.change(choice, None)


_WIDE: Final = 96  # The least width of the felt where something stands beside a list, in cells.

_ASIDE: Final = 31
_LEAST: Final = 26  # The width that what stands beside a list has at first, and the least one, in cells.
_LABEL: Final = 24  # The least width of the labels of a form, in cells: they move only for one that is longer.


def form_lines(rows: Sequence[Field]) -> list[str]:
    """Return the line of each choice of a form; every label is shown whole, and keys in a group have no column."""
    labels = [text_width(row.label) for row in rows]
    own = [bool(row.group) and row.mark.startswith("▸") for row in rows]
    width, narrow = max(_LABEL, *labels), max((label for label, one in zip(labels, own, strict=True) if one), default=0)
    return [
        f"{left(row.label, narrow if one else width)} {row.mark.format(row.value)}" if row.value else row.label
        for row, one in zip(rows, own, strict=True)
    ]


class AskingScreen(MenuScreen[C]):
    """A menu whose content is requested from the server."""

    def __init__(self, palette: Palette, link: Link) -> None:
        super().__init__(palette)
        self._link = link
        # Too many may also mean friends or keys: the person is told at once.
        self._asker = Asker(link, self.set_timer, self.say, tries=0)

    def converse(self, talk: Conversation, name: str = "") -> None:
        """Begin a conversation, unless one of this name is under way; why it is refused is said on this screen."""
        self._asker.begin(name or str(id(talk)), talk)

    def answered(self, news: FromServer) -> bool:
        return self._asker.answered(news)

    def invited(self, words: str, code: str) -> None:
        """Tell the player of an invitation, which the screen below answers."""
        self.say(_("{invitation}: go back with Esc, then j joins.", invitation=words))


_LONGEST: Final = 30
_KEY: Final = 7  # The width of the name of a key, in cells.
_TWO_LISTS: Final = 150  # The width of a screen, in cells, from which the keys of other times have a list beside.


class FinderScreen(MenuScreen[str]):
    """Lists keys with what they do; the result of the screen is the key to press."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (CHOOSE, PromptAnswer("Enter", N_("do it"), "enter"), BACK)

    def __init__(self, palette: Palette, known: Sequence[PromptAnswer], idle: Sequence[PromptAnswer] = ()) -> None:
        """List the keys that do something now, and those that do at other times: below them, or beside them."""
        super().__init__(palette)
        later = _("At other times")
        self._known = tuple([Item(one.key, _line(one)) for one in known])
        self._idle = tuple([Item("", _line(one), group=later) for one in idle])
        self._draft = ""

    def title_lines(self) -> Picture:
        typed = (Span("> ", Hue.DIM), Span(self._draft, Hue.STRONG), Span("_", Hue.ACCENT))
        none = () if self.items() else ((Span(_("Nothing matches."), Hue.ALERT),),)
        asked, hint = Span(_("What do you want to do?"), Hue.STRONG), Span(_("type to search"), Hue.DIM)
        return ((asked, Span("   "), hint), typed, *none)

    def items(self) -> Sequence[Item[str]]:
        return self._matching(self._known if self.size.width >= _TWO_LISTS else (*self._known, *self._idle))

    def _matching(self, items: Sequence[Item[str]]) -> Sequence[Item[str]]:
        words = self._draft.lower().split()
        return tuple(one for one in items if all(word in one.text.lower() for word in words))

    def _words_of(self, _place: int, item: Item[str], _width: int, *, chosen: bool) -> Line:
        """Draw a key as it is on a keyboard, and what it does."""
        cap, does = f" {item.text[:_KEY].rstrip()} ", item.text[_KEY:]
        key = Span(cap, Hue.ACCENT if item.choice else Hue.FAINT, Ground.BUTTON)
        about = Hue.STRONG if chosen else Hue.TEXT if item.choice else Hue.DIM
        return (key, Span(" " * (_KEY + 2 - cells(cap)) + does, about))

    def beside(self, box: Box) -> Parts:
        if self.size.width < _TWO_LISTS:
            return {}
        lines = [self._words_of(0, one, box.width, chosen=False) for one in self._matching(self._idle)]
        drawn = draw_told(lines, box, self._palette.strokes, _("At other times"))
        return {name: Part(place, card) for name, place, card in drawn}

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
        """Close the list, and press the key on the screen below, if it does something there."""
        if choice:
            self.dismiss(choice)

    def _type(self, draft: str) -> None:
        self._draft, self.chosen = draft, 0
        self.redraw()


def _line(one: PromptAnswer) -> str:
    label, keys = _(one.label), " ".join(one.shown.split())
    return f"{left(keys, _KEY)} {label[:1].upper()}{label[1:]}"
