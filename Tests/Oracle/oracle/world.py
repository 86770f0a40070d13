"""Runs attempts one after the other, and keeps what they leave behind."""

from __future__ import annotations

from .attempt import Answer, Attempt, Outcome, Refused
from .guards import ask_before_the_rules
from .hooks import DOCUMENTED, Hooks
from .points_to import account_of
from .state import Account, Session, Store

LISTED = ("federated", "password", "email-link")


class World:
    """One service from its first day on. Steps are numbered as vectors number them."""

    def __init__(self, hooks: Hooks = DOCUMENTED) -> None:
        self.store = Store(hooks)

    def wait(self, until: str) -> None:
        """Time passes: until sign-ins are old, or until mailed codes have expired."""
        if until == "old":
            for session in self.store.sessions.values():
                session.recent = False
        else:
            for code in self.store.codes:
                code.expired = True

    def attempt(self, step: int, attempt: Attempt) -> Outcome:
        """Decides an attempt, and changes what it changes."""
        pointed = account_of(self.store, attempt)
        made = self.store.made
        answer = Answer(account=pointed)
        try:
            ask_before_the_rules(self.store, attempt)
            self.store.hooks.rules[attempt.action](self.store, attempt, answer)
        except Refused as refusal:
            id = pointed.id if pointed else None
            outcome = Outcome(refusal.error, id, tell=refusal.tell, shown=refusal.shown, remedy=refusal.ask)
            return _told(outcome, attempt, pointed)
        if attempt.code is not None:
            attempt.code.used = True  # R17
        account = answer.account
        if answer.session and account is not None:
            self.store.sessions[step] = Session(account)
        id = account.id if account else None
        outcome = Outcome(
            None, id, self.store.made > made, answer.session, answer.listeners, answer.removed, answer.tell
        )
        return _told(outcome, attempt, pointed)


def _told(outcome: Outcome, attempt: Attempt, pointed: Account | None) -> Outcome:
    """Adds the values of what may be told; of methods, those that an address is asked for (E8, R47)."""
    if outcome.tell == ["methods"]:
        methods = pointed.methods if pointed else []
        outcome.told_methods = [m.provider if m.kind == "federated" else m.kind for m in methods if m.kind in LISTED]
    if outcome.tell == ["credential"]:
        outcome.told_credential = attempt.subject
    return outcome
