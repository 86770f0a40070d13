"""A false tool: false_tool.py MODE decide POLICY. Each start writes a line with its process id to the file $STARTS."""
import json
import os
import signal
import subprocess
import sys
import time

mode = sys.argv[1]
if os.environ.get("STARTS"):
    with open(os.environ["STARTS"], "a") as file:
        file.write(f"{os.getpid()}\n")


def out(data):
    while data:
        data = data[os.write(1, data):]


def answer(line, **more):
    asked = json.loads(line)
    verb = "decide" if "decide" in asked else "lookup"
    key = {"decide": "decision", "lookup": "lookup"}[verb]
    subject = asked[verb].get("attempt", {}).get("subject")
    return json.dumps({"id": asked["id"], key: {"subject": subject}, **more}).encode() + b"\n"


if mode == "exits":
    sys.exit(0)
if mode == "slow-start":
    time.sleep(0.5)
if mode == "stays":
    # Neither the end of its input nor SIGTERM ends it.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    sys.stdin.readline()
    time.sleep(60)
if mode == "dribbles":
    sys.stdin.readline()
    for _ in range(600):
        out(b" ")
        time.sleep(0.1)
if mode == "loud-orphans":
    sys.stdin.readline()
    for _ in range(3):
        subprocess.Popen(["timeout", "20", "seq", "1", "1000000000000"], stdin=subprocess.DEVNULL, stdout=2)
    sys.exit(7)
if mode == "hangs-up":
    sys.stdin.readline()
    os.close(0)
    os.close(1)
    time.sleep(60)
number = 0
for line in iter(sys.stdin.buffer.readline, b""):
    number += 1
    if mode == "null-error":
        out(answer(line, error=None))
    elif mode == "null-error-second" and number == 2:
        out(first + answer(line, error=None))
    elif mode == "null-error-second" and number == 1:
        first = answer(line)
    elif mode == "long":
        out(answer(line, more="m" * 5000))
    elif mode == "silent":
        continue
    elif mode == "once":
        out(answer(line))
        sys.exit(0)
    elif mode == "slow":
        time.sleep(0.15)
        out(answer(line))
    else:
        out(answer(line))
