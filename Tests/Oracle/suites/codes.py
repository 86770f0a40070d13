"""Mailed codes and links: brought back in time or too late, twice, for something else, by somebody else, after the
account has changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from oracle.vectors import Json

from .attempts import ANONYMOUS, PHONE
from .probes import MAILS
from .sequence import Sequence, Step
from .sign_ins import federated

NEW = "b@x.com"
ANSWERS = {
    "request-verification": "verify-email", "request-email": "confirm-email", "update-email": "recover-email",
    "request-reset": "reset-password",
}
EXPIRED: Step = {"wait": "expired"}
DELETED: Step = {"attempt": {"action": "admin-delete"}, "target": "u1"}
DISABLED: Step = {"attempt": {"action": "disable"}, "target": "u1"}


def openings(own: str) -> list[Step]:
    """Accounts with the address, by a method that proves it or not."""
    return [
        {"attempt": {"action": "sign-up", "provider": "password", "email": own}},
        {"attempt": federated("google.com", "g", own)},
        {"attempt": federated("facebook.com", "f", own)},
    ]


def of_accounts(own: str) -> Iterator[Sequence]:
    """Verification, change, undo and reset."""
    for opening, (asking, answer) in product(openings(own), ANSWERS.items()):
        step: Step = {"attempt": {"action": asking}, "as": 1}
        if asking in ("request-email", "update-email"):
            step["attempt"]["email"] = NEW
        if asking == "request-reset":
            step = {"attempt": {"action": asking, "email": own}}
        mailed = Sequence((opening, step))
        for action in ANSWERS.values():
            yield mailed.then({"attempt": {"action": action}, "code": "c1"})
        answering: Step = {"attempt": {"action": answer}, "code": "c1"}
        for between in _between(own, asking, answering):
            changed = mailed.then(between)
            yield changed.then(answering)
            if answer == "reset-password":
                brought: Json = {"action": "refresh"}
                yield changed.then(answering, {"attempt": brought, "as": 1})
        link = {"action": "sign-in", "provider": "password", "kind": "email-link", "email": own}
        yield mailed.then({"attempt": link, "code": "c1"})
        for action in ("refresh", "delete", "update-password"):
            yield mailed.then(answering, {"attempt": {"action": action}, "as": 1})


def _between(own: str, asking: str, answering: Step) -> Iterator[Step]:
    yield from (EXPIRED, DELETED, DISABLED, answering)
    yield {"attempt": {"action": "update-email", "email": "c@x.com"}, "as": 1}
    yield {"attempt": {"action": "mark-verified"}, "target": "u1"}
    if asking in ("request-email", "update-email"):
        taken = NEW if asking == "request-email" else own
        yield {"attempt": {"action": "admin-create", "email": taken}}
        yield {"attempt": federated("google.com", "h", taken)}
        yield {"attempt": {"action": "sign-up", "provider": "password", "email": taken}}


def links(own: str) -> Iterator[Sequence]:
    """Sign-in links: for signing in, linking and re-authenticating."""
    asked: Json = {"action": "send-link", "email": own, "link": MAILS}
    for opening in [ANONYMOUS, PHONE, *openings(own)]:
        opened = Sequence((opening,))
        for step in ({"attempt": asked, "as": 1}, {"attempt": asked}):
            mailed = opened.then(step)
            for action, address in product(("sign-in", "link", "reauthenticate"), (own, NEW)):
                yield mailed.then(_bring(action, address, 1))
            for between in (EXPIRED, DELETED, DISABLED, _bring("sign-in", own, None)):
                yield mailed.then(between, _bring("sign-in", own, None))
                if between is not DELETED:
                    yield mailed.then(between, _bring("link", own, 1))
            elsewhere = mailed.then({"attempt": {"action": "sign-in", "provider": "custom", "subject": "c"}})
            yield elsewhere.then(_bring("link", own, 3))
            yield elsewhere.then(_bring("reauthenticate", own, 3))
            yield elsewhere.then(_bring("sign-in", own, 3))
            linked = mailed.then(_bring("link", own, 1))
            again: Step = {"attempt": asked, "as": 1}
            yield linked.then(again, _bring("reauthenticate", own, 1, "c2"))
            yield linked.then(again, _bring("link", own, 1, "c2"))
            yield linked.then(again, _bring("sign-in", own, None, "c2"))


def proofs(own: str) -> Iterator[Sequence]:
    """Which methods proved the address shows when its mark is taken back and a trusted provider comes."""
    asked: Step = {"attempt": {"action": "send-link", "email": own, "link": MAILS}}
    taken_back: Step = {"attempt": {"action": "mark-unverified"}, "target": "u1"}
    by_link = Sequence((asked, _bring("sign-in", own, None)))
    for opened in [by_link, *(Sequence((opening,)) for opening in openings(own))]:
        unverified = opened.then(taken_back)
        yield unverified.then({"attempt": federated("apple.com", "p", own)})
        yield unverified.then({"attempt": federated("google.com", "h", own)})
        linking: Step = {"attempt": federated("yahoo.com", "y", own) | {"action": "link"}, "as": len(opened.steps)}
        linked = opened.then(linking)
        yield linked.then(taken_back, {"attempt": federated("apple.com", "p", own)})


def _bring(action: str, address: str, session: int | None, code: str = "c1") -> Step:
    said: Json = {"action": action, "provider": "password", "kind": "email-link", "email": address}
    if action == "link":
        said["consent"] = "given"
    step: Step = {"attempt": said, "code": code}
    return step if session is None else step | {"as": session}


def all_of_them() -> Iterator[Sequence]:
    """At a domain that a provider is trusted for, and at one where none is."""
    for own in ("a@gmail.com", "a@x.com"):
        yield from of_accounts(own)
        yield from links(own)
        yield from proofs(own)
