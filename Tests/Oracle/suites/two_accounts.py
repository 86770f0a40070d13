"""What one account attempts with something that another account holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from oracle.vectors import Json

from .attempts import ANONYMOUS, PHONE, SEVERAL
from .given import PROTECTED
from .sequence import Sequence, Step
from .sign_ins import ADDRESSES, federated

CUSTOM: Step = {"attempt": {"action": "sign-in", "provider": "custom", "subject": "c"}}
OTHER: Step = {"attempt": {"action": "sign-up", "provider": "password", "email": "b@x.com"}}
HELD: tuple[Json, ...] = (
    {"provider": "google.com", "subject": "g"}, {"provider": "facebook.com", "subject": "f"},
    {"provider": "phone", "subject": "2"}, {"provider": "custom", "subject": "d"}, {"provider": "password"},
)


def all_of_them() -> Iterator[Sequence]:
    """The other account is there before; the caller's is made by the first step."""
    for address, held, opening in product(ADDRESSES, HELD, (ANONYMOUS, PHONE, CUSTOM, OTHER)):
        given = {"accounts": [{"id": "u1", "email": address, "methods": [held]}]}
        for step in _steps(address, held):
            yield Sequence((opening, step | {"as": 1}), given=given)
    for action, credential in product(("sign-in", "link", "reauthenticate"), HELD[:4]):
        for opening in (ANONYMOUS, PHONE, CUSTOM, OTHER):
            said = {"action": action, **credential}
            yield Sequence((opening, {"attempt": said, "as": 1}), given={"orphans": [credential]})
    for first, second in product(HELD[:4], HELD[:4]):
        opening = {"attempt": {"action": "sign-in", **first}}
        for subject in (second["subject"], "z"):
            linking = {"action": "link", **second, "subject": subject}
            yield Sequence((opening, {"attempt": linking, "as": 1}))


def _steps(address: str, held: Json) -> Iterator[Step]:
    if "subject" in held:
        for action in ("link", "reauthenticate", "sign-in"):
            yield {"attempt": {"action": action, **held}}
        if held["provider"] in ("google.com", "facebook.com"):
            yield {"attempt": {"action": "link", **held, "email": address, "consent": "given"}}
            yield {"attempt": {"action": "link", **held, "email": "b@x.com"}}
    said = {"action": "link", "subject": "z", "email": address, "consent": "given"}
    for provider in ("google.com", "facebook.com"):
        yield {"attempt": said | {"provider": provider}}
        yield {"attempt": said | {"provider": provider}} | SEVERAL
    yield {"attempt": federated("apple.com", "z", address) | {"action": "link", "consent": "given"}}
    yield {"attempt": {"action": "link", "provider": "password", "email": address, "consent": "given"}}
    for action in ("update-email", "request-email"):
        yield {"attempt": {"action": action, "email": address}}
        yield {"attempt": {"action": action, "email": address}} | PROTECTED
