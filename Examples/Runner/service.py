"""A service with a store in memory, which `runner.py` asks. Yours takes its place: what it has to do is all here."""
import json
import os
import subprocess
import tempfile

# Writes after which a look-up about the account is answered otherwise: they raise its version.
RAISING = {"insert-account", "set-email", "set-state", "set-label", "put-method", "remove-method", "supersede-method",
           "drop-factors", "set-factors", "set-identifier", "end-sessions"}


class Engine:
    """`linkpolicy decide` beside the service, one question at a time. A service that runs for long uses `Bindings/Python`."""

    def __init__(self, policy):
        self.file = tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8")
        self.file.write(policy)
        self.file.flush()
        self.process = subprocess.Popen(
            [os.environ.get("LINKPOLICY", "linkpolicy"), "decide", self.file.name], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def ask(self, **question):
        print(json.dumps({"id": 1, **question}), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line.endswith("\n"):
            raise EOFError(f"the tool ended with exit code {self.process.wait()}")
        return json.loads(line)


def listed(method, asked):
    """What the service answers about methods: a list of those that are switched off, if the lookup asks for one."""
    if not (asked or {}).get("list") or isinstance(method, dict):
        return method or "enabled"
    return {"disabled": [f"{asked['provider']}/{asked['kind']}"] if method == "disabled" else []}


class Service:
    """Attempts on a store: look up, decide, commit."""

    def __init__(self, engine):
        self.engine, self.store = engine, Store()

    def attempt(self, question, method=None):
        """What the engine answers, and what the commit came to: none where it calls it a fault of the caller."""
        found = self.engine.ask(lookup=question)
        if "lookup" in found:
            answers = self.look_up(found["lookup"], method)
            if (found["lookup"]["code"] or {}).get("bringsAddress"):
                # The code's row says which address is meant, so the holders of that are looked for once it is found.
                known = {key: answers[key] for key in ("accounts", "code")}
                asked = self.engine.ask(lookup={**question, "answers": known})["lookup"]
                answers = self.look_up({**asked, "code": found["lookup"]["code"]}, method)
            found = self.engine.ask(decide={**question, "answers": answers})
        return found, self.store.commit(found["decision"]["changes"]) if "decision" in found else None

    def look_up(self, lookup, method=None):
        """Every question, answered with the rows that the store has. Nothing is judged here."""
        store, rows = self.store, {}

        def known(id):
            if id in store.accounts:
                rows[id] = store.row(id)
            return id if id in store.accounts else None

        answers = {"addresses": [[known(id) for id in store.holders(**asked)] for asked in lookup["addresses"]]}
        for question, table in (("session", store.sessions), ("code", store.codes)):
            row = table.get(lookup[question]["id"]) if lookup[question] else None
            answers[question] = row and {**row, "account": known(row["account"])}
        answers["target"] = known(lookup["target"]["id"]) if lookup["target"] else None
        if lookup["credential"]:
            holder = store.holder(**lookup["credential"])
            answers["credential"] = {"gone": True} if holder == "gone" else known(holder)
        if "identifiers" in lookup:
            answers["identifiers"] = [known(store.identifier_holder(**asked)) for asked in lookup["identifiers"]]
        # Whether a method is switched on is a setting of the service; vectors say it.
        answers["method"] = listed(method, lookup["method"]) if method or lookup["method"] else None
        return {**answers, "accounts": list(rows.values())}


class Store:
    """What look-ups read, and a function for each write."""

    def __init__(self):
        self.accounts, self.sessions, self.codes, self.gone, self.made = {}, {}, {}, set(), {"u": 0, "s": 0, "c": 0}

    def new_id(self, letter):
        self.made[letter] += 1
        id = f"{letter}{self.made[letter]}"
        return self.new_id(letter) if id in self.accounts else id

    # What look-ups ask (Docs/Protocol.md): an account, who holds a credential, an address or an identifier.

    def row(self, id):
        methods = [{key: of[key] for key in of if key != "issuer"} for of in self.accounts[id]["methods"]]
        return {**self.accounts[id], "methods": methods}

    def holder(self, tenant, issuer, kind, subject):
        by_address = kind in ("password", "email-link")
        for account in self.accounts.values():
            held = find(account, issuer, kind, None if by_address else subject)
            if account["tenant"] == tenant and held and (not by_address or account["email"] == subject):
                return account["id"]
        return "gone" if (tenant, issuer, kind, subject) in self.gone else None

    def holders(self, tenant, address, heldBy, pool):
        def held(account):
            methods = [method["address"] for method in account["methods"] if not method["superseded"]]
            return [account["email"]] if heldBy == "account" else methods
        return [id for id, account in self.accounts.items() if account["tenant"] == tenant and address in held(account)]

    def identifier_holder(self, tenant, name, value):
        holders = (id for id, of in self.accounts.items() if of["tenant"] == tenant and of["identifiers"].get(name) == value)
        return next(holders, None)

    # What change sets write (Docs/Changes.md). `came` is what the service wants to know of a commit.

    def commit(self, changes):
        self.came, raised = {"account": None, "new": False, "session": None, "removed": [], "listeners": []}, set()
        for write in changes["writes"]:
            fields = {key: value for key, value in write.items() if key != "write"}
            if fields.get("account"):
                fields["account"] = self.accounts[fields["account"].get("id", self.came["account"])]
            getattr(self, write["write"].replace("-", "_"))(**fields)
            if write["write"] in RAISING:
                raised.add(fields["account"]["id"] if "account" in fields else self.came["account"])
        for id in raised & self.accounts.keys():
            self.accounts[id]["version"] += 1
        # Mail is sent here, after the commit; vectors ask whether the owner was told.
        self.came["listeners"] += ["owner-notified" for notice in changes["notices"] if notice["notice"] == "owner"]
        return self.came

    def insert_account(self, tenant, email, given, verified):
        id = self.new_id("u")
        self.accounts[id] = {
            "id": id, "tenant": tenant, "email": email, "verified": verified, "profile": {"name": None, "photo": None},
            "state": "active", "factors": 0, "epoch": 0, "version": 0, "labels": {}, "identifiers": {}, "methods": []}
        self.came.update(account=id, new=True)

    def delete_account(self, account, leaving):
        for id in [id for id, session in self.sessions.items() if session["account"] == account["id"]]:
            self.end_session(id)
        self.gone |= {(account["tenant"], key["issuer"], key["kind"], key["subject"]) for key in leaving}
        del self.accounts[account["id"]]

    def set_email(self, account, email, given, verified):
        account.update(email=email, verified=verified)

    def set_profile(self, account, name, photo, blanksOnly):
        old = account["profile"] if blanksOnly else {"name": None, "photo": None}
        account["profile"] = {"name": old["name"] or name, "photo": old["photo"] or photo}

    def set_state(self, account, state):
        account["state"] = state

    def set_label(self, account, method, name, value):
        (find(account, **method) if method else account)["labels"][name] = value

    def set_identifier(self, account, name, value):
        account["identifiers"].pop(name, None)
        if value is not None:
            account["identifiers"][name] = value

    def put_method(self, account, secret, place, **method):
        # With `secret: new` a service stores the hash of the password of this attempt.
        methods, old = account["methods"], find(account, method["issuer"], method["kind"], method["subject"])
        before = find(account, **place) if place else old
        at = methods.index(before) if before else len(methods)
        methods.insert(at, {**method, "labels": old["labels"] if old else {}})
        if old:
            del methods[next(index for index, method in enumerate(methods) if method is old)]

    def remove_method(self, account, provider, issuer, kind, subject, why):
        method = find(account, issuer, kind, subject)
        account["methods"].remove(method)
        if why != "replaced" and not method["superseded"]:
            self.came["removed"].append({"provider": provider, "kind": kind})

    def supersede_method(self, account, issuer, kind, subject):
        find(account, issuer, kind, subject)["superseded"] = True

    def drop_factors(self, account):
        account["factors"] = 0

    def set_factors(self, account, count):
        account["factors"] = count

    def open_session(self, account):
        id = self.came["session"] = self.new_id("s")
        self.sessions[id] = {"account": account["id"], "epoch": account["epoch"], "ended": False, "recent": True}
        self.came["listeners"].append("signed-in")

    def renew_session(self, session, account, recent):
        session = self.sessions[session]
        session.update(epoch=account["epoch"], recent=session["recent"] or recent)
        self.came["listeners"].append("token-refreshed")

    def end_session(self, session):
        if not self.sessions[session]["ended"]:
            self.sessions[session]["ended"] = True
            self.came["listeners"].append("signed-out")

    def end_sessions(self, account, epoch):
        account["epoch"] = epoch
        self.came["listeners"].append("sessions-revoked")

    def add_code(self, row, method_of):
        """A code that was mailed before: its requester is the session's account, and of its method the key alone is kept."""
        session, key = self.sessions.get(row["requester"]), row["credential"] and method_of(row["credential"])
        credential = key and {part: key[part] for part in ("issuer", "kind", "subject")}
        self.codes[self.new_id("c")] = {**row, "requesterAccount": session and session["account"], "credential": credential}

    def put_code(self, purpose, address, account, bound, requester, requesterAccount, credential, tenant):
        self.codes[self.new_id("c")] = {
            "purpose": purpose, "address": address, "account": account and account["id"], "bound": bound,
            "requester": requester, "requesterAccount": requesterAccount, "credential": credential, "tenant": tenant, "used": False, "expired": False}
        self.came["listeners"].append({"code-mailed": purpose})

    def use_code(self, code):
        self.codes[code]["used"] = True

    def cancel_codes(self, account, address, tenant):
        def stays(code):
            is_nobodys = code["account"] is None and (code["address"], code["tenant"]) == (address, tenant)
            return code["account"] != account["id"] and not is_nobodys
        self.codes = {id: code for id, code in self.codes.items() if stays(code)}


def find(account, issuer, kind, subject):
    """The method of an account with this key."""
    key = (issuer, kind, subject)
    return next((m for m in account["methods"] if (m["issuer"], m["kind"], m["subject"]) == key), None)
