"""The service as a process, for the tests that reach it from outside."""
import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile

# Whoever is told to stop leaves neither files nor a process behind.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


class Service:
    """A service of its own, with its own accounts; `again` starts it once more on the same."""

    def __init__(self, program):
        self.program = program
        self.data = tempfile.mkdtemp()
        atexit.register(self.close)
        self.start()

    def start(self):
        # What it says of itself is in a file, so that nobody has to read a pipe meanwhile.
        self.log = open(os.path.join(self.data, "log"), "ab")
        self.process = subprocess.Popen(
            [self.program, "--data", self.data], stdout=subprocess.PIPE, stderr=self.log, text=True)
        lines = [self.process.stdout.readline().split() for _ in range(3)]
        if any(len(line) != 2 for line in lines):
            raise SystemExit(f"the service ended with exit code {self.process.wait()} before it listened: {self.said()}")
        said = dict(lines)
        self.page = said["page"].rstrip("/")
        self.providers = said["providers"]
        self.port = int(self.page.rsplit(":", 1)[1])

    def again(self):
        """Kills the process where it stands, and starts another on the same folder."""
        self.process.kill()
        self.process.wait()
        self.start()

    def records(self):
        with open(os.path.join(self.data, "audit.jsonl"), encoding="utf-8") as file:
            return file.read().splitlines()

    def stored(self):
        """All bytes of the database, with what is not yet in its main file."""
        content = b""
        for name in sorted(os.listdir(self.data)):
            if name.startswith("accounts.sqlite"):
                with open(os.path.join(self.data, name), "rb") as file:
                    content += file.read()
        return content

    def said(self):
        with open(os.path.join(self.data, "log"), encoding="utf-8") as file:
            return file.read()

    def close(self):
        """Ends the process; whether it was still there."""
        atexit.unregister(self.close)
        alive = self.process.poll() is None
        self.process.terminate()
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.data, ignore_errors=True)
        return alive
