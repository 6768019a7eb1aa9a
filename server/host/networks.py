"""Addresses that bans are about: IPv4 addresses, IPv6 networks of 64 bits as limits count them, and larger networks."""

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

Network = IPv4Network | IPv6Network

_SMALLEST_6: Final = 64
"""Bits of the prefix of an IPv6 network that one household has: what is smaller counts as all of it."""

_LARGEST_4: Final = 8
_LARGEST_6: Final = 16  # Bits of the shortest prefixes: with less, a slip of the hand would shut most of the world out.


@lru_cache(maxsize=1024)
def read_network(text: str) -> Network:
    """Return the network that somebody typed: ``192.0.2.7``, ``192.0.2.0/24``, ``2001:db8::7`` or ``2001:db8::/32``.

    Raises:
        ValueError: it is none, or too large; the text says what would be right.
    """
    try:
        network = ip_network(text.partition("%")[0], strict=False)
    except ValueError:
        raise ValueError("write an address or a network, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32") from None
    if isinstance(network, IPv6Network):
        mapped = network.network_address.ipv4_mapped
        if mapped is not None and network.prefixlen == network.max_prefixlen:
            return IPv4Network(mapped)
        network = network.supernet(new_prefix=min(network.prefixlen, _SMALLEST_6))
    least = _LARGEST_6 if isinstance(network, IPv6Network) else _LARGEST_4
    if network.prefixlen < least:
        raise ValueError(f"this would ban too much of the world: /{least} is the most")
    return network


def network_of(address: str) -> Network | None:
    """Return the network of an address as limits count by it (see ``address_key``); None if it is no address."""
    try:
        if ":" in address:
            return IPv6Network((IPv6Address(f"{address}::"), _SMALLEST_6))
        return IPv4Network(str(ip_address(address)))
    except ValueError:
        return None


def covers(network: Network, address: Network) -> bool:
    """Return True if a network holds another one."""
    if isinstance(network, IPv6Network):
        return isinstance(address, IPv6Network) and address.subnet_of(network)
    return isinstance(address, IPv4Network) and address.subnet_of(network)
