"""What a recording says twice must agree: it is refused where it contradicts itself.

Everything here follows from other parts of the same recording, by what the words of a recording mean and not by what the
emulator does. Where a vector can say something it does so instead, and the policy is held against it.
"""

from __future__ import annotations

from .refusing import Refused
from .shape import Json

# A clock that stands still but for ten seconds before each step.
SECONDS_A_STEP = 10
OPENING = {"pwSignUp": "password", "pwSignIn": "password", "emailLink": "password", "anonymous": "anonymous",
           "custom": "custom", "phone": "phone"}
# These results say `isNewUser`, whenever they hand out tokens.
SAYS_NEW = {"emailLink", "custom", "phone"}
# These results are about an account as it is now: they say whether its address is verified.
OF_ACCOUNT = {"adminUpdate", "changeEmailVerified", "clientUpdate", "recoverEmail", "unlink", "verifyEmail"}
# These name no account.
SAYS_NO_ACCOUNT = {"adminDelete", "createAuthUri", "delete", "lookup", "refresh", "resetPassword", "setConfig"}


def check(recording: Json) -> None:
    """Refuses a recording that contradicts itself."""
    for step, result in zip(recording["steps"], recording["results"]):
        status(result)
        newness(step, result)
        verification(result)
        answered(step, result)
    Tokens(recording).check()
    for user in recording["users"]:
        listed(user)
    methods(recording["methods"])


def agree(holds: bool, what: str) -> None:
    """Refuses where something does not hold."""
    if not holds:
        raise Refused(f"contradicts itself: {what}")


def status(result: Json) -> None:
    """An error has the status of a bad request, or of a fault inside; an answer has none."""
    where = f"the status of step {result['n']}"
    if result["ok"]:
        agree("http" not in result and "detail" not in result and "harness" not in result, where)
    elif result["err"].startswith("Internal state"):
        agree(result.get("http") == 500 and result["err"] in result.get("harness", ""), where)
    elif result["err"].startswith("The Auth Emulator only"):
        agree(result.get("http") == 501, where)
    else:
        agree(result.get("http") == 400 and "harness" not in result, where)


def newness(step: Json, result: Json) -> None:
    """Whether an account is new is said by its creation too."""
    created, said = bool(result.get("created")), result.get("isNewUser")
    where = f"whether step {result['n']} made an account"
    agree(len(result.get("created", [])) <= 1 and result.get("created") != [], where)
    agree(result.get("uid") in (*result.get("created", []), None) or not created, where)
    if step["op"] == "idp":
        agree(said is (True if created and result["ok"] else None), where)
    elif step["op"] in SAYS_NEW and result.get("tokens"):
        # A deleted account that a custom token brings back is created without being new, if it was there.
        agree(said is created, where)
    else:
        agree(said is None, where)


def verification(result: Json) -> None:
    """An account has an entry `password` where it has a password or signs in by e-mail link."""
    account = result.get("acct")
    if account is not None:
        is_there = account["hasPassword"] or account["emailLink"]
        agree(("password" in account["providers"]) == is_there, f"the entry `password` after step {result['n']}")
        agree(account["providers"] == sorted(set(account["providers"])), f"the entries after step {result['n']}")
        agree(result.get("uid", account["uid"]) == account["uid"], f"whose account step {result['n']} shows")


def answered(step: Json, result: Json) -> None:
    """What the answer says beside the account."""
    where = f"what step {result['n']} answers"
    op, answer = step["op"], result.get("resp")
    if op == "createAuthUri" and result["ok"]:
        agree(answer is not None and "registered" in answer, where)
        methods(answer)
    elif op == "resetPassword" and result["ok"]:
        agree(answer in ({"requestType": "PASSWORD_RESET"}, {"note": "silent: no oob created"}), where)
    else:
        agree(answer == ({} if op == "refresh" and result["ok"] else None), where)
    if result.get("needConfirmation"):
        agree(result.get("respEmailVerified") is False and not result.get("tokens") and "uid" in result, where)
    is_half = "temporaryProof" in result or "errorMessage" in result
    if is_half:
        agree(result["ok"] and op == ("phone" if "temporaryProof" in result else "idp"), where)
        agree(not result.get("tokens") and "needConfirmation" not in result, where)
    agree(("verifiedProvider" not in result or "needConfirmation" in result) and "mfaPending" not in result, where)
    if result["ok"]:
        agree(("uid" in result) == (op not in SAYS_NO_ACCOUNT and not is_half), where)
    if op in OF_ACCOUNT and result["ok"]:
        agree(result.get("respEmailVerified") is result.get("acct", {}).get("emailVerified"), where)
    else:
        agree("respEmailVerified" not in result or op == "idp", where)
    if not result["ok"]:
        agree(not set(result) & {"tokens", "uid", "respEmail", "respEmailVerified", "signInProvider"}, where)
    else:
        agree("acct" in result or "uid" not in result, where)
        agree("tokens" in result and ("uid" in result or not result["tokens"] or op == "refresh"), where)
        agree(("signInProvider" in result) == result["tokens"], where)


def listed(user: Json) -> None:
    """What an account has is said again by its entries."""
    where = f"the entries of {user['uid']} at the end"
    by_id = {entry["id"]: entry for entry in user["providers"]}
    agree(len(by_id) == len(user["providers"]), where)
    agree(("password" in by_id) == (user["hasPassword"] or user["emailLink"]), where)
    agree(by_id.get("phone", {}).get("rawId") == user["phone"], where)
    agree("email" not in by_id.get("phone", {}) and "name" not in by_id.get("phone", {}), where)
    if "password" in by_id:
        entry = by_id["password"]
        agree(entry["rawId"] == entry.get("email") == user["email"], where)
        agree(entry.get("name") == user.get("displayName"), where)


def methods(answer: Json) -> None:
    """A look-up lists the providers of the methods that it lists."""
    listed, providers = answer.get("signinMethods"), answer.get("allProviders")
    where = "what a look-up lists"
    if listed is None or providers is None:
        agree(listed is providers is answer.get("registered"), where)
        return
    named = list(dict.fromkeys("password" if method == "emailLink" else method for method in listed))
    agree(answer["registered"] is not None and named == providers and len(set(listed)) == len(listed), where)
    agree(bool(answer["registered"]) or not listed, where)


class Tokens:
    """What became of the tokens: who issued them, and from when on they are refused."""

    def __init__(self, recording: Json) -> None:
        self.recording = recording
        # By the number of the step that issued it: the account, how it signed in, and the step that opened the session.
        self.issued: dict[int, tuple[str | None, str, int]] = {}
        self.newest: dict[int, int] = {}
        self.moved: dict[str, int] = {}

    def check(self) -> None:
        """Goes through the steps."""
        for step, result in zip(self.recording["steps"], self.recording["results"]):
            self.step(step, result)
        for user in self.recording["users"]:
            since = self.moved.get(user["uid"])
            expected = None if since is None else since * SECONDS_A_STEP
            agree(user["validSince"] == expected, f"since when tokens of {user['uid']} count")

    def step(self, step: Json, result: Json) -> None:
        """Notes what a step issued and revoked, and looks at what it says of earlier tokens."""
        number, op = result["n"], step["op"]
        created = result.get("created", [])
        for uid in created:
            self.moved.pop(uid, None)
            if op in ("pwSignUp", "adminCreate"):
                self.moved[uid] = number
        for uid in result.get("validSinceMoved", []):
            agree(uid not in created, f"what step {number} revokes")
            self.moved[uid] = number
        if result.get("tokens"):
            self.issue(step, result)
        for token in result.get("deadTokens", {}):
            agree(int(token) in self.issued, f"which tokens are dead after step {number}")
        self.old(result)

    def issue(self, step: Json, result: Json) -> None:
        """Notes a token, and sees that it says how its session was opened."""
        number, op = result["n"], step["op"]
        reference = step.get("as")
        used = max(self.issued, default=None) if reference == "last" else reference
        earlier = self.issued.get(used) if isinstance(used, int) else None
        if op == "idp":
            provider = step["provider"].lower()
        elif op in OPENING or "password" in step.get("set", {}):
            provider = OPENING.get(op, "password")
        else:
            provider = earlier[1] if earlier else ""
        agree(result["signInProvider"] == provider, f"how the token of step {number} signed in")
        uid = result.get("uid") or (earlier[0] if earlier else None)
        session = earlier[2] if earlier else number
        self.issued[number] = (uid, provider, session)
        self.newest[session] = number

    def old(self, result: Json) -> None:
        """A token with a newer one of its session is refused as that one is, and where its account's were revoked since.

        Of the newest vectors ask; of the others they cannot, since a session has one token there.
        """
        dead = result.get("deadTokens", {})
        for number, (uid, _, session) in self.issued.items():
            newest = dead.get(str(self.newest[session]))
            if number == self.newest[session]:
                continue
            is_revoked = uid is not None and number < self.moved.get(uid, 0)
            expected = "TOKEN_EXPIRED" if is_revoked and newest != "USER_NOT_FOUND" else newest
            agree(dead.get(str(number)) == expected, f"whether the token of step {number} counts after step {result['n']}")
