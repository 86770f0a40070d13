"""The pytest plugin: `@pytest.mark.linkpolicy(PATH...)` and the fixture `linkpolicy_vectors`."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Iterator, Optional, Sequence

import pytest

from .case import Factory
from .run import MakeDecider, Result, ToolMissing, play

__all__ = ["Vectors"]

_ENDINGS = (".yaml", ".yml", ".json", ".jsonl")
_totals = pytest.StashKey[Result]()


class Vectors:
    """A file of vectors, for one test."""

    def __init__(self, path: Path, config: pytest.Config) -> None:
        self.path = path
        self._config = config

    def play(self, factory: Factory, *, keys: Optional[Sequence[str]] = None, decider: Optional[MakeDecider] = None) -> Result:
        """Plays the vectors, and fails the test with the findings.

        Args:
            factory: makes an empty subject (`linkpolicy.testing.Subject`) for each vector; gets the policy.
            keys: the keys of `expect` that a service supports; all if None.
            decider: makes the policy from its text; the default runs the tool.
        """
        __tracebackhide__ = True
        config = self._config
        try:
            result = play(
                [_short(self.path)], factory, program=_program(config), ids=config.getoption("linkpolicy_ids"), keys=keys,
                decider=decider)
        except ToolMissing as error:
            pytest.fail(str(error), pytrace=False)
        totals = config.stash[_totals]
        for name in ("passed", "failed", "skipped", "known", "steps", "compared"):
            setattr(totals, name, getattr(totals, name) + getattr(result, name))
        if result.findings or result.problem:
            pytest.fail(result.text, pytrace=False)
        if not result.passed and not result.known:
            pytest.skip(f"{self.path.name} has no vector that can be played: {result.skipped} skipped")
        return result


def _short(path: Path) -> str:
    """The path from the current folder, if the file is below it: findings repeat the path."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _program(config: pytest.Config) -> Optional[str]:
    return str(config.getini("linkpolicy_tool")) or None


def files(path: Path) -> Iterator[Path]:
    """Returns the files of vectors of a path: a file, a suite, or a folder of suites."""
    if path.is_file():
        yield path
    elif (path / "suite.json").is_file():
        manifest = json.loads((path / "suite.json").read_text(encoding="utf-8"))
        yield from (path / shard["path"] for shard in manifest["shards"])
    else:
        suites = sorted(path.glob("*/suite.json"))
        for suite in suites:
            yield from files(suite.parent)
        if not suites:
            yield from sorted(file for file in path.iterdir() if file.suffix in _ENDINGS)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("linkpolicy")
    group.addoption(
        "--linkpolicy-id", action="append", default=[], dest="linkpolicy_ids", metavar="ID", help="play this vector only")
    parser.addini("linkpolicy_tool", "the path of the program linkpolicy", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Declares the marker."""
    config.addinivalue_line(
        "markers", "linkpolicy(*paths): plays each file of these suites of vectors with the fixture linkpolicy_vectors")
    config.stash[_totals] = Result()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Makes a test for each file of vectors."""
    if "linkpolicy_vectors" not in metafunc.fixturenames:
        return
    marker = metafunc.definition.get_closest_marker("linkpolicy")
    if marker is None or not marker.args:
        raise pytest.UsageError(
            f"{metafunc.definition.nodeid} uses linkpolicy_vectors: add `@pytest.mark.linkpolicy(PATH)` with a suite of vectors")
    found: list[Path] = []
    for name in marker.args:
        path = metafunc.config.rootpath / name
        if not path.exists():
            raise pytest.UsageError(f"{metafunc.definition.nodeid}: there are no vectors at {path}")
        of_path = list(files(path))
        if not of_path:
            raise pytest.UsageError(f"{metafunc.definition.nodeid}: {path} has no file of vectors")
        found += of_path
    ids = [f"{file.parent.name}/{file.stem}" for file in found]
    metafunc.parametrize("linkpolicy_vectors", found, ids=ids, indirect=True)


@pytest.fixture
def linkpolicy_vectors(request: pytest.FixtureRequest) -> Vectors:
    """A file of vectors; call `play` with a function that makes an empty store or service."""
    return Vectors(request.param, request.config)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints the counts."""
    totals = config.stash[_totals]
    if totals.passed or totals.failed or totals.skipped:
        terminalreporter.write_line(
            f"linkpolicy: {totals.passed} vectors passed, {totals.failed} failed, {totals.known} known to fail,"
            f" {totals.skipped} skipped, {totals.steps} steps, rows compared after {totals.compared}")
