"""What the environment may do; every verdict holds under these switches only."""

from __future__ import annotations

from typing import NamedTuple

ON_OFF = ("on", "off")


class Switches(NamedTuple):
    """The defaults are what happens every day."""

    clicks: str = "on"
    """The owner clicks mail that he did not ask for."""
    email_changes: str = "on"
    phone: str = "on"
    mailed: str = "on"
    """Sign-in links and resets are used."""
    reassigned: str = "off"
    """`before`: the attacker once had E; `during`: a step takes E from the attacker to the owner."""
    forced_linking: str = "off"
    """The attacker's assertions reach the owner's sessions."""
    administrator: str = "off"
    """Somebody marks addresses verified."""
    factors: str = "off"
    any_tenant: str = "off"
    """Any Microsoft tenant asserts any address."""

    def named(self) -> dict[str, str]:
        """By the names of the command line."""
        return {name.replace("_", "-"): value for name, value in self._asdict().items()}


def parsed(settings: list[str]) -> Switches:
    """Reads `NAME=VALUE`; raises ValueError with what is wrong."""
    chosen: dict[str, str] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        field = name.replace("-", "_")
        if field not in Switches._fields:
            raise ValueError(f"no switch `{name}`: there are {', '.join(Switches().named())}")
        values = ("off", "before", "during") if field == "reassigned" else ON_OFF
        if value not in values:
            raise ValueError(f"`{name}` is {' or '.join(values)}, not `{value}`")
        chosen[field] = value
    return Switches(**chosen)
