"""Compares what the oracle says with what a vector expects."""

from __future__ import annotations

from typing import Any

from .attempt import Outcome
from .vectors import MAILED_FOR_ACCOUNTS, Json, Player, account_json, method_named, outcome_json

COMPARED = (
    "outcome", "error", "account", "new", "session", "listeners", "removed", "ask", "tell", "told", "ticket", "shown",
    "input-error",
)

NOTHING_TOLD: Json = {"account": "null", "methods": [], "providers": [], "credential": "null", "registered": "false"}


def plain(value: Any) -> Any:
    """As YAML's base loader reads it: every scalar a string."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return "null" if value is None else str(value) if isinstance(value, int) else value


def disagreements(vector: Json) -> list[str]:
    """Every step and end state on which a vector and the oracle differ."""
    player = Player(vector)
    found: list[str] = []
    for number, step in enumerate(vector["steps"], 1):
        outcome = player.step(number, step)
        if outcome is not None:
            found += [f"step {number}, {text}" for text in _step(step["expect"], outcome)]
    if "accounts" in vector:
        store = player.world.store
        held = {a.id: account_json(a, store, MAILED_FOR_ACCOUNTS) for a in store.accounts}
        found += [f"at the end, {text}" for text in _accounts(vector["accounts"], held)]
    return found


def _step(expected: Json, outcome: Outcome) -> list[str]:
    said: Json = plain({"ticket": False} | outcome_json(outcome) | {"removed": [list(m) for m in outcome.removed]})
    said.setdefault("shown", outcome.error or "allowed")
    found = []
    for key in COMPARED:
        if key not in expected or (key == "tell" and outcome.tell is None):
            continue
        wanted = expected[key]
        if key == "removed":
            wanted = [_method_key(m) for m in wanted]
        if key == "told":
            told = NOTHING_TOLD | said.get("told", {})
            if all(told[part] == value for part, value in wanted.items()):
                continue
        if wanted != said.get(key, "null"):
            found.append(f"{key}: the vector says {expected[key]}, the oracle {said.get(key)}")
    return found


def _method_key(method: Json | str) -> list[str]:
    if isinstance(method, str):
        return list(method_named(method))
    return list(method_named(method["provider"] + ("/" + method["kind"] if "kind" in method else "")))


def _accounts(expected: list[Json], held: dict[str, Json]) -> list[str]:
    ids = [a["id"] for a in expected]
    if ids != list(held):
        return [f"the vector has accounts {ids}, the oracle {list(held)}"]
    found = []
    for account in expected:
        for key, wanted in account.items():
            got = plain(held[account["id"]][key]) if key in held[account["id"]] else None
            if got is None:
                found.append(f"{account['id']}.{key} is not something the oracle knows")
            elif not _same(key, wanted, got):
                found.append(f"{account['id']}.{key}: the vector says {wanted}, the oracle {got}")
    return found


def _same(key: str, wanted: Any, got: Any) -> bool:
    if key in ("profile", "codes"):
        return all(got[k] == v for k, v in wanted.items())
    if key == "methods":
        return len(wanted) == len(got) and all(_same_method(w, g) for w, g in zip(wanted, got))
    return bool(wanted == got)


def _same_method(wanted: Json | str, got: Json) -> bool:
    if isinstance(wanted, str):
        return method_named(wanted) == (got["provider"], got["kind"])
    return all(got[k] == v for k, v in wanted.items())
