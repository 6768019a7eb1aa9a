"""The weights of the net: read whole, or not at all and with the reason."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest

from games.chwech import bot
from games.chwech.net import net
from games.chwech.net.features import FEATURES
from games.chwech.net.net import LAYERS, NAME, UnusableWeights, read_weights, weights_fault
from protocol.setup import Setup
from server.bots.registry import fallbacks
from server.simulation.series import Series, play_game

PACKAGE = Path(net.__file__).parent / "weights"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder of weights of one's own, from which the program reads them."""
    copy = tmp_path / "weights"
    copy.mkdir()
    for ending in (".npz", ".json"):
        copyfile(PACKAGE / f"{NAME}{ending}", copy / f"{NAME}{ending}")
    monkeypatch.setattr(net, "files", lambda _: tmp_path)
    forget()
    yield copy
    forget()


def forget() -> None:
    """Have the weights read anew."""
    for remembered in (net.checked_file, net.weights_fault, bot.net):
        remembered.cache_clear()


def change_card(folder: Path, **values: object) -> None:
    """Change what the card says."""
    path = folder / f"{NAME}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def test_the_package_has_weights_for_every_table() -> None:
    """The net is shown as many features as there are, and its files are under 3 MB together."""
    read = read_weights()
    assert len(read.layers) == LAYERS
    assert read.layers[0].shape[0] == FEATURES + 1
    assert sum(path.stat().st_size for path in PACKAGE.iterdir()) < 3_000_000


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}', "\x00"])
def test_a_card_that_is_none_is_refused(folder: Path, text: str) -> None:
    """Whatever stands in the card, the only error is the one documented."""
    (folder / f"{NAME}.json").write_text(text)
    with pytest.raises(UnusableWeights, match="cannot be read"):
        read_weights()


@pytest.mark.parametrize("values", [{"version": 2}, {"features": FEATURES + 1}])
def test_weights_of_another_version_are_refused(folder: Path, values: dict[str, int]) -> None:
    """A net that is shown other features would play nonsense."""
    change_card(folder, **values)
    with pytest.raises(UnusableWeights, match="another version"):
        read_weights()


def test_levels_without_their_weights_are_named_with_what_replaces_them(folder: Path) -> None:
    """For whoever offers them; while all is well there are none."""
    assert fallbacks() == {}
    forget()
    (folder / f"{NAME}.npz").write_bytes(b"")
    assert fallbacks() == {"chwech": {"strong": "steady", "champion": "steady"}}
    assert "damaged" in weights_fault()


def test_without_weights_strong_plays_as_steady_and_says_so_once(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A table goes on without the file: the same play as ``steady``, and one warning in the log."""
    (folder / f"{NAME}.npz").write_bytes(b"")
    setup = Setup("chwech", 4, {"deals": 2})
    with caplog.at_level(logging.WARNING):
        weak = play_game(Series(setup, ("strong", "champion", "strong", "strong"), "no weights"), 1)
    assert weak.totals == play_game(Series(setup, ("steady",) * 4, "no weights"), 1).totals
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "bots of the levels strong and champion play as steady"
    ]
