"""Hostile URLs against the one client of the system (S12): none of them gets as far as a connection.

The resolver of these tests is the attacker's: every name means this machine. A server listens here and counts.
"""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.architecture.source import package
from tests.sandbox.net.servers import answer, serving

from aule.contracts.errors import AuleError
from aule.sandbox.net.client import WebClient, WebRequest
from aule.sandbox.net.targets import Target, follow, own_script, read

HOSTILE = [
    # this machine, spelt in numbers
    "http://127.0.0.1/",
    "http://127.1/",
    "http://127.0.1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0x7f000001/",
    "http://0x7f.0x0.0x0.0x1/",
    "http://0177.0.0.1/",
    "http://0177.0x0.0.1/",
    "http://127.0.0.1.:80/",
    "http://127.000.000.001/",
    "http://00000177.1/",
    "http://0x/",
    "http://1.1.1.1/",
    "http://127.0.0.1%00.page.test/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1%25eth0]/",
    "http://[fe80::1%eth0]/",
    "http://[::1",
    "http://::1/",
    "http://[v1.fe80]/",
    # the metadata of clouds
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/latest/meta-data/",
    "http://0xa9fea9fe/",
    "http://[fd00:ec2::254]/",
    "http://metadata.google.internal/",
    "http://100.100.100.200/",
    # names that stay inside
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://foo.localhost/",
    "http://localhost.localdomain/",
    "http://printer.local/",
    "http://router.lan/",
    "http://intranet/",
    "http://1.0.0.127.in-addr.arpa/",
    "http://hidden.onion/",
    # two readers, two meanings
    "http://page.test@127.0.0.1/",
    "http://127.0.0.1@page.test/",
    "http://user:password@page.test/",
    "http://@page.test/",
    "http://page.test:80@127.0.0.1/",
    "http://page.test\\@127.0.0.1/",
    "http://127.0.0.1\\.page.test/",
    "http:\\\\page.test/",
    "http:/page.test/",
    "http:page.test/",
    "http:///page.test/",
    "//page.test/",
    "page.test/path",
    "http://page.test#@127.0.0.1:80@/\\",
    "http://page.test&@127.0.0.1/",
    "http://page.test?@127.0.0.1\\/",
    "http://page.test%2f@127.0.0.1/",
    "http://page%2etest/",
    "http://page.test%00/",
    "http://page..test/",
    "http://.page.test/",
    "http://page.test./",
    "http://-page.test/",
    "http://page-.test/",
    "http://pa ge.test/",
    "http://page.test/a b",
    " http://page.test/",
    "http://page.test/\r\nHost: 127.0.0.1",
    "http://page.test/\t",
    "http://page.test/\x00",
    "http://page.test/%0d%0a\n",
    "ht\ntp://page.test/",
    "http://page.test\u00ad.evil.test/",
    "http://page\u200b.test/",
    "http://page.test/\u202egpj.exe",
    # plain letters and numbers in disguise
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ.com/",
    "http://①②⑦.⓪.⓪.①/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://page。test/",
    "http://page．test/",
    "http://ﬀ.com/",
    "http://ℯxample.com/",
    "http://xn--/",
    "http://xn--a.test/",
    "http://xn--zzzzzzzzzzzz99.test/",
    # ports on which something else listens
    "http://page.test:22/",
    "http://page.test:25/",
    "http://page.test:6379/",
    "http://page.test:0/",
    "http://page.test:00080/",
    "http://page.test:+80/",
    "http://page.test:80:80/",
    "http://page.test:/",
    "http://page.test:65616/",
    "http://page.test:99999999999/",
    "http://page.test:８０/",
    # other ways out
    "file:///etc/passwd",
    "file://127.0.0.1/etc/passwd",
    "ftp://page.test/",
    "gopher://page.test:70/_",
    "dict://page.test:11211/",
    "ldap://page.test/",
    "data:text/html,hello",
    "javascript:alert(1)",
    "blob:http://page.test/x",
    "jar:http://page.test!/",
    "view-source:http://page.test/",
    "ws://page.test/",
    "unix:/var/run/docker.sock",
    "",
    "http://",
    "https://?",
    "http://" + "a" * 64 + ".test/",
    "http://" + "a." * 130 + "test/",
    "http://page.test/" + "a" * 3_000,
]
"""Each of them once made somebody's server ask itself."""

REACHING = {
    "aiohttp", "ftplib", "http.client", "httpcore", "httpx", "requests", "smtplib", "socket", "telnetlib", "urllib3",
    "urllib.request", "websockets", "xmlrpc.client",
}  # fmt: skip
MAY_REACH = {
    "cli": "its own server",
    "terminal": "its own server",
    "models": "model servers the owner named",
    "sandbox/box/box_port.py": "nobody: it answers whoever connects to the port of one box",
    "sandbox/net": "the public web",
    "sandbox/limited": "nobody: its probe tries in vain, to prove the walls",
    "server": "nobody: it listens",
    "testing": "servers of tests",
}
"""Who may open a connection, and to whom."""


@pytest.mark.xdist_group("architecture")  # where the sources are read already
def test_nothing_but_the_guarded_client_reaches_the_web() -> None:
    """S12: one fetch client for the whole system. A module that wants the web asks `context.fetch`."""
    strays = [
        f"{source.name}:{line} imports {name}"
        for source in package()
        for line, name in source.imports()
        if any(name == each or name.startswith(f"{each}.") for each in REACHING)
        and not any(f"{source.name}/".startswith(f"src/aule/{room}/") for room in MAY_REACH)
    ]
    assert strays == []


def test_the_table_is_long_enough_and_has_nothing_twice() -> None:
    assert len(HOSTILE) >= 60
    assert len(set(HOSTILE)) == len(HOSTILE)


async def test_no_hostile_address_gets_as_far_as_a_connection() -> None:
    """S12: refused while it is read, with a reason, before anything is looked up."""
    looked_up: list[str] = []

    async def attackers(host: str, port: int) -> list[str]:
        looked_up.append(host)
        return ["127.0.0.1"]

    got_through: list[str] = []
    async with serving(answer("secret")) as server:
        client = WebClient(resolver=attackers, spared=[("127.0.0.1", server.port), ("127.0.0.1", 80)])
        for url in HOSTILE:
            try:
                await client.get(WebRequest(url))
                got_through.append(url)
            except AuleError as error:
                if error.problem.code not in {"invalid_url", "unsafe_url", "private_address"} or not error.problem.hint:
                    got_through.append(f"{url} ({error.problem.code})")
        assert (got_through, looked_up, server.connections) == ([], [], 0)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://Example.ORG", Target("https", "example.org", 443, "/")),
        ("HTTP://example.org:8080/a%20b?c=d&e#f", Target("http", "example.org", 8080, "/a%20b?c=d&e")),
        (
            "https://example.org:443/ação?q=maçã",
            Target("https", "example.org", 443, "/a%C3%A7%C3%A3o?q=ma%C3%A7%C3%A3"),
        ),
        ("https://münchen.example.de/", Target("https", "xn--mnchen-3ya.example.de", 443, "/")),
        ("https://xn--mnchen-3ya.de/", Target("https", "xn--mnchen-3ya.de", 443, "/")),
        ("https://例え.テスト.jp/", Target("https", "xn--r8jz45g.xn--zckzah.jp", 443, "/")),
        ("https://my_site.example.org/", Target("https", "my_site.example.org", 443, "/")),
        (
            "https://3com.example.org/?u=http://127.0.0.1",
            Target("https", "3com.example.org", 443, "/?u=http://127.0.0.1"),
        ),
        ("https://example.org/<x>\"'", Target("https", "example.org", 443, "/%3Cx%3E%22'")),
    ],
)
def test_an_ordinary_address_has_one_reading(url: str, expected: Target) -> None:
    assert read(url) == expected
    assert read(expected.url) == expected


def test_a_name_in_another_script_is_shown_in_both() -> None:
    target = read("https://аррӏе.com/")  # Cyrillic
    assert target.host == "xn--80ak6aa92e.com"
    assert target.shown_host == "xn--80ak6aa92e.com (аррӏе.com)"
    assert own_script("example.org") == "example.org"


def test_an_address_shows_everything_it_carries_out() -> None:
    """K-3: what a card has to show."""
    assert read("https://example.org/x?q=my%20secret&empty=&q=2").sent == [
        ("q", "my secret"),
        ("empty", ""),
        ("q", "2"),
    ]


def test_what_an_address_carries_cannot_steer_a_terminal_or_hide() -> None:
    hidden = quote("".join(chr(0xE0000 + ord(letter)) for letter in "obey"))
    sent = read(f"https://example.org/?a=%1b%5b2J%00x&b={hidden}y&" + "&".join("c" for _ in range(300))).sent
    assert sent[:3] == [("a", "[2Jx"), ("b", "y"), ("c", "")] and len(sent) == 302


def test_an_encrypted_page_never_leads_to_an_unencrypted_one() -> None:
    here = read("https://example.org/a/b")
    with pytest.raises(AuleError) as caught:
        follow(here, "http://example.org/a")
    assert caught.value.problem.code == "unsafe_url"
    assert follow(here, "//other.org/x").url == "https://other.org/x"
    assert follow(here, "../../../../c?d#e").url == "https://example.org/c?d"
    assert follow(here, "?page=2").url == "https://example.org/a/b?page=2"
    assert follow(read("http://example.org/"), "https://example.org/").scheme == "https"


_PIECES = st.sampled_from(
    [*"ab.:/@\\#?%[]0127xX-_ \t。①", "http://", "https://", "127.0.0.1", "localhost", "page.test", "::1", "%2e", "//"]
)


@given(st.lists(_PIECES, max_size=12).map("".join))
@example("127.0.0.1localhost")  # a name like any other
def test_any_address_is_read_in_one_way_or_refused(text: str) -> None:
    """A property: what passes has a public-looking name, and reading it again gives the same."""
    for url in (text, f"http://{text}"):
        try:
            target = read(url)
        except AuleError as error:
            assert error.problem.code in {"invalid_url", "unsafe_url", "private_address"}
            continue
        assert read(target.url) == target
        assert target.host.isascii() and "." in target.host and not set(target.host) & set("@:/\\[]% ")
        last = target.host.rpartition(".")[2]
        assert not last.isdigit() and last != "localhost"


@given(st.text(max_size=40))
def test_any_redirect_stays_on_the_host_or_is_read_like_an_address(location: str) -> None:
    here = read("https://example.org/a/b")
    try:
        there = follow(here, location)
    except AuleError:
        return
    assert there.host == "example.org" or there == read(there.url)
