"""Hashes passwords with scrypt."""
from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Callable, Optional

_COST = {"n": 1 << 14, "r": 8, "p": 1}
LEAST = 8


def hashed(password: str) -> str:
    """Returns a salted hash."""
    salt = secrets.token_bytes(16)
    return f"scrypt${salt.hex()}${_digest(password, salt).hex()}"


def comparing(password: str) -> Callable[[Optional[str]], bool]:
    """Returns the comparison for `Store.settle`. An address without an account costs the same time."""
    def compare(stored: Optional[str]) -> bool:
        _, salt, digest = (stored or f"scrypt${'00' * 16}${'00' * 64}").split("$")
        return hmac.compare_digest(_digest(password, bytes.fromhex(salt)).hex(), digest) and stored is not None

    return compare


def bound(id: str, password: str) -> str:
    """Returns an id of a request that differs for another password. Testing passwords against it costs as much as against a hash."""
    return f"{id}-{_digest(password, id.encode()).hex()[:32]}"


def _digest(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, dklen=64, **_COST)
