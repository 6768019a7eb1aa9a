"""Codes as such."""

import itertools
from collections.abc import Callable

import pytest

from server.host.accounts import keys
from server.host.accounts.keys import CODE_SECONDS, Codes

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def counting() -> Codes:
    """Give codes whose randomness counts upwards."""
    numbers = itertools.count(12345678)
    return Codes(lambda size: next(numbers).to_bytes(size, "big"))


def made(keeper: Codes, account: str, now: float = 0.0) -> str:
    """Make a code."""
    code = keeper.make(account, now)
    assert code is not None
    return code


def test_a_code_is_easily_read() -> None:
    """A code is two groups of four signs that nobody takes for others."""
    code = made(counting(), "a")
    assert (len(code), code[4]) == (9, "-")
    assert set(code.replace("-", "")) <= set(SIGNS)
    assert not set(SIGNS) & set("01IO")


def test_every_bit_counts() -> None:
    """All forty random bits are in a code."""
    numbers = [0, *(1 << bit for bit in range(40))]
    entropy = iter([b"", *(number.to_bytes(5, "big") for number in numbers)])
    keeper = Codes(lambda _: next(entropy))
    assert len({made(keeper, str(number)) for number in numbers}) == 41


@pytest.mark.parametrize("spelt", ["{}", "  {} ", "{0[0]}-{0[1]} {0[2]}"])
@pytest.mark.parametrize("letters", [str.upper, str.lower])
def test_spelling(spelt: str, letters: Callable[[str], str]) -> None:
    """Capitals, hyphens and spaces are as one likes."""
    keeper = counting()
    code = letters(made(keeper, "a"))
    plain = code.replace("-", "")
    typed = spelt.format(plain if "[" not in spelt else (plain[:2], plain[2:5], plain[5:]))
    offer = keeper.take(typed, 1.0)
    assert offer is not None
    assert offer.account == "a"


@pytest.mark.parametrize("wrong", ["1", "i", "I", "l"])
def test_an_l_is_a_one(wrong: str) -> None:
    """Who reads an L as a one, or as a capital I, is understood."""
    all_l = sum(SIGNS.index("L") << 5 * place for place in range(8))
    keeper = Codes(lambda size: all_l.to_bytes(size, "big"))
    assert made(keeper, "a") == "LLLL-LLLL"
    assert keeper.take(wrong * 8, 0.0) is not None


def test_a_code_works_once() -> None:
    """What was taken is gone, unless it is given back."""
    keeper = counting()
    code = made(keeper, "a")
    offer = keeper.take(code, 1.0)
    assert offer is not None
    assert keeper.take(code, 1.0) is None
    keeper.give_back(offer)
    assert keeper.take(code, 2.0) == offer


def test_a_code_ends() -> None:
    """A code holds ten minutes, given back or not."""
    keeper = counting()
    code = made(keeper, "a")
    offer = keeper.take(code, CODE_SECONDS - 0.1)
    assert offer is not None
    keeper.give_back(offer)
    assert keeper.take(code, CODE_SECONDS) is None


def test_an_account_has_one_code() -> None:
    """A new code ends the one before, also one that is just being used."""
    keeper = counting()
    first = made(keeper, "a")
    second = made(keeper, "a")
    other = made(keeper, "b")
    assert keeper.take(first, 1.0) is None
    offer = keeper.take(second, 1.0)
    assert offer is not None
    third = made(keeper, "a")
    keeper.give_back(offer)
    assert keeper.take(second, 1.0) is None
    assert keeper.take(third, 1.0) is not None
    assert keeper.take(other, 1.0) is not None


def test_codes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many codes hold at once; those that have ended make room."""
    monkeypatch.setattr(keys, "CODES", 2)
    keeper = counting()
    made(keeper, "a", 0.0)
    made(keeper, "b", 1.0)
    assert keeper.make("c", 2.0) is None
    assert made(keeper, "a", 3.0)
    assert made(keeper, "c", 1.0 + CODE_SECONDS)
    assert keeper.make("d", 1.0 + CODE_SECONDS) is None


def test_no_code_is_kept() -> None:
    """A code cannot be read from what is kept of it."""
    keeper = counting()
    code = made(keeper, "a").replace("-", "")
    assert code not in str(vars(keeper))
    assert code.encode() not in next(iter(keeper._offers))


@pytest.mark.parametrize("typed", ["", "-", "\u0131" * 8, "\udfff", "x" * 40, "\u00df" * 40])
def test_anything_can_be_typed(typed: str) -> None:
    """What is no code opens nothing."""
    assert counting().take(typed, 0.0) is None
