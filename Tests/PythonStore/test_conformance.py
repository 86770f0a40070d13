"""The store passes the suites of vectors, and a store that leaves out a write, a notice or a version does not."""
import re

import pytest
from conftest import ROOT
from sqlalchemy import delete

from linkpolicy.store import Store, schema
from linkpolicy.store.writes import Writer
from linkpolicy.testing.run import play
from linkpolicy.testing.store import StoreSubject

# Every suite whose vectors have steps that a store plays; the recordings are for the engine.
SUITES = ["facts", "attacks", "hardened", "unrelated", "sketches", "firebase-emulator-rules", "mutants", "stores"]
# Tables of one database show the same as those of the other, in SQL that is nearly the same.
SOME = ["facts", "unrelated", "sketches", "stores", "hardened"]
# The cheapest suite that notices comes first.
NOTICING = ["vectors/unrelated", "vectors/stores", "vectors/mutants/hardened.jsonl", "vectors/facts"]


@pytest.mark.parametrize("suite", SUITES)
def test_the_store_passes(suite, engine, backend, count):
    if backend == "postgresql" and suite not in SOME:
        pytest.skip("played on SQLite")
    result = play([str(ROOT / "vectors" / suite)], lambda policy: StoreSubject(engine, policy))
    assert not result.findings and not result.problem and not result.failed, result.text
    assert result.passed and result.compared
    count("vectors", result.passed)
    count("compared", result.compared)


def writes():
    """The words of the writes, from the page."""
    text = (ROOT / "Docs/Changes.md").read_text(encoding="utf-8")
    return re.findall(r"^\| `([a-z-]+)`", text.partition("\n## Writes\n")[2].partition("\nNotices:")[0], re.M)


def test_the_page_lists_the_writes_that_the_store_knows():
    known = {name[3:].replace("_", "-") for name in dir(Writer) if name.startswith("do_")}
    assert known == set(writes())


def forgetful(**replaced):
    """A store whose writer has other methods."""
    class Forgetful(Store):
        def _writer(self, connection, times, password_hash):
            return type("ForgetfulWriter", (Writer,), replaced)(connection, times, self._new_id, password_hash)
    return Forgetful


def noticed(engine, store, paths=NOTICING):
    """The findings of the first suite that has any."""
    for path in paths:
        result = play([str(ROOT / path)], lambda policy: StoreSubject(engine, policy, store), fail_fast=True)
        assert result.problem is None, result.problem
        if result.findings:
            return result.text
    return ""


REFUSED = {"insert-account": "the set creates none", "put-code": "mails its code 0, which it does not create"}


@pytest.mark.parametrize("word", writes())
def test_a_write_that_is_left_out_is_noticed_and_named(word, engine, backend, count):
    if backend == "postgresql":
        pytest.skip("left out on SQLite")
    kept = Writer._write

    def _write(self, write):
        return None if write["write"] == word else kept(self, write)

    text = noticed(engine, forgetful(_write=_write))
    # Later writes of the set need these rows: the store itself refuses the set, and the finding names the step.
    refusal = REFUSED.get(word)
    assert f"`{word}`" in text or (refusal is not None and "step " in text and refusal in text), text
    count("left out", 1)


def without(notice):
    kept = Writer._keep
    return lambda self, row: None if row["notice"] == notice else kept(self, row)


@pytest.mark.parametrize("notice", ["mail", "owner"])
def test_a_notice_that_is_left_out_is_noticed_and_named(notice, engine, backend, count):
    if backend == "postgresql":
        pytest.skip("left out on SQLite")
    assert f"the notice `{notice}`" in noticed(engine, forgetful(_keep=without(notice)))
    count("left out", 1)


def test_a_version_that_is_not_incremented_is_noticed_and_named(engine, backend, count):
    if backend == "postgresql":
        pytest.skip("left out on SQLite")
    kept = Writer.execute

    def execute(self, changes):
        before = {id: version for id, version in self._db.execute(
            schema.Account.__table__.select().with_only_columns(schema.Account.id, schema.Account.version))}
        outcome = kept(self, changes)
        for id, version in before.items():
            self._db.execute(schema.Account.__table__.update().where(schema.Account.id == id).values(version=version))
        return outcome

    assert "the version of account" in noticed(engine, forgetful(execute=execute))
    count("left out", 1)


COLUMN_SHARDS = [
    "vectors/sketches", *(f"vectors/facts/{name}.yaml" for name in ("given", "sessions", "anonymous", "reset", "changes"))]
COLUMNS = {
    "session.epoch": 0, "session.ended": False, "session.recent": True, "code.bound": None, "code.requester": None,
    "code.requesterAccount": None, "code.credential": None, "code.tenant": None, "code.used": False, "code.expired": False}


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_that_lookups_do_not_read_is_noticed(column, engine, backend, count):
    """The rows are right, so the answers of steps have to show it."""
    if backend == "postgresql":
        pytest.skip("left out on SQLite")
    table, name = column.split(".")

    class Forgetful(Store):
        def _decide(self, reader, *rest):
            kept = getattr(reader, table)
            setattr(reader, table, lambda id: (row := kept(id)) and {**row, name: COLUMNS[column]})
            return super()._decide(reader, *rest)

    text = noticed(engine, Forgetful, [*COLUMN_SHARDS, *NOTICING])
    assert re.search(r"step \d+: .*expected|step \d+: \w+Error|at the end", text), text
    count("left out", 1)


def test_a_session_that_is_lost_again_is_noticed_and_named(engine, backend, count):
    if backend == "postgresql":
        pytest.skip("left out on SQLite")
    kept = Writer.execute

    def execute(self, changes):
        outcome = kept(self, changes)
        if outcome.session:
            self._db.execute(delete(schema.Session).where(schema.Session.id == outcome.session))
        return outcome

    assert "after `open-session`: there is no session s1" in noticed(engine, forgetful(execute=execute))
    count("left out", 1)
