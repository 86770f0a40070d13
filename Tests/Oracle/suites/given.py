"""One attempt at every kind of account: its address, verified or not, disabled or not, and its methods."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from oracle.points_to import BY_TARGET
from oracle.vectors import Json

from .attempts import CLOSED, SEVERAL
from .sequence import Sequence
from .sign_ins import federated

METHODS = (
    (), ("password",), ("password/email-link",), ("password", "password/email-link"), ("google.com",),
    ("facebook.com",), ("apple.com",), ("facebook.com", "google.com"), ("password", "google.com"),
    ("password", "facebook.com"), ("google.com", "password/email-link"),
)
HELD = ("a@gmail.com", "a@privaterelay.appleid.com", "a@x.com")
PROTECTED: Json = {"settings": {"email-enumeration-protection": "on"}}
ASSERTING = ("google.com", "apple.com", "facebook.com", "microsoft.com", "github.com")


def accounts() -> Iterator[Json]:
    """The accounts; what is not written is as at first."""
    for address, verified, disabled, methods in product(HELD, (False, True), (False, True), METHODS):
        account: Json = {"id": "u1", "email": address}
        if verified:
            account["verified"] = True
        if disabled:
            account["state"] = "disabled"
        if methods:
            account["methods"] = [_method(method) for method in methods]
        yield account


def _method(named: str) -> Json | str:
    """A method by its name; an identity provider knows the person by a subject, which is not the one who signs in."""
    return {"provider": named, "subject": "z"} if named.endswith(".com") else named


def once() -> Iterator[Sequence]:
    """One attempt of each kind at each account."""
    for account in accounts():
        given = {"accounts": [account]}
        for step in _steps(account):
            yield Sequence((step,), given=given)


def _steps(account: Json) -> Iterator[Json]:
    address = account["email"]
    for provider in ASSERTING:
        yield {"attempt": federated(provider, "a", address)}
    yield {"attempt": federated("google.com", "a", address)} | SEVERAL
    yield {"attempt": federated("google.com", "a", address)} | CLOSED
    signing_in = {"action": "sign-in", "provider": "password", "email": address}
    for secret in ("right", "wrong") if "password" in account.get("methods", []) else (None,):
        yield {"attempt": signing_in | ({"secret": secret} if secret else {})}
    yield {"attempt": {"action": "sign-up", "provider": "password", "email": address}}
    for action in ("sign-in-methods", "request-reset"):
        yield {"attempt": {"action": action, "email": address}}
        yield {"attempt": {"action": action, "email": address}} | PROTECTED
    yield {"attempt": {"action": "admin-create", "email": address}}
    for action in BY_TARGET:
        yield {"attempt": {"action": action}, "target": "u1"}
