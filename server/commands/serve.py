"""The command ``serve``: a server for others or, with ``--stdio``, the offline server that a client starts.

For others, this process binds the sockets and supervises the serving processes; it imports nothing else.
"""

import os
from pathlib import Path

from server.commands.serve_options import ServeOptions, parser


def main(argv: list[str]) -> int:
    """Serve until told to end, and return the exit status."""
    command = parser()
    options = command.parse_args(argv, ServeOptions())
    # Every file created from here on is for its owner alone.
    os.umask(0o077)
    if not options.stdio:
        from server.commands.others import serve_others

        return serve_others(options, options.data or data_directory())
    if options.ssh or options.fronts:
        command.error("--stdio serves one program in this very process: leave --ssh and --fronts out")
    from server.commands.offline import serve_offline

    return serve_offline(options.data or data_directory(), options.socket, options.tcp, verbose=options.verbose)


def data_directory() -> Path:
    """Return the default data directory."""
    named = os.environ.get("CHWECH_DATA")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("chwech")
