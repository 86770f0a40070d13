"""The families of the suite, one shard each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from . import actions, attempts, codes, given, order, recency, sign_ins, tenants, tickets, two_accounts
from .sequence import Sequence

EXHAUSTIVE, SEQUENCES = "exhaustive", "sequences"


@dataclass(frozen=True)
class Family:
    """Sequences of one kind. `exhaustive` ones have one or two attempts, `sequences` more."""

    name: str
    tier: str
    sequences: Callable[[], Iterator[Sequence]]


FAMILIES = (
    Family("sign-in-once", EXHAUSTIVE, sign_ins.once),
    Family("sign-in-look-alikes", EXHAUSTIVE, sign_ins.at_look_alikes),
    Family("sign-in-twice", EXHAUSTIVE, sign_ins.twice),
    Family("sign-in-and-back", SEQUENCES, sign_ins.and_back),
    Family("sign-in-three-times", SEQUENCES, sign_ins.three_times),
    Family("attempts-alone", EXHAUSTIVE, attempts.alone),
    Family("attempts-with-session", EXHAUSTIVE, attempts.from_a_session),
    Family("attempts-at-account", EXHAUSTIVE, attempts.at_a_made_account),
    Family("given-accounts", EXHAUSTIVE, given.once),
    Family("refused-first", EXHAUSTIVE, order.refused_first),
    Family("credentials-gone", EXHAUSTIVE, order.gone),
    Family("link-look-alikes", EXHAUSTIVE, order.linked_at_look_alikes),
    Family("tenants-once", EXHAUSTIVE, tenants.once),
    Family("tenants-twice", EXHAUSTIVE, tenants.twice),
    Family("tenants-codes", SEQUENCES, tenants.codes),
    Family("tickets", SEQUENCES, tickets.all_of_them),
    Family("two-accounts", EXHAUSTIVE, two_accounts.all_of_them),
    Family("codes", SEQUENCES, codes.all_of_them),
    Family("recency", SEQUENCES, recency.all_of_them),
    Family("actions-gmail", EXHAUSTIVE, partial(actions.one_and_two_steps, "a@gmail.com", 1000)),
    Family("actions-x", EXHAUSTIVE, partial(actions.one_and_two_steps, "a@x.com", 1000)),
    Family("actions-relay", EXHAUSTIVE, partial(actions.one_and_two_steps, "a@privaterelay.appleid.com", 430)),
    Family("actions-outlook", EXHAUSTIVE, partial(actions.one_and_two_steps, "a@outlook.com", 440)),
    Family("actions-yahoo", EXHAUSTIVE, partial(actions.one_and_two_steps, "a@yahoo.com", 440)),
    Family("actions-hotmail", EXHAUSTIVE, partial(actions.one_and_two_steps, "a@hotmail.com", 440)),
    Family("actions-3-gmail", SEQUENCES, partial(actions.three_steps, "a@gmail.com", 443)),
    Family("actions-3-x", SEQUENCES, partial(actions.three_steps, "a@x.com", 430)),
    Family("actions-3-outlook", SEQUENCES, partial(actions.three_steps, "a@outlook.com", 445)),
)
"""A vector that two families have is the first one's. The last numbers bound the length of vectors, in bytes."""
