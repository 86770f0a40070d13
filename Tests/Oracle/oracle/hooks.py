"""The rules that can be stated otherwise: one at a time, to see whether vectors notice, and those of `hardened`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from typing import NoReturn

from . import changes, guards, points_to, rules_link, rules_sign_in, state, trust
from .attempt import Answer, Attempt
from .rules import RULES, Rule
from .state import Account, Code, Method, Store


@dataclass(frozen=True)
class Hooks:
    """One function for each such rule: the documented one, unless another is named."""

    trusted: Callable[[Attempt], bool] = trust.trusted
    holder_of_address: Callable[[Store, str, str | None], Account | None] = state.holder_of_address
    holder_of_credential: Callable[[Store, Attempt], Account | None] = points_to.documented_holder_of_credential
    nonce_fails: Callable[[Attempt], bool] = guards.nonce_fails
    enters: Callable[[Attempt, Account], bool] = guards.enters
    unproven: Callable[[Account], list[Method]] = changes.unproven
    mailbox_shown: Callable[[Account, str], None] = changes.mailbox_shown
    after_reset: Callable[[Store, Account], None] = changes.after_reset
    take_away: Callable[[Account, Method], None] = changes.take_away
    rules: Mapping[str, Rule] = field(default_factory=lambda: RULES)
    sensitive: tuple[str, ...] = guards.SENSITIVE
    counts: Callable[[Code, Attempt], bool] = guards.counts
    not_believed: Callable[[Account, Attempt], NoReturn] = rules_sign_in.not_believed
    may_join: Callable[[Account, Attempt], None] = rules_sign_in.may_join
    join: Callable[[Store, Account, Attempt, Answer], None] = rules_sign_in.join
    mailbox_enters: Callable[[Store, Account, Answer], None] = rules_sign_in.mailbox_enters
    may_adopt: Callable[[Store, Attempt, Account], None] = rules_link.may_adopt
    adopted: Callable[[Store, Account, Answer], None] = rules_link.adopted
    may_name: Callable[[Attempt, Account | None], None] = rules_link.may_name
    conceals: Callable[[Attempt], bool] = rules_link.conceals


DOCUMENTED = Hooks()
