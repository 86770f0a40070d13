"""What the client does when the tool does wrong."""
from __future__ import annotations

import os
import sys
import tempfile
import time
import unittest
from pathlib import Path

from support import BINDINGS, ClientTests, body, fake, outcome

from linkpolicy import (
    Closed, PolicyRejected, ProtocolFault, StartFailed, TimedOut, ToolEnded, TooManyRestarts)
from linkpolicy.process import Client

# The tool answers the first of two requests, and then does wrong.
SECOND_IS_WRONG = [
    "twice", "unknown", "text-id", "true-id", "no-id", "null-id", "garbage", "empty", "array", "null", "no-verb", "other-verb",
    "odd-error", "not-utf-8", "deep", "two-in-one", "endless"]


class WrongAnswers(ClientTests):
    def test_second_answer(self) -> None:
        for mode in SECOND_IS_WRONG:
            with self.subTest(mode), fake(mode, max_answer_bytes=1_000_000) as client:
                first, second = self.settled([client.submit(body("a")), client.submit(body("b"))])
                self.assertEqual(first, {"id": 1, "lookup": {"subject": "a"}})
                self.assertIs(type(second), ProtocolFault)

    def test_answers_out_of_order(self) -> None:
        with fake("swapped") as client:
            for error in self.settled([client.submit(body("a")), client.submit(body("b"))]):
                self.assertIs(type(error), ProtocolFault)

    def test_line_before_a_request(self) -> None:
        for mode in ("banner", "unasked"):
            with self.subTest(mode), fake(mode) as client:
                error = outcome(client.submit(body("a", "decide")))
                self.assertIs(type(error), ProtocolFault)

    def test_answer_too_many(self) -> None:
        with fake("more") as client:
            first, second = self.settled([client.submit(body("a")), client.submit(body("b"))])
            self.assertEqual([first["lookup"], second["lookup"]], [{"subject": "a"}, {"subject": "b"}])
            # The third answer ends this tool; the next requests have another one.
            first, second = self.settled([client.submit(body("c")), client.submit(body("d"))])
            self.assertTrue(isinstance(first, ProtocolFault) or first["lookup"] == {"subject": "c"})
            self.assertTrue(isinstance(second, ProtocolFault) or second["lookup"] == {"subject": "d"})

    def test_half_an_answer(self) -> None:
        answers = '{"id":1,"lookup":{"subject":"ä"}}\n{"id":2,"error":{"code":"malformed","message":"naïve \\ud83d"}}\n'
        data = answers.encode()
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            for length in range(len(data) + 1):
                tool = [str(BINDINGS / "Tests/half"), str(length), file.name]
                with self.subTest(length), Client("policy.yaml", tool=tool) as client:
                    futures = [client.submit_line(1, b'{"id":1}'), client.submit_line(2, b'{"id":2}')]
                    ends = self.settled(futures)
                whole = data[:length].count(b"\n")
                self.assertEqual([isinstance(end, dict) for end in ends], [place < whole for place in range(2)])
                for end in ends[whole:]:
                    self.assertIs(type(end), ToolEnded)
                    self.assertEqual(end.status, 0)
                    self.assertEqual("in the middle" in str(end), not (b"\n" + data[:length]).endswith(b"\n"))


class SlowAndLoud(ClientTests):
    def test_long_answer(self) -> None:
        with fake("huge", 8_000_000) as client:
            self.assertEqual(len(client.request(body("a"))["more"]), 8_000_000)

    def test_byte_by_byte(self) -> None:
        with fake("dribbles") as client:
            self.assertEqual(client.request(body("a"))["lookup"], {"subject": "a"})

    def test_flood_of_errors(self) -> None:
        with fake("floods") as client:
            ends = self.settled([client.submit(body(number)) for number in range(10)])
            self.assertEqual([end["lookup"]["subject"] for end in ends], [str(number) for number in range(10)])

    def test_no_answer(self) -> None:
        with fake("silent") as client:
            started = time.monotonic()
            ends = self.settled([client.submit(body(number), timeout=0.1) for number in range(100)])
            self.assertEqual({type(end) for end in ends}, {TimedOut})
            self.assertTrue(all(isinstance(end, TimeoutError) for end in ends))
            self.assertLess(time.monotonic() - started, 5)
            client.close(0)

    def test_stall(self) -> None:
        with fake("silent", stall=0.2, timeout=None) as client:
            ends = self.settled([client.submit(body(number)) for number in range(10)])
            self.assertEqual({type(end) for end in ends}, {ToolEnded})
            self.assertIn("no answer for 0.2 s", str(ends[0]))
            self.assertEqual(ends[0].status, -9)

    def test_answer_after_its_timeout(self) -> None:
        with fake("dribbles") as client:
            late = client.submit(body("late"), timeout=0.01)
            self.assertEqual(client.request(body("next"))["lookup"], {"subject": "next"})
            self.assertIs(type(outcome(late)), TimedOut)

    def test_tool_that_reads_nothing(self) -> None:
        with fake("reads-nothing", timeout=0.5) as client:
            started = time.monotonic()
            futures = [client.submit(body("x" * 100_000)) for _ in range(50)]
            self.assertLess(time.monotonic() - started, 5, "a caller waits for the pipe")
            self.assertEqual({type(end) for end in self.settled(futures)}, {TimedOut})
            client.close(0)


class Ends(ClientTests):
    def test_closed_pipes(self) -> None:
        for mode in ("closes-input", "closes-output"):
            with self.subTest(mode), fake(mode) as client:
                time.sleep(0.1)
                ends = self.settled([client.submit(body("x" * 100_000)) for _ in range(20)])
                self.assertEqual({type(end) for end in ends}, {ToolEnded})

    def test_orphan_that_holds_the_pipes(self) -> None:
        with fake("orphan", 2) as client:
            started = time.monotonic()
            end = outcome(client.submit(body("a"), timeout=20))
            # Nothing but the end of the pipes, or time, shows that the tool has ended.
            self.assertIsInstance(end, ToolEnded)
            self.assertEqual(end.status, 7)
            self.assertLess(time.monotonic() - started, 10)

    def test_restarts(self) -> None:
        for mode, argument, error in (("exits", 0, ToolEnded), ("exits", 5, ToolEnded)):
            with self.subTest(argument), starts() as count, fake(mode, argument, restarts=3) as client:
                ends = [outcome(client.submit(body("a"))) for _ in range(20)]
                self.assertEqual([type(end) for end in ends[:4]], [error] * 4)
                self.assertEqual({type(end) for end in ends[4:]}, {TooManyRestarts})
                self.assertEqual(count(), 4)
                self.assertEqual(ends[-1].last.status, argument)
                self.assertGreater(ends[-1].retry_after, 0)
                client.reset()
                self.assertIs(type(outcome(client.submit(body("a")))), error)

    def test_restarts_after_the_window(self) -> None:
        with starts() as count, fake("exits", 1, restarts=0, window=0.5) as client:
            self.assertIs(type(outcome(client.submit(body("a")))), ToolEnded)
            self.assertIs(type(outcome(client.submit(body("a")))), TooManyRestarts)
            time.sleep(0.6)
            self.assertIs(type(outcome(client.submit(body("a")))), ToolEnded)
            self.assertEqual(count(), 2)

    def test_backoff(self) -> None:
        with fake("exits", 1, restarts=4, backoff=0.2, max_backoff=0.3) as client:
            started = time.monotonic()
            for _ in range(5):
                self.assertIs(type(outcome(client.submit(body("a")))), ToolEnded)
            # None before the first restart, then 0.2, 0.3 and 0.3 seconds.
            self.assertGreater(time.monotonic() - started, 0.8)

    def test_policy_that_does_not_load(self) -> None:
        for mode, argument in (("rejects", 0), ("exits", 3), ("exits", 2)):
            with self.subTest(mode), starts() as count, fake(mode, argument) as client:
                ends = self.settled([client.submit(body(number)) for number in range(1)])
                self.assertEqual({type(end) for end in ends}, {PolicyRejected})
                if mode == "rejects":
                    self.assertTrue(ends[0].stderr.endswith("policy.yaml:1:1: error: nö\n"))
                    self.assertLessEqual(len(ends[0].stderr), 8 << 10)
                for _ in range(5):
                    with self.assertRaises(PolicyRejected):
                        client.request(body("a"))
                self.assertEqual(count(), 1)
                client.reset()
                self.assertIs(type(outcome(client.submit(body("a")))), PolicyRejected)
                self.assertEqual(count(), 2)

    def test_exit_code_3_after_an_answer(self) -> None:
        with fake("dies-after", 1) as client:
            first, second = self.settled([client.submit(body("a")), client.submit(body("b"))])
            self.assertEqual(first["lookup"], {"subject": "a"})
            self.assertIs(type(second), ToolEnded)
            self.assertEqual(client.request(body("c"))["lookup"], {"subject": "c"})

    def test_program_that_cannot_be_started(self) -> None:
        for tool in ("/nowhere/linkpolicy", "/", str(Path(__file__)), "", "a\0b"):
            with self.subTest(tool), Client("policy.yaml", tool=tool) as client:
                self.assertIs(type(outcome(client.submit(body("a")))), StartFailed)

    def test_close(self) -> None:
        for mode in ("silent", "stays", "reads-nothing"):
            with self.subTest(mode):
                client = fake(mode)
                futures = [client.submit(body(number)) for number in range(100)]
                started = time.monotonic()
                client.close(0.1)
                client.close()
                self.assertLess(time.monotonic() - started, 5)
                for end in self.settled(futures):
                    self.assertTrue(isinstance(end, (Closed, dict)))
                with self.assertRaises(Closed):
                    client.submit(body("a"))

    def test_close_lets_requests_end(self) -> None:
        client = fake("honest")
        futures = [client.submit(body(number)) for number in range(500)]
        time.sleep(0.3)
        client.close()
        ends = self.settled(futures)
        self.assertEqual([end["lookup"]["subject"] for end in ends], [str(number) for number in range(500)])


class starts:
    """Counts how often false tools are started."""

    def __enter__(self):  # type: ignore[no-untyped-def]
        self.file = tempfile.NamedTemporaryFile()
        os.environ["STARTS"] = self.file.name
        return lambda: os.path.getsize(self.file.name)

    def __exit__(self, *_: object) -> None:
        del os.environ["STARTS"]
        self.file.close()


if __name__ == "__main__":
    unittest.main()
