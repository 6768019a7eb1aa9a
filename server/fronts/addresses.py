"""How limits tell addresses apart."""

from ipaddress import IPv6Address, ip_address


def address_key(peername: object) -> str:
    """Return the key that limits count by: an IPv4 address, an IPv6 /64 network, or this machine."""
    if not isinstance(peername, tuple) or not peername:
        return "this machine"
    try:
        address = ip_address(str(peername[0]).partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped.compressed if address.ipv4_mapped else address.exploded[:19]
    return address.compressed
