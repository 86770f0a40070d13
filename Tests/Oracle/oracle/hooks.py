"""The rules that can be stated otherwise, one at a time, to see whether vectors notice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import changes, guards, points_to, state, trust
from .attempt import Attempt
from .state import Account, Method, Store


@dataclass(frozen=True)
class Hooks:
    """One function for each such rule: the documented one, unless another is named."""

    trusted: Callable[[str, str, str | None], bool] = trust.trusted
    holder_of_address: Callable[[Store, str, str | None], Account | None] = state.holder_of_address
    holder_of_credential: Callable[[Store, Attempt], Account | None] = points_to.documented_holder_of_credential
    nonce_fails: Callable[[Attempt], bool] = guards.nonce_fails
    enters: Callable[[Attempt, Account], bool] = guards.enters
    unproven: Callable[[Account], list[Method]] = changes.unproven
    mailbox_shown: Callable[[Account, str], None] = changes.mailbox_shown
    after_reset: Callable[[Store, Account], None] = changes.after_reset
    take_away: Callable[[Account, Method], None] = changes.take_away


DOCUMENTED = Hooks()
