"""What the keys do in a game, from the choices on offer; and an answer in words."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from chwech_tui.model.people import NOBODY
from games.kit import asking
from games.kit.say import SUITS, SYMBOLS, As, Say, card_words, prose
from games.kit.words import Key, Seen, Words
from protocol.cards import Card, InvalidCard, Suit, read_card
from protocol.game import Answer, said
from protocol.language import N_, _


class Choice(Struct, frozen=True, gc=False):
    """One action, and the key that takes it."""

    key: str
    """The key, as Textual names it; empty for one of many, which are stepped through."""
    label: str
    """The action in a few words."""
    action: Answer
    """The action."""


class Move(Struct, frozen=True, gc=False):
    """What a key does on the viewer's turn: it acts at once, or asks which of several actions is meant."""

    key: str
    """The key, as Textual names it."""
    label: str
    """What it does, in a few words."""
    choices: tuple[Choice, ...]
    """The action; or several, of which the player is asked to choose one."""
    question: str = ""
    """The question, if there are several."""
    hint: str = ""
    """The keys that answer it, in words: ``h for high or l for low``."""


SUIT_KEYS: Final = {Suit.CLUBS: "c", Suit.DIAMONDS: "d", Suit.HEARTS: "h", Suit.SPADES: "s"}
"""The keys that name suits."""


def suit_hint(choices: Sequence[Choice]) -> str:
    """Return the keys that name one of the suits offered, in words: ``c, d or h for the suit``."""
    keys = [choice.key for choice in choices if choice.key]
    if len(keys) < 2:
        return _("{key} for the suit", key="".join(keys))
    return _("{keys} or {last} for the suit", keys=", ".join(keys[:-1]), last=keys[-1])


def capitalized(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"


def usable_of(legal: Sequence[asking.Choice], hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a hand with which a choice begins."""
    choices = [choice if isinstance(choice, tuple) else (choice,) for choice in legal]
    first = [next((part for part in choice if isinstance(part, Card)), None) for choice in choices]
    return tuple(dict.fromkeys(card for card in first if card is not None and card in hand))


PLAY: Final = Key("enter", N_("play {card}"), "")  # What is done with a card in most games.


def moves_of(seen: Seen[Any], card: Card | None) -> tuple[Move, ...]:
    """Return what each key does: choices with the same word belong together, and those with a card need it chosen."""
    found: dict[str, list[tuple[asking.Choice, Sequence[Any]]]] = {}
    words = seen.words
    for choice in seen.legal:
        # A card has no word, whether alone or with a detail in the choice.
        parts = choice if isinstance(choice, tuple) else (choice,)
        of_card = isinstance(parts[0], Card) and words.marks
        word = next((part for part in parts if isinstance(part, str) and not of_card), "")
        word, rest = word.strip(), [part for part in parts if part is not word]
        cards = [part for part in rest if isinstance(part, Card)]
        if not cards or cards[0] == card or (word in words.keys and words.keys[word].asks):
            found.setdefault(word, []).append((choice, rest))
    keys = {word: words.keys.get(f"{seen.asked}:{word}", words.keys.get(word, PLAY)) for word in found}
    places = {word: place for place, word in enumerate(words.keys)}
    order = sorted(found, key=lambda word: places.get(word, -1))
    return tuple([_move(seen, keys[word], found[word], card) for word in order if keys[word].key])


def _move(seen: Seen[Any], key: Key, ways: Sequence[tuple[asking.Choice, Sequence[Any]]], card: Card | None) -> Move:
    """Return what a key does: the one choice that it stands for, or a question between several."""
    words, text = seen.words, key.open if key.open and len(ways) > 1 else key.label
    move = key.move(seen) if callable(key.move) else Say(key.move or text)
    label = prose(move.of({"card": card, "attack": _other(ways[0][1]), **words.facts(seen)}), NOBODY)
    if len(ways) == 1 and not key.asks:
        return Move(key.key, label, (Choice(key.key, label, Answer(said(ways[0][0]))),))
    last, by_suit = ways[0][1][-1], key.asks and len({rest[-1].suit for _choice, rest in ways}) == len(ways)
    numbers = [by_suit - 1 if key.asks else number for number in range(1, 1 + len(ways))]
    choices = tuple([_way(words, number, way[1][-1], way[0]) for number, way in zip(numbers, ways, strict=True)])
    usual = _("← or → for the number, then Enter") if isinstance(last, int) else _("1 to {last}", last=len(choices))
    usual = suit_hint(choices) if isinstance(last, Suit) or by_suit else usual
    usual = _("← or → for the card, then Enter") if key.asks and not by_suit else usual
    question, hint = words.question(ways[0][0]) or (key.question.of({"card": card}) if key.question else "", "")
    dots = "…" if words.marks else ""
    return Move(key.key, label + dots, choices, prose(question, NOBODY), prose(hint, NOBODY) or usual)


def _other(rest: Sequence[Any]) -> Any:  # noqa: ANN401
    """Return the last part of a choice, as it is said: a card, a suit, a number."""
    return "" if not rest else str(rest[-1]) if isinstance(rest[-1], int) else rest[-1]


def _way(words: Words[Any], number: int, last: Any, choice: asking.Choice) -> Choice:  # noqa: ANN401
    """Return one of several choices: a suit by its letter, a card by its number; numbers are stepped through."""
    answer = Answer(said(choice))
    if isinstance(last, Suit):
        return Choice(SUIT_KEYS[last], f"{SYMBOLS[last]} {_(SUITS[last])}", answer)
    if isinstance(last, Card):
        suit = SUIT_KEYS[last.suit] if last.suit and not number else ""
        return Choice(str(number) if number > 0 else suit, card_words(last), answer)
    if last in words.marks:
        return Choice(words.marks[last].key, _(words.marks[last].label), answer)
    return Choice("" if isinstance(last, int) else str(number), _(str(last)), answer)


def label_of(words: Words[Any], action: Answer) -> str:
    """Return an answer as part of a sentence: the card, or what its word does."""
    text = action.said if isinstance(action, Answer) else ""
    mark = next((one for one in words.marks if one in text[1:]), "")
    if mark:
        face, _mark, suit = text.partition(mark)
        play = (read_card(face), mark, *([Suit(suit)] if suit else []))
        return prose(As(words.played(play), "text"), NOBODY)
    word = max((word for word in words.keys if word and word in text), key=len, default="")
    if not word:
        return _card_of(text)
    first, last = (_card_of(part.strip()) for part in text.partition(word)[::2])
    key, card = words.keys[word], first or last
    told = key.said or Say(key.label)
    return prose(told.of({"card": card, "points": last, "attack": last, "suit": last}), NOBODY)


def _card_of(text: str) -> str:
    """Return a card in record notation in words; any other text unchanged."""
    try:
        return card_words(read_card(text))
    except InvalidCard:
        return next((_(SUITS[suit]) for suit in Suit if suit.value == text), text)


def begins_with_card(legal: Sequence[asking.Choice]) -> bool:
    """Return True if a card can be played without a word before it."""
    return any(isinstance(choice[0] if isinstance(choice, tuple) else choice, Card) for choice in legal)
