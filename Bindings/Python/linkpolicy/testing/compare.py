"""Compares the rows of a store with the rows that a change set must leave, and names the write that the store executed wrongly."""
from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, Sequence

from .model import Model
from .subject import Rows

__all__ = ["differences"]

# The writes that change each column of an account.
_ACCOUNT = {
    "tenant": ("insert-account",), "email": ("insert-account", "set-email"), "verified": ("insert-account", "set-email"),
    "given": ("insert-account", "set-email"), "profile": ("set-profile",), "state": ("set-state",), "factors": ("drop-factors", "set-factors"), "epoch": ("end-sessions",),
    "labels": ("set-label",), "identifiers": ("set-identifier",), "methods": ("put-method", "remove-method", "supersede-method", "set-label"),
}
# The maximum number of characters of a value in a finding.
_LONGEST = 60
_METHOD = ("provider", "kind", "subject", "address", "proved", "superseded", "labels")
_SESSION = {
    "account": ("open-session",), "epoch": ("open-session", "renew-session"), "recent": ("open-session", "renew-session"),
    "ended": ("end-session", "delete-account"),
}
_CODE = {
    "purpose": ("put-code",), "address": ("put-code",), "account": ("put-code",), "bound": ("put-code",), "requester": ("put-code",),
    "requesterAccount": ("put-code",), "credential": ("put-code",), "tenant": ("put-code",), "used": ("use-code",), "expired": (),
}
_DEFAULTS: dict[str, Any] = {"tenant": None, "labels": {}, "identifiers": {}, "factors": 0, "epoch": 0, "profile": {"name": None, "photo": None}}


def differences(model: Model, rows: Rows, changes: Mapping[str, Any], name: Callable[[str], str] = str) -> Iterator[str]:
    """Returns a sentence for each difference.

    Args:
        model: the expected rows.
        rows: the rows of the store.
        changes: the change set that was executed last.
        name: returns the name of an id.
    """
    present = {account["id"]: account for account in rows.accounts}
    yield from _tables("account", model.accounts, present, ("insert-account",), ("delete-account",), changes, name)
    for id in model.accounts.keys() & present.keys():
        yield from _account(name(id), model.accounts[id], present[id], changes)
    if rows.gone is not None:
        for key in _unequal(model.gone, rows.gone):
            method = f"{key['issuer']} {key['kind']} {key['subject']}"
            state = "is missing from" if key in model.gone else "is among"
            yield _sentence(("delete-account",), changes, f"{method} {state} the keys of deleted accounts")
    if rows.sessions is not None:
        yield from _tables("session", model.sessions, rows.sessions, ("open-session",), (), changes, name)
        for id in model.sessions.keys() & rows.sessions.keys():
            yield from _columns(f"session {name(id)}", model.sessions[id], rows.sessions[id], _SESSION, changes)
            yield from _expiry(id, name(id), model, rows.sessions[id])
    if rows.codes is not None:
        yield from _tables("code", model.codes, rows.codes, ("put-code",), ("cancel-codes",), changes, name)
        for id in model.codes.keys() & rows.codes.keys():
            yield from _columns(f"code {name(id)}", model.codes[id], rows.codes[id], _CODE, changes)
    if rows.notices is not None:
        has_purpose = all("purpose" in row for row in rows.notices if row["notice"] == "mail")
        for notice in _unequal([_notice(row, has_purpose) for row in model.notices], [_notice(row, has_purpose) for row in rows.notices]):
            is_missing = notice in [_notice(row, has_purpose) for row in model.notices]
            purpose = f" with the purpose {notice['purpose']}" if "purpose" in notice else ""
            yield (f"the notice `{notice['notice']}`{purpose} to {notice['to']}"
                   f" {'is missing from' if is_missing else 'should not be in'} the outbox")


def _account(id: str, expected: Mapping[str, Any], found: Mapping[str, Any], changes: Mapping[str, Any]) -> Iterator[str]:
    found = {**_DEFAULTS, **found}
    has_hash = any("hash" in method for method in found["methods"])
    for column, writes in _ACCOUNT.items():
        if column == "given" and not ("given" in found and "given" in expected):
            continue
        wanted, got = expected[column], found[column]
        if column == "methods":
            wanted, got = [_method(one, has_hash) for one in wanted], [_method(one, has_hash) for one in got]
        if wanted != got:
            yield _sentence(writes, changes, f"account {id} has {column} {_shown(got)}, expected {_shown(wanted)}")
    if expected["version"] != found["version"]:
        yield (f"the version of account {id} is {found['version']}, expected {expected['version']}: increment it once for each change"
               " set with a write marked V")


def _tables(
    table: str, expected: Mapping[str, Any], found: Mapping[str, Any], adds: Sequence[str], removes: Sequence[str],
    changes: Mapping[str, Any], name: Callable[[str], str],
) -> Iterator[str]:
    for id in [id for id in expected if id not in found]:
        yield _sentence(adds, changes, f"there is no {table} {name(id)}")
    for id in [id for id in found if id not in expected]:
        state = "still the" if removes else "an unexpected"
        yield _sentence(removes, changes, f"there is {state} {table} {name(id)}")


def _columns(
    row: str, expected: Mapping[str, Any], found: Mapping[str, Any], writes: Mapping[str, Sequence[str]], changes: Mapping[str, Any]
) -> Iterator[str]:
    for column, names in writes.items():
        if expected[column] != found.get(column):
            yield _sentence(names, changes, f"{row} has {column} {_shown(found.get(column))}, expected {_shown(expected[column])}")


def _sentence(writes: Sequence[str], changes: Mapping[str, Any], text: str) -> str:
    """Returns a text with the names of those writes that are in the change set."""
    names = list(dict.fromkeys(write["write"] for write in changes["writes"] if write["write"] in writes))
    if not names:
        return f"{text}; no write of the change set changes this"
    return f"after {' and '.join(f'`{name}`' for name in names)}: {text}"


def _method(row: Mapping[str, Any], has_hash: bool) -> dict[str, Any]:
    full = {"subject": None, "address": None, "proved": None, "superseded": False, "labels": {}, "hash": False, **row}
    return {column: full[column] for column in (*_METHOD, *(("hash",) if has_hash else ()))}


def _notice(row: Mapping[str, Any], has_purpose: bool) -> dict[str, Any]:
    keys = ("code", *(("purpose",) if has_purpose else ())) if row["notice"] == "mail" else ("account",)
    return {"notice": row["notice"], "to": row["to"], **{key: row[key] for key in keys}}


def _expiry(id: str, name: str, model: Model, found: Mapping[str, Any]) -> Iterator[str]:
    """Compares the expiry of a session with its earlier expiry, if the store lists the expiry."""
    if "expires" not in found:
        return
    before, after = model.expiries.get(id), found["expires"]
    model.expiries[id] = after
    if before is None:
        return
    if id in model.renewed and after <= before:
        yield f"after `renew-session`: session {name} expires at {after}, expected later than {before}"
    elif id not in model.renewed and after != before:
        yield f"session {name} expires at {after}, expected {before}; no write of the change set changes this"


def _unequal(expected: Sequence[Any], found: Sequence[Any]) -> list[Any]:
    """Returns the entries that only one of two lists contains, counting repetitions."""
    rest, missing = list(found), []
    for one in expected:
        if one in rest:
            rest.remove(one)
        else:
            missing.append(one)
    return missing + rest


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_shown(one) for one in value) + "]"
    if isinstance(value, dict) and "provider" not in value:
        return "{" + ", ".join(f"{key}: {_shown(one)}" for key, one in value.items()) + "}"
    if isinstance(value, dict):
        extra = [f"{key}={value[key]}" for key in ("subject", "address", "proved") if value[key] is not None]
        extra += [key for key in ("superseded", "labels") if value[key]]
        extra += ["with a hash" if value["hash"] else "without a hash"] if "hash" in value and value["kind"] == "password" else []
        return f"{value['provider']}/{value['kind']}" + (f" ({' '.join(extra)})" if extra else "")
    text = {None: "none", True: "yes", False: "no"}[value] if value is None or isinstance(value, bool) else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"
