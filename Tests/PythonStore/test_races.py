"""Racing attempts equal their order of commits, in every interleaving; each requirement that is left out is noticed."""
import itertools
import sys

import pytest
from conftest import KEY, ROOT, TOOL

from linkpolicy.process import Client
from linkpolicy.store import Conflict, StoreFailed
from linkpolicy.store.lookups import Reader
from linkpolicy.testing.store import StoreSubject
from linkpolicy.testing.subject import PolicyUnderTest, Rows

sys.path.insert(0, str(ROOT / "Tests/Store"))
from races import FIREBASE, NAMES, orders  # noqa: E402

OLD, EMAIL = "old@example.com", "ada@gmail.com"


def method(provider, subject, kind="federated", address=None):
    return {
        "provider": provider, "issuer": provider, "kind": kind, "subject": subject, "address": address, "proved": address,
        "superseded": False, "labels": {}}


def account(id, email, methods, identifiers=None):
    return {
        "id": id, "tenant": None, "email": email, "verified": True, "profile": {"name": None, "photo": None}, "state": "active",
        "factors": 0, "epoch": 0, "version": 0, "labels": {}, "identifiers": identifiers or {}, "methods": methods}


def code(purpose, address, owner):
    return {
        "purpose": purpose, "address": address, "account": owner, "bound": OLD if owner else None, "requester": None,
        "requesterAccount": None, "credential": None, "tenant": None, "used": False, "expired": False}


SESSIONS = {
    id: {"account": owner, "epoch": 0, "ended": False, "recent": True} for id, owner in (("x1", "a1"), ("x2", "a1"), ("x3", "a2"))}
# The rows with which Tests/Store/races.py fills a store, by policy.
GIVEN = {FIREBASE.policy: Rows(
    [account("a1", OLD, [method("github.com", "h1"), method("twitter.com", "t1"), method("password", None, "email-link", OLD)]),
     account("a2", "two@example.com", [method("facebook.com", "f2")])],
    [], SESSIONS,
    {"k1": code("reset", OLD, "a1"), "k2": code("sign-in", OLD, None), "k3": code("verify", OLD, "a1"), "k4": code("change", EMAIL, "a1")},
    []), NAMES.policy: Rows(
    [account("a1", "a1@example.com", [method("password", None, "password")], {"username": "gull"}),
     account("a2", "a2@example.com", [method("password", None, "password")])],
    [], SESSIONS, {}, [])}


@pytest.fixture(scope="module")
def policies():
    """The client of each policy, by its name."""
    with Client(FIREBASE.policy, tool=TOOL) as firebase, Client(str(ROOT / NAMES.policy), tool=TOOL) as names:
        yield {FIREBASE.policy: PolicyUnderTest("firebase", "", firebase), NAMES.policy: PolicyUnderTest("identifiers", "", names)}


def state(subject, told):
    """The rows and the answers, without the ids that the store assigns."""
    rows, accounts = subject.rows(), []
    for row in rows.accounts:
        methods = sorted((m["provider"], m["kind"], m["subject"] or "", m["proved"] or "", m["superseded"]) for m in row["methods"])
        live = sum(
            1 for one in rows.sessions.values()
            if one["account"] == row["id"] and not one["ended"] and one["epoch"] >= row["epoch"])
        names = tuple(sorted(row["identifiers"].items()))
        accounts.append((row["email"] or "", row["verified"], row["state"], tuple(methods), names, live))
    codes = sorted((one["purpose"], one["used"], one["account"] is None) for one in rows.codes.values())
    return tuple(sorted(accounts)), tuple(codes), tuple(sorted(told.items()))


class Racer:
    """Decides in one transaction and commits in another, as often as it must."""

    def __init__(self, store, name, attempt):
        self.store, self.name, self.attempt, self.decision, self.retries, self.time = store, name, attempt, None, 0, None

    def decide(self, time):
        attempt, caller = self.attempt
        self.decision, self.time = self.store.decide(attempt, caller=caller), time

    def commit(self, time):
        for _ in range(8):
            changes = self.decision["changes"]
            if not changes["writes"] and not changes["notices"]:
                return
            try:
                self.store.commit(changes, password_hash="a hash")
                self.time = time
                return
            except Conflict:
                self.retries += 1
                self.decide(time)
        raise AssertionError(f"{self.name} never commits")


def run(engine, policies, world, order):
    """The state, the names in the order in which they took effect, and the number of retries."""
    subject = StoreSubject(engine, policies[world.policy])
    subject.give(GIVEN[world.policy])
    racers = {name: Racer(subject.store, name, world.attempts[name]) for name in order}
    for time, name in enumerate(order):
        (racers[name].decide if racers[name].decision is None else racers[name].commit)(time)
    told = {name: racer.decision.get("error") or "allowed" for name, racer in racers.items()}
    effective = tuple(sorted(racers, key=lambda name: racers[name].time))
    return state(subject, told), effective, sum(racer.retries for racer in racers.values())


def raced(engine, policies, world, groups, stop=False):
    """The interleavings that equal no order of commits, their number, and the number of retries."""
    wrong, runs, retries = [], 0, 0
    for names in groups:
        serial = {
            order: run(engine, policies, world, [half for name in order for half in (name, name)])[0]
            for order in itertools.permutations(names)}
        for order in orders(names):
            try:
                found, effective, more = run(engine, policies, world, order)
            except StoreFailed:
                # An index refuses the second of two equal credentials or identifiers.
                found, effective, more = None, names, 0
            runs, retries = runs + 1, retries + more
            if found != serial[effective]:
                wrong.append(" | ".join(order))
                if stop:
                    return wrong, runs, retries
    return wrong, runs, retries


@pytest.mark.parametrize("world", [FIREBASE, NAMES], ids=["firebase", "identifiers"])
def test_interleavings_equal_an_order_of_commits(world, engine, backend, policies, count):
    # An eighth of the pairs on PostgreSQL, whose rows are read and written by the same statements.
    pairs = world.pairs()
    groups = [*pairs[::2], *world.triples[:2]] if backend == "sqlite" else pairs[::8]
    wrong, runs, retries = raced(engine, policies, world, groups)
    assert not wrong, wrong[:5]
    assert runs and retries
    count("interleavings", runs)
    count("retries", retries)


# A pair in which the requirement alone notices the conflict is found among all of them.
@pytest.mark.parametrize("requirement", ["account", "credential", "address", "session", "code", "identifier"])
def test_a_requirement_that_is_left_out_is_noticed(requirement, engine, backend, policies, monkeypatch, count):
    if backend == "postgresql":
        pytest.skip("left out on SQLite")
    kept = Reader.holds
    monkeypatch.setattr(Reader, "holds", lambda self, row: requirement in row or kept(self, row))
    # Pairs that share a code come first: only they notice its requirement.
    world = NAMES if requirement == "identifier" else FIREBASE
    likely = sorted(world.pairs(), key=lambda names: ("link" in names[1]) < (requirement == "code"))
    assert raced(engine, policies, world, likely, stop=True)[0]
    count("requirements", 1)
