"""Numbers by chance that are the same whether functions are compiled or not (xorshift of 32 bits)."""

from typing import Any

from server.kernel.compiling import compiled


@compiled
def draw(state: Any, below: int) -> int:
    """Return a number from 0 to ``below`` - 1, and move the generator on; its state is never 0."""
    word = state[0]
    word ^= (word << 13) & 0xFFFFFFFF
    word ^= word >> 17
    word ^= (word << 5) & 0xFFFFFFFF
    state[0] = word
    return (word * below) >> 32
