"""The soak of faults in small: each part is lost once."""

import pytest

from tests.server.storage.postgres_server import programs
from tests.soak.postgres import BARS, main


@pytest.mark.no_cover
@pytest.mark.timeout(300)
async def test_nothing_is_lost_with_any_part(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is lost, what was accepted is stored once, and no machine of the past writes."""
    programs()
    await main(["--rounds", str(len(BARS)), "--people", "2"])
    assert "0 lost, 0 doubled, 0 written by a machine of the past" in capsys.readouterr().out
