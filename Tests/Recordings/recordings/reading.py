"""Reads files of recordings, and refuses what was cut short or altered."""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import zlib
from pathlib import Path

from .refusing import Refused
from .shape import EMULATOR, VERSION, Json, check, check_recording


def content(path: Path) -> bytes:
    """The bytes of a file, which may be compressed."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused(f"cannot be read: {error.strerror}") from error
    try:
        if data.startswith(b"\x1f\x8b"):
            return gzip.decompress(data)
        if data.startswith(b"\xfd7zXZ"):
            return lzma.decompress(data)
    except (EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        raise Refused("is compressed, and was cut short or altered") from error
    return data


def read(path: Path) -> list[Json]:
    """The recordings of a file of JSON Lines: all of them, or the reason why it is refused."""
    text = content(path)
    lines = text.split(b"\n")
    if lines[-1]:
        raise Refused(f"line {len(lines)} has no end: it was cut short")
    lines.pop()
    recordings = []
    start = 0
    for number, line in enumerate(lines, start=1):
        try:
            value = parsed(line)
            if number == 1 and isinstance(value, dict) and "format" in value:
                head(value, lines[1:])
                start = 1
            else:
                recordings.append(check_recording(value))
        except Refused as refusal:
            raise Refused(f"line {number}: {refusal}") from refusal
    if len(lines) == start:
        raise Refused("holds no recordings")
    return recordings


def parsed(line: bytes) -> object:
    """A line as JSON, each key once."""
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=once, parse_constant=constant)
        if b"\\u" in line:
            # Half a pair of surrogates is no text.
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        return value
    except (ValueError, RecursionError) as error:
        raise Refused("is no JSON") from error


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A map whose keys all differ."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Refused("names a key twice")
    return result


def constant(word: str) -> object:
    """NaN and the infinities, which JSON does not have."""
    raise ValueError(word)


def head(value: Json, lines: list[bytes]) -> None:
    """Sees that the recordings are those that the file's first line says."""
    shape = {"format": (str,), "emulator": (str,), "recordings": (int,), "sha256": (str,)}
    if value["format"] != VERSION:
        raise Refused(f"is of the format {str(value['format'])[:40]!r} instead of {VERSION}")
    check(value, shape, "emulator recordings sha256", "the first line")
    if value["emulator"] != EMULATOR:
        raise Refused(f"the emulator is {value['emulator'][:60]!r}, and the policy is of {EMULATOR}")
    if value["recordings"] != len(lines):
        raise Refused(f"{len(lines)} recordings instead of {value['recordings']}: it was cut short, or added to")
    if value["sha256"] != digest(lines):
        raise Refused("the recordings have another SHA-256: they were altered")


def digest(lines: list[bytes]) -> str:
    """The SHA-256 of lines, each with its end."""
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()
