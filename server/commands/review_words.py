"""A review in words: tables of seats, and a sentence for each turning point."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.kit.review import DealReview, Decision, Review, Share, sum_shares
from protocol.language import _, pgettext
from server.fronts.page import columns, hung, named

_NO_CARD: Final = "-"
"""How records write a pass."""

_INDENT: Final = "  "


def seat_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return what the seats are called; where names say too little, they are counted from 0, as in records."""
    called = tuple(named(name) for name in names)
    if not called:
        return tuple(_("seat {number}", number=seat) for seat in range(players))
    if len(set(called)) == len(called):
        return called
    return tuple(
        _("{name} (seat {number})", name=name, number=seat) if called.count(name) > 1 else name
        for seat, name in enumerate(called)
    )


def deal_lines(deal: DealReview, names: Sequence[str], seat: int | None) -> Iterator[str]:
    """Write a deal: its seats, then its turning points, of one seat or of all."""
    yield _("Deal {number}", number=deal.number)
    yield from _table(names, deal.shares)
    points = deal.turning_points(seat)
    for point in points:
        yield from hung(_INDENT, _sentence(point, names))
    if not points:
        yield _INDENT + _("no turning points: nothing else was clearly better")


def decision_lines(deal: DealReview, names: Sequence[str]) -> Iterator[str]:
    """Write every choice of a deal in a table; turns that left none are omitted."""
    heading = (
        pgettext("heading", "Trick"),
        pgettext("heading", "Player"),
        pgettext("heading", "Choice"),
        pgettext("heading", "Worth"),
        pgettext("heading", "Best other"),
        pgettext("heading", "Worth"),
        pgettext("heading", "Swing"),
        "±",
    )
    rows = [heading, *(_row(one, names) for one in deal.decisions if not one.forced)]
    yield from (_INDENT + line for line in columns(rows, {0, 3, 5, 6, 7}))


def game_lines(review: Review, names: Sequence[str]) -> Iterator[str]:
    """Write the whole game, and what the figures mean."""
    shares = [sum_shares(deal.shares[seat] for deal in review.deals) for seat in range(review.players)]
    yield _("The game")
    yield from _table(names, shares, [review.mistakes(seat) for seat in range(review.players)])
    yield ""
    yield from hung("", _("Luck is what strong bots in all seats make of the same hands, skill the rest of the score."))
    yield from hung("", _("All but the score is in points over the mean of the table, ± their standard error."))
    yield from hung("", _("A choice is a mistake if another was better by more than twice that and by half a point."))


def _table(names: Sequence[str], shares: Sequence[Share], mistakes: Sequence[int] = ()) -> Iterator[str]:
    heading = (
        pgettext("heading", "Player"),
        pgettext("heading", "Score"),
        pgettext("heading", "Over mean"),
        pgettext("heading", "Luck"),
        pgettext("heading", "Skill"),
        "±",
        *([pgettext("heading", "Mistakes")] if mistakes else []),
    )
    rows = [heading]
    for seat, share in enumerate(shares):
        figures = (_signed(share.lead), _signed(share.luck), _signed(share.skill), f"{share.error:.1f}")
        rows.append((names[seat], str(share.score), *figures, *map(str, mistakes[seat : seat + 1])))
    yield from (_INDENT + line for line in columns([(*row, "") for row in rows], range(1, len(heading))))


def _row(one: Decision, names: Sequence[str]) -> tuple[str, ...]:
    words = (str(one.trick), names[one.seat], _choice(one.action), _signed(one.worth), _choice(one.other or ""))
    return (*words, _signed(one.other_worth), _signed(one.swing), f"{one.error:.1f}")


def _sentence(one: Decision, names: Sequence[str]) -> str:
    facts = {"trick": one.trick, "name": names[one.seat], "points": f"{one.swing:.1f}", "error": f"{one.error:.1f}"}
    if one.action == _NO_CARD:
        return _("trick {trick}: {name} passed; {other} was worth {points} more (±{error})", other=one.other, **facts)
    if one.other == _NO_CARD:
        return _(
            "trick {trick}: {name} played {action}; to pass was worth {points} more (±{error})",
            action=one.action,
            **facts,
        )
    return _(
        "trick {trick}: {name} played {action}; {other} was worth {points} more (±{error})",
        action=one.action,
        other=one.other,
        **facts,
    )


def _choice(action: str) -> str:
    return pgettext("choice", "pass") if action == _NO_CARD else action


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "\N{MINUS SIGN}")
