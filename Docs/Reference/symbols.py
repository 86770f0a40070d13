"""The symbols and articles of the library, each with its place in the reference."""
import glob
import json
import os
import posixpath
import re
import sys
import urllib.parse
from dataclasses import dataclass, field

# These symbols have a page. All others are described on the page of the type that contains them.
WITH_PAGE = {"module", "struct", "enum", "class", "actor", "protocol", "extension"}
# DocC's titles for generated topics, in the words of the reference.
TITLES = {
    "Instance Properties": "Properties", "Instance Methods": "Methods", "Enumeration Cases": "Cases",
    "Type Properties": "Static properties", "Type Methods": "Static methods", "Type Aliases": "Type aliases",
    "Structures": "Types", "Enumerations": "Types", "Classes": "Types", "Protocols": "Types",
}
# The order of generated topics. A topic with another title comes before the last one.
ORDER = [
    "Cases", "Initializers", "Requirements", "Properties", "Methods", "Static properties", "Static methods",
    "Operators", "Type aliases", "Types"]
REQUIREMENT, DEFAULTS = "Requirements", "Default implementations"
SUFFIX = re.compile(r"-(?:swift\.\w+|[0-9a-z]{4,6})$")


@dataclass(eq=False)
class Entry:
    """A symbol or an article."""
    module: str
    identifier: str
    # The path in DocC, which starts with the module and is unique.
    path: tuple
    document: dict
    kind: str
    name: str
    symbol: dict = field(default_factory=dict)
    # The page that describes it, and the place in the page.
    page: "Entry" = None
    file: str = ""
    anchor: str = ""

    @property
    def label(self):
        """The kind, in words."""
        return {"Framework": "Module", "Instance Method": "Method", "Instance Property": "Property", "Case": "Case"}.get(
            self.document["metadata"].get("roleHeading"), self.document["metadata"].get("roleHeading") or "Article")

    @property
    def abstract(self):
        return self.document.get("abstract", [])

    @property
    def usr(self):
        return self.symbol.get("identifier", {}).get("precise", "")

    @property
    def own_name(self):
        """The name without the types that contain it."""
        return self.symbol["pathComponents"][-1] if self.symbol else self.name

    @property
    def new_name(self):
        """The name that replaces a deprecated symbol, or None."""
        items = self.symbol.get("availability", [])
        return next((item.get("renamed", "") for item in items if item.get("isUnconditionallyDeprecated")), None)

    def tokens(self):
        """The declaration, as DocC divides it."""
        for section in self.document.get("primaryContentSections", []):
            if section["kind"] == "declarations":
                return section["declarations"][0]["tokens"]
        return []

    def location(self):
        """The source file and the first line, or None."""
        place = self.symbol.get("location")
        if not place:
            return None
        path = urllib.parse.unquote(place["uri"])
        return "Sources/" + path.rpartition("/Sources/")[2], place["position"]["line"] + 1


class Library:
    """Every entry of some modules, found by identifier, by symbol and by name."""

    def __init__(self):
        self.entries, self.by_identifier, self.by_usr, self.by_path = [], {}, {}, {}
        self.modules, self.names, self.problems, self.additions, self.collections = [], {}, [], {}, {}
        self.requirements = set()

    def read(self, module, graphs, archive):
        """Adds the symbols of a module and the articles of its catalog."""
        symbols = {}
        for path in sorted(glob.glob(os.path.join(glob.escape(graphs), "*.symbols.json"))):
            with open(path, encoding="utf-8") as file:
                graph = json.load(file)
            symbols.update({symbol["identifier"]["precise"]: symbol for symbol in graph["symbols"]})
            self.requirements |= {relation["source"] for relation in graph["relationships"] if relation["kind"] == "requirementOf"}
        for path in sorted(glob.glob(os.path.join(glob.escape(archive), "data", "documentation", "**", "*.json"), recursive=True)):
            with open(path, encoding="utf-8") as file:
                self.add(module, json.load(file), symbols)

    def add(self, module, document, symbols):
        metadata, identifier = document["metadata"], document["identifier"]["url"]
        path = tuple(identifier.split("/documentation/")[1].split("/"))
        if metadata["role"] == "collectionGroup" or (metadata["role"], metadata.get("symbolKind")) == ("collection", "extension"):
            self.collections[identifier] = document
            return
        kind = metadata.get("symbolKind", "article")
        symbol = symbols.get(metadata.get("externalID"), {}) if kind not in ("extension", "module") else {}
        if not symbol and kind not in ("article", "module", "extension"):
            self.problems.append(f"{identifier} has no symbol in the symbol graphs")
        entry = Entry(module, identifier, path, document, kind, ".".join(symbol["pathComponents"]) if symbol else metadata["title"], symbol)
        self.entries.append(entry)
        self.by_identifier[identifier] = self.by_path[path] = entry
        if entry.usr:
            self.by_usr[entry.usr] = entry
        if kind == "module":
            self.modules.append(entry)

    def place(self):
        """Gives each entry its page, file and anchor. Call this once, after the last module is read."""
        taken = {}
        for entry in sorted(self.entries, key=lambda entry: (len(entry.path), entry.path)):
            parent = self.by_path.get(entry.path[:-1])
            if entry.kind in WITH_PAGE or entry.kind == "article" or parent is None or parent.kind == "module":
                short = ".".join(SUFFIX.sub("", part) for part in entry.path[1:]) or "index"
                names = [name for name in (short, ".".join(entry.path[1:])) if (entry.module, name.casefold()) not in taken]
                if not names:
                    self.problems.append(f"{entry.identifier} has the file of another symbol")
                    continue
                taken[entry.module, names[0].casefold()] = entry
                # An operator is no file name.
                name = re.sub(r"[^\w.,()-]", lambda sign: f"{ord(sign[0]):x}", names[0])
                entry.page, entry.file = entry, f"{entry.module}/{name}.html"
            elif parent.page is None:
                self.problems.append(f"{entry.identifier} has no page")
            else:
                entry.page, entry.file, entry.anchor = parent.page, parent.file, "/".join(entry.path[len(parent.page.path):])
        for entry in self.entries:
            if entry.kind not in ("article", "module", "extension"):
                self.names.setdefault(entry.name, []).append(entry)
            if entry.kind == "extension":
                usr = next((token["preciseIdentifier"] for token in entry.tokens() if "preciseIdentifier" in token), None)
                if usr in self.by_usr:
                    self.additions.setdefault(self.by_usr[usr], []).append(entry)
        for module in self.modules:
            self.names.setdefault(module.name, []).append(module)

    def href(self, entry, page):
        """The address of an entry, relative to the file of a page."""
        anchor = "#" + urllib.parse.quote(entry.anchor, safe="():,") if entry.anchor else ""
        return anchor if anchor and entry.file == page else posixpath.relpath(entry.file, posixpath.dirname(page) or ".") + anchor

    def named(self, name, module):
        """The one symbol with this name: of the module, or else of any module. None if there is no or more than one such symbol."""
        found = self.names.get(name, [])
        own = [entry for entry in found if entry.module == module]
        return own[0] if len(own) == 1 else found[0] if len(found) == 1 else None

    def groups(self, entry):
        """The topics of a page: titles, each with its entries. Every entry of the page is in one of them.

        Topics that DocC generates are in the order of `ORDER`, and their members in the order of the sources.
        """
        curated, generated, placed = {}, {}, set()

        def add(topics, title, identifiers):
            for identifier in identifiers:
                collection, found = self.collections.get(identifier), self.by_identifier.get(identifier)
                if collection:
                    # The collection "Comparable Implementations" has what a type declares for this protocol.
                    protocol = re.fullmatch(r"(\w+) Implementations", collection["metadata"]["title"])
                    for section in collection.get("topicSections", []):
                        add(topics, f"From {protocol[1]}" if protocol else title, section["identifiers"])
                elif found is None:
                    self.problems.append(f"{entry.identifier} lists {identifier}, which is unknown")
                elif found not in placed:
                    placed.add(found)
                    topics.setdefault(REQUIREMENT if found.usr in self.requirements else title, []).append(found)
                    for section in found.document.get("defaultImplementationsSections", []):
                        add(topics, DEFAULTS, section["identifiers"])

        for section in entry.document.get("topicSections", []):
            isGenerated = section.get("generated")
            add(generated if isGenerated else curated, TITLES.get(section["title"], section["title"]) if isGenerated else section["title"],
                section["identifiers"])
        add(generated, "Other", [other.identifier for other in self.entries if other.path[:-1] == entry.path and other not in placed])
        home = entry.location() or ("",)
        for others in generated.values():
            others.sort(key=lambda other: (lambda place: (place[0] != home[0], *place))(other.location() or ("", 0)))
        rank = {title: number for number, title in enumerate(ORDER)}
        return list(curated.items()) + sorted(generated.items(), key=lambda topic: rank.get(topic[0], len(ORDER) - 1.5))

    def check(self):
        """Exits if the library has a symbol without a place."""
        if self.problems:
            sys.exit("\n".join(self.problems) + "\nreference: the reference is incomplete")
