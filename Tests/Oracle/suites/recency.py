"""After a while: what needs a recent sign-in, and how one is had again (U9, U10, R28, R37)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from oracle.vectors import Json

from .attempts import ANONYMOUS, PHONE
from .sequence import Sequence, Step
from .sign_ins import federated
from .tickets import SENSITIVE
from .two_accounts import CUSTOM

OLD: Step = {"wait": "old"}
OWN = "a@gmail.com"
OPENINGS: tuple[Step, ...] = (
    ANONYMOUS, PHONE, CUSTOM,
    {"attempt": {"action": "sign-up", "provider": "password", "email": OWN}},
    *({"attempt": federated(provider, "a", OWN)} for provider in ("google.com", "apple.com", "facebook.com")),
)
CREDENTIALS: tuple[Json, ...] = (
    {"provider": "phone", "subject": "1"}, {"provider": "phone", "subject": "2"},
    {"provider": "custom", "subject": "c"},
    {"provider": "password", "email": OWN, "secret": "right"},
    {"provider": "password", "email": OWN, "secret": "wrong"},
    {"provider": "password", "email": "b@x.com"}, {"provider": "google.com", "subject": "a"},
    {"provider": "google.com", "subject": "b", "email": OWN}, {"provider": "facebook.com", "subject": "a"},
    {"provider": "apple.com", "subject": "a", "nonce": "matched"}, {"provider": "apple.com", "subject": "a"},
)
OTHERWISE: tuple[Json, ...] = (
    {"action": "refresh"}, {"action": "reload"}, {"action": "request-verification"}, {"action": "sign-out"},
    {"action": "update-profile", "profile": {"name": "A"}}, {"action": "unlink", "provider": "google.com"},
    {"action": "link", "provider": "phone", "subject": "9", "consent": "given"},
)


def all_of_them() -> Iterator[Sequence]:
    """Old sessions, renewed ones, and those of disabled accounts and other devices."""
    for opening in OPENINGS:
        old = Sequence((opening, OLD))
        for said in (*SENSITIVE, *OTHERWISE):
            yield old.then({"attempt": said, "as": 1})
        for credential in CREDENTIALS:
            again = old.then({"attempt": {"action": "reauthenticate", **credential}, "as": 1}).fitting()
            yield again
            for said in SENSITIVE:
                yield again.then({"attempt": said, "as": 1})
        disabled = Sequence((opening, {"attempt": {"action": "disable"}, "target": "u1"}))
        for said in (*SENSITIVE, *OTHERWISE):
            yield disabled.then({"attempt": said, "as": 1})
        for credential in CREDENTIALS:
            yield disabled.then({"attempt": {"action": "reauthenticate", **credential}, "as": 1}).fitting()
    yield from _devices()


def _devices() -> Iterator[Sequence]:
    """Two sessions of one account: what one does to the other."""
    google: Step = {"attempt": federated("google.com", "a", OWN)}
    for doing, then in product((*SENSITIVE, *OTHERWISE), (*SENSITIVE, *OTHERWISE)):
        one = Sequence((google, google, {"attempt": doing, "as": 1}))
        for number in (1, 2):
            yield one.then({"attempt": then, "as": number})
