"""The rows that a store must have after a change set, by the rules of Docs/Changes.md."""
from __future__ import annotations

import copy
from typing import Any, Iterator, Mapping, Optional

from .subject import Attempted, Rows

__all__ = ["Model", "NoSuchRow"]

# The writes marked V in Docs/Changes.md, which increment the version of their account.
_RAISING = frozenset({
    "insert-account", "set-email", "set-state", "set-label", "set-identifier", "put-method", "remove-method", "supersede-method", "drop-factors", "set-factors",
    "end-sessions"})


class NoSuchRow(Exception):
    """The error if a write of the change set has no row to change, or if the outcome lacks the id that the write creates."""


class Model:
    """A model of a store in memory, with accounts, sessions, codes and notices."""

    def __init__(self, given: Rows) -> None:
        rows = copy.deepcopy(given)
        self.accounts: dict[str, dict[str, Any]] = {account["id"]: account for account in rows.accounts}
        self.gone: list[dict[str, Any]] = rows.gone or []
        self.sessions: dict[str, dict[str, Any]] = rows.sessions or {}
        self.codes: dict[str, dict[str, Any]] = rows.codes or {}
        self.notices: list[dict[str, Any]] = []
        # The last known expiry of each session, and the sessions that the last change set renewed.
        self.expiries: dict[str, int] = {}
        self.renewed: set[str] = set()
        self._new: Optional[str] = None

    def wait(self, event: str) -> None:
        """Makes all sessions old, or all codes expired, depending on the event."""
        if event == "old":
            for session in self.sessions.values():
                session["recent"] = False
        else:
            for code in self.codes.values():
                code["expired"] = True

    def apply(self, changes: Mapping[str, Any], made: Attempted) -> None:
        """Executes a change set, with the ids that the store assigned.

        Raises:
            NoSuchRow: an id is missing, or the change set names a row that does not exist.
        """
        codes: Iterator[str] = iter(made.codes)
        raised: set[str] = set()
        self._new, self.renewed = None, set()
        for write in changes["writes"]:
            fields = {key: value for key, value in write.items() if key != "write"}
            name = write["write"]
            if name == "insert-account":
                self._new = _made(made.new_account, name, "new account")
                fields["id"] = self._new
            elif name == "open-session":
                fields["id"] = _made(made.session, name, "session")
            elif name == "put-code":
                fields["id"] = _made(next(codes, None), name, "code")
            if fields.get("account") is not None:
                fields["account"] = self._id(fields["account"])
            getattr(self, "_" + name.replace("-", "_"))(**fields)
            if name in _RAISING:
                raised.add(fields.get("account") or self._id({"new": True}))
        for id in raised & self.accounts.keys():
            self.accounts[id]["version"] += 1
        for notice in changes["notices"]:
            row = {"notice": notice["notice"], "to": notice["to"]}
            if notice["notice"] == "mail":
                row.update(code=made.codes[notice["code"]], purpose=notice["purpose"])
            else:
                row["account"] = self._id(notice["account"])
            self.notices.append(row)

    def _id(self, reference: Mapping[str, Any]) -> str:
        return str(self._new if reference.get("new") else reference["id"])

    def _account(self, id: str) -> dict[str, Any]:
        if id not in self.accounts:
            raise NoSuchRow(f"there is no account {id}")
        return self.accounts[id]

    def _find(self, account: str, issuer: str, kind: str, subject: Optional[str]) -> Optional[dict[str, Any]]:
        key = (issuer, kind, subject)
        methods: list[dict[str, Any]] = self._account(account)["methods"]
        return next((one for one in methods if (one["issuer"], one["kind"], one["subject"]) == key), None)

    def _insert_account(self, id: str, tenant: Optional[str], email: Optional[str], given: Optional[str], verified: bool) -> None:
        self.accounts[id] = {
            "id": id, "tenant": tenant, "email": email, "given": given, "verified": verified, "profile": {"name": None, "photo": None},
            "state": "active", "factors": 0, "epoch": 0, "version": 0, "labels": {}, "identifiers": {}, "methods": []}

    def _delete_account(self, account: str, leaving: list[dict[str, Any]]) -> None:
        for session in self.sessions.values():
            if session["account"] == account:
                session["ended"] = True
        for key in leaving:
            row = {"tenant": self._account(account)["tenant"], **key}
            if row not in self.gone:
                self.gone.append(row)
        del self.accounts[account]

    def _set_email(self, account: str, email: Optional[str], given: Optional[str], verified: bool) -> None:
        row = self._account(account)
        row.update(email=email, verified=verified)
        if email is None or given is not None:
            row["given"] = given

    def _set_profile(self, account: str, name: Optional[str], photo: Optional[str], blanksOnly: bool) -> None:
        profile = self._account(account)["profile"]
        for key, value in (("name", name), ("photo", photo)):
            if not blanksOnly or profile[key] is None:
                profile[key] = value

    def _set_state(self, account: str, state: str) -> None:
        self._account(account)["state"] = state

    def _set_label(self, account: str, method: Optional[dict[str, Any]], name: str, value: str) -> None:
        owner = self._find(account, **method) if method else self._account(account)
        if owner is None:
            raise NoSuchRow(f"set-label names a method that account {account} does not have")
        owner["labels"][name] = value

    def _set_identifier(self, account: str, name: str, value: Optional[str]) -> None:
        held = self._account(account)["identifiers"]
        if value is None:
            held.pop(name, None)
        else:
            held[name] = value

    def _put_method(
        self, account: str, place: Optional[dict[str, Any]], secret: str, issuer: str, kind: str, subject: Optional[str],
        **columns: Any,
    ) -> None:
        methods = self._account(account)["methods"]
        old = self._find(account, issuer, kind, subject)
        before = self._find(account, **place) if place else old
        at = next((index for index, one in enumerate(methods) if one is before), len(methods))
        hash = True if secret == "new" else old.get("hash", False) if old else False
        new = {
            "issuer": issuer, "kind": kind, "subject": subject, **columns, "labels": old["labels"] if old else {}, "hash": hash}
        methods.insert(at, new)
        if old is not None:
            del methods[next(index for index, one in enumerate(methods) if one is old)]

    def _remove_method(self, account: str, provider: str, issuer: str, kind: str, subject: Optional[str], why: str) -> None:
        method = self._find(account, issuer, kind, subject)
        self.accounts[account]["methods"] = [one for one in self.accounts[account]["methods"] if one is not method]

    def _supersede_method(self, account: str, issuer: str, kind: str, subject: Optional[str]) -> None:
        method = self._find(account, issuer, kind, subject)
        if method is None:
            raise NoSuchRow(f"supersede-method names a method that account {account} does not have")
        method["superseded"] = True

    def _drop_factors(self, account: str) -> None:
        self._account(account)["factors"] = 0

    def _set_factors(self, account: str, count: int) -> None:
        self._account(account)["factors"] = count

    def _open_session(self, id: str, account: str) -> None:
        self.sessions[id] = {
            "account": account, "epoch": self._account(account)["epoch"], "ended": False, "recent": True}

    def _renew_session(self, session: str, account: str, recent: bool) -> None:
        self.renewed.add(session)
        row = self.sessions[session]
        row.update(epoch=self._account(account)["epoch"], recent=row["recent"] or recent)

    def _end_session(self, session: str) -> None:
        self.sessions[session]["ended"] = True

    def _end_sessions(self, account: str, epoch: int) -> None:
        self._account(account)["epoch"] = epoch

    def _put_code(self, id: str, **columns: Any) -> None:
        self.codes[id] = {**columns, "used": False, "expired": False}

    def _use_code(self, code: str) -> None:
        self.codes[code]["used"] = True

    def _cancel_codes(self, account: str, address: Optional[str], tenant: Optional[str]) -> None:
        def stays(code: Mapping[str, Any]) -> bool:
            is_unowned = code["account"] is None and (code["address"], code["tenant"]) == (address, tenant)
            return code["account"] != account and not is_unowned

        self.codes = {id: code for id, code in self.codes.items() if stays(code)}


def _made(id: Optional[str], write: str, thing: str) -> str:
    if id is None:
        raise NoSuchRow(f"the write `{write}`: the outcome has no {thing}")
    return id
