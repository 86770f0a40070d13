"""One attempt at one account, and what else there is."""

from __future__ import annotations

from typing import NamedTuple

from .assumptions import proves
from .providers import Assertion
from .state import NONE, Code, E


class Others(NamedTuple):
    """What the other accounts hold."""

    emails: frozenset[str] = frozenset()
    credentials: frozenset[tuple[str, str]] = frozenset()
    sessions: str = ""


class Attempt(NamedTuple):
    """An actor does something; what it needs beyond the verb is empty where it needs nothing."""

    actor: str
    verb: str
    address: str = NONE
    assertion: Assertion | None = None
    code: Code | None = None
    way: str = ""
    """How a code is brought: session (the one that asked, live or revoked), other-session, no-session."""
    method: str = ""
    """The method unlinked; a mailed link is called by its provider, `password`."""
    session: str = ""
    """Whose session it is made in; the actor's own unless linking is forced."""

    def text(self) -> str:
        """As it is written in counterexamples and transitions."""
        words = [self.actor, self.verb]
        if self.assertion:
            words += [self.assertion.provider, self.assertion.address, self.assertion.claims]
        elif self.code:
            words += [self.code.purpose, self.code.address, self.way]
        elif self.method:
            words.append("password" if self.method == "email-link" else self.method)
        elif self.address != NONE:
            words.append(self.address)
        return " ".join(word for word in words if word)

    def proves_e(self) -> bool:
        """Does it show, once allowed, that the actor owns E?"""
        if self.assertion:
            return self.assertion.address == E and proves(self.assertion.who)
        if self.code:
            return self.code.address == E and self.code.requester == self.actor
        return self.verb in ("mailed-link", "reset", "link-mailed") and self.address == E


class Refused(Exception):
    """The policy says no."""
