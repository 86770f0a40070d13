"""Plays vectors on `linkpolicy.store`: to test a subclass of it, a database, or an engine."""
from __future__ import annotations

from typing import Any, Literal, Optional

from sqlalchemy import Engine, delete, insert, select, update

from ..store import Event, Store, schema
from .policy_text import pools
from .subject import Attempted, PolicyUnderTest, Rows

__all__ = ["StoreSubject"]

_KEY = b"a key for tests, which is public"
_TABLES = (
    schema.Label, schema.Method, schema.Account, schema.Gone, schema.Session, schema.Code, schema.OutboxRow, schema.Request)


class StoreSubject:
    """A store whose tables are emptied for each vector. **Use a database for tests only.**"""

    def __init__(self, engine: Engine, policy: PolicyUnderTest, store: type[Store] = Store) -> None:
        """Empties the tables.

        Args:
            engine: a database with migrated tables.
            policy: the policy of the vector.
            store: the class to test.
        """
        self._engine = engine
        with engine.begin() as connection:
            for table in _TABLES:
                connection.execute(delete(table))
        self.store = store(engine, policy.decider, key=_KEY, pools=pools(policy.text))

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
                    id=id, **columns, tenant=code["tenant"] or "", expires_at=0 if code["expired"] else now + 3600))

    def attempt(
        self, attempt: dict[str, Any], caller: dict[str, Optional[str]], settings: dict[str, Any],
        method: Optional[Literal["enabled", "disabled"]],
    ) -> Attempted:
        """Settles an attempt."""
        settled = self.store.settle(attempt, caller=caller, settings=settings, method=method, password_hash="a hash")
        outcome = settled.outcome
        removed = [
            {"provider": event.provider, "kind": event.kind} for event in outcome.events if event.name == "method-removed"]
        return Attempted(
            settled.decision, outcome.new_account, outcome.deleted, outcome.session, outcome.codes,
            [_listener(event) for event in outcome.events if event.name != "method-removed"], removed)

    def wait(self, event: Literal["old", "expired"]) -> None:
        """Makes sessions old or codes expired."""
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
            notices = connection.execute(select(o.notice, o.recipient, o.code, o.account).order_by(o.n)).all()
            return Rows(
                [account for account in accounts if account],
                [{"tenant": row.tenant or None, "issuer": row.issuer, "kind": row.kind, "subject": row.subject} for row in gone],
                {id: reader.session(id) or {} for id in sessions}, {id: reader.code(id) or {} for id in codes},
                [{"notice": row.notice, "to": row.recipient, "code": row.code, "account": row.account} for row in notices])

    def close(self) -> None:
        """Does nothing: the next vector empties the tables."""


def _listener(event: Event) -> Any:
    return {"code-mailed": event.purpose} if event.name == "code-mailed" else event.name

