"""Signing in and registering, at the account the attempt points to, or at one that does not exist yet."""

from __future__ import annotations

from .attempt import Attempt, Others, Refused
from .effects import (
    cancel_pending, create, drop_unproven, open_session, put, revoke_sessions, set_password,
)
from .policy import Policy, proved_address
from .state import NONE, Draft, Method


def federated(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """U4, U5, A10, L1 to L4"""
    said = attempt.assertion
    assert said is not None
    method = Method(said.provider, attempt.actor, proved_address(said.trusted, said.address))
    present = account.methods.get(said.provider)
    if not account.exists:
        create(account, said.address, method)  # A10, U2
        account.verified = said.trusted  # V1
    elif present is not None and present.holder == attempt.actor:
        put(account, method)  # U4, U5
    elif said.trusted:
        _join(account, method, policy)
    else:
        clause = "untrusted-verified" if account.verified else "untrusted-unverified"
        if policy.has(clause):
            raise Refused  # L2, L1
        put(account, method)
    open_session(account, attempt.actor)


def reauthenticate(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """R28: the session's account stores the assertion again (U5), if the credential is its own."""
    said = attempt.assertion
    assert said is not None
    present = account.methods.get(said.provider)
    if present is None or present.holder != attempt.actor:
        raise Refused
    put(account, Method(said.provider, attempt.actor, proved_address(said.trusted, said.address)))


def _join(account: Draft, method: Method, policy: Policy) -> None:
    """A believed provider brings the address of an account that does not know this subject."""
    if policy.has("W6") and method.name in account.methods and (account.verified or not policy.has("W17")):
        # W6: an address that came back with another subject may have another owner. W17: not where nobody has proved it.
        raise Refused
    if not account.verified:  # L3, R3
        override(account, policy, "override")
        account.verified = True
    put(account, method)  # L4, R11


def override(account: Draft, policy: Policy, by: str) -> None:
    """What was there before the owner proved the address goes, as far as the policy says so."""
    if policy.has(f"{by}-purges") and policy.bug != f"{by}-keeps-methods":
        if policy.has("W14") or by != "reset":
            drop_unproven(account)
        if policy.has("W12"):
            account.factors = ""
    if policy.has(f"{by}-revokes") and (policy.has("W1") or by != "override"):
        if policy.bug != f"{by}-keeps-sessions":
            revoke_sessions(account)
    if policy.has(f"{by}-cancels", "W3"):
        cancel_pending(account)


def password(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """U4: the right password."""
    open_session(account, attempt.actor)


def sign_up(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """L0, A10: at an address that nobody holds."""
    if account.exists:
        raise Refused  # L0, R20
    create(account, attempt.address, Method("password", attempt.actor, NONE))
    open_session(account, attempt.actor)


def phone(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """A10, U4"""
    if not account.exists:
        create(account, NONE, Method("phone", attempt.actor, NONE))
    open_session(account, attempt.actor)


def anonymous(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """A10: always an account of its own."""
    create(account, NONE, Method("anonymous", "-", NONE))
    open_session(account, attempt.actor)


def mailed_link(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """E1, E3, E8, E10: whoever follows the link reads the mailbox."""
    method = Method("email-link", "-", attempt.address)
    if not account.exists:
        create(account, attempt.address, method)
    elif not account.verified:
        override(account, policy, "link")  # E3, R4, R22
        put(account, method)
    else:
        put(account, method)
    account.verified = True
    open_session(account, attempt.actor)


def reset(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """U9, R34: a new password through the mailbox."""
    if policy.name == "hardened" and account.verified:
        revoke_sessions(account)  # It is its owner's already, and keeps his other methods.
        if policy.has("W3"):
            cancel_pending(account)
    else:
        override(account, policy, "reset")
    set_password(account, attempt.actor, account.email)
    if policy.name == "hardened":
        account.verified = True  # The mailbox was shown, as by a click.
