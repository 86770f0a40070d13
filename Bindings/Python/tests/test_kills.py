"""Tests that kill the tool at random points, with thousands of requests in flight."""
from __future__ import annotations

import collections
import json
import os
import random
import threading
import time
import unittest

from support import TOOL, ClientTests, body

from linkpolicy import ToolEnded
from linkpolicy.process import Client

KILLS = int(os.environ.get("KILLS", "500"))
SEED = int(os.environ.get("SEED", "35"))
IN_FLIGHT = 2000
NOBODY = {"credential": None, "method": "enabled"}


class Kills(ClientTests):
    def test_kills(self) -> None:
        counts: collections.Counter[str] = collections.Counter()
        over, lock, wrong = threading.Event(), threading.Lock(), []
        client = Client(
            "firebase", tool=TOOL, max_in_flight=IN_FLIGHT, restarts=1_000_000, backoff=0.0, timeout=60.0)

        def send(name: int) -> None:
            number = 0
            while not over.is_set():
                sent = []
                for _ in range(500):
                    number += 1
                    subject = f"{name}-{number}"
                    request = body(subject, "decide" if number % 10 == 0 else "lookup")
                    if "decide" in request:
                        request["decide"]["answers"] = NOBODY
                    sent.append((subject, request, client.submit(request)))
                found: collections.Counter[str] = collections.Counter()
                for subject, request, future in sent:
                    try:
                        answer = future.result(30)
                        key = "lookup" if "lookup" in request else "decision"
                        # No other answer contains this subject.
                        if f'"{subject}"' not in json.dumps(answer[key]):
                            wrong.append(subject)
                        found["answered"] += 1
                    except ToolEnded as error:
                        if error.status != -9:
                            wrong.append(repr(error))
                        found["failed"] += 1
                        found["in the middle of an answer"] += "in the middle" in str(error)
                    except BaseException as error:
                        wrong.append(repr(error))
                with lock:
                    counts.update(found)

        senders = [threading.Thread(target=send, args=(name,)) for name in range(4)]
        for sender in senders:
            sender.start()
        randomness, last = random.Random(SEED), None
        for _ in range(KILLS):
            while (pid := client.pid) is None or pid == last:
                time.sleep(0.0005)
            time.sleep(randomness.random() * 0.03)
            os.kill(pid, 9)
            last = pid
        over.set()
        for sender in senders:
            sender.join(60)
            self.assertFalse(sender.is_alive(), "a request ends in nothing")
        client.close()
        self.assertEqual(wrong[:5], [])
        self.assertGreater(counts["answered"], KILLS)
        # The number of requests in flight at a kill depends on the machine: about 1,000 on an idle machine, and 300 next to other
        # processes.
        self.assertGreater(counts["failed"], 10 * KILLS)
        print(f"python: {KILLS} kills, {dict(counts)}")


if __name__ == "__main__":
    unittest.main()
