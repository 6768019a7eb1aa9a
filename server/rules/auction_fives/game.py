"""Auction Forty-Fives behind the common interface of games, its rules in words, and the statistics of a series."""

from collections.abc import Sequence
from typing import Final

from protocol.auction_fives import AUCTION_FIVES
from protocol.auction_fives.actions import AuctionFivesAction
from protocol.auction_fives.events import DealEnded, Ending, TrickTaken
from protocol.auction_fives.views import AuctionFivesView
from protocol.cards import Card, Suit
from protocol.colour_order import ACE_OF_HEARTS, JokerPlace, make_order
from protocol.language import N_, _, ngettext
from server.rules.auction_fives.deal import HIGH_BID, HIGH_SCORE, Dealing, Ended, Match, State, fallback, legal
from server.rules.auction_fives.play import ALL, decide, evolve
from server.rules.auction_fives.record import RECORDING, REPLAY, reveal, tell, view
from server.rules.auction_fives.variant import HAND, NAME, OPTIONS, PACK, TARGET, TRICK, Variant, read_variant
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections, on_turn
from server.rules.game import Break, Column, Figures, Result
from server.rules.printed import section

_PLAYERS: Final = {4: N_("four players"), 6: N_("six players")}
"""The numbers of players, marked for translation."""

_SUITS: Final = {
    Suit.HEARTS: N_("hearts"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.CLUBS: N_("clubs"),
    Suit.SPADES: N_("spades"),
}
"""The suits in the order of the rules, marked for translation."""


def write_rules(variant: Variant) -> str:
    """Return the rules of this variant, in the reader's language."""
    title = _("{game} for {players}", game=OPTIONS.title, players=_(_PLAYERS[variant.players]))
    parts = (
        f"# {title}",
        _aim(variant),
        section(_("The deal"), _deal(variant)),
        section(_("The auction"), _auction(variant)),
        section(_("Discarding and drawing"), _draw(variant)),
        section(_("The play"), _play(variant)),
        _ranks(),
        section(_("The score"), _score()),
        section(_("The end"), _end(variant)),
        section(_("An example"), _example()),
    )
    return "\n\n".join(parts) + "\n"


def _aim(variant: Variant) -> str:
    sides = (
        _("There are two sides of two, seated in turn; partners share their score.")
        if variant.players == 4
        else _("There are two sides of three, seated in turn; partners share their score.")
    )
    return _("Bid for the right to name trumps, and take as many points as your side has bid.") + f" {sides}"


def _deal(variant: Variant) -> list[str]:
    lines = [
        _("The first dealer is drawn; the deal and the play pass to the left."),
        _(
            "Everybody gets five cards from a pack of {cards}, two and then three at a time.",
            cards=len(PACK),
        ),
    ]
    if variant.kitty:
        kitty = _("{cards} cards are laid apart, face down: the *kitty* of who names trumps.", cards=variant.kitty)
        lines.append(kitty)
    return lines


def _auction(variant: Variant) -> list[str]:
    lines = [
        _("The seat left of the dealer speaks first. Each in turn bids a number, or passes for good."),
        _(
            "A bid is a multiple of 5 from {least} to {most}, higher than the one before.",
            least=variant.lowest_bid,
            most=ALL,
        ),
        _("A side with {score} points or more may not bid less than {bid}.", score=HIGH_SCORE, bid=HIGH_BID),
        _(
            "Only the dealer may *hold*: take over the bid that stands at its number, once. The others may then bid"
            " more."
        )
        if variant.dealer_holds
        else _(
            "The next in turn after a bid may *hold*: take over the bid at its number. Nobody may hold that number"
            " again."
        ),
        _("When all others have passed, the seat whose bid stands names the trump suit."),
    ]
    if variant.forced_bid:
        least = max(variant.lowest_bid, variant.forced_bid)
        lines.append(_("If all others pass, the dealer has to bid {bid} or more.", bid=least))
    else:
        lines.append(_("If all pass, the next dealer deals again."))
    return lines


def _draw(variant: Variant) -> list[str]:
    lines = [
        _("From the dealer's left each lays any cards aside, face down, and gets as many; the dealer is the last.")
    ]
    if variant.kitty:
        lines.insert(0, _("Who named trumps takes the kitty first, and has to lay aside down to five cards."))
    if variant.most_drawn < HAND:
        lines.append(_("Nobody draws more than {cards} cards.", cards=variant.most_drawn))
    if variant.players == 6:
        lines.append(_("Nobody lays aside more than can be replaced from the cards that are left."))
    if variant.dealer_looks:
        lines.append(_("The dealer then looks through all cards that are left, and picks."))
    return lines


def _play(variant: Variant) -> list[str]:
    strict = (
        _("This *reneging* is for who holds no other trump: of two trumps one has to be played, whatever they are.")
        if variant.renege_strict
        else _("This is called *reneging*. Who also holds a trump without that right must play a trump.")
    )
    return [
        _("The seat left of the dealer leads any card; the others play one card each, in turn.")
        if variant.dealer_leads
        else _("The seat left of the bidder leads any card; the others play one card each, in turn."),
        _(
            "**A plain card is led**: play a card of its suit or any trump, as you like. Only without a card of the"
            " suit may you play anything."
        ),
        _(
            "**A trump is led**: play a trump. But the Five and the Jack of trumps and the Ace of hearts may be kept"
            " back if they are **higher than the card led**."
        ),
        strict,
        _("The highest trump takes the trick, or else the highest card of the suit led. The taker leads to the next."),
    ]


def _ranks() -> str:
    title, highest, trumps, plain_suit = _("How the cards rank"), _("from the highest"), _("trumps"), _("plain suit")
    rows = [
        f"## {title}",
        "",
        _("The King is the highest plain card; for the others remember: **high in red, low in black**."),
        "",
        f"| {trumps} | {highest} |",
        "|---|---|",
    ]
    for suit, name in _SUITS.items():
        rows.append(f"| {_(name)} | {_names(make_order(suit, JokerPlace.NONE).trumps, suit)} |")
    rows += ["", f"| {plain_suit} | {highest} |", "|---|---|"]
    for suit, name in _SUITS.items():
        heights = make_order(Suit.CLUBS if suit is not Suit.CLUBS else Suit.SPADES, JokerPlace.NONE).heights
        plain = [card for card in PACK if card.suit is suit and card is not ACE_OF_HEARTS]
        rows.append(f"| {_(name)} | {_names(sorted(plain, key=lambda card: -heights[card]), suit)} |")
    rows += ["", _("**The Ace of hearts is always a trump**, one of the highest, and never a heart.")]
    return "\n".join(rows)


def _names(cards: Sequence[Card], suit: Suit) -> str:
    """Return the ranks of cards; the Ace of hearts among the trumps of another suit has its full name."""
    return " ".join(
        "**A♥**" if card is ACE_OF_HEARTS and suit is not Suit.HEARTS else card.rank.value for card in cards
    )


def _score() -> list[str]:
    return [
        _(
            "Each trick is worth {points} points, and the highest trump in play {points} more: {all} in all.",
            points=TRICK,
            all=ALL,
        ),
        _(
            "If nobody held a trump, those go to the card that ranks highest in its own suit among those that took a"
            " trick, of equal ones the first."
        ),
        _("The bidder's side scores what it has taken, if that is its bid or more. Otherwise it **loses its bid**."),
        _("A bid of {bid} that is made scores **{double}**.", bid=ALL, double=2 * ALL),
        _("The other side always scores what it has taken. A score may be below 0."),
    ]


def _end(variant: Variant) -> list[str]:
    if variant.deals:
        return [
            ngettext(
                "The game has one deal; the side with more points wins, and equal sides share it.",
                "The game has {n} deals; the side with more points wins, and equal sides share it.",
                variant.deals,
            )
        ]
    both = (
        _("If both sides have that many, the higher score wins; of equal ones, the bidders.")
        if variant.higher_wins
        else _("If both sides have that many, the bidders of that deal win.")
    )
    return [
        _("The side that has {target} points after a deal wins.", target=TARGET),
        both,
        ngettext(
            "After one deal the game is over at the latest; the side with more points wins.",
            "After {n} deals the game is over at the latest; the side with more points wins.",
            variant.most_deals,
        ),
    ]


def _example() -> list[str]:
    return [
        _("A side has bid 20 and takes 15: it loses 20, and the others score their 15."),
        _("A side has bid 20 and takes 25: it scores 25, and the others 5."),
        _("A side has bid 30 and takes everything: it scores 60. With one trick less it loses 30."),
    ]


def _result(match: Match) -> Result:
    return Result(match.totals, match.winners, tuple(map(match.variant.side, range(match.variant.players))))


def _progress(match: Match) -> str:
    if match.variant.deals:
        return f"deal {min(match.number, match.variant.deals)} of {match.variant.deals}"
    return f"deal {match.number}, {max(match.totals)}/{TARGET}"


_GAME: Final = DealtGame[State, AuctionFivesAction, AuctionFivesView](
    NAME,
    Offer(
        AUCTION_FIVES,
        OPTIONS,
        about=N_("two sides bid for trumps and draw; who misses the bid loses it"),
        minutes=35,
        counted=N_("tricks"),
    ),
    Mechanics(
        variant=read_variant,
        start=lambda variant, dealer: Dealing(Match(variant, dealer)),
        dealing=Dealing,
        ended=Ended,
        cards=lambda _match: len(PACK),
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
        replay=REPLAY.replay,
    ),
)

GAMES: Final = {NAME: _GAME}
"""The game, by its name; its states are those of ``server.rules.auction_fives.deal``."""


FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", _GAME.counts),),
    N_("were made by the bidders"),
    lambda event: isinstance(event, DealEnded) and event.sheet.ending is Ending.MADE,
)
"""Tricks, and deals in which the bidders took what they had bid; the titles are marked for translation."""
