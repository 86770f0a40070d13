"""A service over the SQLite store: looks up, decides through the tool's lines, and commits."""
import json
import subprocess
import tempfile

from sqlite_store import Conflict, Store

# The codes that vectors list for an account, by where the last of each went.
MAILED = ("verify", "change", "reset", "undo")
KINDS = {"password": "password", "phone": "phone", "custom": "custom", "anonymous": "anonymous", "passkey": "passkey"}


# What vectors call the faults of a caller, by the codes of lines, which tell fewer apart.
FAULTS = {
    "malformed": "malformed-address", "not-offered": "undeclared",
    "contradiction": "contradiction"}


# What a store says that forgets a column of a row.
FORGOTTEN = {
    "session.epoch": 0, "session.ended": False, "session.recent": True, "code.bound": None, "code.requester": None,
    "code.requesterAccount": None, "code.credential": None, "code.tenant": None, "code.used": False, "code.expired": False}


def listed(method, asked):
    """What the service answers about methods: a list of those that are switched off, if the lookup asks for one."""
    if not (asked or {}).get("list") or isinstance(method, dict):
        return method or "enabled"
    return {"disabled": [f"{asked['provider']}/{asked['kind']}"] if method == "disabled" else []}


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
        line = self.process.stdout.readline()
        if not line.endswith("\n"):
            raise EOFError(f"the tool ended with exit code {self.process.wait()}")
        answer = json.loads(line)
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
        self.leave_out = leave_out

    def decide(self, attempt, caller, settings=None, method=None):
        """Looks an attempt up in one snapshot, and decides it; the decision carries what to change."""
        question = {"attempt": attempt, "caller": caller, "settings": settings or {}}
        self.store.db.execute("BEGIN")
        try:
            answers = self.look_up(question, method)
        finally:
            self.store.db.execute("ROLLBACK")
        return self.engine.ask(decide={**question, "answers": answers})["decision"]

    def look_up(self, question, method):
        """Every question of the look-up, answered with what the tables have; nothing is judged here."""
        lookup, answers, accounts = self.engine.ask(lookup=question)["lookup"], {}, {}

        def row(table, id):
            """A row, and the account that it names; that of one that is gone is null."""
            found = self.store.row(f"SELECT * FROM {table} WHERE id = ?", id)
            return found and {**found, "account": known(found["account"])}

        def known(id):
            account = self.store.account(id)
            if account:
                accounts[id] = account
            return account and id

        if lookup["code"]:
            code = row("code", lookup["code"]["id"])
            answers["code"] = code and {
                **{key: code[key] for key in ("purpose", "address", "account", "bound", "requester", "tenant")},
                "requesterAccount": code["requester_account"],
                "credential": code["credential_subject"] and {
                    part: code[f"credential_{part}"] for part in ("issuer", "kind", "subject")},
                "used": bool(code["used"]), "expired": bool(code["expired"])}
            self.forget(answers)
            if lookup["code"]["bringsAddress"] and "code" in answers:
                found = {"accounts": list(accounts.values()), "code": answers["code"]}
                lookup = self.engine.ask(lookup={**question, "answers": found})["lookup"]
        if lookup["session"]:
            session = row("session", lookup["session"]["id"])
            answers["session"] = session and {
                "account": session["account"], "epoch": session["epoch"], "ended": bool(session["ended"]),
                "recent": not session["old"]}
        if lookup["target"]:
            answers["target"] = known(lookup["target"]["id"])
        if lookup["credential"]:
            holder = self.store.holder(**lookup["credential"])
            answers["credential"] = {"gone": True} if holder == "gone" else known(holder)
        answers["addresses"] = [[known(id) for id in self.store.holders(**asked)] for asked in lookup["addresses"]]
        if "identifiers" in lookup:
            answers["identifiers"] = [known(self.store.identifier_holder(**asked)) for asked in lookup["identifiers"]]
        # What a vector states is handed over even where nothing asks for it, since the engine has to refuse it then.
        if method or lookup["method"]:
            answers["method"] = listed(method, lookup["method"])
        self.forget(answers)
        return {**answers, "accounts": list(accounts.values())}

    def forget(self, answers):
        """Leaves out the answers and columns that a forgetful store does, to be noticed."""
        for question in [question for question in answers if "answer." + question in self.leave_out]:
            del answers[question]
        for word in FORGOTTEN.keys() & set(self.leave_out):
            question, column = word.split(".")
            if answers.get(question):
                answers[question][column] = FORGOTTEN[word]

    def play(self, attempt, caller, settings=None, method=None):
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
            for name, value in (account.get("identifiers") or {}).items():
                db.execute("INSERT INTO identifier VALUES (?, ?, ?)", (account["id"], name, value))
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
            key = code.get("credential") or {}
            kind = key and (key.get("kind") or KINDS.get(key["provider"], "federated"))
            asking = self.store.row("SELECT account FROM session WHERE id = ?", code.get("requester"))
            db.execute(
                "INSERT INTO code (id, purpose, address, account, bound, requester, requester_account, credential_issuer,"
                " credential_kind, credential_subject, tenant, used, expired) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (self.store.next_id("c"), code["purpose"], code["address"], owner and owner["id"],
                 code.get("bound") or bound, code.get("requester"), asking and asking["account"], key.get("provider"), kind or None,
                 key.get("subject"),
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
            decision, came_to = self.service.play(attempt, caller, settings, step.get("method"))
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
            "account": told.get("account"), "methods": told.get("methods") or [],
            "address-methods": told.get("address-methods") or [], "providers": told.get("providers") or [],
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
