"""Records against damage: whatever a line says, it is verified or refused with a sentence."""

import json
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from games.kit.asking import Choice, Shuffle, read, text
from games.kit.records import LONGEST, RecordFault, run_at, up_to, verify, write
from games.kit.run import Run
from games.registry import GAMES
from protocol.cards import JOKER, Suit, read_card
from tests.games.position import go_on, start

STRANGE: Final[list[Any]] = [
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "x" * 300,
    [],
    {},
    [[]],
    "KH",
    ["KH"],
    {"a": 1},
    "\ud800",
    "\0",
]
LONG: Final = ["9" * 5000, "1e999", "NaN", '"\\ud800"', *["[" * deep + "]" * deep for deep in (900, 990, 200_000)]]
"""JSON that one parser or the other cannot read."""


def record(name: str, chance: Random) -> dict[str, Any]:
    """Return the record of a game with at least one finished deal."""
    run = start(GAMES[name], chance)
    while not run.match.sheets:
        go_on(run, chance, 20)
    said: dict[str, Any] = json.loads(write(run, names=["name"] * run.match.players))
    return said


def damaged(value: Any, chance: Random) -> Any:  # noqa: ANN401
    """Return a value in which one thing somewhere is another one, is gone, or is there twice."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        rest = {name: part for name, part in value.items() if name != key}
        return rest if chance.random() < 0.1 else rest | {key: damaged(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        instead = chance.choice([[damaged(value[at], chance)], [damaged(value[at], chance)], [], [value[at]] * 2])
        return [*value[:at], *instead, *value[at + 1 :]]
    return chance.choice(STRANGE)


@pytest.mark.parametrize("name", GAMES)
def test_damage_is_refused_with_a_sentence(name: str) -> None:
    """Nothing but a fault of the record is raised."""
    chance = Random(name)
    whole = record(name, chance)
    for number in range(40):
        line = bytearray(
            json.dumps(damaged(whole, chance), ensure_ascii=number % 2 == 0).encode(errors="surrogatepass")
        )
        if number % 5 == 0:
            line[chance.randrange(len(line))] = chance.randrange(256)
        with suppress(RecordFault):
            verify(bytes(line), GAMES)


@pytest.mark.parametrize("value", LONG, ids=lambda value: value[:5])
@pytest.mark.parametrize("name", ["chwech", "challenge", "forty-five"])
def test_what_is_too_long_or_too_deep_is_refused(name: str, value: str) -> None:
    """Wherever it stands, also under a key that no record has."""
    whole = record(name, Random(name))
    for where in (whole, whole["deals"][0]):
        for key in [*where, "unknown"]:
            before = dict(where)
            where[key] = "@"
            with pytest.raises(RecordFault):
                verify(json.dumps(whole).replace('"@"', value).encode(), GAMES)
            where.clear()
            where.update(before)


def test_the_deal_and_the_action_are_named() -> None:
    """They count from 1."""
    whole = record("chwech", Random(1))
    whole["deals"][0]["actions"][2][1] = "0C"
    with pytest.raises(RecordFault, match="deal 1, action 3: the rules do not allow 0C"):
        verify(json.dumps(whole).encode(), GAMES)


def test_keys_that_say_where_a_game_comes_from_may_be_empty() -> None:
    """They are not derived from the game."""
    whole = record("bete", Random(1)) | {"names": None, "seed": None, "played_at": ""}
    assert verify(json.dumps(whole).encode(), GAMES).match.totals == tuple(whole["totals"])


def test_a_hand_of_other_things_than_cards_is_refused() -> None:
    """Also in Challenge, where the answers of a deal decide which cards are whose."""
    whole = record("challenge", Random(1))
    first = whole["deals"][0]
    first["hands"][1 - first["dealer"]][0] = True
    with pytest.raises(RecordFault, match="deal 1: hands: the rules give other ones"):
        verify(json.dumps(whole).encode(), GAMES)


def seeded(name: str = "chwech") -> dict[str, Any]:
    """Return the record of a game whose deals have been drawn from seeds, which stand in it."""
    game = GAMES[name]
    run, chance = Run(game.start(game.players[0], {})), Random(1)
    seeds: list[bytes] = []
    while run.asks is not None and len(run.match.sheets) < 2:
        if isinstance(run.asks, Shuffle):
            seeds.append(bytes([len(seeds)] * 32))
            run.shuffle(game.order(run.match, seeds[-1]))
        else:
            go_on(run, chance, 1)
    said: dict[str, Any] = json.loads(write(run, seeds[:2]))
    return said


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("seed", "deal-v1", "seed: write deal-v1 and 64 hex digits for each of the 2 deals"),
        ("seed", "deal-v1 " + "00" * 32 + " " + "00" * 32, "the commitment is not the SHA-256 of the seed"),
        ("dealer", 9, "dealer: 9 is no seat, they are 0 to 5"),
        ("hands", [], "hands: they are not as many as are dealt"),
        ("names", ["Ann"], "names: 1 for 6 seats"),
    ],
)
def test_what_does_not_fit_is_named(key: str, value: object, why: str) -> None:
    """A seed, its commitment, a seat, cards, names: each with what would be right."""
    whole = seeded()
    (whole if key in whole or key == "names" else whole["deals"][0])[key] = value
    with pytest.raises(RecordFault, match=why):
        verify(json.dumps(whole).encode(), GAMES)


def test_other_cards_than_those_of_the_seed_are_refused() -> None:
    """Two hands changed places."""
    whole = seeded()
    hands = whole["deals"][0]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    with pytest.raises(RecordFault, match="deal 1: hands: the seed gives other ones"):
        verify(json.dumps(whole).encode(), GAMES)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"\xef\xbb\xbf{}", "a byte order mark stands before the record"),
        (b" " * (LONGEST + 1), "a record has at most"),
        (b"\xff", "this is no UTF-8"),
        (b"{", "this is no JSON object of a game"),
    ],
)
def test_a_line_that_is_no_record_says_why(line: bytes, why: str) -> None:
    """Before anything in it is looked at."""
    with pytest.raises(RecordFault, match=why):
        verify(line, GAMES)


def test_a_key_that_stands_twice_is_refused() -> None:
    """Two readers could see two games."""
    line = json.dumps(seeded()).replace('"totals"', '"game": "chwech", "totals"', 1)
    with pytest.raises(RecordFault, match="game: the key stands twice"):
        verify(line.encode(), GAMES)


def test_a_deal_too_many_and_a_deal_cut_short() -> None:
    """A game that was over, an answer after the end of a deal, and one that is missing."""
    whole = record("chwech", Random(1))
    actions = whole["deals"][0]["actions"]
    last = actions.pop()
    with pytest.raises(RecordFault, match=rf"deal 1, action {len(actions) + 1}: it is missing: it is the turn of seat"):
        verify(json.dumps(whole).encode(), GAMES)
    actions += [last, last]
    with pytest.raises(RecordFault, match="the deal is over, and actions are left over"):
        verify(json.dumps(whole).encode(), GAMES)
    run, chance = Run(GAMES["chwech"].start(4, {"deals": 1})), Random(1)
    go_on(run, chance, 10_000)
    over = json.loads(write(run))
    over["deals"] *= 2
    with pytest.raises(RecordFault, match="deal 2: the game was over before this deal"):
        verify(json.dumps(over).encode(), GAMES)


def test_a_card_that_lies_in_two_places_is_in_both() -> None:
    """The trump of Durak, which is turned up, is the last of the stock."""
    whole = record("durak-teams", Random(1))
    deal = whole["deals"][0]
    deal["turned"], deal["hands"][0][0] = deal["hands"][0][0], deal["turned"]
    with pytest.raises(RecordFault, match=rf"deal 1: stock: {deal['turned']} is missing"):
        verify(json.dumps(whole).encode(), GAMES)


def test_what_is_too_deep_for_one_step_alone_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that can just be read may be too deep for whatever comes after."""

    def too_deep(*_values: object, **_more: object) -> Any:  # noqa: ANN401
        raise RecursionError("it is too deep")

    line = json.dumps(record("bete", Random(1))).encode()
    with pytest.raises(RecordFault, match="this is no JSON object of a game: it is too deep"):
        verify(line, {"bete": replace(GAMES["bete"], pack=too_deep)})
    monkeypatch.setattr("json.loads", too_deep)
    with pytest.raises(RecordFault, match="this is no JSON object of a game: it is too deep"):
        verify(line, GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_with_its_seeds_is_verified(name: str) -> None:
    """Every game deals the same cards from them again."""
    whole = seeded(name)
    assert verify(json.dumps(whole).encode(), GAMES).match.totals == tuple(whole["totals"])


def test_a_place_in_a_game_is_found_again() -> None:
    """Also in a deal that is not over, as far as its record goes."""
    run = start(GAMES["bete"], Random(1))
    go_on(run, Random(1), 40)
    while isinstance(run.asks, Shuffle) or not run.answers:
        go_on(run, Random(2), 1)
    again = run_at(up_to(run).decode(), run.match.deal, len(run.answers), GAMES)
    assert (again.table.hands, again.answers) == (run.table.hands, run.answers)
    assert again.match.totals == run.match.totals
    assert run_at(write(run).decode(), run.match.deal, 0, GAMES) is None


QUEEN, ACE = read_card("QH"), read_card("AH")


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        ("QH", QUEEN),
        ("JK", JOKER),
        ("AH-", (ACE, "-")),
        ("JK=S", (JOKER, "=", Suit.SPADES)),
        ("bury QH", ("bury ", QUEEN)),
        *[(word, word) for word in ("-", "in", "1H", "bury 1H", "QH=X", "QH JK+H+", "")],
    ],
)
def test_a_text_names_a_card_with_what_stands_around_it(said: str, choice: Choice) -> None:
    """Anything else is a word; each is written again as it was."""
    assert read(said) == choice
    assert text(choice) == said
