"""The functions that the tests of the client share."""
from __future__ import annotations

import gc
import os
import shutil
import sys
import threading
import time
import unittest
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from linkpolicy import LinkPolicyError  # noqa: E402
from linkpolicy.process import Client  # noqa: E402

BINDINGS = Path(__file__).resolve().parents[2]
TOOL = os.environ.get("LINKPOLICY") or shutil.which("linkpolicy") or str(BINDINGS.parent / ".build/release/linkpolicy")
# A time limit in seconds that is longer than any test; a request that is not settled in this time will never be settled.
PATIENCE = 30


def fake(mode: str, argument: object = 0, **options: Any) -> Client:
    """Returns a client of a fake tool."""
    program = [sys.executable, "-I", "-S", str(BINDINGS / "Tests/tool.py"), mode, str(argument)]
    return Client("policy.yaml", **{"tool": program, "backoff": 0.0, **options})


def body(subject: object, verb: str = "lookup") -> dict[str, Any]:
    return {verb: {"attempt": {"action": "sign-in", "provider": "google.com", "subject": str(subject)}}}


def outcome(future: Future[dict[str, Any]]) -> dict[str, Any] | BaseException:
    """Returns the answer or the error of a future, which must end in time."""
    try:
        return future.result(PATIENCE)
    except LinkPolicyError as error:
        return error


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


def children() -> list[str]:
    """Returns the child processes of this process, including zombies."""
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else []:
        try:
            fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if fields[1] == str(os.getpid()):
            found.append(f"{name} {fields[0]}")
    return found


class ClientTests(unittest.TestCase):
    """The base class of the client's tests, each of which must leave no thread, descriptor or process behind."""

    def setUp(self) -> None:
        gc.collect()
        self.before = descriptors()

    def tearDown(self) -> None:
        gc.collect()
        end = time.monotonic() + 5
        while time.monotonic() < end and (children() or threading.active_count() > 1 or descriptors() > self.before):
            time.sleep(0.01)
        self.assertEqual(children(), [])
        self.assertEqual([thread.name for thread in threading.enumerate()], ["MainThread"])
        self.assertLessEqual(descriptors(), self.before)

    def settled(self, futures: list[Future[dict[str, Any]]]) -> list[dict[str, Any] | BaseException]:
        done, open = wait(futures, PATIENCE)
        self.assertEqual(len(open), 0, f"{len(open)} of {len(futures)} requests end in nothing")
        return [outcome(future) for future in futures]
