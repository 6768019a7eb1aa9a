"""The laws of the words of every declared game: whatever happens is said, in every language."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from chwech_tui.model.people import People
from games.kit import say
from games.kit.asking import Ask, AskAny
from games.kit.run import Run
from games.kit.say import As, Counted, Say, Text, parts, prose
from games.kit.secrets import Named, heard, masked
from games.kit.words import (
    Factor,
    Forms,
    Seen,
    Words,
    call_words,
    certain_rest,
    change,
    one_left,
    several_aside,
    side_title,
    side_words,
    undealt,
)
from games.registry import WORDS
from protocol.cards import Card, Suit
from protocol.language import LANGUAGES, _, speaking
from protocol.text import text_width
from tests.games.position import begin, go_on, start
from tools.words import _BARE, Key, collect

every_game = pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
NAMES = People(("Megan", "Owain", "Siân", "Rhys", "Nia", "Idris", "Cerys", "Emrys", "Tegwen", "Bronwen"), None)


def moments(words: Words[Any], *, each: bool = False) -> Iterator[tuple[Run, list[Any]]]:
    """Yield runs of games by chance after ``each`` answer, or later in a deal after some, with what was told of it."""
    for number in range(3):
        chance = Random(f"{words.game.name} {number}")
        run = start(words.game, chance)
        while run.asks is not None and len(run.match.sheets) < 2:
            before = list(run.answers)
            go_on(run, chance, 1)
            if each or len(run.answers) < 40 or len(run.answers) % 7 == 0:
                yield run, list(run.table.told) if run.answers != before else []


def seen_by(words: Words[Any], run: Run, viewer: int | None) -> Seen[Any]:
    """Return what a viewer sees of a run."""
    asked, offer = run.asks.asked if isinstance(run.asks, Ask | AskAny) else {}, run.offer(viewer)
    prompt, choices = (offer.prompt, offer.choices) if offer is not None else ("", ())
    return Seen(words, masked(run.table, viewer), viewer, tuple(asked), prompt, choices)


def sayings(words: Words[Any], seen: Seen[Any]) -> Iterator[Any]:
    """Yield what is said of a table to its viewer, but of the deals that have ended."""
    yield from [
        words.progress(seen.table),
        *([words.variant(seen.table)] if words.variant else []),
        words.doing(seen),
        words.reason(seen),
    ]
    zones = words.zones(seen, back=False)
    yield from [form for one in zones.title for form in (one.forms if isinstance(one, Forms) else [one])]
    yield from [*zones.status, *([zones.turned.words] if zones.turned else [])]
    yield from [words.consequence(seen, choice) for choice in seen.legal]
    yield words.advice(seen) if len(seen.legal) > 1 else None


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_advice_has_one_line_of_the_smallest_table(words: Words[Any], language: str) -> None:
    """It fits there with the word before it, in every language."""
    with speaking(language):
        for run, _told in moments(words):
            for seen in [seen_by(words, run, seat) for seat in range(run.match.players)]:
                advice = prose(words.advice(seen), NAMES) if len(seen.legal) > 1 else ""
                assert text_width(_("Coach: {advice}", advice=advice)) <= 78


@every_game
def test_every_text_that_is_said_can_be_translated(words: Words[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """No function of a game says a text that is not collected for translators."""
    found, translate = set[Key](), say._translated

    def note(context: str, text: Text, values: Mapping[str, Any]) -> str:
        found.update([Key(context or None, text)] if text and text not in _BARE else [])
        return translate(context, text, values)

    monkeypatch.setattr(say, "_translated", note)
    for run, _told in moments(words):
        for viewer in (None, 0, 1):
            seen = seen_by(words, run, viewer)
            for said in sayings(words, seen):
                prose(said, NAMES)
        for page, sheet in enumerate(run.match.sheets):
            made = [one.words if isinstance(one, Factor) else one for one in words.made(sheet, 0)]
            for said in [words.notes(run.match, page), made]:
                prose(said, NAMES)
    assert found <= collect().keys()


@every_game
def test_whatever_happens_has_a_sentence_or_none_on_purpose(words: Words[Any]) -> None:
    """Everything told is declared, and is said alike to players and spectators, near and over the wire."""
    for run, told in moments(words, each=True):
        for viewer in (None, *range(run.match.players)):
            for what, about in (heard(one, viewer) for one in told):
                # On the wire a tuple is a list.
                lists = {name: list(one) if isinstance(one, tuple) else one for name, one in about.items()}
                said, heard_far = (_sentences(words, what, one, viewer) for one in (about, lists))
                assert all(said)
                assert said == heard_far


def _sentences(words: Words[Any], what: str, about: Mapping[str, Any], viewer: int | None) -> list[tuple[Any, ...]]:
    """Return the sentences of what has happened."""
    declared: Any = words.endings[what] if what in words.endings else words.says[what]
    declared = declared["own" in about] if isinstance(declared, tuple) else declared
    sentence = declared(about, viewer) if callable(declared) else declared
    return [parts(one.of(about), NAMES) for one in ([sentence] if isinstance(sentence, Say) else sentence or ())]


@every_game
def test_what_is_asked_and_what_is_refused_has_words(words: Words[Any]) -> None:
    """Every prompt, every word that can be chosen, and every reason why a held card is refused has words."""
    for run, _told in moments(words):
        for seat in range(run.match.players):
            offer, held = run.offer(seat), run.table.hands[seat]
            for choice in offer.choices if offer is not None else ():
                first = choice[0] if isinstance(choice, tuple) else choice
                assert isinstance(first, Card) or str(first).strip() in words.keys
            if offer is not None:
                assert words.prompts[offer.prompt]
                barred = [card for card in held if card not in offer.choices]
                why, seen = words.why.get(offer.prompt, ""), seen_by(words, run, seat)
                assert all(why(seen, card) if callable(why) else why for card in barred)


@every_game
def test_numbers_are_the_same_on_the_table_as_it_is_seen(words: Words[Any]) -> None:
    """What everyone sees of a seat does not depend on who looks."""
    for run, _told in moments(words):
        for seat in range(run.match.players):
            tables = [run.table, *(masked(run.table, viewer) for viewer in (None, *range(run.match.players)))]
            for told in words.numbers.values():
                assert len({prose(Say("{value}", value=told(table, seat)), NAMES) for table in tables}) == 1


def test_each_kind_of_value_is_said_as_it_is() -> None:
    """A number with what it counts, a suit as a word in prose and with its sign elsewhere, seats by their names."""
    seats = [Named(0), Named(2)]
    said = Say("{chips} for {seats} in {suit}, {minus}", chips=2, seats=seats, suit=Suit.HEARTS, minus=-3)
    assert prose(said, NAMES) == "2 chips for Megan and Siân in hearts, −3"
    assert ("♥ Hearts", "hearts") in parts(said, NAMES)
    assert prose(Say("{deal}: {cards}", deal=3, cards=Counted(1, "cards")), NAMES) == "Deal 3: 1 card"
    assert prose(["a", As("", "dim"), As(Say("b"))], NAMES) == "ab"


def test_sides_are_named_by_letters() -> None:
    """One, or several in a row."""
    assert prose(side_title(0), NAMES) == "Side A"
    assert prose(side_title(0, 2), NAMES) == "Sides A and C"
    assert prose(side_words(1), NAMES) == "B"
    assert [change(number) for number in (7, 0, -1)] == ["+7", "0", "−1"]
    assert prose(call_words(As(Say("pass"))), NAMES) == "pass"
    assert prose(call_words(As("60")), NAMES) == "bid 60"


def test_who_has_one_card_left_is_told_once() -> None:
    """When it comes to that, not while it stays so."""
    before, now = (SimpleNamespace(hands=hands) for hands in (("ab", "a", "abc"), ("a", "a", "ab")))
    assert [prose(one, NAMES) for one in one_left(before, now)] == ["Megan has one card left."]


def test_a_hand_that_wins_every_trick_is_certain() -> None:
    """It is led from its highest card; not if others may hold a higher one, nor when another card is asked for."""
    run = begin(WORDS["bete"].game, 2, hands={1: "10S QS KS JS 9S"}, turned="AS")
    best, other = (seen_by(WORDS["bete"], run, seat) for seat in (1, 0))
    certain = certain_rest(replace(best, asked="lead"))
    assert [card.text for card in certain] == ["KS", "QS", "JS", "10S", "9S"]
    assert certain_rest(replace(best, asked="follow")) == certain_rest(replace(other, asked="lead")) == ()


def test_cards_to_lay_aside_are_counted() -> None:
    """As many as have to go."""
    assert several_aside(3)[:2] == (3, 3)


def test_a_table_before_its_first_deal_says_nothing_of_it() -> None:
    """Neither how far it is, nor what is played, nor any number."""
    blank = undealt(WORDS["chwech"])
    assert blank.progress(None) == "" != blank.total
    assert set(blank.numbers) == set(WORDS["chwech"].numbers)
    assert {told(None, 0) for told in blank.numbers.values()} == {""}
