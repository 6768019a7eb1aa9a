"""The command ``config server``: the values of the configuration of a server, and where each comes from."""

import os
import sys

from server.commands.options import ServeOptions, configuration_file, configuration_parser
from server.commands.owner import chosen_data
from server.commands.start import InForce
from server.configuration.file import InvalidConfiguration
from server.configuration.page import values_page


def main(argv: list[str]) -> int:
    """Print the values as ``serve`` would have them with the same options, and return the exit status."""
    about = "Show the configuration of the server of this machine, and where each value comes from."
    options = configuration_parser("chwech config server", about).parse_args(argv, ServeOptions())
    data = chosen_data(options.data)
    try:
        in_force = InForce(options.given(), configuration_file(options, data, os.environ))
    except InvalidConfiguration as problem:
        for fault in problem.faults:
            print(f"chwech config server: {fault}", file=sys.stderr)
        return 1
    print(values_page(in_force.effective.settings, data, in_force.file), end="")
    return 0
