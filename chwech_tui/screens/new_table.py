"""The forms for a new table and for a new tournament: one line for each choice, changed in place."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from chwech_tui.describe import arrangement_words, as_sentence
from chwech_tui.drawing.line import clip, wrap
from chwech_tui.drawing.lobby import draw_seats
from chwech_tui.drawing.panes import draw_fan, draw_pane
from chwech_tui.drawing.plan import Box
from chwech_tui.drawing.welcome import LEAST_TILE, draw_tile, tile_boxes
from chwech_tui.link import Conversation, Link
from chwech_tui.model.cards import HUGE, LARGE, MIDDLE, CardLook, Strokes
from chwech_tui.model.form import Field, Form, arrangement_of, fields, plan_of, setup_of, with_game
from chwech_tui.model.game import brief_title, rules_words
from chwech_tui.model.ink import Hue, Picture, Press, Span
from chwech_tui.model.people import level_words
from chwech_tui.model.prompt import BACK, CHANGE, CHOOSE, PromptAnswer
from chwech_tui.screens.menu import AskingScreen, FormScreen
from chwech_tui.screens.question import QuestionScreen, ScreenQuestion, asked
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from games.kit.pages import learning
from protocol.cards import Card, Rank, Suit
from protocol.language import N_, _
from protocol.setup import GameOffer
from protocol.tournaments import MakeTournament, TournamentPlan, TournamentShown

_DO: Final = "do"  # The name of the first line, which makes what the form describes.
_MORE: Final = "more"  # The name of the line that unfolds the other choices.
_GAME: Final = "game "  # The key of a click on a tile, which chooses its game.
_RULES: Final = 40  # The greatest width of the rules in the form, in cells.

_SPREAD: Final = 58
_TILED: Final = 96
_TALL: Final = 20  # The least width of a pane with large cards, and the least width and height of a screen with tiles.

_COLUMNS: Final = 7  # The tiles side by side.
_HIGH_TILE: Final = 6  # The lines of a tile that says what a game is about.

_FAN: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)
_SUITS: Final = tuple(Suit)


def draw_offer(form: Form, box: Box, strokes: Strokes) -> Parts:
    """Draw the game, and who will sit at the table."""
    offer, inner = form.offer, box.width - 6
    size = HUGE if inner >= _SPREAD and box.height > _TALL else LARGE if inner >= HUGE.width * 3 else MIDDLE
    cards = [Card(rank, _SUITS[tuple(form.games).index(form.game) % len(_SUITS)]) for rank in _FAN]
    about = wrap((Span(as_sentence(_(offer.about)), Hue.TEXT),), inner, hang=0)
    bots = [level_words(level) for level in (*form.bots, *form.bots[-1:] * form.players)][: form.players - 1]
    seats = draw_seats(
        (_("You"), *(bots if form.arrangement is None and form.plan is None else ())), form.players, inner, strokes
    )
    if box.height > _TALL:
        seats = tuple(line for seat in seats for line in (seat, ()))
    learnt = learning(form.known[offer.name])[:1] if offer.name in form.known else ()
    lines = [*[()] * (size.height + 3), *about, *[(Span(words, Hue.DIM),) for words in learnt], (), *seats]
    if box.height > _TALL and form.arrangement is not None:
        how = as_sentence(arrangement_words(arrangement_of(form)))
        lines += [(), *wrap((Span(how, Hue.DIM),), inner, hang=0)]
    minutes = _("{n} min", n=offer.minutes) if offer.minutes else ""
    title = Part(box, draw_pane(tuple(lines), (box.width, box.height), strokes, form.game, minutes))
    fan = draw_fan(cards, (box.x + 3, box.y + 3), CardLook(size, strokes), size.width - 2)
    return {"game": title, **{name: Part(place, card) for name, place, card in fan}}


class NewTableScreen(FormScreen):
    """Shows the form for a new table."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        CHANGE,
        PromptAnswer("Enter", N_("play"), "enter"),
        PromptAnswer("r", N_("rules"), "r"),
        BACK,
    )

    def __init__(self, palette: Palette, form: Form) -> None:
        super().__init__(palette)
        self._form = form
        self._unfolded = False

    def title_lines(self) -> Picture:
        return self.about(_("New table"))

    def rows(self) -> Sequence[Field]:
        opens = _("Opens the table; bots take the other seats.")
        if self._form.arrangement is not None:
            opens = _("Opens the table; you are its host.")
        known = fields(self._form)
        first, more = [row for row in known if not row.group], [row for row in known if row.group]
        rules, mark = clip(rules_words(setup_of(self._form)), _RULES), "▾ {}" if self._unfolded else "▸ {}"
        unfold = Field(_MORE, _("More rules"), _("show or hide all other options"), rules, str, mark=mark)
        return (Field(_DO, _("Play"), opens), *first, unfold, *(more if self._unfolded else ()))

    def beside(self, box: Box) -> Parts:
        return draw_offer(self._form, box, self._palette.strokes)

    def below(self, free: Box) -> Parts:
        """Draw a tile for each game, as on the welcome."""
        games = self._form.games
        if not self._palette.painted or len(games) < 2 or free.width < _TILED or free.height < _TALL:
            return {}
        large = free.width >= 150 and free.height >= 40
        high = _HIGH_TILE if large else LEAST_TILE
        boxes = tile_boxes(free, len(games), _COLUMNS, high)
        tiles = {}
        for number, (title, box) in enumerate(zip(games, boxes, strict=True)):
            size, aim, chosen = (box.width, box.height), Press(f"{_GAME}{number}"), title == self._form.game
            shown = brief_title(games[title].name) if high == LEAST_TILE else title
            tiles[f"tile{number}"] = Part(box, draw_tile(shown, games[title], size, aim, chosen=chosen))
        return tiles

    def act(self, key: str) -> None:
        if key.startswith(_GAME):
            self._form = with_game(self._form, tuple(self._form.games)[int(key.removeprefix(_GAME))])
            self.say("")
            return
        match key:
            case "enter":
                self.make()
            case "r":
                self.want(setup_of(self._form))
            case _:
                super().act(key)

    def make(self) -> None:
        self.want(self._form)

    def change(self, field: Field, by: int | None) -> None:
        if field.name == _MORE:
            self._unfolded = not self._unfolded
        else:
            self._form = field.put(field.after(by))
        self.say("")


class GamesScreen(FormScreen):
    """Lists the games to tick: of these tables are listed, and a quick game is one of them."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (CHOOSE, PromptAnswer("Enter", N_("tick"), "enter"), BACK)

    def __init__(
        self, palette: Palette, games: Mapping[str, GameOffer], ticked: str, keep: Callable[[str], None]
    ) -> None:
        """Create the screen of these games by their titles; ``keep`` is given the names of those that are ticked."""
        super().__init__(palette)
        self._games, self._ticked, self._keep = games, ticked.split(), keep

    def title_lines(self) -> Picture:
        return self.about(_("Tables and quick games of"), _("none ticked: of every game"))

    def rows(self) -> Sequence[Field]:
        return tuple(
            [Field(one.name, title, _(one.about), one.name in self._ticked) for title, one in self._games.items()]
        )

    def change(self, field: Field, by: int | None) -> None:
        self._ticked = [one.name for one in self.rows() if bool(one.now) is not (one.name == field.name)]
        self._keep(" ".join(self._ticked))
        self.redraw()


_NAME: Final = "name"
_CALLED: Final = ScreenQuestion(lambda: asked(_("Name of the tournament?")))  # Asks for the name of a tournament.


class NewTournamentScreen(FormScreen, AskingScreen[str]):
    """Shows the form; its result is the number of the tournament that was made, or an empty text."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (CHOOSE, CHANGE, PromptAnswer("Enter", N_("create it"), "enter"), BACK)

    def __init__(self, palette: Palette, link: Link, form: Form) -> None:
        """Create the screen of a form in which nothing was chosen yet."""
        super().__init__(palette, link)
        self._form = replace(form, plan=TournamentPlan(""))

    def title_lines(self) -> Picture:
        return self.about(_("New tournament"))

    def beside(self, box: Box) -> Parts:
        return draw_offer(self._form, box, self._palette.strokes)

    @property
    def _title_now(self) -> str:
        return self._form.plan.name if self._form.plan is not None else ""

    def rows(self) -> Sequence[Field]:
        starts = _("Its maker starts it once two or more people have entered.")
        name = Field(_NAME, _("Name"), starts, self._title_now or "…", str)
        return (Field(_DO, _("Create it"), starts), name, *fields(self._form))

    def act(self, key: str) -> None:
        if key == "enter" and self.rows()[self.chosen].name != _NAME:
            self.make()
        else:
            super().act(key)

    def change(self, field: Field, by: int | None) -> None:
        self.say("")
        if field.name == _NAME:
            self.app.push_screen(QuestionScreen(self._palette, _CALLED), self._call)
        else:
            self._form = field.put(field.after(by))
            self.redraw()

    def _call(self, name: str | None) -> None:
        plan = plan_of(self._form)
        self._form = replace(self._form, plan=replace(plan, name=name or plan.name))
        self.redraw()

    def make(self) -> None:
        """Have the tournament made; ask for its name first."""
        if self._title_now:
            self.say("")
            self.converse(self._made(), "made")
        else:
            self.app.push_screen(QuestionScreen(self._palette, _CALLED), self._call_and_make)

    def _made(self) -> Conversation:
        news: TournamentShown = yield MakeTournament(0, plan_of(self._form))
        self.dismiss(str(news.tournament.number))

    def _call_and_make(self, name: str | None) -> None:
        self._call(name)
        if name:
            self.make()
