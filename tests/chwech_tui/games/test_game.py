"""The laws of the screens of every game of the kit, in games by chance; and views that no rules have made."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice, permutations
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from chwech_tui.drawing.line import measure, wrap
from chwech_tui.errand import PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.model.game import GAMES, ShownGame, painted
from chwech_tui.model.ink import Span
from chwech_tui.model.lesson import taught
from chwech_tui.model.people import People
from chwech_tui.model.replay import Reel, ReplayMove, moved, place_words, took
from chwech_tui.screens.table_picture import Scene, TablePicture
from chwech_tui.theme import Palette
from games.kit.options import InvalidSetup, has
from games.kit.pages import meaning
from games.kit.words import side_words
from games.registry import GAMES as RULES
from games.registry import WORDS
from protocol.archive import ReplayPart, ReplayStep
from protocol.errors import RemoteProtocolError
from protocol.game import Stage as Phase
from protocol.game import View
from protocol.language import LANGUAGES, _, speaking
from protocol.message import Seat
from protocol.setup import OptionValue, Setup
from protocol.text import text_width
from server.tables.position import BETWEEN, first_position, replay
from tests.chwech_tui.games.laws import check_drawing, check_refusals, ways
from tests.chwech_tui.games.stage import NAMES, ByChance, Stage, record_of
from tests.chwech_tui.golden import SMALL, look_at_sheets, look_at_tables, pressed
from tests.chwech_tui.screens_text import running

MOST = 150  # The most events of a game that is played.


every_game = pytest.mark.parametrize("name", WORDS)


class OfKit(ByChance):
    """A game of the kit, which raises every fault."""

    def __init__(self, on: Setup) -> None:
        super().__init__(on)
        self.spoilt: View | None = None
        self.kind: Any = ShownGame(WORDS[on.game], strict=True)
        self.game = WORDS[on.game].game
        self.state = first_position(self.game, on)

    def view(self, seat: Seat | None) -> View:
        """Return what a seat sees, or what a hostile server makes of it."""
        return self.spoilt or super().view(seat)


def stages(name: str, number: int) -> Iterator[OfKit]:
    """Yield games with options by chance."""
    game, chance = WORDS[name].game, Random(name)
    while number:
        players = chance.choice(game.players)
        options = {one.name: chance.choice(list(one.values)) for one in game.options if chance.random() < 1 / 2}
        lengths = [one for one in game.options if one.name in {"deals", "most_deals"}]
        options |= {one.name: 4 if has(one, 4) else max(list(one.values)[:2]) for one in lengths}
        with suppress(InvalidSetup):
            yield OfKit(Setup(name, players, game.differing(game.start(players, options).options)))
            number -= 1


@pytest.mark.parametrize("games", [1, pytest.param(4, marks=pytest.mark.long)])
@every_game
def test_every_view_can_be_drawn(name: str, games: int) -> None:
    """At three sizes, for players and spectators, every part fits into its place, from the first deal to the end."""
    for stage in stages(name, games):
        for number, _event in enumerate(islice(stage.turns(), MOST)):
            # In the long deals of some games later views are much alike; those between two deals are not.
            if number < 60 or number % 3 == 0 or not stage.view(None).asked:
                check_drawing(stage, number)


@every_game
def test_the_keys_reach_every_legal_answer_and_no_other(name: str) -> None:
    """Whoever is to act can do by keys all that the rules allow, and is asked for it in words."""
    for stage in stages(name, 2):
        for _event in islice(stage.turns(), MOST):
            for seat in stage.view(None).asked:
                view = stage.view(seat)
                moves = [move for _board, move in ways(stage, seat)]
                reached = {choice.action for move in moves for choice in move.choices}
                assert all(len(move.choices) == 1 or (move.question and move.hint) for move in moves)
                several = stage.kind.several(view) is not None
                pairs = permutations(view.hand, 2) if several else ()
                sent = {stage.kind.several_action(view, pair) for pair in pairs}
                assert reached | (sent & set(view.legal)) == set(view.legal)
                assert stage.kind.turn_words(view)
                plays = any(move.key == "enter" for move in moves)
                # A card may be good for robbing alone, with a key of its own.
                check_refusals(stage, view, but_enter=several or not plays or "rob" in WORDS[name].keys)


@every_game
def test_the_end_of_a_game_names_its_winners(name: str) -> None:
    """Who has won is said of the last view, and of none before it."""
    stage = next(stages(name, 1))
    people = People(NAMES[: stage.setup.players])
    said = [stage.kind.ended(stage.view(None), people) for _event in stage.turns()]
    assert measure(said[-1]) > 0
    assert not any(said[:-1])


def _spoilt(view: View, chance: Random) -> View:
    """Return a view in which one field of the table says something else."""
    name = chance.choice(list(view.fields))
    value = view.fields[name]
    other: Any = chance.choice([None, -1, 10**30, "x", True, (), (1, 2), ((),) * view.players, {"a": 1}])
    if isinstance(value, tuple) and value and chance.random() < 1 / 2:
        at = chance.randrange(len(value))
        other = (*value[:at], other, *value[at + 1 :])
    return View(**{one: getattr(view, one) for one in view.__struct_fields__} | {"fields": view.fields | {name: other}})


@pytest.mark.parametrize("times", [2, pytest.param(10, marks=pytest.mark.long)])
@every_game
def test_a_view_that_no_rules_have_made_is_drawn_or_refused_with_a_sentence(name: str, times: int) -> None:
    """Whatever stands in a field, a hostile server makes nothing worse than a refused view."""
    stage, chance, kind = next(stages(name, 1)), Random(name), ShownGame(WORDS[name])
    strict = stage.kind
    refused, drawn = 0, 0
    for number, _event in enumerate(islice(stage.turns(), MOST)):
        view = stage.view(Seat(0))
        if not isinstance(view, View) or not view.fields:
            continue
        for spoilt in [_spoilt(view, chance) for _time in range(times)]:
            try:
                kind.check_view(spoilt, stage.setup.players)
            except RemoteProtocolError:
                refused += 1
                continue
            stage.kind, stage.spoilt = kind, spoilt
            check_drawing(stage, number)
            drawn += 1
        stage.kind, stage.spoilt = strict, None
    assert refused
    assert drawn


def _boards() -> Mapping[str, Board]:
    """Return the table of Bête as it is asked, played and paid for, by chance, with the log of what came before."""
    stage, found = ByChance(Setup("bete", 4, {}, Seat(3))), dict[str, Board]()
    board: Board | None = None
    for told, table in stage.told_turns():
        board = boards.seated(Board(), table, stage.kind) if board is None else boards.happened(board, told, table)
        view = board.game
        if not isinstance(view, View) or view.deal < 2:
            continue
        if view.stage is Phase.OVER:
            found["ranking-bete"] = board
        elif view.stage is Phase.DEALING and view.sheets[-1].ending == "most":
            found.setdefault("between-bete", board)
        elif view.prompt == "part":
            found.setdefault("asking-bete", board)
        elif view.prompt in {"follow", "any"} and len(view.choices) > 1:
            found.setdefault("following-bete", pressed(board, ["right"]))
    return found


async def test_the_table_and_the_scores_look_as_they_did() -> None:
    """Every phase of the table, the sheet of a deal and the final ranking look as committed."""
    found = _boards()
    async with running(PlayNow(), size=SMALL) as (app, pilot):
        await look_at_tables(
            app, pilot, {name: found[name] for name in ("asking-bete", "following-bete", "between-bete")}
        )
        await look_at_sheets(app, pilot, {"sheet-bete": found["between-bete"], "ranking-bete": found["ranking-bete"]})


PRODUCT = re.compile(r"(\d+)(?: played| a chwaraewyd)? × (\d+)(?: won| a enillwyd)? = (\d+)")


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_a_course_says_something_to_every_choice(name: str, language: str) -> None:
    """Every legal answer of its deals has a reply, one a good one; products are right; all fits on a small screen."""
    kind = ShownGame(WORDS[name], strict=True)
    course = taught(kind.game)
    for lesson, deal in zip(kind.lessons, course.lessons if course is not None else (), strict=True):
        assert {reply.action for reply in lesson.replies} == set(lesson.view.legal)
        named = {one for keys in deal.replies for one in keys.split(", ")}
        assert named <= {"*", *(action.said for action in lesson.view.legal)}
        assert {True} <= {reply.good for reply in lesson.replies}
        for text in (lesson.text, *(reply.text for reply in lesson.replies), kind.farewell):
            with speaking(language):
                said = _(text)
            # It has six lines of 29 cells beside the table.
            assert len(wrap((Span(said),), 29, hang=0)) <= 6
            products = [tuple(map(int, figures)) for figures in PRODUCT.findall(said)]
            assert all(one * other == product for one, other, product in products)
            assert len(products) == len(PRODUCT.findall(text))


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_an_option_fits_the_form(name: str, language: str) -> None:
    """Its title has at most 27 cells, what a value changes at most 72, and both begin with a capital."""
    for option in WORDS[name].game.options:
        with speaking(language):
            values = (*option.values, *([option.least] if option.step else []))
            title, abouts = _(option.about), [meaning(WORDS[name].game, option.name, one).about for one in values]
        assert text_width(title) <= 27
        assert max(map(text_width, abouts), default=0) <= 72
        assert all(text[:1] == text[:1].upper() for text in (title, *abouts))
        assert all(about.endswith(".") for about in filter(None, abouts))


TABLES: tuple[tuple[str, int, dict[str, OptionValue], int], ...] = (
    ("twenty-five", 6, {"partners": True, "sides": "three"}, 3),
    ("auction-forty-fives", 4, {}, 2),
    ("roque", 4, {}, 2),
    ("durak-teams", 6, {}, 2),
)


def test_a_side_has_a_letter_and_a_colour() -> None:
    """Three sides have three colours."""
    letters = [letter_of(side) for side in range(3)]
    assert [letter.text for letter in letters] == ["A", "B", "C"]
    assert len({letter.hue for letter in letters}) == 3


def letter_of(side: int) -> Span:
    """Give the letter of a side as it is drawn."""
    (letter,) = painted(side_words(side))
    return letter


@pytest.mark.parametrize(("game", "players", "options", "sides"), TABLES, ids=[table[0] for table in TABLES])
def test_every_game_of_sides_shows_them_by_colour(
    game: str, players: int, options: dict[str, OptionValue], sides: int
) -> None:
    """Each letter stands in the colour of its side, in the row of each of its players."""
    stage = Stage(Setup(game, players, options))
    next(stage.turns())
    board = boards.seated(Board(), stage.table(), stage.kind)
    drawn = TablePicture(Palette()).parts(Scene(board, 0, 0.0, 0, ""), (100, 30))
    plates = [part for name, part in drawn.items() if name.startswith(("seat", "own"))]
    spans = [span for part in plates for line in part.picture for span in line]
    for side in range(sides):
        letters = [span for span in spans if span.text.strip() == letter_of(side).text]
        assert [span.hue for span in letters] == [letter_of(side).hue] * (players // sides)


def test_an_action_has_the_same_key_in_every_game() -> None:
    """Bids, passes, suits, pools and piles have one key each; what a key does in one game is done by it in the next."""
    keys: dict[str, str] = {}
    for words in WORDS.values():
        for word, key in words.keys.items():
            # What a word does at one question alone has a key of its own.
            if ":" not in word and key.key:
                assert keys.setdefault(word, key.key) == key.key, (words.game.name, word)
    assert len(keys) > 20


def film(on: Setup) -> Reel:
    """Give the replay of the first deal of a game of bots."""
    steps: list[ReplayStep] = []
    for event, state in replay(RULES[on.game], record_of(on)):
        steps.append(ReplayStep((event,), state.reveal()))
        if state.answers == BETWEEN:
            break
    return took(Reel(GAMES[on.game]), 1, ReplayPart(1, tuple(steps), deals=1))


LOTS: Final[tuple[tuple[str, int, dict[str, OptionValue], str], ...]] = (
    ("roque", 4, {"most_deals": 1}, "trick"),
    ("durak-teams", 4, {"losses": 1}, "bout"),
    ("challenge", 2, {}, "pile"),
    ("dudak", 4, {"deals": 1}, "pile"),
)


@pytest.mark.parametrize(("game", "players", "options", "part"), LOTS, ids=[lot[0] for lot in LOTS])
def test_a_replay_goes_from_one_trick_bout_or_pile_to_the_next(
    game: str, players: int, options: dict[str, OptionValue], part: str
) -> None:
    """Whatever a game has for tricks, the replay stops at the end of each, and calls it by its name."""
    reel, places = film(Setup(game, players, options)), []
    while (onward := moved(reel, ReplayMove.TRICK)) != reel:
        reel = onward
        places.append(place_words(reel))
    assert len(places) >= 3
    assert places[0].startswith(f"deal 1 of 1, {part} 1, play ")
    assert places[1].startswith(f"deal 1 of 1, {part} 2, play ")
    assert places[-1] == "deal 1 of 1, the score"
    assert place_words(replace(reel, step=0)) == "deal 1 of 1, as it was dealt"
