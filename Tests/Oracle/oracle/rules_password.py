"""Changing a password, and setting one that was forgotten."""

from __future__ import annotations

from .attempt import Answer, Attempt, Refused
from .changes import set_password
from .guards import may_enter
from .state import Store


def update_password(store: Store, attempt: Attempt, answer: Answer) -> None:
    """The session that did it goes on with new tokens, every other ends (U9, R7, R35)."""
    session = attempt.session
    assert session is not None
    account = session.account
    if account.email is None:
        raise Refused("missing-email")  # R35
    may_enter(store, attempt, account)
    set_password(account, proved=False)
    store.revoke_sessions(account)
    session.state = "live"
    answer.listeners += ["sessions-revoked", "token-refreshed"]


def request_reset(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Mailed to an address that an account holds (R34)."""
    account = store.by_address(attempt.address, attempt.tenant)
    if account is None:
        raise Refused("user-not-found", shown="allowed" if attempt.protected else None)
    assert attempt.address is not None
    store.mail("reset", attempt.address, account, attempt)
    answer.listeners.append({"code-mailed": "reset"})


def reset_password(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Sets the password and ends every session; verifies nothing, drops nothing (R34)."""
    assert attempt.code is not None and attempt.code.account is not None
    account = attempt.code.account
    set_password(account, proved=True)
    store.hooks.after_reset(store, account)
    answer.listeners.append("sessions-revoked")
