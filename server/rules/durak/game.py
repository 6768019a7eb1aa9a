"""Durak in teams behind the common interface of games, its rules in words, and the statistics of a series."""

from typing import Final

from protocol.cards import read_card
from protocol.durak import DURAK
from protocol.durak.actions import DurakAction
from protocol.durak.events import BoutEnded, DealEnded
from protocol.durak.pack import PACK, RANKS
from protocol.durak.views import DurakView
from protocol.language import N_, _, ngettext
from protocol.vocabulary import Event
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections
from server.rules.durak.deal import Dealing, Ended, Match, State, asked, fallback, legal
from server.rules.durak.play import decide, evolve
from server.rules.durak.record import RECORDING, REPLAY, reveal, tell, view
from server.rules.durak.variant import ATTACKS, HAND, MOST_DEALS, NAME, OPTIONS, Variant, read_variant, side_of
from server.rules.game import Break, Column, Figures, Result, Seats
from server.rules.printed import printed, section

_TITLES: Final = {4: N_("Durak in teams, for four players"), 6: N_("Durak in teams, for six players")}
_SIDES: Final = {
    4: N_("Two play against two; partners sit opposite each other."),
    6: N_("Three play against three; the sides sit in turn."),
}


def write_rules(variant: Variant) -> str:
    """Return the rules of this variant, in the reader's language."""
    parts = (
        f"# {_(_TITLES[variant.players])}",
        _aim(variant),
        _deal(variant),
        _bout(variant),
        _turns(variant),
        _out(variant),
        _example(),
    )
    return "\n\n".join(parts) + "\n"


def _aim(variant: Variant) -> str:
    aim = _("Get rid of all cards: **the side that is left with cards loses the deal**.")
    series = ngettext(
        "Who first loses a deal loses the game.", "Who first loses {n} deals loses the game.", variant.losses
    )
    return f"{aim} {_(_SIDES[variant.players])} {series}"


def _deal(variant: Variant) -> str:
    ranks = " ".join(rank.value for rank in reversed(RANKS))
    lines = [
        _("The pack has 36 cards; in each suit they rank {ranks}, from the highest.", ranks=ranks),
        _(
            "Everybody gets six cards, one at a time. The first dealer is drawn; later the next player of the losing"
            " side deals, and after a draw simply the next player."
        ),
        _("The next card is turned up and put under the stock: **its suit is trump**.")
        if _has_stock(variant)
        else _("There is no stock: **the suit of the dealer's last card is trump**, and everybody sees that card."),
        _("Who holds the lowest trump shows it, and attacks the next player."),
    ]
    return section(_("The deal"), lines)


def _bout(variant: Variant) -> str:
    lines = [
        _("A *bout* begins with one card that the attacker plays against the next player, the defender."),
        _(
            "The defender beats each attack card with a **higher card of its suit, or with a trump**; a trump only"
            " with a higher trump."
        ),
        _(
            "The attacker's side may *throw in* more cards against the defender, of **ranks that already lie in the"
            " bout**. The attacker has the first call: the others wait until the defender has beaten a card or given"
            " up, or the attacker is done or has no cards."
        ),
        _("There are at most six attack cards, and never more than the defender held at first."),
        *(
            [_("In the first bout of a deal there are at most {limit}.", limit=variant.first_bout)]
            if variant.first_bout < ATTACKS
            else []
        ),
        _(
            "As long as a card lies unbeaten the defender may give up, and then takes up all cards of the bout; the"
            " others may still throw in up to the limit."
        ),
        _(
            "When all is beaten, everybody who may throw in is asked. Who passes is asked again once another card is"
            " thrown in; who is done for the bout is not. If nobody throws in, the cards leave the game."
        ),
    ]
    return section(_("The bout"), lines)


def _has_stock(variant: Variant) -> bool:
    return variant.players * HAND < len(PACK)


def _turns(variant: Variant) -> str:
    filled = _("After a bout hands are filled to six from the stock: the attacker's first, the defender's last.")
    lines = [
        *([filled] if _has_stock(variant) else []),
        _("**All was beaten**: the defender attacks next. **The cards were taken up**: the player after attacks."),
        _(
            "The sides take turns, and so do the players of each side: for a player who is out, the next one of the"
            " same side plays. So nobody is ever attacked by a partner."
        ),
    ]
    return section(_("The turns"), lines)


def _out(variant: Variant) -> str:
    lines = [
        _("Who has no cards when the stock is empty is *out*. A side that is out altogether wins the deal.")
        if _has_stock(variant)
        else _("Who has no cards after a bout is *out*. A side that is out altogether wins the deal."),
        _("If both sides run out in the same bout, the attackers win.")
        if variant.attackers_first
        else _("If both sides run out in the same bout, the deal is a draw."),
        _("After {deals} deals the game ends in any case: the side that has lost fewer wins.", deals=MOST_DEALS),
    ]
    return section(_("The end"), lines)


def _example() -> str:
    lines = [
        _(
            "Hearts are trumps. {attack} is beaten by {beat}.",
            attack=printed(read_card("6S")),
            beat=printed(read_card("9S")),
        ),
        _(
            "Sixes and Nines can be thrown in now: {added} comes, and takes a higher club, or a trump like {trump}.",
            added=printed(read_card("9C")),
            trump=printed(read_card("6H")),
        ),
        _("Who beats that as well attacks next; who gives up takes up all the cards."),
    ]
    return section(_("An example"), lines)


def _acting(state: State) -> Seats:
    there = asked(state)
    return Seats(there.asked | there.free, there.free)


def _result(match: Match) -> Result:
    return Result(match.totals, match.winners, tuple(map(side_of, range(match.variant.players))))


_GAME: Final = DealtGame[State, DurakAction, DurakView](
    NAME,
    Offer(
        DURAK,
        OPTIONS,
        about=N_("attack and defence with 36 cards; the side left with cards loses"),
        minutes=25,
        counted=N_("cards taken up"),
    ),
    Mechanics(
        variant=read_variant,
        start=lambda variant, dealer: Dealing(Match(variant, dealer)),
        dealing=Dealing,
        ended=Ended,
        cards=lambda _match: len(PACK),
        acting=_acting,
        result=_result,
        legal=legal,
        decide=decide,
        evolve=evolve,
        fallback=fallback,
        breaks={BoutEnded: Break.TRICK, DealEnded: Break.DEAL},
    ),
    Projections(tell, view, reveal),
    Papers(
        counts=lambda sheet: sheet.taken,
        progress=lambda match: f"deal {match.number}, {match.totals[0]}:{match.totals[1]}",
        rules=write_rules,
        recording=RECORDING,
        replay=REPLAY.replay,
    ),
)

GAMES: Final = {NAME: _GAME}
"""The game, by its name; its states are those of ``server.rules.durak.deal``."""


def _drawn(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.loser is None


FIGURES: Final = Figures((Column(N_("taken up"), ".2f", _GAME.counts),), N_("were drawn"), _drawn)
"""Cards taken up, and deals that were drawn; the titles are marked for translation."""
