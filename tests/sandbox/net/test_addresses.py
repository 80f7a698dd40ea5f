"""Which addresses belong to the public internet (S12)."""

from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.sandbox.net.addresses import is_own, is_public, read_address

SPECIAL = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254
169.254.169.254 169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1
239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1
::8.8.8.8 64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1
2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::
2002:808:808:: 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 ff0e::1 4000::1
::ffff:0:7f00:1
"""

PUBLIC = """
1.1.1.1 8.8.8.8 93.184.216.34 172.15.0.1 172.32.0.1 100.63.0.1 100.128.0.1 2606:4700::1111
2a00:1450::1
"""


@pytest.mark.parametrize("text", SPECIAL.split())
def test_an_address_for_special_use_is_never_public(text: str) -> None:
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", PUBLIC.split())
def test_an_ordinary_address_is_public(text: str) -> None:
    assert is_public(ip_address(text))


@given(st.ip_addresses())
def test_what_python_calls_private_is_never_public(address) -> None:  # type: ignore[no-untyped-def]
    """Our list is at least as strict as the one of the language."""
    if is_public(address):
        assert address.is_global and not address.is_private and not address.is_multicast and not address.is_reserved


@given(st.ip_addresses(v=4))
def test_an_address_inside_another_is_never_reached(inner) -> None:  # type: ignore[no-untyped-def]
    """Mapped, compatible, NAT64 and 6to4 forms of any address are refused, public or not."""
    value = int(inner)
    for outer in (0xFFFF << 32 | value, value, (0x64FF9B << 96) | value, (0x2002 << 112) | value << 80):
        assert not is_public(ip_address(outer.to_bytes(16, "big")))


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("127.0.0.1", True),
        ("192.168.1.5", True),
        ("100.100.1.1", True),
        ("::1", True),
        ("fd12::1", True),
        ("169.254.169.254", False),
        ("fd00:ec2::254", False),
        ("100.100.100.200", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::ffff:127.0.0.1", False),
        ("fe80::1", False),
    ],
)
def test_the_owners_own_server_may_be_private_but_never_a_clouds_metadata(text: str, own: bool) -> None:
    assert is_own(ip_address(text)) is own


def test_what_is_no_address_is_none() -> None:
    assert read_address("example.org") is None
    assert read_address("127.0.0.1") is not None
