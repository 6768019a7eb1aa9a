"""Each visitor reads their own language: by real SSH, at once, in every way to visit."""

import asyncio
from pathlib import Path

import asyncssh
import pytest

from tests.server.fronts.ssh.visits import a_front, a_place, ask, enter, knock

WELSH_FAREWELL = "mae'r gweinydd yn cau: cedwir yr hyn a wnaethoch"
FAREWELL = "the server is closing: what you have done is kept"

NO_TABLE = {"cy": "fath:", "en": "such"}
"""A word of the sentence for a table that there is not: only cells that change are sent, and so no whole sentence."""
AWAY = {"cy": "mae'r gweinydd gemau yn ailddechrau", "en": "the game server is starting again"}
LOCALES = {"cy": "cy_GB.UTF-8", "en": "en_GB.UTF-8"}


@pytest.mark.parametrize("plain", ["", "plain "])
async def test_two_visitors_at_once_read_two_languages(tmp_path: Path, plain: str) -> None:
    """Each from the first line on and after each key, in the app and line by line, whoever types in between."""
    async with a_place(tmp_path) as front, knock(front) as one, knock(front) as other:
        ways = {"cy": one, "en": other}
        visits = {
            code: await enter(way, command=f"{plain}nohere", env={"LANG": LOCALES[code]}) for code, way in ways.items()
        }
        for code, name in (("en", "Angharad"), ("cy", "Bronwen")):
            await visits[code].sees("cards.example" if not plain else "?")
            visits[code].type(f"{name}\r")
        for code, visit in visits.items():
            await visit.sees(NO_TABLE[code])
            if plain:
                begun = len(visit.text)
                visit.type("watch nowhere\r")
                await visit.sees(NO_TABLE[code])
                assert NO_TABLE["en" if code == "cy" else "cy"] not in visit.text[begun:]
        assert NO_TABLE["en"] not in visits["cy"].text
        assert NO_TABLE["cy"] not in visits["en"].text


@pytest.mark.parametrize("plain", ["", "plain"])
async def test_screens_without_a_host_and_the_last_line_are_in_the_visitors_language(
    tmp_path: Path, plain: str
) -> None:
    """The front ends all sessions at once, each with its own words."""
    async with a_front(tmp_path) as front, knock(front) as one, knock(front) as other:
        welsh = await enter(one, command=plain or None, env={"LC_ALL": LOCALES["cy"]})
        english = await enter(other, command=plain or None)
        await welsh.sees(AWAY["cy"])
        await english.sees(AWAY["en"])
        assert AWAY["en"] not in welsh.text
        await front.close(FAREWELL)
        await asyncio.gather(welsh.ends(), english.ends())
        assert welsh.text.endswith(f"{WELSH_FAREWELL}\r\n")
        assert english.text.endswith(f"{FAREWELL}\r\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"command": "--lang cy watch"}, "rhaid rhoi cod un bwrdd ar ôl watch"),
        ({"command": "watch --lang=cy"}, "rhaid rhoi cod un bwrdd ar ôl watch"),
        ({"command": "watch", "env": {"LC_MESSAGES": "cy_GB"}}, "rhaid rhoi cod un bwrdd ar ôl watch"),
        ({"command": "--lang en watch", "env": {"LANG": "cy_GB.UTF-8"}}, "watch needs the code of one table"),
        ({"command": "watch", "env": {"LANG": "de_DE.UTF-8"}}, "watch needs the code of one table"),
        ({"command": "watch", "env": {"LANG": "cy" * 99}}, "watch needs the code of one table"),
        ({"command": "--lang klingon watch"}, "there is no language 'klingon': choose one of en (English), cy"),
        ({"command": "--lang xx watch", "env": {"LANGUAGE": "cy:en"}}, "does dim iaith 'xx': dewiswch un o blith en"),
        ({"command": "nohere", "env": {"LANG": "cy"}}, "mae angen terfynell ar fwrdd: "),
        ({"subsystem": "sftp", "env": {"LANG": "cy"}}, "does dim 'sftp' yma: dim ffeiliau"),
    ],
)
async def test_an_option_or_the_terminal_says_which_language(
    tmp_path: Path, options: dict[str, object], says: str
) -> None:
    """The option comes before the variables that the client sends; what is no language of ours is English."""
    async with a_place(tmp_path) as front, knock(front) as connection:
        visit = await ask(connection, **options)
        assert visit.errors.decode().startswith(f"chwech: {says}")
        assert await visit.ends() == 2


async def test_the_language_of_the_account_comes_before_that_of_the_terminal(tmp_path: Path) -> None:
    """It is spoken as soon as it is set, and by every later session; an option fixes another one."""
    options = {"client_keys": [asyncssh.generate_private_key("ssh-ed25519")]}
    async with a_place(tmp_path) as front:
        async with knock(front, **options) as connection:
            visit = await enter(connection, command="plain", term_type=None)
            visit.type("Angharad\nset language cy\nwatch nohere\n")
            await visit.sees(NO_TABLE["cy"])
            assert NO_TABLE["en"] not in visit.text
        async with knock(front, **options) as connection:
            visit = await enter(connection, command="nohere", env={"LANG": LOCALES["en"]})
            await visit.sees(NO_TABLE["cy"])
        async with knock(front, **options) as connection:
            visit = await enter(connection, command="--lang en nohere", env={"LANG": LOCALES["cy"]})
            await visit.sees(NO_TABLE["en"])
