"""What a service of its own stores: accounts with methods, sessions, and codes that it mailed."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Method:
    """A way to sign in; a password and a mailed link have the account's address as their subject."""

    provider: str
    kind: str
    subject: str | None = None
    address: str | None = None
    # Whether a password was set by a code that was mailed to the address.
    is_mailed: bool = False

    @property
    def has_own_subject(self) -> bool:
        return self.kind in ("federated", "phone", "custom")


@dataclass
class Account:
    """An account and what is known of its owner."""

    id: str
    email: str | None = None
    verified: bool = False
    methods: list[Method] = field(default_factory=list)
    name: str | None = None
    photo: str | None = None
    disabled: bool = False

    def method(self, provider: str, kind: str) -> Method | None:
        return next((own for own in self.methods if (own.provider, own.kind) == (provider, kind)), None)

    def fill(self, profile: dict[str, str]) -> None:
        """Fills a blank name and a blank photo."""
        self.name = self.name or profile.get("name")
        self.photo = self.photo or profile.get("photo")

    def shown(self) -> dict[str, object]:
        """The account as the protocol has it, without the keys that this program does not list."""
        methods = []
        for own in self.methods:
            shown = {"provider": own.provider, "kind": own.kind}
            if own.subject is not None:
                shown["subject"] = own.subject
            if own.address is not None:
                shown["address"] = own.address
            methods.append(shown)
        return {
            "id": self.id, "email": self.email, "verified": self.verified, "methods": methods,
            "profile": {"name": self.name, "photo": self.photo}, "state": "disabled" if self.disabled else "active",
        }


@dataclass
class Session:
    """A session; `old` is one whose sign-in was long ago."""

    account: Account
    state: str = "recent"


@dataclass
class Code:
    """A mailed code: for whom, for what, and the session that asked for it."""

    purpose: str
    address: str
    account: Account | None
    session: Session | None
    state: str = "valid"


class World:
    """Everything that is stored."""

    def __init__(self) -> None:
        self.accounts: list[Account] = []
        self.sessions: list[Session] = []
        self.codes: list[Code] = []
        self.made = 0

    def create(self, email: str | None = None, verified: bool = False) -> Account:
        self.made += 1
        account = Account(f"u{self.made}", email, verified)
        self.accounts.append(account)
        return account

    def delete(self, account: Account) -> int:
        """Deletes an account, ends its sessions and says how many were open."""
        self.accounts.remove(account)
        return self.end(account, "gone")

    def end(self, account: Account, state: str, but: Session | None = None) -> int:
        """Ends the sessions of an account, but one, and says how many were open."""
        ended = [one for one in self.sessions if one.account is account and one is not but and one.state != "gone"]
        for one in ended:
            one.state = state
        return len(ended)

    def named(self, name: str | None) -> Account | None:
        return next((account for account in self.accounts if account.id == name), None)

    def holders(self, email: str | None) -> list[Account]:
        """The accounts that have an address."""
        return [account for account in self.accounts if email is not None and account.email == email]

    def owner(self, provider: str, kind: str, subject: str | None) -> Account | None:
        """The account that has a credential."""
        for account in self.accounts:
            for own in account.methods:
                is_it = (own.provider, own.kind) == (provider, kind)
                if is_it and (own.subject if own.has_own_subject else account.email) == subject:
                    return account
        return None
