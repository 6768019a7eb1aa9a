"""Who is let in: so many at once, so many from one address, so often, and nobody who has done much wrong."""

from functools import partial

import pytest
from msgspec import structs

from server.fronts.ssh.transport.guard import (
    AdmittedConnection,
    FrontLimits,
    Guard,
    HandshakeStage,
    Offence,
    Penalties,
)
from server.host.limits import Rate, ServerConfiguration


class World:
    """A guard whose clock the test sets, and the addresses of the connections that it has displaced."""

    def __init__(self, **limits: Rate | float) -> None:
        self.now = 1000.0
        self.displaced: list[str] = []
        roomy = FrontLimits(arrivals=Rate(1 / 6, 1e9), connections_of_one=1000, strangers_of_one=1000)
        self.guard = Guard(structs.replace(roomy, **limits), clock=lambda: self.now)

    def come(self, address: str = "1.2.3.4", progress: HandshakeStage = HandshakeStage.QUEUED) -> AdmittedConnection:
        """Come in, and come so far."""
        stay = self.guard.admit(address, partial(self.displaced.append, address))
        assert isinstance(stay, AdmittedConnection), stay
        stay.advance(progress)
        return stay

    def refused(self, address: str = "1.2.3.4") -> str:
        """Be refused, and give why."""
        answer = self.guard.admit(address)
        assert isinstance(answer, str)
        return answer


def test_many_people_of_one_address() -> None:
    """Where more connections of one address are allowed, more of them log in at once, arrive in a minute, and fail."""
    limits = FrontLimits()
    world = World(connections_of_one=16, strangers_of_one=4, arrivals=limits.arrivals)
    world.guard.configure(limits.configured(ServerConfiguration(connections=512, connections_per_address=80)))
    for _ in range(4):
        for stay in [world.come() for _ in range(20)]:
            stay.trust()
    assert "80 connections" in world.refused()
    for _ in range(14):
        world.guard.punish("1.2.3.5", Offence.NOT_PROVEN)
    world.come("1.2.3.5")
    world.guard.punish("1.2.3.5", Offence.NOT_PROVEN)
    assert "went wrong" in world.refused("1.2.3.5")


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


def test_the_one_who_has_come_least_far_makes_room() -> None:
    """Where there are too many strangers a new one displaces the oldest of those who have come least far in a while."""
    world = World(strangers=5)
    world.come("queued")
    for name in ("keyed", "spoken", "silent", "silent too"):
        world.come(name, HandshakeStage[name.split()[0].upper()])
    world.now += 1
    assert world.displaced == []
    # A burst that sends nothing does not displace who types a passphrase.
    for _ in range(4):
        world.come("new", HandshakeStage.SILENT)
    assert world.displaced == ["silent", "silent too", "spoken", "new"]
    for _ in range(4):
        world.come("newer")
    assert world.displaced[4:] == ["new", "new", "new", "keyed"]
    assert "full" in world.refused()
    assert world.guard.strangers == 5


def test_silence_at_an_address_keeps_nobody_of_it_out() -> None:
    """Where one address has its most connections or logins, one that has sent nothing makes room; others' do not."""
    world = World(strangers_of_one=2, connections_of_one=3)
    world.come("other", HandshakeStage.SILENT)
    world.come(progress=HandshakeStage.SILENT)
    world.come(progress=HandshakeStage.SPOKEN)
    assert "logging in" in world.refused()
    world.now += 1
    world.come(progress=HandshakeStage.SPOKEN)
    assert world.displaced == ["1.2.3.4"]
    assert "logging in" in world.refused()
    stay = world.come("b", HandshakeStage.SILENT)
    for number in range(2):
        world.come("b").trust(f"key {number}")
    world.now += 1
    world.come("b")
    assert world.displaced == ["1.2.3.4", "b"]
    assert "3 connections" in world.refused("b")
    stay.end()
    assert world.guard.inside == 6


def test_who_is_refused_displaces_nobody() -> None:
    """An address that is banned or comes too often gets nobody else to make room."""
    world = World(strangers=1, arrivals=Rate(0.001, 1))
    world.guard.punish("bad", Offence.FLOOD)
    world.come("often").end()
    world.come("silent", HandshakeStage.SILENT)
    assert world.refused("bad")
    assert world.refused("often")
    assert world.displaced == []


def test_penalties_add_up() -> None:
    """Two failures are forgiven, the third sends an address away until all three are paid."""
    world = World()
    for _ in range(2):
        world.guard.punish(world.come().address, Offence.NOT_PROVEN)
    world.guard.punish(world.come().address, Offence.NOT_PROVEN)
    assert "went wrong" in world.refused()
    world.come("1.2.3.5")
    world.now += 14
    assert world.refused()
    world.now += 2
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
