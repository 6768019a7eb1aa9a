"""``python -m tests.cluster.show``: a cluster on this machine with two fronts and a table to join, until Ctrl-C."""

import asyncio
import os
import re
import signal
import sys
import tempfile
from pathlib import Path
from typing import Final

from protocol.setup import Setup
from tests.cluster.nodes import Node, cluster
from tests.server.commands.children import connect_unix

PROGRAM: Final = os.path.relpath(Path(sys.executable).with_name("chwech"))
"""What a checkout calls ``chwech``."""


def door(node: Node) -> str:
    """Give the command by which one comes to a node."""
    [command] = re.findall(r"listening on SSH at \S+ (ssh .*?)\"?}?$", "\n".join(node.said), re.MULTILINE)
    return str(command)


def seat(node: Node, table: str) -> str:
    """Give the command by which one comes straight to a table at a node."""
    return f"{door(node).replace('ssh ', 'ssh -t ', 1)} {table}"


async def main() -> int:
    """Show a cluster."""
    told_to_end = asyncio.Event()
    for told in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(told, told_to_end.set)
    with tempfile.TemporaryDirectory() as name:
        async with cluster(Path(name)) as (servers, nodes):
            host = await connect_unix(nodes[0].data / "chwech.sock")
            await host.greet("The Landlord")
            table = await host.open(Setup("chwech", 6))
            print(f"three NATS servers show their state at {', '.join(servers.monitors)}")
            for number, node in enumerate(nodes, 1):
                print(f"node {number} with its SSH front, in process {node.child.process.pid}: {door(node)}")
                print(f"        all of the cluster, as it sees it: {PROGRAM} top --data {node.data}")
                print(f"        the table {table}: {seat(node, table)}")
            print(f"The Landlord waits at the table {table}; kill what you like, and end all with Ctrl-C", flush=True)
            await told_to_end.wait()
            host.channel.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
