"""What argparse says by itself, in the reader's language."""

import argparse
import gettext
import inspect
import os
from collections.abc import Iterator

import pytest

from protocol.catalogues import catalogue
from protocol.command_line import TEXTS, teach_argparse
from protocol.language import speaking


@pytest.fixture(autouse=True)
def _only_here() -> Iterator[None]:
    """Give the standard library its own texts back."""
    domain = gettext.textdomain()
    yield
    gettext.textdomain(domain)


@pytest.mark.parametrize(
    ("language", "usage", "heading", "fault"),
    [
        ("cy", "defnydd: deal [-h] --cards N", "dewisiadau:", "mae angen y dadleuon hyn: --cards"),
        ("en", "usage: deal [-h] --cards N", "options:", "the following arguments are required: --cards"),
    ],
)
def test_help_and_faults_are_in_the_language_of_the_environment(
    language: str,
    usage: str,
    heading: str,
    fault: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Usage, headings and what is wrong are said in Welsh or in English."""
    monkeypatch.setenv("LANGUAGE", language)
    with speaking(language, catalogue):
        teach_argparse()
    parser = argparse.ArgumentParser(prog="deal")
    parser.add_argument("--cards", metavar="N", required=True)
    assert usage in parser.format_help()
    assert heading in parser.format_help().splitlines()
    with pytest.raises(SystemExit):
        parser.parse_args([])
    assert fault in capsys.readouterr().err


@pytest.mark.parametrize("text", TEXTS)
def test_each_text_is_one_of_argparse(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is looked up by argparse as it is written here, and is another one in Welsh."""
    assert text.rstrip("\n") in inspect.getsource(argparse)
    monkeypatch.setattr(os, "environ", {"LANGUAGE": "cy"})
    with speaking("cy", catalogue):
        teach_argparse()
    assert gettext.gettext(text) != text
