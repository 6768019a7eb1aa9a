"""The command ``fronts``: says how a front on another machine gets in, and keeps the list of those that do."""

import os
from collections.abc import Sequence
from pathlib import Path

from server.commands.fault import failed
from server.commands.figures_page import is_of_front
from server.commands.options import ServeOptions, configuration_file, configuration_parser
from server.commands.owner import belongs_to_another, chosen_data
from server.commands.start import InForce
from server.configuration.file import InvalidConfiguration
from server.configuration.keys import KEYS, Configuration
from server.fronts.fault import FrontFault
from server.fronts.remote.certificate import HOST_CERTIFICATE, load_certificate
from server.fronts.remote.host_address import HostAddress
from server.fronts.remote.known_fronts import MOST, KnownFront, KnownFronts, read_certificate, read_name
from server.processes.reach import own_addresses, reach


class FrontsOptions(ServeOptions):
    """The parsed command line."""

    action: str | None = None
    name: str | None = None
    certificate: str | None = None


def main(argv: list[str]) -> int:
    """List, add or remove fronts, and return the exit status: 0 done, 1 not possible, 2 wrong usage."""
    about = "Show how a front on another machine gets in, and the fronts that do; add or remove one."
    keys = [key for key in KEYS if key.name in ("public-name", "fronts-listen")]
    parser = configuration_parser("chwech fronts", about, keys)
    parser.add_argument("action", nargs="?", choices=("add", "remove"), help="what to do (default: list them)")
    parser.add_argument("name", nargs="?", metavar="NAME", help="what the front is called here")
    parser.add_argument("certificate", nargs="?", metavar="CERTIFICATE", help="what chwech front has shown there")
    options = parser.parse_args(argv, FrontsOptions())
    wanted = {"add": 2, "remove": 1}.get(options.action or "", 0)
    if wanted != sum(word is not None for word in (options.name, options.certificate)):
        parser.error("write add NAME CERTIFICATE, remove NAME, or nothing")
    data = chosen_data(options.data)
    if not data.is_dir():
        return failed("fronts", f"there is no server in {data}: chwech serve makes one, --data names another")
    if (owner := data.stat().st_uid) != os.geteuid():
        return failed("fronts", belongs_to_another(data, owner, f"fronts --data {data}"))
    if is_of_front(data):
        return failed("fronts", f"{data} is the folder of a front: fronts are let in on the machine of their host")
    os.umask(0o077)
    try:
        values = InForce(options.given(), configuration_file(options, data, os.environ), data).effective.values
        known = KnownFronts(data)
        known.load()
        return _do(options, values, data, known)
    except InvalidConfiguration as problem:
        for fault in problem.faults:
            failed("fronts", fault)
        return 1
    except FrontFault as problem:
        return failed("fronts", problem)
    except OSError as problem:
        return failed("fronts", f"{known.path} cannot be written: {problem.strerror}")


def _do(options: FrontsOptions, values: Configuration, data: Path, known: KnownFronts) -> int:
    match options.action:
        case "add":
            return _add(known, KnownFront(read_name(options.name or ""), read_certificate(options.certificate or "")))
        case "remove":
            return _remove(known, options.name or "")
        case _:
            print("\n".join(page(values, load_certificate(data / HOST_CERTIFICATE).fingerprint, known.listed)))
            return 0


def _add(known: KnownFronts, front: KnownFront) -> int:
    same = known.of(front.der)
    if same == front:
        print(f"{front.name} gets in already")
        return 0
    if same is not None:
        return failed("fronts", f"this front gets in already, as {same.name}")
    if known.named(front.name) is not None:
        return failed("fronts", f"there is a front {front.name}: choose another name, or first remove that one")
    if len(known.listed) >= MOST:
        return failed("fronts", f"there are {MOST} fronts, and no more may be: remove one first")
    known.write((*known.listed, front))
    print(f"{front.name} gets in now")
    return 0


def _remove(known: KnownFronts, name: str) -> int:
    if known.named(name) is None:
        there = ", ".join(front.name for front in known.listed) or "none"
        return failed("fronts", f"there is no front {name!r}; there are: {there}")
    known.write(tuple(front for front in known.listed if front.name != name))
    print(f"{name} does not get in any more, and is cut off")
    return 0


def page(values: Configuration, fingerprint: str, fronts: Sequence[KnownFront]) -> list[str]:
    """Return the lines that say how a front gets in, and which ones do."""
    rows = [f"  {front.name:<32}  {front.fingerprint}" for front in sorted(fronts)]
    known = ["These fronts get in:", *rows] if rows else ["No front gets in yet."]
    listens = values.fronts_listen
    if listens is None:
        return [
            *known,
            "The configuration does not say where the server listens for fronts: set fronts-listen there, such as",
            ":2226, and start it again.",
        ]
    public = values.public_name._replace(port=listens.port) if values.public_name is not None else None
    address = reach(public, listens, own_addresses()).address
    option = HostAddress(address.host, address.port, fingerprint).option
    command = f"  chwech front --server {option}"
    return [*known, "For another one, type on its machine:", "", command, "", "It says what to type here then."]
