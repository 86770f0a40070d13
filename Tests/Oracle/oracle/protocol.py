"""The oracle as another implementation: the runner protocol `linkpolicy-runner/1`."""

from __future__ import annotations

import json
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from typing import TextIO

from strict import json_value

from .answers import STEP_KEYS, result
from .bugs import hooks_of
from .hooks import Hooks
from .known import POLICIES
from .vectors import Json

WORTH_SHARING = 32
"""From so many vectors on, half of a batch goes to a second process."""
ENCODER = json.JSONEncoder(separators=(",", ":"))


def hello() -> Json:
    """Who answers, and what."""
    return {
        "protocol": 1,
        "implementation": "oracle",
        "version": "1",
        "language": "python",
        "keys": list(STEP_KEYS),
    }


def policy(command: Json) -> Json:
    """The oracle states the rules of Firebase, whatever the text of the policy says."""
    name = command.get("name")
    if name in POLICIES:
        return {"ok": True}
    return {"skipped": {"reason": f"the oracle states the rules of {' and '.join(POLICIES)} alone"}}


def results(vectors: list[Json], hooks: Hooks) -> str:
    """The results of vectors in JSON, separated by commas."""
    return ",".join(ENCODER.encode(result(vector, hooks)) for vector in vectors)


class Helper:
    """A second process, which answers half of each batch."""

    def __init__(self, bug: str | None) -> None:
        self._here, there = Pipe()
        self._process = Process(target=_help, args=(there, bug), daemon=True)
        self._process.start()
        there.close()

    def begin(self, vectors: list[Json]) -> None:
        """Starts on vectors; `finish` has the results."""
        self._here.send(vectors)

    def finish(self) -> str:
        """What `begin` was given has come to."""
        return str(self._here.recv())


def _help(connection: Connection, bug: str | None) -> None:
    hooks = hooks_of(bug)
    while True:
        try:
            vectors = connection.recv()
        except EOFError:
            return
        connection.send(results(vectors, hooks))


def serve(lines: TextIO, out: TextIO, bug: str | None) -> int:
    """Answers each line with a line, until `bye` or the end."""
    hooks = hooks_of(bug)
    helper = Helper(bug)
    for line in lines:
        try:
            command = json_value(line, "the line")
            if command["cmd"] == "bye":
                return 0
            text = _reply(command["cmd"], command, hooks, helper)
        except Exception as error:  # Whatever a line holds, the next one is to be answered.
            text = ENCODER.encode({"error": f"{type(error).__name__}: {error}"})
        out.write(text + "\n")
        out.flush()
    return 0


def _reply(name: str, command: Json, hooks: Hooks, helper: Helper) -> str:
    if name == "hello":
        return ENCODER.encode(hello())
    if name == "policy":
        return ENCODER.encode(policy(command))
    if name != "run":
        return ENCODER.encode({"error": f"unknown command {name}"})
    vectors = command.get("vectors", [])
    shared = vectors[len(vectors) // 2 :] if len(vectors) >= WORTH_SHARING else []
    if shared:
        helper.begin(shared)
    text = results(vectors[: len(vectors) - len(shared)], hooks)
    if shared:
        text += "," + helper.finish()
    return f'{{"seq":{json.dumps(command.get("seq"))},"results":[{text}]}}'
