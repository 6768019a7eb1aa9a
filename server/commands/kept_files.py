"""The files by which a server is itself, beside its database: backups have them, migrations do not."""

from typing import Final

from server.commands.tournament import TOKEN_NAME
from server.configuration.file import FILE_NAME
from server.fronts.allow_list import ALLOWED_KEYS
from server.fronts.invitations import FILE as INVITATIONS
from server.fronts.remote.certificate import HOST_CERTIFICATE
from server.fronts.remote.known_fronts import ALLOWED_FRONTS
from server.processes.sockets import HOST_KEY_NAME

KEPT_FILES: Final = (
    HOST_KEY_NAME,
    FILE_NAME,
    ALLOWED_KEYS,
    INVITATIONS,
    HOST_CERTIFICATE,
    ALLOWED_FRONTS,
    TOKEN_NAME,
)
"""Their names in the data directory; each is there only where it is needed."""
