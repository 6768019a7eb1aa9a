"""The wheel, built once."""

from pathlib import Path

import pytest

from tools.debian import build_wheel


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the wheel of this checkout."""
    return build_wheel(tmp_path_factory.mktemp("wheel"))
