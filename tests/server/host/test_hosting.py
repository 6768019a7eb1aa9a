"""What the host of a table does, as everybody there hears it."""

from protocol.message import Seat
from protocol.messages import Accepted, Happened, OpenTable, Refused, Seated
from protocol.seating import Began, Event, GiveHost, Readied, Removed, RemoveSeat, SetReady
from protocol.setup import Arrangement, Setup
from protocol.tableview import TablePhase
from tests.server.host.world import Guest, a_world
from tests.server.virtual_time import in_virtual_time


def events(guest: Guest) -> list[Event]:
    """Give what happened, as somebody has heard it."""
    return [message.event for message in guest.heard if isinstance(message, Happened)]


@in_virtual_time
async def test_people_get_ready_and_the_game_begins() -> None:
    """When the last of a full table says that they are ready, the game begins for all."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        code = await ann.open(Setup("lots", 2))
        await ben.join(code)
        assert isinstance(await ann.ask(lambda number: SetReady(number, ready=True)), Accepted)
        view = await ben.until(lambda view: view.seats[0] is not None and view.seats[0].ready)
        assert view.phase is TablePhase.GATHERING
        assert isinstance(await ben.ask(lambda number: SetReady(number, ready=True)), Accepted)
        await ann.until_my_turn()
        assert events(ben)[:3] == [Readied(Seat(0), ready=True), Readied(Seat(1), ready=True), Began()]


@in_virtual_time
async def test_who_is_removed_is_told_and_is_at_no_table() -> None:
    """A removed person hears it with the others, and nothing of that table after it; they cannot come back."""
    async with a_world() as world:
        ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
        code = await ann.open()
        await ben.join(code)
        await cat.join(code)
        assert isinstance(await ann.ask(lambda number: RemoveSeat(number, Seat(1))), Accepted)
        view = await ben.until(lambda view: view.viewer is None)
        assert view.seats[1] is None
        assert events(ben)[-1] == Removed(Seat(1), "Ben")
        assert isinstance(await cat.ask(lambda number: SetReady(number, ready=True)), Accepted)
        refused = await ben.ask(lambda number: SetReady(number, ready=True))
        assert isinstance(refused, Refused)
        assert refused.text == "you are at no table: open or join one first"
        assert Readied(Seat(2), ready=True) not in events(ben)
        back = await ben.join(code)
        assert isinstance(back, Refused)
        assert back.text.startswith("the host has removed you")
        assert cat.view.seats[1] is None


@in_virtual_time
async def test_who_is_removed_is_told_where_nobody_may_look_on_too() -> None:
    """At a table without spectators the last thing somebody hears who is removed is that they are."""
    async with a_world() as world:
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        private = Arrangement(watching=False)
        answer = await ann.ask(lambda number: OpenTable(number, Setup("lots", 3), arrangement=private))
        assert isinstance(answer, Seated)
        await ben.join(answer.view.table)
        await ann.ask(lambda number: RemoveSeat(number, Seat(1)))
        await ben.until(lambda view: view.viewer is None)
        assert events(ben) == [Removed(Seat(1), "Ben")]


@in_virtual_time
async def test_the_role_outlives_a_restart() -> None:
    """Who runs the table, who is ready and who was removed is in the log: a new server knows it as well."""
    async with a_world() as world:
        ann, ben, cat = await world.guest("Ann"), await world.guest("Ben"), await world.guest("Cat")
        code = await ann.open()
        await ben.join(code)
        await cat.join(code)
        await ann.ask(lambda number: RemoveSeat(number, Seat(2)))
        await ann.ask(lambda number: GiveHost(number, Seat(1)))
        await ann.ask(lambda number: SetReady(number, ready=True))
        store = world.store
    async with a_world(store) as world:
        anew, bnew, cnew = await world.back(ann), await world.back(ben), await world.back(cat)
        await anew.join(code)
        await bnew.join(code)
        assert bnew.view.host == 1
        assert bnew.view.seats[0] is not None
        assert bnew.view.seats[0].ready
        assert isinstance(await cnew.join(code), Refused)
