"""The parts of the benchmark, in the order of the report; each module here measures one."""

from typing import Final

PARTS: Final = {
    "engine": "The engine",
    "codec": "The codec",
    "host": "The host",
    "lobby": "A crowded lobby",
    "storage": "The storage",
    "machines": "PostgreSQL beside SQLite",
    "fronts": "The SSH front",
    "spread": "Two fronts beside one",
    "seats": "The same seat again",
    "screens": "The screens",
    "bots": "The bots",
    "start": "The start",
    "memory": "Memory",
}
"""The name of each part with its heading."""
