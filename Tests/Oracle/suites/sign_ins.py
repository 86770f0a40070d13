"""Signing in at one address, once, twice and three times: every provider, domain class and claim."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from oracle.vectors import Json

from .domains import look_alikes
from .sequence import Sequence, Step

FEDERATED = (
    "google.com", "apple.com", "facebook.com", "twitter.com", "github.com", "yahoo.com", "microsoft.com",
    "saml.x", "oidc.x",
)
"""Those that the documents name, and a SAML and an OIDC connection."""

ADDRESSES = (
    "a@gmail.com", "a@yahoo.com", "a@outlook.com", "a@hotmail.com", "a@privaterelay.appleid.com", "a@x.com",
)
"""One of each domain class."""

SPELLINGS = ("A@Gmail.com", "a+b@gmail.com", "a.b@gmail.com", "a@GMAIL.COM", "a@Yahoo.com", "A@x.com")
CLAIMS: tuple[bool | None, ...] = (None, True, False)
REPRESENTATIVES = ("google.com", "apple.com", "facebook.com", "yahoo.com", "password", "email-link", "phone")
OTHERS = ("password", "email-link", "phone", "custom", "anonymous")


def federated(provider: str, subject: str, address: str | None, claim: bool | None = None) -> Json:
    """What a federated provider says; Apple's nonce comes back as it should."""
    attempt: Json = {"action": "sign-in", "provider": provider, "subject": subject}
    if address is not None:
        attempt["email"] = address
    if claim is not None:
        attempt["claims"] = {"email_verified": claim}
    if provider == "apple.com":
        attempt["nonce"] = "matched"
    return attempt


def other(method: str, address: str, subject: str, again: bool) -> tuple[Step, ...]:
    """Signing in by a method without a provider of its own; `again` where it has been done before."""
    if method == "password" and not again:
        return ({"attempt": {"action": "sign-up", "provider": "password", "email": address}},)
    if method == "password":
        return ({"attempt": {"action": "sign-in", "provider": "password", "email": address, "secret": "right"}},)
    if method == "email-link":
        asked = {"action": "send-link", "email": address, "link": {"domain": "allowed", "in-app": "on"}}
        brought = {"action": "sign-in", "provider": "password", "kind": "email-link", "email": address}
        return ({"attempt": asked}, {"attempt": brought, "code": "last"})
    if method == "anonymous":
        return ({"attempt": {"action": "sign-in", "provider": "anonymous"}},)
    return ({"attempt": {"action": "sign-in", "provider": method, "subject": subject}},)


Choice = tuple[str, bool | None]


def choices(claims: tuple[bool | None, ...] = CLAIMS) -> list[Choice]:
    """Every way of signing in, with every claim where there is one."""
    return [*product(FEDERATED, claims), *((method, None) for method in OTHERS)]


def signing_in(choice: Choice, address: str, subject: str, again: bool = False) -> tuple[Step, ...]:
    """The steps of one way of signing in."""
    method, claim = choice
    if method in OTHERS:
        return other(method, address, subject, again)
    return ({"attempt": federated(method, subject, address, claim)},)


def once() -> Iterator[Sequence]:
    """A first sign-in at one address of each domain class, and with none."""
    for address in ADDRESSES:
        for choice in choices():
            yield Sequence(signing_in(choice, address, "a"))
    for address, provider in product(SPELLINGS, FEDERATED):
        yield Sequence(({"attempt": federated(provider, "a", address)},))
    for provider in FEDERATED:
        yield Sequence(({"attempt": federated(provider, "a", None)},))


def asking(owner: str | None) -> tuple[str, ...]:
    """Who asserts an address at a look-alike: whose it looks to be, and one whose word counts nowhere; at others those whose does."""
    return (owner, "facebook.com") if owner else ("google.com", "apple.com", "microsoft.com")


def at_look_alikes() -> Iterator[Sequence]:
    """A first sign-in at a domain that nobody is trusted for but Apple: an exact name counts, nothing near it."""
    for domain, owner in look_alikes():
        for provider, claim in product(asking(owner), (None, True)):
            yield Sequence(({"attempt": federated(provider, "a", f"a@{domain}", claim)},))


def twice() -> Iterator[Sequence]:
    """Then another subject, of the same provider or another; and the same one once more."""
    for address, first, second in product(ADDRESSES, choices(), choices()):
        opened = Sequence(signing_in(first, address, "a"))
        yield opened.then(*signing_in(second, address, "b"))
        if first == second and first[0] != "anonymous":
            yield opened.then(*signing_in(second, address, "a", again=True))


def and_back() -> Iterator[Sequence]:
    """One, another, and the first again: does it still work?"""
    for address, first, second in product(ADDRESSES, choices((None,)), choices((None,))):
        if first[0] != second[0] and first[0] != "anonymous":
            between = Sequence(signing_in(first, address, "a")).then(*signing_in(second, address, "b"))
            yield between.then(*signing_in(first, address, "a", again=True)).fitting()


def three_times() -> Iterator[Sequence]:
    """Three different ones."""
    for address in ("a@gmail.com", "a@x.com"):
        for chosen in product(REPRESENTATIVES, repeat=3):
            if len(set(chosen)) == 3:
                yield Sequence(
                    tuple(
                        step
                        for method, subject in zip(chosen, "abc")
                        for step in signing_in((method, None), address, subject)
                    )
                )
