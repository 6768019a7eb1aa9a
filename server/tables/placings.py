"""The result of a finished game as ratings need it: the sides with their places, and the ladder that they stand on."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Seat
from server.tables.chairs import Chair, taken
from server.tables.heading import Heading
from server.tables.ladder import RULESET, Ladder, rulesets
from server.tables.rated import Player, player_of


class Side(Struct, frozen=True, gc=False):
    """Those who play together, most often one alone, with their place."""

    players: tuple[Player, ...]
    place: int


class RatedGame(Struct, frozen=True, gc=False):
    """A finished game whose players are to be rated."""

    ladder: Ladder
    sides: tuple[Side, ...]
    origins: tuple[tuple[str, int], ...] = ()
    """The accounts of which it is known from which network they came, with a digest of that."""

    def near(self, account: str) -> bool:
        """True if somebody else of the game came from the same network as this account."""
        known = dict(self.origins)
        return account in known and list(known.values()).count(known[account]) > 1


def ladder_of(setup: Setup, offers: Iterable[OptionOffer]) -> Ladder:
    """Return the ladder of a setup; ``offers`` are the options of the game."""
    known = rulesets(offers)
    return Ladder(setup.game, str(setup.options.get(RULESET, known[0])) if known else "")


def _networks(brief: Heading) -> dict[str, int]:
    """Return the accounts of a game with a digest of the network that each came from, 0 where it is not known."""
    held = zip(brief.chairs, brief.origins or (0,) * len(brief.chairs), strict=True)
    found = ((chair.account or chair.resigned, origin) for chair, origin in held if chair is not None)
    return {account: origin for account, origin in found if account}


def by_households(brief: Heading, rated: str) -> Heading:
    """Return a heading at the end as the host wants games of people of one network rated: see ``HOUSEHOLDS``."""
    networks = [*_networks(brief).values()]
    if rated == "fully":
        return replace(brief, origins=())
    if rated == "never" and len(networks) > 1 and networks[0] and len({*networks}) == 1:
        return replace(brief, rated=False)
    return brief


def rated_game(brief: Heading, ladder: Ladder) -> RatedGame | None:
    """Return the result of a game from its heading at the end; None if it rates nobody.

    A side that everybody has left for good comes last, whatever the bots have made of it. The seats of
    guests are left out, and those on which hints were taken.
    """
    if not brief.rated or not brief.totals:
        return None
    members: dict[int, list[tuple[Seat, Chair]]] = {}
    for seat, chair in taken(brief.chairs):
        members.setdefault(brief.sides[seat] if brief.sides else seat, []).append((seat, chair))
    order = {side: _order(brief, seats) for side, seats in members.items()}
    sides = []
    for side, seats in members.items():
        alone = [chair for seat, chair in seats if seat not in brief.hinted]
        players = tuple(player for chair in alone if (player := player_of(chair, brief.guests)) is not None)
        if players:
            sides.append(Side(players, 1 + sum(other < order[side] for other in order.values())))
    everybody = {player for side in sides for player in side.players}
    rated = len(sides) > 1 and len(everybody) > 1 and any(player.person for player in everybody)
    known = tuple(sorted((account, origin) for account, origin in _networks(brief).items() if origin))
    return RatedGame(ladder, tuple(sides), known) if rated else None


def _order(brief: Heading, seats: list[tuple[Seat, Chair]]) -> tuple[bool, int]:
    """Return what orders the sides, the best first."""
    left = any(chair.resigned for _, chair in seats) and not any(chair.account for _, chair in seats)
    return left, 0 if left else -brief.totals[seats[0][0]]
