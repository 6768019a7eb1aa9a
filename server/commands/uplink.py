"""The internal command ``uplink``: the process of a front machine that reaches the host, for the fronts beside it."""

import logging
from pathlib import Path
from typing import Final

from server.commands.log import run_serving
from server.commands.options import InnerOptions, inner_parser
from server.commands.process_configuration import ConfigurationFeed, read_configuration
from server.fronts.remote.certificate import FRONT_CERTIFICATE, load_certificate
from server.fronts.remote.host_address import HostAddress, read_host_address
from server.fronts.remote.uplink import Uplink
from server.processes.operator import FRONT
from server.processes.serving import raise_open_files, tell_ready, told_by_supervisor
from server.tasks import work_until

_log = logging.getLogger(__name__)

_LIFELINE: Final = 0


class UplinkOptions(InnerOptions):
    """The arguments of an uplink."""

    fronts_socket: Path
    server: list[HostAddress]
    name: str


def main(argv: list[str]) -> int:
    """Keep the host within reach until told to end, and return the exit status."""
    parser = inner_parser("uplink")
    parser.add_argument("--server", action="append", type=read_host_address, required=True, metavar="HOST:PORT")
    parser.add_argument("--name", required=True)
    options = parser.parse_args(argv, UplinkOptions())
    configuration = read_configuration(options.configuration)
    raise_open_files()
    return run_serving(
        _serve(options),
        verbose=configuration.verbose,
        form=configuration.log,
        process="uplink",
        program=FRONT,
    )


async def _serve(options: UplinkOptions) -> None:
    with told_by_supervisor(_LIFELINE, ConfigurationFeed().hear, _log) as told_to_end:
        own = load_certificate(options.data / FRONT_CERTIFICATE)
        uplink = Uplink(options.data, options.server, own, options.fronts_socket, name=options.name)

        def status() -> str:
            return f"the host is {'within' if uplink.connected else 'out of'} reach, connections: {uplink.visitors}"

        tell_ready(options.ready_fd, status=status)
        await work_until(told_to_end, uplink.keep())
