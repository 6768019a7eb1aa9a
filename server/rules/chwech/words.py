"""The rules of one variant in words and tables, as Markdown."""

from protocol.cards import JOKER, Rank
from server.rules.chwech.options import Equals, Ruleset, Variant
from server.rules.chwech.pack import HAND, counts_as_joker, make_pack
from server.rules.chwech.state import score

_NUMBERS = {4: "four", 5: "five", 6: "six", 7: "seven"}


def write_rules(variant: Variant) -> str:
    """Return the rules of this variant."""
    parts = (
        f"# Chwech for {_NUMBERS[variant.players]} players, {variant.ruleset.value} rules",
        _aim(variant),
        _play(variant),
        _ranks(variant),
        _ending(variant),
        _scoring(),
        _cards(variant),
    )
    return "\n\n".join(parts) + "\n"


def _aim(variant: Variant) -> str:
    return (
        "Win an exact multiple of nine cards (none at all counts), or as near below the next multiple as you can, and "
        f"get rid of your own cards. A game is {deals_words(variant.deals)}; the highest total wins, and a tie is a "
        "shared win."
    )


def deals_words(number: int) -> str:
    """Return a number of deals in words: ``one deal``, ``6 deals``."""
    return "one deal" if number == 1 else f"{number} deals"


def _cards(variant: Variant) -> str:
    pack = make_pack(variant)
    counts = {card: places.bit_count() for card, places in pack.copies.items()}
    jokers = counts.get(JOKER, 0)
    lines = [
        "## The cards",
        "",
        f"Nine cards each from a pack of {len(pack.cards)}: the whole pack is dealt.",
        "The first dealer is drawn; the deal passes to the left.",
        "",
        "| suit | cards |",
        "|---|---|",
    ]
    for suit in pack.suits:
        ranks = [
            card.rank.value + (" twice" if counts[card] > 1 else "")
            for card in sorted(counts, key=lambda card: -list(Rank).index(card.rank))
            if card.suit is suit and not counts_as_joker(card, variant)
        ]
        lines.append(f"| {suit.name.capitalize()} | {', '.join(ranks)} |")
    thirteens = ", and both red Thirteens, which are Jokers in all respects" if variant.thirteens_as_jokers else ""
    lines.append(f"| Jokers | {jokers or 'none'}{thirteens} |")
    return "\n".join(lines)


def _play(variant: Variant) -> str:
    joker = " or a Joker" if _has_jokers(variant) else ""
    piles = "may be looked through by anyone" if variant.review_won else "lie face down"
    rules = [
        "The seat left of the dealer leads to the first trick, and must lead.",
        f"Clockwise, every other seat has one turn: it plays **a card of the suit led{joker}, or it passes**.",
        "It may never play another suit, and it may always pass, whatever it holds.",
        f"A trick holds one to {_NUMBERS[variant.players]} cards. The highest takes it.",
        f"Everybody sees how many cards each seat has won and holds; the cards won {piles}.",
        "The taker may lead to the next trick or pass the lead; then the next seat may, and so on, once each.",
        "Who has passed the lead has no turn in the trick that is then led.",
        *_jokers(variant),
    ]
    numbered = (f"{number}. {rule}" for number, rule in enumerate(rules, start=1))
    example = "> 9♦ pass **Q♦** 10♦ — Diamonds were led: the Queen takes three cards."
    return "\n".join(["## The play", "", *numbered, "", example])


def _jokers(variant: Variant) -> list[str]:
    if not _has_jokers(variant):
        return []
    if variant.ruleset is Ruleset.ORIGINAL:
        rules = ["A Joker may not be led: who holds nothing but Jokers has to pass the lead."]
    else:
        rules = ["A Joker may be led, also to the first trick; its player says which suit it stands for."]
    return [*rules, "Only one Joker may be played to a trick."] if variant.one_joker_a_trick else rules


def _ranks(variant: Variant) -> str:
    plain = [
        rank.value
        for rank in reversed(Rank)
        if any(
            card.rank is rank and rank is not Rank.ACE and not counts_as_joker(card, variant)
            for card in make_pack(variant).cards
        )
    ]
    lines = ["## What takes the trick", "", f"From the highest: **{_order(variant, plain)}**.", ""]
    examples: list[str] = []
    if variant.ruleset is Ruleset.REVISED:
        lines.append("* An Ace takes the trick, unless it is the last card played to it: then it ranks below the suit.")
        examples += _revised_examples(variant)
        if _has_jokers(variant):
            lines.append("* A Joker loses, unless it is the last card played to the trick: then it takes it.")
            lines.append(f"* An Ace played last to nothing but Jokers {_wins_or_loses(variant)}.")
        lines.append("* The last card is the last one actually played: it is known when every seat has had its turn.")
    else:
        lines.append("* An Ace counts high or low, as its player says when playing it.")
        examples += _original_examples(variant)
        if _has_jokers(variant):
            lines.append("* A Joker belongs to the suit led and ranks between the Eight and the Seven.")
    if _has_equals(variant):
        first = variant.equals is Equals.FIRST
        lines.append(f"* Of equal cards the one played {'first' if first else 'last'} ranks higher.")
    return "\n\n".join(["\n".join(lines), *examples])


def _revised_examples(variant: Variant) -> list[str]:
    examples = [
        "> K♥ **A♥** 9♥ — The Ace is not the last card: it takes the trick.",
        "> 9♥ **K♥** A♥ pass — The Ace is the last card that was played: it loses to the King.",
    ]
    if not _has_jokers(variant):
        return examples
    beaten = "> **JK♥** A♥ — Hearts were named; of an Ace played last and Jokers alone, a Joker wins here."
    beats = "> JK♥ **A♥** — Hearts were named; of an Ace played last and Jokers alone, the Ace wins."
    return [
        *examples,
        "> 9♥ K♥ **JK** pass — The Joker is the last card that was played: it takes the trick.",
        "> JK♥ **6♥** — A Joker was led, and hearts were named. It is not the last card, and loses.",
        beaten if variant.joker_beats_last_ace else beats,
    ]


def _original_examples(variant: Variant) -> list[str]:
    examples = [
        "> K♥ **A♥↑** 9♥ — The Ace was played as high.",
        "> 9♥ **K♥** A♥↓ — The Ace was played as low, to get rid of it without taking the trick.",
    ]
    joker = ["> **9♥** JK 6♥ — The Joker ranks below the Eight, and above the Seven."]
    return [*examples, *joker] if _has_jokers(variant) else examples


def _order(variant: Variant, plain: list[str]) -> str:
    if variant.ruleset is Ruleset.ORIGINAL:
        order = ["Ace high", *plain, "Ace low"]
        if _has_jokers(variant):
            below = next(place for place, name in enumerate(order) if name in {"7", "6", "5"})
            order.insert(below, "Joker")
        return ", ".join(order)
    order = ["Ace not last", *plain, "Ace last"]
    if _has_jokers(variant):
        order.insert(0, "Joker last")
        order.insert(len(order) - variant.joker_beats_last_ace, "Joker not last")
    return ", ".join(order)


def _wins_or_loses(variant: Variant) -> str:
    return "loses to them" if variant.joker_beats_last_ace else "takes the trick"


def _ending(variant: Variant) -> str:
    return "\n".join(
        (
            "## The end of a deal",
            "",
            "* **Out**: a trick is taken in which somebody played a last card. The trick is completed first.",
            f"* **Deadlock**: all {_NUMBERS[variant.players]} seats pass the lead, one after the other.",
            "",
            "> 10♥ **J♥** — Whoever played the Ten had no other card: the deal ends with this trick.",
        )
    )


def _scoring() -> str:
    left = range(HAND + 1)
    lines = [
        "## The score",
        "",
        "Cards played out, times **nine** if you won a multiple of nine cards, none included, else times the cards",
        "won beyond such a multiple. Who has two cards left has played seven: with 9 cards won that is",
        "7 × 9 = 63, with 8 it is 7 × 8 = 56, and with 10 only 7 × 1 = 7.",
        "",
        "| won \\ left | " + " | ".join(map(str, left)) + " |",
        "|---|" + "---:|" * len(left),
    ]
    for won in (*range(1, HAND), 0):
        name = f"{won}, {won + 9}, {won + 18} …"
        lines.append(f"| {name} | " + " | ".join(str(score(cards, won)) for cards in left) + " |")
    return "\n".join(lines)


def _has_jokers(variant: Variant) -> bool:
    return make_pack(variant).jokers != 0


def _has_equals(variant: Variant) -> bool:
    pack = make_pack(variant)
    return any(places.bit_count() > 1 for card, places in pack.copies.items()) and variant.players > 5
