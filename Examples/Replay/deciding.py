"""Decides recorded facts under two policies, in the workers of spark_decide.py: each distinct combination once in each worker process."""
import functools
import itertools
import json

from linkpolicy import InputError, Policy

# More combinations of facts that a record lacks are not tried.
MOST_COMBINATIONS = 4096
DECIDED_BY = ("outcome", "error", "shown", "ask", "tell", "effects")


class Deciders:
    """The tables of two policies, and the verdicts that they have reached."""

    def __init__(self, old, new):
        self._policies = [Policy.compile(text) for text in (old, new)]
        self._tables = {}
        self._verdicts = {}

    @property
    def old_digest(self):
        return self._policies[0].digest

    @property
    def decided(self):
        """The number of distinct combinations of facts that were decided."""
        return len(self._verdicts)

    def verdict(self, record):
        """Returns the verdict of a record, with what explains it, as JSON.

        `same` and `changed` have both answers, `undecided` has the facts that the record lacks. A record is `fault` if it has no facts,
        `other-policy` if another policy wrote it, and `contradicts` if the old policy decides its facts otherwise than was recorded.
        """
        if record["outcome"] == "fault":
            return '{"verdict":"fault"}'
        if record["policy"]["digest"] != self.old_digest:
            return '{"verdict":"other-policy"}'
        key = (record["action"], record.get("error"), (record["row"] or {}).get("id"), *record["facts"].items())
        found = self._verdicts.get(key)
        if found is None:
            found = self._verdicts[key] = json.dumps(self._decide(record), separators=(",", ":"))
        return found

    def _decide(self, record):
        kind = _kind(record)
        if kind is None:
            return {"verdict": "undecided", "lacks": ["kind"]}
        old, _ = self._answers(0, record, kind)
        recorded = {"outcome": record["outcome"], "error": record.get("error"), "row": (record["row"] or {}).get("id")}
        if len(old) != 1 or _shown(old[0]) != recorded:
            return {"verdict": "contradicts", "old": recorded}
        new, lacking = self._answers(1, record, kind)
        if len({_meaning(answer) for answer in new}) != 1:
            return {"verdict": "undecided", "lacks": lacking, "old": _shown(old[0])}
        same = _meaning(old[0]) == _meaning(new[0])
        return {"verdict": "same" if same else "changed", "old": _shown(old[0]), "new": _shown(new[0])}

    def _answers(self, side, record, kind):
        """The answers that a policy can give to recorded facts, and the facts that it tests and the record lacks. They can have any value."""
        facts = record["facts"]
        try:
            table = self._table(side, record["action"], kind)
        except InputError as error:
            # The policy does not offer the action or the kind.
            return [{"outcome": "fault", "error": error.code}], []
        if facts.get("domain") == "absent":
            # Claims are about the address, and there is none.
            facts = {**{column.fact: "absent" for column in table.columns if column.fact.startswith("claim.")}, **facts}
        columns = [column for column in table.columns if column.fact not in facts]
        lacking = [column.fact for column in columns]
        known = {column.fact: facts[column.fact] for column in table.columns if column.fact in facts}
        combinations = itertools.product(*(column.values for column in columns))
        rows = [{**known, **dict(zip(lacking, values))} for values in itertools.islice(combinations, MOST_COMBINATIONS + 1)]
        if len(rows) > MOST_COMBINATIONS:
            return [], lacking
        return table.decide(rows), lacking

    def _table(self, side, action, kind):
        key = (side, action, kind)
        if key not in self._tables:
            self._tables[key] = self._policies[side].table(action, None if kind == "none" else kind)
        return self._tables[key]


def read(line):
    """Returns a record and its weight, or None and 1 if the line is no record."""
    try:
        record = json.loads(line)
        weight, row = record.get("weight", 1), record["row"]
        words = [record["time"], record["outcome"], record["policy"]["digest"], *record["facts"].values()]
        words += [] if record["outcome"] == "fault" else [record["action"]]
        words += [] if row is None else [row["table"], row["id"]]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None, 1
    return (record, weight) if all(isinstance(word, str) for word in words) and type(weight) is int and weight >= 1 else (None, 1)


def _kind(record):
    """The kind of the attempt, or None if it is unknown: a policy with few tables does not test it, and a guard has no table."""
    if "kind" in record["facts"]:
        return record["facts"]["kind"]
    action, _, kind = (record["row"] or {"table": ""})["table"].partition(".")
    return kind or "none" if action == record["action"] else None


def _meaning(answer):
    return json.dumps([answer.get(member) for member in DECIDED_BY])


def _shown(answer):
    return {"outcome": answer["outcome"], "error": answer.get("error"), "row": (answer.get("row") or {}).get("id")}


@functools.lru_cache(maxsize=None)
def deciders(old, new):
    """The deciders of this process. Spark uses a worker process for many partitions."""
    return Deciders(old, new)
