#!/usr/bin/env python3
"""Writes the wheel and the source distribution, and is the build backend of the latter (PEP 517).

    Bindings/Python/distribution.py wheel LIBRARY FOLDER    the wheel with a C library that was built before
    Bindings/Python/distribution.py sdist FOLDER            the sources from which pip builds the wheel; needs Swift

The library is called with ctypes, so one wheel serves every Python from 3.9 on. Its tag names the oldest C library that has
the symbols which the library needs. Equal contents are equal bytes: times and owners are fixed.
"""
from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TIME = (1980, 1, 1, 0, 0, 0)
# The files of the source distribution, in addition to the folders of the Swift targets, which include `Bindings/C/include`.
PLAIN = ("LICENSE", "NOTICE", "Bindings/C/exports.map", "Bindings/C/link", "Bindings/Python/distribution.py",
         "Bindings/Python/pyproject.toml", "Bindings/Python/README.md", "Bindings/Python/linkpolicy")
BACKEND = """[build-system]
requires = []
build-backend = "distribution"
backend-path = ["Bindings/Python"]
"""
MANIFEST = """
// A source distribution has only the targets of the library for C.
let distributed: Set = {names}
package.targets.removeAll {{ !distributed.contains($0.name) }}
package.products = []
"""


class BuildError(SystemExit):
    """Ends the build with an error message."""

    def __init__(self, message: str) -> None:
        super().__init__(f"linkpolicy: {message}")


def section(name: str) -> dict[str, str]:
    """Returns the keys of a section of pyproject.toml with their values as text, because Python before 3.11 has no parser."""
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(rf"^\[{re.escape(name)}\]\n((?:(?!\[).*\n?)*)", text, re.M)
    if not found:
        raise BuildError(f"pyproject.toml has no [{name}]")
    return dict(re.findall(r'^"?([\w.-]+)"? = (.+)$', found.group(1), re.M))


def version() -> str:
    return str(json.loads(section("project")["version"]))


def metadata() -> str:
    project = section("project")
    lines = [
        "Metadata-Version: 2.2", f"Name: {json.loads(project['name'])}", f"Version: {version()}",
        f"Summary: {json.loads(project['description'])}", "License: Apache-2.0",
        f"Requires-Python: {json.loads(project['requires-python'])}", "Description-Content-Type: text/markdown"]
    for extra, requirements in section("project.optional-dependencies").items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {one}; extra == '{extra}'" for one in json.loads(requirements)]
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text(encoding="utf-8")


def entry_points() -> str:
    points = section("project.entry-points.pytest11")
    return "[pytest11]\n" + "".join(f"{name} = {json.loads(value)}\n" for name, value in points.items())


def files(folder: Path) -> list[Path]:
    """Returns the files of a folder, except hidden files, caches and libraries."""
    return sorted(
        file for file in folder.rglob("*") if file.is_file() and file.suffix not in (".so", ".pyc")
        and not any(part.startswith(".") or part == "__pycache__" for part in file.relative_to(folder).parts))


def tag(library: Path) -> str:
    """Returns the tag of a wheel with a library, for the newest glibc version whose symbols the library needs."""
    symbols = subprocess.run(["objdump", "-T", str(library)], capture_output=True, text=True, check=True).stdout
    needed = {(int(major), int(minor)) for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols)}
    if not needed:
        raise BuildError(f"{library} needs no symbol of glibc")
    major, minor = max(needed)
    return f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"


def write_wheel(library: Path, folder: Path) -> Path:
    """Writes the wheel with a library."""
    suffix = tag(library)
    info = f"linkpolicy-{version()}.dist-info"
    contents = {f"linkpolicy/{file.relative_to(HERE / 'linkpolicy').as_posix()}": file.read_bytes() for file in files(HERE / "linkpolicy")}
    contents["linkpolicy/liblinkpolicy.so"] = library.read_bytes()
    contents[f"{info}/METADATA"] = metadata().encode()
    contents[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: linkpolicy\nRoot-Is-Purelib: false\nTag: {suffix}\n".encode()
    contents[f"{info}/entry_points.txt"] = entry_points().encode()
    for name in ("LICENSE", "NOTICE"):
        contents[f"{info}/{name}"] = (ROOT / name).read_bytes()
    rows = []
    for path, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}\n")
    contents[f"{info}/RECORD"] = ("".join(rows) + f"{info}/RECORD,,\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"linkpolicy-{version()}-{suffix}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in contents.items():
            entry = zipfile.ZipInfo(path, TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
    return wheel


def targets() -> dict[str, str]:
    """Returns the Swift targets of the library for C, with their folders."""
    dump = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True)
    if dump.returncode:
        raise BuildError(f"swift package dump-package: {dump.stderr}")
    every = {target["name"]: target for target in json.loads(dump.stdout)["targets"]}
    found: dict[str, str] = {}
    waiting = ["LinkPolicyC"]
    while waiting:
        target = every[waiting.pop()]
        if target["name"] not in found:
            found[target["name"]] = target.get("path") or f"Sources/{target['name']}"
            waiting += [next(iter(one.values()))[0] for one in target["dependencies"]]
    return dict(sorted(found.items()))


def write_sdist(folder: Path) -> Path:
    """Writes the source distribution with the Python package and the Swift targets of the library."""
    swift = targets()
    contents: dict[str, tuple[bytes, int]] = {}
    for path in (*PLAIN, *swift.values()):
        for file in files(ROOT / path) if (ROOT / path).is_dir() else [ROOT / path]:
            mode = 0o755 if file.stat().st_mode & 0o100 else 0o644
            contents[file.relative_to(ROOT).as_posix()] = file.read_bytes(), mode
            # C code embeds files of other targets, so these files are added too.
            for name in re.findall(r'^#embed "(.+)"', file.read_text(encoding="utf-8"), re.M) if file.suffix == ".c" else ():
                embedded = (file.parent / name).resolve()
                contents[embedded.relative_to(ROOT).as_posix()] = embedded.read_bytes(), 0o644
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    if "let distributed" not in manifest:
        manifest += MANIFEST.format(names=json.dumps(list(swift)))
    project = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    project = BACKEND + "\n" + project[project.index("[project]"):].replace('"README.md"', '"Bindings/Python/README.md"')
    project = project[:project.index("[tool.setuptools]")].rstrip() + "\n"
    for name, text in (("Package.swift", manifest), ("pyproject.toml", project), ("PKG-INFO", metadata())):
        contents[name] = text.encode(), 0o644
    base = f"linkpolicy-{version()}"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, (data, mode) in sorted(contents.items()):
            entry = tarfile.TarInfo(f"{base}/{path}")
            entry.size, entry.mode = len(data), mode
            archive.addfile(entry, io.BytesIO(data))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{base}.tar.gz"
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return path


def build_library() -> Path:
    """Builds the library for C from the sources of this folder."""
    if not sys.platform.startswith("linux"):
        raise BuildError("the library is built on Linux only; `linkpolicy.process` works with the tool on other systems")
    for program in ("swift", "cc", "objdump"):
        if not shutil.which(program):
            raise BuildError(f"`{program}` is missing: the build needs Swift 6.2, libyaml (libyaml-dev, pkg-config) and binutils")
    out = ROOT / ".build/c"
    for words in (
            # Without this option, the optimizer removes functions that only C code calls.
            ["swift", "build", "-c", "release", "-Xswiftc", "-enable-testing", "-debug-info-format", "none", "--target", "LinkPolicyC"],
            [str(ROOT / "Bindings/C/link"), str(out)]):
        # Standard output belongs to the build frontend, so the build writes to standard error.
        if subprocess.run(words, cwd=ROOT, stdout=sys.stderr).returncode:
            raise BuildError(f"`{' '.join(words[:2])}` failed")
    return out / "liblinkpolicy.so"


# The hooks of PEP 517.

def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Writes the metadata without a build."""
    info = Path(metadata_directory) / f"linkpolicy-{version()}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(metadata(), encoding="utf-8")
    (info / "entry_points.txt").write_text(entry_points(), encoding="utf-8")
    return info.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel. The setting `library` is the path of an already built library."""
    given = (config_settings or {}).get("library")
    return write_wheel(Path(given) if given else build_library(), Path(wheel_directory)).name


def build_sdist(sdist_directory, config_settings=None):
    """Writes the source distribution."""
    return write_sdist(Path(sdist_directory)).name


def main(words: list[str]) -> None:
    if words[:1] == ["wheel"] and len(words) == 3:
        path = write_wheel(Path(words[1]), Path(words[2]))
    elif words[:1] == ["sdist"] and len(words) == 2:
        path = write_sdist(Path(words[1]))
    else:
        sys.exit(__doc__)
    print(f"{path} ({path.stat().st_size} bytes)")


if __name__ == "__main__":
    main(sys.argv[1:])
