"""Whose word is believed on which address (V2, V3, V4, R2, R9, R51)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .attempt import Attempt

RELAY = "privaterelay.appleid.com"
DECLARED = {
    "google.com", "apple.com", "facebook.com", "twitter.com", "github.com", "yahoo.com", "microsoft.com",
    "password", "phone", "custom", "anonymous",
}
CONNECTIONS = ("saml.", "oidc.")


def declared(provider: str) -> bool:
    """Do the documents name it, or is it a SAML or an OIDC connection? (R46)"""
    return provider in DECLARED or any(provider.startswith(c) and len(provider) > len(c) for c in CONNECTIONS)


def domain_of(address: str) -> str:
    """What stands behind the @."""
    return address.rsplit("@", 1)[1].lower()


def is_relay(address: str | None) -> bool:
    """Is it one of the addresses Apple hands out to hide the real one? (A1)"""
    return address is not None and domain_of(address) == RELAY


def trusted(attempt: Attempt) -> bool:
    """Does a sign-in of this kind show that the person owns the address?

    What the provider claims about the address is not asked (R2), nor which further domains it issues (R51).
    """
    if attempt.address is None:
        return False
    if attempt.kind == "email-link":
        return True  # E1: whoever follows the link reads the mailbox.
    if attempt.kind != "federated":
        return False  # V4: a password alone shows nothing.
    domain = domain_of(attempt.address)
    provider = attempt.provider
    if provider == "apple.com":
        return True  # V3: Apple always.
    if provider == "google.com":
        return domain == "gmail.com"  # V2: an address elsewhere was verified once, if at all.
    if provider == "yahoo.com":
        return domain == "yahoo.com"
    if provider == "microsoft.com":
        return domain in ("outlook.com", "hotmail.com")
    return False  # V4, and R9 for whoever neither list names.
