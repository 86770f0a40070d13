"""A store of a service in SQLite that carries out change sets. It knows writes, and no effect."""
import json
import sqlite3
from pathlib import Path

SCHEMA = (Path(__file__).parent / "schema.sql").read_text(encoding="utf-8")
BY_ADDRESS = ("password", "email-link")


class Conflict(Exception):
    """A requirement that does not hold any more: look up and decide again."""


class Store:
    """Accounts, sessions and codes. `leave_out` names writes or requirements that are forgotten, to be noticed."""

    def __init__(self, leave_out=()):
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.executescript("PRAGMA foreign_keys = ON;" + SCHEMA)
        self.leave_out = leave_out

    def rows(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def row(self, sql, *values):
        return next(iter(self.rows(sql, *values)), None)

    def next_id(self, letter):
        self.db.execute("UPDATE counter SET n = n + 1 WHERE name = ?", (letter,))
        return letter + str(self.row("SELECT n FROM counter WHERE name = ?", letter)["n"])

    # What look-ups read.

    def account(self, id):
        """An account as answers list it."""
        row = self.row("SELECT * FROM account WHERE id = ?", id)
        if row is None:
            return None
        methods = []
        for method in self.rows("SELECT * FROM method WHERE account = ? ORDER BY place", id):
            labels = self.labels(id, method["issuer"], method["kind"], method["subject"])
            methods.append({
                "provider": method["provider"], "kind": method["kind"], "subject": method["subject"],
                "address": method["address"], "proved": method["proved"], "superseded": bool(method["superseded"]),
                "labels": labels})
        return {
            "id": id, "tenant": row["tenant"], "email": row["email"], "verified": bool(row["verified"]),
            "profile": {"name": row["name"], "photo": row["photo"]}, "state": row["state"], "factors": row["factors"],
            "epoch": row["epoch"], "version": row["version"], "methods": methods, "labels": self.labels(id),
            "identifiers": {row["name"]: row["value"] for row in self.rows("SELECT * FROM identifier WHERE account = ?", id)}}

    def labels(self, id, issuer=None, kind=None, subject=None):
        found = self.rows(
            "SELECT name, value FROM label WHERE account = ? AND issuer IS ? AND kind IS ? AND subject IS ?",
            id, issuer, kind, subject)
        return {row["name"]: row["value"] for row in found}

    def holder(self, tenant, issuer, kind, subject):
        """Who holds a credential: an id, `gone`, or None."""
        if kind in BY_ADDRESS:
            held, value = "m.issuer = ? AND m.kind = ? AND a.email = ?", subject
        else:
            held, value = "m.issuer = ? AND m.kind = ? AND m.subject = ?", subject
        row = self.row(
            f"SELECT a.id FROM account a JOIN method m ON m.account = a.id WHERE a.tenant IS ? AND {held}",
            tenant, issuer, kind, value)
        if row:
            return row["id"]
        gone = self.row(
            "SELECT 1 FROM gone WHERE tenant IS ? AND issuer = ? AND kind = ? AND subject = ?", tenant, issuer, kind, subject)
        return "gone" if gone else None

    def identifier_holder(self, tenant, name, value):
        """Who holds an identifier: an id, or None."""
        row = self.row(
            "SELECT a.id FROM account a JOIN identifier i ON i.account = a.id WHERE a.tenant IS ? AND i.name = ? AND i.value = ?",
            tenant, name, value)
        return row and row["id"]

    def holders(self, tenant, address, heldBy, pool):
        """Who holds an address: ids in the order in which accounts were made. There is one pool here."""
        if pool != ["*"]:
            raise NotImplementedError("pools")
        if heldBy == "account":
            found = self.rows("SELECT id FROM account WHERE tenant IS ? AND email = ?", tenant, address)
        else:
            found = self.rows(
                "SELECT DISTINCT a.id FROM account a JOIN method m ON m.account = a.id"
                " WHERE a.tenant IS ? AND m.address = ? AND NOT m.superseded", tenant, address)
        return [row["id"] for row in found]

    # Committing.

    def commit(self, changes):
        """Carries a change set out, all or nothing. Returns what it came to: account, new, session and what is heard."""
        if not changes["writes"] and not changes["notices"]:
            return {"account": None, "new": False, "session": None, "heard": [], "removed": []}
        self.db.execute("BEGIN IMMEDIATE")
        try:
            before = self.row("SELECT came_to FROM done WHERE id = ?", changes.get("id"))
            if before:
                self.db.execute("ROLLBACK")
                return json.loads(before["came_to"])
            for required in changes["requires"]:
                self.check(required)
            came_to = self.write(changes)
            if "id" in changes:
                self.db.execute("INSERT INTO done VALUES (?, ?)", (changes["id"], json.dumps(came_to)))
            self.db.execute("COMMIT")
            return came_to
        except BaseException:
            self.db.execute("ROLLBACK")
            raise

    def check(self, required):
        kind = next(iter(required))
        if kind in self.leave_out:
            return
        if kind == "account":
            row = self.row("SELECT version FROM account WHERE id = ?", required["account"])
            holds = row is not None and row["version"] == required["version"]
        elif kind == "credential":
            holder = required["holder"]
            holds = self.holder(**required["credential"]) == ("gone" if isinstance(holder, dict) else holder)
        elif kind == "address":
            holds = sorted(self.holders(**required["address"])) == sorted(required["holders"])
        elif kind == "identifier":
            holds = self.identifier_holder(**required["identifier"]) == required["holder"]
        elif kind == "session":
            holds = self.row("SELECT 1 FROM session WHERE id = ? AND NOT ended", required["session"]) is not None
        elif kind == "code":
            holds = self.row("SELECT 1 FROM code WHERE id = ? AND NOT used", required["code"]) is not None
        else:
            raise ValueError(f"unknown requirement {kind}")
        if not holds:
            raise Conflict(json.dumps(required))

    def write(self, changes):
        self.new, raised = None, []
        self.came_to = {"account": None, "new": False, "session": None, "heard": [], "removed": []}
        for write in changes["writes"]:
            if write["write"] in self.leave_out:
                continue
            function = getattr(self, write["write"].replace("-", "_"))
            fields = {key: value for key, value in write.items() if key != "write"}
            if isinstance(fields.get("account"), dict):
                fields["account"] = fields["account"].get("id", self.new)
            function(**fields)
            if write["write"] in RAISING:
                raised.append(fields.get("account", self.new))
        for id in set(raised):
            self.db.execute("UPDATE account SET version = version + 1 WHERE id = ?", (id,))
        for notice in changes["notices"]:
            if notice["notice"] in self.leave_out:
                continue
            self.db.execute("INSERT INTO outbox (notice) VALUES (?)", (json.dumps(notice),))
            if notice["notice"] == "owner":
                self.came_to["heard"].append("owner-notified")
        return self.came_to

    def insert_account(self, tenant, email, given, verified):
        self.new = self.next_id("u")
        while self.row("SELECT 1 FROM account WHERE id = ?", self.new):
            self.new = self.next_id("u")
        self.db.execute(
            "INSERT INTO account (id, tenant, email, given, verified) VALUES (?, ?, ?, ?, ?)",
            (self.new, tenant, email, given, verified))
        self.came_to.update(account=self.new, new=True)

    def delete_account(self, account, leaving):
        tenant = self.row("SELECT tenant FROM account WHERE id = ?", account)["tenant"]
        self.end(self.rows("SELECT id FROM session WHERE account = ? AND NOT ended", account))
        for key in leaving:
            self.db.execute("INSERT INTO gone VALUES (?, ?, ?, ?)", (tenant, key["issuer"], key["kind"], key["subject"]))
        self.db.execute("DELETE FROM account WHERE id = ?", (account,))
        self.came_to.update(account=None, deleted=True)

    def set_email(self, account, email, given, verified):
        self.db.execute(
            "UPDATE account SET given = CASE WHEN ?2 IS NULL OR ?3 IS NOT NULL THEN ?3 ELSE given END,"
            " email = ?2, verified = ?4 WHERE id = ?1", (account, email, given, verified))

    def set_profile(self, account, name, photo, blanksOnly):
        value = "coalesce({0}, ?)" if blanksOnly else "?"
        self.db.execute(
            f"UPDATE account SET name = {value.format('name')}, photo = {value.format('photo')} WHERE id = ?",
            (name, photo, account))

    def set_state(self, account, state):
        self.db.execute("UPDATE account SET state = ? WHERE id = ?", (state, account))

    def set_label(self, account, method, name, value):
        key = (method["issuer"], method["kind"], method["subject"]) if method else (None, None, None)
        self.db.execute(
            "DELETE FROM label WHERE account = ? AND issuer IS ? AND kind IS ? AND subject IS ? AND name = ?",
            (account, *key, name))
        self.db.execute("INSERT INTO label VALUES (?, ?, ?, ?, ?, ?)", (account, *key, name, value))

    def method(self, account, issuer, kind, subject):
        return self.row(
            "SELECT rowid, * FROM method WHERE account = ? AND issuer = ? AND kind = ? AND subject IS ?",
            account, issuer, kind, subject)

    def put_method(self, account, provider, issuer, kind, subject, address, proved, secret, superseded, place):
        present = self.method(account, issuer, kind, subject)
        last = self.row("SELECT coalesce(max(place), 0) AS n FROM method WHERE account = ?", account)["n"]
        at = present["place"] if present else last + 1
        if place is not None:
            # Right before the method that it stands for.
            at = self.method(account, **place)["place"] - 0.5
            self.db.execute("UPDATE method SET place = place - 1 WHERE account = ? AND place < ?", (account, at))
        hash = "the hash of the new password" if secret == "new" else present["secret"] if present else None
        if present:
            self.db.execute("DELETE FROM method WHERE rowid = ?", (present["rowid"],))
        self.db.execute(
            "INSERT INTO method VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (account, provider, issuer, kind, subject, address, proved, superseded, at, hash))

    def remove_method(self, account, provider, issuer, kind, subject, why):
        method = self.method(account, issuer, kind, subject)
        self.db.execute("DELETE FROM method WHERE rowid = ?", (method["rowid"],))
        self.db.execute(
            "DELETE FROM label WHERE account = ? AND issuer = ? AND kind = ? AND subject IS ?",
            (account, issuer, kind, subject))
        if why != "replaced" and not method["superseded"]:
            self.came_to["removed"].append({"provider": provider, "kind": kind})

    def supersede_method(self, account, issuer, kind, subject):
        self.db.execute(
            "UPDATE method SET superseded = 1 WHERE rowid = ?", (self.method(account, issuer, kind, subject)["rowid"],))

    def set_identifier(self, account, name, value):
        self.db.execute("DELETE FROM identifier WHERE account = ? AND name = ?", (account, name))
        if value is not None:
            self.db.execute("INSERT INTO identifier VALUES (?, ?, ?)", (account, name, value))

    def drop_factors(self, account):
        self.db.execute("UPDATE account SET factors = 0 WHERE id = ?", (account,))

    def set_factors(self, account, count):
        self.db.execute("UPDATE account SET factors = ? WHERE id = ?", (count, account))

    def open_session(self, account):
        session = self.next_id("s")
        self.db.execute(
            "INSERT INTO session (id, account, epoch) SELECT ?, id, epoch FROM account WHERE id = ?", (session, account))
        self.came_to["session"] = session
        self.came_to["heard"].append("signed-in")

    def renew_session(self, session, account, recent):
        self.db.execute(
            "UPDATE session SET epoch = (SELECT epoch FROM account WHERE id = ?), old = CASE WHEN ? THEN 0 ELSE old END"
            " WHERE id = ?", (account, recent, session))
        self.came_to["heard"].append("token-refreshed")

    def end_session(self, session):
        self.end(self.rows("SELECT id FROM session WHERE id = ? AND NOT ended", session))

    def end(self, sessions):
        for session in sessions:
            self.db.execute("UPDATE session SET ended = 1 WHERE id = ?", (session["id"],))
            self.came_to["heard"].append("signed-out")

    def end_sessions(self, account, epoch):
        self.db.execute("UPDATE account SET epoch = ? WHERE id = ?", (epoch, account))
        self.came_to["heard"].append("sessions-revoked")

    def put_code(self, purpose, address, account, bound, requester, requesterAccount, credential, tenant):
        key = credential or {}
        self.db.execute(
            "INSERT INTO code (id, purpose, address, account, bound, requester, requester_account, credential_issuer, credential_kind,"
            " credential_subject, tenant) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (self.next_id("c"), purpose, address, account, bound, requester, requesterAccount, key.get("issuer"), key.get("kind"),
             key.get("subject"), tenant))
        self.came_to["heard"].append({"code-mailed": purpose})

    def use_code(self, code):
        self.db.execute("UPDATE code SET used = 1 WHERE id = ?", (code,))

    def cancel_codes(self, account, address, tenant):
        self.db.execute(
            "DELETE FROM code WHERE account = ? OR (account IS NULL AND address = ? AND tenant IS ?)",
            (account, address, tenant))


# Writes after which a look-up about the account is answered otherwise.
RAISING = {
    "insert-account", "delete-account", "set-email", "set-state", "set-label", "put-method", "remove-method",
    "supersede-method", "drop-factors", "set-factors", "set-identifier", "end-sessions"}
