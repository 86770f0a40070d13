"""Runs `linkpolicy test` on a suite, and answers the tool's questions in this process."""
from __future__ import annotations

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Sequence

from ..process import Client
from .case import KEYS, Case, Factory, StepFailed
from .subject import Decides, PolicyUnderTest

__all__ = ["Result", "ToolMissing", "play"]

MakeDecider = Callable[[str], Decides]
_BRIDGE = Path(__file__).parent / "bridge.py"
# The maximum number of vectors to show, and of lines for each vector.
_SHOWN, _LINES = 10, 6


class ToolMissing(Exception):
    """The error if the program `linkpolicy`, which reads vectors and compares answers, cannot be run."""


@dataclass
class Result:
    """The result of playing vectors.

    Attributes:
        passed, failed, skipped, known, steps: the counts of `linkpolicy test`.
        compared: the number of steps after which rows were compared.
        played: the ids of the vectors that were played.
        findings: the steps with wrong answers and the writes with wrong rows, by vector.
        problem: the output of the tool if the tool could not play.
    """

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    known: int = 0
    steps: int = 0
    compared: int = 0
    played: set[str] = field(default_factory=set)
    findings: dict[str, list[str]] = field(default_factory=dict)
    problem: Optional[str] = None

    @property
    def text(self) -> str:
        """Returns the findings as lines."""
        lines = [] if self.problem is None else [self.problem]
        for vector, found in list(self.findings.items())[:_SHOWN]:
            lines += [vector, *(f"  {one}" for one in found[:_LINES])]
            lines += [f"  and {len(found) - _LINES} more"] if len(found) > _LINES else []
        if len(self.findings) > _SHOWN:
            lines.append(f"and {len(self.findings) - _SHOWN} more vectors")
        return "\n".join(lines)


def tool(name: Optional[str] = None) -> str:
    """Returns the path of the tool: the argument, the environment variable LINKPOLICY, or `linkpolicy` in the search path."""
    asked = name or os.environ.get("LINKPOLICY") or "linkpolicy"
    found = shutil.which(asked)
    if found is None:
        raise ToolMissing(
            f"there is no program `{asked}`: put `linkpolicy` into the path, or set the variable LINKPOLICY or `linkpolicy_tool`")
    return os.path.abspath(found)


def play(
    paths: Sequence[str], factory: Factory, *, program: Optional[str] = None, ids: Sequence[str] = (),
    keys: Optional[Sequence[str]] = None, decider: Optional[MakeDecider] = None, fail_fast: bool = False,
) -> Result:
    """Plays vectors, each on an empty subject.

    Args:
        paths: files or folders of vectors.
        factory: a function that creates an empty subject for each vector.
        program: the path of the tool.
        ids: the ids of the vectors to play; None for all vectors.
        keys: the keys of `expect` that a service supports; None for all keys.
        decider: a function that creates the policy from its text; by default, the policy is a `Client` of the tool.
        fail_fast: whether to stop at the first vector that fails.

    Raises:
        ToolMissing: the tool cannot be found.
    """
    path = tool(program)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="linkpolicy-")))
        listener = stack.enter_context(socket.socket(socket.AF_UNIX))
        listener.bind(str(folder / "socket"))
        listener.listen()
        listener.settimeout(0.05)
        runner = shlex.join([sys.executable, "-S", "-E", str(_BRIDGE), str(folder / "socket")])
        command = [path, "test", *paths, "--runner", "exec " + runner, "--format", "jsonl", "--timeout", "3600"]
        command += ["--fail-fast"] if fail_fast else []
        command += [word for id in ids for word in ("--id", id)]
        output, errors = stack.enter_context(open(folder / "out", "w+")), stack.enter_context(open(folder / "err", "w+"))
        server = _Server(factory, keys, decider or _client(path, folder, stack), folder)
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
        try:
            while process.poll() is None:
                try:
                    connection, _ = listener.accept()
                except TimeoutError:
                    continue
                except socket.timeout:  # Another class before Python 3.10.
                    continue
                with connection:
                    connection.settimeout(None)
                    server.serve(connection)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
        output.seek(0)
        errors.seek(0)
        return _result(output.read(), errors.read(), process.returncode, server, paths)


def _client(path: str, folder: Path, stack: ExitStack) -> MakeDecider:
    def made(text: str) -> Decides:
        file = folder / f"{len(list(folder.iterdir()))}.yaml"
        file.write_text(text, encoding="utf-8")
        return stack.enter_context(Client(file, tool=path))

    return made


class _Server:
    """A server for the lines of the runner protocol (Docs/Runner.md)."""

    def __init__(self, factory: Factory, keys: Optional[Sequence[str]], decider: MakeDecider, folder: Path) -> None:
        self._factory = factory
        self._keys = list(KEYS if keys is None else keys)
        self._decider = decider
        self._policies: dict[str, PolicyUnderTest] = {}
        self.findings: dict[str, list[str]] = {}
        self.compared = 0
        self.played: set[str] = set()

    def serve(self, connection: socket.socket) -> None:
        """Answers lines until the tool closes the connection."""
        with connection.makefile("rw", encoding="utf-8", newline="\n") as stream:
            for line in stream:
                answer = self._answer(json.loads(line))
                if answer is None:
                    return
                stream.write(json.dumps(answer) + "\n")
                stream.flush()

    def _answer(self, message: Mapping[str, Any]) -> Optional[dict[str, Any]]:
        if message["cmd"] == "hello":
            return {"protocol": 1, "implementation": "pytest", "version": "1", "language": "python", "keys": self._keys}
        if message["cmd"] == "policy":
            if message["name"] not in self._policies:
                decider = self._decider(message["text"])
                self._policies[message["name"]] = PolicyUnderTest(message["name"], message["text"], decider)
            return {"ok": True}
        if message["cmd"] == "run":
            return {"seq": message["seq"], "results": [self._play(message["policy"], one) for one in message["vectors"]]}
        return None

    def _play(self, policy: Optional[str], vector: Mapping[str, Any]) -> dict[str, Any]:
        id = vector["id"]
        if policy is None or "steps" not in vector:
            return {"id": id, "skipped": {"reason": "a text that must be rejected, without steps"}}
        self.played.add(id)
        try:
            subject = self._factory(self._policies[policy])
            try:
                case = Case(subject, vector, self._policies[policy])
                try:
                    return case.run()
                finally:
                    self.compared += case.compared
                    if case.findings:
                        self.findings[id] = case.findings
            finally:
                subject.close()
        except StepFailed as error:
            return {"id": id, "errored": {"message": str(error)}}
        except Exception as error:
            return {"id": id, "errored": {"message": f"{type(error).__name__}: {error}"}}


def _result(output: str, errors: str, code: int, server: _Server, paths: Sequence[str]) -> Result:
    result = Result(compared=server.compared, played=server.played)
    run: Optional[Mapping[str, Any]] = None
    places: dict[str, str] = {}
    for line in output.splitlines():
        entry = json.loads(line)
        if "case" in entry:
            case = entry["case"]
            place = f"{case['id']} at {case['file']}:{case['line']}"
            places[case["id"]] = place
            if case["verdict"] in ("failed", "errored"):
                result.findings[place] = [_mismatch(one) for one in case["mismatches"]]
                if case.get("reason"):
                    result.findings[place].append(case["reason"])
        elif "run" in entry:
            run = entry["run"]
    if run is not None:
        result.passed, result.failed, result.skipped = run["passed"], run["failed"], run["skipped"]
        result.known, result.steps = run["known"], run["steps"]
    for id, found in server.findings.items():
        known = places.get(id)
        place = known or (f"{id} in {paths[0]}" if len(paths) == 1 else id)
        if known is None:
            # The answers are right, but the rows are wrong.
            result.passed, result.failed = result.passed - 1, result.failed + 1
        result.findings[place] = found + result.findings.get(place, [])
    if code not in (0, 1) or run is None:
        result.problem = f"linkpolicy ended with {code}: {errors.strip() or output.strip()}"
    return result


def _mismatch(one: Mapping[str, Any]) -> str:
    place = "at the end" if one["step"] is None else f"step {one['step']}"
    return f"{place}: {one['key']}: expected {one['expected']}, got {one['got']}"
