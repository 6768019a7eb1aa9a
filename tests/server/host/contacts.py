"""What people do about each other's accounts, in tests: follow, block and invite."""

from protocol.contacts import (
    Contacts,
    Invite,
    Invited,
    ListContacts,
    SetBlocked,
    SetFriend,
)
from protocol.messages import INVITATIONS, Ping
from tests.server.host.world import Answer, Guest, World


async def befriend(guest: Guest, name: str, *, on: bool = True) -> Answer:
    """Follow somebody, or no longer."""
    return await guest.ask(lambda number: SetFriend(number, name, on))


async def block(guest: Guest, name: str, *, on: bool = True) -> Answer:
    """Block somebody, or no longer."""
    return await guest.ask(lambda number: SetBlocked(number, name, on))


async def invite(guest: Guest, name: str, table: str) -> Answer:
    """Invite somebody."""
    return await guest.ask(lambda number: Invite(number, name, table))


async def contacts(guest: Guest) -> Contacts:
    """Give the contacts of somebody."""
    answer = await guest.ask(ListContacts)
    assert isinstance(answer, Contacts), answer
    return answer


async def listening(world: World, name: str) -> Guest:
    """Give somebody whose client is told of invitations."""
    guest = await world.stranger()
    await guest.greet(name, "", INVITATIONS)
    return guest


async def invitations(guest: Guest) -> list[Invited]:
    """Give the invitations that somebody was told by now."""
    await guest.ask(Ping)
    return [message for message in guest.heard if isinstance(message, Invited)]


def answered(guest: Guest) -> int:
    """Give the id of the last answer to somebody."""
    return next(message.id for message in reversed(guest.heard) if isinstance(message, Contacts))
