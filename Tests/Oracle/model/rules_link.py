"""Adding methods to the account of a session, and taking them away."""

from __future__ import annotations

from .attempt import Attempt, Others, Refused
from .effects import cancel_pending, open_session, put, revoke_sessions, set_email, set_password
from .policy import Policy, proved_address
from .state import NONE, Draft, Method

ONE_PROVIDER = ("password", "email-link")


def link(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """A federated provider (R24, R25). Nothing is dropped."""
    said = attempt.assertion
    assert said is not None
    if (said.provider, attempt.actor) in others.credentials:
        raise Refused  # A6
    if said.provider in account.methods:
        raise Refused  # R24: again, or a second subject.
    if said.address in others.emails:
        raise Refused  # L0, R24
    adopts = account.email == NONE and said.address != NONE
    if adopts and said.trusted:
        _leave_nobody_signed_in(account, attempt, policy)
    put(account, Method(said.provider, attempt.actor, proved_address(said.trusted, said.address)))
    if adopts:
        set_email(account, said.address)  # U5, R25
    if said.trusted and said.address == account.email:
        account.verified = True  # V1, R25


def _leave_nobody_signed_in(account: Draft, attempt: Attempt, policy: Policy) -> None:
    """W18: whoever opened a session before the address was proved need not be the one who proves it."""
    if policy.has("W18"):
        revoke_sessions(account)
        cancel_pending(account)
        open_session(account, attempt.actor)


def link_password(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """R23: the account takes the address, unverified where it is new."""
    if "password" in account.methods or attempt.address in others.emails:
        raise Refused
    set_email(account, attempt.address)
    set_password(account, attempt.actor)


def link_phone(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """U4, R24"""
    if "phone" in account.methods or ("phone", attempt.actor) in others.credentials:
        raise Refused
    put(account, Method("phone", attempt.actor, NONE))


def link_mailed(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """E1, E5, R23: the account takes the address, verified."""
    if "email-link" in account.methods or attempt.address in others.emails:
        raise Refused
    if account.email == NONE:
        _leave_nobody_signed_in(account, attempt, policy)
    set_email(account, attempt.address)
    account.verified = True
    put(account, Method("email-link", "-", attempt.address))


def unlink(account: Draft, attempt: Attempt, others: Others, policy: Policy) -> None:
    """E10, R27; password and e-mail link are one provider and go together (E9, R8)."""
    names = [attempt.method]
    if policy.name == "hardened":
        if policy.has("I4") and len(account.methods.keys() - {"anonymous"}) == 1:
            raise Refused  # I4: nobody unlinks the last way in.
    elif attempt.method in ONE_PROVIDER and policy.bug != "unlink-forgets-link":
        names = list(ONE_PROVIDER)
    account.methods = {name: m for name, m in account.methods.items() if name not in names}
