"""The deal of the day: one's own result, the lists, and the way to the table."""

import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Final

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.daily import draw_daily
from chwech_tui.drawing.panel import draw_buttons
from chwech_tui.drawing.sheet import centred
from chwech_tui.link import Link
from chwech_tui.model.daily import DailyOffer, offered, reset_words
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.prompt import BACK, PromptAnswer
from chwech_tui.screens.drawn import COPIED, HELP_KEYS, DrawnScreen
from chwech_tui.screens.menu import TURNS
from chwech_tui.screens.sheet import framed
from chwech_tui.screens.surface import Part, Parts, Spot
from chwech_tui.theme import Palette
from protocol.daily import Daily, PlayDaily, ReadDaily, day_words, result_line
from protocol.language import N_, _
from protocol.messages import FromServer, Refused
from protocol.text import clean_text

_ACTS: Final = {
    DailyOffer.PLAY: PromptAnswer("Enter", N_("play"), "enter"),
    DailyOffer.GO_ON: PromptAnswer("Enter", N_("go on"), "enter"),
    DailyOffer.PRACTISE: PromptAnswer("Enter", N_("play, not ranked"), "enter"),
}
_COPY: Final = PromptAnswer("c", N_("copy the line"), "c")
_TURN: Final = PromptAnswer("← →", N_("another day"), "left")
_TABLE: Final = PromptAnswer("t", N_("another table"), "t")
_PROOF: Final = PromptAnswer("p", N_("proof"), "p")


class DailyScreen(DrawnScreen):
    """Shows one day after the other, today first, and leads to the table of today."""

    ENDING_KEYS = frozenset({"escape", "q", "s"})

    def __init__(self, palette: Palette, link: Link, clock: Callable[[], float] = time.time, day: str = "") -> None:
        """Create the page of a day, today if empty; ``clock`` returns the present time, in seconds since 1970."""
        super().__init__(palette)
        self._link = link
        self._clock = clock
        self._page: Daily | None = None
        self._today, self._first = "", day
        self._asked = 0
        self._status = ""
        self._proof = False
        self._turned = 0
        self._opens = False  # True from the key that opens a table until the table is there, or is refused.

    def on_screen_resume(self) -> None:
        """Ask again each time the page becomes visible: a game may have ended meanwhile."""
        self._opens = False
        page = self._page
        self._ask(self._first if page is None else page.day if page.day != self._today else "")

    def _ask(self, day: str) -> None:
        self._asked = self._link.ask(ReadDaily, day)

    def answered(self, news: FromServer) -> bool:
        match news:
            case Daily(id=number) if number == self._asked:
                self._page, self._status = news, ""
                self._today = max(self._today, news.day)
            case Refused(id=number, text=text) if number is not None and number == self._asked:
                self._status, self._opens = as_sentence(clean_text(text, cells=200)), False
            case _:
                return False
        self.redraw()
        return True

    @property
    def _keys(self) -> tuple[PromptAnswer, ...]:
        page = self._page
        if page is None:
            return (BACK,)
        act = _ACTS.get(offered(page, self._clock()))
        copy = (_COPY,) if page.result is not None else ()
        return (*((act,) if act is not None else ()), *copy, _TURN, _TABLE, _PROOF, BACK)

    def usable_keys(self) -> Sequence[PromptAnswer]:
        return self._keys

    def press(self, key: str) -> None:
        page = self._page
        if key in HELP_KEYS:
            self.find()
        elif page is None:
            super().press(key)
        elif key in TURNS:
            self._go(page, TURNS[key])
        elif key == "t":
            self._turned += 1
            self.redraw()
        elif key == "p":
            self._proof = not self._proof
            self.redraw()
        elif key == "c" and page.result is not None:
            self.app.copy_to_clipboard(result_line(page.result, ascii_only=self._palette.ascii))
            self._status = _(COPIED)
            self.redraw()
        elif key in {"enter", "space"}:
            offer = offered(page, self._clock())
            if offer is not DailyOffer.NOTHING and not self._opens:
                self._opens = True
                self._asked = self._link.ask(PlayDaily, offer is DailyOffer.PRACTISE, page.day)
        else:
            super().press(key)

    def _go(self, page: Daily, days: int) -> None:
        try:
            day = (date.fromisoformat(page.day) + timedelta(days)).isoformat()
        except (ValueError, OverflowError):
            return
        if day <= self._today or page.day == self._first:
            self._ask("" if day == self._today else day)

    def parts(self, width: int, height: int) -> Parts:
        page, now = self._page, self._clock()
        title: Line = (Span(_("Deal of the day"), Hue.STRONG),)
        aside: Line = (Span(reset_words(page, now), Hue.DIM),) if page is not None else ()
        prompt: Picture = ((Span(self._status, Hue.ALERT),),)
        if page is not None:
            title = (*title, Span(f"   {clean_text(day_words(page.day), cells=12)}", Hue.TEXT))
            acts = tuple(answer for answer in self._keys if answer.key in {"enter", "c"})
            prompt = prompt if self._status else (draw_buttons(acts)[:-1],)
        others = tuple(answer for answer in self._keys if answer.key not in {"enter", "c"})
        frame, box = framed((width, height), title, aside, others, prompt)
        lines: Picture = ((Span(_("Fetching the day…"), Hue.DIM),),)
        if page is not None:
            lines = draw_daily(page, now, box[2:], self._palette.strokes, proof=self._proof, turned=self._turned)
        return {**frame, "body": Part(box, centred(lines, box.width, box.height))}

    def spot(self) -> Spot:
        return Spot("prompt")
