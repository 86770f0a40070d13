"""Single attempts with everything that they can carry, from the few states that take one short step or none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from oracle.vectors import Json

from .sequence import Sequence, Step
from .sign_ins import ADDRESSES, CLAIMS, FEDERATED

NONCES = ("not-sent", "matched", "mismatched", "missing")
ORIGINS = ("fresh", "returned")
SEVERAL: Json = {"settings": {"one-account-per-email": "off"}}
CLOSED: Json = {"settings": {"client-create": "restricted"}}
GENERIC: Json = {"settings": {"apple-flow": "generic"}}
OFF: Json = {"method": "disabled"}


def assertions(action: str) -> Iterator[Json]:
    """Everything a federated provider can say: provider, domain class, claim, nonce, where it comes from."""
    addresses = [*product(ADDRESSES, CLAIMS), (None, None)]
    for provider, (address, claim), nonce, origin in product(FEDERATED, addresses, NONCES, ORIGINS):
        said: Json = {"action": action, "provider": provider, "subject": "a"}
        if address is not None:
            said["email"] = address
        if claim is not None:
            said["claims"] = {"email_verified": claim}
        if nonce != "not-sent":
            said["nonce"] = nonce
        if origin != "fresh":
            said["origin"] = origin
        yield said


def alone() -> Iterator[Sequence]:
    """With nothing there yet: signing in; linking and re-authenticating without a session."""
    for said in assertions("sign-in"):
        for under in ({}, SEVERAL, CLOSED):
            yield Sequence(({"attempt": said} | under,))
        if said["provider"] == "apple.com":
            yield Sequence(({"attempt": said} | GENERIC,))
        if "claims" not in said:
            yield Sequence(({"attempt": said} | OFF,))
    for action in ("link", "reauthenticate"):
        for said in assertions(action):
            yield Sequence(({"attempt": said},))


ANONYMOUS: Step = {"attempt": {"action": "sign-in", "provider": "anonymous"}}
PHONE: Step = {"attempt": {"action": "sign-in", "provider": "phone", "subject": "1"}}


def from_a_session() -> Iterator[Sequence]:
    """Linking to an anonymous account, and proving that one is somebody."""
    for said in assertions("link"):
        yield Sequence((ANONYMOUS, {"attempt": said, "as": 1}))
        yield Sequence((ANONYMOUS, {"attempt": said | {"consent": "given"}, "as": 1}))
        if "claims" not in said:
            yield Sequence((PHONE, {"attempt": said | {"consent": "given"}, "as": 1}))
            yield Sequence((ANONYMOUS, {"attempt": said | {"consent": "given"}, "as": 1} | SEVERAL))
            yield Sequence((ANONYMOUS, {"attempt": said | {"consent": "given"}, "as": 1} | GENERIC))
    for said in assertions("reauthenticate"):
        yield Sequence((ANONYMOUS, {"attempt": said, "as": 1}))


def at_a_made_account() -> Iterator[Sequence]:
    """Signing in at the address of an account that an administrator made."""
    for said in assertions("sign-in"):
        if "email" in said and "claims" not in said:
            made: Step = {"attempt": {"action": "admin-create", "email": said["email"]}}
            yield Sequence((made, {"attempt": said}))
            yield Sequence((made, {"attempt": said} | SEVERAL))
            yield Sequence((made, {"attempt": said} | CLOSED))
