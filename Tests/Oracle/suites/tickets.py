"""After a refusal that asks for something: the attempt resumes with its ticket, or another does, in vain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from oracle.vectors import Json

from .sequence import Sequence, Step
from .sign_ins import federated

ADDRESSES = ("a@gmail.com", "a@privaterelay.appleid.com", "a@x.com")
HOLDERS = ("google.com", "apple.com", "facebook.com")
STRANGERS = ("facebook.com", "twitter.com", "github.com", "saml.x", "oidc.x")
SENSITIVE: tuple[Json, ...] = (
    {"action": "delete"}, {"action": "update-password"}, {"action": "update-email", "email": "b@x.com"},
    {"action": "request-email", "email": "b@x.com"},
)


def all_of_them() -> Iterator[Sequence]:
    """For each remedy: linking required, consent, a recent sign-in."""
    for address, holder, stranger in product(ADDRESSES, HOLDERS, STRANGERS):
        if holder != stranger:
            yield from _linking_required(address, holder, stranger)
    for address, provider in product(ADDRESSES, HOLDERS):
        yield from _consent(address, provider)
        yield from _recency(address, provider)


def _linking_required(address: str, holder: str, stranger: str) -> Iterator[Sequence]:
    held: Step = {"attempt": federated(holder, "a", address)}
    asked = Sequence((held, {"attempt": federated(stranger, "b", address)}))
    yield asked
    for said in (
        federated(stranger, "b", address),
        federated(stranger, "c", address),
        federated(stranger, "b", "b@x.com"),
    ):
        linking: Json = said | {"action": "link", "consent": "given"}
        yield asked.then({"attempt": linking, "as": 1, "ticket": 2})


def _consent(address: str, provider: str) -> Iterator[Sequence]:
    held: Step = {"attempt": federated(provider, "a", address)}
    said = federated("apple.com", "b", "a@privaterelay.appleid.com") | {"action": "link"}
    opened = Sequence((held,))
    if provider == "apple.com":
        said = federated("github.com", "b", "b@x.com") | {"action": "link"}
    asked = opened.then({"attempt": said, "as": 1})
    yield asked
    yield asked.then({"attempt": said | {"consent": "given"}, "as": 1, "ticket": 2})
    yield asked.then({"attempt": said, "as": 1, "ticket": 2})
    yield asked.then({"attempt": said | {"subject": "c", "consent": "given"}, "as": 1, "ticket": 2})


def _recency(address: str, provider: str) -> Iterator[Sequence]:
    held: Step = {"attempt": federated(provider, "a", address)}
    again: Step = {"attempt": federated(provider, "a", address) | {"action": "reauthenticate"}, "as": 1}
    for said in SENSITIVE:
        asked = Sequence((held, {"wait": "old"}, {"attempt": said, "as": 1}))
        yield asked
        yield asked.then({"attempt": said, "as": 1, "ticket": 3})
        renewed = asked.then(again)
        yield renewed
        yield renewed.then({"attempt": said, "as": 1, "ticket": 3})
