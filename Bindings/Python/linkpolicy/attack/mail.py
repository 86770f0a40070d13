"""Mailboxes to which the tested service sends its mails: a folder of files, or a local SMTP server."""
from __future__ import annotations

import email
import email.policy
import re
import socketserver
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

_BYTES = 1 << 20


@dataclass(frozen=True)
class Mail:
    """A mail.

    Attributes:
        to: the addresses of the recipients.
        text: the subject, and the decoded text.
    """

    to: tuple[str, ...]
    text: str


class Mailbox(Protocol):
    """A mailbox with all mails that the service has sent."""

    def mails(self) -> list[Mail]:
        """Returns the mails, with the oldest mail first."""

    def close(self) -> None:
        """Closes the mailbox."""


class Folder:
    """A folder in which each mail is a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: dict[str, Mail] = {}
        self._order: list[str] = []

    def mails(self) -> list[Mail]:
        files = [file for file in self._path.iterdir() if file.is_file()] if self._path.is_dir() else []
        found = [(file.stat().st_mtime_ns, file.name, file) for file in files]
        for _, name, file in sorted(found):
            if name not in self._read:
                with open(file, "rb") as stream:
                    self._read[name] = parsed(stream.read(_BYTES), ())
                self._order.append(name)
        return [self._read[name] for name in self._order]

    def close(self) -> None:
        pass


class SMTP:
    """An SMTP server that accepts every mail and forwards none (RFC 5321, the minimum implementation)."""

    def __init__(self, port: int) -> None:
        received: list[Mail] = []
        self._received = received

        class Session(socketserver.StreamRequestHandler):
            timeout = 10

            def handle(self) -> None:
                to: list[str] = []
                self._say("220 local mailbox")
                for line in iter(lambda: self.rfile.readline(_BYTES), b""):
                    word = line[:4].upper()
                    if word == b"RCPT":
                        to += re.findall(r"<([^>]+)>", line.decode("utf-8", "replace"))
                        self._say("250 ok")
                    elif word == b"DATA":
                        self._say("354 end with a dot")
                        lines, size = [], 0
                        for one in iter(lambda: self.rfile.readline(_BYTES), b""):
                            if one.rstrip(b"\r\n") == b".":
                                break
                            size += len(one)
                            if size > _BYTES:
                                return
                            lines.append(one[1:] if one.startswith(b"..") else one)
                        received.append(parsed(b"".join(lines), tuple(to)))
                        to = []
                        self._say("250 ok")
                    elif word == b"QUIT":
                        self._say("221 bye")
                        return
                    else:
                        self._say("250 ok")

            def _say(self, text: str) -> None:
                self.wfile.write(text.encode() + b"\r\n")

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True

        self._server = Server(("127.0.0.1", port), Session)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        """The port on which the server listens."""
        return int(self._server.server_address[1])

    def mails(self) -> list[Mail]:
        return list(self._received)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def parsed(data: bytes, to: tuple[str, ...]) -> Mail:
    """Parses a mail; without addresses of an envelope, the recipients are the addresses of `To`."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    parts = [str(message.get("Subject", ""))]
    for part in message.walk():
        if part.get_content_maintype() == "text":
            payload = part.get_payload(decode=True)
            parts.append(payload.decode(part.get_content_charset("utf-8"), "replace") if isinstance(payload, bytes) else str(payload))
    addresses = to or tuple(re.findall(r"[^\s<>,;]+@[^\s<>,;]+", str(message.get("To", ""))))
    return Mail(tuple(one.lower() for one in addresses), "\n".join(parts))
