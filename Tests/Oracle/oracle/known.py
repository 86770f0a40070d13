"""What the oracle can say something about."""

from __future__ import annotations

from .vectors import Json
from .rules import RULES

DOCUMENTED_POLICIES = ("firebase", "identity-platform")
POLICIES = (*DOCUMENTED_POLICIES, "hardened")
CASE = {
    "id", "policy", "settings", "tenant", "given", "steps", "accounts",
    "title", "comment", "source", "proves", "flags", "known",
}
STEP = {"attempt", "as", "target", "code", "ticket", "settings", "method", "expect", "wait", "set"}
ATTEMPT = {
    "action", "provider", "kind", "subject", "email", "address", "addresses", "claims", "profile", "nonce", "origin",
    "secret", "consent", "link", "tenant",
}
ACCOUNT = {"id", "email", "verified", "state", "tenant", "profile", "methods", "factors", "epoch"}
CODE = {"purpose", "address", "account", "tenant", "requester", "used", "expired"}
METHOD = {"provider", "kind", "subject", "address", "proved"}


def why_not(vector: Json) -> str | None:
    """Why the oracle does not answer a vector, if it does not."""
    if "steps" not in vector:
        return "the oracle plays sequences, and reads neither policies nor requests"
    if not vector.keys() <= CASE:
        return _names("vectors with", vector.keys() - CASE)
    for account in vector.get("given", {}).get("accounts", ()):
        if not account.keys() <= ACCOUNT:
            return _names("given accounts with", account.keys() - ACCOUNT)
        for method in account.get("methods", ()):
            if isinstance(method, dict) and not method.keys() <= METHOD:
                return _names("given methods with", method.keys() - METHOD)
    for code in vector.get("given", {}).get("codes", ()):
        if not code.keys() <= CODE:
            return _names("given codes with", code.keys() - CODE)
    for step in vector["steps"]:
        if not step.keys() <= STEP:
            return _names("steps with", step.keys() - STEP)
        said = step.get("attempt")
        if said is not None:
            if not said.keys() <= ATTEMPT:
                return _names("attempts with", said.keys() - ATTEMPT)
            if said["action"] not in RULES:
                return f"the oracle has no rule for {said['action']}"
    return None


def _names(what: str, keys: set[str]) -> str:
    return f"the oracle knows nothing of {what} {', '.join(sorted(keys))}"
