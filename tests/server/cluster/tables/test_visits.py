"""The connections that a node knows: from their first request to the last table that they leave."""

from msgspec.structs import replace

from server.cluster.tables.messages import Enter, FromLeader, FromNode, Leave
from server.cluster.tables.visits import Visits
from server.host.session import Session
from server.storage.store import Account
from tests.server.cluster.tables.lines import Scripted, settle
from tests.server.cluster.tables.nodes import session

HIDDEN: dict[str, dict[str, str]] = {"ann": {"ben": "Ben"}}


class Known:
    """The visits of a node, and what it is told of them."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._far = Scripted(FromLeader, FromNode)
        self.hidden = {account: dict(others) for account, others in HIDDEN.items()}
        self.visits = Visits("there", self._far.line, lambda account: self.hidden.get(account, {}))

    async def told(self) -> list[object]:
        """Give what the node was told since this was asked before."""
        await settle()
        return [message for _, message in self._far.heard()]


async def yes(_command: int) -> bool:
    """Let everybody open tables."""
    return True


def account(one: Session, name: str) -> Account:
    """Rename whoever has connected."""
    one.account = replace(one.account, name=name)
    return one.account


async def test_a_connection_has_one_number_while_it_waits_or_is_at_a_table() -> None:
    """And another one when it comes again."""
    known, ann, ben = Known(), session("Ann"), session("Ben")
    assert known.visits.begin(ann) == 1
    assert known.visits.begin(ben) == 2
    assert known.visits.begin(ann) == 1
    known.visits.end(ann)
    assert known.visits.get(1) is ann
    known.visits.settle(ann, "one", here=True)
    known.visits.settle(ann, "other", here=True)
    known.visits.end(ann)
    known.visits.settle(ann, "one", here=False)
    assert known.visits.get(1) is ann
    await known.told()
    known.visits.settle(ann, "other", here=False)
    assert known.visits.get(1) is None
    assert await known.told() == [Leave(1)]
    known.visits.settle(ann, "other", here=False)
    assert await known.told() == []
    assert known.visits.begin(ann) == 3


async def test_a_node_learns_who_comes_and_through_what() -> None:
    """The pipe is told to the node through which the connection comes, and to no other."""
    known = Known()
    ann, ben, cat = session("Ann", pipe="a"), session("Ben", pipe="b", node="elsewhere"), session("Cat")
    for one in (ann, ben, cat):
        known.visits.begin(one)
    assert await known.told() == [
        Enter(1, ann.account, "run of Ann", {"ben": "Ben"}, "a"),
        Enter(2, ben.account, "run of Ben", {}, ""),
        Enter(3, cat.account, "run of Cat", {}, ""),
    ]


async def test_another_name_is_told_with_the_next_request() -> None:
    """A name that has not changed is told once."""
    known, ann = Known(), session("Ann")
    known.visits.begin(ann)
    await known.told()
    known.visits.begin(ann)
    assert await known.told() == []
    renamed = account(ann, "Anna")
    assert await known.told() == []
    known.visits.begin(ann)
    assert await known.told() == [Enter(1, renamed, "run of Ann", {"ben": "Ben"})]


async def test_who_is_hidden_is_told_when_it_changes() -> None:
    """For each connection of the account, and for nobody else."""
    known, ann, also_ann, ben = Known(), session("Ann"), session("Ann"), session("Ben")
    for one in (ann, also_ann, ben):
        known.visits.begin(one)
    await known.told()
    known.hidden["ann"] = {"cat": "Cat"}
    known.visits.hide("ann")
    assert await known.told() == [
        Enter(1, ann.account, "run of Ann", {"cat": "Cat"}),
        Enter(2, also_ann.account, "run of Ann", {"cat": "Cat"}),
    ]
    known.visits.hide("cat")
    assert await known.told() == []


async def test_who_may_open_is_known_while_something_is_asked() -> None:
    """Also if something else is asked after that."""
    known, ann = Known(), session("Ann")
    known.visits.begin(ann)
    assert known.visits.may_open(1) is None
    known.visits.begin(ann, yes)
    known.visits.begin(ann)
    assert known.visits.may_open(1) is yes
    for _ in range(3):
        known.visits.end(ann)
    assert known.visits.may_open(1) is None
