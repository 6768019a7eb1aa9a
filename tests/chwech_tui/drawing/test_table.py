"""The parts of the table and its log: what they show, and that nothing is ever wider than its place."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from chwech_tui.describe import note
from chwech_tui.drawing.cards import draw_hand
from chwech_tui.drawing.log import draw_gone, draw_log, draw_whole_log
from chwech_tui.drawing.panel import draw_header, draw_prompt, foot_keys, shown_trick
from chwech_tui.drawing.plan import Box
from chwech_tui.drawing.plates import PlateLook, draw_plate
from chwech_tui.model import board as boards
from chwech_tui.model.board import Asking, Board
from chwech_tui.model.cards import LARGE, CardLook, Face, Strokes
from chwech_tui.model.ink import Hue, Pick, Picture, plain
from chwech_tui.model.prompt import effect
from chwech_tui.model.settings import Cards
from chwech_tui.screens.table_picture import Scene, TablePicture
from chwech_tui.theme import Colours, Palette
from games.registry import GAMES
from protocol.cards import Rank
from protocol.game import Hidden, Temper, View, thawed
from protocol.message import Seat
from protocol.setup import Setup
from protocol.table import Occupant, TablePhase
from tests.chwech_tui.games.laws import check_parts
from tests.chwech_tui.games.stage import find
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import EMPTY, VIEW, board, hearts_led, seen, table, waiting_view


def shown(picture: Picture) -> list[str]:
    """Give the lines of a picture as text."""
    return [plain(line).rstrip() for line in picture]


HAND = Box(0, 0, 76, LARGE.height + 2)
LOOK = CardLook(LARGE, Strokes.PAINTED)


def titles(view: View, width: int) -> str:
    """Give the first line of words about a trick."""
    found = shown_trick(board(view), width)
    return plain(found.titles[0]).rstrip() if found is not None else ""


def test_a_bot_that_leans_is_shown_with_its_temper() -> None:
    """Also the longest of them beside a long name."""
    seats = (
        Occupant("Megan"),
        Occupant("Rhys", "easy", temper=Temper.BOLD),
        Occupant("W" * 24, "champion", temper=Temper.CAREFUL),
        Occupant("Nia", "steady"),
    )
    gathering = replace(table(None, TablePhase.GATHERING), seats=seats)
    now = boards.changed(EMPTY, gathering)
    plates = [shown(draw_plate(now, Seat(seat), (26, 3), PlateLook(Strokes.PAINTED))) for seat in (1, 2, 3)]
    assert [[line.strip() for line in plate if line.strip()] for plate in plates] == [
        ["Rhys°", "(easy bot, bold)"],
        ["WWWWWWWWWWWWWWWWWWWW…°", "(champion bot,", "careful)"],
        ["Nia°", "(steady bot)"],
    ]


def test_a_table_that_is_not_known_has_no_picture() -> None:
    """Before the table is told its parts are empty."""
    assert draw_plate(Board(), Seat(0), (50, 3), PlateLook(Strokes.PAINTED)) == ()
    assert shown_trick(Board(), 50) is None
    assert not list(draw_hand(Board(), HAND, LOOK))
    assert shown(draw_header(Board(), 50)) == ["Chwech"]


def test_before_the_next_lead_the_taken_trick_stays() -> None:
    """Who took it, why, and who passed the lead are in the title."""
    taken = "0 4H, 1 9H"
    view = seen(waiting_view(), prompt="lead", trick="", last=taken)
    assert titles(view, 60) == "Owain takes 2 cards: 9♥ is the highest card"
    passed = seen(view, trick="1 -")
    title = titles(passed, 70)
    assert title == "Owain takes 2 cards: 9♥ is the highest card   lead passed by Owain"
    many = seen(view, trick="1 -, 2 -, 3 -")
    title = titles(many, 64)
    assert title == "Owain takes 2 cards: 9♥ is the highest card   lead passed by 3"


def played(view: View) -> Sequence[tuple[Seat, object]]:
    """Give the turns of a trick."""
    found = shown_trick(board(view), 60)
    return found.laid.turns if found is not None else ()


def test_a_card_on_the_table_shows_what_it_counts_as() -> None:
    """An Ace shows its height, a Joker led the suit that it stands for."""
    aces = played(seen(hearts_led(ruleset="original"), trick="0 AH+, 1 AH-"))
    assert [face.corner for _seat, face in aces if isinstance(face, Face)] == ["A♥↑", "A♥↓"]
    jokers = played(seen(VIEW, trick="0 JK=S, 1 JK"))
    assert [face for _seat, face in jokers] == [
        Face(Rank.JOKER, None, "JK♠", "♠", Hue.SPADES),
        Face(Rank.JOKER, None, "JK", "★", Hue.JOKER),
    ]


def test_every_cell_of_a_card_can_be_clicked() -> None:
    """The whole card and its number mean the card; of a hand without cards it is said."""
    drawn = {name: picture for name, _box, picture in draw_hand(board(), HAND, LOOK)}
    for line in drawn["hand0"][1:-1]:
        assert {span.aim for span in line[1:-1]} == {Pick(0)}
    assert {span.aim for span in drawn["marks"][0] if span.text.strip()} <= {Pick(place) for place in range(9)}
    empty = seen(VIEW, hand="")
    ((_name, _box, words),) = draw_hand(board(empty), HAND, LOOK)
    assert shown(words)[0].strip() == "No cards in your hand."
    assert not list(draw_hand(board(replace(empty, viewer=None)), HAND, LOOK))


def test_the_prompt_shows_buttons_and_what_went_wrong() -> None:
    """In two lines where it is long; nothing turns for somebody whom the server has sent away."""
    now = replace(board(), notice="It is Rhys's turn.", chosen=2)
    assert shown(draw_prompt(now, 70)) == ["Follow hearts or pass   Enter play Q♥    p pass", "It is Rhys's turn."]
    busy = draw_prompt(replace(now, slow=True), 70, 1)
    assert plain(busy[0]).startswith("⠙ Follow")
    text = "Another server is using this directory: end it first, or choose another. Trying again…"
    rows = shown(draw_prompt(boards.troubled(board(), text), 60))
    assert " ".join(rows).replace("   ", " ").endswith(text[20:])
    assert len(rows) == 2
    rows = shown(draw_prompt(boards.parted(board(), "You play elsewhere."), 70, 1))
    assert rows[0] == "You play elsewhere."


def test_what_is_being_written_is_seen_while_the_connection_is_down() -> None:
    """The draft stays in its line, and below it stands what is wrong; so does any other question."""
    writing = replace(board(), asking=Asking.SAY, draft="half a sen")
    rows = shown(draw_prompt(boards.troubled(writing, "The connection was lost."), 70, 1))
    assert rows[0] == "⠙ Nobody else is here yet. Say: half a sen_"
    assert rows[1].startswith("The connection was lost.")
    asked = replace(board(), asking=Asking.LEAVE)
    rows = shown(draw_prompt(boards.troubled(asked, "The connection was lost."), 120, 1))
    assert "Leave the table?" in rows[0]
    assert rows[1] == "The connection was lost."


def test_a_question_is_not_mixed_with_what_the_chosen_card_would_do() -> None:
    """Leaving has nothing to do with the card, and without that line all answers have room."""
    chosen = replace(board(), chosen=0)
    while not effect(chosen):
        chosen = replace(chosen, chosen=(chosen.chosen or 0) + 1)
    assert effect(replace(chosen, asking=Asking.LEAVE)) == ""
    rows = shown(draw_prompt(replace(chosen, asking=Asking.LEAVE), 70))
    assert "".join(rows).rstrip().endswith("Esc stay")


def test_the_header_says_who_looks_on_and_what_is_quiet() -> None:
    """Whoever watches is not told of their own eyes."""
    seen = boards.changed(EMPTY, replace(table(), viewer=None, watchers=("Cat", "Ben")))
    assert "seen by Cat, Ben" in shown(draw_header(seen, 100))[0]
    assert "seen by Cat  " in shown(draw_header(boards.greeted(seen, "Ben", frozenset()), 100))[0]
    assert shown(draw_header(replace(board(), quiet=True), 100))[0].startswith("Chwech   quiet   deal 2 of 5")


def test_the_foot_names_what_is_of_use() -> None:
    """No card before or after the game, none to who watches, and no key of the game that can be of no use."""
    with_owain = replace(table(), seats=(Occupant("Megan"), Occupant("Owain"), *table().seats[2:]))

    def named(**changes: object) -> str:
        now = boards.changed(EMPTY, replace(with_owain, **changes))
        return " ".join(answer.shown for answer in foot_keys(now))

    assert named() == "←→ Enter p l s t r ? q"
    assert named(seats=table().seats) == "←→ Enter p l s r ? q"
    assert named(phase=TablePhase.GATHERING, game=None) == "↑↓ c t x r ? q"
    assert named(phase=TablePhase.GATHERING, game=None, viewer=None) == "c t x r ? q"
    assert named(viewer=None) == named(phase=TablePhase.OVER) == "l s t x r ? q"
    assert named(phase=TablePhase.OVER, seats=table().seats) == "l s r ? q"
    opening = board(seen(VIEW, prompt="open", legal="KC QH", trick=""))
    assert [("p" in [key.key for key in foot_keys(now)]) for now in (board(), board(waiting_view()), opening)] == [
        True,
        True,
        False,
    ]


def test_the_log_shows_the_newest_sentences_that_fit() -> None:
    """What is left out of a long one is marked; on the page of the log nothing is, not of the longest word."""
    now = board()
    for text in ("one", "two is a longer remark", "three"):
        now = boards.remarked(now, text)
    assert shown(draw_log(now.chronicle, 12, 4)) == ["two is a", "  longer", "  remark", "three"]
    assert shown(draw_log(now.chronicle, 12, 3)) == ["three"]
    assert shown(draw_log(now.chronicle, 40, 2)) == ["two is a longer remark", "three"]
    now = boards.remarked(board(), "Owain: one two three four five six seven")
    assert shown(draw_log(now.chronicle, 12, 2)) == ["Owain: one", "  two three…"]
    assert shown(draw_log(now.chronicle, 12, 1)) == ["Owain: one…"]
    assert draw_log(now.chronicle, 12, 0) == ()
    whole = boards.remarked(now, "one " * 9)
    assert len(draw_log(whole.chronicle, 12, 5)) == 4
    now = boards.remarked(board(), "see abcdefghijklmnopqrstuvwxyz now")
    assert shown(draw_log(now.chronicle, 12, 4))[1].endswith("…")
    assert shown(draw_whole_log(now.chronicle, 12)) == ["see", "  abcdefghij", "  klmnopqrst", "  uvwxyz now"]


names = st.lists(st.text(max_size=40), min_size=7, max_size=7)


def nothing_is_wider_than_its_place(
    players: int, width: int, height: int, called: list[str], moves: int, data: st.DataObject
) -> None:
    """At any size, with any names, at any moment of a game, every line fits and no hand or trick is cut."""
    ruleset = data.draw(st.sampled_from(["revised", "original"]))
    stage = Stage(Setup("chwech", players, {"ruleset": ruleset} if ruleset == "original" else {}))
    now = EMPTY
    for number, (event, shown_table) in enumerate(stage.told_turns()):
        seats = tuple(Occupant(name) for name in called[:players])
        now = boards.happened(now, event, replace(shown_table, seats=seats))
        if number >= moves:
            break
    chosen = data.draw(st.none() | st.integers(0, 8))
    hand = now.game.hand if now.game else ()
    now = replace(now, chosen=chosen if chosen is not None and chosen < len(hand) else None)
    now = replace(now, asking=data.draw(st.sampled_from([Asking.NOTHING, Asking.LEAVE, Asking.MOVE])))
    for palette in (Palette(), Palette(cards=Cards.LEGIBLE), Palette(Colours.NONE, ascii=True)):
        check_parts(TablePicture(palette).parts(Scene(now, 0, 0.0, 0, ""), (width, height)), (width, height))


ANY = given(st.integers(4, 7), st.integers(80, 200), st.integers(24, 70), names, st.integers(0, 200), st.data())

test_nothing_is_wider_than_its_place = settings(max_examples=12)(ANY(nothing_is_wider_than_its_place))
test_nothing_ever_is = pytest.mark.long(settings(max_examples=100)(ANY(nothing_is_wider_than_its_place)))


def test_an_empty_log_says_so() -> None:
    """Before anything has happened the page is not blank; then what has happened takes the place of that."""
    (nothing,) = draw_whole_log((), 60)
    assert plain(nothing).rstrip() == "Nothing has happened yet."
    (something,) = draw_whole_log(note((), "The game begins."), 60)
    assert plain(something).rstrip() == "The game begins."


@pytest.mark.parametrize("name", GAMES)
def test_the_cards_of_every_game_fit_the_screen(name: str) -> None:
    """Each pack with its Jokers, whatever they are called, as soon as the viewer is to act."""
    board = find(Setup(name, GAMES[name].players[0]), lambda view: bool(view.legal))
    for width, height in ((80, 24), (160, 50)):
        lines = [plain(line) for line in draw_gone(board, width, height)]
        assert len(lines) <= height
        assert all(len(line) <= width for line in lines)
        assert any("in your hand" in line for line in lines)


def test_cards_that_everybody_has_seen_are_not_called_unseen() -> None:
    """In Durak those taken up, and the one that lies open under the stock, have a sign and a number of their own."""
    board = find(
        Setup("durak-teams", 4),
        lambda view: bool(view.choices) and len(thawed(view.fields["stock"])) > 0 and any(view.fields["known"][1:]),
    )
    view = board.game
    assert isinstance(view, View)
    known = view.fields["known"]
    seen = sum(map(len, known[1:])) + 1
    for size in ((80, 24), (160, 50)):
        lines = [plain(line) for line in draw_gone(board, *size)]
        assert any(f"+ seen elsewhere {seen} " in line for line in lines)
    none = replace(view, fields=view.fields | {"stock": Hidden(0), "known": ((),) * 4})
    assert board.table is not None
    without = replace(board, table=replace(board.table, game=none))
    assert not any("seen elsewhere" in plain(line) for line in draw_gone(without, 80, 24))
