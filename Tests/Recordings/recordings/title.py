"""The title of a vector: the recorded step, its answer, and the two attempts before it."""

from __future__ import annotations

from .shape import Json

BEFORE = 2
"""So many attempts before the recorded one are named."""
OWN_KINDS = ("password", "phone", "custom", "anonymous")
"""The providers that are named as their kind."""


def title(steps: list[Json]) -> str:
    """What the emulator was recorded to do, in words; `steps` without what is asked afterwards."""
    *earlier, last = [step for step in steps if "attempt" in step]
    answer = last["expect"]
    did = answer.get("error") or ("new account" if answer.get("new") else answer.get("outcome", "recorded"))
    said = f"recorded: {_named(last['attempt'])}: {did}"
    if earlier:
        said += "; after " + ", ".join(_named(step["attempt"]) + _refused(step) for step in earlier[-BEFORE:])
    return said


def _refused(step: Json) -> str:
    return " (refused)" if step["expect"].get("outcome") == "refused" else ""


def _named(said: Json) -> str:
    """An attempt by its action and the method that it brings."""
    action = str(said["action"])
    if "provider" not in said:
        return action
    provider = str(said["provider"])
    kind = said.get("kind", provider if provider in OWN_KINDS else "federated")
    method = provider if kind in ("federated", provider) else str(kind)
    return f"{action} {method}" if action in ("link", "unlink") else f"{action} with {method}"
