"""What the vectors of the suite are chosen from: inputs, without answers."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from random import Random

from oracle.generator import sequence as random_sequence
from oracle.known import why_not
from oracle.vectors import Json, Player

from .canonical import inputs
from .families import FAMILIES
from .probes import probes
from .sequence import closed
from .variety import continued, varied

LONGEST = 5
"""So many attempts has a vector at most."""
ENDINGS = (3, 3, 2, 1)
"""How many steps are tried, each after the same sequence, by the number of its attempts less one."""
RANDOM = 40_000


def families() -> Iterator[Json]:
    """The sequences of the families, and before each what it begins with."""
    # A worker that took over the handler of the main process could be told to end while it waits for a lock, and never
    # end.
    with Pool(initializer=signal.signal, initargs=(signal.SIGTERM, signal.SIG_DFL)) as pool:
        for found in pool.imap(_family, range(len(FAMILIES))):
            yield from found


def _family(number: int) -> list[Json]:
    return [sequence.inputs() for sequence in closed(FAMILIES[number].sequences())]


def transitions(tool: str, scratch: Path) -> Iterator[Json]:
    """Sequences in which every row decides after every other that it can, as the tool finds them, and a step longer."""
    path = scratch / "transitions"
    command = [tool, "generate", "firebase", "--goal", "transitions", "--out", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    with path.open(encoding="utf-8") as lines:
        found = [inputs(json.loads(line)) for line in lines]
    path.unlink()
    with Pool(initializer=signal.signal, initargs=(signal.SIGTERM, signal.SIG_DFL)) as pool:
        for longer in pool.imap(_longer, found, chunksize=64):
            yield from longer


def attempts(vector: Json) -> list[Json]:
    """The attempts of a vector, in order."""
    return [step["attempt"] for step in vector["steps"] if "attempt" in step]


def _longer(vector: Json) -> list[Json]:
    """The sequence with one attempt more, a seeded choice of those that are worth taking then; itself if it is long."""
    if len(attempts(vector)) >= LONGEST:
        return [vector]
    player = Player(vector)
    for number, step in enumerate(vector["steps"], 1):
        player.step(number, step)
    own = next((said["email"] for said in attempts(vector) if "email" in said), "a@gmail.com")
    steps = [step for step in probes(own, player) if "attempt" in step]
    wanted = ENDINGS[len(attempts(vector)) - 1]
    chosen = Random(json.dumps(vector, sort_keys=True)).sample(steps, wanted)
    return [vector | {"steps": [*vector["steps"], step]} for step in chosen]


def at_random(seed: int) -> Iterator[Json]:
    """Seeded sequences of whatever can be attempted, those that are short enough."""
    for number in range(RANDOM):
        vector = inputs(random_sequence(seed, number))
        if len(attempts(vector)) <= LONGEST:
            yield vector


def pool(tool: str, seed: int, scratch: Path) -> Iterator[Json]:
    """Everything, in the order in which it is chosen from; what the oracle cannot answer is left out."""
    for source in (families(), transitions(tool, scratch), at_random(seed)):
        for vector in source:
            if why_not(vector) is None and 0 < len(attempts(vector)) <= LONGEST:
                yield continued(varied(vector), LONGEST)
