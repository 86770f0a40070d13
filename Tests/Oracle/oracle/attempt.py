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
        """The caller's session, where it is worth anything (R16)."""
        if self.session is not None and self.session.state == "live":
            return self.session
        return None


class Refused(Exception):
    """The attempt is refused with this error; nothing has changed."""

    def __init__(self, error: str, tell: list[str] | None = None, shown: str | None = None) -> None:
        super().__init__(error)
        self.error = error
        self.tell = tell
        self.shown = shown


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
    session: bool
    listeners: list[Listener]
    removed: list[tuple[str, str]]
    tell: list[str] | None = None
    shown: str | None = None
    """What the outside sees where it is not the true outcome."""
