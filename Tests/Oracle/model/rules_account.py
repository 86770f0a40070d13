"""Addresses, mailed codes, passwords and what else is done to an account."""

from __future__ import annotations

from .attempt import Attempt, Others, Refused
from .effects import (
    cancel_pending, drop_unproven, mail, revoke_sessions, set_email, set_password,
)
from .policy import Policy
from .state import NONE, Draft, joined


def request_verification(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """V1, R33"""
    if account.email == NONE:
        raise Refused
    mail(account, "verify", account.email, attempt.actor)


def request_email(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """R31"""
    if attempt.address in others.emails:
        raise Refused
    mail(account, "change", attempt.address, attempt.actor)


def update_email(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """R30: the old address is mailed a link that brings it back."""
    if policy.has("W4"):
        raise Refused  # W4: an address changes only by a link mailed to it.
    if attempt.address == account.email:
        return
    if attempt.address in others.emails:
        raise Refused
    if account.email != NONE:
        mail(account, "undo", account.email, attempt.actor)
    set_email(account, attempt.address)


def click(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """A mailed code comes back (R31, R32, R33, R44)."""
    code = attempt.code
    assert code is not None
    if code.purpose != "undo" and attempt.way != "session" and policy.has("click-bound", "W2"):
        raise Refused  # W2: it counts only where it was asked for.
    if code.purpose == "verify" and code.address != account.email:
        raise Refused  # R33
    if code.address in others.emails:
        raise Refused  # R31, R32
    account.codes.discard(code)
    if code.purpose == "change" and policy.has("W3"):
        revoke_sessions(account)
        cancel_pending(account)
    if code.purpose != "verify":
        set_email(account, code.address)
    if not (code.purpose == "undo" and policy.bug == "undo-does-not-verify"):
        account.verified = True  # V1


def update_password(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """U9, R7: the session that did it goes on, every other ends."""
    if account.email == NONE:
        raise Refused  # R35
    set_password(account, attempt.actor)
    revoke_sessions(account, but=attempt.actor)


def delete(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """U11: sessions and codes go with it."""
    account.exists = False


def mark_verified(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """V5"""
    if account.email == NONE:
        raise Refused  # R43
    if policy.has("W7"):  # A mark proves nothing, so what did not prove the address goes.
        drop_unproven(account)
        account.factors = ""
        revoke_sessions(account)
        cancel_pending(account)
    account.verified = True


def enrol(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """A second factor."""
    account.factors = joined(account.factors, attempt.actor)
