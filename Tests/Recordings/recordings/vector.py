"""One recording as vectors: one for each of its steps, which ends with that step."""

from __future__ import annotations

import json
from collections import Counter
from urllib.parse import parse_qs

from . import agreement, expected
from .attempts import Steps, is_malformed
from .history import History
from .known import RESET_MOVES
from .names import POLICY, SOURCE, TENANT_SWITCHES, error
from .node import Node
from .refusing import Entry, LeftOut, NotUnderstood
from .shape import Json, check_step, unknown_operations


class VectorMaker:
    """Makes the vectors of one recording."""

    def __init__(self, recording: Json) -> None:
        unknown = unknown_operations(recording)
        if unknown:
            raise NotUnderstood("the operation " + ", ".join(f"`{name[:40]}`" for name in unknown))
        self.original = plain(recording)
        self.recording = renumbered(self.original)
        self.history = History()
        self.steps: list[Json] = []
        self.expectation = expected.StepExpectation(self.history)
        # By uid the account that has it now.
        self.numbers: dict[str, str] = {}
        # What is left out of the vectors, by entry.
        self.parts: Counter[Entry] = Counter()

    def nodes(self) -> list[Node]:
        """What is known after each step."""
        recording = self.recording
        screen(recording)
        agreement.check(self.original)
        head = {"policy": POLICY, **self.configuration(recording.get("config") or {})}
        source = f"{SOURCE}:{recording['group']}/{recording['id']}"
        count = len(recording["steps"])
        result = []
        for number, (step, answer) in enumerate(zip(recording["steps"], recording["results"]), start=1):
            made = self.add(number, step, answer)
            is_last = number == count
            node = Node(head, source if is_last else f"{source} ({number} of {count} steps)", not is_last)
            node.steps = [expected.briefly(step) for step in self.steps[: -len(made)]] + made
            node.probes = self.token_probes()
            node.accounts = expected.partial_accounts(answer, self.history, self.parts)
            if is_last:
                node.probes += self.method_probe()
                node.complete(expected.accounts(recording, self.history, self.parts))
            if any("methods" in known and self.history.is_moved(uid) for uid, known in node.accounts.items()):
                node.known = RESET_MOVES
            result.append(node)
        return result

    def configuration(self, config: Json) -> Json:
        """The settings and the tenant in force from the start."""
        settings: Json = {}
        result: Json = {}
        config = dict(config)
        if config.pop("duplicateEmails", False):
            settings["one-account-per-email"] = "off"
            self.expectation.has_duplicates = True
        if config.pop("emailPrivacy", False):
            settings["email-enumeration-protection"] = "on"
        tenant = config.pop("tenant", None)
        if tenant is not None:
            result["tenant"] = "t1"
        if isinstance(tenant, dict):
            for key, setting in TENANT_SWITCHES.items():
                if not tenant.get(key):
                    settings[setting] = "off"
            if tenant.get("disableAuth"):
                settings["auth"] = "off"
        if config:
            raise NotUnderstood(f"a configuration with {', '.join(sorted(config))}")
        if settings:
            result["settings"] = settings
        return result

    def add(self, number: int, step: Json, result: Json) -> list[Json]:
        """Adds the steps of one recorded operation, and gives them."""
        history = self.history
        made = Steps(step, result, history).steps
        before, history.dead = history.dead, result.get("deadTokens", {})
        if "duplicateEmails" in step:
            self.expectation.has_duplicates = step["duplicateEmails"]
        main = made[-1]
        for earlier in made[:-1]:
            earlier["expect"] = dict(expected.IN_PASSING)
        if "attempt" in main:
            main["expect"] = self.expectation.of_step(step, result)
        opening = len(self.steps) + len(made)
        uid = result.get("uid")
        if step["op"] == "clientUpdate" and result["ok"]:
            self.changed_email(step, uid, main)
        if result["ok"] and step["op"] in ("delete", "adminDelete"):
            main["expect"]["listeners"] += history.signed_out(before)
        if result["ok"] and step["op"] in ("pwSignUp", "adminCreate"):
            made += self.verification(step, uid, opening)
        self.steps += made
        if result.get("tokens"):
            session = opening
            if "as" in step:
                session = history.session(step["as"], is_refresh=step["op"] == "refresh")
            history.issued(number, session, uid or (result.get("acct") or {}).get("uid"))
        self.note(step, result, main.get("attempt", {}).get("email"))
        return made

    def changed_email(self, step: Json, uid: str | None, main: Json) -> None:
        """Expects the undo link that a changed address is mailed, and notes its code."""
        new = step["set"].get("email", "").lower() or None
        old = self.history.email.get(uid)
        if new is None or new == old or old is None:
            return
        final = [user for user in self.recording["users"] if user["uid"] == uid]
        if final and not final[0].get("initialEmail"):
            return
        self.history.mailed()
        self.history.undo_code = self.history.codes
        if main["attempt"]["action"] == "update-email":
            main["expect"]["listeners"].insert(0, {"code-mailed": "undo"})

    def verification(self, step: Json, uid: str | None, opened: int) -> list[Json]:
        """The verification that belongs to a sign-up."""
        if step.get("verify") == "oob":
            steps = [
                {"attempt": {"action": "request-verification"}, "as": opened},
                {"attempt": {"action": "verify-email"}, "code": self.history.mailed()},
            ]
        elif step.get("verify") == "admin" or step.get("set", {}).get("emailVerified"):
            steps = [{"attempt": {"action": "mark-verified"}, "target": uid}]
        else:
            return []
        return [{**made, "expect": dict(expected.IN_PASSING)} for made in steps]

    def note(self, step: Json, result: Json, asserted: str | None) -> None:
        """Notes what later steps and the accounts need to know."""
        history, account = self.history, result.get("acct")
        self.note_recycled(step, result)
        is_reset = step["op"] == "resetPassword" and "requestType" in result.get("resp", {})
        history.saw(account, self.recording["users"], is_reset)
        history.living += result.get("created", [])
        for uid, raw in zip(result.get("created", []), self.original["results"][result["n"] - 1].get("created", [])):
            if raw in self.numbers:
                history.brought_back.add(self.numbers[raw])
            self.numbers[raw] = uid
        uid = result.get("uid")
        said = [uid, (account or {}).get("uid"), *result.get("validSinceMoved", [])]
        agreement.agree({*said, None} <= {*history.living, None}, f"whose account step {result['n']} speaks of")
        if step["op"] in ("delete", "adminDelete") and result["ok"]:
            history.deleted(step.get("target") or history.account_of.get(history.session(step["as"])))
        if result["ok"] and (uid or account):
            history.password_set(step, uid or account["uid"])
        if not result["ok"] or uid is None or result.get("needConfirmation"):
            self.check_answered(step, result, asserted)
            return
        if step["op"] == "idp":
            history.owns(step["provider"].lower(), step["sub"], uid)
        linked = step.get("set", {}).get("linkProviderUserInfo")
        if linked is not None:
            history.owns(linked["providerId"].lower(), linked["rawId"], uid)
        if step["op"] == "anonymous":
            history.first[uid] = ["anonymous"]
        if step["op"] == "custom" and result.get("isNewUser"):
            history.first[uid] = [{"provider": "custom", "subject": step["uid"]}]
        history.note_email(step, result, uid, None if self.expectation.has_duplicates else asserted)
        self.check_answered(step, result, asserted)

    def note_recycled(self, step: Json, result: Json) -> None:
        """An address is recycled where its account has had another subject of the provider."""
        said, owner = result.get("emailRecycled"), self.history.owner
        is_recycled = False
        if step["op"] == "idp" and "as" not in step and result["ok"] and result["tokens"]:
            provider = step["provider"].lower()
            is_recycled = (provider, step["sub"]) not in owner and any(
                uid == result.get("uid") and name == provider for (name, _), uid in owner.items()
            )
        agreement.agree(said is (True if is_recycled else None), f"whether step {result['n']} recycles an address")

    def check_answered(self, step: Json, result: Json, asserted: str | None) -> None:
        """The address that a result is about is said where it is not the one that was sent, and with it what it is."""
        where = f"the address that step {result['n']} answers about"
        op, own = step["op"], self.history.email.get(result.get("uid"))
        if op == "idp":
            answered = asserted
            says = "uid" in result or "errorMessage" in result
            said = result.get("respEmailVerified")
            if answered is None and "uid" in result:
                # Of an assertion without an address the claim is said, to an account that has one.
                is_said = result["acct"]["emailVerified"] is not None
                agreement.agree(said is (bool(step.get("ev")) if is_said else None), where)
            else:
                agreement.agree((said is not None) == says, where)
            if answered is not None and answered == own:
                is_verified = bool(result["acct"]["emailVerified"])
                agreement.agree(result["respEmailVerified"] is is_verified or "needConfirmation" in result, where)
        else:
            answered = own if op in agreement.OF_ACCOUNT or op == "adminCreate" else (step.get("email") or "").lower()
        is_said = bool(answered) and answered != step.get("email") and result["ok"] and "uid" in result
        agreement.agree(result.get("respEmail") == (answered if is_said else None), where)

    def token_probes(self) -> list[Json]:
        """Asks of the newest token of every session whether it still counts."""
        probes = []
        for step, token in sorted(self.history.newest_token.items()):
            reason = self.history.dead.get(str(token))
            if reason is None and self.history.account_of[step] in self.history.brought_back:
                self.parts[Entry.CAME_BACK] += 1
                continue
            answer: Json = {"outcome": "allowed"}
            if reason is not None:
                answer = {"outcome": "refused", "error": error(reason)}
            probes.append({"attempt": {"action": "reload"}, "as": step, "expect": answer})
        return probes

    def method_probe(self) -> list[Json]:
        """Looks the sign-in methods up at the end, as the recording did."""
        answer, email = self.recording["methods"], self.recording["email"].lower()
        users = self.recording["users"]
        is_held = any(user["email"] == email for user in users)
        is_by_entry = any((entry.get("email") or "").lower() == email for user in users for entry in user["providers"])
        if not is_held and is_by_entry and not self.expectation.has_duplicates and answer.get("registered") is not None:
            self.parts[Entry.BY_ENTRY] += 1
            return []
        attempt = {"action": "sign-in-methods", "email": email}
        return [{"attempt": attempt, "expect": self.expectation.looked_up(answer)}]


def screen(recording: Json) -> None:
    """Leaves a recording out that no vector can say."""
    if "blocking" in recording:
        raise LeftOut(Entry.BLOCKING)
    for step in recording["steps"]:
        if step["op"] == "enrollMfa":
            raise LeftOut(Entry.SECOND_FACTOR)
        if is_malformed(step):
            raise LeftOut(Entry.MALFORMED)


def plain(recording: Json) -> Json:
    """The recording with what a request's own body says in the place of it, where it was accepted."""
    steps = [
        asserted_by(step) if result["ok"] and {"postBody", "requestUri"} & set(step) else step
        for step, result in zip(recording["steps"], recording["results"])
    ]
    return {**recording, "steps": steps}


def asserted_by(step: Json) -> Json:
    """What a body asserts that was written by hand: the claims of its token, of whichever kind."""
    result = {key: value for key, value in step.items() if key not in ("postBody", "requestUri")}
    if "postBody" not in step:
        return result
    body = parse_qs(str(step["postBody"]))
    token = (body.get("id_token") or body.get("access_token") or [""])[0]
    try:
        claims = json.loads(token)
    except (ValueError, RecursionError) as error:
        raise NotUnderstood("a body whose token is no JSON") from error
    if not isinstance(claims, dict) or not isinstance(claims.get("sub"), str):
        raise NotUnderstood("a body whose token has no claims")
    result |= {"provider": body.get("providerId", [step["provider"]])[0], "sub": claims["sub"]}
    for key, claim in (("email", "email"), ("ev", "email_verified"), ("name", "name"), ("picture", "picture")):
        result.pop(key, None)
        if claim in claims:
            result[key] = claims[claim]
    check_step(result, "a body")
    return result


def renumbered(recording: Json) -> Json:
    """The recording with a number of its own for each account ever made.

    A custom token names its account's uid, so that a deleted account can come back under its own.
    """
    present: dict[str, str] = {}
    made = 0
    steps, results = [], []
    for step, result in zip(recording["steps"], recording["results"]):
        if "target" in step:
            step = {**step, "target": present.get(step["target"], step["target"])}
        result = dict(result)
        for uid in result.get("created", []):
            made += 1
            present[uid] = f"u{made}"
        for key in ("created", "validSinceMoved"):
            if key in result:
                result[key] = [present.get(uid, uid) for uid in result[key]]
        if "uid" in result:
            result["uid"] = present.get(result["uid"], result["uid"])
        if result.get("acct") is not None:
            uid = result["acct"]["uid"]
            result["acct"] = {**result["acct"], "uid": present.get(uid, uid)}
        steps.append(step)
        results.append(result)
    users = [{**user, "uid": present.get(user["uid"], user["uid"])} for user in recording["users"]]
    return {**recording, "steps": steps, "results": results, "users": users}
