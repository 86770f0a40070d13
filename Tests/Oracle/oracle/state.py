"""What the service keeps: accounts, sessions and mailed codes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .attempt import Attempt
    from .hooks import Hooks


@dataclass(eq=False)
class Method:
    """One way of signing in to an account."""

    provider: str
    kind: str
    subject: str | None
    address: str | None = None
    """The address it came with."""
    proved: str | None = None
    """The address whose ownership it showed, if it showed any."""


@dataclass(eq=False)
class Account:
    """A user. Password and e-mail link are held under `email` and have no subject of their own."""

    id: str
    tenant: str | None
    email: str | None = None
    verified: bool = False
    disabled: bool = False
    name: str | None = None
    photo: str | None = None
    factors: int | None = None
    """How many second factors it has, where that was told."""
    methods: list[Method] = field(default_factory=list)

    def of_kind(self, kind: str) -> Method | None:
        """Its method of this kind; for password, e-mail link and phone there is one at most."""
        return next((m for m in self.methods if m.kind == kind), None)

    def of_provider(self, provider: str, kind: str) -> Method | None:
        """Its method of this provider and kind."""
        return next((m for m in self.methods if m.provider == provider and m.kind == kind), None)


@dataclass(eq=False)
class Session:
    """What one device holds. `state` is live, revoked or ended."""

    account: Account
    recent: bool = True
    state: str = "live"


@dataclass(eq=False)
class Code:
    """A mailed link or code, for an address, and for an account unless it is for signing in."""

    id: str
    purpose: str
    address: str
    account: Account | None
    tenant: str | None
    requester: Session | None = None
    """The session in which it was asked for (R42)."""
    expired: bool = False
    used: bool = False


@dataclass(eq=False)
class Store:
    """The user database with all its tenants, and the rules it lives by."""

    hooks: Hooks
    accounts: list[Account] = field(default_factory=list)
    sessions: dict[int, Session] = field(default_factory=dict)
    """By the number of the step that opened them; those given have the numbers 0, -1, ... in their order."""
    codes: list[Code] = field(default_factory=list)
    orphans: set[tuple[str | None, str, str, str]] = field(default_factory=set)
    """Credentials whose account is gone: its tenant, provider, kind and subject."""
    made: int = 0
    mailed: int = 0

    def new_account(self, tenant: str | None) -> Account:
        """The next account: u1, u2, ..."""
        self.made += 1
        account = Account(f"u{self.made}", tenant)
        self.accounts.append(account)
        return account

    def by_id(self, id: str | None) -> Account | None:
        """The account of this id, if there still is one."""
        return next((a for a in self.accounts if a.id == id), None)

    def by_address(self, address: str | None, tenant: str | None) -> Account | None:
        """Who holds the address in a tenant."""
        if address is None:
            return None
        return self.hooks.holder_of_address(self, address, tenant)

    def by_credential(self, provider: str, subject: str | None, tenant: str | None) -> Account | None:
        """Who holds a federated, phone or custom credential in a tenant."""
        if subject is None:
            return None
        for account in self.accounts:
            if account.tenant == tenant:
                if any(m.provider == provider and m.subject == subject for m in account.methods):
                    return account
        return None

    def code(self, id: str | None) -> Code | None:
        """The code c1, c2, ..., or the last one mailed."""
        if id == "last":
            return self.codes[-1] if self.codes else None
        return next((c for c in self.codes if c.id == id), None)

    def mail(self, purpose: str, address: str, account: Account | None, attempt: Attempt) -> None:
        """Mails the next code."""
        self.mailed += 1
        id = f"c{self.mailed}"
        self.codes.append(Code(id, purpose, address, account, attempt.tenant, attempt.session))

    def remove(self, account: Account) -> None:
        """Deletes an account and ends its sessions; a code mailed for it is about nobody from then on."""
        self.accounts.remove(account)
        for session in self.sessions.values():
            if session.account is account:
                session.state = "ended"

    def mail_before(self, said: dict[str, Any]) -> None:
        """A code that was mailed before the first step; no session that is there now has asked for it."""
        self.mailed += 1
        account = self.by_id(said.get("account"))
        tenant = account.tenant if account is not None else said.get("tenant")
        used, expired = (said.get(key) in (True, "true") for key in ("used", "expired"))
        requester = self.sessions[1 - int(said["requester"][1:])] if said.get("requester") else None
        self.codes.append(
            Code(f"c{self.mailed}", said["purpose"], said["address"], account, tenant, requester, expired, used))

    def newest(self, purpose: str, account: Account) -> str | None:
        """Where the newest code of the account went that is for the purpose and was not cancelled."""
        return next((c.address for c in reversed(self.codes) if (c.purpose, c.account) == (purpose, account)), None)

    def cancel_pending(self, account: Account) -> None:
        """What was mailed for the account counts no more, nor do sign-in links to its address."""
        links = [c for c in self.codes if c.purpose == "sign-in" and (c.address, c.tenant) == (account.email, account.tenant)]
        self.codes = [c for c in self.codes if c not in links and (c.purpose == "sign-in" or c.account is not account)]

    def revoke_sessions(self, account: Account) -> None:
        """Ends every session of the account."""
        for session in self.sessions.values():
            if session.account is account and session.state == "live":
                session.state = "revoked"


def holder_of_address(store: Store, address: str, tenant: str | None) -> Account | None:
    """A tenant is a user database of its own (R10)."""
    return next((a for a in store.accounts if a.email == address and a.tenant == tenant), None)
