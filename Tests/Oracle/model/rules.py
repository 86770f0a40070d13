"""Decides an attempt at an account, and carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import rules_account, rules_link, rules_sign_in
from .attempt import Attempt, Others, Refused
from .policy import Policy
from .state import Account, Draft, joined

Rule = Callable[[Draft, Attempt, Others, Policy], None]

RULES: dict[str, Rule] = {
    "sign-in": rules_sign_in.federated,
    "password": rules_sign_in.password,
    "sign-up": rules_sign_in.sign_up,
    "phone": rules_sign_in.phone,
    "anonymous": rules_sign_in.anonymous,
    "mailed-link": rules_sign_in.mailed_link,
    "reset": rules_sign_in.reset,
    "request-verification": rules_account.request_verification,
    "request-email": rules_account.request_email,
    "update-email": rules_account.update_email,
    "click": rules_account.click,
    "update-password": rules_account.update_password,
    "delete": rules_account.delete,
    "mark-verified": rules_account.mark_verified,
    "enrol": rules_account.enrol,
    "reauthenticate": rules_sign_in.reauthenticate,
    "link": rules_link.link,
    "link-password": rules_link.link_password,
    "link-phone": rules_link.link_phone,
    "link-mailed": rules_link.link_mailed,
    "unlink": rules_link.unlink,
}


class Result(NamedTuple):
    """What came of an attempt."""

    allowed: bool
    account: Account | None
    """The account afterwards; none where there is none."""
    is_torn: bool = False
    """Was it refused with something changed already?"""


def decide(account: Account | None, attempt: Attempt, others: Others, policy: Policy) -> Result:
    """The account the attempt points to (or none), as it is afterwards, with who has proved E there."""
    draft = Draft(account)
    try:
        RULES[attempt.verb](draft, attempt, others, policy)
    except Refused:
        return Result(False, account, draft.finished() != account)
    if attempt.proves_e():
        draft.proved = joined(draft.proved, attempt.actor)
    return Result(True, draft.finished())
