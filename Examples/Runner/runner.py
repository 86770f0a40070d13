"""Plays the vectors that `linkpolicy test --runner` sends on a service. Copy it, and import your own in its place."""
import json
import sys

from service import Engine, Service

# What stands for what is not said, in a decision and in what a vector gives.
TOLD = {"account": None, "methods": [], "address-methods": [], "providers": [], "credential": None, "registered": False}
ACCOUNT = {"email": None, "verified": False, "state": "active", "factors": 0, "epoch": 0, "version": 0}
METHOD = {"subject": None, "address": None, "proved": None, "superseded": False}
CODE = {"account": None, "requester": None, "requesterAccount": None, "credential": None, "used": False, "expired": False}
FAULTS = {"malformed": "malformed-address", "not-offered": "undeclared"}

class Case:
    """A vector, played on a service that knows nobody but those it gives."""
    def __init__(self, engine, case):
        self.service, self.tenant, self.settings = Service(engine), case.get("tenant"), dict(case.get("settings") or {})
        self.store, self.sessions, self.tickets = self.service.store, {}, {}
        self.give(**case.get("given", {}))

    def give(self, accounts=(), orphans=(), sessions=(), codes=()):
        """What exists before the first step: rows of your store, without a decision."""
        for given in accounts:
            profile = {"name": None, "photo": None, **(given.get("profile") or {})}
            methods = [method_of(method) for method in given.get("methods") or []]
            self.store.accounts[given["id"]] = {
                **ACCOUNT, "labels": {}, "identifiers": {}, "tenant": self.tenant, **given, "profile": profile, "methods": methods}
        for key in map(method_of, orphans):
            self.store.gone.add((key.get("tenant", self.tenant), key["issuer"], key["kind"], key["subject"]))
        for given in sessions:
            state, id, epoch = given.get("state"), self.store.new_id("s"), self.store.accounts[given["account"]]["epoch"]
            row = {"account": given["account"], "epoch": epoch - (state == "revoked"), "ended": state == "ended",
                   "recent": state != "old"}
            self.store.sessions[id], self.sessions[id], self.sessions["last"] = row, id, id
        for given in codes:
            nobody = {"email": None, "tenant": given.get("tenant", self.tenant)}
            owner = self.store.accounts.get(given.get("account"), nobody)
            bound = given["address"] if given["purpose"] in ("verify", "reset") else owner["email"]
            self.store.add_code({**CODE, "bound": bound, **given, "tenant": owner["tenant"]}, method_of)

    def step(self, number, step):
        for row in {"old": self.store.sessions, "expired": self.store.codes}.get(step.get("wait"), {}).values():
            row.update({"recent": False} if step["wait"] == "old" else {"expired": True})
        self.settings.update(step.get("set", {}).get("settings", {}))
        if "attempt" not in step:
            return None
        attempt = {"tenant": self.tenant, **step["attempt"]}
        address = {key: attempt.pop(key) for key in ("email", "claims") if key in attempt}
        attempt["addresses"] = [address] if "email" in address else attempt.get("addresses")
        attempt["ticket"] = self.tickets.get(step.get("ticket"))
        code = f"c{self.store.made['c']}" if step.get("code") == "last" else step.get("code")
        caller = {"session": self.sessions.get(step.get("as")), "target": step.get("target"), "code": code}
        question = {"attempt": attempt, "caller": caller, "settings": {**self.settings, **step.get("settings", {})}}
        found, came = self.service.attempt(question, step.get("method"))
        if "error" in found:
            return {"input-error": FAULTS.get(found["error"]["code"], found["error"]["code"])}
        decision, self.tickets[number] = found["decision"], found["decision"].get("ticket")
        self.sessions.update({number: came["session"], "last": came["session"]} if came["session"] else {})
        id, told = (decision["account"] or {}).get("id"), {**TOLD, **decision.get("told", {})}
        told["credential"] = told["credential"] and told["credential"]["subject"]
        plain = {key: decision.get(key) for key in ("outcome", "error", "ask", "names", "changes")}
        return {**plain, **came, "session": came["session"] is not None, "told": told,
                "account": came["account"] or (id if id in self.store.accounts else None),
                "shown": decision.get("shown") or decision.get("error") or "allowed",
                "ticket": "ticket" in decision, "tell": decision.get("tell") or []}

    def accounts(self):
        newest = {id: dict.fromkeys(("verify", "change", "reset", "undo")) for id in self.store.accounts}
        for code in self.store.codes.values():
            newest.get(code["account"], {})[code["purpose"]] = code["address"]
        return [{**self.store.row(id), "codes": newest[id]} for id in self.store.accounts]

def method_of(given):
    """A method as vectors write it: `google.com`, `password/email-link`, or all of its keys."""
    given = dict(zip(("provider", "kind"), given.split("/"))) if isinstance(given, str) else given
    kind = given["provider"] if given["provider"] in ("password", "phone", "custom", "anonymous", "passkey") else "federated"
    return {**METHOD, "labels": {}, "kind": kind, "issuer": given["provider"], **given}

def result(engine, vector):
    if "steps" not in vector:
        return {"id": vector["id"], "skipped": {"reason": "a text, not a sequence"}}
    try:
        case = Case(engine, vector)
        steps = [case.step(number, step) for number, step in enumerate(vector["steps"], 1)]
        return {"id": vector["id"], "steps": steps, "accounts": case.accounts()}
    except Exception as error:  # What your service throws fails this vector, and no other.
        return {"id": vector["id"], "errored": {"message": f"{type(error).__name__}: {error}"}}

engines, answer = {None: None}, None
for message in map(json.loads, sys.stdin):
    if message["cmd"] == "hello":
        answer = {"protocol": 1, "implementation": "my-store", "version": "1", "language": "python"}
    elif message["cmd"] == "policy":
        engines[message["name"]], answer = Engine(message["text"]), {"ok": True}
    elif message["cmd"] == "run":
        answer = {"seq": message["seq"], "results": [result(engines[message["policy"]], v) for v in message["vectors"]]}
    else:
        break
    print(json.dumps(answer), flush=True)
