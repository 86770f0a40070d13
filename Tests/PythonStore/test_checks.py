"""The checks of the plugin pass on the store, and notice stores that no vector of `vectors/facts` and `vectors/stores` notices."""
import pytest
import sqlalchemy
from other_subject import OtherSubject
from sqlalchemy import delete, func, insert, select, update

from linkpolicy.store import Store, outcomes, schema
from linkpolicy.store.lookups import Reader
from linkpolicy.store.writes import Writer
from linkpolicy.testing import checks
from linkpolicy.testing.checks import play_checks
from linkpolicy.testing.store import StoreSubject

NAMES = set(checks._CHECKS)


def test_the_store_passes(engine, count):
    result = play_checks(lambda policy: StoreSubject(engine, policy))
    assert not result.findings and not result.left_out, result.text
    assert set(result.passed) == NAMES and len(NAMES) == 8
    count("checks", len(result.passed))


def wrong(writer=None, reader=None, **methods):
    """A store with a writer, a reader and methods that are wrong."""
    made_writer, made_reader = type("WrongWriter", (Writer,), writer or {}), type("WrongReader", (Reader,), reader or {})

    class Wrong(Store):
        def _writer(self, connection, times, password_hash):
            return made_writer(connection, times, self._new_id, password_hash)

        def _reader(self, connection):
            return made_reader(connection, int(self._clock()), self._lifetimes.recent, self._pools)

    for name, method in methods.items():
        setattr(Wrong, name, method)
    return Wrong


def with_other(name, **other):
    """A write with other fields."""
    return {name: lambda self, **fields: getattr(Writer, name)(self, **{**fields, **other})}


def cut(self, name, **fields):
    Writer.do_set_profile(self, name=name and name[:100], **fields)


def keep_expiry(self, session, **fields):
    s = schema.Session
    before = self._db.scalar(select(s.expires_at).where(s.id == session))
    Writer.do_renew_session(self, session=session, **fields)
    self._db.execute(update(s).where(s.id == session).values(expires_at=before))


def unexpiring(self, id):
    row = Reader.session(self, id)
    return row and {**row, "ended": self._db.scalar(select(schema.Session.ended).where(schema.Session.id == id))}


def without_case(self, tenant, issuer, kind, subject):
    m = schema.Method
    return self._db.scalar(select(m.account).where(
        m.tenant == (tenant or ""), m.issuer == issuer, m.kind == kind, func.lower(m.subject) == subject.lower())
    ) or Reader.holder(self, tenant, issuer, kind, subject)


def with_superseded(self, tenant, address, heldBy, pool):
    m = schema.Method
    if heldBy == "account":
        return Reader.holders(self, tenant, address, heldBy, pool)
    return list(self._db.scalars(select(m.account).where(m.tenant == (tenant or ""), m.address == address)))


def one_by_one(self, write):
    account = Writer._write(self, write)
    self._db.exec_driver_sql("COMMIT")
    self._db.exec_driver_sql("BEGIN")
    return account


def forgetting_ids(self, *args, request_id=None, **rest):
    return Store.settle(self, *args, **rest)


# Kept once: the checks settle in several threads, and each puts it back.
REQUEST_KEY = outcomes.request_key


def by_id_alone(self, *args, **rest):
    outcomes.request_key = lambda request_id, attempt, caller: REQUEST_KEY(request_id, {"action": attempt["action"]}, {})
    try:
        return Store.settle(self, *args, **rest)
    finally:
        outcomes.request_key = REQUEST_KEY


def met(*kinds):
    return {"holds": lambda self, requirement: not {*kinds}.isdisjoint(requirement) or Reader.holds(self, requirement)}


def other_purpose(self, notice):
    Writer._keep(self, {**notice, "purpose": "reset"} if "purpose" in notice else notice)


def of_all_tenants(self, account, address, tenant):
    c = schema.Code
    self._db.execute(delete(c).where((c.account == account) | (c.account.is_(None) & (c.address == address))))


WRONG = {
    "drop-factors is left out": ("columns", wrong({"do_drop_factors": lambda self, account: None})),
    "set-factors is left out": ("columns", wrong({"do_set_factors": lambda self, account, count: None})),
    "set-factors counts one too many": ("columns", wrong({"do_set_factors": lambda self, account, count: self._update(account, factors=count + 1)})),
    "`given` is lost": ("columns", wrong(with_other("do_insert_account", given=None))),
    "the hash is lost": ("columns", wrong(with_other("do_put_method", secret="keep"))),
    "names are cut": ("columns", wrong({"do_set_profile": cut})),
    "the purpose of a notice is wrong": ("columns", wrong({"_keep": other_purpose})),
    "a renewed session expires as before": ("columns", wrong({"do_renew_session": keep_expiry})),
    "a renewed session is always recent": ("columns", wrong(with_other("do_renew_session", recent=True))),
    "`place` is ignored": ("rows of others", wrong(with_other("do_put_method", place=None))),
    "codes of other tenants are removed": ("rows of others", wrong({"do_cancel_codes": of_all_tenants})),
    "subjects are compared without case": ("answers", wrong(reader={"holder": without_case})),
    "superseded methods hold addresses": ("answers", wrong(reader={"holders": with_superseded})),
    "sessions never expire": ("expired sessions", wrong(reader={"session": unexpiring})),
    "all requirements are met": ("requirements", wrong(reader={"holds": lambda self, requirement: True})),
    "versions are met": ("requirements", wrong(reader=met("account"))),
    "credentials are met": ("requirements", wrong(reader=met("credential"))),
    "addresses are met": ("requirements", wrong(reader=met("address"))),
    "sessions are met": ("requirements", wrong(reader=met("session"))),
    "codes are met": ("requirements", wrong(reader=met("code"))),
    "each write is committed by itself": ("one transaction", wrong({"_write": one_by_one})),
    "ids of requests are ignored": ("repeated requests", wrong(settle=forgetting_ids)),
    "any attempt with the id gets the answer": ("repeated requests", wrong(settle=by_id_alone)),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_store_is_noticed(name, engine, backend, count):
    if backend == "postgresql":
        pytest.skip("noticed on SQLite")
    check, store = WRONG[name]
    result = play_checks(lambda policy: StoreSubject(engine, policy, store))
    assert check in result.findings, result
    count("wrong stores", 1)


def test_connections_without_transactions_are_noticed(engine, backend):
    if backend == "postgresql":
        pytest.skip("noticed on SQLite")

    class Loose(StoreSubject):
        """Reads before the transaction."""

        def attempt(self, attempt, caller, settings, method):
            try:
                changes = self.store.decide(attempt, caller=caller)["changes"]
                made = self.store._new_id("u"), self.store._new_id("s")
                with self._engine.begin() as connection:
                    id = made[0]
                    for write in changes["writes"]:
                        if write["write"] == "insert-account":
                            connection.execute(insert(schema.Account).values(id=id, version=1))
                        elif write["write"] == "open-session":
                            id = id if write["account"].get("new") else write["account"]["id"]
                            connection.execute(insert(schema.Session).values(
                                id=made[1], account=id, epoch=0, proved_at=0, expires_at=self._now + 9))
                return checks.Attempted({"outcome": "allowed", "changes": changes}, session=made[1])
            except sqlalchemy.exc.SQLAlchemyError as error:
                raise OSError(str(error)) from error

        def connect(self):
            return type(self)(self._engine, self._policy, is_empty=False)

    result = play_checks(lambda policy: Loose(engine, policy))
    assert "connections that found no account created" in str(result.findings["several connections"]), result


def test_another_store(backend):
    if backend == "postgresql":
        pytest.skip("without the databases of the tests")
    result = play_checks(OtherSubject)
    assert set(result.left_out) == {"expired sessions", "repeated requests", "several connections"}
    assert result.left_out["repeated requests"] == "attempt_once"
    # That store keeps no notices, so it does not notice an unknown one.
    assert result.findings == {"one transaction": ["a change set with an unknown notice is committed"]}, result.text
