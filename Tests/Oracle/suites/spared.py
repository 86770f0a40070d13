"""Sequences in which something stays that a wrong edit would take, mark, store or let through.

An effect too many shows where there is something for it to change, and nearly everywhere there is none: an account is not
disabled, has no second factor, waits for no mail. So each of these gives an account just that, and asks for what leaves it alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oracle.vectors import Json

from .canonical import id_of
from .probes import MAILS

OWN, TAKEN, FREE, OLD = "a@gmail.com", "c@x.com", "d@x.com", "e@x.com"
RELAY = "a@privaterelay.appleid.com"
PROFILE: Json = {"name": "Ada", "photo": "https://ada.example/1"}
FACEBOOK: Json = {"provider": "facebook.com", "subject": "f"}
LINK: Json = {"provider": "password", "kind": "email-link"}
OTHER: Json = {"id": "u2", "email": TAKEN, "verified": True, "methods": [{"provider": "google.com", "subject": "g2"}, "password"]}
MUCH: Json = {
    "id": "u1", "email": OWN, "verified": True, "state": "disabled", "factors": 1, "profile": PROFILE,
    "methods": [FACEBOOK, "password"],
}
"""An account that has whatever an effect could take; its session was open before it was disabled."""


def vectors(policy: str) -> Iterator[Json]:
    """All of them for a policy, each with its id."""
    for family in (disabled, blank, without_address, pending, addresses_of_methods, sessions, guards, adopted, used, protected):
        for vector in family():
            vector = {"id": "", "policy": policy} | vector
            yield vector | {"id": id_of(vector, "mx")}


def _try(said: Json, **beside: object) -> Json:
    return {"attempt": said} | {("as" if key == "session" else key): value for key, value in beside.items()}


def _given(account: Json, *steps: Json, **more: Any) -> Json:
    """Steps with one account, its session `s1`, and another beside it."""
    given = {"accounts": [account, OTHER], "sessions": [{"account": "u1"}]} | more
    return {"given": given, "steps": list(steps)}


def _mailed(purpose: str, address: str, **more: object) -> Json:
    """A code that was mailed before, which the session `s1` has asked for."""
    return {"purpose": purpose, "address": address} | more


def _own(purpose: str, address: str, **more: object) -> Json:
    return _mailed(purpose, address, account="u1", requester="s1", **more)


def _link(address: str, action: str = "link") -> Json:
    return _try({"action": action} | LINK | {"email": address}, code="c1", session="s1")


def _leaves_alone() -> Iterator[tuple[Json, Json]]:
    """What is refused, or does something else: a step, and what has to be given for it beside accounts."""
    yield _link(TAKEN), {"codes": [_mailed("sign-in", TAKEN)]}
    gone = {"orphans": [{"provider": "google.com", "subject": "gone"}, {"provider": "phone", "subject": "gone"}]}
    yield _try({"action": "link", "provider": "google.com", "subject": "gone", "email": FREE}, session="s1"), gone
    yield _try({"action": "link", "provider": "phone", "subject": "gone"}, session="s1"), gone
    yield _try({"action": "link", "provider": "password", "email": TAKEN}, session="s1"), {}
    for address in (TAKEN, FREE):
        yield _try({"action": "recover-email"}, code="c1", session="s1"), {"codes": [_own("undo", address)]}
        late = {"codes": [_own("verify", address)]}
        yield _try({"action": "verify-email"}, code="c1", session="s1"), late
    yield _try({"action": "request-email", "email": TAKEN}, session="s1", settings={"email-enumeration-protection": "on"}), {}
    yield _try({"action": "unlink", "provider": "password"}, session="s1"), {}
    yield _try({"action": "sign-in", "provider": "twitter.com", "subject": "t", "email": OWN}), {}


def disabled() -> Iterator[Json]:
    """What leaves an account disabled, with its factors, its methods, its profile and its session."""
    linked = MUCH | {"methods": [FACEBOOK, "password/email-link"]}
    for state in ("disabled", "active"):
        for verified in (True, False):
            for step, more in _leaves_alone():
                yield _given(MUCH | {"state": state, "verified": verified}, step, **more)
            yield _given(linked | {"state": state, "verified": verified}, _link(OWN), codes=[_mailed("sign-in", OWN)])
            taken = _try({"action": "link", "provider": "password", "email": TAKEN}, session="s1")
            yield _given(linked | {"state": state, "verified": verified}, taken)
    for only in ("password", "password/email-link"):
        lonely = MUCH | {"state": "active", "methods": [only]}
        for kind in ({}, {"kind": "email-link"}):
            yield _given(lonely, _try({"action": "unlink", "provider": "password"} | kind, session="s1"))


def blank() -> Iterator[Json]:
    """Attempts that carry a profile, as those of accounts without one can, and that do not take it over."""
    for methods in ([FACEBOOK, "password"], [FACEBOOK, "password/email-link"], ["password"], [FACEBOOK], [FACEBOOK, "password", "password/email-link"]):
        account = {"id": "u1", "email": OWN, "verified": True, "methods": methods}
        for kind in ({}, {"kind": "email-link"}):
            said = {"action": "unlink", "provider": "password", "profile": PROFILE} | kind
            yield _given(account, _try(said, session="s1"))
        for action, purpose in (("verify-email", "verify"), ("recover-email", "undo"), ("confirm-email", "change"), ("reset-password", "reset")):
            for address in (OWN, TAKEN, FREE):
                step = _try({"action": action, "profile": PROFILE}, code="c1", session="s1")
                yield _given(account, step, codes=[_own(purpose, address)])


def without_address() -> Iterator[Json]:
    """An account without an address keeps the methods and factors it has, whatever is refused or adopted."""
    account = {"id": "u1", "factors": 1, "methods": [FACEBOOK, {"provider": "phone", "subject": "1"}, "password"]}
    for action in ("mark-verified", "mark-unverified"):
        yield _given(account, _try({"action": action}, target="u1"))
    for action in ("request-verification", "update-password", "reload"):
        yield _given(account, _try({"action": action}, session="s1"))
    for provider, address in (("google.com", OWN), ("github.com", FREE), ("google.com", FREE), ("github.com", TAKEN)):
        said = {"action": "link", "provider": provider, "subject": "n", "email": address}
        yield _given(account, _try(said, session="s1"))
    yield _given(account, _try({"action": "confirm-email"}, code="c1", session="s1"), codes=[_own("change", FREE, used=True)])
    for action in ("reload", "refresh", "delete", "update-password", "request-verification"):
        revoked = [{"account": "u1", "state": "revoked"}]
        yield _given(account | {"epoch": 1}, _try({"action": action}, session="s1"), sessions=revoked)


def pending() -> Iterator[Json]:
    """What was mailed before still counts after what cancels nothing."""
    account = MUCH | {"state": "active"}
    for step, more in _leaves_alone():
        codes = [*more.get("codes", []), _own("change", OLD)]
        after = _try({"action": "confirm-email"}, code=f"c{len(codes)}", session="s1")
        yield _given(account, step, after, **more | {"codes": codes})


def addresses_of_methods() -> Iterator[Json]:
    """A method that is there already keeps the address it came with, where the attempt brings none or refreshes nothing."""
    methods: list[Json] = [
        {"provider": "phone", "subject": "1", "address": OLD}, {"provider": "custom", "subject": "c", "address": OLD},
        FACEBOOK | {"address": OLD}, LINK | {"address": OLD}, {"provider": "password", "address": OLD},
    ]
    for email in (OWN, None):
        for several in (methods, methods[:3]):
            account = {"id": "u1", "email": email, "methods": several} if email else {"id": "u1", "methods": several}
            for action in ("sign-in", "link", "reauthenticate"):
                own: dict[str, object] = {} if action == "sign-in" else {"session": "s1"}
                for subject in methods[:2]:
                    said = {"action": action, "provider": subject["provider"], "subject": subject["subject"]}
                    yield _given(account, _try(said, **own))


def sessions() -> Iterator[Json]:
    """An administrator who deletes somebody else's account goes on being signed in."""
    for action in ("admin-delete", "disable", "enable", "mark-verified", "mark-unverified"):
        account = MUCH | {"state": "active"}
        yield _given(account, _try({"action": action}, target="u2", session="s1"), _try({"action": "refresh"}, session="s1"))


def guards() -> Iterator[Json]:
    """What a guard refuses first, and of whom."""
    gone = _try({"action": "admin-delete"}, target="u1")
    for action, purpose, address in (
        ("verify-email", "verify", OWN), ("confirm-email", "change", FREE), ("recover-email", "undo", FREE), ("reset-password", "reset", OWN),
    ):
        for late in ({"expired": True}, {"used": True}, {}):
            yield _given(MUCH, gone, _try({"action": action}, code="c1"), codes=[_own(purpose, address, **late)])
    closed = {"one-account-per-email": "off", "client-create": "restricted"}
    for state in ("active", "disabled"):
        for verified in (True, False):
            account = MUCH | {"state": state, "verified": verified}
            for provider in ("twitter.com", "google.com"):
                said = {"action": "sign-in", "provider": provider, "subject": "n", "email": OWN}
                yield _given(account, _try(said, settings=closed))
    apple = {"id": "u1", "email": RELAY, "verified": True, "methods": [{"provider": "apple.com", "subject": "p"}]}
    elsewhere = [{"account": "u1"}, {"account": "u2"}]
    for consent in ({}, {"consent": "given"}):
        step = _try({"action": "link"} | LINK | {"email": RELAY} | consent, code="c1", session="s1")
        yield _given(apple, step, sessions=elsewhere, codes=[_mailed("sign-in", RELAY, requester="s2")])


def adopted() -> Iterator[Json]:
    """An account that gets its first address: links that were mailed there before count on, what was mailed for the account does not."""
    for methods in ([{"provider": "phone", "subject": "1"}], [FACEBOOK]):
        account = {"id": "u1", "methods": methods}
        links = [_mailed("sign-in", OWN), _mailed("sign-in", OWN), _own("change", FREE)]
        google = _try({"action": "link", "provider": "google.com", "subject": "n", "email": OWN}, session="s1")
        for first in (_link(OWN), google):
            yield _given(account, first, _try({"action": "sign-in"} | LINK | {"email": OWN}, code="c2"), codes=links)
            yield _given(account, first, _try({"action": "confirm-email"}, code="c3", session="s1"), codes=links)
            asked = _try({"action": "send-link", "email": OWN, "link": MAILS})
            yield _given(account, asked, first, _try({"action": "sign-in"} | LINK | {"email": OWN}, code="c2"), codes=links[:1])


def used() -> Iterator[Json]:
    """Codes that were used before, brought by the session that asked for them."""
    account = MUCH | {"state": "active", "verified": False}
    for action, purpose, address in (
        ("verify-email", "verify", OWN), ("confirm-email", "change", FREE), ("recover-email", "undo", FREE), ("reset-password", "reset", OWN),
    ):
        yield _given(account, _try({"action": action}, code="c1", session="s1"), codes=[_own(purpose, address, used=True)])


def protected() -> Iterator[Json]:
    """W19: with enumeration protection, a refusal that says less takes nothing more, and a password for one's own address stays a small change."""
    taken = "c@gmail.com"
    other = OTHER | {"email": taken}
    blank = {key: value for key, value in MUCH.items() if key != "profile"} | {"state": "active"}
    for account in (MUCH, MUCH | {"state": "active"}, blank, blank | {"verified": False}):
        for held in ([FACEBOOK], [FACEBOOK, "password/email-link"], [FACEBOOK, "password"]):
            for brought in (
                {"provider": "google.com", "subject": "n", "email": taken, "nonce": "matched", "consent": "given"},
                {"provider": "password", "email": taken}, {"provider": "password", "email": FREE}, {"provider": "password", "email": OWN},
            ):
                for profile, setting in (({}, "on"), ({"profile": PROFILE}, "on"), ({}, "off")):
                    settings = {"email-enumeration-protection": setting}
                    link = _try({"action": "link"} | brought | profile, session="s1", settings=settings)
                    given = {"accounts": [account | {"methods": held}, other], "sessions": [{"account": "u1"}]}
                    yield {"given": given, "steps": [link]}
                    confirm = _try({"action": "confirm-email"}, code="c1", session="s1")
                    yield {"given": given | {"codes": [_own("change", OLD)]}, "steps": [link, confirm]}
