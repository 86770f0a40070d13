"""Tests of the library in the package, which `Tests/Gates/doors` runs in an environment that contains only the wheel."""
import gc
import hmac
import json
import os
import pickle
import threading
import time
import typing
import unittest
from array import array
from pathlib import Path
from types import MappingProxyType
from unittest import mock

import linkpolicy
from linkpolicy import Claims, Decision, InputError, InvalidPolicy, LinkPolicyError, Policy, _native, types

ATTEMPT = {"action": "sign-in", "provider": "google.com", "subject": "g1"}
NOBODY = {"credential": None, "method": "enabled"}
OURS = "linkpolicy: 1\nname: ours\nextends: firebase\n"
PLAIN = """linkpolicy: 1
name: plain
providers:
  own.example: {kind: federated}
decisions:
  sign-in.federated:
    rows:
      - {id: first, credential: known, refuse: no}
      - {id: rest, credential: {not: known}, refuse: no}
errors:
  no: {}
"""
TOKEN = json.dumps({
    "iss": "https://accounts.google.com", "aud": "app1", "sub": "g1", "exp": 100, "email": "Ada@Gmail.com", "email_verified": True})


class FakePath(type(Path())):
    """A system library, which has no path."""

    def exists(self):
        return True


def resident():
    """Returns the number of bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class PolicyTests(unittest.TestCase):
    def setUp(self):
        self.policy = Policy.shipped("firebase")

    def test_policies(self):
        self.assertEqual(self.policy.name, "firebase")
        self.assertEqual(len(self.policy.digest), 64)
        self.assertEqual(Policy.compile(OURS).name, "ours")
        self.assertEqual(Policy.compile(OURS.encode(), name="ours.yaml").name, "ours")
        for name in ("nobody", "", "firebase.yaml"):
            with self.assertRaises(ValueError):
                Policy.shipped(name)
        with self.assertRaises(ValueError):
            Policy.shipped("firebase\0")
        with self.assertRaises(InvalidPolicy) as caught:
            Policy.compile(OURS + "nonsense: 1\n", name="ours.yaml")
        finding = caught.exception.findings[0]
        self.assertEqual((finding["code"], finding["file"], finding["line"], finding["column"]), ("unknown-key", "ours.yaml", 4, 1))
        self.assertTrue(str(caught.exception).startswith("ours.yaml:4:1: error: "))
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).findings, caught.exception.findings)
        # The policy is used like a client of the tool, and other threads may still use the policy afterwards.
        with self.policy as entered:
            self.assertIs(entered, self.policy)
        self.assertTrue(self.policy.decide(ATTEMPT, answers=NOBODY).allowed)
        for image in (b"", b"junk", b"\xff" * 1000):
            with self.assertRaises(InvalidPolicy):
                Policy.load(image)
        with self.assertRaises(TypeError):
            pickle.dumps(self.policy)

    def test_decide(self):
        self.assertEqual(self.policy.lookup(ATTEMPT)["credential"]["subject"], "g1")
        decision = self.policy.decide(ATTEMPT, answers=NOBODY)
        self.assertIsInstance(decision, Decision)
        self.assertEqual((decision.outcome, decision.allowed, decision.error, decision.shown), ("allowed", True, None, None))
        self.assertEqual(decision.effects, ["create", "fill-profile", "sign-in"])
        self.assertEqual([write["write"] for write in decision.changes["writes"]], ["insert-account", "put-method", "open-session"])
        self.assertEqual(decision["row"], decision.row)
        self.assertIsNone(decision.record)
        with self.assertRaises(TypeError):
            bool(decision)
        self.assertEqual(set(self.policy.decide(ATTEMPT, answers=NOBODY, fields=["outcome", "effects"])), {"outcome", "effects"})
        self.assertIn("explanation", self.policy.decide(ATTEMPT, answers=NOBODY, explain=True))
        recorded = self.policy.decide(ATTEMPT, answers=NOBODY, record={"time": "t", "correlation": "c"})
        self.assertEqual(recorded.record["correlation"], "c")

    def test_records(self):
        known = {"credential": "u1", "method": "enabled", "accounts": [{
            "id": "u1", "email": None, "verified": False, "methods": [{"provider": "google.com", "subject": "g1"}], "state": "active",
            "version": 3}]}
        when, key = {"time": "t", "correlation": "c"}, b"not a key: 32 bytes of a manual."
        hashed = hmac.new(key, b"u1", "sha256").hexdigest()
        for policy, account in ((self.policy, {"id": "u1"}), (self.policy.recording(), {"id": "u1"}),
                                (self.policy.recording(key), {"keyed": hashed})):
            self.assertEqual(policy.decide(ATTEMPT, answers=known, record=when).record["account"], {**account, "version": 3})
            self.assertEqual(policy.digest, self.policy.digest)
        with self.assertRaises(InputError) as caught:
            self.policy.recording(key).decide(ATTEMPT, answers=known)
        self.assertEqual(caught.exception.code, "malformed")
        for wrong in (b"", key[:31], key * 2049):
            with self.assertRaises(ValueError):
                self.policy.recording(wrong)
        with self.assertRaises(TypeError):
            self.policy.recording(key.decode())

    def test_errors(self):
        with self.assertRaises(InputError) as caught:
            self.policy.decide(ATTEMPT, answers={"method": "enabled"})
        self.assertEqual((caught.exception.code, caught.exception.question, caught.exception.reason), ("unanswered", "credential", None))
        for attempt, code in (({"action": "fly"}, "not-offered"), ({}, "malformed"), ({"action": 1}, "malformed")):
            with self.assertRaises(InputError) as caught:
                self.policy.lookup(attempt)
            self.assertEqual(caught.exception.code, code)
        for value in (float("nan"), object(), {1: 2}):
            with self.assertRaises(ValueError):
                self.policy.lookup({"action": value})
        self.assertIn(b'"malformed"', self.policy.answer(b"\xff"))
        self.assertIn(b'"malformed"', self.policy.answer(b""))
        self.assertIn(b'"malformed"', self.policy.answer(b'{"a":"\0"}'))
        self.assertIn(b"longer than", self.policy.answer(b" " * (100 << 20)))

    def test_many(self):
        requests = [{"attempt": {**ATTEMPT, "subject": f"g{number}"}, "answers": NOBODY} for number in range(300)]
        requests[7] = {"attempt": ATTEMPT}
        results = self.policy.decide_many(requests)
        self.assertEqual(len(results), 300)
        self.assertIsInstance(results[7], InputError)
        for number, result in enumerate(results):
            if number != 7:
                self.assertEqual(result.changes["requires"][0]["credential"]["subject"], f"g{number}")
        self.assertEqual(self.policy.decide_many([]), [])

    def test_claims(self):
        claims = self.policy.claims("google", TOKEN, audiences=["app1"], time=50, nonce="not-sent")
        self.assertIsInstance(claims, Claims)
        self.assertEqual(claims.checked, ["issuer", "audience", "time"])
        attempt = claims.attempt("sign-in")
        self.assertEqual(attempt["addresses"], [{"email": "Ada@Gmail.com", "claims": {"email_verified": True}}])
        self.assertTrue(self.policy.decide(attempt, answers={**NOBODY, "addresses": [[]]}).allowed)
        with self.assertRaises(InputError) as caught:
            self.policy.claims("google", TOKEN.encode(), audiences=["app2"], nonce="not-sent")
        self.assertEqual((caught.exception.code, caught.exception.reason), ("claims", "audience"))

    def test_tables(self):
        table = self.policy.table("sign-in", "federated")
        row = {column.fact: column.values[0] for column in table.columns}
        rows = [{**row, fact: word} for fact, words in table.columns for word in words]
        by_rows = table.decide(rows)
        columns = {column.fact: [row[column.fact] for row in rows] for column in table.columns}
        self.assertEqual(table.decide(columns), by_rows)
        numbers = {column.fact: array("H", [column.values.index(row[column.fact]) for row in rows]) for column in table.columns}
        self.assertEqual(table.decide(numbers), by_rows)
        self.assertGreater(len({answer["row"]["id"] for answer in by_rows if answer.get("row")}), 1)
        self.assertEqual([table.answer(number) for number in table.numbers(numbers)], by_rows)
        self.assertEqual((table.decide([]), list(table.numbers([])), table.decide({fact: [] for fact in columns})), ([], [], []))
        # These rows are repeated, in another order, and mix numbers with words.
        again = [*reversed(rows), *rows, rows[1]]
        expected = [*reversed(by_rows), *by_rows, by_rows[1]]
        self.assertEqual(table.decide(again), expected)
        self.assertEqual([table.answer(number) for number in table.numbers(again)], expected)
        self.assertEqual(table.decide({**columns, table.columns[0].fact: numbers[table.columns[0].fact]}), by_rows)
        self.assertEqual(table.decide(tuple(MappingProxyType(row) for row in rows)), by_rows)
        fact = table.columns[0].fact
        with self.assertRaises(InputError):
            table.decide([{**row, fact: "nothing"}])
        with self.assertRaises(InputError):
            table.decide([{key: word for key, word in row.items() if key != fact}])
        with self.assertRaises(InputError):
            table.decide({**numbers, fact: array("H", [999] * len(rows))})
        for given in (numbers, columns):
            with self.assertRaises(ValueError):
                table.decide({**given, fact: given[fact][:1]})
        for word in (0, None):
            with self.assertRaises(InputError):
                table.decide([{**row, fact: word}])
        with self.assertRaises(InputError):
            table.decide({**numbers, fact: array("B", [0] * len(rows))})
        with self.assertRaises(InputError) as caught:
            table.decide({key: words for key, words in columns.items() if key != fact})
        self.assertEqual((caught.exception.code, fact in caught.exception.message), ("not-offered", True))
        for number in (2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 64, -1):
            with self.assertRaises(ValueError):
                table.answer(number)
        for number in ("0", 0.5, None):
            with self.assertRaises(TypeError):
                table.answer(number)
        for given in ([*rows, {**row, "credental": "new"}], {**columns, "credental": columns[fact]}, {**numbers, "credental": numbers[fact]}):
            with self.assertRaises(InputError) as caught:
                table.decide(given)
            self.assertIn("no fact `credental`", caught.exception.message)
        self.assertEqual(table.decide(one for one in rows), by_rows)
        for action, kind in (("fly", None), ("sign-in", "none")):
            with self.assertRaises(InputError):
                self.policy.table(action, kind)
        # One policy tests one fact, and the other policy tests no fact.
        for condition, words in (("credential: known, ", 4), ("", 0)):
            text = PLAIN if condition else PLAIN.replace("credential: known, ", "").replace("      - {id: rest, credential: {not: known}, refuse: no}\n", "")
            small = Policy.compile(text).table("sign-in", "federated")
            self.assertEqual(sum(len(column.values) for column in small.columns), words)
            rows_of_small = [{"credential": word} if condition else {} for word in ("known", "new", "known")]
            ids = [answer["row"]["id"] for answer in small.decide(rows_of_small)]
            self.assertEqual(ids, ["first", "rest", "first"] if words else ["first"] * 3)
        # The table outlives its policy.
        table = Policy.compile(OURS).table("sign-in", "federated")
        gc.collect()
        self.assertEqual(table.decide(rows)[0]["outcome"], by_rows[0]["outcome"])

    def test_columns_cannot_be_shortened_during_a_call(self):
        """Another thread runs during a call, because the call releases the interpreter lock."""
        library, table, tries = _native.library(), self.policy.table("sign-in", "federated"), []
        columns = {column.fact: array("H", [0] * 1000) for column in table.columns}

        class Interleaved:
            def __getattr__(self, name):
                return getattr(library, name)

            def lp_table_decide(self, *arguments):
                for column in columns.values():
                    try:
                        del column[10:]
                    except BufferError:
                        tries.append(1)
                return library.lp_table_decide(*arguments)

        with mock.patch.object(_native, "library", Interleaved):
            self.assertEqual(len(table.numbers(columns)), 1000)
        self.assertEqual(len(tries), len(columns))
        # After the call, the columns can change again.
        for column in columns.values():
            del column[10:]
        self.assertEqual(len(table.numbers(columns)), 10)

    def test_values_whose_length_is_wrong(self):
        class Long(array):
            def __len__(self):
                return 5_000_000

            def buffer_info(self):
                return 8, 5_000_000

        class LongBytes(bytes):
            def __len__(self):
                return 1 << 40

        table = self.policy.table("sign-in", "federated")
        expected = table.numbers({column.fact: array("H", [0] * 3) for column in table.columns})
        self.assertEqual(table.numbers({column.fact: Long("H", [0] * 3) for column in table.columns}), expected)
        for call in (Policy.load, Policy.compile):
            with self.assertRaises(InvalidPolicy):
                call(LongBytes(b"junk"))
        self.assertEqual(self.policy.answer(LongBytes(b"{}")), self.policy.answer(b"{}"))
        self.assertEqual(self.policy.answer_lines(LongBytes(b"{}\n")), self.policy.answer_lines(b"{}\n"))

    def test_wrong_types(self):
        table_of = self.policy.table
        calls = [
            lambda: self.policy.answer("{}"), lambda: self.policy.answer(None), lambda: self.policy.answer(bytearray(b"{}")),
            lambda: self.policy.answer_lines("{}"), lambda: Policy.load("image"), lambda: Policy.load(None), lambda: Policy.compile(None),
            lambda: Policy.compile(OURS, name=None), lambda: Policy.shipped(5), lambda: table_of(None), lambda: table_of("sign-in", 5),
            lambda: self.policy.claims("google", None), lambda: self.policy.claims("google", {"iss": "a"})]
        for number, call in enumerate(calls):
            with self.subTest(number), self.assertRaises(TypeError):
                call()
        with self.assertRaises(InputError) as caught:
            self.policy.claims("google", b'{"sub":"\xff"}', audiences=["app1"], nonce="not-sent")
        self.assertEqual((caught.exception.code, caught.exception.reason), ("claims", "malformed"))

    def test_a_path_that_is_not_the_library(self):
        for path, message in ((__file__, "not the library"), ("libc.so.6", "another library")):
            with self.assertRaisesRegex(ImportError, message):
                _native._load(FakePath(path))
        with self.assertRaisesRegex(ImportError, "is missing"):
            _native._load(Path("/no/such/library.so"))

    def test_too_many_policies(self):
        alive = [self.policy]
        with self.assertRaisesRegex(LinkPolicyError, "16384 policies"):
            while len(alive) <= 16_384:
                alive.append(Policy.shipped("hardened"))
        # Other tests of this process may hold policies too.
        self.assertGreater(len(alive), 16_000)
        alive.clear()
        self.assertEqual(Policy.shipped("hardened").name, "hardened")

    def test_an_interrupt_after_a_call_loses_nothing(self):
        """A signal handler raises an exception directly after the call of the library, before the next instruction."""
        library = _native.library()

        class Interrupted:
            def __init__(self, name):
                self.name = name

            def __getattr__(self, name):
                function = getattr(library, name)
                if name != self.name:
                    return function

                def call(*arguments):
                    function(*arguments)
                    raise KeyboardInterrupt

                return call

        line = json.dumps({"id": 1, "decide": {"attempt": ATTEMPT, "answers": NOBODY}}).encode() + b"\n"
        lines, most = line * 400, 16_500
        calls = [
            ("lp_answer_lines", 200, lambda: self.policy.answer_lines(lines)), ("lp_policy_shipped", most, lambda: Policy.shipped("hardened")),
            ("lp_policy_about", most, lambda: Policy.shipped("hardened")),
            ("lp_policy_recording", most, self.policy.recording), ("lp_table_columns", 2000, lambda: self.policy.table("reload"))]
        self.assertGreater(len(self.policy.answer_lines(lines)), 200_000)
        for name, repetitions, call in calls:
            before = resident()
            with mock.patch.object(_native, "library", lambda: Interrupted(name)):
                for _ in range(repetitions):
                    with self.assertRaises(KeyboardInterrupt):
                        call()
            self.assertLess(resident() - before, 20_000_000, name)
            self.assertEqual(Policy.shipped("hardened").name, "hardened")

    def test_types(self):
        for name in types.__all__:
            if isinstance(getattr(types, name), type):
                self.assertTrue(typing.get_type_hints(getattr(types, name)), name)
        # The attempt states no identifier, so the lookup asks for none.
        self.assertEqual(set(self.policy.lookup(ATTEMPT)), set(typing.get_type_hints(types.Lookup)) - {"identifiers"})
        decision = self.policy.decide(ATTEMPT, answers=NOBODY, explain=True, record={"time": "t", "correlation": "c"})
        self.assertLessEqual(set(decision), set(typing.get_type_hints(types.DecisionAnswer)))
        self.assertLessEqual(types.Record.__required_keys__, set(decision.record))
        self.assertLessEqual(set(decision.record), set(typing.get_type_hints(types.Record)))
        claims = self.policy.claims("google", TOKEN, audiences=["app1"], nonce="not-sent")
        self.assertEqual(set(claims._asdict()), set(typing.get_type_hints(types.ClaimsAnswer)))

    def test_policies_are_freed(self):
        # There are more iterations than handles.
        for _ in range(20_000):
            Policy.shipped("hardened")

    def test_the_lock_is_released(self):
        line = json.dumps({"id": 1, "decide": {"attempt": ATTEMPT, "answers": NOBODY}}).encode() + b"\n"
        lines, beats, is_over = line * 20_000, [], threading.Event()

        def beat():
            while not is_over.is_set():
                beats.append(1)
                time.sleep(0.001)

        thread = threading.Thread(target=beat)
        thread.start()
        before = len(beats)
        self.policy.answer_lines(lines)
        during = len(beats) - before
        is_over.set()
        thread.join()
        self.assertGreater(during, 10)

    def test_threads_and_forks(self):
        line = json.dumps({"id": 1, "decide": {"attempt": ATTEMPT, "answers": NOBODY}}).encode()
        expected, wrong, is_over = self.policy.answer(line), [], threading.Event()

        def work():
            while not is_over.is_set():
                if self.policy.answer(line) != expected:
                    wrong.append(1)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for _ in range(10):
            child = os.fork()
            if child == 0:
                # The fork happens during the calls of the other threads.
                os._exit(self.policy.answer(line) != expected or Policy.compile(OURS).answer(line) is None)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
        is_over.set()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_exports(self):
        for name in linkpolicy.__all__:
            self.assertTrue(hasattr(linkpolicy, name), name)


if __name__ == "__main__":
    unittest.main()
