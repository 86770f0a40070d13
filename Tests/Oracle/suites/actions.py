"""The families that come from a search over all actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from .cover import Cover, story
from .sequence import Sequence

STATES_ALIKE = 3
"""So many states whose sequences are of one kind are gone on from."""


def one_and_two_steps(own: str, longest: int) -> Iterator[Sequence]:
    """Every attempt from every state that one step reaches, where the vector is not too long."""
    cover = Cover(own)
    for _ in range(2):
        for sequence in cover.round():
            if sequence.size <= longest:
                yield sequence


def three_steps(own: str, longest: int) -> Iterator[Sequence]:
    """One more step, from a choice of the states that two reach: one sequence of each kind."""
    cover = Cover(own)
    for _ in range(2):
        for _ in cover.round():
            pass
    alike: Counter[str] = Counter()
    endings: set[str] = set()
    for reached in cover.frontier:
        kind = story(reached)
        alike[kind] += 1
        if alike[kind] > STATES_ALIKE or any("settings" in step for step in reached.steps):
            continue
        for sequence in cover.after(reached):
            if sequence.length > longest:
                continue
            line = sequence.line
            ending = story(sequence) + line[line.rindex('"expect"') : line.rindex('"accounts"')]
            if sequence.size <= longest and ending not in endings:
                endings.add(ending)
                yield sequence


def further(own: str, seed: int) -> Iterator[Sequence]:
    """Without an end: everything that three steps do, then four, and so on, the states in a seeded order."""
    cover = Cover(own)
    random = Random(f"{seed}/{own}")
    while cover.frontier:
        random.shuffle(cover.frontier)
        yield from cover.round(keep_repeated=True)
