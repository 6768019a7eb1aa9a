"""The soak of two machines in small: each part is lost once."""

import shutil

import pytest

from tests.soak.postgres import BARS, main


@pytest.mark.no_cover
@pytest.mark.timeout(300)
@pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh here")
async def test_nothing_is_lost_with_any_part(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is lost, what was accepted is stored once, no machine of the past writes, and all play on."""
    await main(["--rounds", str(len(BARS)), "--people", "4"])
    assert "0 lost, 0 doubled, 0 written by a machine of the past" in capsys.readouterr().out
