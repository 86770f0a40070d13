"""Keys of the local identity provider: RS256 (RFC 8017) and ES256 (FIPS 186-4), without dependencies.

The arithmetic is not protected against timing attacks, so use these keys only for local trials.
"""
from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any, Callable, Mapping, Optional, Protocol, Tuple

_SMALL = [n for n in range(3, 2000, 2) if all(n % d for d in range(3, int(n ** 0.5) + 1, 2))]
# The prefix of SHA-256 digests in PKCS #1 v1.5 (RFC 8017, section 9.2, note 1).
_SHA256 = bytes.fromhex("3031300d060960864801650304020105000420")
# The parameters of P-256 (FIPS 186-4, D.1.2.3).
_P = 2 ** 256 - 2 ** 224 + 2 ** 192 + 2 ** 96 - 1
_N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)
_Point = Optional[Tuple[int, int]]


def encoded(data: bytes) -> str:
    """Returns data in Base64url without padding (RFC 7515)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


class Key(Protocol):
    """A private key.

    Attributes:
        algorithm: the name of the algorithm in JWS.
    """

    algorithm: str

    def sign(self, data: bytes) -> bytes:
        """Returns a signature in the encoding of JWS."""

    def jwk(self) -> dict[str, str]:
        """Returns the public key as a JWK (RFC 7517)."""


class RSAKey:
    """An RSA key of 2048 bits."""

    algorithm = "RS256"

    def __init__(self) -> None:
        self._e = 65537
        while True:
            p, q = _prime(1024), _prime(1024)
            phi = (p - 1) * (q - 1)
            if p != q and phi % self._e:
                break
        self._n, self._d = p * q, pow(self._e, -1, phi)

    def sign(self, data: bytes) -> bytes:
        digest = _SHA256 + hashlib.sha256(data).digest()
        padded = b"\x00\x01" + b"\xff" * (256 - 3 - len(digest)) + b"\x00" + digest
        return pow(int.from_bytes(padded, "big"), self._d, self._n).to_bytes(256, "big")

    def jwk(self) -> dict[str, str]:
        return {"kty": "RSA", "n": encoded(self._n.to_bytes(256, "big")), "e": encoded(self._e.to_bytes(3, "big"))}


class ECKey:
    """A key on the curve P-256."""

    algorithm = "ES256"

    def __init__(self) -> None:
        self._d = secrets.randbelow(_N - 1) + 1
        point = _times(self._d, _G)
        assert point is not None
        self._q = point

    def sign(self, data: bytes) -> bytes:
        z = int.from_bytes(hashlib.sha256(data).digest(), "big")
        while True:
            k = secrets.randbelow(_N - 1) + 1
            point = _times(k, _G)
            assert point is not None
            r = point[0] % _N
            s = pow(k, -1, _N) * (z + r * self._d) % _N
            if r and s:
                return r.to_bytes(32, "big") + s.to_bytes(32, "big")

    def jwk(self) -> dict[str, str]:
        x, y = (encoded(one.to_bytes(32, "big")) for one in self._q)
        return {"kty": "EC", "crv": "P-256", "x": x, "y": y}


KEYS: dict[str, Callable[[], Key]] = {"RS256": RSAKey, "ES256": ECKey}


def token(claims: Mapping[str, Any], key: Optional[Key], kid: str) -> str:
    """Returns a compact JWS; without a key, the token is unsigned (`alg: none`)."""
    header = {"alg": key.algorithm if key else "none", "kid": kid, "typ": "JWT"}
    text = ".".join(encoded(json.dumps(part).encode()) for part in (header, claims))
    return f"{text}.{encoded(key.sign(text.encode())) if key else ''}"


def _prime(bits: int) -> int:
    while True:
        # The two highest bits are set, so that the product of two primes has the full number of bits.
        n = secrets.randbits(bits) | 3 << bits - 2 | 1
        if all(n % small for small in _SMALL) and _is_prime(n):
            return n


def _is_prime(n: int) -> bool:
    """Tests whether a number is prime by Miller and Rabin's test, with 24 random bases."""
    d, r = n - 1, 0
    while d % 2 == 0:
        d, r = d // 2, r + 1
    for _ in range(24):
        x = pow(secrets.randbelow(n - 3) + 2, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(r - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def _plus(a: _Point, b: _Point) -> _Point:
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0]:
        if (a[1] + b[1]) % _P == 0:
            return None
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, _P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, _P)
    x = (slope * slope - a[0] - b[0]) % _P
    return x, (slope * (a[0] - x) - a[1]) % _P


def _times(k: int, point: _Point) -> _Point:
    result: _Point = None
    while k:
        if k & 1:
            result = _plus(result, point)
        point, k = _plus(point, point), k >> 1
    return result
