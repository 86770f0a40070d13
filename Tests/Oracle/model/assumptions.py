"""What providers really do: who can obtain an assertion of an address. The defaults of `prove`."""

from __future__ import annotations

from .state import ATTACKER, OWNER, E
from .switches import Switches

PRESENT_OWNER, FORMER_OWNER, ANYONE = "owner", "former-owner", "anyone"

AUTHORITATIVE = {
    "google.com": ("gmail.com", "googlemail.com"),
    "yahoo.com": ("yahoo.com",),
    "apple.com": ("icloud.com", "me.com", "mac.com", "privaterelay.appleid.com"),
    "microsoft.com": ("outlook.com", "hotmail.com"),
}
VERIFIES_ONCE = ("apple.com", "google.com", "github.com", "yahoo.com")


def who(provider: str, domain: str, consumer_tenant: bool, switches: Switches) -> str:
    """Who can obtain the provider's assertion of an address at this domain."""
    if domain in AUTHORITATIVE.get(provider, ()):
        if provider == "microsoft.com" and not consumer_tenant and switches.any_tenant == "on":
            return ANYONE
        return PRESENT_OWNER
    return FORMER_OWNER if provider in VERIFIES_ONCE else ANYONE


def can_assert(actor: str, address: str, by: str, owner_of_e: str, switches: Switches) -> bool:
    """Can the actor have this address asserted? The owner tells the truth and uses E alone."""
    if actor == OWNER:
        return address == E and owner_of_e == OWNER
    if address != E or owner_of_e == ATTACKER or by == ANYONE:
        return True
    return by == FORMER_OWNER and switches.reassigned != "off"


def in_effect(by: str, switches: Switches) -> str:
    """Whether it makes a difference who once had an address."""
    return PRESENT_OWNER if by == FORMER_OWNER and switches.reassigned == "off" else by


def proves(by: str) -> bool:
    """Is such an assertion worth anything? One that anyone can have is not."""
    return by != ANYONE
