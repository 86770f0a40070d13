"""The pytest plugin: `@pytest.mark.linkpolicy(PATH...)` and the fixtures `linkpolicy_vectors` and `linkpolicy_checks`."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Generator, Iterator, Optional, Sequence

import pytest

from .case import Factory
from .checks import CheckResult, play_checks
from .run import MakeDecider, Result, ToolMissing, play

__all__ = ["Checks", "Vectors"]

_ENDINGS = (".yaml", ".yml", ".json", ".jsonl")
_totals = pytest.StashKey[Result]()
_checked = pytest.StashKey[CheckResult]()


class Checks:
    """The checks of a store that a test runs."""

    def __init__(self, config: pytest.Config) -> None:
        self.is_played = False
        self._config = config

    def play(self, factory: Factory) -> CheckResult:
        """Runs the checks, and fails the test with the findings.

        Args:
            factory: a function that creates an empty subject (`linkpolicy.testing.Subject`) for each check; the store must ask
                the `decider` of the given policy.
        """
        __tracebackhide__ = True
        self.is_played = True
        try:
            result = play_checks(factory)
        except pytest.skip.Exception as error:
            pytest.fail(f"the subject skips the test: {error}", pytrace=False)
        totals = self._config.stash[_checked]
        totals.passed += result.passed
        totals.findings.update(result.findings)
        totals.left_out.update(result.left_out)
        if result.findings:
            pytest.fail(result.text, pytrace=False)
        return result


class Vectors:
    """A file of vectors that a test plays."""

    def __init__(self, path: Path, config: pytest.Config) -> None:
        self.path = path
        self.is_played = False
        self._config = config

    def play(self, factory: Factory, *, keys: Optional[Sequence[str]] = None, decider: Optional[MakeDecider] = None) -> Result:
        """Plays the vectors, and fails the test with the findings.

        Args:
            factory: a function that creates an empty subject (`linkpolicy.testing.Subject`) for each vector, with the given
                policy.
            keys: the keys of `expect` that a service supports; None for all keys.
            decider: a function that creates the policy from its text; by default, the tool decides.
        """
        __tracebackhide__ = True
        self.is_played = True
        config = self._config
        try:
            result = play(
                [_short(self.path)], factory, program=_program(config), ids=config.getoption("linkpolicy_ids"), keys=keys,
                decider=decider)
        except ToolMissing as error:
            pytest.fail(str(error), pytrace=False)
        except pytest.skip.Exception as error:
            pytest.fail(f"the subject skips the test: {error}", pytrace=False)
        totals = config.stash[_totals]
        for name in ("passed", "failed", "skipped", "known", "steps", "compared"):
            setattr(totals, name, getattr(totals, name) + getattr(result, name))
        totals.played |= result.played
        if result.findings or result.problem:
            pytest.fail(result.text, pytrace=False)
        if not result.passed and not result.known:
            pytest.skip(f"{self.path.name} has no vector that can be played: {result.skipped} skipped")
        return result


def _short(path: Path) -> str:
    """Returns the path relative to the current folder if the file is below this folder, because findings repeat the path."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _program(config: pytest.Config) -> Optional[str]:
    return str(config.getini("linkpolicy_tool")) or None


def files(path: Path) -> Iterator[Path]:
    """Returns the vector files of a path, which is a file, a suite, or a folder of suites."""
    if path.is_file():
        yield path
    elif (path / "suite.json").is_file():
        manifest = json.loads((path / "suite.json").read_text(encoding="utf-8"))
        shards = [path / shard["path"] for shard in manifest["shards"]]
        _refuse_loose(path, {file.resolve() for file in shards}, f"{path / 'suite.json'} does not list it")
        yield from shards
    else:
        suites = sorted(path.glob("*/suite.json"))
        if suites:
            _refuse_loose(path, set(), "it is beside suites, and part of none")
        for suite in suites:
            yield from files(suite.parent)
        if not suites:
            yield from sorted(file for file in path.iterdir() if file.suffix in _ENDINGS)


def _refuse_loose(folder: Path, known: set[Path], reason: str) -> None:
    """Raises UsageError for a file that looks like vectors and would not be played, except JSON files, which can be indexes."""
    for file in sorted(folder.iterdir()):
        if file.suffix in _ENDINGS and file.suffix != ".json" and file.resolve() not in known:
            raise pytest.UsageError(f"{file} would not be played: {reason}. Name the file in the marker, or move it")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the command line options of the plugin."""
    group = parser.getgroup("linkpolicy")
    group.addoption(
        "--linkpolicy-id", action="append", default=[], dest="linkpolicy_ids", metavar="ID", help="play this vector only")
    parser.addini("linkpolicy_tool", "the path of the program linkpolicy", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Declares the marker `linkpolicy`."""
    config.addinivalue_line(
        "markers", "linkpolicy(*paths): plays each file of these suites of vectors with the fixture linkpolicy_vectors")
    config.stash[_totals] = Result()
    config.stash[_checked] = CheckResult()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Creates a test for each file of vectors."""
    if "linkpolicy_vectors" not in metafunc.fixturenames:
        return
    # The markers of a class apply to its tests too.
    names = [name for marker in metafunc.definition.iter_markers("linkpolicy") for name in marker.args]
    if not names:
        raise pytest.UsageError(
            f"{metafunc.definition.nodeid} uses linkpolicy_vectors: add `@pytest.mark.linkpolicy(PATH)` with a suite of vectors")
    found: list[Path] = []
    for name in dict.fromkeys(names):
        path = metafunc.config.rootpath / name
        if not path.exists():
            raise pytest.UsageError(f"{metafunc.definition.nodeid}: there are no vectors at {path}")
        of_path = list(files(path))
        if not of_path:
            raise pytest.UsageError(f"{metafunc.definition.nodeid}: {path} has no file of vectors")
        found += of_path
    ids = [f"{file.parent.name}/{file.stem}" for file in found]
    metafunc.parametrize("linkpolicy_vectors", found, ids=ids, indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Rejects a marker on a test that does not use the fixture `linkpolicy_vectors`."""
    for item in items:
        if item.get_closest_marker("linkpolicy") and "linkpolicy_vectors" not in getattr(item, "fixturenames", ()):
            raise pytest.UsageError(f"{item.nodeid} has the marker `linkpolicy` and plays nothing: use the fixture linkpolicy_vectors")


@pytest.fixture
def linkpolicy_vectors(request: pytest.FixtureRequest) -> Vectors:
    """Returns a file of vectors. Call `play` with a function that creates an empty store or service."""
    return Vectors(request.param, request.config)


@pytest.fixture
def linkpolicy_checks(request: pytest.FixtureRequest) -> Checks:
    """Returns the checks that no vector contains. Call `play` with a function that creates an empty store."""
    return Checks(request.config)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, "pytest.CallInfo[None]", None]:
    """Fails a test that passed without playing the vectors or checks of its fixture."""
    report = (yield).get_result()  # type: ignore[attr-defined]
    if report.when != "call" or not report.passed:
        return
    for name in ("linkpolicy_vectors", "linkpolicy_checks"):
        offered = getattr(item, "funcargs", {}).get(name)
        if isinstance(offered, (Vectors, Checks)) and not offered.is_played:
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid} never calls {name}.play"


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails a run that played no vectors although it should have played some."""
    if session.exitstatus == pytest.ExitCode.OK and _nothing_played(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _nothing_played(config: pytest.Config) -> list[str]:
    """Returns a sentence for each requested vector id that was not played, and a sentence if all vectors were skipped."""
    totals, ids = config.stash[_totals], config.getoption("linkpolicy_ids")
    # With pytest-xdist, no process knows which vectors all processes played.
    if config.getoption("collectonly", False) or config.getoption("numprocesses", None) or hasattr(config, "workerinput"):
        return []
    missing = [f"no vector {id} was played: `--linkpolicy-id` selects nothing" for id in ids if id not in totals.played]
    if not ids and totals.skipped and not totals.played:
        missing.append(f"all {totals.skipped} vectors were skipped")
    return missing


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints the numbers of played vectors."""
    totals, checked = config.stash[_totals], config.stash[_checked]
    if totals.passed or totals.failed or totals.skipped:
        terminalreporter.write_line(
            f"linkpolicy: {totals.passed} vectors passed, {totals.failed} failed, {totals.known} known to fail,"
            f" {totals.skipped} skipped, {totals.steps} steps, rows compared after {totals.compared}")
    if checked.passed or checked.findings or checked.left_out:
        left_out = [f"{name} (the subject has no `{method}`)" for name, method in checked.left_out.items()]
        terminalreporter.write_line(
            f"linkpolicy: {len(checked.passed)} checks passed, {len(checked.findings)} failed"
            + (f", left out: {', '.join(left_out)}" if left_out else ""))
    for sentence in _nothing_played(config):
        terminalreporter.write_line(f"linkpolicy: {sentence}", red=True)
