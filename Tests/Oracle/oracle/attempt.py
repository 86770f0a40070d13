"""What is attempted, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .state import Account, Code, Session

Listener = str | dict[str, str]


@dataclass
class Attempt:
    """One attempt, with all that the service knows about it."""

    action: str
    provider: str | None = None
    kind: str | None = None
    subject: str | None = None
    address: str | None = None
    ignored_address: bool = False
    """Is there an address that counts as none, because it is internationalised? (R45)"""
    claims: dict[str, str] = field(default_factory=dict)
    """What the provider says beside the address."""
    name: str | None = None
    photo: str | None = None
    nonce: str = "absent"
    returned: bool = False
    """Was the credential handed back by an earlier refusal?"""
    secret: str = "absent"
    consent: bool = False
    link_domain: str = "absent"
    link_in_app: str = "absent"
    tenant: str | None = None
    method_off: bool = False
    settings: dict[str, str] = field(default_factory=dict)
    session: Session | None = None
    target: Account | None = None
    code: Code | None = None

    def setting(self, name: str, value: str) -> bool:
        """Has the setting this value?"""
        return self.settings.get(name) == value

    @property
    def one_account_per_email(self) -> bool:
        """The default: one account for one address."""
        return not self.setting("one-account-per-email", "off")

    @property
    def protected(self) -> bool:
        """Is e-mail enumeration protection on?"""
        return self.setting("email-enumeration-protection", "on")

    @property
    def live_session(self) -> Session | None:
        """The caller's session, where it is worth anything (R16): it goes on until something ends it (U6)."""
        if self.session is not None and self.session.state == "live":
            return self.session
        return None


REMEDIES = {
    "account-exists-with-different-credential": "existing-credential",  # L1, L2: linking is required.
    "consent-required": "consent",  # A2, A3
    "requires-recent-login": "reauthentication",  # U10
}
"""What helps after a refusal. Only such a refusal hands out a ticket, with which the attempt resumes."""


class Refused(Exception):
    """The attempt is refused with this error; nothing has changed."""

    def __init__(
        self, error: str, tell: list[str] | None = None, shown: str | None = None, ask: str | None = None
    ) -> None:
        super().__init__(error)
        self.error = error
        self.tell = tell
        self.shown = shown
        self.ask = ask


@dataclass
class Answer:
    """What an allowed attempt did."""

    account: Account | None = None
    """The account it ended on."""
    session: bool = False
    """Was a session opened?"""
    listeners: list[Listener] = field(default_factory=list)
    removed: list[tuple[str, str]] = field(default_factory=list)
    """The methods that were taken away, by provider and kind."""
    tell: list[str] | None = None
    """What may be told, where the documents say."""


@dataclass
class Outcome:
    """What the outside sees of an attempt."""

    error: str | None
    account: str | None
    new: bool = False
    """Was the account created?"""
    session: bool = False
    listeners: list[Listener] = field(default_factory=list)
    removed: list[tuple[str, str]] = field(default_factory=list)
    tell: list[str] | None = None
    told_methods: list[str] | None = None
    """The account's sign-in methods, where they may be told."""
    told_credential: str | None = None
    """The subject of the credential handed back, where it is."""
    shown: str | None = None
    """What the outside sees where it is not the true outcome."""
    remedy: str | None = None
    """What this refusal asks for, where that is not what its error asks for."""
    malformed: str | None = None
    """The attempt is no attempt at all, for this reason."""

    @property
    def ask(self) -> str | None:
        """What the refusal asks for."""
        return self.remedy or REMEDIES.get(self.error or "")
