"""Vectors: reading one, and running it on the oracle."""

from __future__ import annotations

import unicodedata
from typing import Any

from .attempt import Attempt, Outcome
from .hardened import HARDENED
from .hooks import DOCUMENTED, Hooks
from .points_to import account_of
from .state import Account, Code, Method, Session, Store
from .trust import declared
from .world import World

Json = dict[str, Any]

MAILED_FOR_ACCOUNTS = ("verify", "change", "undo", "reset")
"""What codes are for that are an account's."""
KINDS = {"password": "password", "phone": "phone", "custom": "custom", "anonymous": "anonymous"}


def kind_of(provider: str | None, kind: str | None = None) -> str | None:
    """The kind where none is written: everybody that is not one of the four is federated."""
    if provider is None:
        return None
    return kind or KINDS.get(provider, "federated")


def method_named(text: str) -> tuple[str, str]:
    """Provider and kind of `google.com`, `password` or `password/email-link`."""
    provider, _, kind = text.partition("/")
    return provider, kind_of(provider, kind or None) or ""


def given_number(name: str) -> int:
    """The number, among those of steps, of a session that is given as `s1`, `s2`, ..."""
    return 1 - int(name[1:])


class Unanswerable(Exception):
    """A step names something that no earlier step made."""


class Player:
    """Plays one vector from its given accounts to its end.

    The rules given are those of the documented policies; `hardened` has its own.
    """

    def __init__(self, vector: Json, hooks: Hooks = DOCUMENTED) -> None:
        self.world = World(HARDENED if vector.get("policy") == "hardened" else hooks)
        self.claims = {"email_verified", "tid"} if vector.get("policy") == "hardened" else {"email_verified"}
        self.settings: dict[str, str] = dict(vector.get("settings", {}))
        self.tenant: str | None = vector.get("tenant")
        self.last_session: int | None = None
        self.tickets: dict[int, tuple[Any, ...]] = {}
        given = vector.get("given", {})
        for account in given.get("accounts", []):
            self._give(account)
        for orphan in given.get("orphans", []):
            provider = orphan["provider"]
            kind = kind_of(provider, orphan.get("kind")) or ""
            self.world.store.orphans.add((orphan.get("tenant", self.tenant), provider, kind, orphan["subject"]))
        for session in given.get("sessions", []):
            self._open(session)
        for code in given.get("codes", []):
            self.world.store.mail_before({"tenant": self.tenant} | code)

    def step(self, number: int, step: Json) -> Outcome | None:
        """Does a step; what came of it, if it attempts something."""
        if "wait" in step:
            self.world.wait(step["wait"])
            return None
        if "set" in step:
            self.settings.update(step["set"]["settings"])
            return None
        malformed = self.malformed(step["attempt"])
        if malformed is not None:
            return Outcome(None, None, malformed=malformed)
        attempt = self.attempt(step)
        about = self._about(attempt)
        if "ticket" in step and self._ticket(step["ticket"]) != about:
            account = account_of(self.world.store, attempt)
            return Outcome("start-again", account and account.id)
        outcome = self.world.attempt(number, attempt)
        if outcome.session:
            self.last_session = number
        if outcome.ask is not None:
            self.tickets[number] = about
        return outcome

    def malformed(self, said: Json) -> str | None:
        """Why an attempt is none: it names a provider, or makes a claim, that nobody declared (R46)."""
        if "provider" in said and not declared(said["provider"]):
            return "undeclared"
        if any(name not in self.claims for record in _records(said) for name in record.get("claims", {})):
            return "undeclared"
        for record in _records(said):
            address = record.get("email", said.get("address"))
            if address is not None and not address.isascii() and not _is_ignored(said, address):
                return "malformed-address"
        return None

    def _ticket(self, number: Any) -> tuple[Any, ...]:
        if int(number) not in self.tickets:
            raise Unanswerable(f"step {number} handed out no ticket")
        return self.tickets[int(number)]

    def _session(self, said: Any) -> Session | None:
        if said is None:
            return None
        number = self.last_session if said == "last" else given_number(said) if str(said)[0] == "s" else int(said)
        if number not in self.world.store.sessions:
            raise Unanswerable(f"step {said} opened no session")
        return self.world.store.sessions[number]

    def _code(self, said: Any) -> Code | None:
        if said == "last" and not self.world.store.codes:
            raise Unanswerable("no code was mailed before")
        return self.world.store.code(said)

    def _about(self, attempt: Attempt) -> tuple[Any, ...]:
        """What a ticket is bound to: the credential, the address and the account, in their tenant and under their settings."""
        account = account_of(self.world.store, attempt)
        return (attempt.provider, attempt.kind, attempt.subject, attempt.address, account and account.id, attempt.tenant,
                sorted(attempt.settings.items()))

    def attempt(self, step: Json) -> Attempt:
        said: Json = step["attempt"]
        profile = said.get("profile", {})
        link = said.get("link", {})
        store = self.world.store
        return Attempt(
            action=said["action"],
            provider=said.get("provider"),
            kind=kind_of(said.get("provider"), said.get("kind")),
            subject=said.get("subject"),
            address=_address(said),
            ignored_address=any(_is_ignored(said, r["email"]) for r in _records(said)[:1] if "email" in r),
            claims=_claims(said),
            name=profile.get("name"),
            photo=profile.get("photo"),
            nonce=_nonce(said),
            returned=said.get("origin") == "returned",
            secret=said.get("secret", "absent"),
            consent=said.get("consent") == "given",
            link_domain=link.get("domain", "absent"),
            link_in_app=link.get("in-app", "absent"),
            tenant=said.get("tenant", self.tenant),
            method_off=step.get("method") == "disabled",
            settings=self.settings | step.get("settings", {}),
            session=self._session(step.get("as")),
            target=store.by_id(step.get("target")),
            code=self._code(step.get("code")),
        )

    def _open(self, said: Json) -> None:
        """A session that was there before; it has the next number down from 0."""
        store = self.world.store
        account = store.by_id(said["account"])
        assert account is not None
        state = said.get("state") or "recent"
        number = given_number(f"s{len(store.sessions) + 1}")
        store.sessions[number] = Session(account, state == "recent", state if state in ("revoked", "ended") else "live")
        self.last_session = number

    def _give(self, said: Json) -> None:
        store = self.world.store
        account = store.new_account(said.get("tenant", self.tenant))
        account.id = said["id"]
        account.email = said.get("email")
        account.verified = said.get("verified") in (True, "true")
        account.disabled = said.get("state") == "disabled"
        account.name = said.get("profile", {}).get("name")
        account.photo = said.get("profile", {}).get("photo")
        if "factors" in said:
            account.factors = int(said["factors"])
        for method in said.get("methods", []):
            account.methods.append(_given_method(method))


def _given_method(said: Json | str) -> Method:
    if isinstance(said, str):
        return Method(*method_named(said), None)
    return Method(
        said["provider"],
        kind_of(said["provider"], said.get("kind")) or "",
        said.get("subject"),
        said.get("address"),
        said.get("proved"),
    )


def _records(said: Json) -> list[Json]:
    """The addresses of an attempt with what is said of each."""
    records: list[Json] = said.get("addresses", [])
    return records or [said]


def _nonce(said: Json) -> str:
    """The result of the nonce check; a federated attempt that states none sent none."""
    if kind_of(said.get("provider"), said.get("kind")) != "federated":
        return "absent"
    stated = said.get("nonce", "absent")
    return "not-sent" if stated == "absent" else str(stated)


def _address(said: Json) -> str | None:
    record = _records(said)[0]
    address: str | None = record.get("email", said.get("address"))
    if address is None or _is_ignored(said, address):
        return None
    return address.lower()


def _is_ignored(said: Json, address: str) -> bool:
    """A well-formed internationalised address of a federated sign-in counts as none (R45)."""
    if address.isascii() or kind_of(said.get("provider"), said.get("kind")) != "federated":
        return False
    local, _, domain = address.rpartition("@")
    words = [*local.split("."), *domain.split(".")]
    return "." in domain and all(words) and all(_is_letter(c) for word in words for c in word)


def _is_letter(character: str) -> bool:
    """Something that only ever means itself: a letter, or what ASCII allows beside letters."""
    if character.isascii():
        return character.isalnum() or character in "-_+"
    return unicodedata.category(character)[0] in "LMN" and unicodedata.normalize("NFKC", character) == character


def _claims(said: Json) -> dict[str, str]:
    claims: dict[str, str] = _records(said)[0].get("claims", {}) if _address(said) is not None else {}
    return claims


def account_json(account: Account, store: Store, purposes: tuple[str, ...] = ("undo",)) -> Json:
    """An account as a vector expects it, with where its newest code of each purpose went."""
    told: Json = {} if account.factors is None else {"factors": account.factors}
    return told | {
        "id": account.id,
        "email": account.email,
        "verified": account.verified,
        "state": "disabled" if account.disabled else "active",
        "tenant": account.tenant,
        "codes": {purpose: store.newest(purpose, account) for purpose in purposes},
        "profile": {"name": account.name, "photo": account.photo},
        "methods": [method_json(m) for m in account.methods],
    }


def method_json(method: Method) -> Json:
    """A method as a vector expects it, with what it remembers."""
    return {
        "provider": method.provider,
        "kind": method.kind,
        "subject": method.subject,
        "address": method.address,
        "proved": method.proved,
    }


def outcome_json(outcome: Outcome) -> Json:
    """An outcome as a vector expects it."""
    if outcome.malformed is not None:
        return {"input-error": outcome.malformed}
    expected: Json = {"outcome": "allowed" if outcome.error is None else "refused"}
    if outcome.error is not None:
        expected["error"] = outcome.error
    expected |= {
        "account": outcome.account,
        "new": outcome.new,
        "session": outcome.session,
        "listeners": outcome.listeners,
        "removed": [{"provider": p, "kind": k} for p, k in outcome.removed],
    }
    if outcome.ask is not None:
        expected |= {"ask": outcome.ask, "ticket": True}
    if outcome.tell is not None:
        expected["tell"] = outcome.tell
    if outcome.told_methods is not None:
        expected["told"] = {"methods": outcome.told_methods}
    if outcome.told_credential is not None:
        expected["told"] = {"credential": outcome.told_credential}
    if outcome.shown is not None:
        expected["shown"] = outcome.shown
    return expected
