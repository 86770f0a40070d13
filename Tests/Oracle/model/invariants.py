"""What must hold in every reachable state, or for every move."""

from __future__ import annotations

from .attempt import Attempt
from .moves import ADMINISTRATOR
from .rules import Result
from .state import ATTACKER, NONE, OWNER, Account, E, bears_subject, mailbox_owner
from .switches import Switches

INVARIANTS = ("I1", "I2", "I3", "I4", "I5", "I6", "I8", "I9", "I13")
REPEATED = ("sign-in", "password", "phone")
"""The ways of signing in that I13 speaks of."""


def broken_at(account: Account, owner_of_e: str, switches: Switches) -> list[str]:
    """What fails at one account."""
    broken = []
    if OWNER in account.proved:
        mailbox = mailbox_owner(account.email, owner_of_e)
        holders = [m.holder for m in account.methods] + list(account.factors) + [mailbox]
        if ATTACKER in holders:
            broken.append("I1")
        if ATTACKER in account.sessions:
            broken.append("I2")
        if ATTACKER in account.proved:
            broken.append("I3")
    if OWNER in account.sessions and _attacker_enters(account, owner_of_e, switches):
        broken.append("I8")
    return broken


def _attacker_enters(account: Account, owner_of_e: str, switches: Switches) -> bool:
    if ATTACKER in account.sessions or ATTACKER in account.factors:
        return True
    his = [m.name for m in account.methods if m.holder == ATTACKER]
    if any(bears_subject(name) or account.email != NONE for name in his):
        return True
    return switches.mailed == "on" and mailbox_owner(account.email, owner_of_e) == ATTACKER


def held_twice(emails: list[str]) -> bool:
    """I5 fails: two accounts have E."""
    return emails.count(E) > 1


def broken_by(attempt: Attempt, result: Result) -> list[str]:
    """What fails of one move, by itself."""
    broken = []
    if result.is_torn:
        broken.append("I6")
    own = result.allowed and attempt.actor != ADMINISTRATOR
    if own and result.account is not None and not result.account.methods:
        broken.append("I4")
    return broken


def differs_in_more_than_sessions(first: Account, again: Account) -> bool:
    """Did the repeated sign-in change anything else? (I13)"""
    return first._replace(sessions="") != again._replace(sessions="")
