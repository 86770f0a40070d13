"""A process that is killed at any statement of a transaction leaves all of it or nothing; repeating the request commits it once."""
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
import sqlalchemy
from conftest import KEY, TOOL
from sqlalchemy import event, select

from linkpolicy.process import Client
from linkpolicy.store import Store, schema, upgrade

WORKER = Path(__file__).parent / "worker.py"
KILLS = int(os.environ.get("KILLS", "40"))
ATTEMPT = {
    "action": "sign-in", "provider": "google.com", "subject": "g1",
    "addresses": [{"email": "ada@gmail.com", "claims": {"email_verified": True}}]}


@pytest.fixture
def url(new_database):
    url = new_database()
    engine = sqlalchemy.create_engine(url)
    upgrade(engine)
    engine.dispose()
    return url


def number_of(connection, table):
    return connection.scalar(select(sqlalchemy.func.count()).select_from(table))


def settled_in_child(url, statement):
    """Settles in a forked process that is killed before a statement, `commit`, or after it; returns the exit code."""
    pid = os.fork()
    if pid == 0:
        try:
            engine = sqlalchemy.create_engine(url)
            with Client("hardened", tool=TOOL) as client:
                store = Store(engine, client, key=KEY)
                seen = []

                @event.listens_for(engine, "before_cursor_execute")
                def execute(*_):
                    seen.append(1)
                    if len(seen) == statement:
                        os.kill(os.getpid(), signal.SIGKILL)

                @event.listens_for(engine, "commit")
                def before_commit(_):
                    if statement == "before":
                        os.kill(os.getpid(), signal.SIGKILL)

                kept = sqlalchemy.Connection.commit

                def commit(self):
                    kept(self)
                    if statement == "after":
                        os.kill(os.getpid(), signal.SIGKILL)

                sqlalchemy.Connection.commit = commit
                store.settle(ATTEMPT, request_id="r1")
            os._exit(0)
        except BaseException as error:
            print(error, file=sys.stderr)
            os._exit(1)
    return os.waitpid(pid, 0)[1]


def test_a_kill_at_any_statement_leaves_all_or_nothing(url, new_database, decider, count):
    engine = sqlalchemy.create_engine(url)
    store = Store(engine, decider, key=KEY)
    kills, statement = 0, 1
    places = iter(["before", "after"])
    while True:
        with engine.begin() as connection:
            for table in reversed(schema.Base.metadata.sorted_tables):
                connection.execute(table.delete())
        engine.dispose()
        status = settled_in_child(url, statement)
        if not os.WIFSIGNALED(status):
            # The child ran more statements than there are: the last places are around the commit.
            assert os.waitstatus_to_exitcode(status) == 0
            statement = next(places, None)
            if statement is None:
                break
            continue
        kills += 1
        committed = statement == "after"
        with engine.connect() as connection:
            for table in (schema.Account, schema.Method, schema.Session, schema.Request):
                assert number_of(connection, table) == committed, (statement, table)
        again = store.settle(ATTEMPT, request_id="r1")
        assert again.decision["outcome"] == "allowed" and again.repeated == committed
        with engine.connect() as connection:
            for table in (schema.Account, schema.Method, schema.Session, schema.Request):
                assert number_of(connection, table) == 1, (statement, table)
            assert connection.scalar(select(schema.Session.id)) == again.outcome.session
        statement = statement + 1 if isinstance(statement, int) else next(places, None)
        if statement is None:
            break
    engine.dispose()
    # A lookup, the writes, the request and the commit: a number that cannot shrink unnoticed.
    assert kills >= 10
    count("kills", kills)


class Workers:
    """Processes that settle and deliver, killed at random."""

    def __init__(self, url, folder, seed):
        self.random, self.url, self.folder = random.Random(seed), url, folder
        self.processes, self.kills = {}, 0

    def start(self, name, *words):
        environment = {**os.environ, "LINKPOLICY": TOOL}
        self.processes[name] = (subprocess.Popen(
            [sys.executable, str(WORKER), self.url, name, str(self.folder), *words], env=environment), words)

    def kill_some(self, kills):
        while self.kills < kills:
            time.sleep(self.random.uniform(0.02, 0.4))
            name = self.random.choice(list(self.processes))
            process, words = self.processes[name]
            if process.poll() is not None:
                if process.returncode == 0 and all(one.poll() == 0 for one, _ in self.processes.values()):
                    return
                assert process.returncode == 0, f"{name} ended with {process.returncode}"
                continue
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.kills += 1
            self.start(name, *words)

    def finish(self):
        for name, (process, _) in self.processes.items():
            assert process.wait(timeout=240) == 0, name


def lines(folder, pattern):
    for file in folder.glob(pattern):
        for line in file.read_text(encoding="utf-8").splitlines():
            # The last line of a killed process may be cut.
            try:
                yield json.loads(line)
            except ValueError:
                continue


def test_killed_processes_lose_nothing_and_repeat_nothing(url, tmp_path, count):
    workers = Workers(url, tmp_path, int(os.environ.get("SEED", "1")))
    requests = 400
    for number in range(3):
        workers.start(f"settle-{number}", "settle", str(number), "3", str(requests))
    workers.start("deliver", "deliver")
    try:
        workers.kill_some(KILLS)
        for name in [name for name in workers.processes if name != "deliver"]:
            process, _ = workers.processes[name]
            assert process.wait(timeout=240) == 0, name
        (tmp_path / "stop").touch()
        workers.finish()
    finally:
        for process, _ in workers.processes.values():
            process.kill()
    engine = sqlalchemy.create_engine(url)
    with engine.connect() as connection:
        accounts = connection.scalars(select(schema.Account.email)).all()
        sessions = connection.scalars(select(schema.Session.id)).all()
        codes = connection.scalars(select(schema.Code.id)).all()
        answers = {key: json.loads(text) for key, text in connection.execute(select(schema.Request.id, schema.Request.answer)).all()}
        methods = number_of(connection, schema.Method)
        notices = connection.scalars(select(schema.OutboxRow.n)).all()
        unsent = number_of(connection, schema.OutboxRow.__table__.select().where(schema.OutboxRow.sent_at.is_(None)).subquery())
    engine.dispose()
    # Request n signs person n % 20 in, and every fourth asks for a mail instead.
    signed_in = [n for n in range(requests) if n % 4 != 3]
    mailed = [n for n in range(requests) if n % 4 == 3]
    assert len(answers) == requests
    assert sorted(accounts) == sorted({f"p{n % 20}@gmail.com" for n in signed_in})
    assert methods == len(accounts)
    assert len(sessions) == len(signed_in) and sorted(sessions) == sorted(one["session"] for one in answers.values() if one["session"])
    assert len(codes) == len(mailed) == len(notices)
    # Each answer that a process got before it was killed is the stored one.
    acknowledged = list(lines(tmp_path, "settle-*.log"))
    by_request = {key.partition(".")[0]: answer for key, answer in answers.items()}
    for one in acknowledged:
        assert by_request[one["request"]]["session"] == one["session"], one
    assert {one["request"] for one in acknowledged} == {f"r{n}" for n in range(requests)}
    # Each notice was sent; a second time only if the process died between sending and marking.
    sent = Counter(one["sent"] for one in lines(tmp_path, "deliver.log"))
    assert unsent == 0 and set(sent) == set(notices)
    assert sum(sent.values()) - len(sent) <= workers.kills
    assert workers.kills
    count("kills", workers.kills)
    count("requests", requests)
