"""What the commands share: the data directory, whose it is, and what lies in it."""

import os
from pathlib import Path
from typing import Final

from protocol.command_line import CommandFault, data_directory
from server.defaults import FILE_NAME

INTERRUPTED: Final = 130  # Exit status after Ctrl-C, as shells expect it.


SOCKET_NAME: Final = "chwech.sock"

STATUS_NAME: Final = "status.sock"
"""The socket in the data directory at which the host shows the figures of all processes."""


def configuration_file(named: Path | None, data: Path) -> Path | None:
    """Return the file of the configuration; None if none is named and there is none in the data directory."""
    named = named or (Path(os.environ["CHWECH_CONFIG"]) if os.environ.get("CHWECH_CONFIG") else None)
    usual = data / FILE_NAME
    return named or (usual if os.path.lexists(usual) else None)


def chosen_data(named: Path | None) -> Path:
    """Return the data directory that is named, or the usual one; raise ``CommandFault`` if this user may not see it."""
    data = data_directory(named)
    try:
        (data / FILE_NAME).lstat()
    except PermissionError as problem:
        raise CommandFault(_shut_out(data)) from problem
    except OSError:
        # Code that needs a missing part reports it.
        return data
    return data


def belongs_to_another(place: Path, owner: int, command: str) -> str:
    """Say that a directory belongs to another user, and how the command is given as that one."""
    name = user_name(owner)
    return f"{place} belongs to the user {name}: give this command as that user, sudo -u {name} chwech {command}"


def chown_advice(data: Path, owner: int) -> str:
    """Return how all of a data directory is given to its owner."""
    return f"chown -R {user_name(owner)} {data}"


def owner_of(data: Path) -> int | None:
    """Return whose a file or a directory is; None if there is none to be seen."""
    try:
        return data.stat().st_uid
    except OSError:
        return None


def user_name(owner: int) -> str:
    """Return what a user of this machine is called, as sudo takes it."""
    # Not every system has it.
    import pwd

    try:
        return pwd.getpwuid(owner).pw_name
    except KeyError:
        return f"'#{owner}'"


def _shut_out(data: Path) -> str:
    """Say which directory on the way to the data keeps this user out, and whose it is."""
    place = next(place for place in (data, *data.absolute().parents) if owner_of(place) is not None)
    owner = owner_of(place)
    if owner is None or owner == os.geteuid():
        return f"you may not look into {place}: chmod 700 {place}"
    return belongs_to_another(place, owner, "…")
