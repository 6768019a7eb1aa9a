"""People with roles, and what they ask for, for tests of moderation."""

import asyncio

from protocol.messages import Welcome
from protocol.people import NOTICES, AdminCommand, AdminReply
from server.storage.store import Account, PublicKey
from tests.server.host.bearers import bearing, key_of
from tests.server.host.world import Guest, World

HOME = "192.0.2.1"  # Where people come from unless told otherwise.


async def locally(world: World, *words: str) -> str:
    """Do something on the machine of the server, and give what it answers, a refusal with a mark before it."""
    return said(await world.host.admin.run_locally("root", words))


def said(reply: AdminReply) -> str:
    """Give the lines of a reply as one text."""
    return ("refused: " if reply.refused else "") + "\n".join(reply.lines)


async def person(world: World, name: str, role: str = "", address: str = HOME) -> Guest:
    """Give someone who has come by SSH with a key of their own, and whose client hears notices."""
    account = Account(f"id of {name}", name)
    if await world.store.account(account.id) is None:
        await world.store.register(account, PublicKey(key_of(name), "", 1.0))
    if role:
        assert not (await locally(world, "role", *name.split(), role)).startswith("refused")
    guest = await world.stranger(bearing(name, address=address))
    answer = await guest.greet(name, "", NOTICES)
    assert isinstance(answer, Welcome), answer
    return guest


async def admin(guest: Guest, *words: str) -> str:
    """Ask as one of those who run the server, slowly enough for its limits."""
    await asyncio.sleep(1)
    answer = await guest.ask(lambda number: AdminCommand(number, words))
    assert isinstance(answer, AdminReply), answer
    return said(answer)
