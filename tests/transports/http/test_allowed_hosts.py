"""The check of Host and Origin."""

from __future__ import annotations

import socket

import pytest
from starlette.datastructures import Headers

from emulator.transports.http.allowed_hosts import ForeignHost, HostCheck


def check(host: str, origin: str | None = None, allowed: tuple[str, ...] = ()) -> None:
    headers = {"host": host} | ({} if origin is None else {"origin": origin})
    HostCheck(allowed).check(Headers(headers))


@pytest.mark.parametrize(
    "host",
    [
        "localhost:8470",
        "LOCALHOST",
        "localhost.:8470",
        "127.0.0.1:8470",
        "[::1]:8470",
        "192.0.2.7:8470",
        "api.localhost:8470",
        "emulator:8470",
        "host.docker.internal:8470",
        "discoveryengine.googleapis.com",
        "ces.us.rep.googleapis.com:443",
        socket.gethostname(),
    ],
)
def test_local_host_is_served(host: str) -> None:
    check(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example.com",
        "evil.example.com:8470",
        "localhost.evil.example.com",
        "127.0.0.1.evil.example.com",
        "googleapis.com.evil.example.com",
        "evilgoogleapis.com",
        "evil@evil.example.com",
        "[::1].evil.example.com",
        "[not-an-address.example.com",
    ],
)
def test_foreign_host_is_refused(host: str) -> None:
    with pytest.raises(ForeignHost, match="allowed_hosts"):
        check(host)


@pytest.mark.parametrize(
    ("allowed", "host"),
    [
        ("emulator.example.com", "emulator.example.com:8470"),
        ("Emulator.Example.com:8470", "emulator.example.com"),
        ("*.example.com", "a.b.example.com"),
        ("*", "anything.example.org"),
    ],
)
def test_setting_allows_a_host(allowed: str, host: str) -> None:
    check(host, allowed=(allowed,))


def test_setting_allows_nothing_else() -> None:
    with pytest.raises(ForeignHost):
        check("example.com", allowed=("*.example.com",))


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "http://localhost:6274",
        "http://LOCALHOST",
        "https://app.localhost",
        "http://127.0.0.1:3000",
        "http://[::1]:3000",
        "http://emulator:8470",
    ],
)
def test_local_origin_is_served(origin: str | None) -> None:
    check("emulator:8470", origin)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example.com",
        "https://localhost.evil.example.com",
        "http://192.0.2.7",
        "http://intranet",
        "http://emulator:9999",
        "https://console.googleapis.com.evil.example.com",
        "evil.example.com",
        "http://[::1",
        "http://a:b",
        "null",
        "",
    ],
)
def test_foreign_origin_is_refused(origin: str) -> None:
    with pytest.raises(ForeignHost, match="Origin"):
        check("emulator:8470", origin)


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [("https://chat.example.com", "chat.example.com"), ("null", "null"), ("null", "*")],
)
def test_setting_allows_an_origin(origin: str, allowed: str) -> None:
    check("localhost:8470", origin, allowed=(allowed,))


def test_page_of_a_name_that_was_made_to_lead_here() -> None:
    headers = Headers({"host": "evil.example.com", "origin": "http://evil.example.com"})
    with pytest.raises(ForeignHost, match="Origin"):
        HostCheck(()).check_page(headers)
