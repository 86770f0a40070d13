"""Session cookies and the codes in mailed links: database ids with a signature that is not in the database."""
from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Literal, Optional

__all__ = ["Tokens"]

Kind = Literal["session", "code"]
_LEAST = 32


class Tokens:
    """Signs the ids of sessions and codes with HMAC-SHA-256.

    A person who reads the database learns ids, but cannot use the ids without the key. A token can be computed again from its id,
    so a repeated request gets the same cookie, and the outbox contains no secret.
    """

    def __init__(self, key: bytes, *older: bytes) -> None:
        """Creates a signer with keys.

        Args:
            key: at least 32 random bytes, such as from `secrets.token_bytes(32)`. Keep the key outside the database.
            older: former keys; tokens that were signed with these keys stay valid.

        Raises:
            TypeError: a key is not `bytes`.
            ValueError: a key is shorter than 32 bytes.
        """
        for one in (key, *older):
            if not isinstance(one, bytes):
                raise TypeError(f"a key for tokens is `bytes`, not {type(one).__name__}")
            if len(one) < _LEAST:
                raise ValueError(f"a key for tokens has at least {_LEAST} bytes, this one has {len(one)}")
        self._keys = (key, *older)

    def issue(self, kind: Kind, id: str) -> str:
        """Returns the signed token for an id."""
        return f"{id}.{_signature(self._keys[0], kind, id)}"

    def read(self, kind: Kind, token: Optional[str]) -> Optional[str]:
        """Returns the id in a token.

        Returns:
            The id; None for a missing token. For a wrong token, the result is an id that no row has, so the policy decides as for
            an unknown session or code.
        """
        if token is None:
            return None
        id, _, signature = token.rpartition(".")
        given = signature.encode("utf-8", "surrogatepass")
        for key in self._keys:
            if hmac.compare_digest(_signature(key, kind, id).encode("ascii"), given):
                return id
        return "unknown-" + hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _signature(key: bytes, kind: Kind, id: str) -> str:
    digest = hmac.new(key, f"linkpolicy {kind} {id}".encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")
