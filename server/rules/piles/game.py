"""The games of one pile behind the common interface of games, its rules in words, and the statistics of a series."""

from collections.abc import Sequence
from functools import partial
from typing import Final, assert_never

from protocol.cards import Card, Suit, read_card
from protocol.language import N_, _, ngettext
from protocol.piles import PILES
from protocol.piles.actions import PilesAction
from protocol.piles.events import DealEnded, Ending, PileKilled, Taken
from protocol.piles.order import SUITS, beats
from protocol.piles.views import PilesView
from protocol.vocabulary import Event
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections, on_turn
from server.rules.game import Break, Column, Figures, Result
from server.rules.piles.deal import LEAST, Dealing, Ended, Match, State
from server.rules.piles.play import decide, evolve, fallback, legal
from server.rules.piles.record import RECORDING, replay, reveal, tell, view
from server.rules.piles.variant import (
    ABOUT,
    MINUTES,
    OPTIONS,
    SVOYI_KOZIRI,
    TWO,
    Naming,
    Open,
    Share,
    Variant,
    read_variant,
)
from server.rules.printed import printed, section

_PLAYERS: Final = {2: N_("two players"), 3: N_("three players"), 4: N_("four players")}
"""The numbers of players, marked for translation."""


def write_rules(variant: Variant) -> str:
    """Return the rules of this variant, in the reader's language."""
    title = _("{game} for {players}", game=variant.title, players=_(_PLAYERS[variant.players]))
    parts = (
        f"# {title}",
        _aim(variant),
        section(_("The deal"), _deal(variant)),
        section(_("The trumps"), _trumps(variant)),
        section(_("The play"), _play(variant)),
        section(_("Taking up the pile"), _taking(variant)),
        section(_("The end of a deal"), _end(variant)),
        section(_("What all know"), _known(variant)),
        _example(),
    )
    return "\n\n".join(parts) + "\n"


def _aim(variant: Variant) -> str:
    if variant.first_out:
        return _("Be the **first** to play all your cards.")
    return _("Play all your cards: the **last** to hold some loses the deal.")


def _deal(variant: Variant) -> list[str]:
    ranks = " ".join(card.rank.value for card in reversed(variant.pack[: variant.cards // SUITS]))
    passing = (
        _("The first dealer is drawn. Who loses a deal deals the next one; if nobody alone has, the seat to the left.")
        if variant.loser_deals
        else _("The first dealer is drawn; then the two deal in turn.")
    )
    lines = [
        ngettext("There is {n} deal.", "There are {n} deals.", variant.deals),
        passing,
        _("The pack has {cards} cards; every suit ranks {ranks}.", cards=variant.cards, ranks=ranks),
    ]
    if variant.naming is Naming.RIGGED:
        return [*lines, *_rigged()]
    lines.append(
        _("All cards are dealt, one at a time.")
        if variant.packets == 1
        else _("All cards are dealt, two at a time, and the last ones singly where they do not go round in twos.")
    )
    if variant.naming is Naming.DRAWN:
        lines.append(_("The last card of each player lies face down: only its owner knows it."))
    return lines


def _rigged() -> list[str]:
    return [
        _(
            "Once both have named their suits, half the pack is turned up. The dealer keeps the cards of the own two"
            " suits, and the opponent gets their images: trumps for trumps, side suit for side suit."
        ),
        _("The other cards of each suit go to whose suit it is not. So **both hands are mirror images**."),
        _(
            "Each hand needs at least {least} cards of every suit. Otherwise the cards are shuffled and dealt again.",
            least=LEAST,
        ),
    ]


def _trumps(variant: Variant) -> list[str]:
    lines = [_("**Each player has a trump suit of their own.** It is no trump for anybody else.")]
    match variant.naming:
        case Naming.ONCE:
            lines.append(_("Before the first deal each names one, from the dealer's left on, for the whole game."))
        case Naming.EACH:
            lines.append(_("Before each deal each names one, from the dealer's left on."))
        case Naming.ANNOUNCED:
            lines.append(_("You name it at one of your turns, whenever you like, and never change it in that deal."))
            lines.append(_("Until then you have no trumps."))
        case Naming.RIGGED:
            lines.append(
                _("Before the deal the dealer names a trump suit and a side suit, then the opponent a trump suit.")
            )
        case Naming.DRAWN:
            lines.append(
                _(
                    "It is the suit of the card that lies face down before you. You may turn it up at one of your"
                    " turns: it joins your hand, and from then on its suit is your trump. Two may have the same."
                )
            )
            lines.append(_("Who has played all other cards must turn it up, and plays on."))
        case _:
            assert_never(variant.naming)
    if variant.naming is not Naming.DRAWN:
        lines.append(_("No two players have the same trump suit."))
    if variant.sixes:
        lines.append(_("Before the play every six of a player's trump suit is handed to that player, for all to see."))
    return lines


def _play(variant: Variant) -> list[str]:
    lines = [
        _("The seat left of the dealer begins the pile with any card; the turn passes to the left."),
        _(
            "At your turn **beat the top card of the pile** with a higher card of its suit or with any trump of yours."
            " A trump of yours on top is beaten only by a higher one."
        ),
    ]
    if variant.adds:
        lines.append(_("Then add any other card of your hand: that is what the next player has to beat."))
    lines.append(
        _("Who cannot beat the top card takes up the pile. You may take it up even if you could beat it.")
        if variant.pickup is Share.ALL
        else _("Who cannot beat the top card takes up cards of the pile. You may do so even if you could beat it.")
    )
    return lines


def _taking(variant: Variant) -> list[str]:
    lines = []
    match variant.pickup:
        case Share.ALL:
            lines.append(_("Who takes up the pile takes all of it into the hand."))
        case Share.SOME:
            lines += [
                ngettext(
                    "If the top card is nobody's trump, take up the top card.",
                    "If the top card is nobody's trump, take up the top {n} cards.",
                    variant.plain,
                ),
                ngettext(
                    "If it is the trump of any player, still in or out, take up the top card.",
                    "If it is the trump of any player, still in or out, take up the top {n} cards.",
                    variant.trump,
                ),
                _("If it is the Ace of such a suit, take up the whole pile."),
                _("Then the next player beats the card that is on top now."),
            ]
        case Share.SUIT_RUN:
            lines += [
                _("Who has named no trump yet takes up the top card and the cards of its suit right below it."),
                _("Who has, takes up the whole pile."),
                _("If a part of the pile is left, the next player beats the card that is on top now."),
            ]
        case _:
            assert_never(variant.pickup)
    if variant.taker_leads:
        lines.append(_("Then the one who took it begins the next pile with any card."))
    else:
        lines.append(_("If no pile is left, the next player begins one with any card."))
    return lines


def _end(variant: Variant) -> list[str]:
    lines = []
    if variant.first_out:
        lines.append(
            _("The first to play their last card wins the deal at once, with no reply, and scores **1 point**.")
        )
    else:
        lines.append(_("Who plays the last card of the hand is out, and the others go on."))
        if variant.kills:
            lines.append(
                _(
                    "Who beats the top card with a last card *kills* the pile: it is laid aside for this deal, and the"
                    " next player begins a new one."
                )
            )
        else:
            lines.append(_("Whatever card that was, the next player has to beat it."))
        lines.append(_("When one player is left with cards, the deal is over. All others score **1 point**."))
    lines.append(
        _(
            "A deal ends after **{limit} moves** at the latest; each card played is a move, and each time that somebody"
            " takes up cards. Then it is drawn: nobody who still holds cards scores.",
            limit=variant.limit,
        )
    )
    if variant.repetition:
        lines.append(
            _("It is also drawn when the same position, both hands, the pile and the turn, comes for the third time.")
        )
    lines.append(_("Whoever has most points in the end wins the game; several may."))
    return lines


def _known(variant: Variant) -> list[str]:
    if variant.open is Open.ALWAYS:
        return [_("Both hands lie open from the first card to the last. Nothing depends on chance or on memory.")]
    lines = [
        _("All see the cards of the pile. What a player takes up stays known: the table shows it until it is played.")
    ]
    if variant.kills:
        lines.append(_("So do the cards of a killed pile."))
    if variant.open is Open.TWO:
        lines.append(
            _("When {players} players are left, they lay their hands open.", players=TWO)
            if variant.players > TWO
            else _("Both lay their hands open from the beginning.")
        )
    return lines


def _example() -> str:
    """Return an example of which cards beat others, for somebody whose trumps are hearts."""
    top, hand = read_card("9C"), [read_card(text) for text in ("8C", "JC", "6H", "AD")]
    beating = [card for card in hand if beats(card, top, Suit.HEARTS)]
    own, higher = read_card("10H"), read_card("QH")
    lines = [
        _(
            "Your trumps are hearts, and {top} is on top. Of {hand} you may beat it with {beating}.",
            top=printed(top),
            hand=", ".join(map(printed, hand)),
            beating=_(" or ").join(map(printed, beating)),
        ),
        _(
            "{own} on top, played by anybody, you beat only with a higher heart, such as {higher}.",
            own=printed(own),
            higher=printed(higher),
        ),
    ]
    return "\n\n".join((section(_("An example"), lines), f"> {_drawn_cards([top, *hand], beating)}"))


def _drawn_cards(cards: Sequence[Card], marked: Sequence[Card]) -> str:
    """Return cards as a client draws them, with those marked that matter."""
    turns = (f"**{printed(card)}**" if card in marked else printed(card) for card in cards)
    remark = _("Hearts are your trumps.")
    return f"{' '.join(turns)} — {remark}"


def _game(name: str) -> DealtGame[State, PilesAction, PilesView]:
    return DealtGame[State, PilesAction, PilesView](
        name,
        Offer(PILES, OPTIONS[name], ABOUT[name], MINUTES[name], N_("cards taken up")),
        Mechanics(
            variant=partial(read_variant, name),
            start=lambda variant, dealer: Dealing(Match(variant, dealer)),
            dealing=Dealing,
            ended=Ended,
            cards=lambda match: match.variant.cards,
            acting=on_turn,
            result=lambda match: Result(match.totals, match.winners),
            legal=legal,
            decide=decide,
            evolve=evolve,
            fallback=fallback,
            breaks={Taken: Break.TRICK, PileKilled: Break.TRICK, DealEnded: Break.DEAL},
        ),
        Projections(tell, view, reveal),
        Papers(
            counts=lambda sheet: sheet.taken,
            progress=lambda match: f"deal {min(match.number, match.variant.deals)} of {match.variant.deals}",
            rules=write_rules,
            recording=RECORDING,
            replay=replay,
        ),
    )


GAMES: Final = {name: _game(name) for name in OPTIONS}
"""The three games, by name; their states are those of ``server.rules.piles.deal``."""


def _drawn(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.ending is not Ending.OUT


FIGURES: Final = Figures((Column(N_("taken up"), ".2f", GAMES[SVOYI_KOZIRI].counts),), N_("were drawn"), _drawn)
"""Cards taken up, and deals that were drawn; the titles are marked for translation."""
