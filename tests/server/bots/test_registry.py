"""The registry of bots: a name is a level, alone or with a temper."""

import pytest

from protocol.temper import Temper
from server.bots.registry import BOTS, InvalidBot, read_bot


def test_a_level_is_a_name() -> None:
    """Alone it means the bot that leans neither way."""
    assert read_bot("chwech", "easy") == (BOTS["chwech"]["easy"], Temper.EVEN)


@pytest.mark.parametrize("temper", Temper)
def test_a_level_may_have_a_temper(temper: Temper) -> None:
    """It follows after a colon."""
    assert read_bot("forty-five", f"steady:{temper.value}") == (BOTS["forty-five"]["steady"], temper)


@pytest.mark.parametrize("name", ["", "clever", "steady:", "steady:mad", ":bold", "steady:bold:bold", "Steady"])
def test_any_other_name_is_refused(name: str) -> None:
    """Levels and tempers are known by their exact names."""
    with pytest.raises(InvalidBot):
        read_bot("chwech", name)
