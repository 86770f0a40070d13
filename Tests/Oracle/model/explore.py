"""Every reachable state, breadth first, so that counterexamples are shortest."""

from __future__ import annotations

from typing import IO, NamedTuple

from . import text
from .accounts_table import AccountsTable
from .bounds import Bounds
from .invariants import REPEATED, differs_in_more_than_sessions, held_twice
from .moves import Moves
from .policy import Policy
from .providers import provider_classes
from .recovery import Recovery
from .state import ATTACKER, OWNER
from .successors import Move, State, Successors
from .switches import Switches


class Run(NamedTuple):
    """What one exploration came to."""

    domain: str
    providers: list[str]
    states: int
    transitions: int
    depth: int
    counterexamples: dict[str, list[str]]
    """The shortest for each invariant that fails."""


class Exploration:
    """One domain of the owner's address."""

    def __init__(self, policy: Policy, switches: Switches, domain: str, bounds: Bounds) -> None:
        self.starts_with = ATTACKER if switches.reassigned == "during" else OWNER
        self.domain = domain
        self.providers = provider_classes(policy, domain, switches)
        self.table = AccountsTable(policy, switches, Moves(switches, self.providers), bounds)
        self.successors = Successors(self.table, bounds)
        self.recovery = Recovery(self.table, self.successors)
        self.came_from: dict[State, tuple[State, str] | None] = {}
        self.counterexamples: dict[str, list[str]] = {}
        self.transitions = 0

    def run(self, transitions: IO[str] | None) -> Run:
        """Explores to the end. A state in which an invariant of states fails is not expanded."""
        start: State = (self.starts_with, ())
        self.came_from[start] = None
        self._examine(start)
        level, depth = [start], 0
        while level:
            following: list[State] = []
            for state in level:
                if not self._is_broken(state):
                    self._expand(state, following, transitions)
            level = following
            depth += 1 if level else 0
        providers = list(self.providers)
        states = len(self.came_from)
        return Run(self.domain, providers, states, self.transitions, depth, self.counterexamples)

    def _expand(self, state: State, following: list[State], transitions: IO[str] | None) -> None:
        if state[0] == OWNER and "I9" not in self.counterexamples and not self.recovery.is_possible(state):
            self._fails("I9", state)
        written: set[tuple[str, State]] = set()
        for move in self.successors.of(state):
            self.transitions += 1
            self._examine_move(state, move)
            if move.state == state:
                continue
            if move.state not in self.came_from:
                self.came_from[move.state] = (state, move.text)
                self._examine(move.state)
                following.append(move.state)
            written.add((move.text, move.state))
        if transitions is not None:
            self._write(state, written, transitions)

    def _examine_move(self, state: State, move: Move) -> None:
        """Asks a move what fails by it."""
        for name in move.broken:
            self._fails(name, state, move.text)
        if move.is_allowed and move.attempt is not None and move.attempt.verb in REPEATED:
            again = self.successors.repeated(move)
            if again is None or differs_in_more_than_sessions(self.table.accounts[move.landed], again):
                self._fails("I13", state, move.text)

    def _examine(self, state: State) -> None:
        """Asks a new state what fails in it."""
        owner, numbers = state
        for number in numbers:
            for name in self.table.broken(number, owner):
                self._fails(name, state)
        if self._held_twice(numbers):
            self._fails("I5", state)

    def _is_broken(self, state: State) -> bool:
        owner, numbers = state
        return any(self.table.broken(n, owner) for n in numbers) or self._held_twice(numbers)

    def _held_twice(self, numbers: tuple[int, ...]) -> bool:
        return held_twice([self.table.emails[n] for n in numbers])

    def _fails(self, name: str, state: State, last: str | None = None) -> None:
        if name in self.counterexamples:
            return
        moves = [] if last is None else [last]
        step = self.came_from[state]
        while step is not None:
            moves.append(step[1])
            step = self.came_from[step[0]]
        self.counterexamples[name] = moves[::-1]

    def _write(self, state: State, written: set[tuple[str, State]], transitions: IO[str]) -> None:
        source = self._text(state)
        for words, after in sorted(written):
            # Nothing in these texts needs escaping in JSON.
            transitions.write(f'["{self.domain}","{source}","{words}","{self._text(after)}"]\n')

    def _text(self, state: State) -> str:
        return text.of_state(state[0], (self.table.texts[n] for n in state[1]))
