"""Signing in, registering, and asking for a link to sign in with."""

from __future__ import annotations

from typing import NoReturn

from .attempt import Answer, Attempt, Refused
from .changes import (
    add_method, create, drop_unproven, fill_profile, open_session, refresh_method, set_password,
)
from .guards import may_create, may_enter
from .points_to import credential_gone, holder_of_credential
from .state import Account, Store


def sign_in(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Signing in, by whatever kind of method."""
    if attempt.kind == "federated":
        _federated(store, attempt, answer)
    elif attempt.kind == "password":
        _password(store, attempt, answer)
    elif attempt.kind == "email-link":
        _email_link(store, attempt, answer)
    else:
        _without_address(store, attempt, answer)


def _federated(store: Store, attempt: Attempt, answer: Answer) -> None:
    assert attempt.provider is not None
    if credential_gone(store, attempt):
        raise Refused("invalid-credential")  # R13: no falling back to the address.
    known = holder_of_credential(store, attempt)
    if known is not None:  # U4; R50: its address and whether that is verified stay, whoever says so now.
        may_enter(store, attempt, known)
        refresh_method(store, known, attempt)
        open_session(known, answer)
        return
    believed = store.hooks.trusted(attempt)
    if not attempt.one_account_per_email:  # R12: the address stays inside the method.
        may_create(attempt)
        account = create(store, attempt, None)
        fill_profile(account, attempt)
        open_session(account, answer)
        return
    holder = store.by_address(attempt.address, attempt.tenant)
    if holder is None:  # A10, U2
        may_create(attempt)
        account = create(store, attempt, attempt.address)
        if believed:
            account.verified = True  # V1
        fill_profile(account, attempt)
        open_session(account, answer)
        return
    if not believed:
        store.hooks.not_believed(holder, attempt)
    store.hooks.may_join(holder, attempt)
    may_enter(store, attempt, holder)
    store.hooks.join(store, holder, attempt, answer)


def not_believed(holder: Account, attempt: Attempt) -> NoReturn:
    """L0, L1, L2: the address alone joins nobody. Linking is required, and the caller learns how the account signs in.

    R53: an account without another way in has no credential that the person could be asked for; the mailbox remains.
    """
    own = (attempt.provider, attempt.kind)
    others = [m for m in holder.methods if m.kind != "anonymous" and (m.provider, m.kind) != own]
    raise Refused(  # L0
        "account-exists-with-different-credential", tell=["methods"], ask=None if others else "verification")


def may_join(holder: Account, attempt: Attempt) -> None:
    """R11: another subject of a provider that is there already is as good as the first."""


def join(store: Store, holder: Account, attempt: Attempt, answer: Answer) -> None:
    """A trusted provider brings an address that an account holds."""
    if not holder.verified:  # L3, R3: it replaces what did not prove the address.
        drop_unproven(store, holder, answer)
        holder.verified = True
        add_method(store, holder, attempt)
    else:
        add_method(store, holder, attempt)  # L4; another subject takes the place of the first (R11).
    fill_profile(holder, attempt)
    open_session(holder, answer)


def _password(store: Store, attempt: Attempt, answer: Answer) -> None:
    """R19: three refusals that look alike."""
    account = holder_of_credential(store, attempt)
    if account is None or attempt.secret != "right":
        raise Refused("invalid-credential")
    may_enter(store, attempt, account)
    open_session(account, answer)


def _email_link(store: Store, attempt: Attempt, answer: Answer) -> None:
    """The link itself has been found good by now."""
    account = store.by_address(attempt.address, attempt.tenant)
    if account is None:  # E1, A10
        may_create(attempt)
        account = create(store, attempt, attempt.address)
        store.hooks.mailbox_shown(account, "sign-in")
        open_session(account, answer)
        return
    may_enter(store, attempt, account)
    if not account.verified:
        store.hooks.mailbox_enters(store, account, answer)
    store.hooks.mailbox_shown(account, "sign-in")  # E1
    add_method(store, account, attempt)  # The link joins what the account has, or is alone (E8, E10).
    open_session(account, answer)


def mailbox_enters(store: Store, account: Account, answer: Answer) -> None:
    """E3, R4, R22: whoever follows the link finds an account whose address nobody had proved."""
    drop_unproven(store, account, answer)
    store.revoke_sessions(account)
    answer.listeners.append("sessions-revoked")


def _without_address(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Phone, custom token, anonymous: no address is asserted and no profile given (U2)."""
    if credential_gone(store, attempt):
        raise Refused("invalid-credential")  # R13
    account = holder_of_credential(store, attempt)
    if account is not None:
        may_enter(store, attempt, account)
    else:
        may_create(attempt)
        account = create(store, attempt, None)  # A10
    open_session(account, answer)


def sign_up(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Registering with a password sets the address and nothing else (U2)."""
    store.hooks.may_name(attempt, None)
    if store.by_address(attempt.address, attempt.tenant) is not None:
        raise Refused("email-already-in-use")  # R20
    may_create(attempt)
    account = create(store, attempt, attempt.address)
    set_password(account, proved=False)
    open_session(account, answer)


def send_link(store: Store, attempt: Attempt, answer: Answer) -> None:
    """E4, R21: to any address, if the link leads where it may."""
    if attempt.link_domain == "refused":
        raise Refused("unauthorized-continue-uri")
    if attempt.link_in_app != "on":
        raise Refused("argument-error")
    assert attempt.address is not None
    holder = store.by_address(attempt.address, attempt.tenant)
    store.mail("sign-in", attempt.address, holder, attempt)
    answer.listeners.append({"code-mailed": "sign-in"})


def sign_in_methods(store: Store, attempt: Attempt, answer: Answer) -> None:
    """E8, R36: asking changes nothing, and under protection it tells nothing."""
    if attempt.protected:
        answer.tell = []  # R36
    else:
        answer.tell = ["methods"]  # E8
