"""The rules of a table or of each game, in the text that the server sends, with their words explained in place."""

from collections.abc import Mapping, Sequence
from typing import Final

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.panel import draw_keys
from chwech_tui.drawing.panes import INSET, draw_pane, draw_row
from chwech_tui.drawing.plan import Box
from chwech_tui.drawing.rules_page import RulesPage, draw_explanation, draw_page, with_chosen
from chwech_tui.link import Link
from chwech_tui.model.game import GAMES, title_of
from chwech_tui.model.ink import Aim, Hue, Pick, Picture, Press, Span
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.screens.drawn import DrawnScreen
from chwech_tui.screens.surface import HIGH, LOW, Part, Parts
from chwech_tui.theme import Palette
from protocol.language import N_, _, spoken
from protocol.messages import FromServer, ReadRules, Refused, Rules
from protocol.setup import Setup
from protocol.text import clean_text

_SCROLL: Final = PromptAnswer("↑↓", N_("scroll"), "down")
_WORDS: Final = (PromptAnswer("n N", N_("words"), "n"), PromptAnswer("?", N_("explain"), "question_mark"))
_OTHERS: Final = PromptAnswer("← →", N_("other games"), "right")

WIDEST: Final = 84  # The greatest width of the text, in cells: longer lines read badly.
_GAMES: Final = 26  # The width of the list of games beside the text, in cells.
_PAGE: Final = "page "  # The key of a click on a game in that list.

_STEPS: Final = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "space": 10}
_NEXT: Final = {"n": 1, "tab": 1, "N": -1, "shift+tab": -1}


class RulesScreen(DrawnScreen):
    """Shows the rules of one setup, or of several, a page each."""

    ENDING_KEYS = frozenset({"escape", "r", "q"})

    def __init__(self, palette: Palette, link: Link, setups: Sequence[Setup]) -> None:
        super().__init__(palette)
        self._link = link
        self._setups = setups
        self._place = 0
        self._asked = 0
        self._text = ""
        self._glossary: Mapping[str, str] = {}
        self._laid_out: tuple[str, int, RulesPage] | None = None
        self._top = 0
        self._word: int | None = None
        self._explains = False

    def on_mount(self) -> None:
        """Ask for the first page."""
        self._ask()

    def _ask(self) -> None:
        self._asked = self._link.ask(ReadRules, self._setups[self._place], spoken())

    def answered(self, news: FromServer) -> bool:
        match news:
            case Rules(id=number, text=text) if number == self._asked:
                game = GAMES.get(self._setups[self._place].game)
                self._show(text, game.glossary if game is not None else {})
            case Refused(id=number, text=text) if number == self._asked:
                self._show(as_sentence(clean_text(text, cells=200)), {})
            case _:
                return isinstance(news, Rules)
        return True

    def _page(self, width: int) -> RulesPage:
        """Lay out the rules, or return them as they were laid out last."""
        if self._laid_out is None or self._laid_out[:2] != (self._text, width):
            page = draw_page(self._text, width, self._glossary, self._palette.strokes)
            self._laid_out = self._text, width, page
        return self._laid_out[2]

    def parts(self, width: int, height: int) -> Parts:
        wide, rows = _room(width, height)
        listed = _GAMES + 1 if width >= wide + 2 * INSET + _GAMES + 5 and len(self._setups) > 1 else 0
        box = Box((width - wide - 2 * INSET + listed) // 2, 1 + (height > LOW), wide + 2 * INSET, rows + 2)
        shown: Picture = ((Span(_("Fetching the rules…"), Hue.DIM),),)
        if self._text:
            lines = self._lines(self._page(wide), wide)
            self._top = max(0, min(self._top, len(lines) - rows))
            shown = lines[self._top : self._top + rows]
        titles, strokes = [title_of(setup.game) for setup in self._setups], self._palette.strokes
        title = Span(_("Rules"), Hue.STRONG), Span(f"   {titles[self._place]}", Hue.DIM)
        parts = {
            "head": Part(Box(2, 0, width - 4, 1), (title,)),
            "page": Part(box, draw_pane(shown, (box.width, box.height), strokes)),
            "foot": Part(Box(2, height - 1, width - 4, 1), draw_keys(self._keys(), width - 4)),
        }
        if listed:
            lines = tuple(
                [
                    draw_row((Span(name),), _GAMES - 2, strokes, Press(f"{_PAGE}{place}"), chosen=place == self._place)
                    for place, name in enumerate(titles)
                ]
            )
            games = box._replace(x=box.x - listed, width=_GAMES)
            parts["games"] = Part(games, draw_pane(lines, (_GAMES, box.height), strokes, _("Games")))
        return parts

    def _lines(self, page: RulesPage, width: int) -> Picture:
        """Return all lines, with the chosen word and its explanation."""
        if self._word is None:
            return page.lines
        lines = with_chosen(page.lines, self._word)
        if not self._explains:
            return lines
        word, _row, end = page.words[self._word]
        told = draw_explanation(word, self._glossary[word], width)
        return (*lines[: end + 1], *told, *lines[end + 1 :])

    def _keys(self) -> tuple[PromptAnswer, ...]:
        words = _WORDS if self._glossary else ()
        others = (_OTHERS,) if len(self._setups) > 1 else ()
        return (_SCROLL, *words, *others, BACK)

    def _show(self, text: str, glossary: Mapping[str, str]) -> None:
        self._text, self._glossary, self._top = text, glossary, 0
        self._word, self._explains = None, False
        self.redraw()

    def press(self, key: str) -> None:
        if key in _STEPS:
            self._scroll(_STEPS[key])
        elif key in {"home", "end"}:
            self._scroll(-len(self._text) if key == "home" else len(self._text))
        elif key in _NEXT:
            self._choose(_NEXT[key])
        elif key in {"question_mark", "enter"}:
            if self._word is None:
                self._choose(1)
            if self._word is not None:
                self._explains = not self._explains
                self.redraw()
        elif key == "escape" and self._word is not None:
            self._word, self._explains = None, False
            self.redraw()
        elif key in {"left", "right"} and len(self._setups) > 1:
            self._place = (self._place + (1 if key == "right" else -1)) % len(self._setups)
            self._ask()
        elif key.startswith(_PAGE):
            self._place = int(key.removeprefix(_PAGE))
            self._ask()
        else:
            super().press(key)

    def aimed(self, aim: Aim) -> None:
        """Handle a click: a word is explained, and a key pressed."""
        if isinstance(aim, Pick):
            self._word, self._explains = aim.place, True
            self.redraw()
        else:
            super().aimed(aim)

    def wheel(self, by: int) -> None:
        self._scroll(3 * by)

    def _scroll(self, by: int) -> None:
        # The end is known when the page is drawn.
        self._top = max(0, self._top + by)
        self.redraw()

    def _choose(self, by: int) -> None:
        """Choose the next or previous word, at first one that is visible, and scroll to it."""
        wide, rows = _room(*self.size)
        words = self._page(wide).words if self._text else ()
        if not words:
            return
        if self._word is None:
            seen = [number for number, (_word, row, _end) in enumerate(words) if self._top <= row < self._top + rows]
            self._word = (seen or [0])[0 if by > 0 else -1]
        else:
            self._word = (self._word + by) % len(words)
        self._explains = False
        # The explanation of the word needs some lines, too.
        term = words[self._word]
        self._top = max(term.end - rows + 5, min(self._top, term.row))
        self.redraw()


def _room(width: int, height: int) -> tuple[int, int]:
    """Return the width of the text and its number of lines on a screen."""
    return min(WIDEST, width - 2 * INSET - 2), max(1, height - 4 - (height > LOW) - (height >= HIGH))
