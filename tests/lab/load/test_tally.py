"""The figures of a load: how they are counted, summed up and told, and what is advised."""

from collections import Counter

import pytest

from lab.load.tally import Door, Plan, Tally, advice, first_line, minute_line, report, report_lines

PLAN = Plan(people=40, tables=10, seconds=60.0, pace=1.0)


def test_the_figures_add_up() -> None:
    """Keys are told by the second, waits in milliseconds, and the greatest number at once is kept."""
    tally = Tally(PLAN, keys=300, waits=[number / 1000 for number in range(1, 101)], outside={0: "late", 1: "late"})
    tally.come(0)
    tally.come(1)
    tally.here -= 1
    told = report(tally, 60.0, 6.0)
    assert (told.keys_a_second, told.people_at_once, told.own_cpu, told.good) == (5.0, 2, 0.1, True)
    assert (told.answers.p50, told.answers.p99, told.answers.worst) == (51.0, 100.0, 100.0)
    lines = "\n".join(report_lines(told))
    assert "people    40, 2 of them here at once, at 10 tables, by ssh" in lines
    assert "bounds    40 of at most 1000 people, 60 of 3600 s" in lines
    assert "keys      300, 5.0 a second" in lines
    assert "did       visits 2" in lines
    assert lines.endswith("all is well")


def test_what_is_to_come_is_said_before_there_are_figures() -> None:
    """Nobody need wonder for a minute whether anything happens."""
    assert first_line(PLAN).startswith("40 people at 10 tables, by ssh, for 1 min: each minute says how it goes")
    one = Plan(people=1, tables=1, seconds=150.0, pace=1.0, door=Door.SOCKET)
    assert first_line(one).startswith("one person at one table, by socket, for 2.5 min: ")


def test_a_minute_is_told_by_itself() -> None:
    """What was before it is not in its figures."""
    tally = Tally(PLAN, here=39, keys=180, waits=[9.0, 0.004, 0.004], refused=Counter({"full": 2}))
    said = minute_line(2, tally, before=1, keys=60, seconds=60.0)
    assert said.startswith("2 min: 39 of 40 people here, 2.0 a second; p50 4.00, ")
    assert said.endswith("2 refused, 0 lost")
    assert "nobody had an answer" in minute_line(1, Tally(PLAN), before=0, keys=0, seconds=60.0)


@pytest.mark.parametrize(
    ("door", "reason", "said"),
    [
        (Door.SSH, "there are already 16 connections from your address: x", "connections-per-address = 40 in"),
        (Door.SOCKET, "there are already 32 connections from your address: x", "connections-per-address = 20 in"),
        (Door.SSH, "the server is full: come back later", "connections = 40 in chwech.toml"),
        (Door.SSH, "you connect too often: wait a minute", "connections-per-address = 40 in chwech.toml"),
        (Door.SSH, "others from your address are still logging in: wait", "connections-per-address = 40"),
        (Door.SSH, "only people on the list of this server get in", "allow-list = true keeps everybody out"),
    ],
)  # fmt: skip
def test_what_lets_more_people_in(door: Door, reason: str, said: str) -> None:
    """Each limit of a server names the setting that raises it, if there is one."""
    (line,) = advice(Counter({reason: 3}), Plan(40, 10, 60.0, 1.0, door))
    assert said in line


def test_who_is_lost_or_stays_outside_is_told() -> None:
    """All is not well then, and the reasons are counted, the most frequent first."""
    outside = dict.fromkeys(range(3), "the server is full: come back later")
    lost = Counter({"rare": 1, "often": 2})
    told = report(Tally(PLAN, outside=outside, lost=lost), 1.0, 0.0)
    lines = "\n".join(report_lines(told))
    assert not told.good
    assert "not in    the server is full: come back later 3" in lines
    assert "lost      often 2, rare 1" in lines
    assert "answers   none" in lines
    assert "try       connections = 40" in lines
    assert lines.endswith("not all is well: somebody was lost, or did not get in")
