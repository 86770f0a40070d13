"""Who and what appears in a generated sequence."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeVar

T = TypeVar("T")

DOMAINS = ("gmail.com", "gmail.com", "yahoo.com", "outlook.com", "example.com", "privaterelay.appleid.com")
APPLES_OWN = ("icloud.com", "me.com", "mac.com")
FEDERATED = (
    "google.com", "google.com", "apple.com", "facebook.com", "facebook.com",
    "yahoo.com", "microsoft.com", "github.com", "oidc.harbour",
)
NAMES = ("Ana", "Bo")
SETTINGS = (
    ("one-account-per-email", "off"),
    ("client-create", "restricted"),
    ("client-delete", "restricted"),
    ("email-password", "off"),
    ("apple-flow", "generic"),
    ("email-enumeration-protection", "on"),
)
TENANTS = ("north", "south", None)


def weighted(random: Random, choices: dict[T, int]) -> T:
    """One of the choices, by weight; the order of the dictionary is the order written."""
    return random.choices(list(choices), weights=list(choices.values()))[0]


@dataclass
class Cast:
    """A few people, providers and addresses, so that they meet often."""

    addresses: list[str]
    providers: list[str]
    tenants: list[str | None]
    is_hardened: bool
    """Do sessions that bring a code, and what Microsoft says of tenants, decide something?"""

    @staticmethod
    def draw(random: Random, with_tenants: bool, is_hardened: bool) -> Cast:
        """Draws the cast of one sequence: two people, and two or three providers."""
        domains = DOMAINS + APPLES_OWN if is_hardened else DOMAINS
        domain = random.choice(domains)
        addresses = [f"ann@{domain}", f"bob@{domain if random.random() < 0.5 else random.choice(domains)}"]
        if random.random() < 0.3:
            addresses.append(f"ann@{random.choice(domains)}")
        providers = [random.choice(FEDERATED) for _ in range(random.choice((2, 3)))]
        tenants: list[str | None] = [None]
        if with_tenants:
            home = random.choice(TENANTS)
            tenants = [home, home, home, home, random.choice(TENANTS)]
        return Cast(addresses, providers, tenants, is_hardened)
