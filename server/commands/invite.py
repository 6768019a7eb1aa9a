"""The command ``invite``: makes an invitation to the server of this machine, and the sentence to send with it."""

import os
import secrets
import sys
import time
from pathlib import Path
from typing import Final

from server.commands.fault import failed
from server.commands.options import ServeOptions, configuration_file, configuration_parser
from server.commands.owner import belongs_to_another, chosen_data
from server.commands.start import InForce
from server.configuration.file import InvalidConfiguration
from server.configuration.keys import KEYS, Configuration
from server.configuration.values import NOBODY_BY_SSH, whole_number
from server.fronts.invitations import Invitation, Invitations, TooMany
from server.host.moderation.durations import time_words
from server.processes.reach import own_addresses, reach, ssh_command

MOST_USES: Final = 100

MOST_DAYS: Final = 365

_DAY: Final = 86_400.0


class InviteOptions(ServeOptions):
    """The parsed command line."""

    uses: int = 1
    days: int = 7


def main(argv: list[str]) -> int:
    """Make an invitation, print it, and return the exit status: 0 done, 1 not possible, 2 wrong usage."""
    about = "Invite somebody to the server of this machine; the code adds their key to its allow-list."
    keys = [key for key in KEYS if key.name in ("name", "public-name", "ssh")]
    parser = configuration_parser("chwech invite", about, keys)
    parser.add_argument("--uses", type=whole_number(MOST_USES), metavar="N", help="people who may use it (default: 1)")
    parser.add_argument("--days", type=whole_number(MOST_DAYS), metavar="N", help="days that it holds (default: 7)")
    options = parser.parse_args(argv, InviteOptions(uses=1, days=7))
    data = chosen_data(options.data)
    try:
        values = InForce(options.given(), configuration_file(options, data, os.environ), data).effective.values
    except InvalidConfiguration as problem:
        for fault in problem.faults:
            failed("invite", fault)
        return 1
    if not data.is_dir():
        return failed("invite", f"there is no server in {data}: chwech serve makes one, --data names another")
    if (owner := data.stat().st_uid) != os.geteuid():
        return failed("invite", belongs_to_another(data, owner, f"invite --data {data}"))
    if values.ssh == NOBODY_BY_SSH:
        return failed("invite", "people come by SSH, and this server lets nobody in by SSH (ssh is none)")
    return _invite(data, values, options)


def _invite(data: Path, values: Configuration, options: InviteOptions) -> int:
    os.umask(0o077)
    now = time.time()
    until = now + options.days * _DAY
    try:
        code = Invitations(data).make(Invitation(options.uses, until), secrets.token_bytes(8), now)
    except TooMany:
        return failed("invite", "there are too many invitations: wait until some have ended")
    except OSError as problem:
        return failed("invite", f"no invitation can be kept in {problem.filename or data}: {problem.strerror}")
    if not values.allow_list:
        note = "no allow-list is set, and without one everybody gets in: set allow-list = true"
        print(f"chwech invite: {note}", file=sys.stderr)
    print("\n".join(sentence_to_send(values, code, options.uses, until)))
    return 0


def sentence_to_send(values: Configuration, code: str, uses: int, until: float) -> tuple[str, ...]:
    """Return what to send to whoever is invited, with the code in it."""
    public = values.public_name
    public = public._replace(port=public.port or values.ssh.port) if public is not None else None
    address = reach(public, values.ssh, own_addresses()).address
    name = f" at {values.name}" if values.name else ""
    people = "one person" if uses == 1 else f"{uses} people"
    end = time_words(until)
    return (
        f"Come and play cards{name}. Type this once, before {end} (it holds for {people}):",
        "",
        f"  {ssh_command(address, f'invite {code}')}",
        "",
        f"and from then on: {ssh_command(address)}",
    )
