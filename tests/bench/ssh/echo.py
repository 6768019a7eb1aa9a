"""A plain server that answers every key with a kilobyte: ``python -m tests.bench.ssh.echo``."""

import asyncio

import asyncssh

from tests.bench.ssh.crowd import Echo


class _Open(asyncssh.SSHServer):
    """Lets everybody in."""

    def begin_auth(self, username: str) -> bool:
        """Ask for nothing."""
        return False

    def session_requested(self) -> Echo:
        """Give an echo."""
        return Echo()


async def _main() -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    acceptor = await asyncssh.create_server(
        _Open, "127.0.0.1", 0, server_host_keys=[key], encoding=None, config=None, line_editor=False
    )
    print(acceptor.get_port(), flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_main())
