"""Groups decision records in plain Python: what each engine of Examples/Replay must count."""
import gzip
import json
from collections import Counter
from pathlib import Path

REMOVED = ("time", "correlation", "account", "weight")


def lines(*folders):
    """The lines of all files of a log, in bytes."""
    for path in sorted(path for folder in folders for path in Path(folder).iterdir()):
        with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
            yield from file


def record(line):
    """The record of a line and its weight, or None and None. JSON is read strictly: no duplicate keys, no NaN, no lone surrogates."""
    try:
        found = json.loads(line.decode(), object_pairs_hook=_members, parse_constant=_refused)
        if b"\\u" in line:
            json.dumps(found, ensure_ascii=False).encode()
        weight = found.get("weight", 1)
    except (ValueError, AttributeError, RecursionError):
        return None, None
    return (found, weight) if type(weight) is int and 1 <= weight < 1 << 63 else (None, None)


def groups(*folders):
    """The number and the weight of equal records, by their canonical text, and the number of lines that are no records."""
    counts, weights, unreadable = Counter(), Counter(), 0
    for line in lines(*folders):
        if not line.strip():
            continue
        found, weight = record(line)
        if found is None:
            unreadable += 1
            continue
        text = canonical({key: value for key, value in found.items() if key not in REMOVED})
        counts[text] += 1
        weights[text] += weight
    return {text: (count, weights[text]) for text, count in counts.items()}, unreadable


def canonical(found):
    return json.dumps(found, sort_keys=True, separators=(",", ":"))


def written(paths):
    """The groups that an engine wrote, where groups of equal records are added up, and the number of lines."""
    counts, weights, number = Counter(), Counter(), 0
    for path in paths:
        for line in Path(path).read_bytes().splitlines():
            group = json.loads(line)
            if list(group) != ["count", "weight", "record"]:
                raise ValueError(f"a group with other members: {line[:300]}")
            text = canonical(group["record"])
            counts[text] += group["count"]
            weights[text] += group["weight"]
            number += 1
    return {text: (count, weights[text]) for text, count in counts.items()}, number


def _members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key twice")
    return members


def _refused(word):
    raise ValueError(f"{word} is not JSON")
