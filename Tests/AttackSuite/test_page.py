"""The commands of Docs/AttackSuite.md, from nothing to a report of a service, print what the page shows."""
import os
import re
import signal
import subprocess
import sys

from support import ENVIRONMENT, ROOT, TOOL, free_port

PAGE = (ROOT / "Docs/AttackSuite.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)


def is_like(shown, printed):
    """Whether lines are the shown ones; `...` is any number of lines."""
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def run(commands, folder, services):
    """Runs a block; a service goes on until the next one starts. Returns the output of the last command."""
    (folder / "bin").mkdir(exist_ok=True)
    for name, target in (("python3", sys.executable), ("linkpolicy", TOOL)):
        script = folder / "bin" / name
        script.write_text(f"#!/bin/sh\nexec '{target}' \"$@\"\n")
        script.chmod(0o755)
    environment = {**ENVIRONMENT, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    printed = ""
    for command in commands.splitlines():
        if command.startswith("pip install "):
            continue  # The tests have the package in PYTHONPATH.
        if command.startswith("python3 service.py &"):
            stop(services)
            log = open(folder / "service.log", "ab")
            services.append(subprocess.Popen(
                [sys.executable, "service.py"], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=log))
            log.close()
            command = "sleep 1"
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, timeout=120)
        assert done.returncode in (0, 1), command
        printed = done.stdout
    return printed


def stop(services):
    while services:
        service = services.pop()
        service.send_signal(signal.SIGTERM)
        service.wait(timeout=20)


def written(folder):
    """Writes the files of the page, with ports that are free: tests run at the same time."""
    os.symlink(ROOT / "vectors", folder / "vectors")
    ports = {"8797": str(free_port()), "8798": str(free_port())}
    for language, block in BLOCKS:
        named = re.match(r"# (\S+)\n", block)
        if named and language in ("python", "json"):
            text = re.sub("8797|8798", lambda found: ports[found.group()], block[named.end():])
            (folder / named.group(1)).write_text(text, encoding="utf-8")


def test_the_page(tmp_path):
    written(tmp_path)
    services, printed, compared, ran = [], "", 0, 0
    try:
        for language, block in BLOCKS:
            if language == "sh":
                printed, ran = run(block, tmp_path, services), ran + 1
            elif language == "text":
                assert is_like(block.splitlines(), printed.splitlines()), printed
                compared += 1
        # The last block plays the vectors on the corrected service.
        assert "attack-suite 1: " in printed and " 0 failed" in printed, printed
    finally:
        stop(services)
    assert (ran, compared) == (3, 2)
    assert "Traceback" not in (tmp_path / "service.log").read_text(encoding="utf-8")
    assert (tmp_path / "report.json").exists()


def test_the_tool_fails_for_an_attack_that_succeeds(tmp_path):
    written(tmp_path)
    services = []
    command = [block for language, block in BLOCKS if language == "sh"][-1]
    try:
        printed = run("python3 service.py & sleep 1\n" + command, tmp_path, services)
    finally:
        stop(services)
    # The tool shows one of the cases with the same reason.
    for id in ("r0012", "r0019"):
        assert f"ERRORED {id} " in printed, printed
    assert " 5 failed" in printed and "succeeded: safe would be" in printed, printed
