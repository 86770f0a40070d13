"""The tools of the Swift compiler that know the public symbols: symbol graphs and DocC."""
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
MODULES = os.path.join(ROOT, ".build", "release", "Modules")


def tool(name):
    """The path of a tool of the compiler. The tool may be missing from the search path."""
    if sys.platform == "darwin":
        return subprocess.run(["xcrun", "--find", name], check=True, capture_output=True, text=True).stdout.strip()
    return os.path.join(os.path.dirname(os.path.realpath(shutil.which("swiftc") or "swiftc")), name)


def run(name, *words):
    """Runs a tool of the compiler, and returns its standard output."""
    done = subprocess.run([tool(name), *words], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{name} failed\n{done.stdout}{done.stderr}")
    return done.stdout


def products():
    """The names of the library products, in the order of Package.swift."""
    with open(os.path.join(ROOT, "Package.swift"), encoding="utf-8") as file:
        return re.findall(r'\.library\(name: "(\w+)"', file.read())


def former(product):
    """The modules that a former product exports, or none for a product with its own declarations."""
    folder = os.path.join(ROOT, "Sources", "Compatibility", product)
    exported = []
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            exported += re.findall(r"^@_exported public import (\w+)$", file.read(), re.M)
    return exported


def catalog(module):
    """The DocC catalog of a module, or None."""
    path = os.path.join(ROOT, "Sources", module, module + ".docc")
    return path if os.path.isdir(path) else None


def is_declared(symbol):
    """Whether the sources declare the symbol. The compiler adds other symbols, such as inherited operators."""
    if "::SYNTHESIZED::" in symbol["identifier"]["precise"] or symbol["kind"]["identifier"] == "swift.extension":
        return False
    return symbol.get("docComment", {}).get("module") != "Swift"


def extract(module, modules, output, *more):
    """Writes the symbol graphs of a module into a new folder."""
    os.makedirs(output)
    target = json.loads(run("swiftc", "-print-target-info"))["target"]
    system = []
    if sys.platform == "darwin":
        system = ["-sdk", subprocess.run(["xcrun", "--show-sdk-path"], check=True, capture_output=True, text=True).stdout.strip()]
    run(
        "swift-symbolgraph-extract", "-module-name", module, "-I", modules, "-I", os.path.join(ROOT, "Sources", "CYAML"),
        # The extractor resolves imports that only the inside of a module uses, too.
        "-Xcc", "-fmodule-map-file=" + os.path.join(ROOT, "Sources/CLinkPolicyResources/include/module.modulemap"),
        "-Xcc", "-fmodule-map-file=" + os.path.join(ROOT, "Sources/CLinkPolicyCatalog/include/module.modulemap"),
        "-Xcc", "-I" + os.path.join(ROOT, "Sources/CLinkPolicyResources/include"),
        "-output-dir", output, "-minimum-access-level", "public", "-skip-synthesized-members", "-emit-extension-block-symbols",
        "-target", target["triple" if system else "unversionedTriple"], *system, *more,
    )


def convert(module, graphs, folder, output):
    """Makes a DocC archive, and returns the warnings and errors."""
    words = [tool("docc"), "convert"] + ([folder] if folder else []) + [
        "--additional-symbol-graph-dir", graphs, "--output-path", output, "--warnings-as-errors",
        "--fallback-display-name", module, "--fallback-bundle-identifier", module, "--ide-console-output",
    ]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    printed = (done.stdout + done.stderr).split("\n")
    found = [line.removeprefix(ROOT + "/") for line in printed if re.search(r"\b(error|warning):", line)]
    if done.returncode and not found:
        found = [f"{module}: docc failed\n{done.stdout}{done.stderr}"]
    return found
