"""One value or more of every message about friends, blocks and invitations."""

from collections.abc import Mapping
from typing import Final

from protocol.contacts import Contacts, Friend, Invite, Invited, ListContacts, SetBlocked, SetFriend
from protocol.lobby import Where
from protocol.messages import INVITATIONS, FromClient, FromServer, Hello

FROM_CLIENT: Final[Mapping[str, FromClient]] = {
    "hello invitations": Hello((1, 1), "chwech", features=(INVITATIONS,)),
    "list contacts": ListContacts(id=20),
    "set friend": SetFriend(id=21, name="Owain"),
    "set friend no more": SetFriend(id=22, name="Owain", friend=False),
    "set blocked": SetBlocked(id=23, name="Rhys"),
    "set blocked no more": SetBlocked(id=24, name="Rhys", blocked=False),
    "invite": Invite(id=25, name="Owain", table="calm-river-lamp"),
}
"""What a client may send."""

FROM_SERVER: Final[Mapping[str, FromServer]] = {
    "contacts": Contacts(
        id=20,
        friends=(Friend("Megan"), Friend("Nia", Where.LOBBY), Friend("Owain", Where.TABLE, "calm-river-lamp")),
        blocked=("Rhys",),
    ),
    "no contacts": Contacts(id=20),
    "invited": Invited("Owain", "calm-river-lamp"),
}
"""What a server may send."""
