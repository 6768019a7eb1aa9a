"""Two states that differ in what a viewer may not see give the same bytes, over every door and in every role."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest
from msgspec.structs import replace

from games.kit.asking import Ask
from games.kit.run import Run
from protocol.game import Answered, View
from protocol.message import Seat
from protocol.setup import Delay
from server.host.tables.subscribers import Subscribers
from server.rules import game as rules
from server.rules.course import Position
from server.rules.game import Game
from server.rules.registry import GAMES
from server.tables import projection as watching
from server.tables.table import Step
from tests.server.fronts.mansion import a_mansion, still
from tests.server.fronts.twins import ANN, BEN, Twins, behind, in_hand

ROLES: Final[dict[str, tuple[Callable[[], Twins], str]]] = {
    "a player": (lambda: in_hand(ANN), "Ann"),
    "whose turn it is": (lambda: in_hand(BEN), "Ben"),
    "watching": (lambda: in_hand(None), "Eve"),
    "a trick behind": (lambda: behind(Delay.TRICK), "Eve"),
    "a deal behind": (lambda: behind(Delay.DEAL), "Eve"),
}
"""By role, how the twins are made and who comes to them."""

pytestmark = pytest.mark.no_cover

DOORS: Final = ("tcp", "unix", "ssh", "offline", "desk", "screen")
"""The ways in."""


async def both(role: str, door: str, directory: Path) -> list[bytes]:
    """Give what somebody is told, or sees, at either table."""
    make, name = ROLES[role]
    heard = []
    for number, (log, game) in enumerate(make().logs):
        place = directory / str(number)
        place.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(GAMES["chwech"], "_game", game)
            async with a_mansion(log, place) as mansion:
                heard.append(await getattr(mansion, door)(name))
    return heard


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("role", ROLES)
async def test_nobody_can_tell_them_apart(
    role: str, door: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is asked, what is answered, refused, told or drawn is the same, and there is much of it."""
    still(monkeypatch)
    first, second = await both(role, door, tmp_path)
    assert len(first) > 500
    assert first == second


def hands_in(run: Run) -> int:
    """Give something that follows from the cards in hand."""
    return crc32(repr(run.table.hands[2]).encode()) if isinstance(run.asks, Ask) else 0


def in_the_view(patch: pytest.MonkeyPatch) -> None:
    """Let what is shown depend on a hidden hand."""
    view = Game.view

    def leaky(self: Game, state: Position, seat: Seat | None) -> View:
        seen, other = view(self, state, seat), hands_in(state.run) % 13 % 4
        return replace(seen, dealer=Seat(other), fields={**seen.fields, "dealer": other}) if seen.fields else seen

    patch.setattr(Game, "view", leaky)


def in_an_event(patch: pytest.MonkeyPatch) -> None:
    """Tell everybody what was dealt."""
    patch.setattr(Game, "tell", lambda _self, _event, _seat, state: Answered(said=str(hands_in(state.run))))


def in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """Let an error say what others hold."""
    patch.setattr(rules, "_refusal", lambda run, _seat, _said: f"no: {hands_in(run)}")


def in_the_list(patch: pytest.MonkeyPatch) -> None:
    """Let the lobby say how somebody's cards are."""
    patch.setattr(Game, "summary", lambda _, state: f"{hands_in(state.run)}")


def in_a_number(patch: pytest.MonkeyPatch) -> None:
    """Answer with the number of an event that is kept back."""
    patch.setattr(Subscribers, "told", lambda _self, _session, seq: seq)


def too_early(patch: pytest.MonkeyPatch) -> None:
    """Tell a trick, or a deal, when it is over."""

    def hasty(held: Sequence[Step]) -> int:
        last = held[-1]
        ends = isinstance(last.event, Answered) and last.table.game.breaks(last.event, last.table.state)
        return len(held) if ends or len(held) == 1 else 0

    patch.setattr(watching, "_opened", hasty)


@pytest.mark.parametrize(
    ("plant", "role", "door"),
    [
        *((in_the_view, "watching", door) for door in DOORS),
        (in_the_view, "a player", "tcp"),
        (in_the_view, "whose turn it is", "tcp"),
        (in_an_event, "a player", "tcp"),
        (in_a_refusal, "whose turn it is", "tcp"),
        (in_the_list, "watching", "tcp"),
        (in_a_number, "a trick behind", "tcp"),
        (too_early, "a trick behind", "screen"),
        (too_early, "a deal behind", "desk"),
    ],
)
async def test_a_leak_is_found(
    plant: Callable[[pytest.MonkeyPatch], None],
    role: str,
    door: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of several faults, planted where cards could come out, makes the two tables differ."""
    still(monkeypatch)
    plant(monkeypatch)
    first, second = await both(role, door, tmp_path)
    assert first != second
