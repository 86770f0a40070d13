"""A service over the SQLite store: looks up, decides through the tool's lines, and commits."""
import json
import subprocess
import tempfile

from sqlite_store import Conflict, Store

# The codes that vectors list for an account, by where the last of each went.
MAILED = ("verify", "change", "reset", "undo")
KINDS = {"password": "password", "phone": "phone", "custom": "custom", "anonymous": "anonymous"}


# What vectors call the faults of a caller, by the codes of lines, which tell fewer apart.
FAULTS = {
    "malformed": "malformed-address", "not-offered": "undeclared", "foreign-ticket": "foreign-ticket",
    "contradiction": "contradiction"}


class InputError(Exception):
    """What the engine calls a fault of the caller: the code of its line, and why."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


class Engine:
    """The tool, beside the service; a line a question."""

    def __init__(self, tool, policy):
        self.process = subprocess.Popen(
            [tool, "decide", policy], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ask(self, **question):
        self.process.stdin.write(json.dumps({"id": 1, **question}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise InputError(answer["error"])
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Service:
    """Attempts on one store under one policy."""

    def __init__(self, engine, leave_out=()):
        self.engine, self.store = engine, Store(leave_out)

    def decide(self, attempt, caller, settings=None, method="enabled"):
        """Looks an attempt up in one snapshot, and decides it; the decision carries what to change."""
        self.store.db.execute("BEGIN")
        try:
            found, accounts = self.look_up(attempt, caller)
        finally:
            self.store.db.execute("ROLLBACK")
        situation = {**found, "accounts": list(accounts.values()), "settings": settings or {}, "method": method}
        return self.engine.ask(decide={"attempt": attempt, "situation": situation})["decision"]

    def look_up(self, attempt, caller):
        store, accounts = self.store, {}

        def known(id):
            if id is not None and id not in accounts:
                accounts[id] = store.account(id)
                if accounts[id] is None:
                    del accounts[id]
            return id if id in accounts else None

        session = self.session(caller.get("session"), known)
        question = {"attempt": attempt, "caller": {key: value for key, value in caller.items() if value is not None}}
        lookup = self.engine.ask(lookup=question)["lookup"]
        code = self.code(caller.get("code"), attempt, session, known, lookup["code"] or {})
        if (lookup["code"] or {}).get("bringsAddress") and code:
            question["code"] = {key: value for key, value in code.items() if key != "account"}
            lookup = self.engine.ask(lookup=question)["lookup"]
        found = {"session": session, "code": code, "target": known(caller.get("target"))}
        if lookup["credential"]:
            holder = store.holder(**lookup["credential"])
            found["credentialHolder"] = {"gone": True} if holder == "gone" else known(holder)
        holders = []
        for asked in lookup["addresses"]:
            holders += [id for id in store.holders(**asked) if id not in holders]
        found["addressHolders"] = [known(id) for id in holders]
        return found, accounts

    def session(self, id, known):
        if id is None:
            return None
        row = self.store.row("SELECT * FROM session WHERE id = ?", id)
        if row["ended"] or known(row["account"]) is None:
            return {"id": id, "state": "gone"}
        epoch = self.store.row("SELECT epoch FROM account WHERE id = ?", row["account"])["epoch"]
        state = "revoked" if row["epoch"] < epoch else "old" if row["old"] else "recent"
        return {"id": id, "state": state, "account": row["account"]}

    def code(self, id, attempt, session, known, asked):
        if id is None:
            return None
        row = self.store.row("SELECT * FROM code WHERE id = ?", id)
        if row is None or (row["account"] is None and row["tenant"] != attempt.get("tenant")):
            return {"id": id, "state": "unknown"}
        account = known(row["account"])
        email = self.store.row("SELECT email FROM account WHERE id = ?", account)["email"] if account else None
        # What was mailed for something else is an unknown code here, whatever its state.
        goes_stale = asked.get("goesStale") and asked["purpose"] == row["purpose"]
        is_stale = account and goes_stale and email != row["bound"]
        state = "used" if row["used"] else "expired" if row["expired"] else "stale" if is_stale else "valid"
        requester = "absent"
        if row["requester"]:
            is_this = session and session["state"] != "gone" and session["id"] == row["requester"]
            requester = "this-session" if is_this else "other"
        return {
            "id": id, "state": state, "purpose": row["purpose"], "address": row["address"], "account": account,
            "requester": requester}

    def play(self, attempt, caller, settings=None, method="enabled"):
        """Decides and commits; where something has changed meanwhile, again."""
        for _ in range(8):
            decision = self.decide(attempt, caller, settings, method)
            try:
                return decision, self.store.commit(decision["changes"])
            except Conflict:
                continue
        raise RuntimeError("busy")


class Case:
    """A vector being played."""

    def __init__(self, engine, case, leave_out=()):
        self.service = Service(engine, leave_out)
        self.case, self.store = case, self.service.store
        self.settings, self.sessions, self.tickets = dict(case.get("settings") or {}), {}, {}
        self.give(case.get("given") or {})

    def give(self, given):
        db = self.store.db
        for account in given.get("accounts") or []:
            profile = account.get("profile") or {}
            db.execute(
                "INSERT INTO account (id, tenant, email, given, verified, name, photo, state, factors, epoch, version)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (account["id"], account.get("tenant", self.case.get("tenant")), account.get("email"), account.get("email"),
                 bool(account.get("verified")), profile.get("name"), profile.get("photo"),
                 account.get("state") or "active", account.get("factors") or 0, account.get("epoch") or 0,
                 account.get("version") or 0))
            for name, value in (account.get("labels") or {}).items():
                db.execute("INSERT INTO label VALUES (?, NULL, NULL, NULL, ?, ?)", (account["id"], name, value))
            for place, method in enumerate(account.get("methods") or []):
                if isinstance(method, str):
                    provider, _, kind = method.partition("/")
                    method = {"provider": provider, "kind": kind or None}
                kind = method.get("kind") or KINDS.get(method["provider"], "federated")
                db.execute(
                    "INSERT INTO method VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
                    (account["id"], method["provider"], method["provider"], kind, method.get("subject"),
                     method.get("address"), method.get("proved"), bool(method.get("superseded")), place))
                for name, value in (method.get("labels") or {}).items():
                    db.execute(
                        "INSERT INTO label VALUES (?, ?, ?, ?, ?, ?)",
                        (account["id"], method["provider"], kind, method.get("subject"), name, value))
        for orphan in given.get("orphans") or []:
            kind = orphan.get("kind") or KINDS.get(orphan["provider"], "federated")
            db.execute(
                "INSERT INTO gone VALUES (?, ?, ?, ?)",
                (orphan.get("tenant") or self.case.get("tenant"), orphan["provider"], kind, orphan["subject"]))
        for session in given.get("sessions") or []:
            state, id = session.get("state") or "recent", self.store.next_id("s")
            db.execute(
                "INSERT INTO session SELECT ?, id, epoch - ?, ?, ? FROM account WHERE id = ?",
                (id, state == "revoked", state == "old", state == "ended", session["account"]))
            self.sessions[id] = self.sessions["last"] = id
        for code in given.get("codes") or []:
            owner = self.store.row("SELECT * FROM account WHERE id = ?", code.get("account"))
            bound = code["address"] if code["purpose"] in ("verify", "reset") else owner["email"] if owner else None
            db.execute(
                "INSERT INTO code (id, purpose, address, account, bound, requester, tenant, used, expired)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (self.store.next_id("c"), code["purpose"], code["address"], owner and owner["id"],
                 code.get("bound") or bound, code.get("requester"),
                 owner["tenant"] if owner else code.get("tenant") or self.case.get("tenant"),
                 bool(code.get("used")), bool(code.get("expired"))))

    def run(self):
        answers = [self.step(number, step) for number, step in enumerate(self.case["steps"], 1)]
        return {"id": self.case["id"], "steps": answers, "accounts": self.accounts()}

    def step(self, number, step):
        if "wait" in step:
            self.store.db.execute(
                "UPDATE session SET old = 1" if step["wait"] == "old" else "UPDATE code SET expired = 1")
            return None
        if "set" in step:
            self.settings.update(step["set"]["settings"])
            return None
        attempt = {key: value for key, value in step["attempt"].items() if key not in ("email", "claims")}
        if "email" in step["attempt"]:
            record = {"email": step["attempt"]["email"]}
            if "claims" in step["attempt"]:
                record["claims"] = step["attempt"]["claims"]
            attempt["addresses"] = [record]
        if self.case.get("tenant") and "tenant" not in attempt:
            attempt["tenant"] = self.case["tenant"]
        if step.get("ticket"):
            attempt["ticket"] = self.tickets[step["ticket"]]
        caller = {"session": self.as_session(step.get("as")), "target": step.get("target"), "code": self.code(step.get("code"))}
        settings = {**self.settings, **(step.get("settings") or {})}
        try:
            decision, came_to = self.service.play(attempt, caller, settings, step.get("method") or "enabled")
        except InputError as error:
            return {"input-error": FAULTS[error.code]}
        if came_to["session"]:
            self.sessions[number] = self.sessions["last"] = came_to["session"]
        if "ticket" in decision:
            self.tickets[number] = decision["ticket"]
        return answer(decision, came_to)

    def as_session(self, reference):
        return None if reference is None else self.sessions[reference]

    def code(self, reference):
        if reference != "last":
            return reference
        return "c" + str(self.store.row("SELECT n FROM counter WHERE name = 'c'")["n"])

    def accounts(self):
        found = []
        for row in self.store.rows("SELECT id FROM account ORDER BY rowid"):
            account = self.store.account(row["id"])
            newest = self.store.rows("SELECT purpose, address FROM code WHERE account = ? ORDER BY rowid", row["id"])
            account["codes"] = {**dict.fromkeys(MAILED), **{code["purpose"]: code["address"] for code in newest}}
            found.append(account)
        return found


def answer(decision, came_to):
    """What vectors expect of a step."""
    told = decision.get("told") or {}
    account = came_to["account"]
    if account is None and decision["account"] and not came_to.get("deleted"):
        account = decision["account"]["id"]
    result = {
        "outcome": decision["outcome"], "error": decision.get("error"), "account": account, "new": came_to["new"],
        "session": came_to["session"] is not None, "ask": decision.get("ask"), "tell": decision.get("tell") or [],
        "shown": decision.get("shown") or decision.get("error") or "allowed", "ticket": "ticket" in decision,
        "listeners": came_to["heard"], "removed": came_to["removed"], "names": decision.get("names") or {},
        "told": {
            "account": told.get("account"), "methods": told.get("methods") or [], "providers": told.get("providers") or [],
            "credential": (told.get("credential") or {}).get("subject"), "registered": told.get("registered") or False},
        "changes": {part: decision["changes"][part] for part in ("requires", "writes", "notices")}}
    return result


KEYS = [
    "outcome", "error", "account", "new", "session", "ask", "tell", "told", "shown", "ticket", "listeners", "removed",
    "names", "changes", "input-error"]


def serve(tool, lines, output, leave_out=()):
    """Answers `linkpolicy test` over the runner protocol."""
    engines = {}
    for line in lines:
        message = json.loads(line)
        if message["cmd"] == "hello":
            reply = {
                "protocol": 1, "implementation": "sqlite-store", "version": "1", "language": "python", "keys": KEYS}
        elif message["cmd"] == "policy":
            with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False, encoding="utf-8") as file:
                file.write(message["text"])
            engines[message["name"]] = Engine(tool, file.name)
            reply = {"ok": True}
        elif message["cmd"] == "run":
            engine = engines[message["policy"]] if message["policy"] else None
            reply = {"seq": message["seq"], "results": [played(engine, case, leave_out) for case in message["vectors"]]}
        else:
            break
        output.write(json.dumps(reply) + "\n")
        output.flush()
    for engine in engines.values():
        engine.close()


def played(engine, case, leave_out):
    if "steps" not in case:
        return {"id": case["id"], "skipped": {"reason": "a text, not a sequence"}}
    try:
        return Case(engine, case, leave_out).run()
    except Exception as error:  # Whatever goes wrong is a fault of this store, and counts as failed.
        return {"id": case["id"], "errored": {"message": f"{type(error).__name__}: {error}"}}
