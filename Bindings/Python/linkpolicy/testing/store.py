"""Plays vectors on `linkpolicy.store`, to test a subclass of the store, a database, or an engine."""
from __future__ import annotations

import time
from typing import Any, Literal, Optional, Union

from sqlalchemy import Engine, delete, insert, select, update

from ..store import Event, Store, schema
from ..types import DisabledMethods
from .policy_text import pools
from .subject import Attempted, PolicyUnderTest, Rows

__all__ = ["StoreSubject"]

_KEY = b"a key for tests, which is public"
_TABLES = (
    schema.Label, schema.Identifier, schema.Method, schema.Account, schema.Gone, schema.Session, schema.Code, schema.OutboxRow, schema.Request)


class StoreSubject:
    """A store whose tables are emptied for each vector. **Use only a database for tests.**"""

    def __init__(
        self, engine: Engine, policy: PolicyUnderTest, store: type[Store] = Store, *, is_empty: bool = True
    ) -> None:
        """Opens a store, and empties its tables.

        Args:
            engine: a database with migrated tables.
            policy: the policy of the vector.
            store: the class to test.
            is_empty: whether to empty the tables.
        """
        self._engine = engine
        self._policy = policy
        # Each attempt advances the clock by one second, so that renewed sessions expire later.
        self._now = int(time.time())
        if is_empty:
            with engine.begin() as connection:
                for table in _TABLES:
                    connection.execute(delete(table))
        self.store = store(engine, policy.decider, key=_KEY, pools=pools(policy.text), clock=lambda: self._now)

    def give(self, rows: Rows) -> None:
        """Adds rows."""
        now = int(self.store._clock())
        with self._engine.begin() as connection:
            for account in rows.accounts:
                columns = {key: account[key] for key in ("id", "email", "verified", "state", "factors", "epoch", "version")}
                connection.execute(insert(schema.Account).values(
                    **columns, tenant=account["tenant"] or "", given=account["email"], **account["profile"]))
                owners: list[tuple[tuple[str, str, str], dict[str, str]]] = [(("", "", ""), account["labels"])]
                for place, method in enumerate(account["methods"]):
                    columns = {key: method[key] for key in ("provider", "issuer", "kind", "address", "proved", "superseded")}
                    subject = method["subject"] or ""
                    connection.execute(insert(schema.Method).values(
                        **columns, account=account["id"], tenant=account["tenant"] or "", subject=subject, place=place))
                    owners.append(((method["issuer"], method["kind"], subject), method["labels"]))
                for name, value in account.get("identifiers", {}).items():
                    connection.execute(insert(schema.Identifier).values(
                        account=account["id"], name=name, tenant=account["tenant"] or "", value=value))
                for (issuer, kind, subject), labels in owners:
                    for name, value in labels.items():
                        connection.execute(insert(schema.Label).values(
                            account=account["id"], issuer=issuer, kind=kind, subject=subject, name=name, value=value))
            for key in rows.gone or ():
                connection.execute(insert(schema.Gone).values(**{**key, "tenant": key["tenant"] or ""}))
            for id, session in (rows.sessions or {}).items():
                connection.execute(insert(schema.Session).values(
                    id=id, account=session["account"], epoch=session["epoch"], ended=session["ended"],
                    proved_at=now if session["recent"] else 0, expires_at=now + 3600))
            for id, code in (rows.codes or {}).items():
                columns = {key: code[key] for key in ("purpose", "address", "account", "bound", "requester", "used")}
                connection.execute(insert(schema.Code).values(
                    id=id, **columns, requester_account=code["requesterAccount"],
                    **schema.credential_columns(code["credential"]), tenant=code["tenant"] or "", expires_at=0 if code["expired"] else now + 3600))

    def attempt(
        self, attempt: dict[str, Any], caller: dict[str, Optional[str]], settings: dict[str, Any],
        method: Optional[Union[Literal["enabled", "disabled"], DisabledMethods]],
    ) -> Attempted:
        """Settles an attempt."""
        return self._settled(attempt, caller, settings, method, None)

    def attempt_once(
        self, request_id: str, attempt: dict[str, Any], caller: dict[str, Optional[str]], settings: dict[str, Any],
        method: Optional[Union[Literal["enabled", "disabled"], DisabledMethods]],
    ) -> Attempted:
        """Settles an attempt with a request id."""
        return self._settled(attempt, caller, settings, method, request_id)

    def connect(self) -> "StoreSubject":
        """Returns another subject with the same rows, because each transaction has its own connection."""
        return StoreSubject(self._engine, self._policy, type(self.store), is_empty=False)

    def expire_sessions(self) -> None:
        """Lets all sessions expire."""
        with self._engine.begin() as connection:
            connection.execute(update(schema.Session).values(expires_at=0))

    def _settled(
        self, attempt: dict[str, Any], caller: dict[str, Optional[str]], settings: dict[str, Any],
        method: Optional[Union[Literal["enabled", "disabled"], DisabledMethods]], request_id: Optional[str],
    ) -> Attempted:
        self._now += 1
        settled = self.store.settle(
            attempt, caller=caller, settings=settings, method=method, password_hash="a hash", request_id=request_id)
        outcome = settled.outcome
        removed = [
            {"provider": event.provider, "kind": event.kind} for event in outcome.events if event.name == "method-removed"]
        return Attempted(
            settled.decision, outcome.new_account, outcome.deleted, outcome.session, outcome.codes,
            [_listener(event) for event in outcome.events if event.name != "method-removed"], removed)

    def wait(self, event: Literal["old", "expired"]) -> None:
        """Makes all sessions old or all codes expired."""
        with self._engine.begin() as connection:
            if event == "old":
                connection.execute(update(schema.Session).values(proved_at=0))
            else:
                connection.execute(update(schema.Code).values(expires_at=0))

    def rows(self) -> Rows:
        """Returns all rows."""
        g, o = schema.Gone, schema.OutboxRow
        with self._engine.connect() as connection:
            reader = self.store._reader(connection)
            accounts = [reader.account(id) for id in connection.scalars(select(schema.Account.id).order_by(schema.Account.n)).all()]
            sessions = connection.scalars(select(schema.Session.id).order_by(schema.Session.n)).all()
            codes = connection.scalars(select(schema.Code.id).order_by(schema.Code.n)).all()
            gone = connection.execute(select(g.tenant, g.issuer, g.kind, g.subject)).all()
            notices = connection.execute(select(o.notice, o.recipient, o.code, o.purpose, o.account).order_by(o.n)).all()
            a, m, s = schema.Account, schema.Method, schema.Session
            given = {row.id: row.given for row in connection.execute(select(a.id, a.given))}
            hashes: dict[str, list[Optional[str]]] = {}
            for row in connection.execute(select(m.account, m.password_hash).order_by(m.place)):
                hashes.setdefault(row.account, []).append(row.password_hash)
            expiries = {row.id: row.expires_at for row in connection.execute(select(s.id, s.expires_at))}
            listed = [
                {**account, "given": given[account["id"]], "methods": [
                    {**method, "hash": hash is not None}
                    for method, hash in zip(account["methods"], hashes.get(account["id"], []))]}
                for account in accounts if account]
            return Rows(
                listed,
                [{"tenant": row.tenant or None, "issuer": row.issuer, "kind": row.kind, "subject": row.subject} for row in gone],
                {id: {**(reader.session(id) or {}), "expires": expiries[id]} for id in sessions},
                {id: reader.code(id) or {} for id in codes},
                [{"notice": row.notice, "to": row.recipient, "code": row.code, "purpose": row.purpose, "account": row.account}
                 for row in notices])

    def close(self) -> None:
        """Does nothing, because the next vector empties the tables."""


def _listener(event: Event) -> Any:
    return {"code-mailed": event.purpose} if event.name == "code-mailed" else event.name

