"""The internal command ``gateway``: the server process that lets in fronts on other machines."""

import contextlib
import socket
from pathlib import Path
from typing import Final

from protocol.codec import Codec
from protocol.dialects import DIALECTS
from server.commands.front_page import showing_front
from server.commands.log import run_serving
from server.commands.options import InnerOptions, inner_parser
from server.commands.process_configuration import ConfigurationFeed, ProcessConfiguration, read_configuration
from server.fronts.remote.certificate import HOST_CERTIFICATE, load_certificate
from server.fronts.remote.gateway import Gateway
from server.processes.serving import raise_open_files, tell_ready, told_by_supervisor
from server.tasks import work_until

_LIFELINE: Final = 0


class GatewayOptions(InnerOptions):
    """The arguments of a gateway."""

    fronts_socket: Path


def main(argv: list[str]) -> int:
    """Let fronts in until told to end, and return the exit status."""
    options = inner_parser("gateway").parse_args(argv, GatewayOptions())
    configuration = read_configuration(options.configuration)
    raise_open_files()
    return run_serving(
        _serve(options, configuration), verbose=configuration.verbose, form=configuration.log, process="gateway"
    )


async def _serve(options: GatewayOptions, configuration: ProcessConfiguration) -> None:
    feed = ConfigurationFeed()
    with contextlib.ExitStack() as closing:
        listeners = [closing.enter_context(socket.socket(fileno=number)) for number in options.listen_fd]
        told_to_end = closing.enter_context(told_by_supervisor(_LIFELINE, feed.hear))
        own = load_certificate(options.data / HOST_CERTIFICATE)
        gateway = Gateway(options.data, own, options.fronts_socket, Codec(DIALECTS))

        def configure(told: ProcessConfiguration) -> None:
            gateway.configure(told.connections, closed=told.allow_list)

        configure(configuration)
        feed.follow(configure)
        tell_ready(options.ready_fd)
        async with showing_front(gateway, options.fronts_socket, "gateway", "gateway"):
            await work_until(told_to_end, gateway.serve(listeners))
