"""What the two can do in a state. The owner uses E alone, once it is his, and tells the truth."""

from __future__ import annotations

from collections.abc import Iterator

from .assumptions import can_assert
from .attempt import Attempt, Others
from .providers import Assertion
from .state import ATTACKER, NONE, OWNER, Account, Code, E, F, mailbox_owner
from .switches import Switches

ACTORS = (OWNER, ATTACKER)
ADMINISTRATOR = "administrator"


class Moves:
    """The moves of one environment."""

    def __init__(self, switches: Switches, providers: dict[str, list[Assertion]]) -> None:
        self.switches = switches
        self.providers = providers

    def signing_in(self, owner_of_e: str) -> Iterator[Attempt]:
        """Without a session, whatever there is. Passwords and resets need an account: see `applies`."""
        for actor in ACTORS:
            for said in self._assertions(actor, owner_of_e):
                yield Attempt(actor, "sign-in", said.address, said)
            for address in self._addresses(actor, owner_of_e):
                yield Attempt(actor, "password", address)
                yield Attempt(actor, "sign-up", address)
            if self.switches.phone == "on":
                yield Attempt(actor, "phone")
            yield Attempt(actor, "anonymous")
            for address in self._mailboxes(actor, owner_of_e):
                yield Attempt(actor, "mailed-link", address)
                yield Attempt(actor, "reset", address)

    def at_account(self, account: Account, others: Others, owner_of_e: str) -> Iterator[Attempt]:
        """In a session of this account, with a code mailed for it, or by an administrator."""
        for actor in account.sessions:
            yield from self._in_session(account, actor, owner_of_e)
        for code in account.codes:
            yield from self._clicks(account, code, others, owner_of_e)
        if self.switches.administrator == "on":
            yield Attempt(ADMINISTRATOR, "mark-verified")

    def _in_session(self, account: Account, actor: str, owner_of_e: str) -> Iterator[Attempt]:
        addresses = self._addresses(actor, owner_of_e)
        yield Attempt(actor, "request-verification")
        if self.switches.email_changes == "on":
            for address in addresses:
                yield Attempt(actor, "request-email", address)
                yield Attempt(actor, "update-email", address)
        for said in self._assertions(actor, owner_of_e):
            yield Attempt(actor, "link", said.address, said)
            yield Attempt(actor, "reauthenticate", said.address, said)
        if actor == OWNER and self.switches.forced_linking == "on":
            for said in self._assertions(ATTACKER, owner_of_e):
                yield Attempt(ATTACKER, "link", said.address, said, session=OWNER)
        for address in addresses:
            yield Attempt(actor, "link-password", address)
        if self.switches.phone == "on":
            yield Attempt(actor, "link-phone")
        for address in self._mailboxes(actor, owner_of_e):
            yield Attempt(actor, "link-mailed", address)
        for method in account.methods:
            if method.name != "anonymous":
                yield Attempt(actor, "unlink", method=method.name)
        yield Attempt(actor, "update-password")
        yield Attempt(actor, "delete")
        if self.switches.factors == "on":
            yield Attempt(actor, "enrol")

    def _clicks(self, account: Account, code: Code, others: Others, owner_of_e: str) -> Iterator[Attempt]:
        actor = mailbox_owner(code.address, owner_of_e)
        asked = code.requester == actor
        if actor == OWNER and not asked and self.switches.clicks == "off":
            return
        if asked:
            yield Attempt(actor, "click", code=code, way="session")
        # The actor's session of this account, if any, is the one that asked.
        if actor in others.sessions or (actor in account.sessions and not asked):
            yield Attempt(actor, "click", code=code, way="other-session")
        # In another browser he is signed out.
        yield Attempt(actor, "click", code=code, way="no-session")

    def _assertions(self, actor: str, owner_of_e: str) -> list[Assertion]:
        return [said for all in self.providers.values() for said in all if self._can(actor, said, owner_of_e)]

    def _can(self, actor: str, said: Assertion, owner_of_e: str) -> bool:
        if said.address == NONE:
            return True
        return can_assert(actor, said.address, said.who, owner_of_e, self.switches)

    def _addresses(self, actor: str, owner_of_e: str) -> tuple[str, ...]:
        if actor == ATTACKER:
            return (E, F)
        return (E,) if owner_of_e == OWNER else ()

    def _mailboxes(self, actor: str, owner_of_e: str) -> list[str]:
        if self.switches.mailed == "off":
            return []
        return [address for address in (E, F) if mailbox_owner(address, owner_of_e) == actor]


def applies(attempt: Attempt, account: Account | None) -> bool:
    """A password needs an account that has it from the actor; a reset needs one at all."""
    if attempt.verb == "reset":
        return account is not None
    if attempt.verb == "password":
        methods = account.methods if account is not None else ()
        return any(m.name == "password" and m.holder == attempt.actor for m in methods)
    return True
