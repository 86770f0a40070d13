"""Small releases for tests: an archive of the tool as `make release` writes it, with its checksum, in a folder or behind a server."""
import contextlib
import functools
import hashlib
import http.server
import io
import os
import platform
import subprocess
import tarfile
import threading

# Stands in for a build: `swift build --package-path FOLDER` or in the current folder.
SWIFT = """#!/bin/bash
while [ $# -gt 0 ]; do [ "$1" != --package-path ] || cd "$2"; shift; done
mkdir -p .build/release && cp "$TOOL" .build/release/linkpolicy && echo "swift built it"
"""


def version(tool):
    return subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]


def release(folder, tool, of=None, damaged=False, system=None):
    """Writes a release with a tool, of its own version or another one, and returns the tag."""
    number = of or version(tool)
    name = f"linkpolicy-{number}-linux-{system or platform.machine()}"
    place = os.path.join(folder, f"v{number}")
    os.makedirs(place)
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", compresslevel=1) as archive:
        archive.add(tool, f"{name}/linkpolicy")
    data = packed.getvalue()
    with open(os.path.join(place, "SHA256SUMS"), "w", encoding="utf-8") as file:
        file.write(f"{'0' * 64}  linkpolicy-{number}.tar.gz\n{hashlib.sha256(data).hexdigest()}  {name}.tar.gz\n")
    with open(os.path.join(place, f"{name}.tar.gz"), "wb") as file:
        file.write(data[:4] + bytes([data[4] ^ 1]) + data[5:] if damaged else data)
    return f"v{number}"


def swift(folder):
    """Writes a program `swift` that stands in for a build, and returns its folder."""
    os.makedirs(folder)
    path = os.path.join(folder, "swift")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SWIFT)
    os.chmod(path, 0o755)
    return folder


class _Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """The address of a server of a folder, on this machine."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Handler, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
