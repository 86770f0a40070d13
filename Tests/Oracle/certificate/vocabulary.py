"""What there is to say of an attempt: facts and their values, actions, codes (Docs/Facts.md, Docs/Language.md)."""

from __future__ import annotations

from typing import Any, NamedTuple

from .digest import address_of, kinds_of
from strict import Unreadable

from .document import Document, words

KINDS = ("federated", "password", "email-link", "phone", "custom", "anonymous", "passkey")
FIXED = {
    "kind": KINDS + ("none",),
    "origin": ("fresh", "returned"),
    "nonce": ("matched", "mismatched", "missing", "not-sent", "absent"),
    "connection": ("bound", "unbound", "none"),
    "consent": ("given", "absent"),
    "method": ("enabled", "disabled"),
    "secret": ("right", "wrong", "absent"),
    "code": ("valid", "expired", "used", "stale", "unknown", "absent"),
    "link-address": ("same", "different", "absent"),
    "requested-by": ("this-session", "same-account", "other-account", "absent"),
    "code-credential": ("same", "other", "absent"),
    "link-domain": ("allowed", "refused", "absent"),
    "link-in-app": ("on", "off", "absent"),
    "ticket": ("absent", "existing-credential", "consent", "reauthentication", "verification", "second-factor"),
    "session": ("none", "recent", "old", "revoked", "gone"),
    "tenant": ("none", "same", "other"),
    "account": ("none", "no-address", "unverified", "verified"),
    "account.state": ("none", "active", "disabled"),
    "credential": ("new", "own", "known", "broken"),
    "address": ("absent", "free", "own", "taken", "several"),
    "same-provider": ("none", "same-subject", "other-subject"),
    "methods": ("none", "one", "more"),
    "relay": ("neither", "asserted", "account", "both"),
    "other-methods": ("none", "some"),
    "factors": ("none", "some"),
}
"""The facts whose values no policy changes."""


COLLECTIVE = {("requested-by", "other"): ("same-account", "other-account")}
"""The words of conditions that stand for several values."""


class Action(NamedTuple):
    """What attempts of an action are like."""

    name: str
    points_to: str
    kinds: tuple[str, ...]
    address: str
    takes: str | None
    administrators: bool
    checks_secret: bool = False
    names_method: bool = False

    def carries_address(self, kind: str | None) -> str:
        """Whether an attempt of this kind carries an address: none, optional or required."""
        if self.address != "by-kind":
            return self.address
        return {"federated": "optional", "password": "required", "email-link": "required"}.get(kind or "", "none")

    def carries_code(self, kind: str | None) -> bool:
        """Whether an attempt of this kind brings a code."""
        return self.points_to == "code" or (kind == "email-link" and not self.names_method)


class Purpose(NamedTuple):
    """What a code is mailed for: to whom it goes, whose it is, and whether it goes stale."""

    name: str
    to_account: bool
    of_nobody: bool
    goes_stale: bool


# An anonymous method is never linked, nor counted by default.
LASTING = tuple(kind for kind in KINDS if kind != "anonymous")
_STANDARD = (
    Action("sign-in", "credential", KINDS, "by-kind", "sign-in", False, checks_secret=True),
    Action("sign-up", "credential", ("password",), "by-kind", None, False),
    Action("link", "session", LASTING, "by-kind", "sign-in", False),
    Action("unlink", "session", LASTING, "none", None, False, names_method=True),
    Action("reauthenticate", "session", LASTING, "by-kind", "sign-in", False, checks_secret=True),
    Action("update-profile", "session", (), "none", None, False),
    Action("update-email", "session", (), "required", None, False),
    Action("request-email", "session", (), "required", None, False),
    Action("confirm-email", "code", (), "required", "change", False),
    Action("recover-email", "code", (), "required", "undo", False),
    Action("request-verification", "session", (), "none", None, False),
    Action("verify-email", "code", (), "required", "verify", False),
    Action("send-link", "credential", (), "required", None, False),
    Action("update-password", "session", (), "none", None, False),
    Action("request-reset", "credential", (), "required", None, False),
    Action("reset-password", "code", (), "required", "reset", False),
    Action("delete", "session", (), "none", None, False),
    Action("refresh", "session", (), "none", None, False),
    Action("reload", "session", (), "none", None, False),
    Action("sign-out", "session", (), "none", None, False),
    Action("sign-in-methods", "credential", (), "required", None, False),
    Action("admin-create", "credential", (), "optional", None, True),
    Action("admin-delete", "target", (), "none", None, True),
    Action("admin-attach", "target", ("federated", "phone"), "by-kind", None, True),
    Action("mark-verified", "target", (), "none", None, True),
    Action("mark-unverified", "target", (), "none", None, True),
    Action("disable", "target", (), "none", None, True),
    Action("enable", "target", (), "none", None, True),
)
_PURPOSES = (
    Purpose("sign-in", False, True, False),
    Purpose("verify", True, False, True),
    Purpose("change", False, False, True),
    Purpose("undo", True, False, False),
    Purpose("reset", False, False, True),
)


class Vocabulary:
    """The facts, actions and purposes of one policy."""

    def __init__(self, document: Document) -> None:
        self.actions = {action.name: action for action in _STANDARD}
        for name, body in document.section("actions").items():
            self.actions[name] = Action(
                name, body["points-to"], tuple(words(body.get("kinds", []))), address_of(body), body.get("takes"),
                administrators=body["points-to"] == "target",
            )
        self.purposes = {purpose.name: purpose for purpose in _PURPOSES}
        given: Any = document.raw.get("purposes") or {}
        for name, body in (given if isinstance(given, dict) else {name: None for name in given}).items():
            body = body or {}
            self.purposes[name] = Purpose(
                name, body.get("to") == "account", body.get("for") == "nobody",
                body.get("stale", "never" if body.get("for") == "nobody" else "with-address") == "with-address",
            )
        self.groups = {name: tuple(words(members)) for name, members in document.section("action-groups").items()}
        self.providers = {name: tuple(kinds_of(body)) for name, body in document.section("providers").items()}
        self.values = dict(FIXED)
        named = [name for name in self.providers if name != "*"]
        self.values["provider"] = tuple(named) + (("other",) if "*" in self.providers else ()) + ("none",)
        self.values["domain"] = tuple(document.section("domains")) + ("other", "absent")
        self.values["action"] = tuple(self.actions)
        for name, declared in document.claims:
            self.values[f"claim.{name}"] = tuple(word for word, _ in declared) + ("other", "absent")
        for name, body in document.section("settings").items():
            self.values[f"setting.{name}"] = tuple(body["values"] if isinstance(body, dict) else body)
        self.derived = {name: tuple(body["values"]) for name, body in document.section("facts").items()}
        self._refuse(document)

    def _refuse(self, document: Document) -> None:
        """Refuses what the moves of this checker do not cover."""
        addresses = document.section("addresses")
        for key, usual in (("match", "primary"), ("held-by", "account")):
            if addresses.get(key, usual) != usual:
                raise Unreadable(f"a policy with `addresses: {{{key}: {addresses[key]}}}` is not checked")
        if document.section("labels"):
            raise Unreadable("a policy with labels is not checked")
        if document.section("identifiers") or document.section("find"):
            raise Unreadable("a policy with identifiers is not checked")
        if document.section("inputs"):
            raise Unreadable("a policy with inputs is not checked")
        if any("by" in body for body in document.section("actions").values()):
            raise Unreadable("a policy that states by whom an action is performed is not checked")
        # A family stands for several.
        if sum(1 + name.endswith("*") for name, kinds in self.providers.items() if "password" in kinds) > 1:
            raise Unreadable("a policy with several providers of passwords is not checked")

    def index(self, fact: str, value: str) -> int:
        """The place of a value among those of its fact."""
        try:
            return self.values[fact].index(value)
        except (KeyError, ValueError):
            raise Unreadable(f"the checker knows no fact `{fact}` with a value `{value}`") from None

    def mask(self, fact: str, *values: str) -> int:
        """Values as a set of bits."""
        found = 0
        for value in values:
            found |= 1 << self.index(fact, value)
        return found

    def everything(self, fact: str) -> int:
        """All values of a fact."""
        return (1 << len(self.values[fact])) - 1
