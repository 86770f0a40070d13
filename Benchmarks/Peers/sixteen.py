"""The table of sixteen.yaml in plain Python, and seeded requests with the row that decides each.

Nothing here asks LinkPolicy or another engine: the facts of a request are computed from its attempt and answers, and its row is the first
whose conditions hold.
"""
import json
import pathlib
import random
from dataclasses import dataclass, field

import yaml

POLICY = pathlib.Path(__file__).with_name("sixteen.yaml")
DOCUMENT = yaml.safe_load(POLICY.read_text(encoding="utf-8"))
DOMAINS = {domain: word for word, domains in DOCUMENT["domains"].items() for domain in domains}
# The facts that the table tests, with the values that they have in a sign-in by an identity provider.
FACTS = {
    "credential": ("new", "known", "broken"),
    "address": ("absent", "free", "own", "taken"),
    "account": ("none", "no-address", "unverified", "verified"),
    "provider": tuple(DOCUMENT["providers"]),
    "domain": (*DOCUMENT["domains"], "other", "absent"),
}


@dataclass(frozen=True)
class Row:
    id: str
    # For each tested fact the values that match, in the order of FACTS.
    conditions: dict
    effects: tuple
    error: str | None

    @property
    def outcome(self):
        return "refused" if self.error else "allowed"

    def matches(self, facts):
        return all(facts[fact] in values for fact, values in self.conditions.items())


def values(fact, condition):
    """The values of a fact that meet a condition: a value, a list, or `not` with either."""
    if isinstance(condition, dict):
        return tuple(word for word in FACTS[fact] if word not in values(fact, condition["not"]))
    return (condition,) if isinstance(condition, str) else tuple(condition)


ROWS = [
    Row(row["id"], {fact: values(fact, row[fact]) for fact in FACTS if fact in row}, tuple(row.get("do", ())), row.get("refuse"))
    for row in DOCUMENT["decisions"]["sign-in.federated"]["rows"]]


@dataclass
class Request:
    number: int
    attempt: dict
    answers: dict
    facts: dict = field(init=False)
    # The row of the plain reading.
    row: Row = field(init=False)

    def __post_init__(self):
        self.facts = facts(self.attempt, self.answers)
        self.row = next(row for row in ROWS if row.matches(self.facts))

    def line(self, fields=None):
        """The request of the line protocol, with all members of the decision in its answer or with some."""
        decide = {"attempt": self.attempt, "answers": self.answers}
        return JSON.encode({"id": self.number, "decide": {**decide, "fields": fields} if fields else decide})


JSON = json.JSONEncoder(separators=(",", ":"))


def facts(attempt, answers):
    """The five facts of a request, by Docs/Facts.md."""
    accounts = {account["id"]: account for account in answers.get("accounts", ())}
    holder = answers["credential"]
    credential = "new" if holder is None else "known" if isinstance(holder, str) else "broken"
    address, domain, pointed = "absent", "absent", holder if credential == "known" else None
    if attempt.get("addresses"):
        domain = DOMAINS.get(attempt["addresses"][0]["email"].split("@")[1], "other")
        [holders] = answers["addresses"]
        address = "free" if not holders else "own" if holders == [pointed] else "taken"
        pointed = pointed or (holders[0] if holders else None)
    account = "none"
    if pointed:
        found = accounts[pointed]
        account = "no-address" if found["email"] is None else "verified" if found["verified"] else "unverified"
    return {"credential": credential, "address": address, "account": account, "provider": attempt["provider"], "domain": domain}


def requests(count, seed):
    """Some requests; the same for the same seed."""
    chance = random.Random(seed)
    providers, domains = list(DOCUMENT["providers"]), [*DOMAINS, "quay.example"]
    return [drawn(number, chance, providers, domains) for number in range(count)]


def drawn(number, chance, providers, domains):
    provider, subject = chance.choice(providers), f"s{number}"
    email = f"ann{number}@{chance.choice(domains)}"
    credential = chance.choice(["new"] * 5 + ["known", "broken"])
    address = chance.choice(["absent", "free", "taken", "taken"]) if credential == "new" else "free"
    verified = chance.random() < 0.5
    attempt = {"action": "sign-in", "provider": provider, "subject": subject}
    answers = {"credential": None}
    if address != "absent":
        attempt["addresses"] = [{"email": email}]
        answers["addresses"] = [[]]

    def account(method):
        return {"id": f"u{number}", "email": email, "verified": verified, "state": "active", "version": 1, "methods": [method]}

    if credential == "known":
        answers.update(credential=f"u{number}", addresses=[[f"u{number}"]])
        answers["accounts"] = [account({"provider": provider, "kind": "federated", "subject": subject})]
    elif credential == "broken":
        answers["credential"] = {"gone": True}
    elif address == "taken":
        other = chance.choice([one for one in providers if one != provider])
        answers.update(addresses=[[f"u{number}"]])
        answers["accounts"] = [account({"provider": other, "kind": "federated", "subject": f"o{number}"})]
    return Request(number, attempt, answers)
