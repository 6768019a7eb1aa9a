"""The compiled texts of a language: a file that is damaged costs the translation, never the program."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol import language
from protocol.language import DOMAIN, LOCALE, _, catalogue, speaking

WHOLE = (Path(LOCALE) / "cy" / "LC_MESSAGES" / f"{DOMAIN}.mo").read_bytes()

DAMAGED = {
    "empty": b"",
    "of the first bytes only": WHOLE[:4],
    "cut in its head": WHOLE[:20],
    "cut in its texts": WHOLE[: len(WHOLE) // 2],
    "not a file of texts": b"garbage" * 100,
    "with texts that are not UTF-8": WHOLE.replace(b"Chwech", b"\xff" * 6),
    "with an unknown encoding": WHOLE.replace(b"charset=utf-8", b"charset=xtf-9"),
    "with plural forms that cannot be read": WHOLE.replace(b"plural=(n==0", b"plural=(x==0"),
}


@pytest.fixture(autouse=True)
def _read_anew() -> Iterator[None]:
    """Forget what was read before and within a test."""
    catalogue.cache_clear()
    yield
    catalogue.cache_clear()


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_leaves_the_texts_english(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No text fails."""
    folder = tmp_path / "cy" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / f"{DOMAIN}.mo").write_bytes(content)
    monkeypatch.setattr(language, "LOCALE", tmp_path)
    with speaking("cy"):
        assert _("the connection was lost") == "the connection was lost"


def test_a_file_that_is_missing_leaves_the_texts_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So does a language that there is not; where the file is whole, the texts are translated."""
    assert catalogue("../../etc").gettext("the connection was lost") == "the connection was lost"
    assert catalogue("cy").gettext("the connection was lost") != "the connection was lost"
    catalogue.cache_clear()
    monkeypatch.setattr(language, "LOCALE", tmp_path)
    assert catalogue("cy").gettext("the connection was lost") == "the connection was lost"
