"""The rules of one variant of Chwech in words and tables, as Markdown, in the reader's language, with examples."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from protocol.cards import JOKER, Rank, Suit
from protocol.chwech.pack import PACKS
from protocol.language import N_, Sentence, _, ngettext, pgettext, sentence
from server.rules.chwech.deal import score
from server.rules.chwech.variant import HAND, Equals, Ruleset, Variant, counts_as_joker, make_pack

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


_TITLES: Final = {
    (4, Ruleset.REVISED): N_("Chwech for four players, revised rules"),
    (5, Ruleset.REVISED): N_("Chwech for five players, revised rules"),
    (6, Ruleset.REVISED): N_("Chwech for six players, revised rules"),
    (7, Ruleset.REVISED): N_("Chwech for seven players, revised rules"),
    (4, Ruleset.ORIGINAL): N_("Chwech for four players, original rules"),
    (5, Ruleset.ORIGINAL): N_("Chwech for five players, original rules"),
    (6, Ruleset.ORIGINAL): N_("Chwech for six players, original rules"),
    (7, Ruleset.ORIGINAL): N_("Chwech for seven players, original rules"),
}
"""The title for each number of players and ruleset, marked for translation."""

_TRICKS: Final = {
    4: N_("A trick holds one to four cards. The highest takes it."),
    5: N_("A trick holds one to five cards. The highest takes it."),
    6: N_("A trick holds one to six cards. The highest takes it."),
    7: N_("A trick holds one to seven cards. The highest takes it."),
}
"""The size of a trick for each number of players, marked for translation."""

_DEADLOCKS: Final = {
    4: N_("**Deadlock**: all four seats pass the lead, one after the other."),
    5: N_("**Deadlock**: all five seats pass the lead, one after the other."),
    6: N_("**Deadlock**: all six seats pass the lead, one after the other."),
    7: N_("**Deadlock**: all seven seats pass the lead, one after the other."),
}
"""What deadlock is for each number of players, marked for translation."""

_SUITS: Final = {
    Suit.CLUBS: N_("Clubs"),
    Suit.DIAMONDS: N_("Diamonds"),
    Suit.HEARTS: N_("Hearts"),
    Suit.SPADES: N_("Spades"),
}
"""The suits as they stand in a table, marked for translation."""


def write_rules(variant: Variant) -> str:
    """Return the rules of this variant."""
    parts = (
        f"# {_(_TITLES[variant.players, variant.ruleset])}",
        _aim(variant),
        _play(variant),
        _ranks(variant),
        _ending(variant),
        _scoring(),
        _cards(variant),
    )
    return "\n\n".join(parts) + "\n"


def _aim(variant: Variant) -> str:
    aim = _(
        "Win an exact multiple of nine cards (none at all counts), or as near below the next multiple as you can, and "
        "get rid of your own cards."
    )
    length = ngettext(
        "A game is one deal; the highest total wins, and a tie is a shared win.",
        "A game is {n} deals; the highest total wins, and a tie is a shared win.",
        variant.deals,
    )
    return f"{aim} {length}"


def _heading(title: str) -> str:
    return f"## {title}"


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


@cache
def under_way(number: int, deals: int) -> Sentence:
    """Return the summary of a game that goes on: ``deal 2 of 6``."""
    return sentence("deal {number} of {deals}", number=number, deals=deals)


def over_after(deals: int) -> Sentence:
    """Return the summary of a game that is over: ``over after 6 deals``."""
    return sentence("over after one deal") if deals == 1 else sentence("over after {n} deals", n=deals)


def _cards(variant: Variant) -> str:
    pack = make_pack(variant)
    counts = {card: places.bit_count() for card, places in pack.copies.items()}
    lines = [
        _heading(_("The cards")),
        "",
        _("Nine cards each from a pack of {cards}: the whole pack is dealt.", cards=len(pack.cards)),
        _("The first dealer is drawn; the deal passes to the left."),
        *_duplicate(variant),
        "",
        _row(pgettext("title of a column", "suit"), pgettext("title of a column", "cards")),
        "|---|---|",
    ]
    for suit in pack.suits:
        ranks = [
            _("{rank} twice", rank=card.rank.value) if counts[card] > 1 else card.rank.value
            for card in sorted(counts, key=lambda card: -list(Rank).index(card.rank))
            if card.suit is suit and not counts_as_joker(card, variant)
        ]
        lines.append(_row(_(_SUITS[suit]), ", ".join(ranks)))
    # Translators: how many Jokers there are.
    jokers: object = counts.get(JOKER, 0) or pgettext("Jokers", "none")
    if variant.thirteens_as_jokers:
        jokers = _("{jokers}, and both red Thirteens, which are Jokers in all respects", jokers=jokers)
    lines.append(_row(_("Jokers"), jokers))
    return "\n".join(lines)


def _duplicate(variant: Variant) -> tuple[str, ...]:
    """Return how the deals of a duplicate game repeat."""
    if not variant.duplicate:
        return ()
    said = _(
        "Duplicate: {sets} sets of hands are dealt, each once by every dealer, in a drawn order. So everybody holds "
        "each of the hands once.",
        sets=variant.deals // variant.players,
    )
    return ("", said)


def _play(variant: Variant) -> str:
    plain = _("Clockwise, every other seat has one turn: it plays **a card of the suit led, or it passes**.")
    with_joker = _(
        "Clockwise, every other seat has one turn: it plays **a card of the suit led or a Joker, or it passes**."
    )
    rules = [
        _("The seat left of the dealer leads to the first trick, and must lead."),
        with_joker if _has_jokers(variant) else plain,
        _("It may never play another suit, and it may always pass, whatever it holds."),
        _(_TRICKS[variant.players]),
        _piles(variant),
        _("The taker may lead to the next trick or pass the lead; then the next seat may, and so on, once each."),
        _("Who has passed the lead has no turn in the trick that is then led."),
        *_jokers(variant),
    ]
    numbered = (f"{number}. {rule}" for number, rule in enumerate(rules, start=1))
    example = shown("9♦ pass **Q♦** 10♦", _("Diamonds were led: the Queen takes three cards."))
    return "\n\n".join(["\n".join([_heading(_("The play")), "", *numbered]), *fitting(variant, [example])])


def _piles(variant: Variant) -> str:
    if variant.review_won:
        return _(
            "Everybody sees how many cards each seat has won and holds; the cards won may be looked through by anyone."
        )
    return _("Everybody sees how many cards each seat has won and holds; the cards won lie face down.")


def _jokers(variant: Variant) -> list[str]:
    if not _has_jokers(variant):
        return []
    if variant.ruleset is Ruleset.ORIGINAL:
        rules = [_("A Joker may not be led: who holds nothing but Jokers has to pass the lead.")]
    else:
        rules = [_("A Joker may be led, also to the first trick; its player says which suit it stands for.")]
    return [*rules, _("Only one Joker may be played to a trick.")] if variant.one_joker_a_trick else rules


def _ranks(variant: Variant) -> str:
    plain = [
        rank.value
        for rank in reversed(Rank)
        if any(
            card.rank is rank and rank is not Rank.ACE and not counts_as_joker(card, variant)
            for card in make_pack(variant).cards
        )
    ]
    has_jokers = _has_jokers(variant)
    if variant.ruleset is Ruleset.REVISED:
        points, examples = _revised_points(variant), revised_examples(variant, has_jokers=has_jokers)
    else:
        points, examples = _original_points(variant), original_examples(has_jokers=has_jokers)
    if _has_equals(variant):
        first, last = (
            _("Of equal cards the one played first ranks higher."),
            _("Of equal cards the one played last ranks higher."),
        )
        points.append(first if variant.equals is Equals.FIRST else last)
    order = _("From the highest: **{order}**.", order=_order(variant, plain))
    lines = [_heading(_("What takes the trick")), "", order, "", *(f"* {point}" for point in points)]
    return "\n\n".join(["\n".join(lines), *fitting(variant, examples)])


def _revised_points(variant: Variant) -> list[str]:
    points = []
    if _has_aces(variant):
        points.append(
            _("An Ace takes the trick, unless it is the last card played to it: then it ranks below the suit.")
        )
    if _has_jokers(variant):
        points.append(_("A Joker loses, unless it is the last card played to the trick: then it takes it."))
    if _has_jokers(variant) and _has_aces(variant):
        loses = _("An Ace played last to nothing but Jokers loses to them.")
        takes = _("An Ace played last to nothing but Jokers takes the trick.")
        points.append(loses if variant.joker_beats_last_ace else takes)
    return [*points, _("The last card is the last one actually played: it is known when every seat has had its turn.")]


def _original_points(variant: Variant) -> list[str]:
    points = [_("An Ace counts high or low, as its player says when playing it.")] if _has_aces(variant) else []
    if _has_jokers(variant):
        points.append(_("A Joker belongs to the suit led and ranks between the Eight and the Seven."))
    return points


def _order(variant: Variant, plain: list[str]) -> str:
    aces = _has_aces(variant)
    if variant.ruleset is Ruleset.ORIGINAL:
        order = [_("Ace high"), *plain, _("Ace low")] if aces else [*plain]
        if _has_jokers(variant):
            below = next(place for place, name in enumerate(order) if name in {"7", "6", "5"})
            order.insert(below, _("Joker"))
        return ", ".join(order)
    order = [_("Ace not last"), *plain, _("Ace last")] if aces else [*plain]
    if _has_jokers(variant):
        order.insert(0, _("Joker last"))
        order.insert(len(order) - (aces and variant.joker_beats_last_ace), _("Joker not last"))
    return ", ".join(order)


def _ending(variant: Variant) -> str:
    out = _("**Out**: a trick is taken in which somebody played a last card. The trick is completed first.")
    example = shown("10♥ **J♥**", _("Whoever played the Ten had no other card: the deal ends with this trick."))
    ends = "\n".join((_heading(_("The end of a deal")), "", f"* {out}", f"* {_(_DEADLOCKS[variant.players])}"))
    return "\n\n".join([ends, *fitting(variant, [example])])


def _scoring() -> str:
    left = range(HAND + 1)
    won_by, kept = pgettext("title of a table", "won"), pgettext("title of a table", "left")
    lines = [
        _heading(_("The score")),
        "",
        _(
            "Cards played out, times **nine** if you won a multiple of nine cards, none included, else times the "
            "cards\nwon beyond such a multiple. Who has two cards left has played seven: with 9 cards won that is\n"
            "7 × 9 = 63, with 8 it is 7 × 8 = 56, and with 10 only 7 × 1 = 7."
        ),
        "",
        _row(f"{won_by} \\ {kept}", *left),
        "|---|" + "---:|" * len(left),
    ]
    rows = (
        _row(f"{won}, {won + 9}, {won + 18} …", *(score(cards, won) for cards in left)) for won in (*range(1, HAND), 0)
    )
    return "\n".join([*lines, *rows])


def _has_aces(variant: Variant) -> bool:
    return any(card.rank is Rank.ACE for card in make_pack(variant).cards)


def _has_jokers(variant: Variant) -> bool:
    return make_pack(variant).jokers != 0


def _has_equals(variant: Variant) -> bool:
    pack = make_pack(variant)
    return any(places.bit_count() > 1 for card, places in pack.copies.items()) and variant.players > 5
