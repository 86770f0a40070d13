"""Sequences that small wrong edits of a policy would change, and that nothing else makes.

Each function is about one way of being nearly right: a refusal asked of another action, a domain that only
looks like another, an account that only nearly has something.
"""

from __future__ import annotations

from collections.abc import Iterator

from oracle.vectors import Json

from .canonical import id_of
from .probes import MAILS

OWN, OTHER = "a@gmail.com", "b@x.com"
PHONE: Json = {"action": "sign-in", "provider": "phone", "subject": "1"}
CUSTOM: Json = {"action": "sign-in", "provider": "custom", "subject": "1"}
GOOGLE: Json = {"action": "sign-in", "provider": "google.com", "subject": "g", "email": OWN}
FACEBOOK: Json = {"action": "sign-in", "provider": "facebook.com", "subject": "f", "email": OTHER}
SIGN_UP: Json = {"action": "sign-up", "provider": "password", "email": OTHER}
PROFILE: Json = {"name": "Ada", "photo": "https://ada.example/1"}
FEDERATED = (
    "google.com", "apple.com", "facebook.com", "twitter.com", "github.com", "yahoo.com", "microsoft.com", "saml.x",
    "oidc.x",
)


def vectors() -> Iterator[Json]:
    """All of them, each with its id."""
    for family in (tenants, switched_off, long_ago, relays, nonces, letters, look_alikes, profiles, codes, gone, nearly, listed, moved_to_another):
        for vector in family():
            yield {"id": "", "policy": "firebase"} | vector | {"id": id_of(vector | {"policy": "firebase"}, "mx")}


def _steps(*steps: Json) -> Json:
    return {"steps": list(steps)}


def _try(said: Json, **beside: object) -> Json:
    return {"attempt": said} | {("as" if key == "session" else key): value for key, value in beside.items()}


def _with_session() -> list[Json]:
    """An attempt of every action that a session makes."""
    return [
        {"action": "link", "provider": "github.com", "subject": "h"},
        {"action": "unlink", "provider": "password"},
        {"action": "reauthenticate", "provider": "google.com", "subject": "g", "email": OWN},
        {"action": "update-profile", "profile": PROFILE},
        {"action": "update-email", "email": "c@x.com"},
        {"action": "request-email", "email": "c@x.com"},
        {"action": "request-verification"},
        {"action": "update-password"},
        {"action": "delete"},
        {"action": "refresh"},
        {"action": "reload"},
        {"action": "sign-out"},
    ]


def _without_session(address: str) -> list[Json]:
    """An attempt of every action that takes neither a session nor a code, at an address."""
    return [
        {"action": "sign-in", "provider": "phone", "subject": "9"},
        {"action": "sign-in", "provider": "custom", "subject": "9"},
        {"action": "sign-in", "provider": "anonymous"},
        {"action": "sign-in", "provider": "github.com", "subject": "h", "email": "c@x.com"},
        {"action": "sign-up", "provider": "password", "email": "c@x.com"},
        {"action": "sign-in-methods", "email": address},
        {"action": "request-reset", "email": address},
        {"action": "admin-create", "email": "c@x.com"},
        {"action": "send-link", "email": address, "link": MAILS},
    ]


def _with_target() -> list[Json]:
    return [{"action": a} for a in ("admin-delete", "mark-verified", "mark-unverified", "disable", "enable")]


def _mailed(first: Json, address: str) -> Iterator[tuple[list[Json], Json]]:
    """For every action that a code makes: the steps that mail one, and the attempt."""
    opened = _try(first)
    yield [opened, _try({"action": "request-verification"}, session=1)], {"action": "verify-email"}
    yield [opened, _try({"action": "request-email", "email": "c@x.com"}, session=1)], {"action": "confirm-email"}
    yield [opened, _try({"action": "update-email", "email": "c@x.com"}, session=1)], {"action": "recover-email"}
    yield [opened, _try({"action": "request-reset", "email": address})], {"action": "reset-password"}


def _inside(said: Json, tenant: str) -> Json:
    return said | {"tenant": tenant}


def tenants() -> Iterator[Json]:
    """A session, a target and a code of one tenant do nothing in another, whatever is attempted."""
    first = _inside(SIGN_UP, "t")
    for said in _with_session():
        yield _steps(_try(first), _try(_inside(said, "s"), session=1))
        yield _steps(_try(first), {"wait": "old"}, _try(_inside(said, "s"), session=1))
    for said in _with_target():
        yield _steps(_try(first), _try(_inside(said, "s"), target="u1"))
        yield _steps(_try(first), _try({"action": "disable", "tenant": "t"}, target="u1"), _try(
            _inside(said, "s"), target="u1"))
    for steps, said in _mailed(SIGN_UP, OTHER):
        inside = [step | {"attempt": _inside(step["attempt"], "t")} for step in steps]
        yield _steps(*inside, _try(_inside(said, "s"), code="c1"))


def switched_off() -> Iterator[Json]:
    """What the switch of `password` does not touch, and what every other method may still do."""
    off = {"email-password": "off"}
    for first in (SIGN_UP, GOOGLE, PHONE):
        for said in _with_session():
            yield _steps(_try(first), _try(said, session=1, settings=off))
        for said in _with_target():
            yield _steps(_try(first), _try(said, target="u1", settings=off))
    for said in _without_session(OTHER):
        yield _steps(_try(SIGN_UP), _try(said, settings=off))
    for steps, said in _mailed(SIGN_UP, OTHER):
        yield _steps(*steps, _try(said, code="c1", settings=off))


def long_ago() -> Iterator[Json]:
    """What an old session may still do, and what it is no matter for."""
    for first in (SIGN_UP, GOOGLE):
        for said in _with_session():
            yield _steps(_try(first), {"wait": "old"}, _try(said, session=1))
        for said in _without_session(OTHER):
            yield _steps(_try(first), {"wait": "old"}, _try(said, session=1))
        for said in _with_target():
            yield _steps(_try(first), {"wait": "old"}, _try(said, target="u1", session=1))
    for steps, said in _mailed(SIGN_UP, OTHER):
        yield _steps(*steps, {"wait": "old"}, _try(said, code="c1", session=1))


def relays() -> Iterator[Json]:
    """What somebody who came by Apple does without being asked for consent."""
    relayed: Json = {"action": "sign-in", "provider": "apple.com", "subject": "p", "nonce": "matched"}
    relayed["email"] = "a@privaterelay.appleid.com"
    address = str(relayed["email"])
    for said in _with_session():
        yield _steps(_try(relayed), _try(said, session=1))
    for said in _without_session(address):
        yield _steps(_try(relayed), _try(said))
    for said in _with_target():
        yield _steps(_try(relayed), _try(said, target="u1"))
    for steps, said in _mailed(relayed, address):
        yield _steps(*steps, _try(said, code="c1"))


def nonces() -> Iterator[Json]:
    """A nonce where none is asked for."""
    relayed = {"action": "sign-in", "provider": "apple.com", "subject": "p", "email": OWN, "nonce": "matched"}
    unlink = {"action": "unlink", "provider": "apple.com"}
    for nonce in ("matched", "mismatched", "missing"):
        yield _steps(_try(relayed), _try(unlink | {"nonce": nonce}, session=1))
        for provider in FEDERATED:
            yield _steps(_try({"action": "sign-in", "provider": provider, "subject": "1", "email": OWN, "nonce": nonce}))


def letters() -> Iterator[Json]:
    """Capital letters in an address say nothing."""
    for provider in FEDERATED:
        first = {"action": "sign-in", "provider": provider, "subject": "1", "email": "Ada@X.com", "nonce": "matched"}
        yield _steps(_try(first), _try({"action": "sign-in-methods", "email": "ada@x.com"}))
    yield _steps(_try({"action": "sign-up", "provider": "password", "email": "Ada@X.com"}), _try(
        {"action": "sign-in-methods", "email": "ada@x.com"}))


def look_alikes() -> Iterator[Json]:
    """Domains that only look like those whose provider is believed, and like the relay's."""
    believed = {"google.com": ["gmail.com"], "yahoo.com": ["yahoo.com"], "microsoft.com": ["outlook.com", "hotmail.com"]}
    for provider, domains in believed.items():
        for domain in domains:
            for near in (f"mail.{domain}", f"my{domain}", domain.removesuffix("com") + "co.jp"):
                yield _steps(_try({"action": "sign-in", "provider": provider, "subject": "1", "email": f"a@{near}"}))
    relay = "privaterelay.appleid.com"
    for near in (f"mail.{relay}", f"my{relay}", "privaterelay.com"):
        linked = {"action": "link", "provider": "github.com", "subject": "h", "email": f"a@{near}"}
        yield _steps(_try(PHONE), _try(linked, session=1))


def profiles() -> Iterator[Json]:
    """What each provider gives, at first and later."""
    for provider in FEDERATED:
        said = {"action": "sign-in", "provider": provider, "subject": "1", "email": OWN, "nonce": "matched"}
        yield _steps(_try(said | {"profile": PROFILE}))
        yield _steps(_try(said), _try(said | {"profile": PROFILE}))
    # Who comes back with an address of somebody else stays who they were.
    second = GOOGLE | {"subject": "g2", "email": "b@gmail.com"}
    back = GOOGLE | {"email": "b@gmail.com", "profile": PROFILE}
    yield _steps(_try(GOOGLE), _try(second), _try(back))


def codes() -> Iterator[Json]:
    """Codes that come late: the address has moved on, to somebody else too."""
    verify = _try({"action": "request-verification"}, session=1)
    reset = _try({"action": "request-reset", "email": OTHER})
    moved = _try({"action": "update-email", "email": "c@x.com"}, session=1)
    taken = _try({"action": "sign-in", "provider": "github.com", "subject": "h", "email": OTHER})
    for mailed, said in ((verify, "verify-email"), (reset, "reset-password")):
        yield _steps(_try(SIGN_UP), mailed, moved, _try({"action": said}, code="c1"))
        yield _steps(_try(SIGN_UP), mailed, moved, taken, _try({"action": said}, code="c1"))
    link: Json = {"provider": "password", "kind": "email-link"}
    asked = _try({"action": "send-link", "email": OWN, "link": MAILS}, session=1)
    for email in (OWN, "c@x.com"):
        for action in ("link", "reauthenticate"):
            elsewhere = _try({"action": action, "email": email} | link, code="c1", session=3)
            yield _steps(_try(FACEBOOK), asked, _try(PHONE), elsewhere)
    # A second e-mail link for an account that has one, at an address of somebody else.
    first = _try({"action": "send-link", "email": OWN, "link": MAILS})
    signed = _try({"action": "sign-in", "email": OWN} | link, code="c1")
    again = _try({"action": "send-link", "email": OTHER, "link": MAILS}, session=2)
    second = _try({"action": "link", "email": OTHER} | link, code="c2", session=2)
    yield _steps(first, signed, _try(SIGN_UP), again, second)


def gone() -> Iterator[Json]:
    """Credentials whose account is gone, beside other reasons to refuse."""
    orphans = {"given": {"orphans": [{"provider": "google.com", "subject": "g"}, {"provider": "phone", "subject": "2"}]}}
    linked = {"action": "link", "provider": "google.com", "subject": "g"}
    for setting in ("on", "off"):
        settings = {"one-account-per-email": setting}
        for first in (PHONE, SIGN_UP, FACEBOOK | {"email": OWN}):
            for email in (None, OWN, OTHER, "c@x.com"):
                said = linked if email is None else linked | {"email": email}
                for others in ([], [_try({"action": "admin-create", "email": "c@x.com"})]):
                    yield orphans | _steps(_try(first), *others, _try(said, session=1, settings=settings))
    for first in (PHONE, SIGN_UP):
        yield orphans | _steps(_try(first), _try({"action": "link", "provider": "phone", "subject": "2"}, session=1))


def nearly() -> Iterator[Json]:
    """Accounts that have one thing more, and attempts for which two things are so at once."""
    password = {"action": "link", "provider": "password", "email": OTHER}
    for first in (CUSTOM, {"action": "sign-in", "provider": "anonymous"}, PHONE, FACEBOOK):
        unlinked = _try({"action": "unlink", "provider": "password"}, session=1)
        yield _steps(_try(first), _try(password, session=1), unlinked)
    # A second subject of a provider that is believed, on an account that is no longer verified.
    other = GOOGLE | {"subject": "g2"}
    unmarked = _try({"action": "mark-unverified"}, target="u1")
    yield _steps(_try(GOOGLE), unmarked, _try(other), _try(GOOGLE | {"email": "c@x.com"}))
    # Switched off while a session is open.
    disabled = _try({"action": "disable"}, target="u1")
    for said in _with_session() + [GOOGLE | {"action": "link"}]:
        for first in (PHONE, SIGN_UP):
            yield _steps(_try(first), disabled, _try(said, session=1))


def listed() -> Iterator[Json]:
    """L1, L2, R47: methods are told in the order in which they were linked, and only those of kinds that are listed."""
    methods = (
        [{"provider": "github.com", "subject": "h"}, {"provider": "facebook.com", "subject": "f"}],
        [{"provider": "facebook.com", "subject": "f"}, {"provider": "github.com", "subject": "h"}],
        ["password", {"provider": "github.com", "subject": "h"}, {"provider": "facebook.com", "subject": "f"}],
        [{"provider": "phone", "subject": "1"}, "password", {"provider": "apple.com", "subject": "p"}],
        ["password/email-link", {"provider": "facebook.com", "subject": "f"}, "password"],
    )
    stranger = {"action": "sign-in", "provider": "twitter.com", "subject": "t", "email": OWN}
    for held in methods:
        for verified in (True, False):
            given = {"given": {"accounts": [{"id": "u1", "email": OWN, "verified": verified, "methods": held}]}}
            yield given | _steps(_try(stranger))
            yield given | _steps(_try({"action": "sign-in-methods", "email": OWN}))


def moved_to_another() -> Iterator[Json]:
    """U4: a known credential signs in to its own account, whose address another account has by now."""
    for verified in (True, False):
        for held in (["password"], [{"provider": "github.com", "subject": "h"}], []):
            account = {"id": "u1", "email": OTHER, "verified": verified, "methods": [{"provider": "facebook.com", "subject": "f"}, *held]}
            for other in (True, False):
                taken = {"id": "u2", "email": OWN, "verified": other, "methods": [{"provider": "google.com", "subject": "g"}]}
                given = {"given": {"accounts": [account, taken]}}
                yield given | _steps(_try(FACEBOOK | {"email": OWN}))
                yield {"given": {"accounts": [account | {"email": OWN}]}} | _steps(_try(FACEBOOK | {"email": OWN}))
