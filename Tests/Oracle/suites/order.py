"""Where several refusals could apply, which comes first (R40), and credentials whose account is gone (R13)."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.vectors import Json

from .attempts import ANONYMOUS, OFF, assertions
from .domains import look_alikes
from .sequence import Sequence
from .sign_ins import asking, federated


def refused_first() -> Iterator[Sequence]:
    """Switched off, without a session, with a nonce that does not match, without consent: all at once."""
    for said in assertions("sign-in"):
        yield Sequence(({"attempt": said} | OFF,))
    for said in assertions("reauthenticate"):
        yield Sequence(({"attempt": said} | OFF,))
    for said in assertions("link"):
        yield Sequence(({"attempt": said | {"consent": "given"}},))
        yield Sequence(({"attempt": said} | OFF,))
        yield Sequence(({"attempt": said | {"consent": "given"}} | OFF,))
        if "claims" not in said:
            yield Sequence((ANONYMOUS, {"attempt": said, "as": 1} | OFF))


def gone() -> Iterator[Sequence]:
    """A credential whose account is gone never falls back to the address, whatever it asserts."""
    for said in assertions("sign-in"):
        given: Json = {"orphans": [{"provider": said["provider"], "subject": "a"}]}
        yield Sequence(({"attempt": said},), given=given)
        if "claims" not in said and "origin" not in said:
            linking = said | {"action": "link", "consent": "given"}
            yield Sequence((ANONYMOUS, {"attempt": linking, "as": 1}), given=given)


def linked_at_look_alikes() -> Iterator[Sequence]:
    """An anonymous account takes the address over; a domain that is only near a trusted one verifies nothing."""
    for domain, owner in look_alikes():
        for provider in asking(owner):
            if provider != "apple.com":
                said = federated(provider, "a", f"a@{domain}") | {"action": "link"}
                yield Sequence((ANONYMOUS, {"attempt": said, "as": 1}))
