"""Writes mails to files, in place of a mail server."""
from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlencode

from linkpolicy.store import Notice, Tokens


class Mailbox:
    """A folder with a file for each mail. A notice that is sent twice replaces its own file."""

    def __init__(self, folder: Path, tokens: Tokens, base: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._tokens, self._base = folder, tokens, base

    def send(self, notice: Notice) -> None:
        """Writes a mail."""
        if notice.to is None:
            return
        if notice.notice == "mail" and notice.code is not None:
            query = urlencode({"code": self._tokens.issue("code", notice.code)})
            text = f"Subject: your link ({notice.purpose})\n\n{self._base}/code/{notice.purpose}?{query}\n"
        else:
            text = "Subject: your account has changed\n\nIf this was not you, reset your password.\n"
        path = self._folder / f"{notice.n:06}.txt"
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_text(f"To: {notice.to}\n{text}", encoding="utf-8")
        draft.replace(path)
