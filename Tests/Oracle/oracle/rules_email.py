"""Changing an address, bringing the old one back, and verifying one."""

from __future__ import annotations

from .attempt import Answer, Attempt, Refused
from .changes import set_email
from .state import Account, Store


def _held_by_another(store: Store, address: str | None, account: Account) -> bool:
    holder = store.by_address(address, account.tenant)
    return holder is not None and holder is not account


def refuse_if_taken(store: Store, address: str, account: Account) -> None:
    """R31, R32: somebody else has the address by now."""
    if _held_by_another(store, address, account):
        raise Refused("email-already-in-use")


def _silence(attempt: Attempt) -> str | None:
    """Under protection, the outside sees nothing of the refusal."""
    return "allowed" if attempt.protected else None


def _own(attempt: Attempt) -> Account:
    assert attempt.session is not None
    return attempt.session.account


def update_email(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Changing the address at once (R30)."""
    account = _own(attempt)
    assert attempt.address is not None
    if attempt.address == account.email:
        return  # R30: nothing changes, so protection has nothing to forbid.
    if attempt.protected:
        raise Refused("operation-not-allowed")
    if _held_by_another(store, attempt.address, account):
        raise Refused("email-already-in-use")
    if account.email is not None:
        store.mail("undo", account.email, account, attempt)
        answer.listeners.append({"code-mailed": "undo"})
    set_email(account, attempt.address)


def request_email(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Asking to change it by a link that is mailed to the new address (R31)."""
    account = _own(attempt)
    assert attempt.address is not None
    if _held_by_another(store, attempt.address, account):
        raise Refused("email-already-in-use", shown=_silence(attempt))
    store.mail("change", attempt.address, account, attempt)
    answer.listeners.append({"code-mailed": "change"})


def take_mailed_address(store: Store, attempt: Attempt, answer: Answer) -> None:
    """The link comes back: a change (R31), or an undo (R32). Whoever has it reads that mailbox (V1)."""
    code = attempt.code
    assert code is not None and code.account is not None
    refuse_if_taken(store, code.address, code.account)
    set_email(code.account, code.address)
    store.hooks.mailbox_shown(code.account, code.purpose)


def request_verification(store: Store, attempt: Attempt, answer: Answer) -> None:
    """R33"""
    account = _own(attempt)
    if account.email is None:
        raise Refused("missing-email")
    store.mail("verify", account.email, account, attempt)
    answer.listeners.append({"code-mailed": "verify"})


def verify_email(store: Store, attempt: Attempt, answer: Answer) -> None:
    """V1, R33: the account still has the address, or the code had not been good."""
    assert attempt.code is not None and attempt.code.account is not None
    store.hooks.mailbox_shown(attempt.code.account, attempt.code.purpose)
