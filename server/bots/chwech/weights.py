"""The weights of the net: a file of the package, and beside it a card that says what it is and what it knows."""

import hashlib
import io
import json
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from msgspec import Struct, ValidationError, convert

from server.bots.chwech.features import FEATURES
from server.kernel.compiling import Floats

FORMAT: Final = 1
"""The version of the files."""

NAME: Final = "every-table"
"""The name of the files: one net knows every table."""

LAYERS: Final = 6


class Weights(NamedTuple):
    """What a file of weights holds."""

    layers: tuple[Any, ...]
    beliefs: Floats
    """How much each sign says about an unseen card."""


class ModelCard(Struct, frozen=True):
    """What is known of a file of weights."""

    version: int
    """The version of its format."""

    name: str
    sha256: str
    """The hash of the file, in hex."""

    features: int
    """How many features the net is shown."""

    rules: tuple[dict[str, Any], ...]
    """The tables for which it was trained: players, options, share of the deals."""

    training: dict[str, Any]
    """How it was trained: seeds, rounds, deals, samples, seconds, versions."""

    strength: dict[str, Any]
    """How it plays: points a deal over the mean of five ``steady``, with their standard errors, by table."""


class UnusableWeights(ValueError):
    """A file of weights that is missing, damaged or made for another version; the text says which and why."""


def read_weights() -> Weights:
    """Return the net's weights.

    Raises:
        UnusableWeights: there is no such file, it is damaged, or it was made for another version of the program.
    """
    data = checked_file()
    import numpy as np

    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return Weights(tuple(file[f"layer{place}"] for place in range(LAYERS)), file["beliefs"])


def weights_fault() -> str:
    """Return why the weights cannot be used; empty if they can. Nothing is loaded for it."""
    try:
        checked_file()
    except UnusableWeights as fault:
        return str(fault)
    return "" if find_spec("numpy") is not None else "numpy, which runs the net, is not installed"


@cache
def checked_file() -> bytes:
    """Return the file of weights, whose card is that of this version and whose hash is that of its card.

    It is read once: a net that is needed later is that of the program that runs, whatever lies there by then.

    Raises:
        UnusableWeights: it is not so.
    """
    folder = files("server.bots.chwech") / "weights"
    try:
        card = convert(json.loads((folder / f"{NAME}.json").read_bytes()), ModelCard)
        data = (folder / f"{NAME}.npz").read_bytes()
    except (OSError, ValueError, ValidationError) as error:
        raise UnusableWeights(f"the weights {NAME} cannot be read: {error}") from None
    if (card.version, card.features) != (FORMAT, FEATURES):
        raise UnusableWeights(f"the weights {NAME} were made for another version of the program")
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise UnusableWeights(f"the weights {NAME} are damaged: their hash is not the one of their card")
    return data
