"""The limit of open files."""

import resource

import pytest

from server.processes.open_files import MOST, raise_open_files


@pytest.mark.parametrize(
    ("limits", "raised"),
    [
        ((1024, 4096), (4096, 4096)),
        ((1024, MOST * 8), (MOST, MOST * 8)),
        ((1024, resource.RLIM_INFINITY), (MOST, resource.RLIM_INFINITY)),
        ((MOST * 2, MOST * 8), None),
        ((4096, 4096), None),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), None),
    ],
)
def test_the_limit_is_raised_and_never_lowered(
    limits: tuple[int, int], raised: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The soft limit goes up to the hard one or to what is enough; the hard one stays."""
    set_to: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: set_to.append(wanted))
    raise_open_files()
    assert set_to == ([raised] if raised else [])
