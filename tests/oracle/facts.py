"""What the table of each game shows to a viewer, under the names that were recorded."""

from collections.abc import Sequence
from typing import Any, Final

from games.bete.rules import HEIGHTS, BeteTable
from games.chwech.rules import HAND, NINE, ChwechTable, card_of, rulebook
from games.da_bai_fen.rules import DaBaiFenTable, taker
from games.durak.rules import DurakTable
from games.fives import rules as of_fives
from games.fives.auction import AuctionFivesTable
from games.kit.secrets import Hidden
from games.kit.tricks import Trump, best_of
from games.piles.rules import PilesTable
from games.roque import rules as of_roque
from tests.oracle.reader import Facts

SHEETS: Final = {"chwech": {"scores": "points"}}
"""The names of fields of sheets that were recorded under another, by game."""


def turns(trick: Sequence[tuple[int, Any]], trump: Trump) -> Facts:
    """Return the trick on the table, and the seat whose card would take it."""
    return played(trick, best_of(trump, trick)[0]) if trick else {}


def played(trick: Sequence[tuple[int, Any]], taker: int) -> Facts:
    """Return a trick on the table that this seat would take."""
    return {"turns": [{"seat": seat, "card": card} for seat, card in trick], "taker": taker}


def sheet(recorded: Facts) -> Facts:
    """Return a recorded sheet without what a best card scores, which an option says."""
    best = recorded.get("best")
    return {**recorded, "best": [best["seat"], best["card"]]} if isinstance(best, dict) else recorded


def known(cards: Any) -> Any:  # noqa: ANN401
    """Return cards that a viewer sees; None if it knows only how many there are."""
    return None if isinstance(cards, Hidden) else cards


def common(table: Any) -> Facts:  # noqa: ANN401
    """Return what every game shows."""
    return {"deal": table.match.deal, "dealer": table.dealer}


def bete(table: BeteTable, _viewer: int | None) -> Facts:
    """Bête: who takes part, the pool, the trick."""
    tricks, totals = table.tricks, table.match.totals
    return {
        **common(table),
        "seats": [
            {"part": table.part[seat], "cards": len(hand), "tricks": tricks[seat], "total": totals[seat]}
            for seat, hand in enumerate(table.hands)
        ],
        "pool": table.pool,
        "trump": table.trump,
        "turn_up": table.turn_up,
        "trick": turns(table.trick, Trump(HEIGHTS, table.trump)),
        "gone": table.gone,
        "takers": table.takers,
    }


def fives(table: of_fives.FivesTable, viewer: int | None) -> Facts:
    """Show the Fives: the turn-up and who took it, chips and pool, the trick and the best card."""
    match, tricks, chips, trick = table.match, table.tricks, table.chips, table.trick
    taken = sum(sheet.sweeper is not None for sheet in match.sheets)
    return {
        **common(table),
        "seats": [
            {
                "side": match.sides[seat],
                "cards": len(hand),
                "tricks": tricks[seat],
                "total": table.standing[seat],
                "chips": chips[seat] if chips else None,
            }
            for seat, hand in enumerate(table.hands)
        ],
        "pool": table.pool,
        "spoil": of_fives.is_spoil(match)
        and {
            "needed": 2 if table.options["two_tricks"] else 3,
            "pools": taken,
            "stake": of_fives.payment(match),
            "jinker": table.jinker,
            "barred": table.barred,
        },
        "trump": table.turn_up.suit,
        "turn_up": table.turn_up,
        "claim": table.claim.replace("open", ""),
        "robber": table.robber,
        "low_ace": table.options.get("unrobbed_ace") == "lowest" and table.claim == "lapsed",
        "trick": played(trick, best_of(table.order, trick)[0]) if trick else {},
        "gone": table.gone,
        "best": table.best and {"seat": table.best[0], "card": table.best[1], "points": table.options["best_card"]},
        "discards": [card for seat, card in table.aside if seat == viewer],
    }


def auction_fives(table: AuctionFivesTable, viewer: int | None) -> Facts:
    """Show Auction Forty-Fives: what was said, the stock and what was drawn, the trick."""
    match, tricks, trick, calls = table.match, table.tricks, table.trick, table.calls
    numbers = [number for _, number in calls]
    return {
        **common(table),
        "seats": [
            {
                "side": seat % 2,
                "cards": len(hand),
                "tricks": tricks[seat],
                "total": match.totals[seat],
                "drawn": table.drawn[seat],
            }
            for seat, hand in enumerate(table.hands)
        ],
        "stock": len(table.stock),
        "kitty": len(table.kitty),
        "calls": [
            {"seat": seat, "points": number, "held": number is not None and number in numbers[:at]}
            for at, (seat, number) in enumerate(calls)
        ],
        "bidder": table.bidder,
        "bid": table.bid,
        "trump": table.trump,
        "first": table.leader,
        "trick": played(trick, best_of(of_fives.order_of(table.trump), trick)[0]) if trick and table.trump else {},
        "gone": table.gone,
        "discards": [card for seat, card in table.aside if seat == viewer],
        "open_stock": known(table.stock),
    }


def piles(table: PilesTable, viewer: int | None) -> Facts:
    """Show the games of one pile: trumps, the pile, and what all know of each hand."""
    down, totals, places = table.down, table.match.totals, {seat: at for at, seat in enumerate(table.out, start=1)}
    others = table.free[0] if table.side and None not in table.trumps else None
    return {
        **common(table),
        "seats": [
            {
                "cards": len(hand),
                "total": totals[seat],
                "trump": table.trumps[seat],
                "side": table.side if seat == table.dealer else others,
                "known": hand if table.is_open else table.known[seat],
                "taken": table.taken[seat],
                "place": places.get(seat),
                "drawn": down[seat] is not None,
            }
            for seat, hand in enumerate(table.hands)
        ],
        "pile": [{"seat": seat, "card": card} for seat, card in table.pile],
        "pickup": table.pickup,
        "moves": table.moves,
        "killed": table.gone,
        "repeated": table.repeated,
        "drawn": down[viewer] if viewer is not None else None,
    }


def chwech(table: ChwechTable, _viewer: int | None) -> Facts:
    """Chwech: the cards in hand and won, what they are worth, the trick with its passes."""
    book, totals = rulebook(table.match), table.match.totals
    turns = [{"seat": seat, "play": None if play is None else chwech_play(play)} for seat, play in table.turns]
    trick = {"suit": table.led, "taker": book.taker(table.trick)} if table.trick else {}
    return {
        **common(table),
        "seats": [
            {
                "cards": len(hand),
                "won": won,
                "worth": (HAND - len(hand)) * (won % NINE or NINE),
                "total": totals[seat],
                "pile": sorted_by(book.places, table.piles[seat]) if table.piles else [],
            }
            for seat, (hand, won) in enumerate(zip(table.hands, table.won, strict=True))
        ],
        "trick": {"turns": turns, **trick},
    }


def sorted_by(places: Any, cards: Sequence[Any]) -> Sequence[Any]:  # noqa: ANN401
    """Return cards in the order of the pack."""
    return sorted(cards, key=places.__getitem__)


def chwech_play(play: Any) -> Facts:  # noqa: ANN401
    """Return a play of Chwech as it was recorded."""
    said = play[1:] if isinstance(play, tuple) else ()
    ace = {"+": "high", "-": "low"}.get(said[0]) if said else None
    return {"type": "chwech.play", "card": card_of(play), "ace": ace, "suit": said[1] if len(said) > 1 else None}


def roque(table: of_roque.RoqueTable, _viewer: int | None) -> Facts:
    """Roque: the auction, the widow, what is laid aside, the trick."""
    match, declarer, tricks, took = table.match, table.declarer, table.tricks, table.took
    bids = {seat: bid for seat, bid in table.calls if bid} if declarer is None else {declarer: table.bid}
    stands = table.bidder if declarer is None else declarer
    return {
        **common(table),
        "seats": [
            {
                "side": match.sides[seat],
                "cards": len(hand),
                "tricks": tricks[seat],
                "total": match.totals[seat],
                "took": took[seat],
                "bid": bids.get(seat),
                "passed": declarer is None and (seat, None) in table.calls,
                "declares": seat == stands,
            }
            for seat, hand in enumerate(table.hands)
        ],
        "bid": table.bid,
        "declarer": stands,
        "trump": table.trump,
        "widow": known(table.widow),
        "aside": len(table.buried),
        "buried": known(table.buried),
        "trick": turns(table.trick, Trump(of_roque.HEIGHTS, table.trump)),
        "gone": table.gone,
    }


def durak(table: DurakTable, _viewer: int | None) -> Facts:
    """Durak: trumps, the stock, the bout, and what is known of each hand."""
    return {
        **common(table),
        "seats": [
            {
                "side": seat % 2,
                "cards": len(hand),
                "total": table.match.totals[seat],
                "taken": table.taken[seat],
                "out": seat in table.out,
                "passed": seat in table.passed,
                "finished": seat in table.finished,
                "known": table.known[seat],
            }
            for seat, hand in enumerate(table.hands)
        ],
        "trump": table.turn_up.suit,
        "turn_up": table.turn_up,
        "lowest": table.lowest,
        "stock": len(table.stock),
        "bout": {**table.bout._asdict(), "pairs": [pair._asdict() for pair in table.bout.pairs]},
        "bouts": table.bouts,
        "gone": table.gone,
    }


def da_bai_fen(table: DaBaiFenTable, _viewer: int | None) -> Facts:
    """Da Bai Fen: the draw, the last six, the trick with its several cards."""
    number = len(table.trick[0][1]) if len(table.trick) > 1 else table.number
    return {
        **common(table),
        "seats": [
            {
                "side": seat % 2,
                "cards": len(hand),
                "tricks": table.tricks[seat],
                "total": table.match.totals[seat],
                "declares": table.declares(seat),
            }
            for seat, hand in enumerate(table.hands)
        ],
        "rank": table.rank,
        "drawn": table.drawn,
        "is_last": table.is_last,
        "trump": table.trump,
        "exposer": table.exposer,
        "exposed": table.exposed,
        "turned": table.turned,
        "leader": table.leader,
        "six": known(table.six),
        "aside": len(table.buried),
        "buried": known(table.buried),
        "trick": {
            "turns": [{"seat": seat, "cards": cards} for seat, cards in table.trick],
            "number": number,
            "taker": taker(table, table.trick) if number else None,
        },
        "won": table.won,
        "gone": table.gone,
    }
