"""Plays a vector on a subject, and compares the subject's rows after each step."""
from __future__ import annotations

from typing import Any, Callable, Mapping, Optional

from .compare import differences
from .model import Model, NoSuchRow
from .policy_text import code_treatments
from .subject import Attempted, PolicyUnderTest, Rows, Subject

__all__ = ["Case", "Factory"]

Factory = Callable[[PolicyUnderTest], Subject]

# Default values of members that decisions and vectors omit.
_TOLD: dict[str, Any] = {
    "account": None, "methods": [], "address-methods": [], "providers": [], "credential": None, "registered": False}
_ACCOUNT: dict[str, Any] = {"email": None, "verified": False, "state": "active", "factors": 0, "epoch": 0, "version": 0}
_METHOD: dict[str, Any] = {"subject": None, "address": None, "proved": None, "superseded": False}
_CODE: dict[str, Any] = {
    "account": None, "requester": None, "requesterAccount": None, "credential": None, "used": False, "expired": False}
_MAILED = ("verify", "change", "reset", "undo")
_UNNAMED_KINDS = ("password", "phone", "custom", "anonymous", "passkey")
# The reasons for input errors in vectors, by the error codes of lines.
_FAULTS = {"malformed": "malformed-address", "not-offered": "undeclared", "contradiction": "contradiction"}


class StepFailed(Exception):
    """The error if the subject raised an exception in a step."""


class Case:
    """A vector that is played on an empty subject. Ids in vectors are `u1`, `s1` or `c1`; ids of the subject may be any texts.

    Attributes:
        findings: a sentence for each difference in the first step with wrong rows.
        compared: the number of steps after which rows were compared.
    """

    def __init__(self, subject: Subject, vector: Mapping[str, Any], policy: PolicyUnderTest) -> None:
        self.findings: list[str] = []
        self.compared = 0
        self._subject = subject
        self._vector = vector
        self._treatments = code_treatments(policy.text)
        self._tenant: Optional[str] = vector.get("tenant")
        self._settings = dict(vector.get("settings") or {})
        self._names: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        self._counts = {"u": 0, "s": 0, "c": 0}
        self._sessions: dict[Any, str] = {}
        self._tickets: dict[int, Any] = {}
        given = self._given(**(vector.get("given") or {}))
        self._model = Model(given)
        subject.give(given)

    def run(self) -> dict[str, Any]:
        """Returns the RESULT of the runner protocol."""
        steps = [self._step(number, step) for number, step in enumerate(self._vector["steps"], 1)]
        return {"id": self._vector["id"], "steps": steps, "accounts": self._accounts()}

    # Ids.

    def _name(self, letter: str, id: str) -> str:
        """Returns the name that vectors use for an id."""
        if id not in self._names:
            while True:
                self._counts[letter] += 1
                name = f"{letter}{self._counts[letter]}"
                if name not in self._ids:
                    break
            self._names[id], self._ids[name] = name, id
        return self._names[id]

    def _named(self, value: Any) -> Any:
        """Returns a value with ids replaced by the names that vectors use."""
        if isinstance(value, str):
            return self._names.get(value, value)
        if isinstance(value, list):
            return [self._named(one) for one in value]
        if isinstance(value, dict):
            return {key: self._named(one) for key, one in value.items()}
        return value

    # Rows.

    def _given(self, accounts: Any = (), orphans: Any = (), sessions: Any = (), codes: Any = ()) -> Rows:
        rows = Rows(gone=[], sessions={}, codes={}, notices=[])
        by_id: dict[str, dict[str, Any]] = {}
        for given in accounts or ():
            profile = {"name": None, "photo": None, **(given.get("profile") or {})}
            methods = [_method(method) for method in given.get("methods") or ()]
            account = {
                **_ACCOUNT, "tenant": self._tenant, **given, "labels": dict(given.get("labels") or {}),
                "identifiers": dict(given.get("identifiers") or {}), "profile": profile,
                "methods": methods}
            rows.accounts.append(account)
            by_id[given["id"]] = account
            self._names[given["id"]] = self._ids[given["id"]] = given["id"]
        assert rows.gone is not None and rows.sessions is not None and rows.codes is not None
        for orphan in orphans or ():
            key = _method(orphan)
            tenant = orphan.get("tenant", self._tenant)
            rows.gone.append({"tenant": tenant, **{part: key[part] for part in ("issuer", "kind", "subject")}})
        for number, given in enumerate(sessions or (), 1):
            id, state = f"s{number}", given.get("state")
            epoch = by_id[given["account"]]["epoch"]
            rows.sessions[id] = {
                "account": given["account"], "epoch": epoch - (state == "revoked"), "ended": state == "ended",
                "recent": state != "old"}
            self._sessions[id] = self._sessions["last"] = self._ids[self._name("s", id)]
        for number, given in enumerate(codes or (), 1):
            owner = by_id.get(given.get("account"), {"email": None, "tenant": given.get("tenant", self._tenant)})
            recipient, staleness = self._treatments[given["purpose"]]
            bound = given["address"] if recipient == "account" else owner["email"]
            code = {
                **_CODE, "bound": None if staleness == "never" else bound, **given, "tenant": owner["tenant"]}
            if code["requester"] is not None:
                code["requesterAccount"] = rows.sessions[code["requester"]]["account"]
            if code["credential"] is not None:
                key = _method(code["credential"])
                code["credential"] = {part: key[part] for part in ("issuer", "kind", "subject")}
            rows.codes[self._ids[self._name("c", f"c{number}")]] = {
                key: code[key] for key in (*_CODE, "purpose", "address", "bound", "tenant")}
        return rows

    def _accounts(self) -> list[dict[str, Any]]:
        """Returns the final accounts in the form that vectors expect."""
        rows = self._subject.rows()
        newest: dict[str, dict[str, Any]] = {account["id"]: dict.fromkeys(_MAILED) for account in rows.accounts}
        for code in (rows.codes or {}).values():
            newest.get(code["account"], {})[code["purpose"]] = code["address"]
        found = []
        for account in rows.accounts:
            methods = [{key: value for key, value in method.items() if key not in ("issuer", "hash")} for method in account["methods"]]
            codes = {} if rows.codes is None else {"codes": newest[account["id"]]}
            kept = {key: value for key, value in account.items() if key != "given"}
            found.append(self._named({**kept, "methods": methods, **codes}))
        return found

    # Steps.

    def _step(self, number: int, step: Mapping[str, Any]) -> Optional[dict[str, Any]]:
        if "wait" in step:
            self._subject.wait(step["wait"])
            self._model.wait(step["wait"])
        self._settings.update((step.get("set") or {}).get("settings") or {})
        if "attempt" not in step:
            return None
        attempt = {"tenant": self._tenant, **step["attempt"]}
        address = {key: attempt.pop(key) for key in ("email", "claims") if key in attempt}
        if "email" in address:
            attempt["addresses"] = [address]
        if "ticket" in step:
            attempt["ticket"] = self._tickets.get(step["ticket"])
        caller = {
            "session": self._sessions.get(step.get("as")), "target": self._id(step.get("target")), "code": self._code(step.get("code"))}
        settings = {**self._settings, **(step.get("settings") or {})}
        try:
            made = self._subject.attempt(attempt, caller, settings, step.get("method"))
        except Exception as error:
            code = getattr(error, "code", None)
            if isinstance(code, str) and code in _FAULTS:
                return {"input-error": _FAULTS[code]}
            raise StepFailed(f"step {number}: {type(error).__name__}: {error}") from error
        for letter, ids in (("u", [made.new_account]), ("s", [made.session]), ("c", made.codes)):
            for id in ids:
                if id is not None:
                    self._name(letter, id)
        self._check(number, made)
        return self._answer(number, made)

    def _id(self, name: Optional[str]) -> Optional[str]:
        return None if name is None else self._ids.get(name, name)

    def _code(self, name: Optional[str]) -> Optional[str]:
        return self._id(f"c{self._counts['c']}" if name == "last" else name)

    def _check(self, number: int, made: Attempted) -> None:
        """Compares the rows with the rows that the change set must leave; after the first difference, compares no further steps."""
        changes = made.decision.get("changes")
        if self.findings or changes is None:
            return
        try:
            self._model.apply(changes, made)
        except (NoSuchRow, LookupError) as error:
            self.findings = [f"step {number}: {error if isinstance(error, NoSuchRow) else f'the change set has no row {error}'}"]
            return
        self.compared += 1
        found = differences(self._model, self._subject.rows(), changes, lambda id: self._names.get(id, id))
        self.findings = [f"step {number}: {text}" for text in found]

    def _answer(self, number: int, made: Attempted) -> dict[str, Any]:
        """Returns the members of a step's answer that vectors can expect."""
        decision, account = made.decision, made.new_account
        if account is None and not made.deleted:
            account = (decision.get("account") or {}).get("id")
        if made.session is not None:
            self._sessions[number] = self._sessions["last"] = made.session
        if "ticket" in decision:
            self._tickets[number] = decision["ticket"]
        told = {**_TOLD, **(decision.get("told") or {})}
        told["credential"] = told["credential"] and told["credential"]["subject"]
        answer: dict[str, Any] = {
            "error": None, "ask": None, "names": {}, **decision, "account": account, "new": made.new_account is not None,
            "session": made.session is not None, "shown": decision.get("shown") or decision.get("error") or "allowed",
            "ticket": "ticket" in decision, "tell": decision.get("tell") or [], "told": told, "listeners": made.listeners,
            "removed": made.removed}
        keys = (*ANSWER_KEYS, "changes") if "changes" in decision else ANSWER_KEYS
        return dict(self._named({key: answer[key] for key in keys if key in answer}))


ANSWER_KEYS = (
    "outcome", "error", "account", "new", "session", "ask", "tell", "told", "shown", "ticket", "listeners", "removed", "names")
KEYS = (*ANSWER_KEYS, "changes", "input-error")


def _method(given: Any) -> dict[str, Any]:
    """Returns a method in the notation of vectors, such as `google.com` or `password/email-link`, as a mapping with all keys."""
    if isinstance(given, str):
        given = dict(zip(("provider", "kind"), given.split("/")))
    kind = given["provider"] if given["provider"] in _UNNAMED_KINDS else "federated"
    method = {**_METHOD, "kind": kind, "issuer": given["provider"], **given, "labels": dict(given.get("labels") or {})}
    return {key: value for key, value in method.items() if key not in ("since", "tenant")}
