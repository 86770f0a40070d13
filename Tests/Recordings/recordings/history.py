"""What a recording has made so far: sessions, codes, methods and who owns which credential."""

from __future__ import annotations

from typing import Any

from .refusing import Entry, LeftOut, NotUnderstood
from .shape import Json


DEFAULT_PASSWORD, RESET_PASSWORD = "password1", "password2"


class History:
    """Everything about the steps before the present one that a later step may refer to."""

    def __init__(self) -> None:
        # The recorded step that issued a token -> the vector's step that opened its session.
        self.session_of: dict[int, int] = {}
        self.newest_token: dict[int, int] = {}
        self.account_of: dict[int, str | None] = {}
        self.last_token: int | None = None
        self.dead: dict[str, str] = {}
        self.codes = 0
        self.undo_code: int | None = None
        self.email: dict[str, str | None] = {}
        self.first: dict[str, list[Any]] = {}
        self.order: dict[str, list[str]] = {}
        # The order in which the policy has them, where nothing moves a method that stays.
        self.policy_order: dict[str, list[str]] = {}
        self.has_password: dict[str, bool] = {}
        # The password that was last set for an account.
        self.passwords: dict[str, str] = {}
        # The accounts there are, in the order in which they were made.
        self.living: list[str] = []
        # Deleted accounts whose uid a custom token has brought back.
        self.brought_back: set[str] = set()
        # The address that an account has by the words of a result.
        self.answered_email: dict[str, str | None] = {}
        # Accounts without an address of which an administrator has said whether it is verified.
        self.flagged: set[str] = set()
        self.owner: dict[tuple[str, str], str] = {}

    def session(self, reference: int | str, is_refresh: bool = False) -> int:
        """The vector's step whose session the token of a recorded step belongs to.

        A refresh token counts whatever has become of the id token it came with (op:1958).
        """
        number = self.last_token if reference == "last" else int(reference)
        if number is None or number not in self.session_of:
            raise NotUnderstood("a token that no step issued")
        step = self.session_of[number]
        is_old = self.newest_token[step] != number and not is_refresh
        if is_old and str(number) in self.dead:
            raise LeftOut(Entry.OLD_TOKEN)
        return step

    def issued(self, number: int, step: int, uid: str | None) -> None:
        """Notes that a recorded step issued a token of a session."""
        self.account_of.setdefault(step, uid)
        self.session_of[number] = step
        self.newest_token[step] = number
        self.last_token = number

    def mailed(self) -> str:
        """Notes a code, and gives its id in the vector."""
        self.codes += 1
        return f"c{self.codes}"

    def is_password(self, email: str, password: str) -> bool:
        """Whether an account with this address has this password, as far as earlier steps say."""
        return any(
            self.passwords.get(uid) == password and self.has_password.get(uid, False)
            for uid, present in self.email.items()
            if present == email
        )

    def saw(self, account: Json | None, final: list[Json], is_reset: bool = False) -> None:
        """Notes which methods an account has, and in which order they came.

        Of several that came since it was last seen the table at the end says which was first. A reset takes every entry
        out of the list, and then adds the password and the number again (op:846).
        """
        if account is None:
            return
        uid = account["uid"]
        listed = [entry["id"] for user in final if user["uid"] == uid for entry in user["providers"]]
        self.has_password[uid] = account["hasPassword"]
        present = {name for name in account["providers"] if name != "password"}
        if account["hasPassword"]:
            present.add("password")
        if account["emailLink"]:
            present.add("emailLink")
        for kept in (self.order, self.policy_order):
            order = [name for name in kept.get(uid, []) if name in present]
            new = sorted(
                present - set(order),
                key=lambda name: (listed.index(name) if name in listed else len(listed), name),
            )
            kept[uid] = order + new
        if is_reset:
            self.order[uid].sort(key=lambda name: name == "phone")

    def is_moved(self, uid: str) -> bool:
        """Whether a reset gave the account's methods an order that the policy does not give them."""
        return self.order.get(uid) != self.policy_order.get(uid)

    def deleted(self, uid: str | None) -> None:
        """Notes that an account is gone, with its address and its password."""
        self.living = [other for other in self.living if other != uid]
        for held in (self.email, self.passwords, self.has_password):
            held.pop(uid, None)

    def signed_out(self, before: Json) -> list[str]:
        """What listeners hear of the sessions whose account has gone since."""
        tokens = [str(token) for token in self.newest_token.values()]
        gone = [token for token in tokens if self.dead.get(token) == "USER_NOT_FOUND" != before.get(token)]
        return ["signed-out"] * len(gone)

    def owns(self, provider: str, subject: str, uid: str | None) -> None:
        """Notes whose credential it is now."""
        if uid is not None:
            self.owner[(provider, subject)] = uid

    def password_set(self, step: Json, uid: str) -> None:
        """Notes the password that a step sets."""
        if step["op"] == "pwSignUp":
            self.passwords[uid] = step.get("password", DEFAULT_PASSWORD)
        elif step["op"] == "resetPassword":
            self.passwords[uid] = RESET_PASSWORD
        elif "password" in step.get("set", {}):
            self.passwords[uid] = step["set"]["password"]

    def note_email(self, step: Json, result: Json, uid: str, asserted: str | None) -> None:
        """Notes the account's address, which not every result states in so many words.

        One without an address takes that of an assertion which makes it or is linked to it, where addresses are
        accounts'.
        """
        emails, op = self.email, step["op"]
        if op in ("pwSignUp", "emailLink", "adminCreate", "clientUpdate"):
            given = step.get("email") or step.get("set", {}).get("email")
            if given:
                emails[uid] = given.lower()
        elif op == "unlink" and step["provider"] == "password":
            emails[uid] = None
        elif op == "idp" and asserted and emails.get(uid) is None and ("as" in step or result.get("created")):
            emails[uid] = asserted
        elif op == "changeEmailVerified":
            emails[uid] = step["newEmail"].lower()
        elif op == "recoverEmail" and "respEmail" in result:
            emails[uid] = result["respEmail"]
        if emails.get(uid) is not None:
            self.flagged.discard(uid)
        elif "emailVerified" in step.get("set", {}):
            self.flagged.add(uid)
        self.answered_email.pop(uid, None)
        if op != "idp" and "respEmail" in result:
            self.answered_email[uid] = result["respEmail"]
        elif op in ("pwSignUp", "pwSignIn", "emailLink"):
            self.answered_email[uid] = result.get("respEmail") or step["email"].lower()
