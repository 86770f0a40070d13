"""Tests that bad input and unusual callers of the library get the answers that Docs/Protocol.md and linkpolicy.h define."""
import json
import multiprocessing
import os
import threading
import unittest
from array import array

from linkpolicy import Decision, InputError, InvalidPolicy, Policy

ATTEMPT = {"action": "sign-in", "provider": "google.com", "subject": "g1"}
NOBODY = {"credential": None, "method": "enabled"}
OURS = "linkpolicy: 1\nname: ours\nextends: firebase\n"
LOOKUP = b'"lookup":{"attempt":{"action":"sign-in","provider":"google.com","subject":"g1"}}'


def is_right(_=None):
    """Returns whether a policy of this process answers and the compiler works."""
    return Policy.shipped("firebase").decide(ATTEMPT, answers=NOBODY).allowed and Policy.compile(OURS).name == "ours"


def forked(depth):
    """Returns whether a child process and its own child processes get answers."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(not (is_right() and (depth == 0 or forked(depth - 1))))
        finally:
            os._exit(2)
    return os.waitpid(child, 0)[1] == 0


class BadInputTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.policy = Policy.shipped("firebase")

    def test_ids_are_repeated(self):
        for id in (b"1.50e+2", b"9" * 100, b"-0", b"1e999999", b'"\\u0041\\/"', b'"\\u0000"', b'"\\ud83d\\ude00"', b'"' + b"a" * 9999 + b'"'):
            self.assertTrue(self.policy.answer(b'{"id":' + id + b"," + LOOKUP + b"}").startswith(b'{"id":' + id + b',"lookup":'), id)

    def test_lines_that_are_not_requests(self):
        line = b'{"id":1,' + LOOKUP + b"}"
        wrong = [
            b"", b"\n", b"\xef\xbb\xbf" + line, line[:-1] + b",}", line + line, line + b"\0", line + b"\x0b", line.decode().encode("utf-16"),
            b"[" * 100_000, b'{"a":' * 100_000, b'{"id":1,"id":1,' + LOOKUP + b"}", b'{"id":1,"\\u0069d":1,' + LOOKUP + b"}",
            b'{"id":1,"__proto__":{},' + LOOKUP + b"}", b'{"id":1,' + LOOKUP + b',"decide":{}}', b'{"id":1}']
        wrong += [b'{"id":' + id + b"," + LOOKUP + b"}" for id in (
            b'"\\ud800"', b"true", b"01", b".5", b"-", b"{}", b"[1]", b'"\xc0\x80"', b'"\xed\xa0\x80"')]
        for one in wrong:
            self.assertEqual(json.loads(self.policy.answer(one))["error"]["code"], "malformed", one[:80])
        self.assertEqual(self.policy.answer(b" \t" + line + b"\r\n"), self.policy.answer(line))
        self.assertEqual(self.policy.answer_lines(b"\r\n \t\n" + line + b"\r\n" + line), self.policy.answer(line) * 2)

    def test_left_out_members(self):
        account = {
            "id": "u1", "email": None, "verified": False, "methods": [{"provider": "google.com", "subject": "g1"}],
            "state": "disabled", "version": 2**53 - 1}
        answers = {"credential": "u1", "method": "enabled", "accounts": [account]}
        only_effects = self.policy.decide(ATTEMPT, answers=answers, fields=["effects"])
        only_outcome = self.policy.decide(ATTEMPT, answers=answers, fields=["outcome"])
        self.assertEqual((only_effects.effects, only_outcome.error, only_outcome.shown), ([], "user-disabled", None))
        for decision, names in ((only_effects, ("allowed", "outcome", "error", "shown", "row")), (only_outcome, ("effects", "changes", "row"))):
            for name in names:
                with self.assertRaises(KeyError, msg=name):
                    getattr(decision, name)
        for version in (2**53, 2**53 + 1, 2**64, 10**400, -1, 3.0, True, "3"):
            with self.assertRaises(InputError) as caught:
                self.policy.decide(ATTEMPT, answers={**answers, "accounts": [{**account, "version": version}]})
            self.assertEqual(caught.exception.code, "malformed")
        for fields in ([], ["record"], ["outcome", "x"], "outcome", [None]):
            with self.assertRaises(InputError):
                self.policy.decide(ATTEMPT, answers=NOBODY, fields=fields)

    def test_many_that_are_wrong(self):
        long = {"attempt": {**ATTEMPT, "subject": "x" * (17 << 20)}, "answers": NOBODY}
        good = {"attempt": {**ATTEMPT, "subject": "a\nb\r\u2028"}, "answers": NOBODY}
        half = {"attempt": {**ATTEMPT, "subject": "\ud800"}, "answers": NOBODY}
        results = self.policy.decide_many(one for one in (good, long, None, half, {}, good))
        self.assertEqual([type(one) for one in results], [Decision, InputError, InputError, InputError, InputError, Decision])
        for value in (float("nan"), {1, 2}, 10**5000):
            with self.assertRaises(ValueError):
                self.policy.decide_many([good, {"attempt": {"action": value}}])

    def test_texts_that_are_no_policies(self):
        for text in (
                "", "5", "a\ud800", b"\xff\xfe", "linkpolicy: 1\0", OURS + OURS.replace("linkpolicy", "---\nlinkpolicy"), "&a [*a]", "[" * 100_000,
                OURS.replace("firebase", "../firebase.yaml"), OURS.replace("firebase", "ours"), OURS + "#" * (8 << 20)):
            with self.assertRaises(InvalidPolicy) as caught:
                Policy.compile(text, name="a/../b.yaml")
            self.assertEqual(caught.exception.findings[0]["file"], "a/../b.yaml", text[:40])
        self.assertEqual(Policy.compile("\ufeff" + OURS.replace("\n", "\r\n")).name, "ours")

    def test_columns_of_other_types(self):
        table = self.policy.table("sign-in", "federated")
        numbers = {one.fact: array("H", [0, 0]) for one in table.columns}
        first = table.columns[0]
        expected = table.decide(numbers)
        self.assertEqual(table.decide({**numbers, first.fact: [first.values[0]] * 2}), expected)
        for column in (array("h", [-1, 0]), array("I", [0, 0]), array("H", [0, len(first.values)]), [0, 0], b"\0\0"):
            with self.assertRaises(InputError):
                table.decide({**numbers, first.fact: column})
        for column in (array("H", [0]), [first.values[0]], []):
            with self.assertRaises(ValueError):
                table.decide({**numbers, first.fact: column})

    def test_forks_during_a_compilation(self):
        is_over = threading.Event()

        def compile_always():
            while not is_over.is_set():
                Policy.compile(OURS)

        threads = [threading.Thread(target=compile_always) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            self.assertTrue(forked(2))
            found = []
            forking = threading.Thread(target=lambda: found.append(forked(1)))
            forking.start()
            forking.join()
            self.assertEqual(found, [True])
        finally:
            is_over.set()
            for thread in threads:
                thread.join()

    def test_processes(self):
        for method in ("fork", "forkserver", "spawn"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual(pool.map(is_right, range(4)), [True] * 4, method)


if __name__ == "__main__":
    unittest.main()
