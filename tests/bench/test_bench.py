"""The benchmark in small: every part is measured once, and what its report says is so."""

import argparse
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.bench.__main__ import chosen, main
from tests.bench.load.crowd import Crowd, Taken
from tests.bench.measure import SMALLEST, Bar, Better, Findings, Measure, Other, change, figure
from tests.bench.page import PAGE, page
from tests.bench.parts import PARTS
from tests.bench.parts.host import highest
from tests.bench.peers.scratch import LeftOut, Scratch, done
from tests.bench.peers.web import PING, read_web_frame, web_frame
from tests.bench.report import InvalidReport, Part, Report, kept, read, with_part, written

linux = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="memory is measured as Linux does")

FLOOR = "floor: plain Python"

LONG = {"spread": pytest.mark.long}
"""It starts two servers with fronts, and does with each what `fronts` does with one."""

COST = Measure("cost", "ms", Better.LESS, (4.0, 4.2, 4.4), (Other(FLOOR, (2.0, 2.0, 2.0)),))

RATE = Measure("rate", "deals/s", Better.MORE, (100.0, 110.0), (Other("Peer", (50.0, 60.0)),), (Bar(2, "Peer"),))


def part(*measures: Measure) -> Part:
    """Return a part with these measures."""
    return Part("2026-11-23", 12.0, "a machine", {"Python": "3.11"}, Findings(measures, ("Alike.",), ("Peer: gone.",)))


@linux
@pytest.mark.no_cover
@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, ())) for name in PARTS])
def test_every_part_can_be_measured(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """At its smallest each part finds its figures, beside a floor where there is one, and keeps nothing."""
    before = kept()
    scale = ["--rounds", str(SMALLEST.rounds), "--share", str(SMALLEST.share)]
    assert main(["--only", name, *scale, "--no-peers", "--dry"]) == 0
    said = capsys.readouterr().out
    assert PARTS[name] in said
    # A part of a core is not everyone's to give out.
    assert "| Chwech |" in said or (name == "spread" and "a part of a core cannot be given out here" in said)
    assert kept() == before


def test_the_page_is_made_from_the_run_that_is_kept() -> None:
    """What docs/performance.md says is what docs/performance.json holds."""
    assert PAGE.read_text("utf-8") == page(kept())


def test_a_part_that_does_not_exist_is_named_with_those_that_do() -> None:
    """Whoever mistypes a part learns which there are."""
    with pytest.raises(argparse.ArgumentTypeError, match=r"there is no part 'hosts': choose from engine, codec, host"):
        chosen("engine, hosts")
    assert chosen("engine, host") == ["engine", "host"]


def test_a_run_is_kept_as_text_and_read_again() -> None:
    """Nothing of it is lost."""
    report = Report({"engine": part(RATE, COST)})
    assert read(written(report), "run.json") == report


@pytest.mark.parametrize("text", ["", "[]", '{"parts": {"engine": 1}}'])
def test_a_file_that_holds_no_run_is_refused(text: str) -> None:
    """The error says which file it is, and what to do."""
    with pytest.raises(
        InvalidReport, match=r"run\.json holds no run of the benchmark: .*; remove it, and measure anew"
    ):
        read(text, "run.json")


@pytest.mark.parametrize(
    ("rounds", "floor", "said"),
    [
        ((4.3, 4.5, 4.6), (2.0, 2.0, 2.0), ""),
        ((8.0, 8.4, 8.8), (4.0, 4.0, 4.0), ""),
        ((6.0, 6.2, 6.4), (2.0, 2.0, 2.0), "worse, from 2–2.2 to 3–3.2 times the floor"),
        ((2.0, 2.2, 2.4), (2.0, 2.0, 2.0), "better, from 2–2.2 to 1–1.2 times the floor"),
    ],
)
def test_what_moved_beyond_its_spread_is_marked(rounds: tuple[float, ...], floor: tuple[float, ...], said: str) -> None:
    """A figure is compared in times of its floor, and stays where the spreads overlap."""
    assert change(replace(COST, rounds=rounds, others=(Other(FLOOR, floor),)), COST) == said


def test_a_floor_of_nothing_is_no_measure() -> None:
    """Nothing is a multiple of it: the figures themselves are compared then."""
    free = (Other(FLOOR, (0.0, 0.0, 0.0)),)
    assert "| cost | 4.2 ms (4–4.4) | 0 |" in page(Report({"engine": part(replace(COST, others=free))}))
    assert change(replace(COST, rounds=(5.0, 5.1, 5.2), others=free), COST) == "worse, from 4–4.4 to 5–5.2 ms"


def test_without_a_floor_the_figures_themselves_are_compared() -> None:
    """A peer is no floor: that it became faster is not our loss."""
    assert change(replace(RATE, rounds=(90.0, 95.0)), RATE) == "worse, from 100–110 to 90–95 deals/s"
    assert change(replace(RATE, others=(Other("Peer", (90.0, 90.0)),)), RATE) == ""
    assert change(RATE, None) == change(RATE, replace(RATE, unit="actions/s")) == ""


def test_a_part_that_is_measured_anew_replaces_only_itself() -> None:
    """The other parts of the run stay, and the new one is held against the run before."""
    run = Report({"engine": part(RATE), "codec": part(COST)})
    new = with_part(run, "codec", part(replace(COST, rounds=(8.0, 8.1, 8.2))), run)
    assert new.parts["engine"] == run.parts["engine"]
    assert new.parts["codec"].findings.measures[0].change.startswith("worse")
    assert "**worse, from 2–2.2 to 4–4.1 times the floor**" in page(new)


def test_a_bar_is_met_missed_or_not_known() -> None:
    """A bar that names a peer cannot be judged where the peer was left out."""
    text = page(Report({"engine": part(RATE, replace(RATE, others=()), replace(RATE, rounds=(150.0,)))}))
    assert re.findall(r"≥ 2 × Peer: (.*?) \|", text) == ["**missed**", "not known", "met"]
    assert "Left out: Peer: gone." in text
    assert "(100–110) | 55, 1.91 × |" in text


@pytest.mark.parametrize(("number", "said"), [(123456.0, "123,456"), (12.345, "12.3"), (0.01234, "0.0123"), (0, "0")])
def test_figures_have_three_digits_that_say_something(number: float, said: str) -> None:
    """Large ones are whole."""
    assert figure(number) == said


def test_peers_that_were_not_asked_for_are_left_out() -> None:
    """Nothing is installed without a folder."""
    with pytest.raises(LeftOut, match="not asked for"):
        Scratch(None).python(["open_spiel==0"])


def test_a_command_that_fails_leaves_its_peer_out_with_its_last_words(tmp_path: Path) -> None:
    """The report says why a peer is missing."""
    with pytest.raises(LeftOut, match=r"ls failed: .*nowhere"):
        done(["ls", str(tmp_path / "nowhere")])
    with pytest.raises(LeftOut, match=r"nowhere could not be run: .*"):
        done([str(tmp_path / "nowhere")])


@pytest.mark.parametrize("size", [0, 125, 126, 4000])
def test_frames_of_a_websocket_are_written_and_read(size: int) -> None:
    """What a client writes has a mask, and what a server writes has none; both have every length."""
    frame = web_frame(bytes(size), PING)
    assert frame[1] & 0x80
    head = 2 if size < 126 else 4
    assert frame[head : head + 4] == bytes(4)
    unmasked = bytes([frame[0], frame[1] & 0x7F]) + frame[2:head] + frame[head + 4 :]
    read_back = read_web_frame(unmasked + b"next")
    assert (read_back.kind, len(read_back.payload), read_back.size) == (PING, size, len(unmasked))
    assert read_web_frame(unmasked[:-1]) is None


class Carrier(Crowd):
    """A crowd whose server carries so many actions a second and no more."""

    def __init__(self, most: float) -> None:
        self.most = most

    async def play(self, rate: float, seconds: float) -> Taken:
        """Take as long as that server would."""
        return Taken(rate, min(rate, self.most), round(rate * seconds), 1.0, 1.0 if rate <= self.most else 100.0)


@pytest.mark.parametrize("most", [100, 333, 700, 1999, 2000])
async def test_the_highest_rate_is_found_to_within_six_per_cent(most: float) -> None:
    """It is carried, and one a little higher is not."""
    found = await highest(Carrier(most), 100, 0.1, 100)
    assert found <= most < found * 1.06


async def test_a_server_that_carries_not_even_the_first_rate_is_asked_for_less() -> None:
    """No rate is named that was not carried."""
    assert await highest(Carrier(99), 200, 0.1, 100) <= 99
    assert await highest(Carrier(99), 200, 0.1, 2) == 0


async def test_one_pause_of_the_machine_does_not_end_the_search() -> None:
    """What is not carried is tried once more."""

    class Pausing(Carrier):
        """A crowd that has to wait for the machine every other time."""

        paused = False

        async def play(self, rate: float, seconds: float) -> Taken:
            self.paused = not self.paused
            return Taken(rate, rate, 1, 1.0, 100.0) if self.paused else await super().play(rate, seconds)

    assert await highest(Pausing(300), 100, 0.1, 100) > 280
