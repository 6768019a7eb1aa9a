"""The rules of one variant in words and tables, as Markdown, with examples."""

from collections.abc import Sequence
from typing import Final

from protocol.cards import JOKER, Card, Rank, Suit, read_card
from protocol.fives.order import ACE_OF_HEARTS, JokerPlace, make_order
from server.rules.fives.refusal import SUITS
from server.rules.fives.score import CHIPS
from server.rules.fives.variant import HAND, TRICK, TrickScores, Variant

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SIGNS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def write_rules(variant: Variant) -> str:
    """Return the rules of this variant."""
    parts = (
        f"# {variant.title} for {_NUMBERS[variant.players]} players",
        _aim(variant),
        _deal(variant),
        _play(variant),
        _ranks(variant),
        _robbing(variant),
        _score(variant),
        *([_pool(variant)] if variant.pool else []),
        _example(variant),
    )
    return "\n\n".join(parts) + "\n"


def deals_words(number: int) -> str:
    """Return a number of deals in words: ``one deal``, ``6 deals``."""
    return "one deal" if number == 1 else f"{number} deals"


def _aim(variant: Variant) -> str:
    aim = f"Be the first to reach **{variant.target} points**, over as many deals of five tricks as it takes."
    if variant.sides == variant.players:
        return f"{aim} Everybody plays alone."
    size = _NUMBERS[variant.players // variant.sides]
    return f"{aim} There are {_NUMBERS[variant.sides]} sides of {size}, seated in turn; partners share their score."


def _deal(variant: Variant) -> str:
    lines = [
        "The first dealer is drawn; the deal and the play pass to the left.",
        f"Everybody gets five cards from a pack of {len(variant.pack)}, two and then three at a time.",
        "The next card is turned up: **its suit is trump**.",
    ]
    if variant.joker is not JokerPlace.NONE:
        lines.append(
            "If that is the Joker, the dealer takes it, puts a card from the hand face down under the pack, and turns"
            " the next card."
        )
    return _section("The deal", lines)


def _ranks(variant: Variant) -> str:
    rows = [
        "## How the cards rank",
        "",
        "The King is the highest plain card; for the others remember: **high in red, low in black**.",
        "",
    ]
    rows += ["| trumps | from the highest |", "|---|---|"]
    for suit in (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES):
        rows.append(f"| {SUITS[suit]} | {_names(make_order(suit, variant.joker).trumps, suit)} |")
    rows += ["", "| plain suit | from the highest |", "|---|---|"]
    for suit in (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES):
        other = Suit.CLUBS if suit is not Suit.CLUBS else Suit.SPADES
        heights = make_order(other, variant.joker).heights
        plain = [card for card in variant.pack if card.suit is suit and card is not ACE_OF_HEARTS]
        rows.append(f"| {SUITS[suit]} | {_names(sorted(plain, key=lambda card: -heights[card]), suit)} |")
    rows += ["", "**The Ace of hearts is always a trump**, one of the highest, and never a heart."]
    return "\n".join(rows)


def _names(cards: Sequence[Card], suit: Suit) -> str:
    """Return the names of cards: the rank for cards of this suit, the full name for others."""
    names = {JOKER: "Joker"} | ({} if suit is Suit.HEARTS else {ACE_OF_HEARTS: "**A♥**"})
    return " ".join(names.get(card, card.rank.value) for card in cards)


def _robbing(variant: Variant) -> str:
    lines = [
        (
            "Who is dealt the Ace of the trump suit may *rob the pack* at the first turn, before playing a card: take"
            " the turn-up, and lay a card from the hand aside, face down."
        ),
        "Nobody has to rob. When the first trick is over nobody can any more.",
        "If the turn-up itself is an Ace, the dealer may take it in the same way before the first lead.",
        "The trump suit stays what it was.",
    ]
    if variant.low_ace:
        lines.insert(
            2,
            "Who holds that Ace and does not want to rob must say so at the first turn. Who just plays a card makes it"
            " the **lowest trump**, and no top trump, from that very card on.",
        )
    return _section("Robbing the pack", lines)


def _play(variant: Variant) -> str:
    tops = "the Five and the Jack of trumps, the Ace of hearts"
    tops = (
        f"{tops} and the Joker" if variant.joker is not JokerPlace.NONE else tops.replace(", the Ace", " and the Ace")
    )
    strict = (
        "This *reneging* is for who holds no other trump: of two trumps one has to be played, whatever they are."
        if variant.renege_strict
        else "This is called *reneging*. Who also holds a trump without that right must play a trump."
    )
    return _section(
        "The play",
        [
            "The seat left of the dealer leads any card; the others play one card each, in turn.",
            (
                "**A plain card is led**: play a card of its suit or any trump, as you like. Only without a card of the"
                " suit may you play anything."
            ),
            f"**A trump is led**: play a trump. But {tops} may be kept back if they are **higher than the card led**.",
            strict,
            "The highest trump takes the trick, or else the highest card of the suit led. The taker leads to the next.",
        ],
    )


def _score(variant: Variant) -> str:
    tricks = {
        TrickScores.EACH: f"Each trick scores **{TRICK}** as soon as it is taken.",
        TrickScores.MAJORITY: "After the fifth trick, three or four tricks score **5**, and all five **10**.",
        TrickScores.GAME: "After the fifth trick, three tricks score **15**, four **20**, and all five win the game.",
    }
    lines = [tricks[variant.trick_scores]]
    if variant.best_card:
        lines += [
            (
                f"**The best card** scores {variant.best_card}: the highest trump that anybody holds when robbing is"
                " over. It scores as soon as it is played and nobody can hold a higher one."
            ),
            (
                "If nobody holds a trump, the card that ranks highest in its own suit among those that took a trick is"
                " the best, of equal ones the first; it scores after the fifth trick."
            ),
        ]
    lines += [
        f"**The game ends at the instant** when somebody has {variant.target} points, in the middle of a deal.",
        f"Until then scores carry over from deal to deal; there can be at most {deals_words(variant.most_deals)}.",
    ]
    return _section("The score", lines)


def _pool(variant: Variant) -> str:
    lines = [f"Everybody has {CHIPS} chips, and puts one into the pool for each deal.", "The winner takes the pool."]
    if variant.sides < variant.players:
        lines[1] = "The winners take the pool, and share it evenly."
    if variant.double_stake:
        lines.append("Who wins with all five tricks of one deal gets as many chips again from each of the others.")
    return _section("The pool", lines)


def _example(variant: Variant) -> str:
    """Return an example of two tricks, in the card order of this table."""
    order = make_order(Suit.CLUBS, variant.joker)
    trick = [read_card(text) for text in ("KD", "9D", "2C", "AH")][: variant.players]
    taker = trick[order.taker(trick)]
    others = ", ".join(map(_written, trick[1:]))
    keeper, five = read_card("JC"), Card(Rank.FIVE, Suit.CLUBS)
    kept = f"Somebody whose only trump is {_written(keeper)} may play another card to the lead of {_written(trick[2])}"
    lines = [
        f"Clubs are trumps. {_written(trick[0])} is led, and {others} are played to it: {_written(taker)} takes the"
        " trick, for the Two of clubs is a trump"
        + (", and the Ace of hearts a higher one." if taker is ACE_OF_HEARTS else "."),
        f"{kept}; to the lead of {_written(five)}, which is higher, it has to be played.",
    ]
    if variant.trick_scores is TrickScores.EACH:
        had = variant.target - 2 * TRICK
        lines.append(f"Who has {had} points wins with the second trick from here, whatever is still in the hands.")
    assert len(lines) <= HAND
    return f"{_section('An example', lines)}\n\n{_drawn(trick, taker)}\n\n{_drawn([five, keeper], five)}"


def _drawn(cards: Sequence[Card], taker: Card) -> str:
    """Return a trick in which clubs are trumps, as a client draws it."""
    turns = (f"**{_written(card)}**" if card is taker else _written(card) for card in cards)
    return f"> {' '.join(turns)} — Clubs are trumps."


def _written(card: Card) -> str:
    """Return a card in its printed form: ``10♦``."""
    assert card.suit is not None
    return card.rank.value + _SIGNS[card.suit]


def _section(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"## {title}", "", *(f"{number}. {line}" for number, line in enumerate(lines, start=1))])
