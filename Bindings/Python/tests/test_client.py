"""Tests of the client with the real tool, and with correct and incorrect callers."""
from __future__ import annotations

import os
import pickle
import sys
import threading
import time
import unittest
import warnings
from collections import ChainMap, UserDict
from types import MappingProxyType

from support import TOOL, ClientTests, body, fake, outcome

from linkpolicy import Closed, Overloaded, PolicyRejected, RequestError, TimedOut, ToolEnded, TooManyRestarts
from linkpolicy.process import Client

ATTEMPT = {"action": "sign-in", "provider": "google.com", "subject": "g1"}
NOBODY = {"credential": None, "method": "enabled"}


class WithTheTool(ClientTests):
    def test_lookup_and_decision(self) -> None:
        with Client("firebase", tool=TOOL) as client:
            self.assertEqual(client.lookup(ATTEMPT)["credential"]["subject"], "g1")
            decision = client.decide(ATTEMPT, answers=NOBODY)
            self.assertEqual(decision["outcome"], "allowed")
            record = client.request({"decide": {
                "attempt": ATTEMPT, "answers": NOBODY, "record": {"time": "2026-01-01T00:00:00Z", "correlation": "r1"}}})
            self.assertIn("record", record)

    def test_requests_that_are_wrong(self) -> None:
        with Client("firebase", tool=TOOL) as client:
            with self.assertRaises(RequestError) as found:
                client.decide(ATTEMPT, answers={"method": "enabled"})
            self.assertEqual((found.exception.code, found.exception.question), ("unanswered", "credential"))
            for wrong in ({"action": "\ud800"}, {"action": 17}, {"action": "x" * 1_000_000}):
                with self.assertRaises(RequestError):
                    client.lookup({**ATTEMPT, **wrong})
            cycle: list[object] = []
            cycle.append(cycle)
            deep: object = None
            for _ in range(100_000):
                deep = [deep]
            for value in (float("nan"), float("-inf"), "x" * (16 << 20), b"bytes", {1}, object(), cycle, deep, {1: "a"}, {"a": 1j}):
                with self.subTest(str(type(value))), self.assertRaises(ValueError):
                    client.lookup({"action": value})
                with self.assertRaises(ValueError):
                    client.lookup({"action": [{"nested": value}]})
            for value in (None, [], 17):
                with self.assertRaises(ValueError):
                    client.submit(value)  # type: ignore[arg-type]
            for request in ({}, {"decide": {}, "lookup": {}}, {"id": 1, "lookup": {}}, {"lookup": None}):
                with self.assertRaises(ValueError):
                    client.submit(request)
            for line in (b"", b" \t\r", b"{}\n{}"):
                with self.assertRaises(ValueError):
                    client.submit_line(1, line)
            # The tool answers a line without a readable id with `null`; the next line has its own answer.
            broken = client.submit_line(77, b"nonsense")
            self.assertEqual(client.lookup(ATTEMPT)["credential"]["subject"], "g1")
            self.assertEqual(broken.result()["id"], None)

    def test_mappings(self) -> None:
        with Client("firebase", tool=TOOL) as client:
            body = MappingProxyType({"lookup": ChainMap({"attempt": MappingProxyType(ATTEMPT)})})
            self.assertEqual(client.request(body)["lookup"]["credential"]["subject"], "g1")
            self.assertEqual(client.decide(MappingProxyType(ATTEMPT), answers=UserDict(NOBODY))["outcome"], "allowed")

    def test_records(self) -> None:
        with Client("firebase", tool=TOOL, options=["--record"]) as client:
            asked = {"time": "2026-01-01T00:00:00Z", "correlation": "r1"}
            decision, record = client.decide_with_record(ATTEMPT, answers=NOBODY, record=asked)
            self.assertEqual((decision["outcome"], record["correlation"]), ("allowed", "r1"))
            with self.assertRaises(RequestError):
                client.decide(ATTEMPT, answers=NOBODY)
            with self.assertRaises(ValueError):
                client.decide_with_record(ATTEMPT, answers=NOBODY, record=None)  # type: ignore[arg-type]

    def test_policy_that_does_not_load(self) -> None:
        with Client("nowhere.yaml", tool=TOOL) as client:
            with self.assertRaises(PolicyRejected) as found:
                client.lookup(ATTEMPT)
            self.assertIn("there is no such file", found.exception.stderr)
        with Client("firebase", tool=TOOL, options=["--no-such-option"]) as client:
            with self.assertRaises(PolicyRejected) as found:
                client.lookup(ATTEMPT)
            self.assertEqual(found.exception.status, 2)

    def test_killed_while_idle(self) -> None:
        with Client("firebase", tool=TOOL) as client:
            for _ in range(3):
                self.assertEqual(client.lookup(ATTEMPT)["credential"]["subject"], "g1")
                pid = client.pid
                assert pid is not None
                os.kill(pid, 9)
                while client.pid == pid:
                    time.sleep(0.001)
            self.assertEqual(client.lookup(ATTEMPT)["credential"]["subject"], "g1")


class Options(ClientTests):
    def test_wrong_options(self) -> None:
        for options in (
                {"max_in_flight": 0}, {"timeout": -1}, {"timeout": float("nan")}, {"timeout": float("inf")}, {"restarts": -1},
                {"max_answer_bytes": 0}, {"stall": -1}, {"backoff": 1e9}):
            with self.subTest(options), self.assertRaises(ValueError):
                Client("firebase", **options)  # type: ignore[arg-type]
        with self.assertRaises(ValueError):
            Client("-")

    def test_room(self) -> None:
        with fake("silent", max_in_flight=10, wait=False) as client:
            for _ in range(10):
                client.submit(body("a"))
            with self.assertRaises(Overloaded):
                client.submit(body("a"))
            client.close(0)
        with fake("silent", max_in_flight=10) as client:
            for _ in range(10):
                client.submit(body("a"))
            started = time.monotonic()
            with self.assertRaises(Overloaded):
                client.submit(body("a"), timeout=0.2)
            self.assertGreater(time.monotonic() - started, 0.15)
            client.close(0)
        with fake("honest", max_in_flight=3) as client:
            ends = self.settled([client.submit(body(number)) for number in range(300)])
            self.assertEqual([end["lookup"]["subject"] for end in ends], [str(number) for number in range(300)])

    def test_request_that_waits_for_room_when_the_client_closes(self) -> None:
        client, ends = fake("silent", max_in_flight=1, timeout=None), []
        client.submit(body("a"))

        def wait() -> None:
            try:
                client.submit(body("b"))
            except Closed as error:
                ends.append(error)

        threads = [threading.Thread(target=wait) for _ in range(5)]
        for thread in threads:
            thread.start()
        time.sleep(0.1)
        client.close(0)
        for thread in threads:
            thread.join(5)
        self.assertEqual(len(ends), 5)

    def test_timeout_before_the_tool_has_started(self) -> None:
        with fake("exits", 1, restarts=5, backoff=5, max_backoff=5) as client:
            for _ in range(2):
                self.assertIs(type(outcome(client.submit(body("a")))), ToolEnded)
            ends = self.settled([client.submit(body("a"), timeout=0.05) for _ in range(10)])
            self.assertEqual({type(end) for end in ends}, {TimedOut})


class Callers(ClientTests):
    def test_threads(self) -> None:
        wrong = []
        with fake("honest", max_in_flight=20) as client:

            def ask(name: int) -> None:
                for number in range(100):
                    subject = f"{name}-{number}"
                    if client.request(body(subject))["lookup"] != {"subject": subject}:
                        wrong.append(subject)

            threads = [threading.Thread(target=ask, args=(name,)) for name in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(wrong, [])

    def test_closing_threads(self) -> None:
        client = fake("honest")
        futures = [client.submit(body(number)) for number in range(100)]
        threads = [threading.Thread(target=client.close) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.settled(futures)

    def test_cancelled_future(self) -> None:
        with fake("dribbles") as client:
            first, second, third = (client.submit(body(number)) for number in range(3))
            self.assertTrue(second.cancel())
            self.assertEqual(first.result()["lookup"], {"subject": "0"})
            self.assertEqual(third.result()["lookup"], {"subject": "2"})

    def test_callback(self) -> None:
        found = []
        with self.assertLogs("linkpolicy"), fake("honest", max_in_flight=1) as client:

            def again(_: object) -> None:
                # This callback runs on the client's thread, where it may send requests but must not wait for room.
                second = client.submit(body("second"))
                found.append(second)
                try:
                    client.submit(body("third"))
                except Overloaded as error:
                    found.append(error)
                raise SystemExit

            client.submit(body("first")).add_done_callback(again)
            while len(found) < 2:
                time.sleep(0.001)
            self.assertEqual(found[0].result(5)["lookup"], {"subject": "second"})
            self.assertEqual(client.request(body("last"))["lookup"], {"subject": "last"})

    def test_closed_by_a_callback(self) -> None:
        client, closed = fake("honest"), threading.Event()
        client.submit(body("first")).add_done_callback(lambda _: (client.close(), closed.set()))
        self.assertTrue(closed.wait(5))
        with self.assertRaises(Closed):
            client.submit(body("a"))

    def test_client_that_nobody_holds(self) -> None:
        client = fake("honest")
        client.request(body("a"))
        del client

    def test_client_that_asks_nothing(self) -> None:
        client = fake("honest")
        self.assertIsNone(client.pid)
        client.close()
        with self.assertRaises(Closed):
            client.submit(body("a"))

    def test_fork(self) -> None:
        with fake("honest") as client:
            futures = [client.submit(body(number)) for number in range(50)]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                child = os.fork()
            if child == 0:
                code = 1
                try:
                    code = 0 if client.request(body("child"))["lookup"] == {"subject": "child"} else 1
                    client.close()
                finally:
                    os._exit(code)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
            ends = self.settled(futures)
            self.assertEqual([end["lookup"]["subject"] for end in ends], [str(number) for number in range(50)])
            self.assertEqual(client.request(body("parent"))["lookup"], {"subject": "parent"})

    def test_errors_can_be_pickled(self) -> None:
        ended = ToolEnded("it ended", 3, "words")
        for error in (
                ended, TooManyRestarts(5, 60.0, 1.5, ended), Closed("closed"), TimedOut("late"),
                RequestError({"id": 1, "error": {"code": "malformed", "message": "no"}})):
            copied = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(copied), str(copied)), (type(error), str(error)))


if sys.version_info < (3, 9):
    sys.exit("the package needs Python 3.9")
if __name__ == "__main__":
    unittest.main()
