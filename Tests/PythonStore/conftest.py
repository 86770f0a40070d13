"""Databases for the tests of the Python store: SQLite in a temporary folder, or the PostgreSQL server of `with-server`."""
import json
import os
import sys
from pathlib import Path

import pytest
import sqlalchemy
from sqlalchemy import event

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(ROOT / "Tests/Gates/Support"))

from linkpolicy.process import Client  # noqa: E402
from linkpolicy.store import upgrade  # noqa: E402
from linkpolicy.testing.store import _TABLES  # noqa: E402
from share import examined  # noqa: E402

TOOL = os.environ["LINKPOLICY"]
KEY = b"a key for tests, which is public"
# Tests with so many cases have all of them examined.
FEW = 4


def pytest_addoption(parser):
    parser.addoption("--backend", choices=["sqlite", "postgresql"], default="sqlite")
    parser.addoption("--counts", help="a file to which tests append what they counted")


def pytest_collection_modifyitems(config, items):
    """In CI, leaves out most cases of the tests that have many (`share.py`)."""
    cases = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {
        item for test in cases.values() for item in (test if len(test) <= FEW else examined(test, name=lambda item: item.nodeid))}
    out = [item for item in items if item not in kept]
    items[:] = [item for item in items if item in kept]
    config.hook.pytest_deselected(items=out)


@pytest.fixture(scope="session")
def backend(request):
    return request.config.getoption("--backend")


@pytest.fixture(scope="session")
def count(request):
    """Reports a number for the line of the gate."""
    def report(name, number):
        path = request.config.getoption("--counts")
        if path:
            with open(path, "a", encoding="utf-8") as file:
                file.write(json.dumps([name, number]) + "\n")
    return report


@pytest.fixture(scope="session")
def new_database(backend, tmp_path_factory):
    """Makes the URL of an empty database."""
    made = []

    def make():
        number = len(made)
        made.append(number)
        if backend == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('db')}/accounts.db"
        name = f"linkpolicy_{os.getpid()}_{number}"
        admin = sqlalchemy.create_engine("postgresql+psycopg://", isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
        admin.dispose()
        return f"postgresql+psycopg:///{name}"
    return make


def fast(engine):
    """Lets SQLite not wait for the disk."""
    if engine.dialect.name == "sqlite":
        @event.listens_for(engine, "connect")
        def unsafe(connection, _):
            connection.execute("PRAGMA synchronous = OFF")
    return engine


@pytest.fixture(scope="session")
def shared(new_database):
    engine = fast(sqlalchemy.create_engine(new_database()))
    upgrade(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def engine(shared):
    """A database with empty tables."""
    with shared.begin() as connection:
        for table in _TABLES:
            connection.execute(sqlalchemy.delete(table))
    return shared


@pytest.fixture(scope="session")
def decider():
    with Client("hardened", tool=TOOL) as client:
        yield client
