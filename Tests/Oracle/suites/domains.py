"""Mail domains that look like those whose word counts, and ordinary ones. Only four count (V3).

A rule about a domain is its provider and a name; what is near to it differs from it in a class of ways, such as another end, a
part before it, or a letter more. Each class stands once for each name: what else is of it tells nothing else apart.
"""

from __future__ import annotations

OWNERS = {
    "gmail": "google.com", "googlemail": "google.com", "yahoo": "yahoo.com", "ymail": "yahoo.com", "outlook": "microsoft.com",
    "hotmail": "microsoft.com", "live": "microsoft.com", "msn": "microsoft.com", "privaterelay.appleid": "apple.com",
}
"""Names of mail domains, and the provider whose they are."""

ENDS = ("net", "co", "de", "co.uk", "co.jp", "mail")
"""A generic end, one that the usual one begins with, a country's, two of two parts, and a word. At that of Japan another company runs
Yahoo's name (V4)."""

TRICKS = (
    "{0}.com.x.com", "x.{0}.com", "x{0}.com", "{0}x.com", "{0}-com.x.com", "{0}.con", "{0}.cm", "{0}.comm", "my-{0}.com",
    "{0}mail.com", "1{0}.com", "{0}.c.om", "xn--{0}.com", "{0}.com.co", "www.{0}.com", "a.b.{0}.com",
)
TRICKED = ("gmail", "yahoo", "outlook", "hotmail", "privaterelay.appleid")
"""Of the names those that count somewhere."""

ORDINARY = (
    "icloud.com", "appleid.com", "google.com", "microsoft.com", "facebook.com", "github.com", "users.noreply.github.com",
    "rocketmail.com", "windowslive.com", "proton.me", "a.x.com",
)
"""Of providers that could be taken for trusted at their own name, and of none."""

COUNTED = ("gmail.com", "yahoo.com", "outlook.com", "hotmail.com", "x.com")


def look_alikes() -> list[tuple[str, str | None]]:
    """Every one of them once, in a fixed order, with the provider whose it looks to be; those that count are not among them."""
    ended = [(f"{name}.{end}", owner) for name, owner in OWNERS.items() for end in ("com", *ENDS)]
    tricked = [(trick.format(name), OWNERS[name]) for name in TRICKED for trick in TRICKS]
    ordinary: list[tuple[str, str | None]] = [(domain, None) for domain in ORDINARY]
    found = dict([*ended, *tricked, *ordinary])
    return [(domain, owner) for domain, owner in found.items() if domain not in (*COUNTED, "privaterelay.appleid.com")]
