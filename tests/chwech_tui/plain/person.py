"""Someone who plays by words alone: answers each line of the dialogue with what that line asks for."""

import re
from collections.abc import Callable
from typing import Any, Final

from chwech_tui.model.cards import SYMBOLS, suit_words
from chwech_tui.model.game import ShownGame
from chwech_tui.model.lesson import Lesson
from chwech_tui.plain.reading import RANK_WORDS
from protocol.cards import Suit
from protocol.game import Answer

_RANKS: Final = {rank.value: word for rank, word in RANK_WORDS.items()}
_SUITS: Final = {sign: suit_words(suit) for suit, sign in SYMBOLS.items()}
_HAND: Final = re.compile(r"Your \d+ cards?: (.*?)\.(?: .*)?")
_DONE: Final = re.compile(r"You (play|lead|pass|take|rob|leave|attack|throw|beat|give|draw|keep|are done)\b")
_OTHERS: Final = re.compile(
    r"(?!Joker)[^ ♣♦♥♠]+ "
    r"(plays|leads|passes|takes|robs|leaves|scores|reaches|attacks|throws|beats|gives|picks|draws|has|is)\b"
)
_ACT: Final = re.compile(r".* (plays?|leads?|pass(es)?|beats?|takes? up|bids?|holds?|draws?|keeps?)\b")
_SUIT_ASKED: Final = re.compile(r"Your (trumps|second suit): \S+ (\w+)")
_ASKS: Final = {
    "What shall we call you?": "Angharad",
    "Begin?": "begin",
    "Enter deals": "",
    "Your turn. Name your": "m",
    "Your turn. Take the pool": "sweep",
    "Your turn.": "h",
}
"""What is typed after lines that begin so."""


def in_words(card: str) -> str:
    """Give a card as people say it: ``queen of hearts``."""
    if card == "Joker":
        return "joker"
    return f"{_RANKS[card[:-1]]} of {_SUITS[card[-1]]}"


def in_line(action: str) -> str:
    """Give the line to type for an action as records write it: ``qh``, ``pass``, ``rob 9c``, ``trumps spades``."""
    verb, _blank, suit = action.partition(" ")
    if verb in {"name", "trump"}:
        return f"trumps {_SUITS[SYMBOLS[Suit(suit)]]}"
    words = {"-": "pass", "up": "pass", "--": "done"}
    # A card is named alone, whether it attacks, beats another one or is laid aside.
    named = suit if verb in {"bury", "discard"} else action.removeprefix("+").partition(">")[0]
    return words.get(action, named.lower())


class Learner:
    """Goes through the course of a game: gives a good answer in each position, and goes on."""

    def __init__(self, game: ShownGame, write_action: Callable[[Any], str]) -> None:
        self.over = False
        self._answers = [in_line(write_action(_good(lesson))) for lesson in game.lessons]
        self._place = 0

    def hear(self, line: str) -> str | None:
        """Give the line to type after one that was heard; None for none."""
        if line.startswith("What shall we call you?"):
            return "Angharad"
        if line.startswith("Position "):
            self._place = int(line.split()[1])
        if line.startswith("There is better"):
            raise AssertionError(line)
        if line.startswith("Your turn."):
            return self._answers[self._place - 1]
        self.over |= line.startswith("You know the game.")
        return "" if line.startswith("Enter next") else None


def _good(lesson: Lesson) -> Answer:
    return next(reply.action for reply in lesson.replies if reply.good)


class WordPlayer:
    """Plays a whole game: tries its cards one after the other, and passes where none will do."""

    def __init__(self, order: str = "") -> None:
        """Begin with what makes the table, if it has to be made."""
        self.over = False
        self.told: list[str] = []  # The lines that came without having been asked for.
        self._order = order
        self._cards: list[str] = []
        self._asked = False
        self._trying = False
        self._begun = ""  # The beginning of a hand that a terminal has broken into lines.

    def hear(self, line: str) -> str | None:
        """Give the line to type after one that was heard; None for none."""
        line = f"{self._begun} {line}".strip()
        self._begun = line if re.match(r"Your \d+ cards?: ", line) and not line.endswith(".") else ""
        return None if self._begun else self._hear(line)

    def _hear(self, line: str) -> str | None:
        hand, suit = _HAND.fullmatch(line), _SUIT_ASKED.match(line)
        if suit and line.endswith("?"):
            return suit[2]
        if hand and self._asked:
            self._asked, self._trying = False, True
            self._cards = [in_words(card) for card in hand[1].split(", ")]
            return self._next()
        if self._trying and line.endswith("?"):
            return "1" if "beat" in line else "high" if "high" in line else "hearts"
        if self._trying and not _DONE.match(line) and not _OTHERS.match(line):
            return self._next()
        self._trying &= not _DONE.match(line)
        if not hand and not line.startswith(("Coach: ", "The coach ")):
            self.told.append(line)
        return self._answer(line)

    def _answer(self, line: str) -> str | None:
        if line.startswith("The game is over."):
            self.over = True
            return None
        if self._order and "new makes" in line:
            order, self._order = self._order, ""
            return order
        answer = next((typed for begun, typed in _ASKS.items() if line.startswith(begun)), None)
        self._asked |= answer == "h"
        return answer

    def _next(self) -> str:
        self._trying = bool(self._cards)
        return self._cards.pop(0) if self._cards else "pass"

    def lines_a_turn(self) -> int:
        """Give the most lines from one act to the next, until the deal ends or the next one is the player's own."""
        most = now = 0
        for line in self.told:
            if _ACT.match(line):
                now = 1
            elif line.startswith(("Your turn", "Deal ", "The deal")) or re.search(r"\bout\b|\bover\b|deal ends", line):
                now = 0
            elif now and not re.search(r"\b(has|have)\b", line):
                now += 1
            most = max(most, now)
        return most
