"""Linking to an account one is signed in to, unlinking, and proving again that one is the same person."""

from __future__ import annotations

from .attempt import Answer, Attempt, Refused
from .changes import add_method, refresh_method, set_email, set_password
from .guards import may_enter
from .points_to import credential_gone, holder_of_credential
from .state import Account, Store


def _own(attempt: Attempt) -> Account:
    assert attempt.session is not None
    return attempt.session.account


def link(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Adds a method to the caller's account; the account keeps its id and all it has (R39), its profile too (R6)."""
    account = _own(attempt)
    if attempt.kind in ("custom", "anonymous"):
        raise Refused("argument-error")  # R26
    if attempt.kind in ("password", "email-link"):
        _link_address_held(store, attempt, account, answer)
    else:
        _link_subject_held(store, attempt, account, answer)


def may_adopt(store: Store, attempt: Attempt, account: Account) -> None:
    """R39: linking neither opens nor renews a session, so nothing is asked of the account."""


def adopted(store: Store, account: Account, answer: Answer) -> None:
    """R39: whoever is signed in stays so."""


def may_name(attempt: Attempt, account: Account | None) -> None:
    """Anybody may register an address that is free, or give it a password (R20, R23)."""


def conceals(attempt: Attempt) -> bool:
    """Whether an asserted address is free or taken shows (R24, R25)."""
    return False


def _link_address_held(store: Store, attempt: Attempt, account: Account, answer: Answer) -> None:
    """A password or an e-mail link: the method's subject is the account's address (R23)."""
    assert attempt.kind is not None and attempt.address is not None
    if account.of_kind(attempt.kind) is not None:
        raise Refused("provider-already-linked")  # R24
    if attempt.kind == "password":
        store.hooks.may_name(attempt, account)
    holder = store.by_address(attempt.address, attempt.tenant)
    if holder is not None and holder is not account:
        raise Refused("email-already-in-use")  # R23
    proves_first = attempt.kind == "email-link" and account.email is None
    if proves_first:
        store.hooks.may_adopt(store, attempt, account)
    set_email(account, attempt.address)  # R23
    if attempt.kind == "password":
        set_password(account, proved=False)
    else:
        add_method(store, account, attempt)  # E5
        store.hooks.mailbox_shown(account, "sign-in")  # E1
    if proves_first:
        store.hooks.adopted(store, account, answer)


def _link_subject_held(store: Store, attempt: Attempt, account: Account, answer: Answer) -> None:
    """A federated provider or a phone."""
    assert attempt.provider is not None and attempt.kind is not None
    if credential_gone(store, attempt):
        raise Refused("invalid-credential")  # R13
    owner = holder_of_credential(store, attempt)
    if owner is not None and owner is not account:
        raise Refused("credential-already-in-use", tell=["credential"])  # A6, R24
    if account.of_provider(attempt.provider, attempt.kind) is not None:
        raise Refused("provider-already-linked")  # R24
    holder = store.by_address(attempt.address, attempt.tenant)
    conceals = store.hooks.conceals(attempt)
    if holder is not None and holder is not account and attempt.one_account_per_email and not conceals:
        raise Refused("email-already-in-use", tell=["credential"])  # R24
    believed = store.hooks.trusted(attempt)
    adopts = account.email is None and attempt.address is not None and holder is None and not conceals
    if adopts and believed:
        store.hooks.may_adopt(store, attempt, account)
    add_method(store, account, attempt)
    if adopts:
        account.email = attempt.address  # R25
    if account.email == attempt.address and believed:
        account.verified = True  # As for an adopted address (R25).
    if adopts and believed:
        store.hooks.adopted(store, account, answer)


def unlink(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Takes a provider away; `password` is one, and goes with both its kinds (E9, R8, R27)."""
    account = _own(attempt)
    if attempt.kind in ("custom", "anonymous"):
        raise Refused("no-such-provider")  # R26
    going = [m for m in account.methods if m.provider == attempt.provider]
    if attempt.subject is not None:
        going = [m for m in going if m.subject == attempt.subject]
    if not going:
        raise Refused("no-such-provider")  # R27
    for method in going:
        store.hooks.take_away(account, method)
        answer.removed.append((method.provider, method.kind))


def reauthenticate(store: Store, attempt: Attempt, answer: Answer) -> None:
    """A fresh credential of one's own, Apple's (A5) or a link (E6) too, makes the session recent (U9, U10, R28)."""
    account = _own(attempt)
    if holder_of_credential(store, attempt) is not account:
        raise Refused("user-mismatch")  # R28: another's, nobody's, or one whose account is gone (R13).
    if attempt.kind == "password" and attempt.secret != "right":
        raise Refused("invalid-credential")
    may_enter(store, attempt, account)
    if attempt.kind == "federated":
        refresh_method(store, account, attempt)  # U5
    assert attempt.session is not None
    attempt.session.recent = True
    answer.listeners.append("token-refreshed")
