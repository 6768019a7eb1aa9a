"""The command ``review``: looks back at recorded games, what each choice was worth and how much of a score was luck."""

import json
import sys
from collections.abc import Sequence
from itertools import chain, islice
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from games.kit.records import RecordFault
from games.kit.review import DealReview, NoReview, Pace, Review
from games.registry import reviewer
from protocol.command_line import escaped
from protocol.language import _
from protocol.wording import told
from server.commands.record_lines import UnreadableFileError, record_lines
from server.commands.review_words import deal_lines, decision_lines, game_lines, seat_names
from server.rules.records import name_of_game

REVIEWED: Final = 0
FAULTY: Final = 1
UNREADABLE: Final = 2


class _Head(msgspec.Struct, frozen=True):
    """As much of a record as a review shows."""

    players: int
    names: tuple[str, ...] | None = None


class _Wanted(NamedTuple):
    """How a game is looked at."""

    seat: int | None
    deal: int | None
    every_choice: bool
    quick: bool
    as_json: bool


def main(*, file: str, seat: int | None, deal: int | None, every_choice: bool, quick: bool, as_json: bool) -> int:
    """Print the review of each game, and return the exit status."""
    options = _Wanted(seat, deal, every_choice, quick, as_json)
    status, records = REVIEWED, 0
    try:
        for number, line in enumerate(record_lines(file), start=1):
            if not line.strip():
                continue
            records += 1
            try:
                _review(line.rstrip(b"\r\n"), options, first=records == 1)
            except (RecordFault, NoReview) as fault:
                print(f"chwech review: {escaped(file)}:{number}: {escaped(told(str(fault)))}", file=sys.stderr)
                status = FAULTY
    except UnreadableFileError as fault:
        print(f"chwech review: {escaped(file)}: {fault}", file=sys.stderr)
        return UNREADABLE
    if not records:
        print(f"chwech review: {escaped(file)}: " + _("there is no record in it"), file=sys.stderr)
        return FAULTY
    return status


def _review(line: bytes, options: _Wanted, *, first: bool) -> None:
    """Print the review of a record.

    Raises:
        RecordFault: the record breaks the rules.
        NoReview: there is no review of this game, or no such seat.
    """
    pace = Pace.QUICK if options.quick else Pace.USUAL
    deals = reviewer(name_of_game(line))(line.decode(), pace, options.deal or 0)
    # The first deal is reviewed before anything is printed: until then nothing of the record has been checked.
    begun = [*islice(deals, 1)]
    head = msgspec.json.decode(line, type=_Head)
    review = Review(head.names or (), head.players, ())
    _check(options, head.players, begun)
    if options.as_json:
        whole = replace(review, deals=(*begun, *deals))
        print(json.dumps(as_plain(whole, options.seat), ensure_ascii=False), flush=True)
        return
    if not first:
        print()
    names = seat_names(review.names, review.players)
    for deal in chain(begun, deals):
        review = replace(review, deals=(*review.deals, deal))
        print(*deal_lines(deal, names, options.seat), sep="\n")
        if options.every_choice:
            print("", *decision_lines(deal, names), sep="\n")
        print(flush=True)
    print(*game_lines(review, names), sep="\n", flush=True)


def _check(options: _Wanted, players: int, begun: Sequence[DealReview]) -> None:
    """Check that the seat and the deal that were asked for are there."""
    if options.seat is not None and not 0 <= options.seat < players:
        raise NoReview(_("--seat: there is no seat {seat}, they are 0 to {last}", seat=options.seat, last=players - 1))
    if options.deal and not begun:
        raise NoReview(_("--deal: there is no deal {number} in this game", number=options.deal))


def as_plain(review: Review, seat: int | None) -> dict[str, Any]:
    """Return a review for programs; turning points, of one seat or of all, are the numbers of turns."""
    return {
        "players": review.players,
        "names": review.names,
        "deals": [
            {
                "number": deal.number,
                "seats": [{**msgspec.structs.asdict(share), "skill": share.skill} for share in deal.shares],
                "decisions": [
                    {**msgspec.structs.asdict(one), "forced": one.forced, "swing": one.swing, "mistake": one.mistake}
                    for one in deal.decisions
                ],
                "turning_points": [point.turn for point in deal.turning_points(seat)],
            }
            for deal in review.deals
        ],
    }
