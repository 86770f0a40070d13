"""The plugin plays vectors on stores and services that know nothing of `linkpolicy.store`."""
import re

import pytest
from conftest import ROOT
from other_subject import OtherSubject

from linkpolicy.testing import Attempted, Rows
from linkpolicy.testing.run import play

LINKING, STORES = str(ROOT / "vectors/facts/linking.yaml"), str(ROOT / "vectors/stores")


@pytest.fixture(autouse=True)
def once(backend):
    if backend != "sqlite":
        pytest.skip("without the databases of the tests")


def test_another_store_passes():
    result = play([LINKING, STORES, str(ROOT / "vectors/facts/given.yaml")], OtherSubject)
    assert not result.findings and result.problem is None and result.passed == 46 and result.compared, result.text


@pytest.mark.parametrize("word", ["remove-method", "set-email", "end-sessions"])
def test_an_omission_of_another_store_is_named(word):
    result = play([LINKING], lambda policy: OtherSubject(policy, (word,)))
    assert result.failed == len(result.findings) and result.passed + result.failed == 26
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
    assert result.failed == 26 and "OSError: no database" in result.text


def test_a_path_without_vectors_is_a_problem(tmp_path):
    (tmp_path / "empty.yaml").write_text("")
    result = play([str(tmp_path / "empty.yaml")], OtherSubject)
    assert result.problem and "linkpolicy ended with" in result.text
