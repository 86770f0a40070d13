"""What makes vectors less alike: other mail domains and spellings, and one more attempt after a refusal by a switch.

A domain is replaced by one of the same class, and a spelling by one with the same canonical address: no decision changes.
The id of the vector chooses, so that the same vector is always changed in the same way.
"""

from __future__ import annotations

import json
import re

from oracle.vectors import Json, Player

from .canonical import id_of

ORDINARY = (
    "example.org", "example.net", "example.edu", "mail.example.com", "eu.mail.example.com", "students.example.edu",
    "harbour.example", "city-library.example", "7seas.example", "shop.co.example", "alumni.shop.co.example", "a.test",
    "b.a.test", "a-long-name-of-a-company-with-many-words.example", "gmail.example", "gmail.com.example",
    "mail.yahoo.example", "outlook.test", "appleid.example", "privaterelay.example", "xn--bcher-kva.example",
    "xn--mnchen-3ya.example", "mail.xn--bcher-kva.example", "xn--e1afmkfd.example", "xn--r8jz45g.example",
    "xn--hxajbheg2az3al.example",
)
"""Domains that no provider is trusted for, and that nothing else in the suite has: subdomains, look-alikes, and
internationalized ones as they are mailed to."""
REPLACED = ("example.com", "x.com")
SWITCHES = ("email-password", "email-enumeration-protection")
"""The settings by which `operation-not-allowed` can be refused."""
SWITCHED_OFF = "operation-not-allowed"


def varied(vector: Json) -> Json:
    """The vector, every other one at another domain, and one of eight with capital letters in its last address."""
    number = int(id_of(vector)[3:], 16)
    number, is_moved = divmod(number, 2)
    if is_moved:
        vector = _moved(vector, number)
    if number % 8 == 0:
        vector = _spelled(vector)
    return vector


def _moved(vector: Json, number: int) -> Json:
    """At another domain: an ordinary one, or the other of the two that Microsoft is trusted for."""
    text = json.dumps(vector)
    if "@hotmail.com" not in text:
        text = text.replace('@outlook.com"', '@hotmail.com"')
    own = next((domain for domain in REPLACED if f'@{domain}"' in text), None)
    if own is not None:
        text = text.replace(f'@{own}"', f'@{ORDINARY[number % len(ORDINARY)]}"')
    moved: Json = json.loads(text)
    return moved


def _spelled(vector: Json) -> Json:
    """With capital letters in the address of the last attempt, which say nothing."""
    *earlier, last = vector["steps"]
    address = last.get("attempt", {}).get("email")
    if address is None or not re.fullmatch(r"[a-z0-9.@-]+", address):
        return vector
    local, domain = address.split("@")
    said = last["attempt"] | {"email": f"{local.capitalize()}@{'.'.join(map(str.capitalize, domain.split('.')))}"}
    return vector | {"steps": [*earlier, last | {"attempt": said}]}


def ends_with_a_switch(vector: Json) -> bool:
    """Whether a switch refuses the last attempt of an answered vector."""
    answer: Json = [step for step in vector["steps"] if "attempt" in step][-1]["expect"]
    return answer.get("error") == SWITCHED_OFF


def continued(vector: Json, longest: int) -> Json:
    """The vector with its last attempt repeated while the switch that refused it is on, if it is not too long.

    So it shows that the refusal changed nothing, and which decision follows.
    """
    last = vector["steps"][-1]
    if sum("attempt" in step for step in vector["steps"]) >= longest or not {"method", "settings"} & last.keys():
        return vector
    player = Player(vector)
    outcomes = [player.step(number, step) for number, step in enumerate(vector["steps"], 1)]
    if outcomes[-1] is None or outcomes[-1].error != SWITCHED_OFF:
        return vector
    again = {key: value for key, value in last.items() if key not in ("method", "settings")}
    settings = {name: value for name, value in last.get("settings", {}).items() if name not in SWITCHES}
    if settings:
        again["settings"] = settings
    outcome = player.step(len(outcomes) + 1, again)
    if outcome is None or outcome.error == SWITCHED_OFF:
        return vector  # The switch of the whole vector is off.
    return vector | {"steps": [*vector["steps"], again]}
