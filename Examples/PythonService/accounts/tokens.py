"""Verifies ID tokens, and turns their claims into attempts."""
from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional

import jwt

CLIENT_ID = "example-client"


@dataclass(frozen=True)
class Provider:
    """A provider, as the service knows it.

    Attributes:
        id: its id in the policy.
        issuer: the only accepted `iss`.
        algorithm: the only accepted algorithm. A token must not choose it.
        hashes_nonce: whether tokens have the SHA-256 digest of the nonce.
        about_email: the claims about the address that the policy declares.
    """

    id: str
    issuer: str
    algorithm: str
    hashes_nonce: bool
    about_email: tuple[str, ...]


PROVIDERS = {
    "google.com": Provider("google.com", "https://accounts.google.com", "RS256", False, ("email_verified",)),
    "apple.com": Provider("apple.com", "https://appleid.apple.com", "ES256", True, ("email_verified",)),
}


class TokenError(Exception):
    """The token is not for this service, or is not genuine. The message names the check that failed."""


def verified(provider: Provider, token: str, key_of: Callable[[str, Optional[str]], Any]) -> Mapping[str, Any]:
    """Returns the claims of a token after the checks of signature, issuer, audience and time.

    Args:
        provider: the provider to which the service redirected.
        token: the token.
        key_of: returns the public key of a provider with a key id.

    Raises:
        TokenError: a check failed.
    """
    try:
        header = jwt.get_unverified_header(token)
        claims: dict[str, Any] = jwt.decode(
            token, key_of(provider.id, header.get("kid")), algorithms=[provider.algorithm], audience=CLIENT_ID, issuer=provider.issuer,
            options={"require": ["exp", "iat", "iss", "aud", "sub"]})
    except jwt.PyJWTError as error:
        raise TokenError(f"{type(error).__name__}: {error}") from error
    except KeyError as error:
        raise TokenError(f"the provider has no key {error}") from error
    audiences = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
    if (len(audiences) > 1 or "azp" in claims) and claims.get("azp") != CLIENT_ID:
        raise TokenError("`azp` is another application")
    if not isinstance(claims["sub"], str) or not claims["sub"]:
        raise TokenError("`sub` is not a text")
    return claims


def assertion(provider: Provider, claims: Mapping[str, Any], nonce: str) -> dict[str, Any]:
    """Returns the members of an attempt that a token asserts. The nonce is compared here; the policy decides about the result."""
    expected = hashlib.sha256(nonce.encode()).hexdigest() if provider.hashes_nonce else nonce
    given = claims.get("nonce")
    matches = isinstance(given, str) and hmac.compare_digest(given.encode(), expected.encode())
    attempt: dict[str, Any] = {
        "provider": provider.id, "subject": claims["sub"],
        "nonce": "missing" if given is None else "matched" if matches else "mismatched",
        "profile": {"name": claims.get("name"), "photo": claims.get("picture")},
    }
    if isinstance(claims.get("email"), str):
        about = {name: claims[name] for name in provider.about_email if isinstance(claims.get(name), (bool, str))}
        attempt["addresses"] = [{"email": claims["email"], "claims": about}]
    return attempt
