"""Whether a certificate is about the policy, version, vocabulary, assumptions and environment that it is checked for."""

from __future__ import annotations

import json
from typing import Any

from .digest import digest
from .document import Document
from .effects import EFFECTS
from .reading import Certificate, Refused
from .vocabulary import Vocabulary
from .world import SWITCHES, Assumptions, Environment

ENGINE = "0.9.0"
"""The version of the tool that this checker knows."""


def check_identity(
    certificate: Certificate, policy: Document, vocabulary: Vocabulary, assumptions: Assumptions, switches: dict[str, str],
    settings: dict[str, str],
) -> None:
    """Refuses a certificate of anything else."""
    _same("the version", certificate.engine, ENGINE)
    _same("the policy's name", certificate.policy["name"], policy.name)
    _same("the policy's digest", certificate.policy["digest"], digest(policy))
    found = dict(certificate.vocabulary)
    # No order is meant among effects.
    found["effects"] = sorted(found.get("effects") or [])
    _same_maps("the vocabulary", found, described(vocabulary))
    # In Python `True` is 1; as text they differ.
    if json.dumps(certificate.assumptions, sort_keys=True) != json.dumps(assumptions.canonical(), sort_keys=True):
        raise Refused("the certificate is under other assumptions of what providers do")
    expected = SWITCHES | assumptions.switches | switches
    if "exclusion-9" not in switches:
        expected["exclusion-9"] = "on" if expected["reassigned"] == "off" else "off"
    _same_maps("the switches", certificate.switches, expected)
    _same_maps("the settings", certificate.settings, settings)
    environment = Environment(tuple(expected.items()))
    _same("the exclusions", certificate.exclusions, [number for number in range(1, 10) if environment.excludes(number)])


def described(vocabulary: Vocabulary) -> dict[str, Any]:
    """The vocabulary as a certificate has it."""
    return {
        "facts": {fact: list(values) for fact, values in vocabulary.values.items()}
        | {fact: list(values) for fact, values in vocabulary.derived.items()},
        "actions": {
            action.name: {
                "pointsTo": action.points_to, "kinds": list(action.kinds), "address": action.address, "takes": action.takes,
            }
            for action in vocabulary.actions.values()
        },
        "purposes": {
            purpose.name: {
                "to": "account" if purpose.to_account else "asserted", "for": "nobody" if purpose.of_nobody else "account",
                "stale": "with-address" if purpose.goes_stale else "never",
            }
            for purpose in vocabulary.purposes.values()
        },
        "effects": list(EFFECTS),
    }


def _same(what: str, found: Any, expected: Any) -> None:
    if found != expected:
        raise Refused(f"{what} of the certificate is {found!r}, not {expected!r}")


def _same_maps(what: str, found: Any, expected: dict[str, Any]) -> None:
    if not isinstance(found, dict) or set(found) != set(expected):
        names = sorted(set(found) ^ set(expected)) if isinstance(found, dict) else []
        raise Refused(f"{what} of the certificate names others: {', '.join(names)}")
    for name, value in expected.items():
        if isinstance(value, dict):
            _same_maps(f"{what}, {name},", found[name], value)
        elif found[name] != value:
            raise Refused(f"{what} of the certificate: {name} is {found[name]!r}, not {value!r}")
