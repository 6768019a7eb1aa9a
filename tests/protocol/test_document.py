"""The document of the protocol says what the program does."""

import re

import pytest

from protocol.connection import CLIENT_LIMIT, GREETING_LIMIT, SERVER_LIMIT, write_frame
from protocol.errors import RemoteProtocolError
from protocol.messages import VERSION
from tests.protocol.examples import FROM_CLIENT
from tests.protocol.golden import CODEC, FILE
from tools.protocol_tables import DOCUMENT, renewed, tables

TEXT = DOCUMENT.read_text("utf-8")


def block(language: str) -> str:
    """Give the one fenced block of this language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return str(found)


def slug(heading: str) -> str:
    """Give the name by which a heading is linked to."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_the_tables_are_those_of_the_types() -> None:
    """Who changes a message runs ``python -m tools.protocol_tables``."""
    assert renewed(TEXT) == TEXT


def test_every_table_is_in_the_document() -> None:
    """Nothing that has been described is left out."""
    assert sorted(re.findall(r"<!-- table: ([a-z-]+) -->", TEXT)) == sorted(tables())


@pytest.mark.parametrize(("language", "example"), [("hello", "hello"), ("act", "act: play")])
def test_the_worked_examples_are_what_the_codec_writes(language: str, example: str) -> None:
    """The bytes of the document, line after line, are those of the message."""
    shown = b"".join(bytes.fromhex(line[:40]) for line in block(language).splitlines())
    assert shown == write_frame(CODEC.pack(FROM_CLIENT[example]), CLIENT_LIMIT)


@pytest.mark.parametrize("limit", [GREETING_LIMIT, CLIENT_LIMIT, SERVER_LIMIT])
def test_the_limits_of_frames_are_told(limit: int) -> None:
    """The document and the program agree on the greatest frame of each side."""
    assert f" | {limit:,} |\n" in TEXT


def test_lists_are_read_as_deep_as_is_told() -> None:
    """A thousand lists inside one another are a value, if no message; some more are none."""
    assert "| maps and lists inside one another | 1,000 |" in TEXT
    with pytest.raises(RemoteProtocolError, match="a message is a map"):
        CODEC.decode_client(b"\x91" * 1000 + b"\xc0")
    with pytest.raises(RemoteProtocolError, match="nested too deeply"):
        CODEC.decode_client(b"\x91" * 1100 + b"\xc0")


def test_the_document_is_of_this_version() -> None:
    """A new version gets a new document."""
    assert TEXT.startswith(f"# The protocol, version {VERSION}\n")
    assert f"tests/golden/{FILE.name}" in TEXT


def test_every_link_inside_the_document_leads_to_a_heading() -> None:
    """No description is missing, and no heading is there twice."""
    headings = [slug(heading) for heading in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)]
    assert len(headings) == len(set(headings))
    assert {*re.findall(r"\]\(#([^)]+)\)", TEXT)} <= {*headings}
