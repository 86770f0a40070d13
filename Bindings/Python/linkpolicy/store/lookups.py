"""Reads the rows that a lookup asks for, and returns the member `answers` of a decide line."""
from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

from sqlalchemy import Connection, or_, select

from . import schema
from .errors import StoreFailed

__all__ = ["Reader"]

# The kinds of methods whose subject is the address of the account.
BY_ADDRESS = ("password", "email-link")
# The fields of each requirement.
_REQUIREMENTS: tuple[set[str], ...] = (
    {"account", "version"}, {"credential", "holder"}, {"address", "holders"}, {"identifier", "holder"}, {"session"}, {"code"})


class Reader:
    """A reader in one open transaction, at one time of the clock. The reader decides nothing."""

    def __init__(self, connection: Connection, now: int, recent: int, pools: Sequence[Sequence[str]]) -> None:
        """Creates a reader.

        Args:
            connection: the open transaction.
            now: the current time, in seconds since 1970.
            recent: the seconds for which a sign-in counts as recent.
            pools: the providers of each pool of the policy; empty if the policy has only one pool.
        """
        self._db = connection
        self._now = now
        self._recent = recent
        self._pools = pools

    def account(self, id: str) -> Optional[dict[str, Any]]:
        """Returns an account in the form of `answers.accounts`; None if the account does not exist."""
        a = schema.Account
        row = self._db.execute(
            select(a.tenant, a.email, a.verified, a.name, a.photo, a.state, a.factors, a.epoch, a.version).where(a.id == id)
        ).first()
        if row is None:
            return None
        labels: dict[tuple[str, str, str], dict[str, str]] = {}
        b = schema.Label
        for label in self._db.execute(select(b.issuer, b.kind, b.subject, b.name, b.value).where(b.account == id)):
            labels.setdefault((label.issuer, label.kind, label.subject), {})[label.name] = label.value
        m = schema.Method
        methods = [
            {
                "provider": method.provider, "kind": method.kind, "subject": method.subject or None, "address": method.address,
                "proved": method.proved, "superseded": method.superseded,
                "labels": labels.get((method.issuer, method.kind, method.subject), {}),
            }
            for method in self._db.execute(
                select(m.provider, m.issuer, m.kind, m.subject, m.address, m.proved, m.superseded)
                .where(m.account == id).order_by(m.place))
        ]
        return {
            "id": id, "tenant": row.tenant or None, "email": row.email, "verified": row.verified,
            "profile": {"name": row.name, "photo": row.photo}, "state": row.state, "factors": row.factors, "epoch": row.epoch,
            "version": row.version, "methods": methods, "labels": labels.get(("", "", ""), {}), "identifiers": self._identifiers(id)}

    def _identifiers(self, account: str) -> dict[str, str]:
        i = schema.Identifier
        return {name: value for name, value in self._db.execute(select(i.name, i.value).where(i.account == account).order_by(i.name))}

    def identifier_holder(self, tenant: Optional[str], name: str, value: str) -> Optional[str]:
        """Returns the id of the account that holds an identifier; None if no account holds the identifier."""
        # A process of the earlier version can leave the identifiers of a deleted account, because SQLite ignores foreign keys.
        a, i = schema.Account, schema.Identifier
        return self._db.scalar(
            select(a.id).join(i, i.account == a.id).where(i.tenant == (tenant or ""), i.name == name, i.value == value))

    def holder(self, tenant: Optional[str], issuer: str, kind: str, subject: str) -> Any:
        """Returns the holder of a credential in the form of `answers.credential`: an id, `{"gone": True}` or None."""
        a, m, g = schema.Account, schema.Method, schema.Gone
        found = select(a.id).join(m, m.account == a.id).where(a.tenant == (tenant or ""), m.issuer == issuer, m.kind == kind)
        held = a.email == subject if kind in BY_ADDRESS else m.subject == subject
        id = self._db.scalar(found.where(held).order_by(a.n).limit(1))
        if id is not None:
            return id
        gone = self._db.scalar(select(g.subject).where(
            g.tenant == (tenant or ""), g.issuer == issuer, g.kind == kind, g.subject == subject))
        return None if gone is None else {"gone": True}

    def password_hash(self, tenant: Optional[str], issuer: str, address: str) -> Optional[str]:
        """Returns the password hash of the account that has an address; None if there is no password."""
        a, m = schema.Account, schema.Method
        return self._db.scalar(
            select(m.password_hash).join(a, m.account == a.id)
            .where(a.tenant == (tenant or ""), a.email == address, m.issuer == issuer, m.kind == "password").order_by(a.n).limit(1))

    def named_password_hash(self, provider: str, tenant: Optional[str], name: str, value: str) -> Optional[str]:
        """Returns the hash of a provider's password for the account that holds an identifier; None if there is no password."""
        m = schema.Method
        return self._db.scalar(
            select(m.password_hash)
            .where(m.account == self.identifier_holder(tenant, name, value), m.kind == "password")
            .where(or_(m.provider == provider, m.issuer == provider)).limit(1))

    def holders(self, tenant: Optional[str], address: str, heldBy: str, pool: Sequence[str]) -> list[str]:
        """Returns the ids of the accounts of a pool that hold an address."""
        a, m = schema.Account, schema.Method
        found = select(a.id).where(a.tenant == (tenant or "")).order_by(a.n)
        if heldBy == "account":
            found = found.where(a.email == address)
        else:
            found = found.where(a.id.in_(select(m.account).where(
                m.tenant == (tenant or ""), m.address == address, m.superseded.is_(False))))
        return [id for id in self._db.scalars(found) if self._is_searched(id, pool)]

    def _is_searched(self, id: str, pool: Sequence[str]) -> bool:
        if list(pool) == ["*"]:
            return True
        if not self._pools:
            raise StoreFailed("the policy has pools: pass the providers of each pool to the store as `pools`")
        m = schema.Method
        providers = self._db.scalars(select(m.provider).where(m.account == id, m.superseded.is_(False))).all()
        if not providers:
            return "*" in pool
        return any(
            _is_in(provider, pool) or ("*" in pool and not any(_is_in(provider, one) for one in self._pools)) for provider in providers)

    def session(self, id: str) -> Optional[dict[str, Any]]:
        """Returns the row of a session, with the account id even if the account was deleted; None if there is no such session."""
        s = schema.Session
        row = self._db.execute(select(s.account, s.epoch, s.ended, s.proved_at, s.expires_at).where(s.id == id)).first()
        return row and {
            "account": row.account, "epoch": row.epoch, "ended": row.ended or row.expires_at <= self._now,
            "recent": row.proved_at > self._now - self._recent}

    def code(self, id: str) -> Optional[dict[str, Any]]:
        """Returns the row of a code, with the account id even if the account was deleted; None if there is no such code."""
        c = schema.Code
        row = self._db.execute(
            select(
                c.purpose, c.address, c.account, c.bound, c.requester, c.requester_account, c.credential_issuer, c.credential_kind,
                c.credential_subject, c.tenant, c.used, c.expires_at).where(c.id == id)
        ).first()
        if row is None:
            return None
        credential = None if row.credential_subject is None else {
            "issuer": row.credential_issuer, "kind": row.credential_kind, "subject": row.credential_subject}
        return {
            "purpose": row.purpose, "address": row.address, "account": row.account, "bound": row.bound, "requester": row.requester,
            "requesterAccount": row.requester_account, "credential": credential, "tenant": row.tenant or None, "used": row.used,
            "expired": row.expires_at <= self._now}

    # The answers to all questions of a lookup.

    def answers(self, lookup: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the answers to every question of a lookup."""
        accounts: dict[str, dict[str, Any]] = {}

        def known(id: Optional[str]) -> Optional[str]:
            if id is None:
                return None
            if id not in accounts:
                account = self.account(id)
                if account is None:
                    return None
                accounts[id] = account
            return id

        def named(row: Optional[dict[str, Any]]) -> Optional[dict[str, Any]]:
            return row and {**row, "account": known(row["account"])}

        answers: dict[str, Any] = {}
        if lookup["code"]:
            answers["code"] = named(self.code(lookup["code"]["id"]))
        if lookup["session"]:
            answers["session"] = named(self.session(lookup["session"]["id"]))
        if lookup["target"]:
            answers["target"] = known(lookup["target"]["id"])
        if lookup["credential"]:
            holder = self.holder(**lookup["credential"])
            answers["credential"] = holder if isinstance(holder, dict) else known(holder)
        answers["addresses"] = [[known(id) for id in self.holders(**asked)] for asked in lookup["addresses"]]
        if lookup.get("identifiers"):
            answers["identifiers"] = [known(self.identifier_holder(**asked)) for asked in lookup["identifiers"]]
        return {**answers, "accounts": list(accounts.values())}

    def holds(self, requirement: Mapping[str, Any]) -> bool:
        """Returns whether a requirement of a change set holds.

        Raises:
            StoreFailed: the requirement is unknown, or has other fields than the store knows.
        """
        try:
            return self._holds(requirement)
        except (KeyError, TypeError) as error:
            raise StoreFailed(f"the change set has a requirement with unknown or missing fields: {error}") from error

    def _holds(self, requirement: Mapping[str, Any]) -> bool:
        if set(requirement) not in _REQUIREMENTS:
            raise StoreFailed(f"the change set has an unknown requirement: {', '.join(requirement)}")
        if "account" in requirement:
            a = schema.Account
            version = self._db.scalar(select(a.version).where(a.id == requirement["account"]))
            return version is not None and version == requirement["version"]
        if "credential" in requirement:
            return bool(self.holder(**requirement["credential"]) == requirement["holder"])
        if "identifier" in requirement:
            return bool(self.identifier_holder(**requirement["identifier"]) == requirement["holder"])
        if "address" in requirement:
            return sorted(self.holders(**requirement["address"])) == sorted(requirement["holders"])
        if "session" in requirement:
            session = self.session(requirement["session"])
            return session is not None and not session["ended"]
        code = self.code(requirement["code"])
        return code is not None and not code["used"]


def _is_in(provider: str, pool: Sequence[str]) -> bool:
    """Returns whether a pool names a provider or the provider's family, such as `saml.*`."""
    return provider in pool or any(entry.endswith(".*") and provider.startswith(entry[:-1]) for entry in pool)
