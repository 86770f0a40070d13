"""Checks of a store that no vector contains, such as failing requirements, repeated requests and two connections.

No policy decides in these checks: each check passes its own change set to the store instead of a decision.
"""
from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence

from .case import Factory
from .compare import differences
from .model import Model, NoSuchRow
from .subject import Attempted, PolicyUnderTest, Rows, Subject

__all__ = ["CheckResult", "play_checks"]

Row = dict[str, Any]
# The number of connections that create one account at the same time.
_CONNECTIONS = 4
# The duration of a decision in seconds, during which other connections read the same rows.
_OVERLAP = 0.02
# A text that is longer than a usual column, and not in ASCII.
_LONG = "Ana Zoë Иванова " * 64
# The common start of two subjects that have the maximum length and differ only in the last byte.
_SUBJECT = "s" * 254


@dataclass
class CheckResult:
    """The result of the checks.

    Attributes:
        passed: the names of the checks without findings.
        findings: the sentences about wrong results, by check.
        left_out: the methods that the subject lacks, by check.
    """

    passed: list[str] = field(default_factory=list)
    findings: dict[str, list[str]] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Returns the findings as lines."""
        return "\n".join(line for name, found in self.findings.items() for line in (name, *(f"  {one}" for one in found)))


class _Script:
    """A decider that returns the change set of the check, and stores the answers of the store."""

    def __init__(self) -> None:
        self.lookup_: Row = {}
        self.answers: Mapping[str, Any] = {}
        self.decided = 0
        self.changes: Callable[[Mapping[str, Any]], Row] = lambda answers: _set()

    def lookup(
        self, attempt: Mapping[str, Any], *, answers: Optional[Mapping[str, Any]] = None,
        caller: Optional[Mapping[str, Any]] = None, settings: Optional[Mapping[str, Any]] = None,
    ) -> Row:
        return {"credential": None, "addresses": [], "session": None, "target": None, "code": None, "method": None, **self.lookup_}

    def decide(
        self, attempt: Mapping[str, Any], *, answers: Mapping[str, Any], caller: Optional[Mapping[str, Any]] = None,
        settings: Optional[Mapping[str, Any]] = None,
    ) -> Row:
        self.answers = answers
        self.decided += 1
        return {"outcome": "allowed", "effects": [], "changes": self.changes(answers)}


class _World:
    """A subject with the rows that it must have."""

    def __init__(self, factory: Factory, given: Optional[Rows] = None) -> None:
        self.script = _Script()
        self.subject: Subject = factory(PolicyUnderTest("checks", "", self.script))
        rows = given or Rows(gone=[], sessions={}, codes={}, notices=[])
        self.model = Model(rows)
        self.subject.give(rows)

    def attempt(self, changes: Row, **more: Any) -> Attempted:
        """Lets the subject commit a change set, and raises the subject's exceptions again."""
        self.script.changes = lambda answers: changes
        return self.subject.attempt(_attempt(), _caller(**more), {}, None)

    def commit(self, *writes: Row, notices: Sequence[Row] = (), what: str = "") -> Iterator[str]:
        """Lets the subject commit a change set, and compares the rows."""
        changes = _set(writes, notices=notices)
        made = self.attempt(changes)
        try:
            self.model.apply(changes, made)
        except (NoSuchRow, LookupError) as error:
            yield f"{what}{error}"
            return
        yield from (f"{what}{text}" for text in differences(self.model, self.subject.rows(), changes))

    def ask(self, **lookup: Any) -> Mapping[str, Any]:
        """Returns the answers of the subject to a lookup."""
        self.script.lookup_ = lookup
        try:
            self.attempt(_set())
        finally:
            self.script.lookup_ = {}
        return self.script.answers


def play_checks(factory: Factory) -> CheckResult:
    """Runs the checks, each on an empty subject.

    Args:
        factory: a function that creates an empty subject; the subject's store must ask the decider of the given policy.
    """
    result = CheckResult()
    for name, (check, needed) in _CHECKS.items():
        subjects: list[Subject] = []

        def made(policy: PolicyUnderTest) -> Subject:
            subjects.append(factory(policy))
            return subjects[-1]

        try:
            probe = _World(made)
            if needed is not None and not callable(getattr(probe.subject, needed, None)):
                result.left_out[name] = needed
                continue
            found = list(check(made))
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
        finally:
            for subject in subjects:
                subject.close()
        if found:
            result.findings[name] = found
        else:
            result.passed.append(name)
    return result


# Functions that create change sets and rows.

def _set(writes: Sequence[Row] = (), requires: Sequence[Row] = (), notices: Sequence[Row] = ()) -> Row:
    return {"requires": list(requires), "writes": list(writes), "notices": list(notices)}


def _attempt(**more: Any) -> Row:
    return {"action": "sign-in", "provider": "bay.example", "subject": "b1", **more}


def _caller(session: Optional[str] = None) -> dict[str, Optional[str]]:
    return {"session": session, "target": None, "code": None}


def _insert(**more: Any) -> Row:
    return {"write": "insert-account", "tenant": None, "email": "ana@bay.example", "given": "Ana@Bay.Example", "verified": True, **more}


def _put(account: Row, subject: Optional[str] = "b1", **more: Any) -> Row:
    return {
        "write": "put-method", "account": account, "provider": "bay.example", "issuer": "bay.example", "kind": "federated",
        "subject": subject, "address": None, "proved": None, "secret": "keep", "superseded": False, "place": None, **more}


def _password(account: Row, secret: str) -> Row:
    return _put(account, None, provider="password", issuer="password", kind="password", secret=secret)


def _open(account: Row) -> Row:
    return {"write": "open-session", "account": account}


def _account(id: str, *methods: Row, **more: Any) -> Row:
    return {
        "id": id, "tenant": None, "email": None, "verified": False, "profile": {"name": None, "photo": None}, "state": "active",
        "factors": 0, "epoch": 0, "version": 0, "labels": {}, "identifiers": {}, "methods": list(methods), **more}


def _method(subject: str, **more: Any) -> Row:
    return {
        "provider": "bay.example", "issuer": "bay.example", "kind": "federated", "subject": subject, "address": None, "proved": None,
        "superseded": False, "labels": {}, **more}


def _session(account: str, **more: Any) -> Row:
    return {"account": account, "epoch": 0, "ended": False, "recent": True, **more}


def _code(account: Optional[str], **more: Any) -> Row:
    return {
        "purpose": "reset", "address": "ana@bay.example", "account": account, "bound": None, "requester": None,
        "requesterAccount": None, "credential": None, "tenant": None, "used": False, "expired": False, **more}


def _given() -> Rows:
    return Rows(
        [_account(
            "u1", _method("b1", address="ana@bay.example", proved="ana@bay.example"), email="ana@bay.example", verified=True, version=7,
            factors=2),
         _account("u2", _method("b2"), version=3)],
        [{"tenant": None, "issuer": "bay.example", "kind": "federated", "subject": "gone"}],
        {"s1": _session("u1"), "s2": _session("u1", ended=True)}, {"c1": _code("u1"), "c2": _code("u1", used=True)}, [])


NEW, U1 = {"new": True}, {"id": "u1"}


# The checks.

def _check_columns(factory: Factory) -> Iterator[str]:
    """Checks each column of each write, with values that no vector contains."""
    world = _World(factory, _given())
    yield from world.commit(
        _insert(email="zoe@bay.example", given="Zoë.A@Bay.Example"), _password(NEW, "new"), _put(NEW, "z1"),
        {"write": "set-profile", "account": NEW, "name": _LONG, "photo": "https://img.example/" + "p" * 2000, "blanksOnly": False},
        {"write": "set-label", "account": NEW, "method": None, "name": "note", "value": _LONG}, _open(NEW))
    new = {"id": list(world.model.accounts)[-1]}
    yield from world.commit(_password(new, "keep"))
    yield from world.commit({"write": "set-email", "account": new, "email": "zoe@bay.example", "given": None, "verified": False})
    yield from world.commit({"write": "set-email", "account": new, "email": "zo@bay.example", "given": "ZO@bay.example", "verified": True})
    yield from world.commit({"write": "set-email", "account": new, "email": None, "given": None, "verified": False})
    for count in (3, 2, 1):
        yield from world.commit({"write": "set-factors", "account": U1, "count": count})
    yield from world.commit({"write": "drop-factors", "account": U1})
    yield from world.commit({"write": "set-factors", "account": new, "count": 1})
    session = list(world.model.sessions)[-1]
    for recent in (True, False):
        yield from world.commit({"write": "renew-session", "session": session, "account": new, "recent": recent})
    world.subject.wait("old")
    world.model.wait("old")
    for recent in (False, True):
        yield from world.commit({"write": "renew-session", "session": session, "account": new, "recent": recent})
    code = {
        "write": "put-code", "address": "ana@bay.example", "account": U1, "bound": None, "requester": None, "requesterAccount": None,
        "credential": None, "tenant": None}
    asked = {"requester": "s1", "requesterAccount": "u1", "credential": {"issuer": "b", "kind": "federated", "subject": "b9"}}
    yield from world.commit(
        {**code, "purpose": "verify"}, {**code, **asked, "purpose": "undo"}, notices=[
            {"notice": "mail", "code": 0, "purpose": "verify", "to": "ana@bay.example"},
            {"notice": "mail", "code": 1, "purpose": "undo", "to": "ana@bay.example"},
            {"notice": "owner", "account": U1, "to": "ana@bay.example"}])


def _check_rows_of_others(factory: Factory) -> Iterator[str]:
    """Checks writes that remove or change rows, next to equal rows that must stay unchanged."""
    rows = _given()
    rows.accounts += [
        _account("u3", _method("a"), _method("b", labels={"key": "old"}), _method("c", address="c@bay.example"), version=1),
        _account("u4", tenant="blue", email="ana@bay.example")]
    assert rows.codes is not None and rows.sessions is not None
    rows.codes.update(
        c3=_code("u3"), c4=_code(None), c5=_code(None, tenant="blue"), c6=_code(None, address="bo@bay.example"), c7=_code("u2", used=True))
    rows.sessions.update(s3=_session("u3"), s4=_session("u2"))
    world, u3, u2 = _World(factory, rows), {"id": "u3"}, {"id": "u2"}
    key = {"issuer": "bay.example", "kind": "federated"}
    before = {**key, "subject": "b"}
    yield from world.commit(_put(u3, "d", place=before))
    yield from world.commit(_put(u3, "b", address="b@bay.example", place={**key, "subject": "d"}))
    yield from world.commit({"write": "set-label", "account": u3, "method": {**key, "subject": "a"}, "name": "key", "value": "new"})
    yield from world.commit({"write": "supersede-method", "account": u3, **key, "subject": "c"})
    yield from world.commit({
        "write": "remove-method", "account": u3, "provider": "bay.example", **key, "subject": "b", "why": "unlinked"})
    yield from world.commit(_put(u3, "b"))
    yield from world.commit({"write": "set-profile", "account": u3, "name": "Ana", "photo": None, "blanksOnly": True})
    yield from world.commit({"write": "set-profile", "account": u3, "name": "Bo", "photo": "p", "blanksOnly": True})
    yield from world.commit({"write": "cancel-codes", "account": u3, "address": "ana@bay.example", "tenant": None})
    yield from world.commit({"write": "end-sessions", "account": u3, "epoch": 9})
    yield from world.commit({"write": "end-session", "session": "s3"})
    yield from world.commit({"write": "set-state", "account": u2, "state": "disabled"})
    yield from world.commit({"write": "delete-account", "account": u2, "leaving": [{**key, "subject": "b2"}]})


def _check_answers(factory: Factory) -> Iterator[str]:
    """Checks questions that a careless index or comparison answers wrongly."""
    rows = _given()
    rows.accounts += [
        _account("u3", _method("Case"), _method(_SUBJECT + "a"), _method("b1\u0301")),
        _account("u4", _method("old", address="old@bay.example", proved="old@bay.example", superseded=True)),
        _account("u5", _method("t5", address="ana@bay.example"), tenant="blue", email="ana@bay.example")]
    world = _World(factory, rows)

    def key(subject: str, **more: Any) -> Row:
        return {"tenant": None, "issuer": "bay.example", "kind": "federated", "subject": subject, **more}

    for asked, holder in (
        (key("b1"), "u1"), (key("B1"), None), (key("Case"), "u3"), (key("case"), None), (key(_SUBJECT + "a"), "u3"),
        (key(_SUBJECT + "b"), None), (key(_SUBJECT), None), (key("b1\u0301"), "u3"), (key("b1 "), None), (key("b%"), None),
        (key("b1", tenant="blue"), None), (key("t5", tenant="blue"), "u5"), (key("t5"), None), (key("b1", issuer="quay.example"), None),
        (key("b1", kind="custom"), None), (key("gone"), {"gone": True}), (key("gone", tenant="blue"), None), (key("GONE"), None),
    ):
        answer = world.ask(credential=asked)
        if answer.get("credential") != holder:
            yield f"the holder of {_words(asked)} is {answer.get('credential')!r}, expected {holder!r}"
        elif isinstance(holder, str) and holder not in [account["id"] for account in answer.get("accounts", ())]:
            yield f"the account {holder}, which holds {_words(asked)}, is not in `accounts`"
    for asked, holders in (
        ({"tenant": None, "address": "ana@bay.example", "heldBy": "account"}, ["u1"]),
        ({"tenant": None, "address": "ana@bay.example", "heldBy": "methods"}, ["u1"]),
        ({"tenant": "blue", "address": "ana@bay.example", "heldBy": "account"}, ["u5"]),
        ({"tenant": "blue", "address": "ana@bay.example", "heldBy": "methods"}, ["u5"]),
        ({"tenant": None, "address": "old@bay.example", "heldBy": "methods"}, []),
        ({"tenant": None, "address": "old@bay.example", "heldBy": "account"}, []),
        ({"tenant": None, "address": "an_@bay.example", "heldBy": "account"}, []),
    ):
        asked = {**asked, "pool": ["*"]}
        found = world.ask(addresses=[asked]).get("addresses")
        if found != [holders]:
            yield f"the holders of {_words(asked)} are {found}, expected {[holders]}"
    for id, ended in (("s1", False), ("s2", True)):
        session = world.ask(session={"id": id}).get("session") or {}
        if (session.get("account"), session.get("ended")) != ("u1", ended):
            yield f"the session {id} is {session}, expected one of u1 with ended {ended}"
    for id, used in (("c1", False), ("c2", True)):
        code = world.ask(code={"id": id, "bringsAddress": False}).get("code") or {}
        if (code.get("account"), code.get("used")) != ("u1", used):
            yield f"the code {id} is {code}, expected one of u1 with used {used}"
    for question in ("session", "code", "target"):
        found = world.ask(**{question: {"id": "nobody", "bringsAddress": False}}).get(question)
        if found is not None:
            yield f"the answer to an unknown {question} is {found}, expected none"
    world.subject.wait("expired")
    code = world.ask(code={"id": "c1", "bringsAddress": False}).get("code") or {}
    if not code.get("expired"):
        yield f"the expired code c1 is {code}"


def _check_expiry(factory: Factory) -> Iterator[str]:
    """Checks that an expired session counts as ended, for an answer and for a requirement."""
    world = _World(factory, _given())
    made = world.attempt(_set([_open(U1)]))
    world.subject.expire_sessions()  # type: ignore[attr-defined]
    for id in ("s1", made.session or ""):
        answer = world.ask(session={"id": id}).get("session")
        if answer is not None and not answer["ended"]:
            yield f"the expired session {id} has not ended"
    yield from _refused(world, "an expired session", {"session": made.session})


def _check_requirements(factory: Factory) -> Iterator[str]:
    """Checks that a change set with a failing requirement writes nothing, and that a change set whose requirement holds is committed."""
    credential = {"tenant": None, "issuer": "bay.example", "kind": "federated", "subject": "b1"}
    address = {"tenant": None, "address": "ana@bay.example", "heldBy": "account", "pool": ["*"]}
    broken: list[tuple[str, Row]] = [
        ("an older version of an account", {"account": "u1", "version": 6}), ("a later version of an account", {"account": "u1", "version": 8}),
        ("an account that does not exist", {"account": "nobody", "version": 0}),
        ("a credential that another account holds", {"credential": credential, "holder": "u2"}),
        ("a free credential that is held", {"credential": credential, "holder": None}),
        ("a deleted credential that is held", {"credential": credential, "holder": {"gone": True}}),
        ("a free credential that was deleted", {"credential": {**credential, "subject": "gone"}, "holder": None}),
        ("a held credential that is free", {"credential": {**credential, "subject": "free"}, "holder": "u1"}),
        ("an address without holders", {"address": address, "holders": []}), ("an address of another", {"address": address, "holders": ["u2"]}),
        ("an address with one more holder", {"address": address, "holders": ["u1", "u2"]}),
        ("a session that has ended", {"session": "s2"}), ("a session that does not exist", {"session": "nobody"}),
        ("a code that was used", {"code": "c2"}), ("a code that does not exist", {"code": "nobody"})]
    held: list[Row] = [
        {"account": "u1", "version": 7}, {"credential": credential, "holder": "u1"},
        {"credential": {**credential, "subject": "gone"}, "holder": {"gone": True}},
        {"credential": {**credential, "subject": "free"}, "holder": None}, {"address": address, "holders": ["u1"]}, {"session": "s1"},
        {"code": "c1"}]
    world = _World(factory, _given())
    for name, requirement in broken:
        yield from _refused(world, name, requirement)
    try:
        world.attempt(_set([_open(U1)], held))
    except Exception as error:
        yield f"a change set whose requirements hold is refused: {type(error).__name__}: {error}"


def _refused(world: _World, name: str, requirement: Row) -> Iterator[str]:
    before = world.subject.rows()
    try:
        world.attempt(_set([_insert(), _put(NEW, "n1"), _open(NEW)], [requirement]))
    except Exception:
        if world.subject.rows() != before:
            yield f"a change set that requires {name} is refused, and some of it is written"
        return
    yield f"a change set that requires {name} is committed"


def _check_transaction(factory: Factory) -> Iterator[str]:
    """Checks that a change set which fails in the middle leaves nothing, and that the next change set is committed."""
    code = {"write": "put-code", "purpose": "reset", "address": "ana@bay.example", "account": U1, "bound": None, "requester": None,
            "requesterAccount": None, "credential": None, "tenant": None}
    writes = [
        _insert(email="new@bay.example"), _put(NEW, "n1"), _open(NEW), {"write": "set-state", "account": U1, "state": "disabled"},
        {"write": "drop-factors", "account": U1}, {"write": "set-factors", "account": U1, "count": 1}, {"write": "use-code", "code": "c1"}, {"write": "end-session", "session": "s1"}, code]
    world = _World(factory, _given())
    before = world.subject.rows()
    unknown = {"write": "paint-account", "account": U1}
    for name, changes in (
        ("an unknown write at the end", _set([*writes, unknown])), ("an unknown write at the beginning", _set([unknown, *writes])),
        ("an unknown notice", _set(writes, notices=[{"notice": "pigeon", "to": "ana@bay.example"}])),
        ("a mail with a code that the set does not create", _set(writes, notices=[
            {"notice": "mail", "code": 4, "purpose": "reset", "to": "ana@bay.example"}])),
    ):
        try:
            world.attempt(changes)
        except Exception:
            if world.subject.rows() != before:
                yield f"a change set with {name} fails, and some of it is written: commit all writes in one transaction"
                return
        else:
            yield f"a change set with {name} is committed"
            return

    def interrupt(answers: Mapping[str, Any]) -> Row:
        raise InterruptedError("the decision is interrupted")

    world.script.changes = interrupt
    try:
        world.subject.attempt(_attempt(), _caller(), {}, None)
    except Exception:
        pass
    else:
        yield "an exception of the decider does not reach the caller"
    if world.subject.rows() != before:
        yield "an interrupted attempt leaves rows"
    yield from world.commit(*writes, what="after failures, ")


def _check_repetition(factory: Factory) -> Iterator[str]:
    """Checks that a repeated request gets the first result, and that another attempt or caller with the same id is decided separately."""
    world = _World(factory, _given())
    settle: Callable[..., Attempted] = world.subject.attempt_once  # type: ignore[attr-defined]
    world.script.changes = lambda answers: _set([_open(U1)])
    attempt = _attempt(secret="right")
    first = settle("r1", attempt, _caller(), {}, None)
    before = world.subject.rows()
    again = settle("r1", attempt, _caller(), {}, None)
    if again.session != first.session:
        yield f"a repeated request opens the session {again.session}, expected {first.session} again"
    if world.subject.rows() != before:
        yield "a repeated request is committed twice"
    for name, other, caller in (
        ("a wrong password", _attempt(secret="wrong"), _caller()), ("another subject", _attempt(secret="right", subject="b2"), _caller()),
        ("another nonce", _attempt(secret="right", nonce="mismatched"), _caller()),
        ("another session", attempt, _caller(session="s1")),
    ):
        made = settle("r1", other, caller, {}, None)
        if made.session == first.session:
            yield f"an attempt with {name} and the id of an earlier request gets the session of that request"
    if settle("r2", attempt, _caller(), {}, None).session == first.session:
        yield "a request with another id gets the earlier result"


def _check_connections(factory: Factory) -> Iterator[str]:
    """Checks that several connections which find no account create only one account, and that no change is lost."""
    world = _World(factory, _given())
    key = {"tenant": None, "issuer": "bay.example", "kind": "federated", "subject": "n1"}
    world.script.lookup_ = {"credential": key}

    def sign_in(answers: Mapping[str, Any]) -> Row:
        time.sleep(_OVERLAP)
        holder = answers["credential"]
        required: list[Row] = [{"credential": key, "holder": holder}]
        if holder is None:
            return _set([_insert(email=None, given=None, verified=False), _put(NEW, "n1"), _open(NEW)], required)
        version = next(account["version"] for account in answers["accounts"] if account["id"] == holder)
        writes = [{"write": "set-label", "account": {"id": holder}, "method": None, "name": "n", "value": str(version)}, _open({"id": holder})]
        return _set(writes, [*required, {"account": holder, "version": version}])

    world.script.changes = sign_in
    made = _at_once(world, 3)
    rows = world.subject.rows()
    created = [account for account in rows.accounts if account["id"] not in ("u1", "u2")]
    sessions = [one.session for one in made if one.session]
    if not made:
        yield f"no connection of {_CONNECTIONS} could commit"
        return
    if len(created) != 1 or len(created[0]["methods"]) != 1:
        yield f"{_CONNECTIONS} connections that found no account created {len(created)} accounts, expected 1"
        return
    if created[0]["version"] != len(made):
        yield f"{len(made)} change sets were committed, and the version of the account is {created[0]['version']}: a change was lost"
    if rows.sessions is not None and sorted(set(rows.sessions) - {"s1", "s2"}) != sorted(sessions):
        yield f"{len(sessions)} sessions were returned, and {len(rows.sessions) - 2} are stored"


def _at_once(world: _World, repetitions: int) -> list[Attempted]:
    """Lets several connections make the same attempt concurrently; returns the results that the store did not refuse."""
    made: list[Attempted] = []
    barrier = threading.Barrier(_CONNECTIONS)
    connections = [world.subject.connect() for _ in range(_CONNECTIONS)]  # type: ignore[attr-defined]

    def run(connection: Subject) -> None:
        barrier.wait()
        for _ in range(repetitions):
            try:
                made.append(connection.attempt(_attempt(subject="n1"), _caller(), {}, None))
            except Exception:
                continue

    threads = [threading.Thread(target=run, args=(one,)) for one in connections]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for connection in connections:
        connection.close()
    return made


def _words(asked: Mapping[str, Any]) -> str:
    words = [f"{key} {value if len(str(value)) < 40 else str(value)[:8] + '...' + str(value)[-1]}" for key, value in asked.items()]
    return ", ".join(words)


_CHECKS: dict[str, tuple[Callable[[Factory], Iterator[str]], Optional[str]]] = {
    "columns": (_check_columns, None), "rows of others": (_check_rows_of_others, None), "answers": (_check_answers, None), "requirements": (_check_requirements, None),
    "one transaction": (_check_transaction, None), "expired sessions": (_check_expiry, "expire_sessions"),
    "repeated requests": (_check_repetition, "attempt_once"), "several connections": (_check_connections, "connect"),
}
