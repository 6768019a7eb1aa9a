"""The Fives behind the common interface of games, its rules in words, and the statistics of a series."""

from collections.abc import Sequence
from functools import partial
from typing import Final, assert_never

from protocol.cards import JOKER, Card, Rank, Suit, read_card
from protocol.colour_order import ACE_OF_HEARTS, JokerPlace, make_order
from protocol.fives import FIVES
from protocol.fives.actions import FivesAction
from protocol.fives.events import DealEnded, Robbed, TrickTaken
from protocol.fives.views import FivesView
from protocol.language import N_, _, ngettext
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections, on_turn
from server.rules.fives.deal import Dealing, Ended, Match, State, final_chips
from server.rules.fives.play import decide, evolve, fallback, legal
from server.rules.fives.record import RECORDING, replay, reveal, tell, view
from server.rules.fives.variant import (
    ABOUT,
    CHIPS,
    FORTY_FIVE,
    MINUTES,
    MOST_DEALS,
    OPTIONS,
    SPOIL_FIVE,
    TRICK,
    TWENTY_FIVE,
    Spoil,
    TrickScores,
    Variant,
    pools_taken,
    read_variant,
)
from server.rules.game import Break, Column, Figures, Result
from server.rules.printed import printed, section


def _aim_words(spoil: Spoil) -> str:
    if spoil.needed == 2:
        return _("Win **two of the five tricks** and take the pool; or else *spoil five*: see that nobody does.")
    return _("Win **three of the five tricks** and take the pool; or else *spoil five*: see that nobody does.")


def _must_rob_words() -> str:
    return _("But who holds that Ace and plays a card without robbing **cannot take the pool** in this deal.")


def _spoil_sections(variant: Variant, spoil: Spoil) -> list[str]:
    return [section(_("The pool"), _pool_of_spoil(spoil)), section(_("The end"), _end(variant))]


def _pool_of_spoil(spoil: Spoil) -> list[str]:
    return [
        _("Everybody has {chips} chips.", chips=CHIPS),
        ngettext("Everybody puts one chip into a new pool.", "Everybody puts {n} chips into a new pool.", spoil.stake),
        _("Who has two tricks takes the pool at once, and the deal is over.")
        if spoil.needed == 2
        else _("Who has three tricks takes the pool at once, and the deal is over."),
        _choice(spoil),
        _("All five: the pool, and a chip from each of the others who has one left. One trick lost: nothing."),
        ngettext(
            "Nobody takes the pool, or a jink fails: the deal is *spoilt*. The pool stays, and everybody adds"
            " one chip.",
            "Nobody takes the pool, or a jink fails: the deal is *spoilt*. The pool stays, and everybody adds"
            " {n} chips.",
            spoil.top_up,
        ),
    ]


def _choice(spoil: Spoil) -> str:
    if spoil.needed == 2:
        return _(
            "Who wins the **first two** tricks has a choice: take the pool now, or *jink*: lead to the third and"
            " undertake to win all five."
        )
    return _(
        "Who wins the **first three** tricks has a choice: take the pool now, or *jink*: lead to the fourth and"
        " undertake to win all five."
    )


def _end(variant: Variant) -> list[str]:
    return [
        ngettext(
            "The game is over when one pool has been taken.",
            "The game is over when {n} pools have been taken.",
            variant.target,
        ),
        _("It is over before that if somebody cannot pay what is due; a pool nobody has taken is shared evenly."),
        _("Whoever has the most chips wins; the score is what one has won or lost."),
        ngettext("There can be at most one deal.", "There can be at most {n} deals.", variant.most_deals),
    ]


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
        *(_spoil_sections(variant, variant.spoil) if variant.spoil is not None else _scoring(variant)),
        _example(variant),
    )
    return "\n\n".join(parts) + "\n"


def _scoring(variant: Variant) -> list[str]:
    return [_score(variant), *([_pool(variant)] if variant.pool else [])]


def _aim(variant: Variant) -> str:
    if variant.spoil is not None:
        return _aim_words(variant.spoil)
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
        lines.insert(2, _must_rob_words())
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
    turns = (f"**{printed(card)}**" if card is taker else printed(card) for card in cards)
    remark = _("Clubs are trumps.")
    return f"> {' '.join(turns)} — {remark}"


def _result(match: Match) -> Result:
    variant = match.variant
    sides = tuple(map(variant.side, range(variant.players))) if variant.sides < variant.players else ()
    return Result(match.totals, match.winners, sides, final_chips(match))


def _progress(match: Match) -> str:
    if match.variant.spoil is not None:
        pools = match.variant.target
        return f"deal {match.number}, pool {min(pools_taken(match.sheets) + 1, pools)} of {pools}"
    return f"deal {match.number}, {max(match.totals)}/{match.variant.target}"


def _game(name: str) -> DealtGame[State, FivesAction, FivesView]:
    return DealtGame[State, FivesAction, FivesView](
        name,
        Offer(FIVES, OPTIONS[name], ABOUT[name], MINUTES[name], N_("tricks")),
        Mechanics(
            variant=partial(read_variant, name),
            start=lambda variant, dealer: Dealing(Match(variant, dealer)),
            dealing=Dealing,
            ended=Ended,
            cards=lambda match: len(match.variant.pack),
            acting=on_turn,
            result=_result,
            legal=legal,
            decide=decide,
            evolve=evolve,
            fallback=fallback,
            breaks={TrickTaken: Break.TRICK, DealEnded: Break.DEAL},
        ),
        Projections(tell, view, reveal),
        Papers(
            counts=lambda sheet: sheet.tricks,
            progress=_progress,
            rules=write_rules,
            recording=RECORDING,
            replay=replay,
        ),
    )


GAMES: Final = {name: _game(name) for name in (TWENTY_FIVE, FORTY_FIVE, SPOIL_FIVE)}
"""All three games, by name; their states are those of ``server.rules.fives.deal``."""


FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", GAMES[TWENTY_FIVE].counts),),
    N_("were robbed"),
    lambda event: isinstance(event, Robbed),
)
"""Tricks, and deals in which the turn-up was taken; the titles are marked for translation."""
