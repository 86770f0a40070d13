"""Accounts as they are explored: everything that could still matter, and nothing else."""

from __future__ import annotations

from typing import NamedTuple

OWNER, ATTACKER = "O", "A"
NOBODY = "-"

E, F, NONE = "E", "F", "-"
"""The owner's address, the attacker's, none."""


class Code(NamedTuple):
    """A mailed code that is not used yet."""

    purpose: str
    """verify, change or undo."""
    address: str
    requester: str
    """Whose session asked for it; a revoked session can still be presented with it."""


class Method(NamedTuple):
    """One way of signing in."""

    name: str
    """The provider's id, or phone, anonymous, password, email-link."""
    holder: str
    """Whose subject it is; who set the password; nobody for email-link and anonymous."""
    proved: str
    """The address it proved."""


class Account(NamedTuple):
    """An account that does not change; sets of actors are sorted words such as `AO`."""

    email: str
    verified: bool
    methods: tuple[Method, ...]
    sessions: str
    codes: tuple[Code, ...]
    proved: str
    """Who has proved to own E here."""
    factors: str
    """Whose second factor is enrolled."""

    def has(self, name: str) -> bool:
        """Does it have this method?"""
        return any(m.name == name for m in self.methods)

    def credentials(self) -> frozenset[tuple[str, str]]:
        """What a subject at a provider is known by; a password is held by the address instead."""
        return frozenset((m.name, m.holder) for m in self.methods if bears_subject(m.name))


def bears_subject(name: str) -> bool:
    """Is such a method found by its own subject, not by the account's address?"""
    return name not in ("password", "email-link", "anonymous")


def mailbox_owner(address: str, owner_of_e: str) -> str:
    """Who reads what is mailed there."""
    if address == NONE:
        return NOBODY
    return owner_of_e if address == E else ATTACKER


def joined(actors: str, actor: str) -> str:
    """The set with one more actor."""
    return "".join(sorted(set(actors + actor)))


class Draft:
    """An account while a rule changes it."""

    def __init__(self, account: Account | None) -> None:
        self.exists = account is not None
        self.email = account.email if account else NONE
        self.verified = account.verified if account else False
        self.methods = {m.name: m for m in account.methods} if account else {}
        self.sessions = account.sessions if account else ""
        self.codes = set(account.codes) if account else set()
        self.proved = account.proved if account else ""
        self.factors = account.factors if account else ""

    def finished(self) -> Account | None:
        """The account as it is now; none where there is none."""
        if not self.exists:
            return None
        return Account(
            self.email, self.verified, tuple(sorted(self.methods.values())), self.sessions,
            tuple(sorted(self.codes)), self.proved, self.factors,
        )
