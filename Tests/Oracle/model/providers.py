"""Providers and domains that nothing tells apart stand for one another."""

from __future__ import annotations

from typing import NamedTuple

from .assumptions import AUTHORITATIVE, in_effect, who
from .policy import PROVIDERS, Policy
from .state import NONE, E, F
from .switches import Switches

ATTACKERS_DOMAIN = "example.org"
ANY_OTHER_DOMAIN = "example.com"
CONSUMER = "tid=consumer"
UNVERIFIED = "email_verified=false"


class Assertion(NamedTuple):
    """What a provider can say about an address in one attempt."""

    provider: str
    address: str
    claims: str
    trusted: bool
    """Does the policy believe it?"""
    who: str
    """Who can obtain it; nothing is asserted without an address."""


def domain_classes(policy: Policy, switches: Switches) -> list[str]:
    """One domain for each class of domains that the policy's sets or the assumptions tell apart."""
    assumed = [domain for domains in AUTHORITATIVE.values() for domain in domains]
    seen: dict[object, str] = {}
    for domain in [ANY_OTHER_DOMAIN, *policy.domains(), *assumed]:
        words = [_who(provider, domain, c, switches) for provider in PROVIDERS for c in _claims(policy, provider, domain)]
        seen.setdefault((policy.domain_set(domain), *words), domain)
    return list(seen.values())


def provider_classes(policy: Policy, domain: str, switches: Switches) -> dict[str, list[Assertion]]:
    """What the first provider of each class can say of E at this domain, of F, and of no address."""
    classes: dict[object, str] = {}
    said: dict[str, list[Assertion]] = {}
    for provider in PROVIDERS:
        assertions = _assertions(policy, provider, domain, switches)
        # Consent, and what it gives, tell Apple from every other provider (A2, A3, A8, A9).
        sign = (provider == "apple.com", tuple((a.address, a.claims, a.trusted, a.who) for a in assertions))
        if sign not in classes:
            classes[sign] = provider
            said[provider] = assertions
    return said


def _assertions(policy: Policy, provider: str, domain: str, switches: Switches) -> list[Assertion]:
    without = Assertion(provider, NONE, "", False, "")
    of_e = [_about(policy, provider, E, domain, claims, switches) for claims in _claims(policy, provider, domain)]
    if len({(a.trusted, a.who) for a in of_e}) == 1:
        of_e = of_e[:1]
    return [without, *of_e, _about(policy, provider, F, ATTACKERS_DOMAIN, "", switches)]


def _claims(policy: Policy, provider: str, domain: str) -> tuple[str, ...]:
    if policy.name == "hardened" and policy.trusts(provider, domain, True):
        # W16: whoever is believed here may say that the address is not verified.
        return ("", CONSUMER, f"{UNVERIFIED} {CONSUMER}", f"{UNVERIFIED} tid=other")
    return ("", CONSUMER) if provider == "microsoft.com" else ("",)


def _about(
    policy: Policy, provider: str, address: str, domain: str, claims: str, switches: Switches
) -> Assertion:
    trusted = policy.trusts(provider, domain, CONSUMER in claims) and UNVERIFIED not in claims
    return Assertion(provider, address, claims, trusted, _who(provider, domain, claims, switches))


def _who(provider: str, domain: str, claims: str, switches: Switches) -> str:
    return in_effect(who(provider, domain, CONSUMER in claims, switches), switches)
