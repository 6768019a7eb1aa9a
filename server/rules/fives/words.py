"""The rules of one variant in words and tables, as Markdown, with examples."""

from collections.abc import Sequence
from typing import Final, assert_never

from protocol.cards import JOKER, Card, Rank, Suit, read_card
from protocol.colour_order import ACE_OF_HEARTS, JokerPlace, make_order
from protocol.language import N_, _, ngettext
from server.rules.fives.spoil_words import aim_words, must_rob_words, spoil_sections
from server.rules.fives.variant import CHIPS, MOST_DEALS, TRICK, TrickScores, Variant
from server.rules.printed import printed, section

_PLAYERS: Final = {
    3: N_("three players"),
    4: N_("four players"),
    5: N_("five players"),
    6: N_("six players"),
    7: N_("seven players"),
    8: N_("eight players"),
    9: N_("nine players"),
    10: N_("ten players"),
}
"""The numbers of players, marked for translation."""

_SIDES: Final = {
    (2, 2): N_("There are two sides of two, seated in turn; partners share their score."),
    (2, 3): N_("There are two sides of three, seated in turn; partners share their score."),
    (3, 2): N_("There are three sides of two, seated in turn; partners share their score."),
}
"""Who plays together, by the number of sides and of players on each, marked for translation."""

_SUITS: Final = {
    Suit.HEARTS: N_("hearts"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.CLUBS: N_("clubs"),
    Suit.SPADES: N_("spades"),
}
"""The suits in the order of the rules, marked for translation."""


def write_rules(variant: Variant) -> str:
    """Return the rules of this variant, in the reader's language."""
    title = _("{game} for {players}", game=variant.title, players=_(_PLAYERS[variant.players]))
    parts = (
        f"# {title}",
        _aim(variant),
        _deal(variant),
        _play(variant),
        _ranks(variant),
        _robbing(variant),
        *(spoil_sections(variant, variant.spoil) if variant.spoil is not None else _scoring(variant)),
        _example(variant),
    )
    return "\n\n".join(parts) + "\n"


def _scoring(variant: Variant) -> list[str]:
    return [_score(variant), *([_pool(variant)] if variant.pool else [])]


def _aim(variant: Variant) -> str:
    if variant.spoil is not None:
        return aim_words(variant.spoil)
    aim = _(
        "Be the first to reach **{target} points**, over as many deals of five tricks as it takes.",
        target=variant.target,
    )
    if variant.sides == variant.players:
        sides = _("Everybody plays alone.")
    else:
        sides = _(_SIDES[variant.sides, variant.players // variant.sides])
    return f"{aim} {sides}"


def _deal(variant: Variant) -> str:
    lines = [
        _("The first dealer is drawn; the deal and the play pass to the left."),
        _(
            "Everybody gets five cards from a pack of {cards}, two and then three at a time.",
            cards=len(variant.pack),
        ),
        _("The next card is turned up: **its suit is trump**."),
    ]
    if variant.joker is not JokerPlace.NONE:
        lines.append(
            _(
                "If that is the Joker, the dealer takes it, puts a card from the hand face down under the pack, and"
                " turns the next card."
            )
        )
    return section(_("The deal"), lines)


def _ranks(variant: Variant) -> str:
    title, highest, trumps, plain_suit = _("How the cards rank"), _("from the highest"), _("trumps"), _("plain suit")
    rows = [
        f"## {title}",
        "",
        _("The King is the highest plain card; for the others remember: **high in red, low in black**."),
        "",
    ]
    rows += [f"| {trumps} | {highest} |", "|---|---|"]
    for suit, name in _SUITS.items():
        rows.append(f"| {_(name)} | {_names(make_order(suit, variant.joker).trumps, suit)} |")
    rows += ["", f"| {plain_suit} | {highest} |", "|---|---|"]
    for suit, name in _SUITS.items():
        other = Suit.CLUBS if suit is not Suit.CLUBS else Suit.SPADES
        heights = make_order(other, variant.joker).heights
        plain = [card for card in variant.pack if card.suit is suit and card is not ACE_OF_HEARTS]
        rows.append(f"| {_(name)} | {_names(sorted(plain, key=lambda card: -heights[card]), suit)} |")
    rows += ["", _("**The Ace of hearts is always a trump**, one of the highest, and never a heart.")]
    return "\n".join(rows)


def _names(cards: Sequence[Card], suit: Suit) -> str:
    """Return the names of cards: the rank for cards of this suit, the full name for others."""
    names = {JOKER: _("Joker")} | ({} if suit is Suit.HEARTS else {ACE_OF_HEARTS: "**A♥**"})
    return " ".join(names.get(card, card.rank.value) for card in cards)


def _robbing(variant: Variant) -> str:
    lines = [
        _(
            "Who is dealt the Ace of the trump suit may *rob the pack* at the first turn, before playing a card: take"
            " the turn-up, and lay a card from the hand aside, face down."
        ),
        _("Nobody has to rob. When the first trick is over nobody can any more."),
        _("If the turn-up itself is an Ace, the dealer may take it in the same way before the first lead."),
        _("The trump suit stays what it was."),
    ]
    if variant.low_ace:
        low = _(
            "Who holds that Ace and does not want to rob must say so at the first turn. Who just plays a card makes it"
            " the **lowest trump**, and no top trump, from that very card on."
        )
        lines.insert(2, low)
    if variant.spoil is not None and variant.spoil.must_rob:
        lines.insert(2, must_rob_words())
    return section(_("Robbing the pack"), lines)


def _play(variant: Variant) -> str:
    tops = (
        _(
            "**A trump is led**: play a trump. But the Five and the Jack of trumps and the Ace of hearts may be kept"
            " back if they are **higher than the card led**."
        )
        if variant.joker is JokerPlace.NONE
        else _(
            "**A trump is led**: play a trump. But the Five and the Jack of trumps, the Ace of hearts and the Joker"
            " may be kept back if they are **higher than the card led**."
        )
    )
    strict = (
        _("This *reneging* is for who holds no other trump: of two trumps one has to be played, whatever they are.")
        if variant.renege_strict
        else _("This is called *reneging*. Who also holds a trump without that right must play a trump.")
    )
    lines = [
        _("The seat left of the dealer leads any card; the others play one card each, in turn."),
        _(
            "**A plain card is led**: play a card of its suit or any trump, as you like. Only without a card of the"
            " suit may you play anything."
        ),
        tops,
        strict,
        _("The highest trump takes the trick, or else the highest card of the suit led. The taker leads to the next."),
    ]
    return section(_("The play"), lines)


def _score(variant: Variant) -> str:
    lines = [_trick_scores(variant.trick_scores)]
    if variant.best_card:
        lines += [
            _(
                "**The best card** scores {points}: the highest trump that anybody holds when robbing is"
                " over. It scores as soon as it is played and nobody can hold a higher one.",
                points=variant.best_card,
            ),
            _(
                "If nobody holds a trump, the card that ranks highest in its own suit among those that took a trick is"
                " the best, of equal ones the first; it scores after the fifth trick."
            ),
        ]
    lines += [
        _(
            "**The game ends at the instant** when somebody has {target} points, in the middle of a deal.",
            target=variant.target,
        ),
        ngettext(
            "Until then scores carry over from deal to deal; there can be at most one deal.",
            "Until then scores carry over from deal to deal; there can be at most {n} deals.",
            variant.most_deals,
        ),
    ]
    if variant.most_deals == MOST_DEALS:
        lines.append(_("After the last of them the highest score wins; equal ones share the win."))
    return section(_("The score"), lines)


def _trick_scores(scores: TrickScores) -> str:
    match scores:
        case TrickScores.EACH:
            return _("Each trick scores **{points}** as soon as it is taken.", points=TRICK)
        case TrickScores.MAJORITY:
            return _("After the fifth trick, three or four tricks score **5**, and all five **10**.")
        case TrickScores.GAME:
            return _("After the fifth trick, three tricks score **15**, four **20**, and all five win the game.")
        case _:
            assert_never(scores)


def _pool(variant: Variant) -> str:
    lines = [
        _("Everybody has {chips} chips, and puts one into the pool for each deal.", chips=CHIPS),
        _("The winner takes the pool.")
        if variant.sides == variant.players
        else _("The winners take the pool, and share it evenly."),
    ]
    if variant.double_stake:
        lines.append(_("Who wins with all five tricks of one deal gets as many chips again from each of the others."))
    return section(_("The pool"), lines)


def _example(variant: Variant) -> str:
    """Return an example of two tricks, in the card order of this table."""
    order = make_order(Suit.CLUBS, variant.joker)
    trick = [read_card(text) for text in ("KD", "9D", "2C", "AH")][: variant.players]
    taker = trick[order.taker(trick)]
    keeper, five = read_card("JC"), Card(Rank.FIVE, Suit.CLUBS)
    told = (
        _(
            "Clubs are trumps. {led} is led, and {others} are played to it: {taker} takes the trick, for the Two of"
            " clubs is a trump, and the Ace of hearts a higher one."
        )
        if taker is ACE_OF_HEARTS
        else _(
            "Clubs are trumps. {led} is led, and {others} are played to it: {taker} takes the trick, for the Two of"
            " clubs is a trump."
        )
    )
    others = ", ".join(map(printed, trick[1:]))
    lines = [
        told.format(led=printed(trick[0]), others=others, taker=printed(taker)),
        _(
            "Somebody whose only trump is {kept} may play another card to the lead of {led}; to the lead of {five},"
            " which is higher, it has to be played.",
            kept=printed(keeper),
            led=printed(trick[2]),
            five=printed(five),
        ),
    ]
    if variant.trick_scores is TrickScores.EACH and variant.spoil is None:
        had = variant.target - 2 * TRICK
        lines.append(
            _("Who has {had} points wins with the second trick from here, whatever is still in the hands.", had=had)
        )
    return "\n\n".join((section(_("An example"), lines), _drawn(trick, taker), _drawn([five, keeper], five)))


def _drawn(cards: Sequence[Card], taker: Card) -> str:
    """Return a trick in which clubs are trumps, as a client draws it."""
    turns = (f"**{printed(card)}**" if card is taker else printed(card) for card in cards)
    remark = _("Clubs are trumps.")
    return f"> {' '.join(turns)} — {remark}"
