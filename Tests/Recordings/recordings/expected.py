"""What a vector expects: every word of it from the recording."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .agreement import agree
from .history import History
from .names import NEED_CONFIRMATION, TEMPORARY_PROOF, error
from .refusing import Entry
from .shape import Json

# What is expected of an attempt that belongs to a request and has no answer of its own.
IN_PASSING = {"outcome": "allowed", "shown": "allowed", "new": False, "tell": [], "ticket": False}


def briefly(step: Json) -> Json:
    """A step with the outcome alone: the vector that ends with it expects the rest."""
    if "expect" not in step:
        return step
    expect = {key: step["expect"][key] for key in ("outcome", "error", "account") if key in step["expect"]}
    return {**step, "expect": expect}


class StepExpectation:
    """What the steps of one recording must answer: what the caller saw, whole."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.has_duplicates = False

    def of_step(self, step: Json, result: Json) -> Json:
        """What the step that a recorded result is of must answer."""
        return self.whole(self.answer(step, result))

    def whole(self, expected: Json) -> Json:
        """The answer with what it does not do, too."""
        expected.setdefault("shown", expected.get("error", "allowed"))
        expected.setdefault("tell", [])
        expected.setdefault("ticket", False)
        expected.setdefault("new", False)
        expected.setdefault("session", False)
        expected.setdefault("listeners", [])
        return expected

    def answer(self, step: Json, result: Json) -> Json:
        """The outcome and what comes with it."""
        if result.get("needConfirmation"):
            return self.confirmation(result)
        if "errorMessage" in result:
            expected = {"outcome": "refused", "error": error(result["errorMessage"])}
            return {**expected, **self.believed(step, result)}
        if result.get("temporaryProof"):
            proof = {"tell": ["credential"], "told": {"credential": step["phone"]}, "ticket": True}
            return {"outcome": "refused", "error": TEMPORARY_PROOF, **proof}
        if not result["ok"]:
            moved = ["sessions-revoked"] if result.get("validSinceMoved") else []
            return {"outcome": "refused", "error": error(result["err"]), "listeners": moved}
        return self.success(step, result)

    def confirmation(self, result: Json) -> Json:
        """A refusal that names the account and its providers."""
        told: Json = {"account": result["uid"], "providers": result.get("verifiedProvider", [])}
        expected = {"outcome": "refused", "error": NEED_CONFIRMATION, "ask": "existing-credential"}
        return {**expected, "tell": ["account", "providers"], "told": told, "ticket": True}

    def success(self, step: Json, result: Json) -> Json:
        """What was allowed, for whom, and what was issued."""
        expected: Json = {"outcome": "allowed"}
        created = result.get("created", [])
        uid = result.get("uid") or (created[0] if created else None)
        if uid is not None:
            expected["account"] = uid
        expected["new"] = bool(created)
        expected |= heard(step, result)
        if step["op"] in ("delete", "adminDelete"):
            expected["account"] = None
        if step["op"] == "createAuthUri":
            expected |= self.methods_told(result["resp"])
        if step["op"] == "idp":
            expected |= self.believed(step, result)
        return expected

    def believed(self, step: Json, result: Json) -> Json:
        """Whether the emulator believed the address, where it answers about another than the account's."""
        answered = result.get("respEmail") or (step.get("email") or "").lower()
        is_own = answered == self.history.email.get(result.get("uid"))
        if "respEmailVerified" not in result or not answered or is_own:
            return {}
        return {"facts": {"trust": "trusted" if result["respEmailVerified"] else "untrusted"}}

    def looked_up(self, answer: Json) -> Json:
        """What the look-up at the end must answer."""
        if "err" in answer:
            return self.whole({"outcome": "refused", "error": error(answer["err"])})
        return self.whole({"outcome": "allowed", **self.methods_told(answer)})

    def methods_told(self, answer: Json) -> Json:
        """What a look-up of sign-in methods must tell."""
        if answer.get("registered") is None:
            return {"tell": []}
        methods = ["email-link" if method == "emailLink" else method for method in answer["signinMethods"]]
        # Where duplicates are allowed providers are not among what may be told (op:650).
        listed = "address-methods" if self.has_duplicates else "methods"
        return {"tell": ["registered", listed], "told": {"registered": answer["registered"], listed: methods}}


def heard(step: Json, result: Json) -> Json:
    """What listeners must hear of tokens issued and tokens that died."""
    is_opening = bool(result["tokens"]) and "as" not in step
    listeners = ["sessions-revoked"] if result.get("validSinceMoved") else []
    if result["tokens"]:
        listeners.append("signed-in" if is_opening else "token-refreshed")
    return {"listeners": listeners, "session": is_opening}


def partial_accounts(result: Json, history: History, parts: Counter[Entry]) -> dict[str, Json]:
    """The accounts after a step, and what its result says of one of them."""
    accounts: dict[str, Json] = {uid: {} for uid in history.living}
    account = result.get("acct")
    if account is None:
        return accounts
    uid = account["uid"]
    known = accounts.setdefault(uid, {})
    if result["ok"] and uid in history.answered_email and result.get("uid") == uid:
        known["email"] = folded(history.answered_email[uid])
    known["verified"] = verified(account, history, parts)
    known["methods"] = [
        *history.first.get(uid, []),
        *("password/email-link" if name == "emailLink" else name for name in history.order[uid]),
    ]
    return accounts


def accounts(recording: Json, history: History, parts: Counter[Entry]) -> dict[str, Json]:
    """The whole table of accounts at the end."""
    result = {}
    for user in recording["users"]:
        account: Json = {"email": folded(user["email"])}
        account["verified"] = verified(user, history, parts)
        account["methods"] = methods(user, history, parts)
        account["profile"] = {"name": user.get("displayName"), "photo": user.get("photoUrl")}
        account["state"] = "disabled" if user.get("disabled") else "active"
        account["tenant"] = "t1" if user.get("tenant") else None
        account["codes"] = {"undo": folded(user.get("initialEmail"))}
        result[user["uid"]] = account
    return result


def verified(account: Json, history: History, parts: Counter[Entry]) -> bool:
    """Whether an account's address is verified; the flag that an administrator sets without one is dropped here."""
    uid, said = account["uid"], account["emailVerified"]
    has_address = history.email.get(uid) is not None
    agree((said is not None) == (has_address or uid in history.flagged), f"whether {uid} has an address")
    if said and not has_address:
        parts[Entry.FLAG_ALONE] += 1
        return False
    return bool(said)


def folded(email: str | None) -> str | None:
    """The address with its domain in lower case, in which every domain is kept here."""
    if email is None:
        return None
    local, _, domain = email.partition("@")
    return f"{local}@{domain.lower()}"


def methods(user: Json, history: History, parts: Counter[Entry]) -> list[Any]:
    """An account's methods; `password` is one entry there for what are two methods here."""
    uid = user["uid"]
    entries = []
    for entry in user["providers"]:
        if entry["id"] == "password":
            continue
        if history.owner.get((entry["id"], entry["rawId"]), uid) == uid:
            entries.append(entry)
        else:
            # Somebody else has taken the credential since: nothing signs in by this entry.
            parts[Entry.DEAD_ENTRY] += 1
    order = history.order.get(uid, [])
    names = [entry["id"] for entry in entries]
    own = {"password": user["hasPassword"], "emailLink": user["emailLink"]}
    own_names = sorted((name for name in own if own[name]), key=lambda name: order.index(name) if name in order else 9)
    for count, name in enumerate(own_names):
        # The one entry stands where the first of the two came; the other came when it was first seen.
        listed = [entry["id"] for entry in user["providers"]]
        earlier = order[: order.index(name)] if count and name in order else listed[: listed.index("password")]
        names.insert(sum(1 for other in names if other in earlier), name)
    by_name = {entry["id"]: entry for entry in entries}
    # How it began is not listed there; that a custom token did is said.
    made = history.first.get(uid, [])
    is_custom = [isinstance(method, dict) for method in made] == [True]
    first = made if is_custom == bool(user.get("customAuth")) else [] if is_custom else [*made, "custom"]
    result: list[Any] = list(first)
    for name in names:
        if name == "password":
            result.append("password")
        elif name == "emailLink":
            result.append("password/email-link")
        else:
            entry = by_name[name]
            method = {"provider": name, "subject": entry["rawId"]}
            if name != "phone":
                method["address"] = folded(entry.get("email"))
            result.append(method)
    return result
