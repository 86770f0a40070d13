"""Which of the two policies is asked, with which protections, and whose word it believes."""

from __future__ import annotations

from .state import NONE

CLAUSES = (
    "override-purges", "override-revokes", "override-cancels", "click-bound",
    "reset-purges", "reset-revokes", "reset-cancels", "link-purges", "link-revokes", "link-cancels",
    "untrusted-verified", "untrusted-unverified",
)
"""What protects the owner. `link` is a sign-in by mailed link, `override` one that replaces the unproved."""

WEAKNESSES = ("W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "W12", "W14", "W17", "W18", "I4")
"""What the documented policy leaves open and the hardened one closes."""

DOCUMENTED = (
    "override-purges",  # L3
    "reset-revokes",  # U9, R34
    "link-purges", "link-revokes",  # E3, R4
    "untrusted-verified", "untrusted-unverified",  # L2, L1
)

POLICIES = {"firebase": frozenset(DOCUMENTED), "hardened": frozenset(CLAUSES + WEAKNESSES)}

DOMAIN_SETS = {
    "google": ("gmail.com",),
    "yahoo": ("yahoo.com",),
    "microsoft": ("outlook.com", "hotmail.com"),
    "relay": ("privaterelay.appleid.com",),
}
APPLE_DOMAINS = ("icloud.com", "me.com", "mac.com")

PROVIDERS = (
    "google.com", "apple.com", "facebook.com", "twitter.com", "github.com", "yahoo.com", "microsoft.com",
    "saml.one", "oidc.one", "unlisted.example",
)
"""In the policy's order; one of each family, and one that it does not name."""


class Policy:
    """A policy with some of its protections taken away."""

    def __init__(self, name: str, without: list[str], bug: str | None = None) -> None:
        self.name = name
        self.protections = POLICIES[name] - set(without)
        self.bug = bug

    def has(self, *protections: str) -> bool:
        """Are all of these in force?"""
        return all(p in self.protections for p in protections)

    def domain_set(self, domain: str) -> str | None:
        """The named set that the domain is in."""
        if self.name == "hardened" and domain in APPLE_DOMAINS:
            return "apple"  # W5
        return next((name for name, domains in DOMAIN_SETS.items() if domain in domains), None)

    def domains(self) -> list[str]:
        """Every domain it names."""
        named = [domain for domains in DOMAIN_SETS.values() for domain in domains]
        return named + list(APPLE_DOMAINS) if self.name == "hardened" else named

    def trusts(self, provider: str, domain: str, consumer_tenant: bool) -> bool:
        """Is the provider believed about an address at this domain? (V3, V4, R9)"""
        named = self.domain_set(domain)
        if provider == "apple.com":
            return named in ("apple", "relay") if self.has("W5") else True
        if provider == "google.com":
            return named == "google"
        if provider == "yahoo.com":
            return named == "yahoo"
        if provider == "microsoft.com":
            return named == "microsoft" and (consumer_tenant or not self.has("W8"))
        return False


def proved_address(trusted: bool, address: str) -> str:
    """What a method remembers to have proved."""
    return address if trusted else NONE
