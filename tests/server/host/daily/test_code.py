"""The code of a result."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.host.daily import code
from server.host.daily.code import InvalidCode, choices_in, read_code, write_code

SEED = bytes(range(32))
OTHER = bytes(32)
DAY = "2026-11-21"
TURN = st.integers(1, 30).flatmap(lambda legal: st.tuples(st.integers(0, legal - 1), st.just(legal)))


@given(st.lists(TURN, max_size=90), st.binary(min_size=32, max_size=32), st.dates(min_value=code._FIRST_DAY))
def test_a_code_gives_back_the_choices(choices: list[tuple[int, int]], seed: bytes, day: object) -> None:
    """Whatever was chosen on whatever day: who knows the seed reads exactly that."""
    try:
        written = write_code(seed, str(day), choices)
    except InvalidCode as fault:
        assert str(fault).startswith("no code can name the day")  # noqa: PT017
        return
    sealed = read_code(written)
    choose = choices_in(sealed, seed)
    assert sealed.day == str(day)
    assert [(choose(legal), legal) for _place, legal in choices] == choices


def test_a_code_is_short() -> None:
    """Sixty turns with four choices each take less than half a line."""
    assert len(write_code(SEED, DAY, [(3, 4)] * 60)) <= 34


def test_without_the_seed_a_code_says_nothing() -> None:
    """Another seed does not read it, and games that differ in one turn have nothing in common after the day."""
    one, other = (read_code(write_code(SEED, DAY, [(place, 4)] * 30 + [(1, 4)])) for place in (1, 2))
    with pytest.raises(InvalidCode, match="does not belong to this seed"):
        choices_in(one, OTHER)
    assert one.check != other.check
    assert sum(a == b for a, b in zip(one.actions, other.actions, strict=True)) <= 2


def test_a_player_of_the_day_cannot_read_the_codes_of_others() -> None:
    """Whoever knows their own actions, and so their own mask, has nothing of the mask of another code."""
    one = read_code(write_code(SEED, DAY, [(3, 4)] * 40))
    other = read_code(write_code(SEED, DAY, [(3, 4)] * 39 + [(2, 4)]))
    plain_one, plain_other = b"\xff" * 10, b"\xbf" + b"\xff" * 9
    masks = [
        bytes(a ^ b for a, b in zip(*pair, strict=True))
        for pair in ((one.actions, plain_one), (other.actions, plain_other))
    ]
    assert masks[0] != masks[1]


@pytest.mark.parametrize("text", ["", "abc", "0" * 20, "z" * 500, "a b" * 10, "1" * 12, "2zzzzzzzz1"])
def test_what_is_no_code(text: str) -> None:
    """Any other text is refused, however long."""
    with pytest.raises(InvalidCode):
        read_code(text)


def test_a_code_of_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code of other bots or deals is refused by name."""
    monkeypatch.setattr(code, "DAILY_VERSION", 9)
    written = write_code(SEED, DAY, [(1, 2)])
    monkeypatch.undo()
    with pytest.raises(InvalidCode, match="of another version"):
        read_code(written)


def test_a_code_with_a_wrong_letter() -> None:
    """One changed letter is noticed: in the day, in the check, or in the actions."""
    written = write_code(SEED, DAY, [(3, 4)] * 30)
    for place in range(2, len(written)):
        changed = written[:place] + ("x" if written[place] != "x" else "y") + written[place + 1 :]
        with pytest.raises(InvalidCode):
            choices_in(read_code(changed), SEED)
