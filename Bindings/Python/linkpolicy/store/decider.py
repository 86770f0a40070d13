"""The interface between the store and the engine that makes the decisions."""
from __future__ import annotations

from typing import Any, Mapping, Optional, Protocol

__all__ = ["Decider"]


class Decider(Protocol):
    """A policy that answers with the JSON documents of Docs/Protocol.md as mappings.

    `linkpolicy.process.Client` is such a policy. Methods may raise any exception; the store rolls back and raises the exception
    again. If the attribute `code` of the exception is `torn`, the store looks up and decides again.
    """

    def lookup(
        self,
        attempt: Mapping[str, Any],
        *,
        answers: Optional[Mapping[str, Any]] = None,
        caller: Optional[Mapping[str, Any]] = None,
        settings: Optional[Mapping[str, Any]] = None,
    ) -> Mapping[str, Any]:
        """Returns the member `lookup` of the engine's answer."""
        ...

    def decide(
        self,
        attempt: Mapping[str, Any],
        *,
        answers: Mapping[str, Any],
        caller: Optional[Mapping[str, Any]] = None,
        settings: Optional[Mapping[str, Any]] = None,
    ) -> Mapping[str, Any]:
        """Returns the member `decision` of the engine's answer."""
        ...
