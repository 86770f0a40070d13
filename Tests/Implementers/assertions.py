"""What an attempt asserts: addresses, providers, and whose word on an address counts."""

from __future__ import annotations

import re

RELAY = "privaterelay.appleid.com"
ISSUED = {"google.com": {"gmail.com"}, "yahoo.com": {"yahoo.com"}, "microsoft.com": {"outlook.com", "hotmail.com"}}
PROVIDERS = {*ISSUED, "apple.com", "facebook.com", "twitter.com", "github.com", *("password", "phone", "custom", "anonymous")}
LOCAL = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
LABEL = re.compile(r"(?!(?!xn)..--)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


class Unplayable(Exception):
    """Something that this program does not implement, or that is malformed."""


class Assertions:
    """Reads what attempts assert. `bug` is the number of the mistake that it makes."""

    def __init__(self, bug: int) -> None:
        self.bug = bug
        # Whether the last attempt had a federated address in letters that are not ASCII.
        self.is_international = False

    def address(self, email: str | None) -> str | None:
        """The address in lower case, as a mailbox has it."""
        if email is None:
            return None
        folded = email if self.bug == 4 else email.lower()
        local, _, domain = email.lower().partition("@")
        labels = domain.split(".")
        is_plain = LOCAL.fullmatch(local) and len(local) <= 64 and len(labels) > 1 and not labels[-1].isdigit()
        if not is_plain or not all(LABEL.fullmatch(label) for label in labels):
            raise Unplayable(f"the malformed address {email}")
        return folded

    def trusts(self, provider: str, email: str | None, claims: dict[str, object]) -> bool:
        """Whether a provider's word on an address counts (V3, V4, R2, R9, R51)."""
        if email is None:
            return False
        domain = email.partition("@")[2]
        issued = ISSUED.get(provider, set())
        claim = claims.get("email_verified")
        is_claimed = claim in (True, "true")
        if provider == "apple.com":
            trusted = self.bug != 29 or domain in ("icloud.com", RELAY)
        elif self.bug == 13:
            trusted = any(domain.endswith(own) for own in issued)
        else:
            trusted = domain in issued
        extra = {1: ("google.com", "googlemail.com"), 28: ("github.com", "github.com")}.get(self.bug)
        trusted = trusted or extra == (provider, domain)
        trusted = trusted or self.bug == 15 and provider == "microsoft.com" and domain in ("live.com", "msn.com")
        trusted = trusted or self.bug == 14 and provider == "yahoo.com" and domain.startswith("yahoo.")
        trusted = trusted or self.bug == 27 and provider.startswith("saml.")
        trusted = trusted or self.bug == 19 and is_claimed
        if self.bug == 16:
            return trusted and is_claimed
        return trusted and not (self.bug == 17 and claim in (False, "false"))

    def kind(self, attempt: dict) -> str:
        provider = attempt["provider"]
        usual = {"password": "password", "phone": "phone", "custom": "custom", "anonymous": "anonymous"}
        kind = attempt.get("kind") or usual.get(provider, "federated")
        if provider not in PROVIDERS and not re.fullmatch(r"(saml|oidc)\.[a-z0-9.-]+", provider):
            raise Unplayable(f"the provider {provider}")
        if set(attempt.get("claims") or {}) - {"email_verified"}:
            raise Unplayable("another claim")
        return kind

    def asserted(self, attempt: dict, kind: str | None) -> str | None:
        """The asserted address; a federated one in letters that are not ASCII counts as none (R45)."""
        email = attempt.get("email")
        if "addresses" in attempt:
            raise Unplayable("a list of addresses")
        if email is not None and not email.isascii():
            if kind == "federated":
                self.is_international = True
                self.address(re.sub(r"[^\x00-\x7f]", "x", email) if re.fullmatch(r"[\w.]+@[\w.-]+", email) else email)
                return None
            raise Unplayable("an international address")
        return self.address(email)

    def profile(self, attempt: dict, kind: str) -> dict[str, str]:
        """What a provider says of its user; Apple gives no photo (A8), and a custom system nothing (U2)."""
        profile = dict(attempt.get("profile") or {}) if kind == "federated" else {}
        if attempt["provider"] == "apple.com":
            profile.pop("photo", None)
        return profile
