"""Sequences over all actions: from every state that is reached, every attempt.

Breadth first, so that each state is reached by its shortest sequence. An attempt in a situation that an earlier
sequence has shown is left out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from oracle.vectors import Json, Player

from .probes import probes
from .sequence import Sequence
from .states import situation, state


@dataclass
class Cover:
    """A search from the empty store on, about one address."""

    own: str
    states: set[Hashable] = field(default_factory=set)
    situations: set[Hashable] = field(default_factory=set)
    frontier: list[Sequence] = field(default_factory=lambda: [Sequence(())])
    """The sequences to new states that nothing has been attempted after."""

    def after(self, sequence: Sequence) -> Iterator[Sequence]:
        """Every attempt after a sequence."""
        for step in probes(self.own, _play(sequence.inputs(), sequence)):
            if "attempt" in step:
                yield sequence.then(step)

    def round(self, keep_repeated: bool = False) -> Iterator[Sequence]:
        """One more step after every state of the frontier: the sequences whose last attempt shows something new,
        or all of them."""
        reached, self.frontier = self.frontier, []
        for sequence in reached:
            yield from self._after(sequence, keep_repeated)

    def _after(self, sequence: Sequence, keep_repeated: bool) -> Iterator[Sequence]:
        vector = sequence.inputs()
        for step in probes(self.own, _play(vector, sequence)):
            player = _play(vector, sequence)
            shown = situation(player, step)
            longer = sequence.then(step)
            player.step(len(longer.steps), step)
            reached = state(player)
            is_new_state = reached not in self.states
            if is_new_state:
                self.states.add(reached)
                self.frontier.append(longer)
            is_new = is_new_state or shown not in self.situations
            self.situations.add(shown)
            if "attempt" in step and (is_new or keep_repeated):
                yield longer


def _play(vector: Json, sequence: Sequence) -> Player:
    player = Player(vector)
    for number, step in enumerate(sequence.steps, 1):
        player.step(number, step)
    return player


def story(sequence: Sequence) -> str:
    """What kinds of steps a sequence has: two of one kind differ in providers, addresses and accounts alone."""
    return " ".join(_kind(step) for step in sequence.steps)


def _kind(step: Json) -> str:
    if "attempt" not in step:
        return "wait " + str(step["wait"])
    said = step["attempt"]
    under = "".join(step.get("settings", {})) + step.get("method", "")
    about = f"{step.get('as', '')}{step.get('code', '')}{step.get('target', '')}"
    return f"{said['action']}/{said.get('kind') or said.get('provider', '')}/{said.get('secret', '')}/{under}/{about}"
