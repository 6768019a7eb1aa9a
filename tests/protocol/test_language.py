"""The reader's language: what it is, how long it is spoken, and how texts from elsewhere are said in it."""

import asyncio
from contextvars import Context, copy_context
from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.language import (
    NC_,
    _,
    catalogue,
    in_every_language,
    ngettext,
    pgettext,
    prefer,
    retold,
    sentence,
    speak,
    speaking,
    spoken,
    taken_language,
    wanted_language,
)
from protocol.messages import Goodbye, translated, wording


class Loud(NullTranslations):
    """Texts in capitals, with their names kept, and one text that was translated wrongly."""

    def gettext(self, message: str) -> str:
        """Return the text in capitals."""
        known = {"wrong {name}": "WRONG {other}", "a {name} b": "A {name} B", "{name}": "<{name}>"}
        return known.get(message, message.upper() if "{" not in message else message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form for one, or for many, with a mark."""
        return f"{msgid1 if n == 1 else msgid2}!"

    def pgettext(self, context: str, message: str) -> str:
        """Return the text with its context."""
        return f"{context}: {message}"


def loud(language: str) -> NullTranslations:
    """Return loud texts for Welsh."""
    return Loud() if language == "cy" else NullTranslations()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "cy_GB.UTF-8"}, "cy"),
        ({"LANG": "cy"}, "cy"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "cy_GB.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "cy_GB"}, "cy"),
        ({"LANG": "en_GB", "LANGUAGE": "cy:en"}, "cy"),
        ({"LANGUAGE": "", "LANG": "cy@x"}, "cy"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "br:cy:en", "LANG": "br_FR"}, "cy"),
        ({"LANGUAGE": "br:de", "LANG": "cy_GB"}, "en"),
        ({"LANGUAGE": "../../etc", "LANG": "cy_GB"}, "cy"),
        ({"LANG": "\udcff\udcfe"}, "en"),
    ],
)
def test_the_environment_says_which_language_is_wanted(environment: dict[str, str], language: str) -> None:
    """As for other programs: the first of four variables that is set decides."""
    assert wanted_language(environment) == language


@pytest.mark.parametrize(
    ("words", "language", "rest"),
    [
        (["play", "--lang", "cy"], "cy", ["play"]),
        (["--lang=en", "history"], "en", ["history"]),
        (["play"], "", ["play"]),
        (["--lang", "cy", "play", "--lang=en"], "en", ["play"]),
        (["play", "--", "--lang", "cy"], "", ["play", "--", "--lang", "cy"]),
    ],
)
def test_an_option_names_the_language(words: list[str], language: str, rest: list[str]) -> None:
    """It may stand anywhere before a ``--``, and is gone from the words; of several the last one counts."""
    assert taken_language(words) == (language, [*rest])


@pytest.mark.parametrize(
    "words", [["--lang"], ["--lang", "xx"], ["--lang="], ["play", "--lang", "--new"], ["--lang", "xx", "--lang", "cy"]]
)
def test_an_unknown_language_is_refused(words: list[str]) -> None:
    """The sentence says which there are."""
    with pytest.raises(ValueError, match="choose one of en \\(English\\), cy \\(Cymraeg\\)"):
        taken_language(words)


def test_texts_are_said_in_the_language_of_the_context() -> None:
    """Values are filled in, and another context goes on in its own language."""

    def talk() -> tuple[str, ...]:
        speak("cy", loud)
        return spoken(), _("hello"), _("a {name} b", name="x"), ngettext("{n} day", "{n} days", 2), pgettext("c", "t")

    assert copy_context().run(talk) == ("cy", "HELLO", "A x B", "2 days!", "c: t")
    assert (spoken(), _("hello"), _("a {name} b", name="{y}")) == ("en", "hello", "a {y} b")
    assert (ngettext("{n} day", "{n} days", 1), pgettext("c", "t {x}", x=1)) == ("1 day", "t 1")


async def test_tasks_speak_the_language_of_whoever_started_them() -> None:
    """Also after the person has chosen another one."""
    changed = asyncio.Event()

    async def wait() -> str:
        await changed.wait()
        return _("hello")

    async def session(language: str) -> str:
        speak("en", loud)
        task = asyncio.create_task(wait())
        await asyncio.sleep(0)
        prefer(language)
        changed.set()
        return await task

    assert [*await asyncio.gather(session("cy"), session(""))] == ["HELLO", "hello"]


def test_the_settings_decide_unless_the_language_is_fixed() -> None:
    """An empty setting means the language that one came with; whether anything changed is returned."""

    def free() -> list[object]:
        speak("en", loud)
        return [prefer(""), prefer("cy"), spoken(), prefer("cy"), prefer(""), spoken()]

    def fixed() -> list[object]:
        speak("en", loud, fixed=True)
        return [prefer("cy"), spoken()]

    assert copy_context().run(free) == [False, True, "cy", False, True, "en"]
    assert copy_context().run(fixed) == [False, "en"]
    assert not Context().run(prefer, "cy")


def test_no_text_is_no_text_in_every_language() -> None:
    """The heading that a catalogue keeps under the empty text is shown to nobody."""
    with speaking("cy"):
        assert (_(""), _("", name="x")) == ("", "")


def test_a_language_can_be_spoken_for_a_moment() -> None:
    """A server writes the rules in the language of whoever asks; an unknown one is English."""
    with speaking("cy", loud):
        assert _("hello") == "HELLO"
    with speaking("xx", loud):
        assert _("hello") == "hello"
    assert spoken() == "en"


def test_a_text_with_a_context_is_marked_where_it_stands() -> None:
    """It stays English there, and is looked up by its context where it is shown."""
    marked = NC_("command", "hand")
    assert marked == "hand"
    with speaking("cy", loud):
        assert pgettext("command", marked) == "command: hand"


def test_a_sentence_remembers_what_it_was_made_from() -> None:
    """It is the English text, also as the text of an exception, and can be said again in another language."""
    said = sentence("a {name} b", name=5)
    assert (said, said.template, said.values) == ("a 5 b", "a {name} b", {"name": "5"})
    told = wording(str(ValueError(said)))
    assert told is not None
    message = Goodbye("closing", "a 5 b", told)
    assert translated(message) == message
    with speaking("cy", loud):
        assert translated(message).text == "A 5 B"
    assert wording("a 5 b") is None


def test_a_translation_that_its_values_do_not_fit_leaves_the_text() -> None:
    """It comes from another program, which may know other names."""
    with speaking("cy", loud):
        assert retold("x", "{name}", {"name": "Ann"}) == "<Ann>"
        assert retold("x", "wrong {name}", {"name": "Ann"}) == "x"


@given(text=st.text(), template=st.text(), values=st.dictionaries(st.text(), st.text()))
def test_a_hostile_template_is_never_carried_out(text: str, template: str, values: dict[str, str]) -> None:
    """What is not in the catalogue leaves the text as it is, and so does a translation that its values do not fit."""
    with speaking("cy"):
        said = catalogue("cy").gettext(template)
        assert retold(text, template, values) in ((text,) if said == template or not template else (text, said))
    with speaking("cy", loud):
        assert retold("x", "wrong {name}", values) in ("x", f"WRONG {values.get('other')}")
        assert retold("x", "{name}", {"name": "{__class__}"}) == "<{__class__}>"


def test_whose_language_is_not_known_reads_every_one() -> None:
    """In the order of the languages."""
    assert in_every_language(lambda: _("points")) == ["points", "pwynt"]
