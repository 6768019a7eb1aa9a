"""What counts as one address when connections are counted."""

from ipaddress import IPv6Address, ip_address


def address_key(peername: object) -> str:
    """Give what counts as one address: an IPv4 address, an IPv6 network of 64 bits, or this machine."""
    if not isinstance(peername, tuple) or not peername:
        return "this machine"
    try:
        address = ip_address(str(peername[0]).partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped.compressed if address.ipv4_mapped else address.exploded[:19]
    return address.compressed
