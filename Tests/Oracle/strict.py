"""Reads files that others wrote. A file that is no plain document ends in one line and exit code 3, never in a verdict."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import yaml

REFUSED = 3
"""The exit code for input that a program does not read; 1 is a verdict."""

MOST_NESTED = 64
"""How deep lists and maps can be nested in any file of the project; libyaml overflows the stack far beyond that."""

BASE = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Unreadable(Exception):
    """A file is not what a program reads, and so it says nothing about it."""


def text(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise Unreadable(f"{path} is not readable: {one_line(problem)}") from None


def json_value(given: str | bytes, what: object) -> Any:
    """The value of a JSON text, in which every member is there once and every number is one of JSON's."""
    try:
        return json.loads(given, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError, MemoryError) as problem:
        raise Unreadable(f"{what} is not readable: {one_line(problem)}") from None


def yaml_value(given: str, what: object, loader: Any = BASE) -> Any:
    """The value of a YAML text, in which every key is there once."""
    node = yaml_node(given, what, loader)
    try:
        return loader("").construct_document(node) if node is not None else None
    except (yaml.YAMLError, ValueError, RecursionError, MemoryError) as problem:
        raise Unreadable(f"{what} is not readable: {one_line(problem)}") from None


def yaml_node(given: str, what: object, loader: Any = BASE) -> Any:
    """The same as a tree of nodes."""
    try:
        depth = 0
        # Events come one by one, and trees are built by recursion: the depth is looked at first.
        for event in yaml.parse(given, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MOST_NESTED:
                raise ValueError(f"it is nested more than {MOST_NESTED} deep")
        node = yaml.compose(given, Loader=loader)
        _check_keys(node)
        return node
    except (yaml.YAMLError, ValueError, RecursionError, MemoryError) as problem:
        raise Unreadable(f"{what} is not readable: {one_line(problem)}") from None


def _check_keys(node: Any) -> None:
    if isinstance(node, yaml.SequenceNode):
        for one in node.value:
            _check_keys(one)
    elif isinstance(node, yaml.MappingNode):
        keys: set[Hashable] = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise ValueError(f"a key is a list or a map, on line {key.start_mark.line + 1}")
            if key.value in keys:
                raise ValueError(f"the key {key.value!r} is there twice, on line {key.start_mark.line + 1}")
            keys.add(key.value)
            _check_keys(value)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a member is there twice")
    return dict(pairs)


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")


def one_line(problem: BaseException) -> str:
    """A problem in one line of moderate length."""
    words = " ".join(str(problem).split()) or type(problem).__name__
    # Half a surrogate pair has no bytes.
    words = words.encode("utf-8", "backslashreplace").decode()
    return words if len(words) <= 300 else words[:300] + " ..."


def exit_code(main: Callable[[], int]) -> int:
    """What a program exits with: its verdict, or 3 with one line if it met something that it does not read.

    Python ends with 1 where an exception is not caught, which would be a verdict.
    """
    try:
        return main()
    except Unreadable as refusal:
        print(f"refused: {one_line(refusal)}")
    except Exception as problem:  # Whatever it is, no verdict was reached.
        print(f"refused: {type(problem).__name__}: {one_line(problem)}")
    sys.stdout.flush()
    return REFUSED
