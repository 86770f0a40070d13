#!/usr/bin/env python3
"""Writes a log of decision records to try the engines on: generate_log.py FOLDER [--records N] [--files N] [--seed N] [--clean].

The tool decides a few hundred requests under three policies. Each line of the log repeats one of these records with another time,
correlation and account; some requests are frequent, most are rare. Equal arguments write equal bytes. One record in ten has a weight, as in
a log that a service has sampled. Some attempts cannot be decided, so their records are faults. Unless `--clean` is given, a few lines are no
records: truncated lines, other JSON, and bytes that are not UTF-8. Every second file is compressed with gzip.
"""
import argparse
import gzip
import itertools
import json
import os
import random
import subprocess
from pathlib import Path

TOOL = os.environ.get("LINKPOLICY", "linkpolicy")
POLICIES = ("firebase", "hardened", "identity-platform")
# Texts that stand for the members that differ from record to record.
TIME, CORRELATION, ACCOUNT = "the time", "the correlation", "the account"
BAD_LINES = (
    b'{"record":1,"time":"2026-10-01T00:00:00Z","corr', b"not JSON", b"[1,2]", b"17", b"null", b'"text"', b"\xff\xfe", b"{", b'{"record":1}}',
    b'{"record":1,"time":"2026-10-01T00:00:00Z","correlation":"cut","policy":{"name":"firebase"')


def requests():
    """The bodies of `decide` lines: sign-ins and links by provider, address, claim and accounts in the store."""
    domains = ("gmail.com", "example.com", "yahoo.com", None)
    holders = ("nobody", "verified", "unverified", "credential")
    for provider, domain, holder, verified, action in itertools.product(
            ("google.com", "facebook.com", "github.com", "saml.acme"), domains, holders, (True, False, None), ("sign-in", "link")):
        attempt = {"action": action, "provider": provider, "subject": "s1"}
        answers = {"credential": None, "method": "enabled"}
        if domain:
            claims = {} if verified is None else {"email_verified": verified}
            attempt["addresses"] = [{"email": f"ada@{domain}", "claims": claims}]
            answers["addresses"] = [[ACCOUNT]] if holder in ("verified", "unverified") else [[]]
        account = {"id": ACCOUNT, "email": f"ada@{domain}" if domain else None, "verified": holder == "verified", "state": "active", "version": 3,
                   "methods": [{"provider": "phone", "kind": "phone", "subject": "+15550101"}]}
        if holder == "credential":
            account["methods"].append({"provider": provider, "kind": "federated", "subject": "s1"})
            answers["credential"] = ACCOUNT
        body = {"attempt": attempt, "answers": answers}
        if action == "link":
            body["caller"] = {"session": "t1"}
            answers["session"] = {"account": ACCOUNT, "epoch": 0, "ended": False, "recent": domain != "yahoo.com"}
            account["epoch"] = 0
        if action == "link" or holder != "nobody":
            answers["accounts"] = [account]
        yield body
    # An attempt of another action, an unanswered question, an action that no policy has.
    yield {"attempt": {"action": "sign-in", "provider": "anonymous"}, "answers": {"method": "enabled"}}
    yield {"attempt": {"action": "sign-in", "provider": "google.com", "subject": "s1"}, "answers": {"method": "enabled"}}
    yield {"attempt": {"action": "fly"}, "answers": {}}


def decided(policy):
    """The lines of the records of all requests under a policy."""
    lines = "".join(
        json.dumps({"id": number, "decide": {**body, "record": {"time": TIME, "correlation": CORRELATION}}}) + "\n"
        for number, body in enumerate(requests()))
    done = subprocess.run([TOOL, "decide", policy], input=lines, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    records = []
    for line in done.stdout.splitlines():
        _, found, record = line.partition(',"record":{"record":')
        if not found:
            raise SystemExit(f"generate_log.py: {policy} wrote no record: {line[:300]}")
        records.append('{"record":' + record[:-1])
    return records


def pieces(record, weight):
    """A record with a weight, as the bytes before the time, after it, after the correlation, of the account, and after it."""
    head, _, rest = record.partition(json.dumps(TIME))
    middle, _, rest = rest.partition(json.dumps(CORRELATION))
    before, account, after = rest.partition(json.dumps(ACCOUNT))
    weighted = f',"weight":{weight}' if weight != 1 else ""
    return tuple(text.encode() for text in (head, middle, weighted + before, account, after))


def lines(count, seed, clean):
    """The lines of the log."""
    source = random.Random(seed)
    variants = [
        pieces(record, weight) for policy in POLICIES for record in decided(policy) for weight in (1, 1, 1, 1, 1, 1, 1, 1, 1, 10)]
    source.shuffle(variants)
    # The n-th variant is as frequent as 1 / n.
    weights = list(itertools.accumulate(1 / number for number in range(1, len(variants) + 1)))
    for start in range(0, count, 4096):
        chosen = source.choices(variants, cum_weights=weights, k=min(4096, count - start))
        for number, (head, middle, before, account, after) in enumerate(chosen, start):
            second = number * 2_500_000 // max(count, 1)
            time = b'"2026-10-%02dT%02d:%02d:%02d.%03dZ"' % (
                1 + second // 86400, second // 3600 % 24, second // 60 % 60, second % 60, number % 1000)
            # Now and then a correlation that needs an escape.
            correlation = b'"%032x"' % (number * 0x9E3779B97F4A7C15 % (1 << 128)) if number % 97 else b'"a \\"quoted\\" id, \\u00e9 %d"' % number
            holder = b'"u%d"' % (number * 7919 % 1_000_003) if account else b""
            yield head + time + middle + correlation + before + holder + after
        if not clean:
            yield BAD_LINES[start // 4096 % len(BAD_LINES)]
            yield b""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--files", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clean", action="store_true", help="write records alone")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    each = -(-options.records // options.files)
    written = lines(options.records, options.seed, options.clean)
    for number in range(options.files):
        compressed = number % 2 == 1
        path = options.folder / f"records-{number:02}.jsonl{'.gz' if compressed else ''}"
        with open(path, "wb") as raw:
            file = gzip.GzipFile("", "wb", 3, raw, 0) if compressed else raw
            last = number == options.files - 1
            for line in itertools.islice(written, None if last else each):
                file.write(line + b"\n")
            if compressed:
                file.close()


if __name__ == "__main__":
    main()
