"""Numbers by chance that are the same whether functions are compiled or not (xorshift of 32 bits)."""

from server.kernel.compiling import Numbers, cells, compiled


def generator(seed: int) -> Numbers:
    """Return the state of a generator, given a seed from 1 to 2 ** 32 - 1."""
    state = cells(1)
    state[0] = seed
    return state


@compiled
def draw(state: Numbers, below: int) -> int:
    """Return a number from 0 to ``below`` - 1, and move the generator on; its state is never 0."""
    word = state[0]
    word ^= (word << 13) & 0xFFFFFFFF
    word ^= word >> 17
    word ^= (word << 5) & 0xFFFFFFFF
    state[0] = word
    return (word * below) >> 32


_WHOLE = 1 << 30


@compiled
def luck(state: Numbers) -> float:
    """Return a fraction from 0 to below 1, and move the generator on."""
    return draw(state, _WHOLE) / _WHOLE
