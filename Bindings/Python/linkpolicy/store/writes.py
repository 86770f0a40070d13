"""A function for each write of a change set (Docs/Changes.md)."""
from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Callable, Mapping, Optional, Sequence

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from . import schema
from .errors import StoreFailed
from .outcomes import Event, Notice, Outcome

__all__ = ["Writer"]

# The writes marked V in Docs/Changes.md, which increment the version of their account.
RAISING = frozenset({
    "insert-account", "set-email", "set-state", "set-label", "set-identifier", "put-method", "remove-method", "supersede-method", "drop-factors", "set-factors",
    "end-sessions"})

# The permitted fields of each notice.
_NOTICES = {"mail": {"notice", "code", "purpose", "to"}, "owner": {"notice", "account", "to"}}


@lru_cache(maxsize=None)
def _signature(function: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(function)


@dataclass(frozen=True)
class Times:
    """The time of a transaction, and the lifetimes of new rows, in seconds."""

    now: int
    session: int
    code: Callable[[str], int]


class Writer:
    """Executes one change set in an open transaction, and collects the outcome."""

    def __init__(
        self, connection: Connection, times: Times, new_id: Callable[[str], str], password_hash: Optional[str]
    ) -> None:
        self._db = connection
        self._times = times
        self._new_id = new_id
        self._password_hash = password_hash
        self.outcome = Outcome()

    def execute(self, changes: Mapping[str, Any]) -> Outcome:
        """Executes the writes in order, increments the versions, and adds the notices to the outbox.

        Raises:
            StoreFailed: a write or notice is unknown, or contradicts the rows.
            ValueError: the set stores a new password, but there is no password hash.
        """
        raised: list[str] = []
        for write in changes["writes"]:
            account = self._write(write)
            if write["write"] in RAISING and account is not None and account not in raised:
                raised.append(account)
        a = schema.Account
        for id in raised:
            self._db.execute(update(a).where(a.id == id).values(version=a.version + 1))
        for notice in changes["notices"]:
            self._keep(notice)
        return self.outcome

    def _write(self, write: Mapping[str, Any]) -> Optional[str]:
        """Executes a write, and returns the id of the write's account."""
        name = write["write"]
        function = getattr(self, "do_" + name.replace("-", "_"), None)
        if function is None:
            raise StoreFailed(f"the store does not know the write `{name}`: install a later version of linkpolicy")
        fields = {key: value for key, value in write.items() if key != "write"}
        try:
            _signature(function.__func__).bind(self, **fields)
        except TypeError as error:
            raise StoreFailed(f"the store does not know these fields of the write `{name}`: {error}") from error
        if fields.get("account") is not None:
            fields["account"] = self._id(fields["account"])
        function(**fields)
        account: Optional[str] = self.outcome.new_account if name == "insert-account" else fields.get("account")
        return account

    def _id(self, reference: Mapping[str, Any]) -> str:
        """Returns the id of the account that a write refers to."""
        id = self.outcome.new_account if reference.get("new") else reference["id"]
        if id is None:
            raise StoreFailed("a write names the account that the change set creates, and the set creates none")
        return str(id)

    def _tenant(self, account: str) -> str:
        tenant = self._db.scalar(select(schema.Account.tenant).where(schema.Account.id == account))
        if tenant is None:
            raise StoreFailed(f"a write names the account `{account}`, which does not exist")
        return tenant

    # Accounts.

    def do_insert_account(self, tenant: Optional[str], email: Optional[str], given: Optional[str], verified: bool) -> None:
        id = self._new_id("u")
        self._db.execute(insert(schema.Account).values(
            id=id, tenant=tenant or "", email=email, given=given, verified=verified))
        self.outcome.new_account = id

    def do_delete_account(self, account: str, leaving: Sequence[Mapping[str, str]]) -> None:
        tenant, s = self._tenant(account), schema.Session
        for id in self._db.scalars(select(s.id).where(s.account == account).order_by(s.n)).all():
            self.do_end_session(id)
        g = schema.Gone
        for key in leaving:
            values = {"tenant": tenant, "issuer": key["issuer"], "kind": key["kind"], "subject": key["subject"] or ""}
            if self._db.scalar(select(g.subject).filter_by(**values)) is None:
                self._db.execute(insert(g).values(**values))
        # SQLite ignores foreign keys by default, so these rows are deleted explicitly.
        self._db.execute(delete(schema.Label).where(schema.Label.account == account))
        self._db.execute(delete(schema.Identifier).where(schema.Identifier.account == account))
        self._db.execute(delete(schema.Method).where(schema.Method.account == account))
        self._db.execute(delete(schema.Account).where(schema.Account.id == account))
        self.outcome.deleted = True

    def _update(self, account: str, **values: Any) -> None:
        if self._db.execute(update(schema.Account).where(schema.Account.id == account).values(**values)).rowcount != 1:
            raise StoreFailed(f"a write names the account `{account}`, which does not exist")

    def do_set_email(self, account: str, email: Optional[str], given: Optional[str], verified: bool) -> None:
        spelling = {} if email is not None and given is None else {"given": given}
        self._update(account, email=email, verified=verified, **spelling)

    def do_set_profile(self, account: str, name: Optional[str], photo: Optional[str], blanksOnly: bool) -> None:
        a = schema.Account
        if blanksOnly:
            self._update(account, name=func.coalesce(a.name, name), photo=func.coalesce(a.photo, photo))
        else:
            self._update(account, name=name, photo=photo)

    def do_set_state(self, account: str, state: str) -> None:
        self._update(account, state=state)

    def do_drop_factors(self, account: str) -> None:
        self._update(account, factors=0)

    def do_set_factors(self, account: str, count: int) -> None:
        self._update(account, factors=count)

    def do_set_label(self, account: str, method: Optional[Mapping[str, Any]], name: str, value: str) -> None:
        row = {"account": account, **(_key(**method) if method else {"issuer": "", "kind": "", "subject": ""}), "name": name}
        self._db.execute(delete(schema.Label).filter_by(**row))
        self._db.execute(insert(schema.Label).values(**row, value=value))

    def do_set_identifier(self, account: str, name: str, value: Optional[str]) -> None:
        i, tenant = schema.Identifier, self._tenant(account)
        self._db.execute(delete(i).where(i.account == account, i.name == name))
        if value is None:
            return
        # An identifier of an account that a process of the earlier version deleted has no holder.
        self._db.execute(delete(i).where(
            i.tenant == tenant, i.name == name, i.value == value, i.account.not_in(select(schema.Account.id))))
        self._db.execute(insert(i).values(account=account, tenant=tenant, name=name, value=value))

    # Methods.

    def _method(self, account: str, key: Mapping[str, str]) -> Any:
        m = schema.Method
        return self._db.execute(select(m.n, m.place, m.superseded).filter_by(account=account, **key)).first()

    def do_put_method(
        self, account: str, provider: str, issuer: str, kind: str, subject: Optional[str], address: Optional[str],
        proved: Optional[str], secret: str, superseded: bool, place: Optional[Mapping[str, Any]],
    ) -> None:
        m, key = schema.Method, _key(issuer, kind, subject)
        present = self._method(account, key)
        values: dict[str, Any] = {
            "provider": provider, "address": address, "proved": proved, "superseded": superseded}
        if secret == "new":
            if self._password_hash is None:
                raise ValueError("the decision stores a new password: pass its hash as `password_hash`")
            values["password_hash"] = self._password_hash
        before = self._method(account, _key(**place)) if place else None
        if before is not None and (present is None or before.n != present.n):
            self._db.execute(update(m).where(m.account == account, m.place >= before.place).values(place=m.place + 1))
            values["place"] = before.place
        if present is not None:
            self._db.execute(update(m).where(m.n == present.n).values(**values))
            return
        if "place" not in values:
            last = self._db.scalar(select(func.max(m.place)).where(m.account == account))
            values["place"] = (last or 0) + 1
        self._db.execute(insert(m).values(account=account, tenant=self._tenant(account), **key, **values))

    def do_remove_method(
        self, account: str, provider: str, issuer: str, kind: str, subject: Optional[str], why: str
    ) -> None:
        key = _key(issuer, kind, subject)
        method = self._method(account, key)
        if method is None:
            return
        self._db.execute(delete(schema.Label).filter_by(account=account, **key))
        self._db.execute(delete(schema.Method).where(schema.Method.n == method.n))
        # The list of methods never contained a superseded method, so its removal is no event.
        if why != "replaced" and not method.superseded:
            self.outcome.events.append(Event("method-removed", account=account, provider=provider, kind=kind))

    def do_supersede_method(self, account: str, issuer: str, kind: str, subject: Optional[str]) -> None:
        statement = update(schema.Method).filter_by(account=account, **_key(issuer, kind, subject)).values(superseded=True)
        if self._db.execute(statement).rowcount != 1:
            raise StoreFailed(f"a write names a method of `{issuer}` that the account `{account}` does not have")

    # Sessions.

    def do_open_session(self, account: str) -> None:
        id, times = self._new_id("s"), self._times
        epoch = self._db.scalar(select(schema.Account.epoch).where(schema.Account.id == account))
        if epoch is None:
            raise StoreFailed(f"a session is opened for the account `{account}`, which does not exist")
        self._db.execute(insert(schema.Session).values(
            id=id, account=account, epoch=epoch, ended=False, proved_at=times.now, expires_at=times.now + times.session))
        self.outcome.session = id
        self.outcome.events.append(Event("signed-in", session=id))

    def do_renew_session(self, session: str, account: str, recent: bool) -> None:
        s, times = schema.Session, self._times
        epoch = select(schema.Account.epoch).where(schema.Account.id == account).scalar_subquery()
        values: dict[str, Any] = {"epoch": epoch, "expires_at": times.now + times.session}
        if recent:
            values["proved_at"] = times.now
        if self._db.execute(update(s).where(s.id == session).values(**values)).rowcount != 1:
            raise StoreFailed(f"a write names the session `{session}`, which does not exist")
        self.outcome.events.append(Event("token-refreshed", session=session))

    def do_end_session(self, session: str) -> None:
        s = schema.Session
        if self._db.execute(update(s).where(s.id == session, s.ended.is_(False)).values(ended=True)).rowcount:
            self.outcome.events.append(Event("signed-out", session=session))

    def do_end_sessions(self, account: str, epoch: int) -> None:
        self._update(account, epoch=epoch)
        self.outcome.events.append(Event("sessions-revoked", account=account))

    # Codes and notices.

    def do_put_code(
        self, purpose: str, address: str, account: Optional[str], bound: Optional[str], requester: Optional[str],
        requesterAccount: Optional[str], credential: Optional[dict[str, str]], tenant: Optional[str],
    ) -> None:
        id = self._new_id("c")
        self._db.execute(insert(schema.Code).values(
            id=id, purpose=purpose, address=address, account=account, bound=bound, requester=requester,
            requester_account=requesterAccount, **schema.credential_columns(credential), tenant=tenant or "", used=False, expires_at=self._times.now + self._times.code(purpose)))
        self.outcome.codes.append(id)
        self.outcome.events.append(Event("code-mailed", code=id, purpose=purpose, address=address))

    def do_use_code(self, code: str) -> None:
        if self._db.execute(update(schema.Code).where(schema.Code.id == code).values(used=True)).rowcount != 1:
            raise StoreFailed(f"a write names the code `{code}`, which does not exist")

    def do_cancel_codes(self, account: str, address: Optional[str], tenant: Optional[str]) -> None:
        c = schema.Code
        unowned = and_(c.account.is_(None), c.address == address, c.tenant == (tenant or ""))
        self._db.execute(delete(c).where(or_(c.account == account, unowned)))

    def _keep(self, notice: Mapping[str, Any]) -> None:
        """Adds a notice to the outbox."""
        kind, to = notice.get("notice"), notice.get("to")
        known = _NOTICES.get(str(kind))
        if known is None:
            raise StoreFailed(f"the store does not know the notice `{kind}`: install a later version of linkpolicy")
        if notice.keys() != known:
            fields = ", ".join(sorted(notice.keys() ^ known))
            raise StoreFailed(f"the notice `{kind}` has other fields than the store knows: {fields}")
        values: dict[str, Any] = {"notice": kind, "recipient": to}
        if kind == "mail":
            number = notice["code"]
            if not 0 <= number < len(self.outcome.codes):
                raise StoreFailed(f"the change set mails its code {number}, which it does not create")
            values.update(code=self.outcome.codes[number], purpose=notice["purpose"])
        else:
            values["account"] = self._id(notice["account"])
            self.outcome.events.append(Event("owner-notified", account=values["account"]))
        n = self._db.execute(insert(schema.OutboxRow).values(**values, due_at=self._times.now, tries=0)).inserted_primary_key
        self.outcome.notices.append(
            Notice(n[0] if n else 0, str(kind), to, values.get("code"), values.get("purpose"), values.get("account")))


def _key(issuer: str, kind: str, subject: Optional[str]) -> dict[str, str]:
    """Returns the key of a method as columns."""
    return {"issuer": issuer, "kind": kind, "subject": subject or ""}
