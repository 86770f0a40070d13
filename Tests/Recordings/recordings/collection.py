"""All recordings together: which of them become vectors, and what is left out."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from typing import Iterator

from .names import group_of
from .node import Node
from .refusing import Entry, LeftOut, NotUnderstood, Refused
from .shape import Json
from .suite import identified
from .vector import VectorMaker

# How many recordings a line names.
NAMED = 20


class Collection:
    """The vectors of recordings, each sequence of steps once, and what was left out by which entry."""

    def __init__(self, alike: int = 0) -> None:
        # Of longer recordings that are alike so many are kept; 0 for all.
        self.alike = alike
        self.nodes: dict[bytes, Node] = {}
        self.recorded = 0
        self.left: Counter[Entry] = Counter()
        self.dropped = 0
        # By the reason, the recordings that cannot be converted.
        self.not_converted: dict[str, list[str]] = {}
        # By what they have in common, those that are alike, each with what settles who is kept.
        self.shapes: dict[str, list[tuple[bytes, list[Node]]]] = {}

    def add(self, recording: Json) -> bool:
        """Adds a recording, or notes why it is left out; whether it becomes vectors."""
        self.recorded += 1
        name = f"{recording['group']}/{recording['id']}"
        try:
            maker = VectorMaker(recording)
            nodes = maker.nodes()
        except LeftOut as reason:
            self.left[reason.entry] += 1
            return False
        except (NotUnderstood, Refused) as reason:
            # One recording never costs the others of its file.
            self.not_converted.setdefault(str(reason), []).append(name)
            return False
        if self.alike and len(recording["steps"]) > 1:
            settles = hashlib.sha256(nodes[-1].key).digest()
            self.shapes.setdefault(shape(recording), []).append((settles, nodes))
        else:
            try:
                self.take(nodes)
            except Refused as refusal:
                # Two recordings of the same steps differ: which of them is right is unknown.
                raise Refused(f"{name}: {refusal}") from refusal
        self.left += maker.parts
        return True

    def problems(self) -> Iterator[str]:
        """The recordings that are not converted, a line for each reason."""
        for reason, names in sorted(self.not_converted.items()):
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            yield f"left out: {reason}: {', '.join(names[:NAMED])}{more}"

    def take(self, nodes: list[Node]) -> None:
        """Takes a recording's vectors, each with those that others have of the same steps."""
        for node in nodes:
            present = self.nodes.setdefault(node.key, node)
            if present is not node:
                present.add(node)

    def finish(self) -> None:
        """Chooses among recordings that are alike: by a digest of what goes in, so in no order of theirs."""
        for alike in self.shapes.values():
            alike.sort(key=lambda one: one[0])
            for _, nodes in alike[: self.alike]:
                self.take(nodes)
            self.dropped += max(0, len(alike) - self.alike)
        self.shapes = {}

    @property
    def vectors(self) -> dict[str, Json]:
        """The vectors, by id."""
        vectors = (identified(node.vector) for node in self.nodes.values())
        return {vector["id"]: vector for vector in vectors}

    def report(self) -> Iterator[str]:
        """What became of the recordings, a line each."""
        groups: Counter[str] = Counter(group_of(node.source) for node in self.nodes.values())
        for group, count in sorted(groups.items()):
            yield f"{group}: {count} vectors"
        yield f"{self.recorded} recordings"
        if self.dropped:
            yield f"  {self.dropped} differ from others that are kept in domain and providers alone"
        for entry in Entry:
            if self.left[entry]:
                yield f"  {self.left[entry]} {entry.word}: {entry.value}"


def shape(recording: Json) -> str:
    """What goes in without its domain, and with numbers for the providers, none of which the emulator knows.

    SAML's are another matter: it believes them.
    """
    text = json.dumps([recording.get("config"), recording["steps"]])
    if recording.get("domain"):
        text = text.replace(recording["domain"], "DOMAIN")
    providers: list[str] = []
    for step in recording["steps"]:
        linked = step.get("set", {}).get("linkProviderUserInfo", {}).get("providerId")
        for name in (step.get("provider"), linked):
            if name and "." in name and not name.startswith("saml.") and name not in providers:
                providers.append(name)
    for number, name in enumerate(providers):
        text = text.replace(name, f"PROVIDER{number}")
    return text
