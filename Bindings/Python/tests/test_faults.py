"""Tests of the client with a tool that misbehaves."""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from support import BINDINGS, ClientTests, body, fake, outcome

from linkpolicy import _loop
from linkpolicy import (
    Closed, PolicyRejected, ProtocolFault, StartFailed, TimedOut, ToolEnded, TooManyRestarts)
from linkpolicy.process import Client

# In these modes, the tool answers the first of two requests, and then misbehaves.
SECOND_IS_WRONG = [
    "twice", "unknown", "text-id", "true-id", "no-id", "null-id", "garbage", "empty", "array", "null", "no-verb", "other-verb",
    "odd-error", "null-error", "both", "odd-question", "mark", "nan", "not-utf-8", "deep", "two-in-one", "endless"]


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
            # The third answer ends this tool; the next requests start another tool.
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


class MalformedAnswers(ClientTests):
    def test_next_request_has_another_tool(self) -> None:
        with fake("null-error") as client:
            for _ in range(2):
                first, second = self.settled([client.submit(body("a")), client.submit(body("b"))])
                self.assertEqual(first["lookup"], {"subject": "a"})
                self.assertIs(type(second), ProtocolFault)

    def test_thread_that_fails_leaves_no_future(self) -> None:
        with fake("silent") as client, self.assertLogs("linkpolicy"):
            futures = [client.submit(body(number)) for number in range(10)]
            with mock.patch.object(client._loop, "_wait", side_effect=MemoryError("no memory")):
                futures.append(client.submit(body("last"), timeout=0.01))
                ends = self.settled(futures)
            self.assertLessEqual({type(end) for end in ends}, {ToolEnded, TimedOut})
            self.assertIs(type(ends[0]), ToolEnded)
            with self.assertRaisesRegex(ToolEnded, "no memory"):
                client.submit(body("a"))

    def test_failure_while_answers_are_taken(self) -> None:
        """An answered request ends in its answer, and the other requests end in an error."""
        with fake("honest") as client, self.assertLogs("linkpolicy"):
            problem, calls = _loop._problem, []

            def fails(answer: object, entry: object) -> object:
                calls.append(answer)
                if len(calls) == 3:
                    raise ZeroDivisionError
                return problem(answer, entry)  # type: ignore[arg-type]

            with mock.patch.object(_loop, "_problem", fails):
                ends = self.settled([client.submit(body(number)) for number in range(5)])
            self.assertEqual([type(end) for end in ends], [dict, dict, ToolEnded, ToolEnded, ToolEnded])

    def test_limit_holds_for_whole_lines(self) -> None:
        with fake("huge", 5000, max_answer_bytes=1000) as client:
            self.assertIs(type(outcome(client.submit(body("a")))), ProtocolFault)
        with fake("honest") as client:
            size = len(b'{"id": 1, "lookup": {"subject": "a"}}')
        for limit, kind in ((size, dict), (size - 1, ProtocolFault)):
            with fake("honest", max_answer_bytes=limit) as client:
                self.assertIs(type(outcome(client.submit(body("a")))), kind)


class SlowAndLoud(ClientTests):
    def test_bytes_without_a_line_feed_are_no_progress(self) -> None:
        with fake("trickles", stall=0.3, timeout=None) as client:
            started = time.monotonic()
            self.assertIs(type(outcome(client.submit(body("a")))), ToolEnded)
            self.assertLess(time.monotonic() - started, 20)

    def test_requests_that_timed_out_free_their_room(self) -> None:
        with fake("trickles", stall=0.3, max_in_flight=2, restarts=1) as client:
            ends = self.settled([client.submit(body("a"), timeout=0.1) for _ in range(2)])
            self.assertEqual({type(end) for end in ends}, {TimedOut})
            self.assertIs(type(outcome(client.submit(body("b"), timeout=5))), ToolEnded)

    def test_answer_that_waits_in_the_pipe(self) -> None:
        with fake("takes", 0.2, stall=0.6, timeout=None) as client:
            first, second = client.submit(body("a")), client.submit(body("b"))
            first.add_done_callback(lambda _: time.sleep(1))
            self.assertEqual([end["lookup"]["subject"] for end in self.settled([first, second])], ["a", "b"])

    def test_process_that_did_not_run(self) -> None:
        """The time of `stall` has passed, but the answer is already in the pipe."""
        with fake("honest", stall=0.5, timeout=None) as client:
            wait = client._loop._wait

            def late(seconds: float | None) -> None:
                if client._loop._child is not None and client._loop._child.owed:
                    client._loop._wait = wait  # type: ignore[method-assign]
                    time.sleep(1)
                    return
                wait(seconds)

            client._loop._wait = late  # type: ignore[method-assign]
            self.assertEqual(client.request(body("a"))["lookup"], {"subject": "a"})

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
    def test_default_action_of_sigpipe(self) -> None:
        program = (
            "import signal, sys, time; signal.signal(signal.SIGPIPE, signal.SIG_DFL); sys.path[:0] = sys.argv[1:3]\n"
            "from support import body, fake, outcome\n"
            "client = fake('closes-input')\n"
            "time.sleep(0.3)\n"
            "ends = [outcome(client.submit(body('x' * 100_000))) for _ in range(3)]\n"
            "client.close(0)\n"
            "blocked = signal.SIGPIPE in signal.pthread_sigmask(signal.SIG_BLOCK, ())\n"
            "print({type(end).__name__ for end in ends}, blocked, signal.sigpending())\n")
        words = [sys.executable, "-c", program, str(BINDINGS / "Python"), str(BINDINGS / "Python/tests")]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stdout), (0, "{'ToolEnded'} False set()\n"), ended.stderr)

    def test_requests_that_time_out_before_a_start_free_their_lines(self) -> None:
        with fake("exits", 1, restarts=5, backoff=60, max_backoff=60, max_in_flight=4) as client:
            for _ in range(2):
                outcome(client.submit(body("a")))
            for _ in range(5):
                self.settled([client.submit(body("x" * 100_000), timeout=0.01) for _ in range(4)])
            self.assertEqual(len(client._loop._queue), 0)
            self.assertEqual({len(timer[2].line) for timer in client._loop._timers}, {0} if client._loop._timers else set())
            client.close(0)

    def test_no_descriptors_and_no_threads(self) -> None:
        for name, error in (("os.pipe", OSError(24, "no descriptors")), ("threading.Thread.start", RuntimeError("no threads"))):
            with self.subTest(name), fake("honest") as client:
                with mock.patch(name, side_effect=error), self.assertRaises(StartFailed):
                    client.submit(body("a"))
                self.assertEqual(client.request(body("b"))["lookup"], {"subject": "b"})

    def test_close_while_the_tool_starts(self) -> None:
        for mode in ("honest", "starts-slowly"):
            with self.subTest(mode):
                with fake(mode) as client:
                    futures = [client.submit(body(number)) for number in range(20)]
                self.assertEqual([end["lookup"]["subject"] for end in self.settled(futures)], [str(number) for number in range(20)])

    def test_close_in_a_pause_before_a_start(self) -> None:
        with starts(), fake("exits-once", 2, backoff=0.3) as client:
            for _ in range(2):
                self.assertIs(type(outcome(client.submit(body("a")))), ToolEnded)
            future = client.submit(body("b"))
            client.close()
            self.assertEqual(outcome(future)["lookup"], {"subject": "b"})

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
            # Only the end of the pipes, or the passed time, shows that the tool has ended.
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
            # There is no pause before the first restart; the next pauses are 0.2, 0.3 and 0.3 seconds.
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
    """Counts the starts of fake tools."""

    def __enter__(self):  # type: ignore[no-untyped-def]
        self.file = tempfile.NamedTemporaryFile()
        os.environ["STARTS"] = self.file.name
        return lambda: os.path.getsize(self.file.name)

    def __exit__(self, *_: object) -> None:
        del os.environ["STARTS"]
        self.file.close()


if __name__ == "__main__":
    unittest.main()
