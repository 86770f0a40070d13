"""What is asked before anything else, in the order of R40, and what is asked of an answer."""

from __future__ import annotations

from .attempt import Attempt, Refused
from .points_to import BY_CODE, BY_SESSION, BY_TARGET, PURPOSES, account_of
from .state import Account, Code, Store
from .trust import is_relay

SENSITIVE = ("delete", "update-email", "request-email", "update-password")
BRINGS_A_METHOD = ("sign-in", "sign-up", "link", "reauthenticate")


def ask_before_the_rules(store: Store, attempt: Attempt) -> None:
    """Refuses what concerns the caller alone (R40)."""
    _method_switched_on(attempt)
    _session(attempt)
    _tenant(store, attempt)
    _recency(store, attempt)
    if attempt.action in BRINGS_A_METHOD:
        if store.hooks.nonce_fails(attempt):
            raise Refused("missing-or-invalid-nonce")  # A4, R14; not in the generic flow (A7).
        if attempt.kind == "email-link":
            _link(attempt)
    if attempt.action in PURPOSES:
        _code(store, attempt)
    if attempt.action == "link":
        _consent(attempt)


def _method_switched_on(attempt: Attempt) -> None:
    uses_a_method = attempt.action in BRINGS_A_METHOD or attempt.action == "send-link"  # R52: unlinking uses none.
    if uses_a_method and attempt.method_off:
        raise Refused("operation-not-allowed")  # R15
    by_mail = attempt.kind in ("password", "email-link") or attempt.action == "send-link"
    if uses_a_method and by_mail and attempt.setting("email-password", "off"):
        raise Refused("operation-not-allowed")  # E4, R15


def _session(attempt: Attempt) -> None:
    if attempt.action in BY_SESSION and attempt.action != "sign-out" and attempt.live_session is None:
        raise Refused("user-token-expired")  # R16


def _tenant(store: Store, attempt: Attempt) -> None:
    if attempt.action in BY_SESSION + BY_TARGET + BY_CODE and attempt.action != "sign-out":
        account = account_of(store, attempt)
        if account is not None and account.tenant != attempt.tenant:
            raise Refused("tenant-id-mismatch")  # R10


def _recency(store: Store, attempt: Attempt) -> None:
    session = attempt.live_session
    if attempt.action in store.hooks.sensitive and session is not None and not session.recent:
        raise Refused("requires-recent-login")  # U10, R37


def nonce_fails(attempt: Attempt) -> bool:
    """A4 is Apple's; A6: an updated credential needs no new nonce; A7: nor does the generic flow (R14)."""
    if attempt.provider != "apple.com":
        return False
    if attempt.nonce == "not-sent":
        return not attempt.returned and not attempt.setting("apple-flow", "generic")
    return attempt.nonce in REPLAYED


REPLAYED = ("mismatched", "missing")
"""The results of a nonce check that failed: a nonce was sent and did not come back, or one came that was not sent."""


def _link(attempt: Attempt) -> None:
    """R17: whether the link counts is asked before whose it was."""
    if attempt.code is not None and attempt.code.tenant != attempt.tenant:
        raise Refused("invalid-action-code")  # R41: a link of another tenant is unknown in this one.
    code = _usable(attempt.code, "sign-in")
    if code.address != attempt.address:
        raise Refused("invalid-email")  # E2
    asked_elsewhere = code.requester is not None and code.requester is not attempt.session
    if attempt.action != "sign-in" and asked_elsewhere:
        raise Refused("user-mismatch")  # E7, R42


def _code(store: Store, attempt: Attempt) -> None:
    code = _usable(attempt.code, PURPOSES[attempt.action])
    if code.account is None or store.by_id(code.account.id) is None:
        raise Refused("invalid-action-code")  # R33
    if not store.hooks.counts(code, attempt):
        raise Refused("invalid-action-code")
    if code.purpose in ("verify", "reset") and code.account.email != code.address:
        raise Refused("invalid-action-code")  # R33, R44: it says nothing about the new address.


def counts(code: Code, attempt: Attempt) -> bool:
    """R31, R33: a code counts wherever it is brought."""
    return True


def _usable(code: Code | None, purpose: str) -> Code:
    if code is None or code.used or code.purpose != purpose:
        raise Refused("invalid-action-code")  # R17
    if code.expired:
        raise Refused("expired-action-code")  # R17
    return code


def _consent(attempt: Attempt) -> None:
    """A2, A3, R5: nothing anonymised is tied to a person without asking them; R49: wherever the account has it."""
    session = attempt.live_session
    assert session is not None
    account = session.account
    asserted = attempt.provider == "apple.com" or is_relay(attempt.address)
    held = is_relay(account.email) or any(
        m.provider == "apple.com" or (m.kind == "federated" and is_relay(m.address)) for m in account.methods)
    if (asserted or held) and not attempt.consent:
        raise Refused("consent-required")


def may_enter(store: Store, attempt: Attempt, account: Account) -> None:
    """R18: asked where a session would be opened or renewed."""
    if not store.hooks.enters(attempt, account):
        raise Refused("user-disabled")


def enters(attempt: Attempt, account: Account) -> bool:
    """R18: a disabled account is not entered, whatever is attempted."""
    return not account.disabled


def may_create(attempt: Attempt) -> None:
    """U12, U13: asked where a user would make an account."""
    if attempt.setting("client-create", "restricted"):
        raise Refused("admin-restricted-operation")  # U12, U13


def may_delete(attempt: Attempt) -> None:
    """U12, U13: asked where a user would delete an account."""
    if attempt.setting("client-delete", "restricted"):
        raise Refused("admin-restricted-operation")  # U12, U13
