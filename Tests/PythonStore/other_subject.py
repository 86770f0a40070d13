"""The store of Tests/Store as a subject: another schema, counted ids, and no way to list its outbox."""
import sys

from conftest import ROOT

from linkpolicy.testing import Attempted, Rows

sys.path.insert(0, str(ROOT / "Tests/Store"))
from service import Service  # noqa: E402


class Engine:
    """A decider as that service asks it."""

    def __init__(self, decider):
        self.decider = decider

    def ask(self, **question):
        if "lookup" in question:
            return {"lookup": self.decider.lookup(**question["lookup"])}
        return {"decision": self.decider.decide(**question["decide"])}


class OtherSubject:
    """Implements `linkpolicy.testing.Subject`."""

    def __init__(self, policy, leave_out=()):
        self.service = Service(Engine(policy.decider), leave_out)
        self.store = self.service.store

    def give(self, rows):
        run = self.store.db.execute
        for account in rows.accounts:
            run("INSERT INTO account (id, tenant, email, given, verified, name, photo, state, factors, epoch, version)"
                " VALUES (:id, :tenant, :email, :email, :verified, :name, :photo, :state, :factors, :epoch, :version)",
                {**{key: value for key, value in account.items() if key not in ("methods", "labels", "profile")}, **account["profile"]})
            for place, method in enumerate(account["methods"]):
                run("INSERT INTO method VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)", (
                    account["id"], *(method[key] for key in ("provider", "issuer", "kind", "subject", "address", "proved", "superseded")),
                    place))
            for owner, key in [(account, (None, None, None)), *(
                    (method, (method["issuer"], method["kind"], method["subject"])) for method in account["methods"])]:
                for label in owner["labels"].items():
                    run("INSERT INTO label VALUES (?, ?, ?, ?, ?, ?)", (account["id"], *key, *label))
        for key in rows.gone:
            run("INSERT INTO gone VALUES (:tenant, :issuer, :kind, :subject)", key)
        for id, row in rows.sessions.items():
            self.store.next_id("s")
            run("INSERT INTO session VALUES (?, ?, ?, ?, ?)", (id, row["account"], row["epoch"], not row["recent"], row["ended"]))
        for id, row in rows.codes.items():
            self.store.next_id("c")
            key = row["credential"] or {}
            run("INSERT INTO code VALUES (:id, :purpose, :address, :account, :bound, :requester, :requesterAccount, :issuer, :kind, :subject,"
                " :tenant, :used, :expired)",
                {"id": id, **{part: key.get(part) for part in ("issuer", "kind", "subject")},
                 **{name: value for name, value in row.items() if name != "credential"}})

    def attempt(self, attempt, caller, settings, method):
        before = set(self.rows().codes)
        decision, came = self.service.play(attempt, caller, settings, method)
        codes = [id for id in self.rows().codes if id not in before]
        return Attempted(
            decision, came["account"] if came["new"] else None, came.get("deleted", False), came["session"], codes, came["heard"],
            came["removed"])

    def wait(self, event):
        self.store.db.execute("UPDATE session SET old = 1" if event == "old" else "UPDATE code SET expired = 1")

    def rows(self):
        store = self.store
        sessions = {
            row["id"]: {"account": row["account"], "epoch": row["epoch"], "ended": bool(row["ended"]), "recent": not row["old"]}
            for row in store.rows("SELECT * FROM session ORDER BY rowid")}
        codes = {
            row["id"]: {
                **{key: row[key] for key in ("purpose", "address", "account", "bound", "requester", "tenant")},
                "requesterAccount": row["requester_account"],
                "credential": row["credential_subject"] and {
                    part: row[f"credential_{part}"] for part in ("issuer", "kind", "subject")},
                "used": bool(row["used"]), "expired": bool(row["expired"])}
            for row in store.rows("SELECT * FROM code ORDER BY rowid")}
        gone = [dict(row) for row in store.rows("SELECT * FROM gone")]
        return Rows([store.account(row["id"]) for row in store.rows("SELECT id FROM account ORDER BY rowid")], gone, sessions, codes)

    def close(self):
        self.store.db.close()
