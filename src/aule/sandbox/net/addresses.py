"""Which internet addresses may be reached: public ones, and no others in any disguise."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address

_SPECIAL_V4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # shared by carriers
        "127.0.0.0/8",
        "169.254.0.0/16",  # link-local, and the metadata of clouds
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")
_SPECIAL_V6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments, Teredo and ORCHID among them
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: an IPv4 address in disguise
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)
_OWN = tuple(
    [IPv4Network(network) for network in ("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12")]
    + [IPv4Network("192.168.0.0/16"), IPv6Network("::1/128"), IPv6Network("fc00::/7")]
)
_METADATA = frozenset(map(ip_address, ("100.100.100.200", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254")))
"""Addresses of cloud metadata services, which give secrets to local callers."""


def is_public(address: Address) -> bool:
    """Return whether an address belongs to the public internet.

    The lists are our own, since what Python counts as private has changed between its versions. IPv6 is a list of what
    is allowed: addresses that hold an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are not on it.
    """
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _SPECIAL_V4)
    is_global = address in _GLOBAL_V6 and not any(address in network for network in _SPECIAL_V6)
    return is_global and address.scope_id is None


def is_own(address: Address) -> bool:
    """Return whether an address may be one of the owner's machines: this one, or in a private network."""
    inside = any(address.version == network.version and address in network for network in _OWN)
    return inside and address not in _METADATA and getattr(address, "scope_id", None) is None


def read_address(text: str) -> Address | None:
    """Return an address as a resolver writes it, or None."""
    try:
        return ip_address(text)
    except ValueError:
        return None
