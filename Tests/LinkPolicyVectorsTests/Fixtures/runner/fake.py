"""Another implementation that knows nothing: it answers what is recorded, or misbehaves as told.

usage: fake.py ANSWERS MODE [ID]

ANSWERS is a file of JSON lines, each `{"id": ..., "steps": [...], "accounts": [...]}`; a case that is not there
is skipped. MODE is what it does when it is asked about the case ID, or about any case where no ID is given.
"""
import json
import os
import signal
import subprocess
import sys
import time

answers = {}
with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        answer = json.loads(line)
        answers[answer["id"]] = answer
mode = sys.argv[2]
culprit = sys.argv[3] if len(sys.argv) > 3 else None


def say(message):
    sys.stdout.write(message if isinstance(message, str) else json.dumps(message) + "\n")
    sys.stdout.flush()


def misbehave(ids):
    """What happens instead of an answer; True where there shall be none."""
    if culprit is not None and culprit not in ids:
        return False
    if mode == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "exit":
        sys.exit(0)
    elif mode == "half":
        say('{"seq"')
        sys.exit(3)
    elif mode == "hang":
        time.sleep(1000)
    elif mode == "garbage":
        say("Traceback (most recent call last): \u001b[31m boom\n")
    elif mode == "huge":
        while True:
            say("x" * 65536)
    elif mode == "close-output":
        os.close(1)
        time.sleep(1000)
    else:
        return False
    return True


if mode == "silent":
    sys.exit(0)
if mode == "deaf":
    os.close(0)
    time.sleep(1000)
if mode == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen(["sleep", "1000"])

while True:
    line = sys.stdin.readline()
    if not line:
        if mode == "stubborn":
            time.sleep(1000)
        break
    request = json.loads(line)
    command = request["cmd"]
    if command == "hello":
        hello = {"protocol": 1, "implementation": "fake-" + mode, "version": "1", "language": "python"}
        if mode == "old":
            hello["protocol"] = 0
        if mode == "keys":
            hello["keys"] = ["outcome", "error"]
        if mode.startswith("keys-"):
            hello["keys"] = ["outcome", mode[len("keys-"):]]
        say(hello)
        if mode == "chatter":
            say("ready\n")
    elif command == "policy":
        if mode == "policy-crash":
            os.kill(os.getpid(), signal.SIGKILL)
        say({"skipped": {"reason": "too hard"}} if mode == "skip-policy" else {"ok": True})
    elif command == "run":
        ids = [vector["id"] for vector in request["vectors"]]
        if misbehave(ids):
            continue
        for vector in request["vectors"]:
            # A request must not give the answer away.
            assert not {"accounts", "known", "proves", "title", "source", "comment"} & set(vector), vector
            assert not any("expect" in step for step in vector.get("steps", [])), vector
            assert not {"code", "line", "column"} & set(vector.get("reject-policy", vector.get("reject-input", {})))
        results = []
        for name in ids:
            result = answers.get(name, {"id": name, "skipped": {"reason": "unknown", "issue": "https://example.com/1"}})
            if mode == "skip":
                result = {"id": name, "skipped": {"reason": "not today"}}
            elif mode == "lie" and culprit in (None, name):
                result = json.loads(json.dumps(result).replace('"allowed"', '"refused"'))
            elif mode == "error" and culprit in (None, name):
                result = {"id": name, "errored": {"message": "boom\u0007 <&>"}}
            elif mode == "odd" and culprit in (None, name):
                result = {"id": name, "steps": [{"outcome": "perhaps"}]}
            elif mode == "mix" and culprit in (None, name):
                result = {"id": "somebody else", "accepted": True}
            elif mode == "padded":
                result = dict(result, skipped=None)
            results.append(result)
        if mode == "few":
            results = results[:-1]
        if mode == "slow":
            time.sleep(0.05)
        say({"seq": request["seq"] + (1 if mode == "seq" else 0), "results": results})
    elif command == "bye":
        if mode == "stubborn":
            continue
        sys.exit(4 if mode == "sulk" else 0)
