"""The blocks of Docs/Python.md, in a folder, do what the page shows."""
import os
import re
import subprocess
import sys


import pytest
from conftest import ROOT

PAGE = (ROOT / "Docs/Python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)
FILES = {
    match.group(1): block[match.end():] for language, block in BLOCKS if language == "python"
    for match in [re.match(r"# (\S+\.py)\n", block)] if match}
SHOWN = [block for language, block in BLOCKS if language == "text"]
UPGRADE = re.search(r"^python (-m linkpolicy\.store upgrade \S+)$", PAGE, re.M).group(1)


def run(folder, *words):
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run([sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The library for C, which a wheel contains, from the objects of the release build."""
    out = tmp_path_factory.mktemp("c")
    subprocess.run(["make", "-s", "-C", str(ROOT), "c-library", f"C_LIBRARY={out}"], check=True, capture_output=True)
    return out / "liblinkpolicy.so"


@pytest.fixture
def folder(tmp_path, backend, library, monkeypatch):
    monkeypatch.setenv("LINKPOLICY_LIBRARY", str(library))
    if backend != "sqlite":
        pytest.skip("the page uses SQLite")
    (tmp_path / "linkpolicy").symlink_to(os.environ["LINKPOLICY"])
    (tmp_path / "vectors").symlink_to(ROOT / "vectors")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_first_program_prints_what_the_page_shows(folder):
    assert run(folder, *UPGRADE.split()).returncode == 0
    done = run(folder, "sign_in.py")
    assert (done.returncode, done.stdout) == (0, SHOWN[0]), done.stderr


def test_without_the_second_command_the_error_names_it(folder):
    done = run(folder, "sign_in.py")
    assert done.returncode == 1 and "python -m linkpolicy.store upgrade URL" in done.stderr.splitlines()[-1]


def plugin():
    """The plugin as an option, unless an installed package has registered it."""
    from importlib.metadata import distributions
    registered = any(entry.value == "linkpolicy.testing.plugin" for found in distributions() for entry in found.entry_points)
    return [] if registered else ["-p", "linkpolicy.testing.plugin"]


def test_the_suites_pass_and_count(folder):
    done = run(folder, "-m", "pytest", "-q", *plugin(), "test_store.py", "-k", "linking or stores")
    assert done.returncode == 0 and re.search(r"^linkpolicy: \d{2} vectors passed, 0 failed", done.stdout, re.M), done.stdout


def test_a_finding_has_the_form_of_the_page(folder):
    forgetful = FILES["test_store.py"].replace("@pytest", """
from linkpolicy.store.writes import Writer

Writer.do_remove_method = lambda self, **fields: None

@pytest""")
    (folder / "test_store.py").write_text(forgetful, encoding="utf-8")
    done = run(folder, "-m", "pytest", "-q", *plugin(), "test_store.py", "--linkpolicy-id", "f0003", "-k", "linking")
    assert done.returncode == 1
    head, finding = SHOWN[1].splitlines()
    assert head in done.stdout.splitlines() and finding.removesuffix(" ...") in done.stdout, done.stdout


@pytest.mark.parametrize("marker, message", [
    ("", "uses linkpolicy_vectors: add"), ('@pytest.mark.linkpolicy("nowhere")', "there are no vectors at"),
    ('@pytest.mark.linkpolicy("empty")', "has no file of vectors")])
def test_a_wrong_marker_ends_in_a_sentence(folder, marker, message):
    (folder / "empty").mkdir()
    (folder / "test_store.py").write_text(f"import pytest\n{marker}\ndef test(linkpolicy_vectors): pass\n", encoding="utf-8")
    done = run(folder, "-m", "pytest", "-q", *plugin(), "test_store.py")
    assert done.returncode != 0 and message in done.stdout + done.stderr


def test_without_the_tool_the_error_says_where_it_is_looked_for(folder):
    environment = {**os.environ, "PATH": "/usr/bin:/bin"}
    del environment["LINKPOLICY"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugin(), "test_store.py", "-k", "linking"], cwd=folder, env=environment,
        capture_output=True, text=True)
    assert done.returncode == 1 and "put `linkpolicy` into the path, or set the variable LINKPOLICY" in done.stdout


def test_an_exception_of_a_store_fails_its_vector_and_names_the_step(folder):
    raising = FILES["test_store.py"].replace("@pytest", """
class Raising(StoreSubject):
    def attempt(self, attempt, *rest):
        if attempt["action"] == "link":
            raise OSError("the database is on fire")
        return super().attempt(attempt, *rest)

@pytest""").replace("StoreSubject(engine", "Raising(engine")
    (folder / "test_store.py").write_text(raising, encoding="utf-8")
    done = run(folder, "-m", "pytest", "-q", *plugin(), "test_store.py", "-k", "linking")
    assert re.search(r"step \d+: OSError: the database is on fire", done.stdout), done.stdout


