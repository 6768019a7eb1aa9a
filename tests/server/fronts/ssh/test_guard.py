"""Who is let in: so many at once, so many from one address, so often, and nobody who has done much wrong."""

import pytest
from msgspec import structs

from server.fronts.ssh.transport.guard import AdmittedConnection, Guard, Offence, Penalties
from server.fronts.ssh.transport.limits import FrontLimits
from server.host.rate_limits import Rate


class World:
    """A guard whose clock and chance the test sets."""

    def __init__(self, **limits: Rate | float) -> None:
        self.now = 1000.0
        self.chance = 0.0
        roomy = FrontLimits(arrivals=Rate(1 / 6, 1e9), connections_of_one=1000, strangers_of_one=1000)
        self.guard = Guard(structs.replace(roomy, **limits), clock=lambda: self.now, chance=lambda: self.chance)

    def come(self, address: str = "1.2.3.4") -> AdmittedConnection:
        """Come in."""
        stay = self.guard.admit(address)
        assert isinstance(stay, AdmittedConnection), stay
        return stay

    def refused(self, address: str = "1.2.3.4") -> str:
        """Be refused, and give why."""
        answer = self.guard.admit(address)
        assert isinstance(answer, str)
        return answer


def test_connections_of_one_address() -> None:
    """One address has so many connections and no more, until one ends; for others there was room all the time."""
    world = World(connections_of_one=16)
    stays = [world.come() for _ in range(16)]
    assert "16 connections" in world.refused()
    world.come("1.2.3.5").end()
    stays[3].end()
    world.come()
    assert world.guard.inside == 16


def test_strangers_of_one_address() -> None:
    """Four of one address may be logging in at once; who has logged in counts no more."""
    world = World(strangers_of_one=4)
    stays = [world.come() for _ in range(4)]
    assert "logging in" in world.refused()
    stays[0].trust()
    world.come()
    assert world.guard.strangers == 4
    assert world.guard.inside == 5


def test_arrivals_of_one_address() -> None:
    """One address comes 30 times in the first minute, in whatever rhythm, and again when it has waited."""
    world = World(arrivals=FrontLimits().arrivals)
    came = 0
    for _ in range(600):
        answer = world.guard.admit("1.2.3.4")
        if isinstance(answer, AdmittedConnection):
            answer.end()
            came += 1
        else:
            assert "too often" in answer
        world.now += 0.1
    assert 29 <= came <= 30
    world.come("1.2.3.5")
    world.now += 120
    world.come()


def test_who_was_here_lately_is_no_arrival() -> None:
    """Fifteen people of one address come, and all at once again after each of three losses of the line."""
    limits = FrontLimits()
    world = World(
        arrivals=limits.arrivals,
        connections_of_one=limits.connections_of_one,
        strangers_of_one=limits.strangers_of_one,
    )
    stays = []
    for number in range(15):
        stays.append(world.come())
        stays[-1].trust(f"key {number}")
    for _ in range(3):
        for stay in stays:
            stay.end()
        world.now += 20
        stays = [world.come() for _ in range(15)]
        for number, stay in enumerate(stays):
            stay.trust(f"key {number}")


def test_a_key_that_was_not_proven_is_nobodys() -> None:
    """Whoever fails, or comes as a guest, counts as an arrival each time, wherever others are known."""
    world = World(arrivals=Rate(1 / 6, 8), strangers_of_one=1)
    world.come().trust("key")
    for _ in range(4):
        world.come().end()
    for _ in range(4):
        stay = world.come()
        stay.trust()
        stay.end()
    assert "too often" in world.refused()


def test_people_who_return_crowd_nobody_out() -> None:
    """Where people are known as many log in at once, so many of all addresses, and strangers are let in as ever."""
    world = World(strangers_of_one=1, returning=3)
    for address in ("a", "b"):
        for number in range(3):
            stay = world.come(address)
            stay.trust(f"key {number}")
            stay.end()
    stays = [world.come("a") for _ in range(3)]
    assert "logging in" in world.refused("a")
    stays += [world.come("b") for _ in range(2)]
    assert "logging in" in world.refused("b")
    assert world.guard.strangers == 2
    stays[1].trust("key 1")
    world.come("b")
    assert "logging in" in world.refused("b")


def test_forgetting_arrivals() -> None:
    """Only so many addresses are counted; the one longest away is forgotten first."""
    world = World(arrivals=Rate(0.001, 1), addresses=2)
    for address in ("a", "b", "c"):
        world.come(address).end()
    assert world.refused("c")
    world.come("a")


def test_connections_of_all() -> None:
    """A front has so many connections."""
    world = World(connections=3)
    for number in range(3):
        world.come(f"1.2.3.{number}").trust()
    assert "full" in world.refused("1.2.3.9")


def test_early_drop() -> None:
    """From 32 strangers on, each more is less likely to be let in; beyond 64 nobody is, until some have logged in."""
    world = World()
    world.chance = 0.0
    stays = [world.come() for _ in range(32)]
    assert "full" in world.refused()
    world.chance = 0.99
    stays += [world.come() for _ in range(31)]
    world.chance = 0.95
    assert "full" in world.refused()
    world.chance = 0.9999
    stays.append(world.come())
    assert world.guard.strangers == 64
    assert "full" in world.refused()
    for stay in stays:
        stay.trust()
    world.come()


def test_a_stay_ends_once() -> None:
    """However often a connection says that it is trusted or ends, it is counted once."""
    world = World()
    stay, other = world.come(), world.come()
    for _ in range(3):
        stay.trust()
        stay.end()
    assert (world.guard.inside, world.guard.strangers) == (1, 1)
    other.end()
    assert (world.guard.inside, world.guard.strangers) == (0, 0)


def test_penalties_add_up() -> None:
    """Two failures are forgiven, the third sends an address away until all three are paid."""
    world = World()
    for _ in range(2):
        world.come().punish(Offence.NOT_PROVEN)
    world.come().punish(Offence.NOT_PROVEN)
    assert "went wrong" in world.refused()
    world.come("1.2.3.5")
    world.now += 14
    assert world.refused()
    world.now += 2
    world.come()


def test_old_penalties() -> None:
    """What is paid is forgotten."""
    world = World()
    for _ in range(20):
        world.guard.punish("1.2.3.4", Offence.NOT_PROVEN)
        world.now += 6
        world.come()


def test_a_flood_is_enough() -> None:
    """A flood sends an address away at once."""
    world = World()
    world.guard.punish("1.2.3.4", Offence.FLOOD)
    assert world.refused()
    world.now += 91
    world.come()


def test_the_longest_penalty() -> None:
    """Nobody is sent away for more than ten minutes."""
    world = World()
    for _ in range(100):
        world.guard.punish("1.2.3.4", Offence.FLOOD)
    world.now += 601
    world.come()


@pytest.mark.parametrize("offence", Offence)
def test_penalties_are_bounded(offence: Offence) -> None:
    """So many addresses are remembered, and the first ones forgiven early."""
    penalties = Penalties(FrontLimits(sources=10))
    for number in range(1000):
        for _ in range(20):
            penalties.add(f"address {number}", offence, 0.0)
    assert len(penalties) == 10
    assert not penalties.banned("address 0", 0.0)
    assert penalties.banned("address 999", 0.0)
    assert not penalties.banned("address 999", 600.0)
    assert len(penalties) == 9
