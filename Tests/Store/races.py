"""Attempts that race: every interleaving of two and three comes to what the order of their commits comes to.

An attempt looks up and decides in one snapshot, and commits later; where a requirement does not hold it starts again. One
that has nothing to write stands where it was decided.
"""
import itertools
from collections.abc import Callable
from dataclasses import dataclass

from service import Service
from sqlite_store import Conflict

EMAIL, PASSWORD = "ada@gmail.com", {"provider": "password", "secret": "right"}


def sign_in(provider, subject, email=EMAIL):
    attempt = {"action": "sign-in", "provider": provider, "subject": subject, "addresses": [{"email": email}]}
    return attempt, {}


def by(session, action, **more):
    return {"action": action, **more}, {"session": session}


@dataclass(frozen=True)
class World:
    """Attempts that race under one policy, and the function that fills a store for them."""

    policy: str
    attempts: dict
    fill: Callable
    triples: tuple = ()

    def pairs(self):
        return list(itertools.combinations(self.attempts, 2))


# What one store holds at first: an account with three ways in, two sessions of it, a second account, and codes.
def fill(store):
    db = store.db
    db.execute("INSERT INTO account (id, email, given, verified) VALUES ('a1', 'old@example.com', 'old@example.com', 1)")
    db.execute("INSERT INTO account (id, email, given, verified) VALUES ('a2', 'two@example.com', 'two@example.com', 1)")
    for place, (account, provider, kind, subject) in enumerate([
            ("a1", "github.com", "federated", "h1"), ("a1", "twitter.com", "federated", "t1"),
            ("a2", "facebook.com", "federated", "f2")]):
        db.execute("INSERT INTO method VALUES (?, ?, ?, ?, ?, NULL, NULL, 0, ?, NULL)",
                   (account, provider, provider, kind, subject, place))
    # Stored as a sign-in by it would store it, so that signing in opens a session and does nothing else.
    db.execute("INSERT INTO method VALUES ('a1', 'password', 'password', 'email-link', NULL, 'old@example.com',"
               " 'old@example.com', 0, 9, NULL)")
    for session, account in (("x1", "a1"), ("x2", "a1"), ("x3", "a2")):
        db.execute("INSERT INTO session (id, account, epoch) VALUES (?, ?, 0)", (session, account))
    for code, purpose, account, address in (
            ("k1", "reset", "a1", "old@example.com"), ("k2", "sign-in", None, "old@example.com"),
            ("k3", "verify", "a1", "old@example.com"), ("k4", "change", "a1", EMAIL)):
        db.execute("INSERT INTO code (id, purpose, address, account, bound) VALUES (?, ?, ?, ?, ?)",
                   (code, purpose, address, account, "old@example.com" if account else None))


# Two accounts that sign in with a user name; the second has no name.
def fill_names(store):
    db = store.db
    for id in ("a1", "a2"):
        db.execute("INSERT INTO account (id, email, given, verified) VALUES (?, ?, ?, 1)", (id, f"{id}@example.com", f"{id}@example.com"))
        db.execute("INSERT INTO method VALUES (?, 'password', 'password', 'password', NULL, NULL, NULL, 0, 0, NULL)", (id,))
    db.execute("INSERT INTO identifier VALUES ('a1', 'username', 'gull')")
    for session, account in (("x1", "a1"), ("x2", "a1"), ("x3", "a2")):
        db.execute("INSERT INTO session (id, account, epoch) VALUES (?, ?, 0)", (session, account))


LINK = {"action": "sign-in", "provider": "password", "kind": "email-link", "addresses": [{"email": "old@example.com"}]}
ATTEMPTS = {
    "google signs in": sign_in("google.com", "g1"),
    "facebook signs in": sign_in("facebook.com", "f1"),
    "a1 moves to the address": by("x1", "update-email", address=EMAIL),
    "a2 moves to the address": by("x3", "update-email", address=EMAIL),
    "a1 links google": by("x1", "link", provider="google.com", subject="g1"),
    "a2 links google": by("x3", "link", provider="google.com", subject="g1"),
    "a1 unlinks github": by("x1", "unlink", provider="github.com"),
    "a1 unlinks twitter": by("x2", "unlink", provider="twitter.com"),
    "a1 signs out": by("x1", "sign-out"),
    "a1 is deleted": by("x2", "delete"),
    "a1 is disabled": ({"action": "disable"}, {"target": "a1"}),
    "a1 resets": ({"action": "reset-password"}, {"code": "k1"}),
    "a1 enters by link": (LINK, {"code": "k2"}),
    "a1 enters by the same link": (LINK, {"code": "k2"}),
    "a1 confirms": ({"action": "confirm-email"}, {"code": "k4"}),
    "github signs in": sign_in("github.com", "h1", "old@example.com"),
}
FIREBASE = World("firebase", ATTEMPTS, fill, (
    ("google signs in", "facebook signs in", "a1 moves to the address"),
    ("a1 links google", "a2 links google", "google signs in"),
    ("a1 unlinks github", "a1 unlinks twitter", "a1 signs out"),
    ("a1 is deleted", "a1 resets", "a1 enters by link"),
))


def named(action, name, **more):
    return {"action": action, **more, "identifiers": {"username": name}}, {}


NAMES = World("vectors/sketches/policies/identifiers.yaml", {
    "a1 takes the name": by("x1", "rename", identifiers={"username": "Tern"}),
    "a2 takes the name": by("x3", "rename", identifiers={"username": "tern"}),
    "a2 takes the name of a1": by("x3", "rename", identifiers={"username": "gull"}),
    "a1 gives its name up": by("x2", "forget-name"),
    "a newcomer takes the name": named("sign-up", "TERN", provider="password"),
    "a newcomer takes the name of a1": named("sign-up", "gull", provider="password"),
    "a directory takes the name": named("sign-in", "tern", provider="directory.example", subject="d1"),
    "a directory takes the name of a1": named("sign-in", "gull", provider="directory.example", subject="d2"),
}, fill_names, (("a1 takes the name", "a2 takes the name of a1", "a newcomer takes the name"),))


def state(store, told):
    """What the store came to and who was answered what, without the ids that a store gives."""
    accounts = []
    for row in store.rows("SELECT * FROM account"):
        methods = sorted(
            (m["provider"], m["kind"], m["subject"] or "", m["proved"] or "", bool(m["superseded"]))
            for m in store.rows("SELECT * FROM method WHERE account = ?", row["id"]))
        live = store.row(
            "SELECT count(*) AS n FROM session WHERE account = ? AND NOT ended AND epoch >= ?", row["id"], row["epoch"])["n"]
        names = sorted((one["name"], one["value"]) for one in store.rows("SELECT * FROM identifier WHERE account = ?", row["id"]))
        accounts.append((row["email"] or "", row["verified"], row["state"], tuple(methods), tuple(names), live))
    codes = sorted((c["purpose"], c["used"], c["account"] is None) for c in store.rows("SELECT * FROM code"))
    return (tuple(sorted(accounts)), tuple(codes), tuple(sorted(told.items())))


class Racer:
    """One attempt: decides, then commits, as often as it must."""

    def __init__(self, service, name, attempt):
        self.service, self.name, self.attempt, self.decision, self.retries = service, name, attempt, None, 0
        # When it took effect.
        self.time = None

    def decide(self, time):
        attempt, caller = self.attempt
        self.decision, self.time = self.service.decide(attempt, caller), time

    def commit(self, time):
        for _ in range(8):
            changes = self.decision["changes"]
            if not changes["writes"] and not changes["notices"]:
                return
            try:
                self.service.store.commit(changes)
                self.time = time
                return
            except Conflict:
                self.retries += 1
                self.decide(time)
        raise RuntimeError(f"{self.name} never commits")


def run(engine, world, order, leave_out=()):
    """Plays an order of names: the first time one looks up and decides, the second time it commits.

    Returns the state, the names in the order in which they took effect, and the most retries.
    """
    service = Service(engine, leave_out)
    world.fill(service.store)
    racers = {name: Racer(service, name, world.attempts[name]) for name in order}
    for time, name in enumerate(order):
        if racers[name].decision is None:
            racers[name].decide(time)
        else:
            racers[name].commit(time)
    told = {name: racer.decision.get("error") or "allowed" for name, racer in racers.items()}
    effective = tuple(sorted(racers, key=lambda name: racers[name].time))
    return state(service.store, told), effective, max(racer.retries for racer in racers.values())


def orders(names):
    """Every interleaving of the two halves of each."""
    return sorted({order for order in itertools.permutations(list(names) * 2)})


def races(engine, world, groups, leave_out=()):
    """Interleavings that equal no serial order, how many were run, and the most retries of an attempt."""
    wrong, count, most = [], 0, 0
    for names in groups:
        serial = {}
        for order in itertools.permutations(names):
            serial[order] = run(engine, world, [half for name in order for half in (name, name)])[0]
        for order in orders(names):
            count += 1
            found, effective, retries = run(engine, world, order, leave_out)
            most = max(most, retries)
            if found != serial[effective]:
                wrong.append(" | ".join(order))
    return wrong, count, most
