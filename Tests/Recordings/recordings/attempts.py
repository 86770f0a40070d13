"""The steps of a vector for each operation of a recording."""

from __future__ import annotations

from typing import Any, Callable

from .history import DEFAULT_PASSWORD, History
from .names import error
from .refusing import Entry, LeftOut, NotUnderstood
from .shape import Json

ADDRESS_KEYS = {"provider", "sub", "email", "ev", "name", "picture", "as", "op", "saml"}
ADDRESS_KEYS |= {"screen_name", "returnIdpCredential"}
# Names that the emulator gives a meaning of their own, wherever they come from.
RESERVED = ("password", "phone", "anonymous", "custom", "emaillink")


def allowed(step: Json, keys: set[str]) -> None:
    """Says so where a step says more than is understood."""
    unknown = set(step) - keys
    if unknown:
        raise NotUnderstood(f"`{step['op']}` with {', '.join(sorted(unknown))}")


def address(email: str) -> str:
    """An address as the service hands it in; one that no account can have is not understood."""
    local, at, domain = email.partition("@")
    plain = email.isascii() and at and local and "." in domain and "@" not in domain
    if not plain or any(character.isspace() for character in email):
        raise NotUnderstood(f"the address {email!r}")
    return email


def assertion(step: Json) -> Json:
    """What an identity provider asserts; the service lower-cases provider ids (op:1572)."""
    allowed(step, ADDRESS_KEYS)
    provider = str(step["provider"]).lower()
    if not isinstance(step.get("sub"), str) or not step["sub"]:
        raise NotUnderstood("an assertion without a subject")
    if provider in RESERVED:
        raise LeftOut(Entry.RESERVED)
    result: Json = {"provider": provider, "subject": step["sub"]}
    email = step.get("email")
    if email is not None:
        email = email.lower()
    if "saml" in step:
        name = step["saml"].get("assertion", {}).get("subject", {}).get("nameId")
        if name is None:
            raise NotUnderstood("a SAML response without a subject")
        # The nameId is the address where it looks like one, in its own case (op:2867).
        email = name if "@" in name else email
    if email is not None:
        result["email"] = address(email)
        if "ev" in step:
            result["claims"] = {"email_verified": step["ev"]}
    profile = {"name": step.get("name"), "photo": step.get("picture")}
    result["profile"] = {key: value for key, value in profile.items() if value is not None}
    if not result["profile"]:
        del result["profile"]
    return result


def password(step: Json, action: str) -> Json:
    """An attempt with an address and a password."""
    result = {"action": action, "provider": "password", "email": address(step["email"].lower())}
    if "displayName" in step:
        result["profile"] = {"name": step["displayName"]}
    return result


def is_malformed(step: Json) -> bool:
    """Whether a service refuses a request before it asks: it cannot be read, or its password is too short."""
    if {"postBody", "requestUri", "noEmail"} & set(step):
        return True
    given = [step.get("password"), step.get("set", {}).get("password")]
    if any(isinstance(password, str) and len(password) < 6 for password in given):
        return True
    return "saml" in step and "subject" not in step["saml"].get("assertion", {})


class Steps:
    """The steps of one recorded operation; the last one is what the recorded result is of."""

    def __init__(self, step: Json, result: Json, history: History) -> None:
        self.step, self.result, self.history = step, result, history
        self.steps: list[Json] = []
        self.error = str(result.get("err", ""))
        known: dict[str, Callable[[], None]] = {
            name[3:]: getattr(self, name) for name in dir(self) if name.startswith("op_")
        }
        if step["op"] not in known:
            raise NotUnderstood(f"the operation `{step['op']}`")
        known[step["op"]]()

    def add(self, attempt: Json, **more: Any) -> None:
        """Adds an attempt, with the caller's session where the operation sends a token."""
        step: Json = {"attempt": attempt}
        if "as" in self.step:
            step["as"] = self.history.session(
                self.step["as"], is_refresh=self.step["op"] == "refresh"
            )
        step.update(more)
        self.steps.append(step)

    def for_target(self, action: str, **more: Any) -> None:
        """Adds an administrator's attempt."""
        self.steps.append({"attempt": {"action": action, **more}, "target": self.step["target"]})

    def op_idp(self) -> None:
        action = "link" if "as" in self.step else "sign-in"
        self.add({"action": action, **assertion(self.step)})

    def op_pwSignUp(self) -> None:
        allowed(self.step, {"op", "email", "password", "verify", "as", "displayName"})
        self.add(password(self.step, "link" if "as" in self.step else "sign-up"))

    def op_pwSignIn(self) -> None:
        allowed(self.step, {"op", "email", "password"})
        # The service has compared the password with the one that earlier steps set.
        is_right = self.history.is_password(
            self.step["email"].lower(), self.step.get("password", DEFAULT_PASSWORD)
        )
        secret = "right" if is_right else "wrong"
        self.add({**password(self.step, "sign-in"), "secret": secret})

    def op_emailLink(self) -> None:
        allowed(self.step, {"op", "email", "as", "badCode"})
        email = address(self.step["email"].lower())
        action = "link" if "as" in self.step else "sign-in"
        attempt = {"action": action, "provider": "password", "kind": "email-link", "email": email}
        if self.step.get("badCode"):
            # A code that nobody was mailed.
            self.add(attempt)
            return
        link = {"domain": "allowed", "in-app": "on"}
        self.steps.append({"attempt": {"action": "send-link", "email": email, "link": link}})
        if self.error in ("OPERATION_NOT_ALLOWED", "PROJECT_DISABLED"):
            return
        self.history.mailed()
        self.add(attempt, code="last")

    def op_anonymous(self) -> None:
        allowed(self.step, {"op"})
        self.add({"action": "sign-in", "provider": "anonymous"})

    def op_custom(self) -> None:
        allowed(self.step, {"op", "uid", "as"})
        # The request has no place for a token: one that is sent is not looked at (signInWithCustomToken).
        self.steps.append({"attempt": {"action": "sign-in", "provider": "custom", "subject": self.step["uid"]}})

    def op_phone(self) -> None:
        allowed(self.step, {"op", "phone", "as", "temporaryProof"})
        attempt = {"action": "link" if "as" in self.step else "sign-in"}
        attempt |= {"provider": "phone", "subject": self.step["phone"]}
        if self.step.get("temporaryProof"):
            attempt["origin"] = "returned"
        self.add(attempt)

    def op_unlink(self) -> None:
        allowed(self.step, {"op", "provider", "as"})
        provider = self.step["provider"]
        named = {"provider": provider}
        if provider == "emailLink":
            named = {"provider": "password", "kind": "email-link"}
        self.add({"action": "unlink", **named})

    def op_delete(self) -> None:
        self.add({"action": "delete"})

    def op_lookup(self) -> None:
        self.add({"action": "reload"})

    def op_refresh(self) -> None:
        self.add({"action": "refresh"})

    def op_verifyEmail(self) -> None:
        allowed(self.step, {"op", "as"})
        self.add({"action": "request-verification"})
        if self.result["ok"]:
            code = self.history.mailed()
            self.steps.append({"attempt": {"action": "verify-email"}, "code": code})

    def op_changeEmailVerified(self) -> None:
        allowed(self.step, {"op", "as", "newEmail"})
        email = address(self.step["newEmail"].lower())
        self.add({"action": "request-email", "email": email})
        if self.result["ok"]:
            code = self.history.mailed()
            self.steps.append({"attempt": {"action": "confirm-email"}, "code": code})

    def op_recoverEmail(self) -> None:
        allowed(self.step, {"op"})
        code = self.history.undo_code
        if code is None:
            raise NotUnderstood("an undo link that was never made")
        self.steps.append({"attempt": {"action": "recover-email"}, "code": f"c{code}"})

    def op_resetPassword(self) -> None:
        allowed(self.step, {"op", "email"})
        email = address(self.step["email"].lower())
        self.add({"action": "request-reset", "email": email})
        silent = "note" in self.result.get("resp", {})
        if not silent and self.error in ("", "PASSWORD_LOGIN_DISABLED"):
            code = self.history.mailed()
            self.steps.append({"attempt": {"action": "reset-password"}, "code": code})

    def op_createAuthUri(self) -> None:
        allowed(self.step, {"op", "email"})
        self.add({"action": "sign-in-methods", "email": address(self.step["email"].lower())})

    def op_clientUpdate(self) -> None:
        allowed(self.step, {"op", "as", "set"})
        wanted = dict(self.step["set"])
        profile = {"name": wanted.pop("displayName", None), "photo": wanted.pop("photoUrl", None)}
        if any(value is not None for value in profile.values()):
            given = {key: value for key, value in profile.items() if value is not None}
            self.add({"action": "update-profile", "profile": given})
        if "email" in wanted:
            email = address(wanted.pop("email").lower())
            self.add({"action": "update-email", "email": email})
        if "password" in wanted:
            del wanted["password"]
            if self.result["ok"] or not self.steps:
                self.add({"action": "update-password"})
        if "linkProviderUserInfo" in wanted:
            self.add({"action": "attach", **entry(wanted.pop("linkProviderUserInfo"))})
        self.understood(wanted)

    def op_adminUpdate(self) -> None:
        allowed(self.step, {"op", "target", "set"})
        wanted = dict(self.step["set"])
        if "disableUser" in wanted:
            self.for_target("disable" if wanted.pop("disableUser") else "enable")
        if "emailVerified" in wanted:
            self.for_target("mark-verified" if wanted.pop("emailVerified") else "mark-unverified")
        if "linkProviderUserInfo" in wanted:
            self.for_target("admin-attach", **entry(wanted.pop("linkProviderUserInfo")))
        self.understood(wanted)

    def op_adminDelete(self) -> None:
        self.for_target("admin-delete")

    def op_adminCreate(self) -> None:
        wanted = dict(self.step["set"])
        if "email" not in wanted or "password" not in wanted:
            raise NotUnderstood("`adminCreate` without address or password")
        del wanted["password"]
        self.add(
            {
                "action": "admin-sign-up",
                "provider": "password",
                "email": address(wanted.pop("email").lower()),
            }
        )
        wanted.pop("emailVerified", None)  # a step of its own, as after a sign-up
        self.understood(wanted)

    def op_setConfig(self) -> None:
        allowed(self.step, {"op", "duplicateEmails"})
        value = "off" if self.step["duplicateEmails"] else "on"
        self.steps.append({"set": {"settings": {"one-account-per-email": value}}})

    def understood(self, rest: Json) -> None:
        """Says so where something is left that was not understood."""
        if rest or not self.steps:
            raise NotUnderstood(f"`{self.step['op']}` of {', '.join(sorted(rest)) or 'nothing'}")


def entry(info: Json) -> Json:
    """A provider entry that is written without proof."""
    result = {"provider": info["providerId"].lower(), "subject": info["rawId"]}
    if "email" in info:
        result["email"] = address(info["email"].lower())
    return result
