"""Sequences that notice what a wrong edit adds to a policy: an effect, an exception from a guard, another order.

An effect that is added shows only where there is something for it to change, and an exception only where two things are so at
once. So every attempt is made at accounts that have much, with one reason to refuse it, and one thing beside.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from oracle.vectors import Json, Player

from .canonical import id_of, inputs
from .probes import MAILS

OWN, NEW = "a@gmail.com", "c@x.com"
GOOGLE: Json = {"action": "sign-in", "provider": "google.com", "subject": "g", "email": OWN}
FACEBOOK: Json = {"action": "sign-in", "provider": "facebook.com", "subject": "f", "email": OWN}
PHONE: Json = {"action": "sign-in", "provider": "phone", "subject": "1"}
PASSWORD: Json = {"action": "sign-up", "provider": "password", "email": OWN}
PROFILE: Json = {"name": "Ada", "photo": "https://ada.example/1"}
LINK: Json = {"provider": "password", "kind": "email-link", "email": OWN}
SETTINGS = {
    "one-account-per-email": "off", "client-create": "restricted", "client-delete": "restricted",
    "email-password": "off", "apple-flow": "generic", "email-enumeration-protection": "on",
}
OLD: Json = {"wait": "old"}
EXPIRED: Json = {"wait": "expired"}


def vectors(policy: str) -> Iterator[Json]:
    """All of them for a policy, each with its id."""
    for family in (attempts, answers, links, reasons, rich, poor):
        for vector in family():
            vector = _with_secrets({"id": "", "policy": policy} | vector)
            yield vector | {"id": id_of(vector, "mx")}


def _with_secrets(vector: Json) -> Json:
    """The vector with a word on each password that is checked, and with none where there is nothing to check."""
    player = Player(vector)
    steps: list[Json] = []
    for number, step in enumerate(vector["steps"], 1):
        said = step.get("attempt", {})
        checks = said.get("action") in ("sign-in", "reauthenticate") and "kind" not in said
        if checks and said.get("provider") == "password":
            holder = player.world.store.by_address(said["email"], said.get("tenant"))
            has_password = holder is not None and holder.of_kind("password") is not None
            said = {key: value for key, value in said.items() if key != "secret"} | (
                {"secret": said.get("secret", "right")} if has_password else {})
            step = step | {"attempt": said}
        steps.append(step)
        player.step(number, step)
    return vector | {"steps": steps}


def _try(said: Json, **beside: object) -> Json:
    return {"attempt": said} | {("as" if key == "session" else key): value for key, value in beside.items()}


DISABLED = _try({"action": "disable"}, target="u1")
SIGNED_OUT = _try({"action": "sign-out"}, session=1)
SENT_AWAY = _try({"action": "admin-delete"}, target="u1")


def _beside(steps: list[Json]) -> Iterator[Json]:
    """The steps, and the same with one thing beside: a setting, a tenant, a disabled account, a profile."""
    yield {"steps": steps}
    *before, last = steps
    for setting, value in SETTINGS.items():
        yield {"steps": [*before, last | {"settings": {setting: value} | last.get("settings", {})}]}
    yield {"steps": [*before, DISABLED, last]}
    yield {"steps": [*before, last | {"attempt": last["attempt"] | {"profile": PROFILE}}]}
    inside = [step | {"attempt": step["attempt"] | {"tenant": "t"}} if "attempt" in step else step for step in steps]
    yield {"steps": inside}
    yield {"steps": [*inside[:-1], inside[-1] | {"attempt": inside[-1]["attempt"] | {"tenant": "s"}}]}
    *inside, asked = inside
    yield {"steps": [*inside, DISABLED | {"attempt": DISABLED["attempt"] | {"tenant": "t"}}, asked]}


def _by_session() -> Iterator[Json]:
    """An attempt of every action that a session makes."""
    for action in ("link", "reauthenticate"):
        yield {"action": action, "provider": "google.com", "subject": "g", "email": OWN}
        yield {"action": action, "provider": "github.com", "subject": "h", "email": NEW}
        yield {"action": action, "provider": "phone", "subject": "1"}
        yield {"action": action, "provider": "phone", "subject": "2"}
        yield {"action": action, "provider": "custom", "subject": "c"}
        yield {"action": action, "provider": "password", "email": OWN}
        yield {"action": action, "provider": "password", "email": NEW}
    yield {"action": "reauthenticate", "provider": "password", "email": OWN, "secret": "wrong"}
    for provider in ("google.com", "facebook.com", "password", "phone", "custom"):
        yield {"action": "unlink", "provider": provider}
    yield {"action": "update-profile", "profile": PROFILE}
    for action in ("update-email", "request-email"):
        yield {"action": action, "email": NEW}
    for action in ("request-verification", "update-password", "delete", "refresh", "reload", "sign-out"):
        yield {"action": action}


def _without_session() -> Iterator[Json]:
    """An attempt of every action that takes no session, at the address that an account has and at another."""
    yield from (GOOGLE, FACEBOOK, PHONE, GOOGLE | {"subject": "other"}, PASSWORD, PASSWORD | {"email": NEW})
    yield GOOGLE | {"subject": "other", "email": NEW}
    yield {"action": "sign-in", "provider": "anonymous"}
    yield {"action": "sign-in", "provider": "custom", "subject": "c"}
    yield {"action": "sign-in", "provider": "phone", "subject": "2"}
    yield {"action": "sign-in", "provider": "password", "email": OWN}
    yield {"action": "sign-in", "provider": "password", "email": OWN, "secret": "wrong"}
    yield {"action": "sign-in", "provider": "password", "email": NEW}
    for action in ("sign-in-methods", "request-reset", "admin-create"):
        for address in (OWN, NEW):
            yield {"action": action, "email": address}
    for link in (MAILS, MAILS | {"domain": "refused"}, MAILS | {"in-app": "off"}):
        yield {"action": "send-link", "email": OWN, "link": link}


def attempts() -> Iterator[Json]:
    """What a session may do and may not, and what needs none."""
    for first, said in product((PASSWORD, GOOGLE, FACEBOOK, PHONE), _by_session()):
        for between in ([], [OLD], [SIGNED_OUT], [_try({"action": "update-password"}, session=1)]):
            yield from _beside([_try(first), *between, _try(said, session=1)])
    for first in (PASSWORD, GOOGLE, FACEBOOK, PHONE):
        for said in _without_session():
            for beside in ({}, {"session": 1}):
                yield from _beside([_try(first), _try(said, **beside)])
        for action in ("admin-delete", "mark-verified", "mark-unverified", "disable", "enable"):
            for target in ("u1", "u9"):
                yield from _beside([_try(first), _try({"action": action}, target=target)])


def answers() -> Iterator[Json]:
    """Mailed codes in time, too late, twice, never mailed, and where the account has gone or moved."""
    for first in (PASSWORD, GOOGLE, FACEBOOK):
        for asked, action in (
            (_try({"action": "request-verification"}, session=1), "verify-email"),
            (_try({"action": "request-email", "email": NEW}, session=1), "confirm-email"),
            (_try({"action": "update-email", "email": NEW}, session=1), "recover-email"),
            (_try({"action": "request-reset", "email": OWN}), "reset-password"),
        ):
            for beside in ({}, {"session": 1}):
                answer = _try({"action": action}, code="c1", **beside)
                for between in ([], [EXPIRED], [OLD], [SENT_AWAY], [SIGNED_OUT], [answer]):
                    yield from _beside([_try(first), asked, *between, answer])
                yield from _beside([_try(first), asked, _try({"action": action}, code="c9", **beside)])
                taken = _try({"action": "admin-create", "email": NEW})
                yield from _beside([_try(first), asked, taken, answer])


def links() -> Iterator[Json]:
    """Mailed links for signing in, linking and signing in again, with one thing wrong and one beside."""
    for first, action in product((PASSWORD, FACEBOOK, PHONE), ("sign-in", "link", "reauthenticate")):
        for own in ({}, {"session": 1}):
            asked = _try({"action": "send-link", "email": OWN, "link": MAILS}, **own)
            for beside in ({}, {"session": 1}):
                said = _try({"action": action} | LINK, code="c1", **beside)
                for between in ([], [EXPIRED], [OLD], [said]):
                    yield from _beside([_try(first), asked, *between, said])
                yield from _beside([_try(first), asked, _try({"action": action} | LINK, code="c9", **beside)])
                yield from _beside([_try(first), asked, said | {"attempt": said["attempt"] | {"email": NEW}}])


def reasons() -> Iterator[Json]:
    """Attempts with one reason to refuse them that is none of their account's, and one thing beside."""
    apple: Json = {"provider": "apple.com", "subject": "p", "email": OWN}
    relayed = apple | {"email": "a@privaterelay.appleid.com", "nonce": "matched"}
    signs = (GOOGLE, PHONE, PASSWORD, PASSWORD | {"email": NEW}, {"action": "sign-in", "provider": "anonymous"},
             {"action": "sign-in", "provider": "password", "email": OWN}, {"action": "sign-in", "provider": "custom", "subject": "c"},
             GOOGLE | {"email": NEW, "subject": "n"}, {"action": "send-link", "email": OWN, "link": MAILS})
    own: tuple[Json, ...] = (
        {"action": "link", "provider": "google.com", "subject": "g", "email": NEW},
        {"action": "link", "provider": "password", "email": NEW}, {"action": "link", "provider": "phone", "subject": "7"},
        {"action": "reauthenticate", "provider": "facebook.com", "subject": "f", "email": OWN},
        {"action": "reauthenticate", "provider": "phone", "subject": "1"}, {"action": "delete"},
    )
    for first in (PASSWORD, GOOGLE, FACEBOOK, PHONE, relayed | {"action": "sign-in"}):
        for said, beside in [(said, {}) for said in signs] + [(said, {"session": 1}) for said in own]:
            if said["action"] != "delete":
                yield from _beside([_try(first), _try(said, method="disabled", **beside)])
            for setting in ("email-password", "client-create", "client-delete"):
                yield from _beside([_try(first), _try(said, settings={setting: SETTINGS[setting]}, **beside)])
        for action, beside in (("sign-in", {}), ("link", {"session": 1}), ("reauthenticate", {"session": 1})):
            for nonce in ({}, {"nonce": "mismatched"}, {"nonce": "matched"}, {"nonce": "missing"}):
                for origin in ({}, {"origin": "fresh"}, {"origin": "returned"}):
                    yield from _beside([_try(first), _try(apple | {"action": action} | nonce | origin, **beside)])
        for said in (relayed, relayed | {"consent": "given"}, {"provider": "github.com", "subject": "h", "email": NEW}):
            yield from _beside([_try(first), _try(said | {"action": "link"}, session=1)])
    asked = _try({"action": "send-link", "email": OWN, "link": MAILS}, session=1)
    for action, other in (("link", PHONE), ("reauthenticate", PHONE), ("link", GOOGLE | {"email": NEW}), ("sign-in", PHONE)):
        for first in (FACEBOOK, PASSWORD, GOOGLE, {"action": "sign-in", "provider": "anonymous"}):
            yield from _beside([_try(first), asked, _try(other), _try({"action": action} | LINK, code="c1", session=3)])


def rich() -> Iterator[Json]:
    """Accounts with second factors, several methods, or none but one, with every effect's subject there to change."""
    methods: list[Json | str] = [
        {"provider": "facebook.com", "subject": "f"}, {"provider": "google.com", "subject": "g"},
        {"provider": "phone", "subject": "1"}, "password",
    ]
    for verified, factors in product((True, False), (0, 1)):
        account = {"id": "u1", "email": OWN, "verified": verified, "methods": methods, "factors": factors}
        account |= {"profile": PROFILE} if factors else {}
        given = {"given": {"accounts": [account]}}
        change = _try({"action": "request-email", "email": NEW}, session=1)
        verify = _try({"action": "request-verification"}, session=1)
        asked = _try({"action": "send-link", "email": OWN, "link": MAILS}, session=1)
        tail = [_try({"action": "confirm-email"}, code="c1", session=1), _try({"action": "refresh"}, session=1)]
        for said in [*_by_session(), *_without_session()]:
            for vector in _beside([_try(FACEBOOK), _try(said, session=1)]):
                yield given | vector
            yield given | {"steps": [_try(FACEBOOK), change, _try(said, session=1), *tail]}
            yield given | {"steps": [_try(FACEBOOK), change, _try(said), *tail]}
        for mailed, answer in (
            ([verify], _try({"action": "verify-email"}, session=1)), ([change], _try({"action": "confirm-email"}, session=1)),
            ([_try({"action": "request-reset", "email": OWN})], _try({"action": "reset-password"})),
            ([asked], _try({"action": "sign-in"} | LINK)), ([asked], _try({"action": "link"} | LINK, session=1)),
            ([asked], _try({"action": "reauthenticate"} | LINK, session=1)),
        ):
            for taken in ([], [_try({"action": "admin-create", "email": NEW})]):
                for last in (answer | {"code": "c2"}, answer | {"code": "c2", "as": 1}, answer | {"code": "c9"}):
                    for steps in ([], tail):
                        yield given | {"steps": [_try(FACEBOOK), change, *mailed, *taken, last, *steps]}
                    yield given | {"steps": [_try(FACEBOOK), change, *mailed, *taken, DISABLED, last]}
                    yield given | {"steps": [_try(FACEBOOK), change, *mailed, *taken, last, last]}
        for action in ("admin-delete", "mark-verified", "mark-unverified", "disable", "enable"):
            for vector in _beside([_try(FACEBOOK), _try({"action": action}, target="u1")]):
                yield given | vector
        for said in (GOOGLE, FACEBOOK, PHONE, GOOGLE | {"subject": "other"}, PASSWORD):
            for vector in _beside([_try(FACEBOOK), _try(said)]):
                yield given | vector


def poor() -> Iterator[Json]:
    """Accounts with second factors and a profile, with one method and with no address, beside another account."""
    other = {"id": "u2", "email": NEW, "verified": True, "methods": [
        {"provider": "google.com", "subject": "g2"}, {"provider": "phone", "subject": "2"}, "password"]}
    one: tuple[tuple[Json, Json], ...] = (
        ({"methods": [{"provider": "phone", "subject": "1"}]}, PHONE),
        ({"email": OWN, "verified": False, "methods": [{"provider": "facebook.com", "subject": "f"}]}, FACEBOOK),
        ({"email": OWN, "verified": True, "methods": [{"provider": "google.com", "subject": "g"}]}, GOOGLE),
        ({"email": OWN, "verified": False, "methods": [{"provider": "facebook.com", "subject": "f"}, "password"]}, FACEBOOK),
        ({"methods": [{"provider": "facebook.com", "subject": "f"}, {"provider": "phone", "subject": "1"}]}, PHONE),
    )
    links: list[Json] = [
        {"action": action, "provider": "google.com", "subject": subject, "email": email}
        for action in ("link", "reauthenticate", "sign-in") for subject in ("g2", "g3") for email in (OWN, NEW, "d@gmail.com")
    ]
    links += [{"action": "link", "provider": "google.com", "subject": "g2"}, {"action": "link", "provider": "google.com", "subject": "g4"}]
    links += [{"action": "link", "provider": "phone", "subject": "2"}, {"action": "sign-in", "provider": "phone", "subject": "2"}]
    links += [{"action": action, "email": "d@x.com"} for action in ("update-email", "request-email")]
    change = _try({"action": "request-email", "email": "e@x.com"}, session=1)
    verify = _try({"action": "request-verification"}, session=1)
    reset = _try({"action": "request-reset", "email": OWN})
    tail = [_try({"action": "confirm-email"}, code="c1", session=1), _try({"action": "refresh"}, session=1)]
    tails = [_try({"action": "verify-email"}, code="c1", session=1)], [_try({"action": "reset-password"}, code="c1")]
    for account, first in one:
        given = {"given": {"accounts": [{"id": "u1", "factors": 1, "profile": PROFILE} | account, other]}}
        for said in [*_by_session(), *_without_session(), *links]:
            for beside in ({}, {"session": 1}):
                step = _try(said, **beside)
                yield given | {"steps": [_try(first), step]}
                yield given | {"steps": [_try(first), DISABLED, step]}
                yield given | {"steps": [_try(first), change, step, *tail]}
                for mailed, brought in zip((verify, reset), tails, strict=True):
                    yield given | {"steps": [_try(first), mailed, step, *brought]}
                yield given | {"steps": [_try(first), step, _try({"action": "refresh"}, session=1)]}
        for action, target in product(("admin-delete", "mark-verified", "mark-unverified", "disable", "enable"), ("u1", "u9")):
            step = _try({"action": action}, target=target, session=1)
            yield given | {"steps": [_try(first), step, _try({"action": "refresh"}, session=1)]}
            yield given | {"steps": [_try(first), change, step, *tail]}
            for mailed, brought in zip((verify, reset), tails, strict=True):
                yield given | {"steps": [_try(first), mailed, step, *brought]}
        link = LINK if "email" not in account else LINK | {"email": account["email"]}
        asked = _try({"action": "send-link", "email": link["email"], "link": MAILS}, session=1)
        moved = _try({"action": "link", "provider": "password", "email": "d@x.com"}, session=1)
        for action in ("sign-in", "link", "reauthenticate"):
            for beside in ({}, {"session": 1}):
                used = _try({"action": action} | link, code="c1", **beside)
                for steps in ([], [DISABLED], [_try({"action": "link"} | link, code="c1", session=1)]):
                    yield given | {"steps": [_try(first), asked, *steps, used]}
                yield given | {"steps": [_try(first), asked, change, used, _try({"action": "confirm-email"}, code="c2", session=1)]}
        if "email" in account:
            for mailed, answer in ((verify, "verify-email"), (reset, "reset-password")):
                for between in (moved, _try({"action": "admin-create", "email": "d@x.com"})):
                    late = _try({"action": answer}, code="c1", session=1)
                    yield given | {"steps": [_try(first), mailed, between, late]}
                    yield given | {"steps": [_try(first), mailed, between, DISABLED, late]}
                    after = _try({"action": "confirm-email"}, code="c2", session=1)
                    yield given | {"steps": [_try(first), mailed, between, change, late, after]}
                    yield given | {"steps": [_try(first), mailed, between, late, _try({"action": "refresh"}, session=1)]}


def with_a_profile(suite: Path) -> Iterator[Json]:
    """The vectors of a suite, with a profile in the last attempt alone: whatever refuses must not take it over."""
    for path in sorted(suite.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            vector = inputs(json.loads(line))
            for step in vector["steps"]:
                step.get("attempt", {}).pop("profile", None)
            if vector["policy"] == "firebase" and "attempt" in vector["steps"][-1]:
                vector["steps"][-1]["attempt"]["profile"] = PROFILE
                yield vector | {"id": id_of(vector, "mx")}
