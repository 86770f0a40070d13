"""A process for the kill test: settles requests or delivers notices, and starts again where its log ends.

    worker.py URL NAME FOLDER settle NUMBER WORKERS REQUESTS
    worker.py URL NAME FOLDER deliver
"""
import json
import os
import sys
import time
from pathlib import Path

import sqlalchemy

from linkpolicy.process import Client
from linkpolicy.store import Store, outbox


def attempt(n):
    """Request n: person n % 20 signs in, and every fourth request asks for a mail."""
    if n % 4 == 3:
        link = {"domain": "allowed", "in-app": "on"}
        return {"action": "send-link", "address": f"mail{n}@example.com", "link": link}
    person = n % 20
    address = {"email": f"p{person}@gmail.com", "claims": {"email_verified": True}}
    return {"action": "sign-in", "provider": "google.com", "subject": f"g{person}", "addresses": [address]}


def main():
    url, name, folder, verb, *rest = sys.argv[1:]
    log_path = Path(folder) / f"{name}.log"
    done = len(log_path.read_text(encoding="utf-8").splitlines()) if log_path.exists() else 0
    log = open(log_path, "a", encoding="utf-8")

    def write(entry):
        log.write(json.dumps(entry) + "\n")
        log.flush()

    engine = sqlalchemy.create_engine(url)
    with Client("hardened", tool=os.environ["LINKPOLICY"]) as client:
        store = Store(engine, client, key=b"a key for tests, which is public", tries=50, patience=120)
        if verb == "deliver":
            # A killed process holds its notice for the lease; this one is the only one that delivers.
            outbox._LEASE = 0
            while True:
                is_last = (Path(folder) / "stop").exists()
                sent = store.outbox.deliver(lambda notice: write({"sent": notice.n})).sent
                if is_last and not sent and not store.outbox.pending():
                    return
                time.sleep(0.02)
        number, workers, requests = map(int, rest)
        # The request of the last line may have been the last before the kill: it is repeated.
        mine = list(range(number, requests, workers))
        for n in mine[max(0, done - 1):]:
            settled = store.settle(attempt(n), request_id=f"r{n}")
            write({"request": f"r{n}", "session": settled.outcome.session})


main()
