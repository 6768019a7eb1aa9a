"""Writes the addresses that the host has banned for the fronts, with what they read, in every language."""

from pathlib import Path

import msgspec

from protocol.catalogues import in_every_language
from protocol.wording import told
from server.fronts.banned import BannedNetwork
from server.fronts.own_files import replace_file
from server.host.moderation.bans import ban_words
from server.storage.moderation_store import Ban


def write_banned(path: Path, bans: tuple[Ban, ...]) -> None:
    """Write the bans of addresses in place of those before: all of them or none."""
    networks = [BannedNetwork(ban.what, ban.until, _words(ban)) for ban in bans]
    replace_file(path, msgspec.json.encode(networks))


def _words(ban: Ban) -> str:
    return " / ".join(in_every_language(lambda: told(ban_words(ban))))
