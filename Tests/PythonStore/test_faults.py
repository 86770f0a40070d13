"""Wrong change sets, lost and full databases, repeated requests: errors that Docs/Python.md and the docstrings state, and no writes."""
import collections.abc
import threading
import time

import pytest
import sqlalchemy
from conftest import KEY, ROOT, TOOL
from sqlalchemy import event, select, update

from linkpolicy.errors import RequestError
from linkpolicy.process import Client
from linkpolicy.store import migrate
from linkpolicy.store import (
    Busy, Lifetimes, RequirementFailed, SchemaMismatch, Store, StoreFailed, Tokens, Uncertain, schema, upgrade)

ADA = {
    "action": "sign-in", "provider": "google.com", "subject": "g1",
    "addresses": [{"email": "Ada@gmail.com", "claims": {"email_verified": True}}]}
BO = {**ADA, "subject": "g2", "addresses": [{"email": "bo@gmail.com", "claims": {"email_verified": True}}]}
RESET = {"action": "request-reset", "address": "ada@gmail.com"}


@pytest.fixture
def store(engine, decider):
    return Store(engine, decider, key=KEY)


def counted(engine):
    """The number of rows of each table."""
    with engine.connect() as connection:
        return {
            table.name: connection.scalar(select(sqlalchemy.func.count()).select_from(table))
            for table in schema.Base.metadata.sorted_tables}


class Wrapped:
    """A decider that does something else before or after."""

    def __init__(self, decider, decide):
        self.lookup, self.decide = decider.lookup, decide


def changed(decider, **changes):
    """A decider whose change sets have other members."""
    def decide(attempt, **rest):
        decision = decider.decide(attempt, **rest)
        return {**decision, "changes": {**decision["changes"], **changes}}
    return Wrapped(decider, decide)


# Requests.

def test_a_request_id_commits_once_and_gives_the_stored_answer(store, engine):
    first = store.settle(ADA, request_id="r1")
    before = counted(engine)
    again = store.settle(ADA, request_id="r1")
    assert (first.repeated, again.repeated) == (False, True)
    assert again.decision["outcome"] == "allowed" and again.outcome.session == first.outcome.session
    assert again.outcome.new_account == first.outcome.new_account and counted(engine) == before
    # The text in the table has no address.
    with engine.connect() as connection:
        assert "gmail" not in connection.scalar(select(schema.Request.answer)).lower()


@pytest.mark.parametrize("other", [{"subject": "g9"}, {"nonce": "matched"}, {"profile": {"name": "Ada", "photo": None}}])
def test_another_attempt_with_the_same_id_is_decided_by_itself(store, other):
    first = store.settle(ADA, request_id="r1")
    second = store.settle({**ADA, **other}, request_id="r1")
    assert not second.repeated and second.outcome.session != first.outcome.session


def test_another_caller_with_the_same_id_is_decided_by_itself(store):
    session = store.settle(ADA, request_id="r1").outcome.session
    assert not store.settle(ADA, request_id="r1", caller={"session": session}).repeated


PASSWORD = {"action": "sign-in", "provider": "password", "kind": "password", "addresses": [{"email": "ada@gmail.com"}]}


def test_a_wrong_password_with_the_id_of_a_right_one_is_refused(store, engine):
    store.settle({**PASSWORD, "action": "sign-up"}, password_hash="right")
    first = store.settle(PASSWORD, password=lambda hash: hash == "right", request_id="r1")
    assert first.decision["outcome"] == "allowed" and first.outcome.session
    before = counted(engine)
    wrong = store.settle(PASSWORD, password=lambda hash: False, request_id="r1")
    assert not wrong.repeated and wrong.outcome.session is None and wrong.decision["outcome"] == "refused"
    again = store.settle(PASSWORD, password=lambda hash: hash == "right", request_id="r1")
    assert again.repeated and again.outcome.session == first.outcome.session and counted(engine) == before
    # The hash was replaced meanwhile, so the former password is wrong.
    with engine.begin() as connection:
        connection.execute(update(schema.Method).values(password_hash="new"))
    assert store.settle(PASSWORD, password=lambda hash: hash == "right", request_id="r1").outcome.session is None


def test_a_request_id_is_checked_before_anything_is_written(store, engine):
    changes = store.decide(ADA)["changes"]
    for wrong, error in ((17, TypeError), (b"r1", TypeError), ("", ValueError), ("a\0b", ValueError), ("\ud800", ValueError)):
        with pytest.raises(error, match="request id"):
            store.settle(ADA, request_id=wrong)
        with pytest.raises(error, match="request id"):
            store.commit(changes, request_id=wrong)
    assert not any(counted(engine).values())


def test_a_refusal_that_writes_nothing_is_not_stored(store, engine):
    refused = store.settle({"action": "refresh"}, caller={"session": "none"}, request_id="r1")
    assert refused.decision["outcome"] == "refused" and not any(counted(engine).values())


@pytest.mark.parametrize("id", ["", "é" * 96])
def test_the_length_of_a_request_id_is_limited(store, id):
    with pytest.raises(ValueError, match="1 to 190 bytes"):
        store.settle(ADA, request_id=id)
    assert store.settle(ADA, request_id="é" * 95).decision["outcome"] == "allowed"


def test_commits_of_outside_decisions_have_request_ids_too(store, engine):
    changes = store.decide(ADA)["changes"]
    first = store.commit(changes, request_id="r1")
    before = counted(engine)
    assert store.commit(changes, request_id="r1").session == first.session and counted(engine) == before
    with pytest.raises(RequirementFailed, match="look up and decide again"):
        store.commit(changes)
    assert counted(engine) == before


# Wrong change sets.

WRONG = [
    ({"writes": [{"write": "paint-account", "account": {"id": "u1"}}]}, StoreFailed, "does not know the write `paint-account`"),
    ({"requires": [{"weather": "fine"}]}, StoreFailed, "unknown requirement: weather"),
    ({"notices": [{"notice": "mail", "code": 3, "purpose": "reset", "to": "a@b.example"}]}, StoreFailed, "mails its code 3"),
    ({"notices": [{"notice": "pigeon", "to": "a@b.example"}]}, StoreFailed, "does not know the notice `pigeon`"),
    ({"writes": [{"write": "open-session", "account": {"new": True}}]}, StoreFailed, "the set creates none"),
    ({"writes": [{"write": "open-session", "account": {"id": "nobody"}}]}, StoreFailed, "which does not exist"),
    ({"writes": [{"write": "set-state", "account": {"id": "nobody"}, "state": "disabled"}]}, StoreFailed, "which does not exist"),
    ({"writes": [{"write": "insert-account", "tenant": None}]}, StoreFailed, "fields of the write `insert-account`: .*email"),
    ({"writes": [{"write": "end-session", "session": "s1", "surprise": 1}]}, StoreFailed, "fields of the write `end-session`: .*surprise"),
    ({"writes": [{"write": "use-code", "code": "nobody"}]}, StoreFailed, "the code `nobody`, which does not exist"),
    ({"writes": [{"write": "renew-session", "session": "nobody", "account": {"id": "u1"}, "recent": True}]}, StoreFailed,
     "the session `nobody`, which does not exist"),
    ({"writes": [{"write": "supersede-method", "account": {"id": "u1"}, "issuer": "a", "kind": "federated", "subject": "b"}]}, StoreFailed,
     "a method of `a` that the account `u1` does not have"),
    ({"requires": [{"account": "u1", "version": 0, "surprise": 1}]}, StoreFailed, "unknown requirement: account, version, surprise"),
    ({"requires": [{"address": {"address": "a@b.example", "surprise": 1}, "holders": []}]}, StoreFailed, "unknown or missing fields"),
    ({"notices": [{"notice": "owner", "account": {"new": True}, "to": None, "surprise": 1}]}, StoreFailed, "other fields .*: surprise"),
    ({"notices": [{"notice": "mail", "code": 0}]}, StoreFailed, "other fields .*: purpose, to"),
    ({"requires": [{"account": "nobody", "version": 1}]}, Busy, "8 tries"),
    ({"requires": [{"credential": {"tenant": None, "issuer": "password", "kind": "password", "subject": "a@b.example"}, "holder": "u1"}]},
     RequirementFailed, "the requirement on the credential"),
]


@pytest.mark.parametrize("changes, error, message", WRONG)
def test_a_wrong_change_set_writes_nothing(engine, decider, changes, error, message):
    store = Store(engine, changed(decider, **changes), key=KEY)
    with pytest.raises(error, match=message):
        store.settle(ADA, request_id="r1")
    assert not any(counted(engine).values())


def test_a_failure_in_the_last_write_undoes_the_first(engine, decider):
    writes = decider.decide(ADA, answers={"credential": None, "addresses": [[]], "method": "enabled"})["changes"]["writes"]
    store = Store(engine, changed(decider, writes=[*writes, {"write": "drop-factors", "account": {"id": "nobody"}}]), key=KEY)
    with pytest.raises(StoreFailed, match="nobody"):
        store.settle(ADA)
    assert not any(counted(engine).values())


def test_a_new_password_needs_its_hash(store, engine):
    sign_up = {"action": "sign-up", "provider": "password", "addresses": [{"email": "ada@gmail.com"}]}
    with pytest.raises(ValueError, match="`password_hash`"):
        store.settle(sign_up)
    assert not any(counted(engine).values())
    store.settle(sign_up, password_hash="the hash")
    with engine.connect() as connection:
        assert connection.scalar(select(schema.Method.password_hash)) == "the hash"


class NoTruth(collections.abc.Mapping):
    """A decision as `linkpolicy.Policy` returns it: a mapping whose truth value is an error."""

    def __init__(self, members):
        self.members = members

    def __getitem__(self, key):
        return self.members[key]

    def __iter__(self):
        return iter(self.members)

    def __len__(self):
        return len(self.members)

    def __bool__(self):
        raise TypeError("a decision has no truth value")


def test_a_decision_may_be_any_mapping(engine, decider):
    store = Store(engine, Wrapped(decider, lambda *args, **rest: NoTruth(decider.decide(*args, **rest))), key=KEY)
    first, again = store.settle(ADA, request_id="r1"), store.settle(ADA, request_id="r1")
    assert first.decision["outcome"] == again.decision["outcome"] == "allowed" and again.repeated
    assert store.settle({"action": "refresh"}, caller={"session": "none"}).decision["outcome"] == "refused"
    assert store.commit(store.decide(BO)["changes"]).new_account


# Conflicts.

def test_torn_answers_are_read_again_eight_times(engine, decider):
    tries = []

    def decide(attempt, **rest):
        tries.append(1)
        raise type("Torn", (Exception,), {"code": "torn"})("two moments")

    with pytest.raises(Busy, match="8 tries .* two moments"):
        Store(engine, Wrapped(decider, decide), key=KEY).settle(ADA)
    assert len(tries) == 8


def test_errors_of_the_engine_pass_through_and_the_store_goes_on(store, engine):
    with pytest.raises(Exception) as raised:
        store.settle({"action": "sign-in", "provider": "google.com"})
    assert raised.value.code == "malformed"
    assert store.settle(ADA).decision["outcome"] == "allowed"


def test_a_lock_that_stays_ends_in_busy(engine, backend, decider):
    if backend != "sqlite":
        pytest.skip("SQLite has one lock")
    short = sqlalchemy.create_engine(engine.url, connect_args={"timeout": 0.01})
    store = Store(short, decider, key=KEY, tries=3)
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        with pytest.raises(Busy, match="3 tries .* locked"):
            store.settle(ADA)
        connection.rollback()
    assert store.settle(ADA).decision["outcome"] == "allowed"
    store.settle(RESET)
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN EXCLUSIVE")
        with pytest.raises(Busy, match="3 tries .* locked"):
            store.outbox.pending()
        with pytest.raises(Busy):
            store.account("u1")
        with pytest.raises(Busy):
            store.prune()
        delivery = store.outbox.deliver(lambda notice: None)
        assert delivery.sent == 0 and not delivery.failures and isinstance(delivery.busy, Busy)
        connection.rollback()
    short.dispose()


def test_the_time_until_busy_is_limited(engine, backend, decider):
    if backend != "sqlite":
        pytest.skip("SQLite has one lock")
    short = sqlalchemy.create_engine(engine.url, connect_args={"timeout": 0.2})
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        for patience, tries in ((0, 1), (0.5, 3)):
            began = time.monotonic()
            with pytest.raises(Busy, match=f"^{tries} tries"):
                Store(short, decider, key=KEY, tries=1000, patience=patience).settle(ADA)
            assert time.monotonic() - began < patience + 2
        connection.rollback()
    short.dispose()


def test_a_notice_that_was_sent_and_cannot_be_marked(engine, backend, decider):
    if backend != "sqlite":
        pytest.skip("SQLite has one lock")
    short, now, sent = sqlalchemy.create_engine(engine.url, connect_args={"timeout": 0.01}), [1000.0], []
    store = Store(short, decider, key=KEY, tries=2, clock=lambda: now[0])
    store.settle(ADA)
    store.settle(RESET)
    with engine.connect() as connection:
        def send(notice):
            sent.append(notice.n)
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        delivery = store.outbox.deliver(send)
        assert delivery.sent == 1 and delivery.busy is not None
        connection.rollback()
    now[0] += 301
    assert store.outbox.deliver(lambda notice: sent.append(notice.n)) == (1, [], None)
    assert sent[0] == sent[1] and store.outbox.pending() == 0
    short.dispose()


def test_reading_does_not_wait_for_a_writer(store, engine):
    outcome = store.settle(ADA).outcome
    cookie = store.tokens.issue("session", outcome.session)
    with engine.connect() as writer:
        if engine.dialect.name == "sqlite":
            writer.exec_driver_sql("BEGIN IMMEDIATE")
        writer.execute(update(schema.Account).values(state="disabled"))
        assert store.signed_in(cookie) == outcome.new_account and store.outbox.pending() == 0
        writer.rollback()


@pytest.mark.parametrize("attempt", [
    {**ADA, "profile": {"name": "a\x00b", "photo": None}}, {**ADA, "subject": "g\0"}, {**ADA, "addresses": [{"email": "a\0@b.example"}]}])
def test_a_zero_byte_is_the_same_error_on_both_databases(store, engine, attempt):
    with pytest.raises(StoreFailed, match="NUL"):
        store.settle(attempt)
    changes = store.decide(ADA)["changes"]
    insert, put, opened = changes["writes"]
    with pytest.raises(StoreFailed, match="NUL"):
        store.commit({**changes, "writes": [insert, {**put, "subject": "g\0"}, opened]})
    assert not any(counted(engine).values())


def test_eight_threads_create_one_account(engine, decider):
    store = Store(engine, decider, key=KEY, tries=40, patience=120)
    made, barrier = [], threading.Barrier(8)

    def sign_in():
        barrier.wait()
        made.append(store.settle(ADA).outcome)

    threads = [threading.Thread(target=sign_in) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8 and sum(one.new_account is not None for one in made) == 1
    rows = counted(engine)
    assert (rows["lp_account"], rows["lp_method"], rows["lp_session"]) == (1, 1, 8)


def test_a_password_that_changes_while_it_is_compared_is_compared_again(store, engine):
    store.settle(
        {"action": "sign-up", "provider": "password", "addresses": [{"email": "ada@gmail.com"}]}, password_hash="old")
    attempt, compared = {**ADA, "provider": "password"}, []
    del attempt["subject"]
    attempt["addresses"] = [{"email": "ADA@gmail.com"}]

    def password(hash):
        compared.append(hash)
        if hash == "old":
            with engine.begin() as connection:
                connection.execute(update(schema.Method).values(password_hash="new"))
        return hash == "old"

    settled = store.settle(attempt, password=password)
    assert compared == ["old", "new"] and settled.tries == 2
    assert settled.decision["outcome"] == "refused" and settled.decision["facts"]["secret"] == "wrong"
    # For an address without an account, a service compares with a dummy hash.
    attempt["addresses"] = [{"email": "nobody@gmail.com"}]
    settled = store.settle(attempt, password=password)
    assert compared[-1] is None and settled.decision["facts"]["secret"] == "absent"


def test_a_password_is_only_compared_for_passwords(store):
    with pytest.raises(ValueError, match="kind `password`"):
        store.settle(ADA, password=lambda hash: True)


def test_a_password_without_an_address_is_of_the_account_that_holds_the_name(engine):
    def named(name, action="sign-in", **more):
        return {"action": action, "provider": "password", "identifiers": {"username": name, **more}}

    compared = []

    def comparing(password):
        def compare(hash):
            compared.append(hash)
            return hash == password
        return compare

    with Client(str(ROOT / "vectors/sketches/policies/identifiers.yaml"), tool=TOOL) as decider:
        store = Store(engine, decider, key=KEY)
        for name in ("ada", "bob"):
            store.settle(named(name, "sign-up"), password_hash=name)
        session = store.settle(named("Ada"), password=comparing("ada")).outcome.session
        assert session
        assert store.settle(named("ada"), password=comparing("bob")).decision["outcome"] == "refused"
        assert store.settle(named("nobody"), password=comparing("ada")).decision["outcome"] == "refused"
        assert compared == ["ada", "ada", None]
        with pytest.raises(RequestError, match="one identifier"):
            store.settle(named("ada", phone="1"), password=comparing("ada"))

        def passing_on(hash):
            # The name changes hands while its password is compared.
            if hash == "ada":
                store.settle({"action": "forget-name"}, caller={"session": session})
                store.settle(named("ada", "sign-up"), password_hash="another")
            return hash == "ada"

        raced = store.settle(named("ada"), password=passing_on)
        assert raced.tries == 2 and raced.decision["outcome"] == "refused"
        with pytest.raises(ValueError, match="kind `password`"):
            store.settle({"action": "forget-name"}, caller={"session": session}, password=lambda hash: True)


# Databases.

def test_a_database_that_is_gone(engine, decider, backend, tmp_path):
    urls = {"sqlite": f"sqlite:///{tmp_path}/no/such/folder.db", "postgresql": "postgresql+psycopg://u@127.0.0.1:1/none?connect_timeout=2"}
    with pytest.raises(StoreFailed, match="the database cannot be"):
        Store(sqlalchemy.create_engine(urls[backend]), decider, key=KEY)


def test_tables_that_vanish(engine, decider, new_database):
    gone = sqlalchemy.create_engine(new_database())
    upgrade(gone)
    store = Store(gone, decider, key=KEY)
    with gone.begin() as connection:
        connection.exec_driver_sql("DROP TABLE lp_session")
    with pytest.raises(StoreFailed, match="lp_session"):
        store.settle(ADA)
    with gone.connect() as connection:
        assert connection.scalar(select(sqlalchemy.func.count()).select_from(schema.Account)) == 0
    gone.dispose()


BROKEN = {
    "DROP TABLE lp_outbox": "the table `lp_outbox` is missing", "DROP INDEX lp_method_credential": "the index `lp_method_credential` is missing",
    "ALTER TABLE lp_method DROP COLUMN proved": "the column `lp_method.proved` is missing"}


@pytest.mark.parametrize("statement", BROKEN)
def test_tables_that_somebody_changed_are_refused(statement, decider, new_database):
    broken = sqlalchemy.create_engine(new_database())
    upgrade(broken)
    Store(broken, decider, key=KEY)
    with broken.begin() as connection:
        connection.exec_driver_sql(statement)
    with pytest.raises(SchemaMismatch, match=BROKEN[statement]):
        Store(broken, decider, key=KEY)
    broken.dispose()


def test_a_unique_column_that_is_not_unique_is_refused(backend, decider, new_database):
    if backend != "postgresql":
        pytest.skip("SQLite cannot drop the constraint")
    broken = sqlalchemy.create_engine(new_database())
    upgrade(broken)
    with broken.begin() as connection:
        name = connection.exec_driver_sql(
            "SELECT conname FROM pg_constraint WHERE contype = 'u' AND conrelid = 'lp_session'::regclass").scalar()
        connection.exec_driver_sql(f"ALTER TABLE lp_session DROP CONSTRAINT {name}")
    with pytest.raises(SchemaMismatch, match="the unique index on `lp_session.id`"):
        Store(broken, decider, key=KEY)
    broken.dispose()


def test_a_full_disk(backend, decider, new_database):
    if backend != "sqlite":
        pytest.skip("the server cannot be given a full disk here")
    # The limit is one of the connection.
    full = sqlalchemy.create_engine(new_database(), pool_size=1, max_overflow=0)
    upgrade(full)
    store = Store(full, decider, key=KEY)
    with full.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    long = {**ADA, "profile": {"name": "A" * 100_000, "photo": None}}
    with pytest.raises(StoreFailed, match="full"):
        store.settle(long)
    assert not any(counted(full).values())
    with full.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 100000")
    assert store.settle(long).decision["outcome"] == "allowed"
    full.dispose()


def terminate(engine):
    """Ends all other connections of the server to this database."""
    with engine.connect() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()")


def test_a_server_that_ends_connections(engine, backend, decider):
    if backend != "postgresql":
        pytest.skip("SQLite has no server")
    other = sqlalchemy.create_engine(engine.url)
    calls = []

    def decide(attempt, **rest):
        calls.append(1)
        if len(calls) == 1:
            terminate(other)
        return decider.decide(attempt, **rest)

    store = Store(engine, Wrapped(decider, decide), key=KEY)
    with pytest.raises(StoreFailed, match="terminat"):
        store.settle(ADA)
    assert store.settle(ADA, request_id="r1").outcome.new_account
    other.dispose()


def test_a_connection_that_ends_during_the_commit_is_uncertain(engine, backend, decider, monkeypatch):
    if backend != "postgresql":
        pytest.skip("SQLite has no server")
    other = sqlalchemy.create_engine(engine.url)
    store = Store(engine, decider, key=KEY)
    kept = sqlalchemy.Connection.commit
    committed = []

    def commit(self):
        if self.engine is engine and not committed:
            committed.append(1)
            # The server commits, and the client loses the answer.
            kept(self)
            terminate(other)
            self.exec_driver_sql("SELECT 1")
        kept(self)

    monkeypatch.setattr(sqlalchemy.Connection, "commit", commit)
    with pytest.raises(Uncertain, match="during the commit"):
        store.settle(ADA, request_id="r1")
    again = store.settle(ADA, request_id="r1")
    assert again.repeated and counted(engine)["lp_session"] == 1
    other.dispose()


def test_an_engine_that_begins_by_itself(backend, new_database, decider):
    if backend != "sqlite":
        pytest.skip("for SQLite")
    url = new_database()
    upgrade(sqlalchemy.create_engine(url))
    own = sqlalchemy.create_engine(url)
    event.listen(own, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    with pytest.raises(StoreFailed, match="without an own `begin` event"):
        Store(own, decider, key=KEY).settle(ADA)


class Interrupt(Exception):
    """What a signal handler raises, such as that of a timeout of a request."""


@pytest.mark.parametrize("error", [Interrupt, KeyboardInterrupt])
@pytest.mark.parametrize("is_committed", [False, True])
def test_an_interrupt_during_the_commit_ends_the_transaction(engine, backend, decider, monkeypatch, error, is_committed):
    options = {"connect_args": {"timeout": 1}} if backend == "sqlite" else {"connect_args": {"options": "-c lock_timeout=1000"}}
    short = sqlalchemy.create_engine(engine.url, **options)
    store, kept, calls = Store(short, decider, key=KEY), short.dialect.do_commit, []

    def do_commit(connection):
        calls.append(1)
        if len(calls) > 1 or is_committed:
            kept(connection)
        if len(calls) == 1:
            raise error("now")

    monkeypatch.setattr(short.dialect, "do_commit", do_commit)
    with pytest.raises(error, match="now"):
        store.settle(ADA, request_id="r1")
    # Another user of the engine commits, and must not commit the rows of the store with its own.
    with short.begin() as connection:
        connection.exec_driver_sql("SELECT 1")
    assert counted(engine)["lp_account"] == is_committed
    # No lock is left.
    assert store.settle(BO).outcome.new_account
    again = store.settle(ADA, request_id="r1")
    assert again.repeated == is_committed and again.outcome.new_account and counted(engine)["lp_session"] == 2
    short.dispose()


def test_an_interrupt_while_rolling_back_ends_the_transaction(engine, decider, monkeypatch):
    other = sqlalchemy.create_engine(engine.url)
    store, kept, calls = Store(other, decider, key=KEY), other.dialect.do_rollback, []

    def do_rollback(connection):
        calls.append(1)
        if len(calls) == 1:
            raise Interrupt("now")
        kept(connection)

    def decide(attempt, **rest):
        monkeypatch.setattr(other.dialect, "do_rollback", do_rollback)
        raise KeyError("no answer")

    with pytest.raises((Interrupt, KeyError)):
        Store(other, Wrapped(decider, decide), key=KEY).settle(ADA)
    assert calls and store.settle(ADA).outcome.new_account
    other.dispose()


@pytest.mark.parametrize("options", [{}, {"poolclass": sqlalchemy.StaticPool}])
def test_an_engine_that_shares_connections_is_refused(decider, options):
    shared = sqlalchemy.create_engine("sqlite://", **options)
    with shared.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE mine (x)")
        connection.exec_driver_sql("INSERT INTO mine VALUES (1)")
        for call in (lambda: Store(shared, decider, key=KEY), lambda: upgrade(shared), lambda: migrate.revision(shared)):
            with pytest.raises(StoreFailed, match="Pool, so the store would share .* pass a URL with a file"):
                call()
    with shared.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM mine").scalar() == 1
    shared.dispose()


def test_another_database_and_a_wrong_key(engine, decider):
    with pytest.raises(ValueError, match="at least 32 bytes"):
        Store(engine, decider, key=b"short")
    for keys in ({"key": KEY.decode()}, {"key": None}, {"key": KEY, "older_keys": [KEY.decode()]}):
        with pytest.raises(TypeError, match="is `bytes`"):
            Store(engine, decider, **keys)
    with pytest.raises(ValueError, match="not mysql"):
        Store(sqlalchemy.create_mock_engine("mysql+pymysql://", lambda *_: None), decider, key=KEY)


def test_numbers_have_64_bits(store, engine):
    id = store.settle(ADA).outcome.new_account
    large = 2**52
    with engine.begin() as connection:
        connection.execute(update(schema.Account).values(epoch=large, version=large))
        connection.execute(update(schema.Session).values(epoch=large))
    settled = store.settle({"action": "disable"}, caller={"target": id})
    assert settled.decision["outcome"] == "allowed"
    account = store.account(id)
    assert account["version"] == large + 1 and account["epoch"] >= large


# Tokens, sessions, notices.

def test_tokens_are_bound_to_key_kind_and_id():
    tokens, newer = Tokens(KEY), Tokens(b"n" * 32, KEY)
    token = tokens.issue("session", "s1")
    assert tokens.read("session", token) == newer.read("session", token) == "s1"
    assert tokens.read("session", None) is None
    for wrong in (token + "x", token[:-1], "s2" + token[2:], "", ".", "s1", "\ud800", "é" + token):
        assert tokens.read("session", wrong).startswith("unknown-")
    assert tokens.read("code", token).startswith("unknown-")
    assert Tokens(b"n" * 32).read("session", token).startswith("unknown-")


def test_a_session_ends_expires_and_is_revoked(engine, decider):
    time = [1000.0]
    store = Store(engine, decider, key=KEY, clock=lambda: time[0], lifetimes=Lifetimes(session=100, recent=10))
    outcome = store.settle(ADA).outcome
    cookie = store.tokens.issue("session", outcome.session)
    assert store.signed_in(cookie) == outcome.new_account
    assert store.signed_in(cookie + "x") is None and store.signed_in(None) is None
    time[0] += 11
    refused = store.settle({"action": "delete"}, caller=store.caller(session=cookie))
    assert refused.decision["error"] == "requires-recent-login"
    time[0] += 100
    assert store.signed_in(cookie) is None
    cookie = store.tokens.issue("session", store.settle(ADA).outcome.session)
    store.settle({"action": "disable"}, caller={"target": outcome.new_account})
    assert store.signed_in(cookie) is None


def test_a_notice_that_cannot_be_sent_is_sent_later(engine, decider):
    time = [1000.0]
    store = Store(engine, decider, key=KEY, clock=lambda: time[0])
    store.settle(ADA)
    store.settle(RESET)
    sent = []

    def fail(notice):
        raise OSError("the mail server is away")

    failed = store.outbox.deliver(fail)
    assert failed.sent == 0 and [str(error) for _, error in failed.failures] == ["the mail server is away"]
    assert store.outbox.deliver(sent.append).sent == 0 and store.outbox.pending() == 1
    time[0] += 31
    assert store.outbox.deliver(sent.append).sent == 1 and store.outbox.pending() == 0
    assert (sent[0].notice, sent[0].to, sent[0].purpose, sent[0].tries) == ("mail", "ada@gmail.com", "reset", 1)
    time[0] += 10_000
    assert store.outbox.deliver(sent.append).sent == 0
    # A code expires, and its link then has no effect.
    link = store.caller(code=store.tokens.issue("code", sent[0].code))
    settled = store.settle({"action": "reset-password"}, caller=link, password_hash="h")
    assert settled.decision["error"] == "expired-action-code"


def test_two_processes_do_not_send_the_same_notice(engine, decider):
    store = Store(engine, decider, key=KEY)
    store.settle(ADA)
    for _ in range(10):
        store.settle(RESET)
    sent, busy, barrier = [], [], threading.Barrier(4)

    def deliver():
        barrier.wait()
        for _ in range(20):
            busy.append(store.outbox.deliver(lambda notice: sent.append(notice.n)).busy)

    threads = [threading.Thread(target=deliver) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # Statements on one row do not conflict with each other, so nobody has to wait for eight tries.
    assert len(busy) == 80 and not any(busy)
    assert len(sent) == len(set(sent)) == 10 and store.outbox.pending() == 0


def test_old_rows_are_pruned(engine, decider):
    time = [1000.0]
    store = Store(engine, decider, key=KEY, clock=lambda: time[0], lifetimes=Lifetimes(session=100))
    store.settle(ADA, request_id="r1")
    store.settle(RESET)
    store.outbox.deliver(lambda notice: None)
    assert store.prune() == 0
    time[0] += 40 * 86_400
    assert store.prune() == 4
    rows = counted(engine)
    assert (rows["lp_account"], rows["lp_session"], rows["lp_code"], rows["lp_outbox"], rows["lp_request"]) == (1, 0, 0, 0, 0)
