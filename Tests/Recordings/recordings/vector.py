"""One recording as a vector."""

from __future__ import annotations

from . import expected
from .attempts import Steps
from .history import History, Json
from .names import BULK, LARGE, POLICY, SOURCE, TENANT_SWITCHES, LeftOut, error

# How a recording's id begins that differs from another's by its domain alone.
OTHER_KEYS = {"group", "id", "seq", "domain", "config", "email", "steps", "results", "users"}
OTHER_KEYS |= {"methods", "tenant", "blocking"}


class VectorMaker:
    """Makes the vector of one recording."""

    def __init__(self, recording: Json) -> None:
        self.recording = renumbered(recording)
        self.history = History()
        self.is_bulk = recording["group"] in BULK
        self.is_brief = self.is_bulk or recording["group"] in LARGE
        self.steps: list[Json] = []
        self.expectation = expected.StepExpectation(self.is_bulk, self.is_brief)

    def vector(self) -> Json:
        """The vector, without its id."""
        recording = self.recording
        unknown = set(recording) - OTHER_KEYS
        if unknown:
            raise LeftOut(f"a recording with {', '.join(sorted(unknown))}")
        result: Json = {
            "policy": POLICY,
            "source": f"{SOURCE}:{recording['group']}/{recording['id']}",
            **self.configuration(recording.get("config") or {}),
        }
        for number, step in enumerate(recording["steps"], start=1):
            self.add(number, step, recording["results"][number - 1])
        self.probe_tokens()
        self.probe_methods()
        result["steps"] = self.steps
        result["accounts"] = expected.accounts(recording, self.history, self.is_brief)
        if self.is_brief:
            shorten(result, self.is_bulk)
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
            raise LeftOut(f"a configuration with {', '.join(sorted(config))}")
        if settings:
            result["settings"] = settings
        return result

    def add(self, number: int, step: Json, result: Json) -> None:
        """Adds the steps of one recorded operation."""
        history = self.history
        made = Steps(step, result, history).steps
        if "duplicateEmails" in step:
            self.expectation.has_duplicates = step["duplicateEmails"]
        main = made[-1]
        for earlier in made[:-1]:
            earlier["expect"] = {"outcome": "allowed"}
            if not self.is_brief:
                earlier["expect"] |= {"shown": "allowed", "tell": [], "ticket": False}
        if "attempt" in main:
            main["expect"] = self.expectation.of_step(step, result)
        self.steps += made
        opening = len(self.steps)
        uid = result.get("uid")
        if step["op"] == "clientUpdate" and result["ok"]:
            self.changed_email(step, main)
        if result["ok"] and step["op"] in ("pwSignUp", "adminCreate"):
            self.verify(step, uid)
        if result.get("tokens"):
            session = opening
            if "as" in step:
                session = history.session(step["as"], is_refresh=step["op"] == "refresh")
            history.issued(number, session, uid or (result.get("acct") or {}).get("uid"))
        self.note(step, result)

    def changed_email(self, step: Json, main: Json) -> None:
        """Expects the undo link that a changed address is mailed, and notes its code."""
        uid = self.recording["results"][step_index(self.recording, step)]["uid"]
        new = step["set"].get("email", "").lower() or None
        old = self.history.email.get(uid)
        if new is None or new == old or old is None:
            return
        final = [user for user in self.recording["users"] if user["uid"] == uid]
        if final and not final[0].get("initialEmail"):
            return
        self.history.mailed()
        self.history.undo_code = self.history.codes
        listeners = main["expect"].get("listeners")
        if listeners is not None and main["attempt"]["action"] == "update-email":
            main["expect"]["listeners"] = [{"code-mailed": "undo"}, *listeners]

    def verify(self, step: Json, uid: str) -> None:
        """Adds the verification that belongs to a sign-up."""
        opened = len(self.steps)
        if step.get("verify") == "oob":
            steps = [
                {"attempt": {"action": "request-verification"}, "as": opened},
                {"attempt": {"action": "verify-email"}, "code": self.history.mailed()},
            ]
        elif step.get("verify") == "admin" or step.get("set", {}).get("emailVerified"):
            steps = [{"attempt": {"action": "mark-verified"}, "target": uid}]
        else:
            return
        for made in steps:
            expect = {"outcome": "allowed"}
            if not self.is_brief:
                expect |= {"shown": "allowed", "tell": [], "ticket": False}
            self.steps.append({**made, "expect": expect})

    def note(self, step: Json, result: Json) -> None:
        """Notes what later steps and the accounts at the end need to know."""
        history = self.history
        history.dead = result.get("deadTokens", {})
        history.saw(result.get("acct"), self.recording["users"])
        uid = result.get("uid")
        if not result["ok"] or uid is None or result.get("needConfirmation"):
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
        self.note_email(step, result, uid)

    def note_email(self, step: Json, result: Json, uid: str) -> None:
        """Notes the account's address, which no result states in so many words."""
        emails = self.history.email
        if step["op"] in ("pwSignUp", "emailLink", "adminCreate", "clientUpdate"):
            given = step.get("email") or step.get("set", {}).get("email")
            if given:
                emails[uid] = given.lower()
        elif step["op"] == "unlink" and step["provider"] == "password":
            emails[uid] = None
        elif step["op"] == "idp" and step.get("email") and emails.get(uid) is None:
            account = result.get("acct") or {}
            if account.get("emailVerified") is not None:
                emails[uid] = step["email"].lower()
        elif step["op"] == "changeEmailVerified":
            emails[uid] = step["newEmail"].lower()

    def probe_tokens(self) -> None:
        """Asks of the newest token of every session whether it still counts."""
        dead = self.history.dead
        there = {user["uid"] for user in self.recording["users"]}
        for step, token in sorted(self.history.newest_token.items()):
            reason = dead.get(str(token))
            # A token counts again once a custom one has brought its deleted account's uid back.
            is_back = reason is None and self.history.account_of[step] not in there
            if is_back or (reason is None and self.is_brief):
                continue
            answer: Json = {"outcome": "allowed"}
            if reason is not None:
                answer = {"outcome": "refused", "error": error(reason)}
            self.steps.append({"attempt": {"action": "reload"}, "as": step, "expect": answer})

    def probe_methods(self) -> None:
        """Looks the sign-in methods up at the end, where the policy can tell what was recorded."""
        recording = self.recording
        answer = recording.get("methods")
        email = recording.get("email")
        if self.is_brief or answer is None or email is None or "@" not in email:
            return
        users = recording["users"]
        holder = [user for user in users if user["email"] == email.lower()]
        by_entry = not holder and answer.get("registered")
        unlisted = holder and (
            self.history.first.get(holder[0]["uid"])
            or holder[0].get("phone")
            or holder[0]["emailLink"]
        )
        if by_entry or unlisted or "config" in recording and "tenant" in recording["config"]:
            return
        self.steps.append(
            {
                "attempt": {"action": "sign-in-methods", "email": email.lower()},
                "expect": {"outcome": "allowed", **self.expectation.methods_told(answer)},
            }
        )


def shorten(vector: Json, is_bulk: bool) -> None:
    """Leaves out the subjects where each provider has only one; in the bulk, people's names too."""
    subjects: dict[str, set[str]] = {}
    for step in vector["steps"]:
        attempt = step.get("attempt", {})
        if "subject" in attempt:
            subjects.setdefault(attempt["provider"], set()).add(attempt["subject"])
        if is_bulk:
            attempt.pop("profile", None)
    for account in vector["accounts"]:
        if is_bulk:
            del account["profile"]
        account["methods"] = [
            method["provider"]
            if isinstance(method, dict)
            and set(method) == {"provider", "subject"}
            and subjects.get(method["provider"]) == {method["subject"]}
            else method
            for method in account["methods"]
        ]


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


def step_index(recording: Json, step: Json) -> int:
    """The index of a step, which is one and the same object."""
    return next(i for i, other in enumerate(recording["steps"]) if other is step)
