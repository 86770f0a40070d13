"""Tenants of Identity Platform: each a user database of its own (R10, R41)."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.vectors import Json, Player

from .attempts import assertions
from .probes import MAILS, plain
from .sequence import Sequence, Step

OWN = "a@gmail.com"
FIRST: tuple[Json, ...] = (
    {"action": "sign-in", "provider": "google.com", "subject": "g", "email": OWN},
    {"action": "sign-in", "provider": "facebook.com", "subject": "f", "email": OWN},
    {"action": "sign-up", "provider": "password", "email": OWN},
    {"action": "sign-in", "provider": "phone", "subject": "1"},
    {"action": "send-link", "email": OWN, "link": MAILS},
    {"action": "admin-create", "email": OWN},
)
SECOND: tuple[Json, ...] = (
    {"action": "request-verification"}, {"action": "update-email", "email": "b@x.com"},
    {"action": "request-email", "email": "b@x.com"}, {"action": "request-reset", "email": OWN},
    {"action": "send-link", "email": OWN, "link": MAILS},
)
CODES = ("verify-email", "confirm-email", "recover-email", "reset-password")
POLICY = "identity-platform"


def once() -> Iterator[Sequence]:
    """A first sign-in inside a tenant."""
    for said in assertions("sign-in"):
        if "origin" not in said:
            yield Sequence(({"attempt": said | {"tenant": "t"}},), POLICY)


def twice() -> Iterator[Sequence]:
    """What begins in one tenant, in another and in none."""
    for tenant in ("t", None):
        for first in FIRST:
            opened = Sequence((_inside({"attempt": first}, tenant),), POLICY)
            player = Player(opened.inputs())
            player.step(1, opened.steps[0])
            for step in plain(OWN, player):
                if "attempt" in step and "secret" not in step["attempt"]:
                    for other in ("t", "s") if tenant else ("s",):
                        yield opened.then(_inside(step, other)).fitting()
                    if tenant:
                        yield opened.then(step)


def codes() -> Iterator[Sequence]:
    """A code counts in the tenant that it was asked for in."""
    for first in FIRST[:3]:
        for second in SECOND:
            step: Step = {"attempt": second}
            if second["action"] != "request-reset":
                step["as"] = 1
            mailed = Sequence((_inside({"attempt": first}, "t"), _inside(step, "t")), POLICY)
            yield mailed
            for other in ("t", "s", None):
                for action in CODES:
                    yield mailed.then(_inside({"attempt": {"action": action}, "code": "c1"}, other))
                link = {"action": "sign-in", "provider": "password", "kind": "email-link", "email": OWN}
                yield mailed.then(_inside({"attempt": link, "code": "c1"}, other))


def _inside(step: Step, tenant: str | None) -> Step:
    if tenant is None:
        return step
    return step | {"attempt": step["attempt"] | {"tenant": tenant}}
