"""Starts the example service in Python with the local provider of the attack suite, and plays attacks on it."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "Examples/PythonService"
TOOL = os.path.abspath(os.environ.get("LINKPOLICY", ROOT / ".build/release/linkpolicy"))
ENVIRONMENT = {
    **os.environ, "LINKPOLICY": TOOL, "PYTHONPATH": str(ROOT / "Bindings/Python"), "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Example:
    """A copy of the example, edited and running."""

    def __init__(self, folder, edits=(), policy=None):
        self.folder = Path(folder)
        shutil.copytree(EXAMPLE, self.folder / "service", ignore=shutil.ignore_patterns(".build", "__pycache__"))
        edits = list(edits)
        if policy is not None:
            file = self.folder / "policy.yaml"
            file.write_text(policy, encoding="utf-8")
            edits.append(("__main__.py", 'Client("hardened"', f'Client("{file}"'))
        for name, old, new in edits:
            file = self.folder / "service/accounts" / name
            text = file.read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{name} has `{old}` {text.count(old)} times"
            file.write_text(text.replace(old, new), encoding="utf-8")
        self.data, port = self.folder / "data", free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "accounts", "--data", str(self.data), "--port", "0", "--provider", f"http://127.0.0.1:{port}"],
            cwd=self.folder / "service", env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True)
        found = next((found for found in (re.search(r"http://127\.0\.0\.1:\d+", line) for line in self.process.stdout) if found), None)
        assert found, f"the service ended with {self.process.wait()}"
        self.config = json.loads((EXAMPLE / "attacks.json").read_text(encoding="utf-8"))
        self.config["service"], self.config["identity"]["port"] = found.group(0), port
        # The example writes mails before it answers.
        self.config["limits"] = {"mail-seconds": 0.5}
        self.config["mail"]["folder"] = str(self.data / "mails")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def attacked(self, *ids, **changes):
        """Plays attacks, all if none is named; returns the exit code, the report and the text."""
        return attack(self.folder, {**self.config, **changes}, *(word for id in ids for word in ("--id", id)))


def attack(folder, config, *words, timeout=300):
    """Runs the command line; returns the exit code, the report if there is one, and the text."""
    file, report = Path(folder) / "config.json", Path(folder) / "report.json"
    file.write_text(json.dumps(config), encoding="utf-8")
    report.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "linkpolicy.attack", str(file), "--report", str(report), *words], env=ENVIRONMENT, cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout)
    return done.returncode, json.loads(report.read_text(encoding="utf-8")) if report.exists() else None, done.stdout


def ids(report, status):
    """The ids of the attacks of a status."""
    return {one["id"] for one in report["cases"] if one["status"] == status and not one["control"]}
