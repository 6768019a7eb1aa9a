"""The examples of the rules: tricks with their cards in the order played, as the client draws them, and a remark."""

import re
from collections.abc import Iterable
from typing import Final

from protocol.chwech.pack import PACKS
from protocol.language import _, pgettext
from server.rules.chwech.options import Variant

_RANK: Final = re.compile(r"([0-9JQKA]+)[♣♦♥♠]")


def fitting(variant: Variant, examples: Iterable[str]) -> list[str]:
    """Return the examples with no rank that is left out of the pack."""
    ranks = {card.rank.value for card in PACKS[variant.pack]}
    return [example for example in examples if ranks.issuperset(_RANK.findall(example.replace("JK", "")))]


def shown(trick: str, remark: str) -> str:
    """Return a trick with its remark as a quoted line.

    The trick is a notation that clients read; only its ``pass`` is a word of the reader's language.
    """
    turns = (pgettext("in place of a card", "pass") if turn == "pass" else turn for turn in trick.split(" "))
    return f"> {' '.join(turns)} — {remark}"


def revised_examples(variant: Variant, *, has_jokers: bool) -> list[str]:
    """Return how Aces and Jokers count in the revised rules."""
    examples = [
        shown("K♥ **A♥** 9♥", _("The Ace is not the last card: it takes the trick.")),
        shown("9♥ **K♥** A♥ pass", _("The Ace is the last card that was played: it loses to the King.")),
    ]
    if not has_jokers:
        return examples
    examples += [
        shown("9♥ K♥ **JK** pass", _("The Joker is the last card that was played: it takes the trick.")),
        shown("JK♥ **6♥**", _("A Joker was led, and hearts were named. It is not the last card, and loses.")),
    ]
    if variant.joker_beats_last_ace:
        remark = _("Hearts were named; of an Ace played last and Jokers alone, a Joker wins here.")
        return [*examples, shown("**JK♥** A♥", remark)]
    remark = _("Hearts were named; of an Ace played last and Jokers alone, the Ace wins.")
    return [*examples, shown("JK♥ **A♥**", remark)]


def original_examples(*, has_jokers: bool) -> list[str]:
    """Return how Aces and Jokers count in the original rules."""
    examples = [
        shown("K♥ **A♥↑** 9♥", _("The Ace was played as high.")),
        shown("9♥ **K♥** A♥↓", _("The Ace was played as low, to get rid of it without taking the trick.")),
    ]
    joker = [shown("**9♥** JK 6♥", _("The Joker ranks below the Eight, and above the Seven."))]
    return [*examples, *joker] if has_jokers else examples
