"""The plugin plays vectors on stores and services that know nothing of `linkpolicy.store`, and refuses wrong uses."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from other_subject import OtherSubject

from linkpolicy.testing import Attempted, Rows
from linkpolicy.testing.run import play

STORES_FOLDER = ROOT / "vectors/stores"
LINKING, STORES, GIVEN = (str(ROOT / path) for path in ("vectors/facts/linking.yaml", "vectors/stores", "vectors/facts/given.yaml"))


def cases(*paths):
    """How many vectors files hold."""
    files = [file for path in map(Path, paths) for file in (sorted(path.glob("*.yaml")) if path.is_dir() else [path])]
    return sum(len(re.findall(r"^  - id: ", file.read_text(encoding="utf-8"), re.M)) for file in files)


@pytest.fixture(autouse=True)
def once(backend):
    if backend != "sqlite":
        pytest.skip("without the databases of the tests")


def test_another_store_passes():
    paths = [LINKING, STORES, GIVEN]
    result = play(paths, OtherSubject)
    assert not result.findings and result.problem is None and result.passed == cases(*paths) > 40 and result.compared, result.text


@pytest.mark.parametrize("word", ["remove-method", "set-email", "end-sessions"])
def test_an_omission_of_another_store_is_named(word):
    result = play([LINKING], lambda policy: OtherSubject(policy, (word,)))
    assert result.failed == len(result.findings) and result.passed + result.failed == cases(LINKING)
    assert re.search(rf"^f\d{{4}} (?:at|in) \S+linking\.yaml.*\n  step \d+: after .*`{word}`", result.text, re.M), result.text


class Answers:
    """A service with its own rules: everybody may do everything."""

    def give(self, rows):
        pass

    def attempt(self, attempt, caller, settings, method):
        return Attempted({"outcome": "allowed"})

    def wait(self, event):
        pass

    def rows(self):
        return Rows()

    def close(self):
        pass


def test_a_service_with_other_rules_fails_by_step():
    result = play([LINKING], lambda policy: Answers(), keys=["outcome", "error"])
    assert result.failed and not result.compared
    assert "step 2: outcome: expected refused, got allowed" in result.text
    assert "step 2: error: expected account-exists-with-different-credential, got none" in result.text
    assert "step 2: tell" not in result.text
    assert "accounts: expected 1, got 0" in result.text


def test_a_factory_that_fails_is_a_finding_of_each_vector():
    def broken(policy):
        raise OSError("no database")

    result = play([LINKING], broken)
    assert result.failed == cases(LINKING) and "OSError: no database" in result.text


def test_a_path_without_vectors_is_a_problem(tmp_path):
    (tmp_path / "empty.yaml").write_text("")
    result = play([str(tmp_path / "empty.yaml")], OtherSubject)
    assert result.problem and "linkpolicy ended with" in result.text


# Wrong uses, each as a test file beside `vectors/`, with the words that pytest must print.

HEAD = """
import sys
import pytest
sys.path.insert(0, {tests!r})
from other_subject import OtherSubject
"""
PLAYED = """
@pytest.mark.linkpolicy({path!r})
def test_store(linkpolicy_vectors):
    linkpolicy_vectors.play(OtherSubject)
"""
SKIPS = """
class Skips(OtherSubject):
    def attempt(self, *rest):
        pytest.skip("not today")
"""
REJECTED = """vectors: 1
cases:
  - id: i0103
    title: no version
    source: Docs/Language.md, Keys
    reject-policy:
      text:
        - "name: test"
        - "providers: {own.example: {kind: federated}}"
        - "decisions: {sign-in: {rows: [{id: any, refuse: no}]}}"
        - "errors: {no: {}}"
      code: missing-key
      line: 1
      column: 1
"""
USES = [
    (PLAYED.format(path="vectors/stores"), [], 0, rf"\b{cases(STORES)} vectors passed, 0 failed"),
    (PLAYED.format(path="vectors/stores"), ["--linkpolicy-id", "b0003"], 0, r"1 vectors passed, 0 failed"),
    (PLAYED.format(path="vectors/stores").replace("linkpolicy_vectors.play(OtherSubject)", "pass"), [], 1, "never calls linkpolicy_vectors.play"),
    ("def test_store(linkpolicy_checks):\n    pass\n", [], 1, "never calls linkpolicy_checks.play"),
    (PLAYED.format(path="vectors/stores"), ["--linkpolicy-id", "b9999"], 1, "no vector b9999 was played: `--linkpolicy-id` selects nothing"),
    (PLAYED.format(path="vectors/stores"), ["--linkpolicy-id", "b0003", "--linkpolicy-id", "b9999"], 1, "no vector b9999 was played"),
    (PLAYED.format(path="rejected.yaml"), [], 1, "all 1 vectors were skipped"),
    (SKIPS + PLAYED.format(path="vectors/stores").replace("OtherSubject", "Skips"), [], 1, "the subject skips the test: not today"),
    (PLAYED.format(path="vectors"), [], 2, r"loose\.yaml would not be played: it is beside suites"),
    (PLAYED.format(path="vectors/more"), [], 2, r"more/loose\.yaml would not be played: \S+suite\.json does not list it"),
    ("@pytest.mark.linkpolicy('vectors/stores')\ndef test_store():\n    pass\n", [], 4, "plays nothing: use the fixture"),
    ("@pytest.mark.linkpolicy('vectors/stores')\nclass TestStore:\n    @pytest.mark.linkpolicy('facts.yaml')\n"
     "    def test_store(self, linkpolicy_vectors):\n        linkpolicy_vectors.play(OtherSubject)\n", [], 0, rf"\b{cases(STORES, LINKING)} vectors passed"),
]


@pytest.fixture(scope="module")
def vectors(tmp_path_factory):
    folder = tmp_path_factory.mktemp("uses")
    shutil.copytree(STORES_FOLDER, folder / "vectors/stores")
    shutil.copytree(STORES_FOLDER, folder / "vectors/more")
    for loose in ("vectors/loose.yaml", "vectors/more/loose.yaml"):
        shutil.copy(LINKING, folder / loose)
    shutil.copy(LINKING, folder / "facts.yaml")
    (folder / "rejected.yaml").write_text(REJECTED)
    return folder


@pytest.mark.parametrize("number", range(len(USES)))
def test_a_use(vectors, tmp_path, number):
    text, options, code, message = USES[number]
    (vectors / f"test_use_{number}.py").write_text(HEAD.format(tests=str(ROOT / "Tests/PythonStore")) + text)
    environment = {
        **os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)), "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "linkpolicy.testing.plugin", "--rootdir", str(vectors),
         f"test_use_{number}.py", *options],
        cwd=vectors, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    assert done.returncode == code and re.search(message, done.stdout), done.stdout
