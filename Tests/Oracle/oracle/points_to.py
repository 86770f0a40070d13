"""Which account an attempt is about."""

from __future__ import annotations

from .attempt import Attempt
from .state import Account, Store

BY_SESSION = (
    "link", "unlink", "reauthenticate", "update-profile", "update-email", "request-email",
    "request-verification", "update-password", "delete", "refresh", "reload", "sign-out",
)
BY_TARGET = ("admin-delete", "mark-verified", "mark-unverified", "disable", "enable")
PURPOSES = {
    "confirm-email": "change",
    "recover-email": "undo",
    "verify-email": "verify",
    "reset-password": "reset",
}
BY_CODE = tuple(PURPOSES)


def credential_gone(store: Store, attempt: Attempt) -> bool:
    """Did the credential belong to an account that is gone? (R13)"""
    if attempt.provider is None or attempt.kind is None or attempt.subject is None:
        return False
    return (attempt.tenant, attempt.provider, attempt.kind, attempt.subject) in store.orphans


def holder_of_credential(store: Store, attempt: Attempt) -> Account | None:
    """Who can sign in with what the attempt brings."""
    return store.hooks.holder_of_credential(store, attempt)


def documented_holder_of_credential(store: Store, attempt: Attempt) -> Account | None:
    """Who can sign in with what the attempt brings.

    A password and an e-mail link are held by whoever has the address now, if they have that kind.
    """
    if attempt.kind in ("password", "email-link"):
        account = store.by_address(attempt.address, attempt.tenant)
        return account if account is not None and account.of_kind(attempt.kind) else None
    if attempt.provider is None:
        return None
    return store.by_credential(attempt.provider, attempt.subject, attempt.tenant)


def account_of(store: Store, attempt: Attempt) -> Account | None:
    """The account the attempt points to, before it is decided."""
    if attempt.action in BY_SESSION:
        if attempt.session is None or attempt.session.state == "ended":
            return None  # Signed out, or deleted: it leads nowhere any more.
        return store.by_id(attempt.session.account.id)
    if attempt.action in BY_TARGET:
        return attempt.target
    if attempt.action in BY_CODE:
        code = attempt.code
        if code is None or code.account is None or code.purpose != PURPOSES[attempt.action]:
            return None
        return store.by_id(code.account.id)
    if credential_gone(store, attempt):
        return None
    return holder_of_credential(store, attempt) or store.by_address(attempt.address, attempt.tenant)
