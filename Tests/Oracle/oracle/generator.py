"""Seeded random sequences, with what the oracle expects of each step."""

from __future__ import annotations

from random import Random

from . import steps
from .cast import SETTINGS, Cast
from .vectors import Json, Player, account_json, outcome_json

LENGTHS = (2, 3, 4, 6, 7, 7, 8, 8, 8, 8)


def sequence(seed: int, number: int) -> Json:
    """The documented policies' sequence of this number: the same for the same seed, whatever was generated before."""
    random = Random(f"{seed}/{number}")
    with_tenants = random.random() < 0.2
    policy = "identity-platform" if with_tenants else "firebase"
    return _sequence(random, {"id": f"o{seed}-{number:06}", "policy": policy}, with_tenants, False)


def hardened_sequence(seed: int, number: int) -> Json:
    """The same for `hardened`."""
    random = Random(f"hardened/{seed}/{number}")
    return _sequence(random, {"id": f"h{seed}-{number:06}", "policy": "hardened"}, False, True)


def _sequence(random: Random, vector: Json, with_tenants: bool, is_hardened: bool) -> Json:
    settings = _settings(random)
    if settings:
        vector["settings"] = settings
    cast = Cast.draw(random, with_tenants, is_hardened)
    if random.random() < 0.10:
        vector["given"] = {"orphans": [_orphan(random, cast)]}
    player = Player(vector)
    vector["steps"] = []
    for place in range(1, random.choice(LENGTHS) + 1):
        step = steps.next_step(random, cast, player, place)
        outcome = player.step(place, step)
        if outcome is not None:
            step["expect"] = outcome_json(outcome)
        vector["steps"].append(step)
    vector["accounts"] = [account_json(a, player.world.store) for a in player.world.store.accounts]
    return vector


def _settings(random: Random) -> dict[str, str]:
    """What the whole sequence lives under; mostly the defaults."""
    return {name: value for name, value in SETTINGS if random.random() < 0.05}


def _orphan(random: Random, cast: Cast) -> Json:
    provider = random.choice(cast.providers + ["phone", "phone", "custom"])
    return {"provider": provider, "subject": steps.subject(random, provider)}
