"""Files of recordings that are not what they should be, each with words of the line that refuses it."""

from __future__ import annotations

import gzip
import json
import lzma
from typing import Iterator

from .reading import digest
from .shape import Json

# How many recordings the plain files have.
SOME = 40


def damaged(compressed: bytes, text: bytes) -> Iterator[tuple[str, bytes, str]]:
    """The name of each, its bytes, and what is said of it."""
    head, *lines = text.split(b"\n")[: SOME + 1]
    first = json.loads(head)
    whole = headed(first, lines)
    half = len(lines[5]) // 2
    yield "nothing", b"", "holds no recordings"
    yield "the first line alone", headed(first, []), "holds no recordings"
    yield "xz cut short", compressed[: len(compressed) // 2], "cut short or altered"
    yield "xz altered", altered(compressed), "cut short or altered"
    yield "gzip cut short", gzip.compress(whole)[:-5], "cut short or altered"
    yield "gzip altered", altered(gzip.compress(whole)), "cut short or altered"
    yield "a line cut short", b"\n".join(lines[:5]) + b"\n" + lines[5][:half], "line 6 has no end"
    yield "half a line", b"\n".join(lines[:5]) + b"\n" + lines[5][:half] + b"\n", "line 6: is no JSON"
    yield "lines cut off", b"\n".join(whole.split(b"\n")[:-3]) + b"\n", "cut short, or added to"
    yield "a line twice", whole + lines[-1] + b"\n", "cut short, or added to"
    yield "one detail altered", whole.replace(b'"tokens":true', b'"tokens":false', 1), "another SHA-256"
    yield "another version", headed({**first, "format": "linkpolicy-recordings/2"}, lines), "linkpolicy-recordings/2"
    yield "another emulator", headed({**first, "emulator": "firebase-tools 0123456789ab"}, lines), "the emulator is"
    yield "no emulator", headed({key: first[key] for key in first if key != "emulator"}, lines), "has no `emulator`"
    yield "not UTF-8", lines[0][:-1] + b"\xff\n", "is no JSON"
    yield "no number", lines[0].replace(b'"n":1', b'"n":NaN', 1) + b"\n", "is no JSON"
    yield "half a character", lines[0].replace(b'"email":"', b'"email":"\\ud800', 1) + b"\n", "is no JSON"
    yield "a key twice", lines[0][:-1] + b',"group":"x"}\n', "names a key twice"
    yield "very deep", b"[" * 200_000 + b"\n", "is no JSON"
    yield "no recording", b"[]\n", "is no map"
    for name, edit, words in edits():
        recording = json.loads(lines[0])
        edit(recording)
        yield name, json.dumps(recording).encode() + b"\n", words


def edits() -> Iterator[tuple[str, object, str]]:
    """Recordings that are of another version or contradict themselves."""
    yield "an unknown key", lambda held: held.update(shade="blue"), "`shade`, which this version does not know"
    yield "an unknown key of a result", lambda held: held["results"][0].update(shade=1), "`shade`"
    yield "an unknown operation", lambda held: held["steps"][0].update(op="passkey"), "`passkey`"
    yield "an operation that is a list", lambda held: held["steps"][0].update(op=["idp"]), "`op` of step 1"
    yield "a result less", lambda held: held["results"].pop(), "results of"
    yield "a result of another step", lambda held: held["results"][0].update(n=7), "says it is 7"
    yield "a flag that is a number", lambda held: held["results"][0].update(ok=1), "`ok` of result 1"
    yield "a list of numbers", lambda held: held["results"][0].update(created=[1]), "`created` of result 1"
    yield "an account less", lambda held: held["users"].pop(), "contradicts itself"
    yield "an account of nobody", lambda held: held["results"][0].update(uid="u7"), "contradicts itself"
    yield "an error it cannot have", refused, "is allowed, with an error"


def refused(held: Json) -> None:
    """An answer that is one and is none."""
    held["results"][0]["err"] = "EMAIL_EXISTS"


def altered(data: bytes) -> bytes:
    """The bytes with one of them changed, in the middle."""
    place = len(data) // 2
    return data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]


def headed(first: Json, lines: list[bytes]) -> bytes:
    """A whole file with a first line about it."""
    head = {**first, "recordings": len(lines), "sha256": digest(lines)}
    return b"".join(line + b"\n" for line in [json.dumps(head).encode(), *lines])
