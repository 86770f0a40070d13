"""What a vector expects: every word of it from the recording."""

from __future__ import annotations

from typing import Any

from .history import History, Json
from .names import NEED_CONFIRMATION, TEMPORARY_PROOF, error


class StepExpectation:
    """What the steps of one recording must answer, in as much detail as its group has."""

    def __init__(self, is_bulk: bool, is_brief: bool) -> None:
        self.is_bulk, self.is_brief = is_bulk, is_brief
        self.has_duplicates = False

    def of_step(self, step: Json, result: Json) -> Json:
        """What the step that a recorded result is of must answer."""
        expected = self.answer(step, result)
        if not self.is_brief:
            # The recording is what the caller saw, whole.
            expected.setdefault("shown", expected.get("error", "allowed"))
            expected.setdefault("tell", [])
            expected.setdefault("ticket", False)
        return expected

    def answer(self, step: Json, result: Json) -> Json:
        """The outcome and what comes with it."""
        if result.get("needConfirmation"):
            return self.confirmation(result)
        if "errorMessage" in result:
            return {"outcome": "refused", "error": error(result["errorMessage"])}
        if result.get("temporaryProof"):
            proof = {"tell": ["credential"], "told": {"credential": step["phone"]}, "ticket": True}
            return {"outcome": "refused", "error": TEMPORARY_PROOF, **proof}
        if not result["ok"]:
            expected = {"outcome": "refused", "error": error(result["err"])}
            if "validSinceMoved" in result:
                expected["listeners"] = ["sessions-revoked"]
            return expected
        return self.success(step, result)

    def confirmation(self, result: Json) -> Json:
        """A refusal that names the account and its providers."""
        told: Json = {"account": result["uid"]}
        if "verifiedProvider" in result:
            told["providers"] = result["verifiedProvider"]
        expected: Json = {"outcome": "refused", "error": NEED_CONFIRMATION}
        if self.is_bulk:
            del told["account"]
        elif not self.is_brief:
            expected |= {"ask": "existing-credential", "tell": ["account", "providers"]}
            expected["ticket"] = True
        return {**expected, "told": told}

    def success(self, step: Json, result: Json) -> Json:
        """What was allowed, for whom, and what was issued."""
        expected: Json = {"outcome": "allowed"}
        created = result.get("created", [])
        uid = result.get("uid") or (created[0] if created else None)
        if uid is not None:
            expected["account"] = uid
        if created and not self.is_brief:
            expected["new"] = True
        expected |= heard(step, result, self.is_bulk)
        if step["op"] in ("delete", "adminDelete"):
            expected["account"] = None
        if step["op"] == "createAuthUri":
            expected |= self.methods_told(result["resp"])
        return expected

    def methods_told(self, answer: Json) -> Json:
        """What a look-up of sign-in methods must tell.

        Where duplicates are allowed the emulator lists some of an account's methods (op:650),
        which the policy cannot say: there only `registered` is expected.
        """
        if answer.get("registered") is None:
            return {"tell": []}
        told: Json = {"registered": answer["registered"]}
        if self.has_duplicates:
            return {"tell": ["registered"], "told": told}
        told["methods"] = [
            "email-link" if method == "emailLink" else method
            for method in answer["signinMethods"]
        ]
        return {"tell": ["registered", "methods"], "told": told}


def heard(step: Json, result: Json, is_bulk: bool) -> Json:
    """What listeners must hear of tokens issued and tokens that died."""
    is_opening = "as" not in step
    moved = ["sessions-revoked"] if result.get("validSinceMoved") else []
    if not result.get("tokens"):
        return {"listeners": moved} if moved else {}
    if is_opening and not moved:
        return {} if is_bulk else {"session": True}
    return {"listeners": [*moved, "signed-in" if is_opening else "token-refreshed"]}


def accounts(recording: Json, history: History, is_brief: bool) -> list[Json]:
    """The whole table of accounts at the end."""
    result = []
    for user in recording["users"]:
        account: Json = {"id": user["uid"], "email": folded(user["email"])}
        if user["email"] is not None:
            account["verified"] = bool(user["emailVerified"])
        account["methods"] = methods(user, history, is_brief)
        account["profile"] = {"name": user.get("displayName")}
        if not is_brief:
            account["profile"]["photo"] = user.get("photoUrl")
        if user.get("disabled"):
            account["state"] = "disabled"
        if user.get("initialEmail"):
            account["codes"] = {"undo": user["initialEmail"]}
        if user.get("tenant"):
            account["tenant"] = "t1"
        result.append(account)
    return result


def folded(email: str | None) -> str | None:
    """The address with its domain in lower case, in which every domain is kept here."""
    if email is None:
        return None
    local, _, domain = email.partition("@")
    return f"{local}@{domain.lower()}"


def methods(user: Json, history: History, is_brief: bool) -> list[Any]:
    """An account's methods; `password` is one entry there for what are two methods here."""
    uid = user["uid"]
    result: list[Any] = []
    entries = [
        entry
        for entry in user["providers"]
        if entry["id"] != "password"
        # Somebody else has taken the credential since: nothing signs in by this entry.
        and history.owner.get((entry["id"], entry["rawId"]), uid) == uid
    ]
    order = history.order.get(uid, [])
    names = [entry["id"] for entry in entries]
    for name, is_there in (("password", user["hasPassword"]), ("emailLink", user["emailLink"])):
        if is_there:
            earlier = order[: order.index(name)] if name in order else names
            place = sum(1 for other in names if other in earlier)
            names.insert(place, name)
    by_name = {entry["id"]: entry for entry in entries}
    for name in names:
        if name == "password":
            result.append("password")
        elif name == "emailLink":
            result.append("password/email-link")
        else:
            entry = by_name[name]
            method = {"provider": name, "subject": entry["rawId"]}
            if name != "phone" and not (is_brief and entry.get("email") == user["email"]):
                method["address"] = folded(entry.get("email"))
            result.append(method)
    return [*history.first.get(uid, []), *result]
