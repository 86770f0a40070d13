"""Migrations make the tables of the package, keep rows, and run once; a store refuses tables of another revision."""
import os
import subprocess
import sys

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from conftest import KEY
from sqlalchemy import insert, select, text

from linkpolicy.store import SchemaMismatch, Store, StoreError, check, migrate, schema, upgrade
from linkpolicy.store.lookups import Reader

TABLES = {"lp_account", "lp_method", "lp_label", "lp_identifier", "lp_gone", "lp_session", "lp_code", "lp_outbox", "lp_request"}


@pytest.fixture
def url(new_database):
    return new_database()


@pytest.fixture
def empty(url):
    engine = sqlalchemy.create_engine(url)
    yield engine
    engine.dispose()


def tool(*words):
    return subprocess.run([sys.executable, "-m", "linkpolicy.store", *words], capture_output=True, text=True, env=os.environ)


@pytest.mark.parametrize("url, message", [
    ("nonsense", "error: the first argument is no URL of a database; write one such as `sqlite:///accounts.db`"),
    ("nosuch://host/accounts", "error: SQLAlchemy cannot open `nosuch`: "),
])
def test_the_command_refuses_what_is_no_database(url, message):
    for verb in ("upgrade", "check"):
        done = tool(verb, url)
        assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith(message), done


def test_the_migrations_make_the_tables_of_the_package(empty):
    upgrade(empty)
    with empty.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "include_object": lambda object, name, kind, *_: name != migrate.VERSION_TABLE})
        assert compare_metadata(context, schema.Base.metadata) == []
    assert set(sqlalchemy.inspect(empty).get_table_names()) == TABLES | {migrate.VERSION_TABLE}
    # A column that the package lacks is noticed by this comparison.
    with empty.begin() as connection:
        connection.execute(text("ALTER TABLE lp_account ADD COLUMN extra INTEGER"))
    with empty.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.Base.metadata)


def test_the_revisions_are_those_of_the_files():
    folder = os.path.join(os.path.dirname(migrate.__file__), "migrations/versions")
    assert tuple(sorted(name[:4] for name in os.listdir(folder) if name.endswith(".py"))) == migrate.REVISIONS


def test_an_older_schema_is_refused_and_upgraded_with_its_rows(empty, url, decider):
    upgrade(empty, "0001")
    with empty.begin() as connection:
        connection.execute(insert(schema.Account).values(id="u1", email="ada@gmail.com", verified=True, epoch=2**40))
    with pytest.raises(SchemaMismatch, match="revision 0001, and this package needs 0004: run `python -m linkpolicy.store upgrade"):
        Store(empty, decider, key=KEY)
    assert tool("check", url).returncode == 1
    done = tool("upgrade", url)
    assert (done.returncode, done.stdout) == (0, "the tables have revision 0004\n")
    assert tool("upgrade", url).stdout == "the tables have revision 0004 already\n"
    assert tool("check", url).returncode == 0
    assert Store(empty, decider, key=KEY).account("u1")["epoch"] == 2**40


def test_codes_of_the_revision_before_have_no_origin(empty):
    upgrade(empty, "0002")
    # A process of the version before writes its columns alone, before and after the migration.
    put = text("INSERT INTO lp_code (id, purpose, address, account, bound, requester, tenant, used, expires_at)"
               " VALUES (:id, 'verify', 'ada@gmail.com', 'u1', 'ada@gmail.com', 's1', '', false, 9999999999)")
    with empty.begin() as connection:
        connection.execute(put, {"id": "before"})
    upgrade(empty)
    with empty.begin() as connection:
        connection.execute(put, {"id": "after"})
        # And it reads what a process of this version has written.
        connection.execute(insert(schema.Code).values(
            id="new", purpose="verify", address="ada@gmail.com", account="u1", bound="ada@gmail.com", requester="s2",
            requester_account="u1", **schema.credential_columns({"issuer": "b", "kind": "federated", "subject": "b1"}),
            expires_at=9999999999))
        assert connection.scalar(text("SELECT requester FROM lp_code WHERE id = 'new'")) == "s2"
    with empty.connect() as connection:
        reader = Reader(connection, 0, 0, [])
        codes = {id: reader.code(id) for id in ("before", "after", "new")}
    for id in ("before", "after"):
        assert (codes[id]["requester"], codes[id]["requesterAccount"], codes[id]["credential"]) == ("s1", None, None)
    assert (codes["new"]["requesterAccount"], codes["new"]["credential"]["subject"]) == ("u1", "b1")


def test_a_process_of_the_revision_before_deletes_accounts_that_have_identifiers(empty, decider):
    upgrade(empty)
    store = Store(empty, decider, key=KEY)

    def put(id):
        with empty.begin() as connection:
            connection.execute(insert(schema.Account).values(id=id, verified=False))
        store.commit({
            "requires": [], "notices": [],
            "writes": [{"write": "set-identifier", "account": {"id": id}, "name": "username", "value": "ada"}]})

    put("u1")
    # PostgreSQL cannot tell it from a race, which is a `Conflict`.
    with pytest.raises(StoreError, match="lp_identifier"):
        put("u2")
    with empty.begin() as connection:
        # As that revision does it, without the table of identifiers.
        connection.execute(text("DELETE FROM lp_account WHERE id = 'u1'"))
        assert Reader(connection, 0, 0, []).identifier_holder(None, "username", "ada") is None
    put("u3")
    with empty.connect() as connection:
        assert Reader(connection, 0, 0, []).identifier_holder(None, "username", "ada") == "u3"
        assert connection.scalars(select(schema.Identifier.account)).all() == ["u3"]


def test_a_newer_schema_is_refused_and_left_alone(empty, url, decider):
    upgrade(empty)
    with empty.begin() as connection:
        connection.execute(text(f"UPDATE {migrate.VERSION_TABLE} SET version_num = '0099'"))
    for refused in (lambda: check(empty), lambda: upgrade(empty), lambda: Store(empty, decider, key=KEY)):
        with pytest.raises(SchemaMismatch, match="0099, which is newer"):
            refused()
    assert "install a later version" in tool("upgrade", url).stderr


def test_a_database_without_tables_is_refused(empty, url, decider):
    with pytest.raises(SchemaMismatch, match="no tables of linkpolicy: run `python -m linkpolicy.store upgrade URL`"):
        Store(empty, decider, key=KEY)
    done = tool("check", url)
    assert done.returncode == 1 and done.stderr.startswith("error: the database has no tables")


def test_other_tables_of_the_service_stay(empty):
    with empty.begin() as connection:
        connection.execute(text("CREATE TABLE account (id INTEGER)"))
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('abc')"))
    upgrade(empty)
    with empty.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "abc"


def test_a_migration_that_fails_leaves_nothing(empty):
    with empty.begin() as connection:
        connection.execute(text("CREATE TABLE lp_request (id INTEGER)"))
    with pytest.raises(Exception, match="lp_request"):
        upgrade(empty)
    assert set(sqlalchemy.inspect(empty).get_table_names()) == {"lp_request"}


def test_four_processes_migrate_at_once(empty, url):
    processes = [
        subprocess.Popen([sys.executable, "-m", "linkpolicy.store", "upgrade", url], stderr=subprocess.PIPE, text=True)
        for _ in range(4)]
    for process in processes:
        assert process.communicate()[1] == "" and process.returncode == 0
    assert migrate.revision(empty) == migrate.HEAD
    with empty.connect() as connection:
        assert connection.scalar(select(sqlalchemy.func.count()).select_from(schema.Account)) == 0


def test_wrong_urls_end_in_one_sentence():
    for url in ("nonsense", "oracle-of-delphi://x", "sqlite:////no/such/folder/x.db"):
        done = tool("upgrade", url)
        assert done.returncode in (1, 2) and done.stderr.startswith("error: ") and "Traceback" not in done.stderr, done.stderr
