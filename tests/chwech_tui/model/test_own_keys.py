"""The player's own keys: an exchange of keys, named everywhere by the key to press."""

import re
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chwech_tui.drawing.line import cells
from chwech_tui.drawing.panel import foot_keys
from chwech_tui.model.board import Board, changed
from chwech_tui.model.commands import letters, press
from chwech_tui.model.game import GAMES
from chwech_tui.model.prompt import PromptAnswer, prompt, usable_keys
from chwech_tui.model.settings import (
    USUAL_KEYS,
    OwnKeys,
    Settings,
    key_named,
    label,
    meant,
    read_keys,
    shown_key,
    stored_keys,
    with_key,
)
from chwech_tui.model.times import offer_words
from protocol.message import Seat
from protocol.table import Pause, TablePhase
from tests.chwech_tui.test_golden_screens import SCENES, stage
from tests.chwech_tui.values import EMPTY, table

TAKEN = st.sampled_from([*(letter for letter in ascii_lowercase if letter not in "gy"), "comma", "plus", "ж", "ŵ"])
OWN_KEYS = st.dictionaries(st.sampled_from(ascii_lowercase), TAKEN).map(
    lambda stored: read_keys({f"key.{key}": pressed for key, pressed in stored.items()})
)
EFFECTS = letters(GAMES.values())

FREE = [*"mu", *map(key_named, ",.;'-+=/*#[]"), *"жŵéáòñßøđłþ"]
ELSEWHERE: OwnKeys = tuple(zip(EFFECTS, FREE, strict=False))  # Every letter of the table at another key.


@given(OWN_KEYS)
def test_own_keys_are_an_exchange(keys: OwnKeys) -> None:
    """Every usual key is reached by exactly one key, which is the one that is shown for it."""
    everything = [*ascii_lowercase, *FREE, "enter", "escape", "1", "question_mark"]
    assert sorted({meant(keys, key) for key in everything}) == sorted({*everything})
    for key in everything:
        assert meant(keys, key_named(shown_key(keys, key))) == key
    assert all(meant(keys, pressed) == usual for usual, pressed in keys)


@given(OWN_KEYS)
def test_own_keys_survive_being_stored(keys: OwnKeys) -> None:
    """What is stored is read again, in names and values that the server keeps."""
    stored = stored_keys(keys)
    assert read_keys(stored) == keys
    assert all(len(name) <= 40 and len(value) <= 40 for name, value in stored.items())
    assert len(stored) <= 26


def test_keys_change_places_by_way_of_a_third() -> None:
    """Without own keys nothing is translated; of stored ones that cannot hold the first does."""
    keys = USUAL_KEYS
    for usual, pressed in (("l", "u"), ("k", "l"), ("l", "k")):
        keys = with_key(keys, usual, pressed, EFFECTS)
    assert keys == (("k", "l"), ("l", "k"))
    with pytest.raises(ValueError, match="l is taken: cards gone"):
        with_key(keys, "l", "l", EFFECTS)
    assert with_key(with_key(keys, "l", ""), "k", "k") == USUAL_KEYS
    assert meant(USUAL_KEYS, "L") == "L"
    assert shown_key(USUAL_KEYS, "l") == "l"
    assert meant((("l", "m"),), "M") == "l"
    assert meant((("l", "m"),), "T") == "T"
    stored = {"key.l": "m", "key.t": "m", "key.enter": "comma", "key.k": "hyper", "key.": "m", "l": "u", "key.s": "s"}
    assert read_keys(stored) == (("l", "m"),)


@pytest.mark.parametrize(
    ("pressed", "reason"),
    [
        ("t", "t is taken: say something."),
        ("p", f"p is taken: {EFFECTS['p']}."),
        ("y", "y answers questions: choose another key."),
        *(
            (key, "other keys are fixed.")
            for key in ("enter", "1", "colon", "question_mark", "f5", "ctrl+c", "上", "א")
        ),
    ],
)
def test_a_key_that_cannot_be_taken_is_refused_with_the_reason(pressed: str, reason: str) -> None:
    """What another key does already, what answers questions, and what everyone must find stays."""
    with pytest.raises(ValueError, match=re.escape(reason)):
        with_key(USUAL_KEYS, "l", pressed, EFFECTS)


@pytest.mark.parametrize(
    ("text", "key"), [("L", "l"), (",", "comma"), ("[", "left_square_bracket"), ("comma", "comma"), ("?", "?")]
)
def test_a_key_is_named_as_it_is_shown(text: str, key: str) -> None:
    """Typed as a character or by name, it is the same key."""
    assert key_named(text) == key
    assert label(key) in {text.lower(), ","}


def test_every_letter_of_the_table_is_listed() -> None:
    """The letters of all games; another key takes one cell like the usual one, and no two are shown alike."""
    games = {letter for game in GAMES.values() for key in game.keys for letter in key.key.split()} - {"enter"}
    assert set(EFFECTS) == set("abcdefhijklnopqrstvwxyz") | games
    assert EFFECTS["p"].startswith("pass your turn; leave the turn-up")
    assert EFFECTS["l"] == "the last trick"
    assert EFFECTS["d"].startswith("as host: free a seat; take the turn-up and lay the chosen card aside")
    shown = [shown_key(ELSEWHERE, key) for key in EFFECTS]
    assert [cells(key) for key in shown] == [1] * len(EFFECTS)
    assert len(set(shown)) == len(EFFECTS)


def named(board: Board) -> list[PromptAnswer]:
    """Give every key that the table names for a board."""
    return [*prompt(board).answers, *foot_keys(board), *usable_keys(board)]


@pytest.mark.parametrize("scene", SCENES)
def test_every_key_that_is_named_does_what_it_says(scene: str) -> None:
    """Whatever the state, the key shown for an effect is another one than usual, and has that effect."""
    usual = SCENES[scene](stage("revised"))
    own = replace(usual, settings=replace(usual.settings, keys=ELSEWHERE))
    assert len(ELSEWHERE) == len(EFFECTS)
    assert [answer.key for answer in named(own)] == [answer.key for answer in named(usual)]
    asks = {answer.key for answer in prompt(own).answers} if scene == "leaving" else set()
    for answer in named(own):
        if answer.key in EFFECTS and answer.key not in asks:
            assert answer.shown != answer.key
            assert press(usual, meant(ELSEWHERE, key_named(answer.shown))) == press(usual, answer.key)


def test_sentences_name_own_keys() -> None:
    """What is said of a rematch or a pause names the keys to press."""
    settings = Settings(keys=(("n", "u"), ("z", "m")))
    own = replace(changed(EMPTY, table()), settings=settings)

    def playing(**changes: object) -> Board:
        return changed(own, replace(table(), **changes))

    assert offer_words(playing(phase=TablePhase.OVER, rematch="red-tree-sky")) == "Rematch at red-tree-sky: u joins."
    assert offer_words(playing(pause=Pause((Seat(0),)))).endswith("m takes it back.")
    assert offer_words(playing(pause=Pause((Seat(1),)))).endswith("m agrees.")
    paused = playing(pause=Pause((Seat(0), Seat(1)), 1.0, 2.0))
    assert press(paused, "p")[0].notice == "The game is paused: m goes on."
    assert [answer.shown for answer in prompt(paused).answers] == ["m"]
