"""The desk before a real host: what it says is so, and a record that it gives holds."""

import asyncio
import json
from pathlib import Path

import pytest

from protocol.messages import Act
from protocol.setup import Setup
from server.fronts.ssh.transport.connection import Visitor
from server.host import connection as visit
from server.host.limits import Rate
from tests.running import command
from tests.server.commands.children import PATIENCE, Player
from tests.server.fronts.ssh.commands.premises import Premises, premises

verify = command("verify")

LAPTOP = Visitor(1, "SHA256:" + "l" * 43, "chwech", "192.0.2.1")
PHONE = Visitor(2, "SHA256:" + "p" * 43, "chwech", "192.0.2.2")
GUEST = Visitor(3, "", "guest", "192.0.2.3")
SETUP = Setup(players=4, options={"deals": 1})


async def play_on(player: Player) -> None:
    """Begin the game, and play until one's first turn is over."""
    await player.begin()
    while not isinstance(player.acknowledged[-1], Act):
        await player.step()


async def finished(place: Premises) -> dict[str, object]:
    """Wait until the game that was played is in the archive, and give its entry."""
    async with asyncio.timeout(PATIENCE):
        while True:
            games: list[dict[str, object]] = json.loads((await place.ask("history --json", LAPTOP)).out)["games"]
            if games:
                return games[0]


async def test_a_game_can_be_followed_and_its_record_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the open table over the running game to the record that the verifier accepts, all of it is told."""
    # Nobody would play a whole game in a moment.
    monkeypatch.setattr(visit, "COMMANDS", Rate(10.0, 1000.0))
    async with premises(tmp_path) as place:
        angharad = await place.come(LAPTOP, "Angharad")
        code = await angharad.open(SETUP)
        assert f"\n{code}  Chwech  1/4    " in (await place.ask("tables", GUEST)).out
        assert "The game has not begun yet." in (await place.ask(f"table {code}", GUEST)).out
        await play_on(angharad)
        told = json.loads((await place.ask(f"table {code} --json", GUEST)).out)
        assert (told["table"], told["phase"], told["game"]["deal"]) == (code, "playing", 1)
        assert told["seats"][0] == {"name": "Angharad"}
        assert "hand" not in told["game"]
        while await angharad.step():
            pass
        game = await finished(place)
        assert (game["table"], game["seat"]) == (code, 0)
        for words in (f"history {game['game']}", f"history {game['game']} --json"):
            kept = tmp_path / "game.jsonl"
            kept.write_text((await place.ask(words, GUEST)).out, "utf-8", newline="")
            assert verify([str(kept)]) == 0
            assert json.loads(kept.read_text("utf-8"))["totals"] == game["totals"]
    said = capsys.readouterr()
    assert said.out.count("1 game holds: ") == said.out.count("\n") == 2
    assert said.err == ""


async def test_the_deal_of_the_day_is_told(tmp_path: Path) -> None:
    """Today or an earlier day, in words and as JSON; what is no day is refused before the host is asked."""
    async with premises(tmp_path) as place:
        told, day = (await place.ask("today", LAPTOP)).out, json.loads((await place.ask("today --json", LAPTOP)).out)
        assert told.startswith("Deal of the day, ")
        assert "new cards in " in told
        assert "Play it: ssh -t chwech@HOST today" in told
        assert (len(day["commitment"]), "seed" in day) == (64, False)
        assert "this day is over" in (await place.ask("today 2026-01-31", LAPTOP)).out
        assert (await place.ask("today yesterday", LAPTOP)).status == 2
        assert "there is no such day" in (await place.ask("today 2999-01-01", LAPTOP)).err


async def test_keys_come_and_go(tmp_path: Path) -> None:
    """A code made on one device brings the other's key to the account; names and revoking work by a few signs."""
    async with premises(tmp_path) as place:
        assert "You are new here" in (await place.ask("whoami", LAPTOP)).out
        await place.come(LAPTOP, "Angharad")
        code = json.loads((await place.ask("keys code --json", LAPTOP)).out)["code"]
        assert (await place.ask(f"keys join {code.lower()} my phone", PHONE)).status == 0
        assert json.loads((await place.ask("whoami --json", PHONE)).out) == {
            "name": "Angharad",
            "kind": "account",
            "key": PHONE.key,
            "keys": 2,
            "unaccepted": "",
        }
        assert "  work laptop\n" in (await place.ask("keys name llll work laptop", PHONE)).out
        assert "phone" not in (await place.ask("keys revoke SHA256:pppp", LAPTOP)).out
        assert "You are new here" in (await place.ask("whoami", PHONE)).out


async def test_a_question_does_not_disturb_a_game(tmp_path: Path) -> None:
    """Someone who asks the desk while playing keeps the seat: a question takes nothing over."""
    async with premises(tmp_path) as place:
        angharad = await place.come(LAPTOP, "Angharad")
        code = await angharad.open(SETUP)
        for words in ("tables", f"table {code}", "whoami", "keys"):
            assert (await place.ask(words, LAPTOP)).status == 0
        told = json.loads((await place.ask(f"table {code} --json", LAPTOP)).out)
        assert told["seats"][0] == {"name": "Angharad"}
        await play_on(angharad)
