"""A fake tool for the tests of the clients, which answers like `linkpolicy decide`, or misbehaves in one way.

    tool.py MODE [ARGUMENT] decide POLICY
"""
import json
import os
import subprocess
import sys
import time


def out(data):
    while data:
        data = data[os.write(1, data):]


def answer(line, **changed):
    """Returns the answer to a request. The answer contains the subject of the attempt, so it matches no other request."""
    asked = json.loads(line)
    verb = "decide" if "decide" in asked else "lookup"
    key = {"decide": "decision", "lookup": "lookup"}[verb]
    return json.dumps({"id": asked["id"], key: {"subject": asked[verb]["attempt"]["subject"]}, **changed}).encode() + b"\n"


def pairs(change):
    """Answers two requests at a time, with the second answer changed."""
    while True:
        first, second = sys.stdin.buffer.readline(), sys.stdin.buffer.readline()
        if not second:
            return
        out(change(first, second))


mode, argument = sys.argv[1], sys.argv[2]
# Each start of the tool adds a byte to a file.
if os.environ.get("STARTS"):
    with open(os.environ["STARTS"], "ab") as file:
        file.write(b".")
if mode == "exits":
    sys.exit(int(argument))
if mode == "rejects":
    os.write(2, b"x" * 100_000 + "\npolicy.yaml:1:1: error: nö\n".encode())
    sys.exit(3)
if mode == "banner":
    out(b"Listening on port 8080\n")
if mode == "unasked":
    out(b'{"id":1,"lookup":{}}\n')
if mode == "closes-input":
    os.close(0)
    time.sleep(100)
if mode == "closes-output":
    os.close(1)
    time.sleep(100)
if mode == "trickles":
    # The tool writes bytes that never become a line.
    sys.stdin.readline()
    for _ in range(1000):
        out(b" ")
        time.sleep(0.05)
if mode == "starts-slowly":
    time.sleep(0.5)
if mode == "reads-nothing":
    time.sleep(100)
if mode == "orphan":
    sys.stdin.readline()
    # The child process inherits the pipes, and keeps the pipes open.
    subprocess.Popen(["sleep", argument])
    sys.exit(7)
SECOND = {
    "twice": lambda first, second: answer(first),
    "unknown": lambda first, second: answer(second, id=99),
    "text-id": lambda first, second: answer(second, id=str(json.loads(second)["id"])),
    "true-id": lambda first, second: answer(second, id=True),
    "no-id": lambda first, second: b'{"lookup":{}}\n',
    "null-id": lambda first, second: answer(second, id=None),
    "garbage": lambda first, second: b"Traceback (most recent call last):\n",
    "empty": lambda first, second: b"\n",
    "array": lambda first, second: b"[1]\n",
    "null": lambda first, second: b"null\n",
    "no-verb": lambda first, second: b'{"id":%d}\n' % json.loads(second)["id"],
    "other-verb": lambda first, second: answer(second).replace(b'"lookup"', b'"decision"'),
    "odd-error": lambda first, second: b'{"id":%d,"error":17}\n' % json.loads(second)["id"],
    "null-error": lambda first, second: answer(second, error=None),
    "both": lambda first, second: answer(second, error={"code": "malformed", "message": "no"}),
    "odd-question": lambda first, second: json.dumps(
        {"id": json.loads(second)["id"], "error": {"code": "unanswered", "message": "no", "question": 17}}).encode() + b"\n",
    "mark": lambda first, second: b"\xef\xbb\xbf" + answer(second),
    "nan": lambda first, second: answer(second, more=float("nan")),
    "not-utf-8": lambda first, second: answer(second).replace(b"subject", b"s\xff"),
    "deep": lambda first, second: b"[" * 200_000 + b"\n",
    "two-in-one": lambda first, second: answer(first)[:-1] + answer(second),
    "endless": lambda first, second: b"x" * 2_000_000,
}
if mode in SECOND:
    pairs(lambda first, second: answer(first) + SECOND[mode](first, second))
if mode == "swapped":
    pairs(lambda first, second: answer(second) + answer(first))
if mode == "more":
    pairs(lambda first, second: answer(first) + answer(second) + answer(second))
number = 0
for line in iter(sys.stdin.buffer.readline, b""):
    number += 1
    if mode == "silent":
        continue
    if mode == "dies-after" and number > int(argument):
        sys.exit(3)
    if mode == "dribbles":
        for byte in answer(line):
            out(bytes([byte]))
            time.sleep(0.001)
        continue
    if mode == "takes":
        time.sleep(float(argument))
    if mode == "exits-once" and number == 1 and os.path.getsize(os.environ["STARTS"]) <= int(argument):
        sys.exit(7)
    if mode == "floods":
        for _ in range(100):
            os.write(2, b"e" * 65536)
    out(answer(line, more="m" * int(argument)) if mode == "huge" else answer(line))
if mode == "stays":
    time.sleep(100)
