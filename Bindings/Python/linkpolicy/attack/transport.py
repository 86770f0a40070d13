"""An HTTP client for the tested service, with one origin, bounded time and size, and a record of each exchange."""
from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import Mapping, Optional

_SHOWN = 600
_REDIRECTS = 10


class ServiceFault(Exception):
    """The error if the service answers too slowly, wrongly or not at all, or if the configuration describes the service wrongly."""


class HostRefused(Exception):
    """The error if the host is not a loopback address, and the caller did not declare the host as their own."""


@dataclass
class Answer:
    """The HTTP answer to a request."""

    status: int
    headers: list[tuple[str, str]]
    body: str

    def header(self, name: str) -> Optional[str]:
        """Returns the first header with a name."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)


@dataclass
class Exchange:
    """A request and its answer, as shown in the report."""

    request: str
    sent: str
    status: Optional[int] = None
    location: Optional[str] = None
    body: str = ""
    problem: Optional[str] = None


@dataclass
class Browser:
    """The cookies and saved values of one visitor."""

    cookies: dict[str, str] = field(default_factory=dict)
    saved: dict[str, str] = field(default_factory=dict)


def check_host(url: str, owned: tuple[str, ...]) -> None:
    """Accepts URLs of a loopback host, and of hosts that the caller owns.

    Raises:
        HostRefused: the URL has another host.
        ValueError: the text is not an HTTP URL.
    """
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
        raise ValueError(f"`{url}` is not a URL like http://127.0.0.1:8080")
    host = parts.hostname
    try:
        loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = host == "localhost"
    if not loopback and host not in owned:
        raise HostRefused(f"`{host}` is not a loopback address. If the service is yours, add `--i-own {host}`")


class Transport:
    """Sends requests to one origin.

    Attributes:
        origin: scheme, host and port of the service. The transport sends no request to another origin.
        exchanges: the exchanges since the last call of `taken`.
    """

    def __init__(self, service: str, seconds: float, most: int) -> None:
        parts = urllib.parse.urlsplit(service)
        self.origin = _origin(service)
        self._secure, self._host = parts.scheme == "https", parts.hostname or ""
        self._port = parts.port or (443 if self._secure else 80)
        self._seconds, self._most = seconds, most
        self.exchanges: list[Exchange] = []

    def taken(self) -> list[Exchange]:
        """Returns the recorded exchanges, and clears the record."""
        taken, self.exchanges = self.exchanges, []
        return taken

    def url(self, target: str, base: str = "/") -> str:
        """Resolves a target relative to the origin and a path."""
        return urllib.parse.urljoin(urllib.parse.urljoin(self.origin + "/", base), target)

    def is_own(self, url: str) -> bool:
        """Returns whether a URL has the origin of the service."""
        try:
            return _origin(url) == self.origin
        except ValueError:
            return False

    def send(self, method: str, url: str, browser: Browser, headers: Mapping[str, str], body: Optional[bytes]) -> Answer:
        """Sends one request without following redirects.

        Raises:
            ServiceFault: the answer is not complete in time, or the URL has another origin.
        """
        if not self.is_own(url):
            raise ServiceFault(f"a request to another origin than {self.origin} was not sent: {url}")
        parts = urllib.parse.urlsplit(url)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        exchange = Exchange(f"{method} {path}", (body or b"").decode("utf-8", "replace")[:_SHOWN])
        self.exchanges.append(exchange)
        sent = dict(headers)
        if browser.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        try:
            answer = self._exchange(method, path, sent, body)
        except ServiceFault as fault:
            exchange.problem = str(fault)
            raise
        for name, value in answer.headers:
            if name.lower() == "set-cookie":
                _keep(browser.cookies, value)
        exchange.status, exchange.location, exchange.body = answer.status, answer.header("Location"), answer.body[:_SHOWN]
        return answer

    def _exchange(self, method: str, path: str, headers: Mapping[str, str], body: Optional[bytes]) -> Answer:
        connection: http.client.HTTPConnection
        if self._secure:
            connection = http.client.HTTPSConnection(self._host, self._port, timeout=self._seconds, context=ssl.create_default_context())
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=self._seconds)
        late = threading.Event()

        def stop() -> None:
            # The timeout of the socket limits one read, and the timer limits the total time.
            late.set()
            try:
                if connection.sock is not None:
                    connection.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

        timer = threading.Timer(self._seconds, stop)
        timer.daemon = True
        timer.start()
        started = time.monotonic()
        try:
            connection.request(method, path, body, dict(headers))
            got = connection.getresponse()
            text = b""
            while len(text) <= self._most:
                part = got.read1(65536)
                if not part:
                    break
                text += part
            if late.is_set():
                raise ServiceFault(f"no complete answer within {self._seconds:g} s")
            if len(text) > self._most:
                raise ServiceFault(f"an answer above {self._most} bytes")
            if got.length:
                raise ServiceFault("an answer that ends too early")
            return Answer(got.status, got.getheaders(), text.decode(got.headers.get_content_charset("utf-8"), "replace"))
        except (OSError, http.client.HTTPException, LookupError) as error:
            if late.is_set() or isinstance(error, socket.timeout) or time.monotonic() - started >= self._seconds:
                raise ServiceFault(f"no complete answer within {self._seconds:g} s") from error
            raise ServiceFault(f"no answer: {type(error).__name__}: {error}") from error
        finally:
            timer.cancel()
            connection.close()


def redirects() -> range:
    """Returns the range of redirects that may be followed."""
    return range(_REDIRECTS)


def _origin(url: str) -> str:
    parts = urllib.parse.urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    host = parts.hostname or ""
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _keep(cookies: dict[str, str], header: str) -> None:
    pair, *attributes = header.split(";")
    name, _, value = pair.strip().partition("=")
    about = {key.strip().lower(): text.strip() for key, _, text in (one.partition("=") for one in attributes)}
    if about.get("max-age", "1").lstrip("-").isdigit() and int(about.get("max-age", "1")) <= 0 or "1970" in about.get("expires", ""):
        cookies.pop(name, None)
    else:
        cookies[name] = value
