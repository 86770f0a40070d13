"""What administrators do (U13, V5, R38)."""

from __future__ import annotations

from .attempt import Answer, Attempt, Refused
from .changes import delete
from .state import Account, Store


def _target(attempt: Attempt) -> Account:
    if attempt.target is None:
        raise Refused("user-not-found")  # R38
    return attempt.target


def admin_create(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Works where users may not register themselves; nobody is signed in by it."""
    if store.by_address(attempt.address, attempt.tenant) is not None:
        raise Refused("email-already-in-use")  # R38
    account = store.new_account(attempt.tenant)
    account.email = attempt.address
    answer.account = account


def admin_delete(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Works where users may not delete themselves."""
    delete(store, _target(attempt), answer)


def mark_verified(store: Store, attempt: Attempt, answer: Answer) -> None:
    """V5; R43 says what becomes of an account without an address."""
    account = _target(attempt)
    if account.email is None:
        raise Refused("missing-email")  # R43
    account.verified = True


def mark_unverified(store: Store, attempt: Attempt, answer: Answer) -> None:
    """R43: the mark can be taken back; nothing else changes."""
    account = _target(attempt)
    if account.email is None:
        raise Refused("missing-email")  # R43
    account.verified = False


def disable(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Nothing else changes by it."""
    _target(attempt).disabled = True


def enable(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Nothing else changes by it."""
    _target(attempt).disabled = False
