"""Writes the addresses that the host has banned for the fronts, with what they read, in every language."""

from pathlib import Path

import msgspec

from protocol.catalogues import catalogue
from protocol.language import LANGUAGES, speaking
from protocol.wording import told
from server.fronts.banned import BannedNetwork
from server.fronts.own_files import replace_file
from server.host.moderation.bans import ban_words
from server.storage.moderation_store import Ban


def write_banned(path: Path, bans: tuple[Ban, ...]) -> None:
    """Write the bans of addresses in place of those before: all of them or none."""
    networks = [BannedNetwork(ban.what, ban.until, _in_every_language(ban)) for ban in bans]
    replace_file(path, msgspec.json.encode(networks))


def _in_every_language(ban: Ban) -> str:
    words = []
    for language in LANGUAGES:
        with speaking(language, catalogue):
            words.append(told(ban_words(ban)))
    return " / ".join(words)
