"""Whole games of Chwech, played by a person and bots on a host, and the records that the archive gives of them."""

import json
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest

from games.chwech.rules import DEALS
from protocol.game import View
from protocol.messages import Accepted, Act, Continue, Happened
from protocol.setup import OptionValue, Setup
from protocol.tableview import TablePhase
from server.commands.verify import HOLDS
from server.host.limits import NAME_CELLS, RECORD_PAGE
from server.rules.registry import GAMES
from tests.running import command
from tests.server.host.world import Guest, a_world
from tests.server.virtual_time import in_virtual_time

main = command("verify")


async def play_chwech(guest: Guest, setup: Setup, chance: Random) -> None:
    """Open a table and play a whole game at random, against bots that do not think long."""
    await guest.open(setup, bots=("random",), pace=0.1)
    await guest.begin()
    while guest.view.phase is not TablePhase.OVER:
        game, seq = guest.view.game, guest.view.seq
        if isinstance(game, View) and game.legal:
            answer = await guest.ask(partial(Act, seq=seq, action=chance.choice(game.legal)))
            assert isinstance(answer, Accepted)
        elif guest.view.viewer in guest.view.waits_for:
            await guest.ask(partial(Continue, seq=seq))
        else:
            await guest.hear()


@pytest.mark.no_cover
@pytest.mark.parametrize("ruleset", ["revised", "original"])
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_the_record_of_a_game_holds(
    players: int, ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A record from the archive is what was told at the table, and the verifier finds that it holds."""
    options: dict[str, OptionValue] = {} if ruleset == "revised" else {"ruleset": ruleset}

    @in_virtual_time
    async def scene() -> None:
        async with a_world(games=GAMES) as world:
            ann = await world.guest("Ann")
            await play_chwech(ann, Setup("chwech", players, options), Random(players))
            await world.wait(1)
            (entry,) = await ann.games()
            (line,) = await (await world.guest("Eve")).record(entry.game)
            (tmp_path / "game.jsonl").write_text(f"{line}\n", "utf-8")
            record, end = json.loads(line), ann.view.game
            assert (record["id"], record["names"], record["totals"]) == ("1", [*entry.names], [*entry.totals])
            views = [message.view.game for message in ann.heard if isinstance(message, Happened)]
            seals = [view.commitment for view in views if isinstance(view, View) and view.commitment]
            promised = list(dict.fromkeys(seals))
            assert isinstance(end, View)
            opened = [sheet.seed for sheet in end.sheets]
            assert record["commitment"] == " ".join(["sha256", *map(str, promised)])
            assert record["seed"] == " ".join(["deal-v1", *map(str, opened)])
            assert len(promised) == len(opened) == DEALS[players]

    scene()
    assert main([str(tmp_path / "game.jsonl")]) == HOLDS
    assert capsys.readouterr().out.startswith("1 game holds: ")


def test_the_longest_record_fits_into_a_message() -> None:
    """Seven players, the most deals, the most turns: at most 57 tricks, each card in the longest words there are."""
    plays, turns = 63, 57 * 7
    deal: dict[str, object] = {
        "dealer": 6,
        "hands": (("10C",) * 9,) * 7,
        "actions": ((6, "13H=S"),) * plays + ((6, "-"),) * (turns - plays),
        "won": (63,) * 7,
        "left": (9,) * 7,
        "scores": (-1000,) * 7,
        "end": "deadlock",
    }
    record: dict[str, object] = {
        "format": "chwech-record/1",
        "game": "chwech",
        "ruleset": "original",
        "players": 7,
        "options": {"deals": 24, "seven_pack": "five_hundred", "thirteens_as_jokers": True, "equal_cards": "last"},
        "deals": (deal,) * 24,
        "totals": (-24_000,) * 7,
        "complete": False,
        "names": ("\U00020000\u0323" * (NAME_CELLS // 2),) * 7,
        "played_at": "2026-01-01T00:00:00+00:00",
        "id": str(2**63 - 1),
        "seed": " ".join(["deal-v1", *["0" * 64] * 24]),
        "commitment": " ".join(["sha256", *["0" * 64] * 24]),
    }
    assert len(msgspec.json.encode(record)) < RECORD_PAGE
