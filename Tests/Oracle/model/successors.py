"""The moves out of a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .accounts_table import DELETED, AccountsTable, Step
from .attempt import Attempt
from .bounds import Bounds
from .state import ATTACKER, NONE, OWNER, Account

State = tuple[str, tuple[int, ...]]
"""The owner of E, and the numbers of the accounts in order."""

REASSIGN = "environment reassign"


class Move(NamedTuple):
    """A move out of a state."""

    text: str
    attempt: Attempt | None
    """None where E gets another owner."""
    state: State
    """The state afterwards."""
    is_allowed: bool
    broken: list[str]
    landed: int
    """The number of the account it ended on."""


class Successors:
    """The enabled moves, those within bounds or all of them."""

    def __init__(self, table: AccountsTable, bounds: Bounds) -> None:
        self.table = table
        self.bounds = bounds

    def of(self, state: State) -> Iterator[Move]:
        """Every enabled move within the bounds, refused and idle ones too."""
        yield from self._at_accounts(state, "", True)
        yield from self._signing_in(state, "", True)
        owner, numbers = state
        if owner == ATTACKER:
            yield Move(REASSIGN, None, (OWNER, numbers), True, [], DELETED)

    def by(self, actor: str, state: State) -> Iterator[Move]:
        """What one actor can do, past the bounds too."""
        yield from self._signing_in(state, actor, False)
        yield from self._at_accounts(state, actor, False)

    def _at_accounts(self, state: State, actor: str, is_bounded: bool) -> Iterator[Move]:
        owner, numbers = state
        for index, number in enumerate(numbers):
            others = [*numbers[:index], *numbers[index + 1:]]
            for step in self.table.steps_at(number, owner, self.table.others(others)):
                if actor in ("", step.attempt.actor) and not (is_bounded and step.is_beyond):
                    yield _move(step, state, number, others)

    def _signing_in(self, state: State, actor: str, is_bounded: bool) -> Iterator[Move]:
        owner, numbers = state
        holders, addresses = self._held(numbers)
        for attempt in self.table.signing_in(owner):
            if actor not in ("", attempt.actor):
                continue
            pointed = _pointed(attempt, holders, addresses)
            step = self.table.sign_in(pointed, attempt)
            if step is None or (is_bounded and step.is_beyond):
                continue
            others = list(numbers)
            if pointed is not None:
                others.remove(pointed)
            if is_bounded and step.after != DELETED and len(others) >= self.bounds.accounts:
                continue
            yield _move(step, state, pointed, others)

    def _held(self, numbers: tuple[int, ...]) -> tuple[dict[tuple[str, str], int], dict[str, int]]:
        """Which account holds which credential, and which address."""
        table = self.table
        holders = {credential: n for n in numbers for credential in table.credentials[n]}
        return holders, {table.emails[n]: n for n in numbers if table.emails[n] != NONE}

    def repeated(self, move: Move) -> Account | None:
        """The account after the same sign-in again; none if it is refused, or ends on another account."""
        attempt = move.attempt
        assert attempt is not None
        pointed = _pointed(attempt, *self._held(move.state[1]))
        if pointed != move.landed:
            return None
        step = self.table.sign_in(pointed, attempt)
        return step.result.account if step is not None and step.result.allowed else None


def _move(step: Step, state: State, pointed: int | None, others: list[int]) -> Move:
    """The state afterwards is what the other accounts are, and this one as it is now."""
    if step.after in (pointed, DELETED) and (pointed is None or step.after == pointed):
        return Move(step.text, step.attempt, state, step.result.allowed, step.broken, step.after)
    numbers = others if step.after == DELETED else [*others, step.after]
    after = (state[0], tuple(sorted(numbers)))
    return Move(step.text, step.attempt, after, step.result.allowed, step.broken, step.after)


def _pointed(
    attempt: Attempt, holders: dict[tuple[str, str], int], addresses: dict[str, int]
) -> int | None:
    """The account a sign-in points to: by credential, else by address (U4)."""
    if attempt.verb == "anonymous":
        return None
    name = attempt.assertion.provider if attempt.assertion else attempt.verb
    return holders.get((name, attempt.actor), addresses.get(attempt.address))
