"""Sequences that small wrong edits of the fixes in `hardened` would change.

Each function is about fixes of one kind: who is believed, what goes when an address is proved, whose click counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from oracle.hardened import CONSUMERS
from oracle.vectors import Json

from .canonical import id_of
from .probes import MAILS

OWN, OTHER, NEW = "a@gmail.com", "b@x.com", "c@gmail.com"
GOOGLE: Json = {"action": "sign-in", "provider": "google.com", "subject": "g", "email": OWN}
STRANGER: Json = {"action": "sign-in", "provider": "facebook.com", "subject": "f", "email": OWN}
PROFILE: Json = {"name": "Ada", "photo": "https://ada.example/1"}
GONE: Json = {"provider": "google.com", "subject": "gone"}
"""A key whose account is gone."""
PROVIDERS = (
    "google.com", "apple.com", "facebook.com", "twitter.com", "github.com", "yahoo.com", "microsoft.com", "saml.x",
    "oidc.x",
)
DOMAINS = (
    "gmail.com", "yahoo.com", "outlook.com", "hotmail.com", "icloud.com", "me.com", "mac.com",
    "privaterelay.appleid.com",
)


def vectors() -> Iterator[Json]:
    """All of them, each with its id."""
    for family in (believed, said_unverified, second_subjects, adopted, adopted_otherwise, factors, pending, clicks, moved, mailed_before, mailed_before_elsewhere, profiles, unlinking, recency, replayed, protected):
        for vector in family():
            vector = {"id": "", "policy": "hardened"} | vector
            yield vector | {"id": id_of(vector, "mx")}


def _steps(*steps: Json) -> Json:
    return {"steps": list(steps)}


def _try(said: Json, **beside: object) -> Json:
    return {"attempt": said} | {("as" if key == "session" else key): value for key, value in beside.items()}


def replayed() -> Iterator[Json]:
    """W20: the assertion of another request, by each provider, new from it or handed back by a refusal."""
    for provider in PROVIDERS:
        said = {"provider": provider, "subject": "1", "consent": "given"}
        for check in ({"nonce": "mismatched"}, {"nonce": "missing"}, {"nonce": "matched"}, {}):
            for origin in ({}, {"origin": "returned"}):
                yield _steps(_try({"action": "sign-in"} | said | check | origin))
                for action in ("link", "reauthenticate"):
                    yield _steps(_try(STRANGER), _try({"action": action} | said | check | origin, session=1))


def believed() -> Iterator[Json]:
    """W5, W8: every provider at every domain that counts and at those that only look like it, in every tenant."""
    for domain in DOMAINS:
        for near in (domain, f"mail.{domain}", f"my{domain}", domain.removesuffix("com") + "co.jp"):
            for provider in PROVIDERS:
                said = {"action": "sign-in", "provider": provider, "subject": "1", "email": f"a@{near}", "nonce": "matched"}
                yield _steps(_try(said))
                for tenant in (CONSUMERS, "another"):
                    yield _steps(_try(said | {"claims": {"tid": tenant}}))
    asked = _try({"action": "send-link", "email": OWN, "link": MAILS})
    for tenant in (CONSUMERS, "another"):
        link = {"action": "sign-in", "provider": "password", "kind": "email-link", "email": OWN, "claims": {"tid": tenant}}
        yield _steps(asked, _try(link, code="c1"), _try(STRANGER))


def said_unverified() -> Iterator[Json]:
    """W16: whoever is believed at a domain says that the address is verified, that it is not, or nothing."""
    believed_at = (
        ("google.com", "gmail.com"), ("yahoo.com", "yahoo.com"), ("microsoft.com", "outlook.com"), ("apple.com", "icloud.com"),
        ("facebook.com", "gmail.com"),
    )
    for provider, domain in believed_at:
        address = f"a@{domain}"
        for said in (True, False, "true", "false", "perhaps"):
            claims = {"email_verified": said} | ({"tid": CONSUMERS} if provider == "microsoft.com" else {})
            brought = {"provider": provider, "subject": "1", "email": address, "nonce": "matched", "claims": claims}
            step = _try({"action": "sign-in"} | brought)
            yield _steps(step)
            for before in (STRANGER | {"email": address}, {"action": "sign-up", "provider": "password", "email": address}):
                yield _steps(_try(before), step)
            link = _try({"action": "link", "consent": "given"} | brought, session=1)
            yield _steps(_try({"action": "sign-in", "provider": "phone", "subject": "1"}), link)
            yield _steps(_try(STRANGER | {"email": address, "provider": "github.com"}), link)
    # A mailed link carries no word of a provider.
    asked = _try({"action": "send-link", "email": OWN, "link": MAILS})
    link = {"action": "sign-in", "provider": "password", "kind": "email-link", "email": OWN}
    for said in (True, False, "perhaps"):
        carried = link | {"claims": {"email_verified": said}}
        yield _steps(asked, _try(carried, code="c1"), _try(STRANGER))
        yield _steps(_try(STRANGER), asked, _try(carried, code="c1"), _try(STRANGER), _try(GOOGLE))


def second_subjects() -> Iterator[Json]:
    """W6, W17: a second subject of a provider is refused where the address was proved, and enters where it was not."""
    for provider, domain in (("google.com", "gmail.com"), ("yahoo.com", "yahoo.com"), ("apple.com", "icloud.com")):
        said = {"provider": provider, "nonce": "matched", "consent": "given"}
        owner = _try(said | {"action": "sign-in", "subject": "own", "email": f"a@{domain}"})
        for own_address in ("e@x.com", f"e@{domain}", None):
            linked = said | {"action": "link", "subject": "eve"} | ({"email": own_address} if own_address else {})
            squatted = [_try(STRANGER | {"email": f"a@{domain}"}), _try(linked, session=1)]
            yield _steps(*squatted, owner)
            yield _steps(*squatted, owner, owner)
            yield _steps(*squatted, owner, _try(said | {"action": "sign-in", "subject": "eve"}))
        proved = {"id": "u1", "email": f"a@{domain}", "verified": True, "methods": [{"provider": provider, "subject": "first"}]}
        for verified in (True, False):
            yield {"given": {"accounts": [proved | {"verified": verified}]}} | _steps(owner)


def adopted() -> Iterator[Json]:
    """W18: whoever opened a session before its account had an address is signed out when the address is proved."""
    google = {"provider": "google.com", "subject": "g", "email": OWN, "profile": PROFILE}
    mailed = {"provider": "password", "kind": "email-link", "email": OWN}
    asked = _try({"action": "send-link", "email": OWN, "link": MAILS})
    for first in (
        {"provider": "anonymous"}, {"provider": "phone", "subject": "1"}, {"provider": "facebook.com", "subject": "f"},
        {"provider": "custom", "subject": "c"}, STRANGER | {"email": OTHER}, STRANGER,
    ):
        signed = _try({"action": "sign-in"} | first)
        again = _try({"action": "refresh"}, session=1)
        for brought, before, code in ((google, [], None), (google | {"email": OTHER}, [], None), (mailed, [asked], "c1")):
            link = _try({"action": "link", "consent": "given"} | brought, session=1) | ({"code": code} if code else {})
            yield _steps(signed, *before, link)
            yield _steps(signed, *before, link, again)
            yield _steps(signed, *before, link, _try({"action": "unlink", "provider": brought["provider"]}, session="last"))
        change = _try({"action": "request-email", "email": NEW}, session=1)
        yield _steps(signed, change, _try({"action": "link"} | google, session=1), _try({"action": "confirm-email"}, code="c1", session=1))


def adopted_otherwise() -> Iterator[Json]:
    """W18, where linking a mailed link or a provider meets what is there: a link, a pending change, a disabled account."""
    link = {"action": "link", "provider": "password", "kind": "email-link", "email": OWN, "consent": "given"}
    asked = _try({"action": "send-link", "email": OWN, "link": MAILS})
    phone = _try({"action": "sign-in", "provider": "phone", "subject": "1"})
    for account in ({}, {"email": OTHER, "verified": False}, {"email": OTHER, "verified": True}, {"email": OWN, "verified": False}):
        for methods in ([{"provider": "phone", "subject": "1"}], [{"provider": "phone", "subject": "1"}, "password/email-link"]):
            given = {"given": {"accounts": [{"id": "u1", "methods": methods} | account]}}
            yield given | _steps(phone, asked, _try(link, session=1) | {"code": "c1"})
            yield given | _steps(phone, asked, _try(link, session=1) | {"code": "c1"}, _try({"action": "refresh"}, session=1))
    change = _try({"action": "request-email", "email": NEW}, session=1)
    confirm = _try({"action": "confirm-email"}, code="c1", session=1)
    linked = _try(link, session=1) | {"code": "c2"}
    for first in (phone, _try({"action": "sign-in", "provider": "anonymous"}), _try(STRANGER | {"email": OTHER})):
        yield _steps(first, change, asked, linked, confirm)
        yield _steps(first, change, asked, linked, _try({"action": "confirm-email"}, code="c1", session="last"))
    google = {"action": "link", "provider": "google.com", "subject": "g", "email": OWN, "consent": "given"}
    for setting in ("on", "off"):
        settings = {"settings": {"one-account-per-email": setting}}
        for said in (google, google | {"email": OTHER}, {"action": "link", "provider": "phone", "subject": "2"}):
            for first in (phone, _try({"action": "sign-in", "provider": "facebook.com", "subject": "f"}), _try(STRANGER)):
                yield settings | _steps(first, _try({"action": "disable"}, target="u1"), _try(said, session=1))
                yield settings | _steps(first, _try(said, session=1))
        yield settings | _steps(phone, asked, _try({"action": "disable"}, target="u1"), _try(link, session=1) | {"code": "c1"})


def _proofs(email: str) -> Iterator[tuple[str, list[Json]]]:
    """How an address is proved, and by whom there is nothing to ask; `mark` stands for the administrator."""
    yield "google", [_try(GOOGLE | {"email": email})]
    link = {"action": "sign-in", "provider": "password", "kind": "email-link", "email": email}
    yield "link", [_try({"action": "send-link", "email": email, "link": MAILS}), _try(link, code="last")]
    reset = _try({"action": "reset-password"}, code="last")
    yield "reset", [_try({"action": "request-reset", "email": email}), reset]
    yield "mark", [_try({"action": "mark-verified"}, target="u1")]


def factors() -> Iterator[Json]:
    """W12: second factors go with what is unproven, and stay on an account that is its owner's."""
    for verified in (False, True):
        methods = [{"provider": "facebook.com", "subject": "f"}, {"provider": "password"}]
        account = {"id": "u1", "email": OWN, "verified": verified, "methods": methods, "factors": 1}
        for _, proof in _proofs(OWN):
            yield {"given": {"accounts": [account]}} | _steps(*proof)
        for said in ("unlink", "update-password", "request-verification"):
            signed = _try(STRANGER)
            step = _try({"action": said} | ({"provider": "password"} if said == "unlink" else {}), session=1)
            yield {"given": {"accounts": [account]}} | _steps(signed, step)


def pending() -> Iterator[Json]:
    """W3: what was asked for before an address is proved counts no more, also in the session that asked."""
    change = _try({"action": "request-email", "email": NEW}, session=1)
    verify = _try({"action": "request-verification"}, session=1)
    confirm = _try({"action": "confirm-email"}, code="c1", session=1)
    for first in (STRANGER, GOOGLE):
        for _, proof in _proofs(OWN):
            yield _steps(_try(first), change, *proof, confirm)
            yield _steps(_try(first), verify, *proof, _try({"action": "verify-email"}, code="c1", session=1))
            link = {"action": "sign-in", "provider": "password", "kind": "email-link", "email": OWN}
            asked = _try({"action": "send-link", "email": OWN, "link": MAILS})
            yield _steps(_try(first), asked, *proof, _try(link, code="c1"))
            reset = _try({"action": "request-reset", "email": OWN})
            yield _steps(_try(first), reset, *proof, _try({"action": "reset-password"}, code="c1"))
    second = _try({"action": "request-email", "email": "d@x.com"}, session=1)
    for code in ("c1", "c2"):
        yield _steps(_try(STRANGER), change, second, confirm, _try({"action": "confirm-email"}, code=code, session=1))


def clicks() -> Iterator[Json]:
    """W2: a click counts in the session that asked, in no other and in none."""
    again = _try(STRANGER | {"email": OTHER})
    elsewhere = _try({"action": "sign-in", "provider": "phone", "subject": "1"})
    out = _try({"action": "sign-out"}, session=1)
    for asked, click in (
        ({"action": "request-verification"}, {"action": "verify-email"}),
        ({"action": "request-email", "email": NEW}, {"action": "confirm-email"}),
    ):
        first = [_try(STRANGER), _try(asked, session=1)]
        yield _steps(*first, _try(click, code="c1"))
        yield _steps(*first, _try(click, code="c1", session=1))
        yield _steps(*first, again, _try(click, code="c1", session=3))
        yield _steps(*first, elsewhere, _try(click, code="c1", session=3))
        yield _steps(*first, out, _try(click, code="c1", session=1))
        yield _steps(*first, _try(click, code="c1", session=1), _try(click, code="c1", session=1))
        yield _steps(*first, {"wait": "expired"}, _try(click, code="c1"))
    reset = [_try({"action": "request-reset", "email": OWN}), _try({"action": "reset-password"}, code="c1")]
    yield _steps(_try(STRANGER), *reset, reset[1])


def moved() -> Iterator[Json]:
    """A linked password brings another address; codes for the old one count no more, whoever has it by then."""
    linked = _try({"action": "link", "provider": "password", "email": NEW}, session=1)
    google = _try(GOOGLE | {"action": "link", "email": NEW}, session=1)
    taken = _try({"action": "sign-up", "provider": "password", "email": OWN})
    for asked, said in (
        (_try({"action": "request-verification"}, session=1), {"action": "verify-email"}),
        (_try({"action": "request-reset", "email": OWN}), {"action": "reset-password"}),
    ):
        for between in ([linked], [linked, google], [linked, taken], [linked, google, taken]):
            yield _steps(_try(STRANGER), asked, *between, _try(said, code="c1", session=1))


def mailed_before() -> Iterator[Json]:
    """Links from the time before the policy was in force: nobody's session has asked for them."""
    for verified in (False, True):
        own = {"id": "u1", "email": OWN, "verified": verified, "methods": [{"provider": "facebook.com", "subject": "z"}, "password"]}
        bare = {"id": "u1", "methods": [{"provider": "phone", "subject": "1"}]}
        other = {"id": "u2", "email": NEW, "methods": [{"provider": "github.com", "subject": "h"}]}
        for account, others in ((own, []), (own, [other]), (bare, []), (bare, [other])):
            for purpose, action in (
                ("undo", "recover-email"), ("change", "confirm-email"), ("verify", "verify-email"),
                ("reset", "reset-password"),
            ):
                for address in (OWN, NEW):
                    for used in (False, True):
                        code = {"purpose": purpose, "address": address, "account": "u1", "used": used}
                        given = {"given": {"accounts": [account, *others], "codes": [code]}}
                        yield given | _steps(_try({"action": action}, code="c1"))
                        if used or verified:
                            continue
                        yield given | _steps({"wait": "expired"}, _try({"action": action}, code="c1"))
                        said = {"action": "sign-in", "provider": "phone", "subject": "1"}
                        session = [_try(said), _try({"action": action}, code="c1", session=1)]
                        yield given | _steps(*session, _try({"action": action}, code="c1"))


def mailed_before_elsewhere() -> Iterator[Json]:
    """An undo link for an account of Apple's, and for one of a tenant."""
    code = {"purpose": "undo", "address": NEW, "account": "u1"}
    for account in (
        {"id": "u1", "email": OWN, "methods": [{"provider": "apple.com", "subject": "p"}]},
        {"id": "u1", "email": OWN, "methods": [{"provider": "facebook.com", "subject": "z"}], "tenant": "north"},
    ):
        given = {"given": {"accounts": [account], "codes": [code]}}
        yield given | _steps(_try({"action": "recover-email"}, code="c1"))


def profiles() -> Iterator[Json]:
    """W13: a stranger's profile goes, what the owner has set stays."""
    named = _try({"action": "update-profile", "profile": {"name": "Eve", "photo": "https://eve.example/1"}}, session=1)
    asked = _try({"action": "send-link", "email": OWN, "link": MAILS})
    link = _try({"action": "sign-in", "provider": "password", "kind": "email-link", "email": OWN}, code="c1")
    for provider in ("google.com", "apple.com"):
        email = OWN if provider == "google.com" else "a@icloud.com"
        said = {"action": "sign-in", "provider": provider, "subject": "1", "email": email, "nonce": "matched"}
        for profile in ({}, PROFILE):
            yield _steps(_try(STRANGER | {"email": email}), named, _try(said | ({"profile": profile} if profile else {})))
    yield _steps(_try(STRANGER), named, asked, link)
    for given in (PROFILE, {"name": "Ada"}, {"photo": "https://ada.example/1"}):
        yield _steps(_try(STRANGER), named, asked, {"attempt": link["attempt"] | {"profile": given}, "code": "c1"})
    own = {"given": {"accounts": [{"id": "u1", "email": OWN, "verified": True, "methods": ["password/email-link"],
                                   "profile": {"name": "Eve", "photo": "https://eve.example/1"}}]}}
    yield own | _steps(_try(GOOGLE | {"profile": PROFILE}))
    yield own | _steps(_try(GOOGLE))
    yield own | _steps(asked, link)


def unlinking() -> Iterator[Json]:
    """I4: the last way in stays; taking one away asks nobody whether signing in by it is switched on."""
    phone = _try({"action": "link", "provider": "phone", "subject": "1"}, session=1)
    unlinked = _try({"action": "unlink", "provider": "facebook.com"}, session=1)
    for between in ([], [phone]):
        yield _steps(_try(STRANGER), *between, unlinked | {"method": "disabled"})


def recency() -> Iterator[Json]:
    """W15: linking asks for a recent sign-in, before it asks for anything else that concerns the credential."""
    old: Json = {"wait": "old"}
    for said in (
        {"provider": "apple.com", "subject": "p", "nonce": "mismatched"}, {"provider": "apple.com", "subject": "p"},
        {"provider": "phone", "subject": "1"}, {"provider": "password", "email": OWN},
        {"provider": "password", "kind": "email-link", "email": OWN},
    ):
        yield _steps(_try(STRANGER), old, _try({"action": "link"} | said, session=1))


def protected() -> Iterator[Json]:
    """W19: with enumeration protection, one answer to whoever has not proved the address, and another to whoever has."""
    phone = _try({"action": "sign-in", "provider": "phone", "subject": "1"})
    holders: tuple[list[Json], ...] = (
        [],
        [{"id": "u2", "email": OWN, "verified": True, "methods": [{"provider": "google.com", "subject": "other"}]}],
        [{"id": "u2", "email": OWN, "verified": False, "methods": [{"provider": "facebook.com", "subject": "other"}, "password"]}],
        [{"id": "u2", "email": NEW, "verified": False, "methods": [{"provider": "google.com", "subject": "g"}]}],
        [
            {"id": "u2", "email": OWN, "verified": True, "methods": [{"provider": "google.com", "subject": "other"}]},
            {"id": "u3", "email": NEW, "verified": False, "methods": [{"provider": "google.com", "subject": "g"}]},
        ],
    )
    for addresses in ("on", "off"):
        for protection in ("on", "off"):
            settings = {"settings": {"email-enumeration-protection": protection, "one-account-per-email": addresses}}
            for others in holders:
                alone = [other | {"id": f"u{place + 1}"} for place, other in enumerate(others)]
                yield settings | {"given": {"accounts": alone}} | _steps(
                    _try({"action": "sign-up", "provider": "password", "email": OWN}))
                for first in _asking():
                    if _clash(first, others):
                        continue
                    given = {"given": {"accounts": [first, *others], "orphans": [GONE]}}
                    yield settings | given | _steps(phone, _try({"action": "sign-up", "provider": "password", "email": OWN}, session=1))
                    for linked in _linking():
                        yield settings | given | _steps(phone, _try({"action": "link", "consent": "given"} | linked, session=1))


def _asking() -> Iterator[Json]:
    """Accounts that ask for the address: without one, with another, and with this one."""
    phone = {"provider": "phone", "subject": "1"}
    for methods in (
        [phone], [phone, "password"], [phone, {"provider": "google.com", "subject": "g"}],
        [phone, {"provider": "google.com", "subject": "mine"}], [phone, {"provider": "github.com", "subject": "g"}],
    ):
        for address in ({}, {"email": OTHER, "verified": True}, {"email": OTHER, "verified": False}):
            yield {"id": "u1", "methods": methods} | address
        for verified in (True, False):
            yield {"id": "u1", "methods": methods, "email": OWN, "verified": verified}


def _clash(first: Json, others: list[Json]) -> bool:
    """Whether two accounts would have one address or one credential."""
    return any(
        first.get("email") == other["email"] or any(m in other["methods"] for m in first["methods"] if m != "password")
        for other in others)


def _linking() -> Iterator[Json]:
    """What is linked: by who is believed at the address, by who is not, a gone account's key, and a password."""
    for provider in ("google.com", "github.com"):
        for email in ({"email": OWN}, {}):
            yield {"provider": provider, "subject": "g", "nonce": "matched"} | email
    yield GONE | {"email": OWN, "nonce": "matched"}
    yield {"provider": "password", "email": OWN}
