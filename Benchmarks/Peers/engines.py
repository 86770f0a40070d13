"""LinkPolicy and the other engines, each with the table of sixteen.yaml in its own language.

Each engine is a list of lines of the report. A line has several ways to call the engine on all requests; the report shows the fastest.
"""
import array
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Callable

import sixteen

SHORT = ["outcome", "effects", "changes"]


@dataclass
class Line:
    """A line of the report: an engine and a form of the table."""
    name: str
    calls: list
    # One line each: the work that the time includes, and the work of a decision that the engine does not do or that is not timed.
    contains: str
    leaves_out: str


@dataclass
class Call:
    """A way to call an engine on all requests.

    `run` returns the engine's own answers. `read` makes of them a list with one value per request, which must equal those of `expected`.
    """
    name: str
    run: Callable
    read: Callable
    expected: Callable

    def timed(self):
        """The seconds of processor time of one run, and its answers."""
        start = time.process_time()
        answers = self.run()
        return time.process_time() - start, answers

    def rate(self, count, seconds):
        """Decisions per second if the fastest run took some seconds."""
        return count / seconds


class ToolCall(Call):
    """`linkpolicy decide` with a file of requests, in a process of its own.

    The start, measured with the first line alone, is subtracted.
    """

    def __init__(self, tool, image, folder, lines, read, expected):
        super().__init__("linkpolicy decide", None, read, expected)
        self.command = [tool, "decide", image]
        self.one, self.all = (os.path.join(folder, f"{id(self)}-{name}.jsonl") for name in ("one", "all"))
        self.start = float("inf")
        for path, some in ((self.one, lines[:1]), (self.all, lines)):
            with open(path, "w", encoding="utf-8") as file:
                file.write("".join(line + "\n" for line in some))

    def timed(self):
        self.start = min(self.start, self.processor_time(self.one)[0])
        return self.processor_time(self.all)

    def processor_time(self, path):
        with open(path, "rb") as requests, open(path + "-answers", "w+b") as answers:
            process = subprocess.Popen(self.command, stdin=requests, stdout=answers)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            answers.seek(0)
            lines = answers.read().decode().splitlines()
        if process.returncode:
            raise RuntimeError(f"{' '.join(self.command)} ended with {process.returncode}: {lines[:1]}")
        return usage.ru_utime + usage.ru_stime, lines

    def rate(self, count, seconds):
        # The difference is never 0, not even if it is too small to measure.
        return (count - 1) / max(seconds - self.start, 1e-6)


def row(request):
    return request.row.id


def outcome(request):
    return request.row.outcome


def linkpolicy(tool, requests, folder):
    image = os.path.join(folder, "sixteen.image")
    subprocess.run([tool, "compile", str(sixteen.POLICY), "--out", image], check=True, stdout=subprocess.DEVNULL)

    def call(fields, read, expected):
        def answers(lines):
            found = [json.loads(line) for line in lines]
            return [read(answer.get("decision", {})) if answer["id"] == number else answer for number, answer in enumerate(found)]

        return [ToolCall(tool, image, folder, [request.line(fields) for request in requests], answers, expected)]

    def read_short(decision):
        writes = decision.get("changes", {}).get("writes")
        return decision.get("outcome"), decision.get("error"), tuple(decision.get("effects", ())), bool(writes)

    def short(request):
        # Each row with effects signs the user in, which is a write.
        return request.row.outcome, request.row.error, request.row.effects, bool(request.row.effects)

    def read_full(decision):
        return *read_short(decision), decision.get("row", {}).get("id"), decision.get("facts")

    def full(request):
        return *short(request), request.row.id, request.facts

    contains = "reads JSON requests, checks and folds the address, computes the facts from attempt and accounts, decides, "
    leaves_out = "the start of the process, loading the image, and the caller's JSON"
    return [
        Line("LinkPolicy, full answers", call(None, read_full, full),
             contains + "writes effects, change set, row, facts and policy as JSON", leaves_out),
        Line("LinkPolicy, short answers", call(SHORT, read_short, short), contains + f"writes {', '.join(SHORT)} as JSON", leaves_out),
        Line("LinkPolicy, row only", call(["row"], lambda decision: decision.get("row", {}).get("id"), row),
             contains + "writes the row as JSON", leaves_out),
    ]


def library(path, requests):
    """The table of the Python package, with the C library at a path."""
    os.environ["LINKPOLICY_LIBRARY"] = path
    sys.path.insert(0, str(sixteen.POLICY.parents[2] / "Bindings/Python"))
    from linkpolicy import Policy

    table = Policy.compile(sixteen.POLICY.read_bytes(), name=sixteen.POLICY.name).table("sign-in", "federated")
    rows = [request.facts for request in requests]
    words = {column.fact: [facts[column.fact] for facts in rows] for column in table.columns}
    numbers = {fact: array.array("H", map(values.index, words[fact])) for fact, values in table.columns}

    def read(answers):
        return [(answer["outcome"], answer.get("error"), tuple(answer["effects"]), answer["row"]["id"]) for answer in answers]

    def expected(request):
        return request.row.outcome, request.row.error, request.row.effects, request.row.id

    leaves_out = "reading requests, checking addresses, computing facts (they are ready), and change sets"
    return [
        Line("LinkPolicy in Python, rows of words", [Call("decide", lambda: table.decide(rows), read, expected)],
             "reads the facts from Python objects; returns outcome, effects and row as Python objects", leaves_out),
        Line("LinkPolicy in Python, columns of words", [Call("decide", lambda: table.decide(words), read, expected)],
             "reads the facts from lists of words; returns outcome, effects and row as Python objects", leaves_out),
        Line("LinkPolicy in Python, columns of numbers", [
            Call("decide", lambda: table.decide(numbers), read, expected),
            Call("numbers", lambda: table.numbers(numbers), lambda found: read(map(table.answer, found)), expected),
        ], "reads arrays of numbers; `decide` returns Python objects, `numbers` an array of the numbers of answers",
             leaves_out + "; conversion of words to numbers"),
    ]


def yardstick(requests):
    lines = [request.line() for request in requests]
    loads, dumps = json.loads, sixteen.JSON.encode
    call = Call("line by line", lambda: [dumps(loads(line)) for line in lines], list, sixteen.Request.line)
    return [Line("CPython json, loads + dumps", [call], "reads the JSON requests and writes them again", "any decision")]


PEERS_LEAVE_OUT = "reading requests, checking addresses, computing facts (they are ready), effects and change sets"


def zen_engine(requests):
    import zen

    quoted = json.dumps

    def unary(values):
        return ", ".join(map(quoted, values))

    def table(**more):
        rules = [
            {"_id": row.id, "row": quoted(row.id), **{fact: unary(row.conditions.get(fact, ())) for fact in sixteen.FACTS}}
            for row in sixteen.ROWS]
        content = {
            "hitPolicy": "first", "inputs": [{"id": fact, "name": fact, "field": fact} for fact in sixteen.FACTS],
            "outputs": [{"id": "row", "name": "row", "field": "row"}], "rules": rules, **more}
        nodes = [
            {"id": "in", "type": "inputNode", "name": "in"},
            {"id": "table", "type": "decisionTableNode", "name": "table", "content": content},
            {"id": "out", "type": "outputNode", "name": "out"}]
        edges = [{"id": "a", "type": "edge", "sourceId": "in", "targetId": "table"},
                 {"id": "b", "type": "edge", "sourceId": "table", "targetId": "out"}]
        return {"nodes": nodes, "edges": edges}

    loop = zen.ZenEngine().create_decision(quoted(table(executionMode="loop", inputField="items", outputPath="items")))
    batch = zen.ZenEngine({"loader": {"type": "static", "content": {"table": table()}}})
    expression = zen.compile_expression(f"map(items, {conditional('#.', ' and ', zen_test)})")
    items = {"items": [request.facts for request in requests]}
    text = quoted(items)
    keyed = [{"key": "table", "context": request.facts} for request in requests]

    def looped(answer):
        return [item["row"] for item in answer["result"]["items"]]

    def batched(answers):
        return [answer["data"]["result"]["row"] for answer in answers]

    name = f"zen-engine {version('zen-engine')}"
    reads = "reads the facts from one text of JSON or Python objects; returns Python objects"
    return [
        Line(f"{name}, decision table", [
            Call("loop mode, objects", lambda: loop.evaluate(items), looped, row),
            Call("loop mode, JSON", lambda: loop.evaluate(text), looped, row),
            Call("evaluate_batch", lambda: batch.evaluate_batch(keyed), batched, row),
        ], reads, PEERS_LEAVE_OUT),
        Line(f"{name}, one expression", [
            Call("map, objects", lambda: expression.evaluate(items), list, row),
            Call("map, JSON", lambda: expression.evaluate(text), list, row),
        ], reads + "; the table is rewritten as conditionals", PEERS_LEAVE_OUT + "; the table as data"),
    ]


def conditional(prefix, conjunction, test):
    """The table as nested conditionals, from the first row to the last."""
    text = '"none"'
    for row in reversed(sixteen.ROWS):
        tests = conjunction.join(test(prefix + fact, values, sixteen.FACTS[fact]) for fact, values in row.conditions.items())
        text = f"({tests}) ? {json.dumps(row.id)} : ({text})"
    return text


def fewest(values, every):
    """Whether to test for equality with one value, for the absence of one, or for a list."""
    others = [value for value in every if value not in values]
    return ("==", values[0]) if len(values) == 1 else ("!=", others[0]) if len(others) == 1 else ("in", list(values))


def zen_test(name, values, every):
    operator, value = fewest(values, every)
    return f"{name} {operator} {json.dumps(value)}"


def common_expression_language(requests):
    import cel

    one = cel.compile(conditional("", " && ", zen_test))
    mapped = cel.compile(f"items.map(x, {conditional('x.', ' && ', zen_test)})")
    facts = [request.facts for request in requests]
    contexts = [cel.Context(values) for values in facts]
    # The map takes longer per request for longer lists.
    parts = [{"items": facts[start:start + 16]} for start in range(0, len(facts), 16)]
    name = f"CEL {version('common-expression-language')}"
    return [
        Line(f"{name}, objects", [
            Call("execute, one by one", lambda: list(map(one.execute, facts)), list, row),
            Call("map, 16 at a time", lambda: [mapped.execute(part) for part in parts],
                 lambda answers: [row for part in answers for row in part], row),
        ], "reads the facts from Python objects; returns a string; the table is rewritten as conditionals",
            PEERS_LEAVE_OUT + "; the table as data; it has no batch call except `map`"),
        Line(f"{name}, contexts made before", [
            Call("execute, one by one", lambda: list(map(one.execute, contexts)), list, row),
        ], "evaluates only; returns a string", PEERS_LEAVE_OUT + "; the table as data; reading the facts"),
    ]


def cedarpy(requests):
    import cedarpy

    def test(fact, values, every):
        operator, value = fewest(values, every)
        return f"{json.dumps(value)}.contains(context.{fact})" if operator == "in" else f"context.{fact} {operator} {json.dumps(value)}"

    policies = cedarpy.PolicySet.from_str("\n".join(
        f"{'forbid' if row.error else 'permit'}(principal, action, resource) when {{ "
        + " && ".join(test(fact, values, sixteen.FACTS[fact]) for fact, values in row.conditions.items()) + " };"
        for row in sixteen.ROWS))
    entities = cedarpy.Entities.from_json_str("[]")
    # Names as objects are faster than as text.
    names = {key: {"type": key.capitalize(), "id": "any"} for key in ("principal", "action", "resource")}
    objects = [{**names, "context": request.facts} for request in requests]
    texts = [{**names, "context": json.dumps(request.facts)} for request in requests]
    ids = {f"policy{number}": row.id for number, row in enumerate(sixteen.ROWS)}

    def read(answers):
        return [("allowed" if answer.allowed else "refused", *(ids[reason] for reason in answer.diagnostics.reasons)) for answer in answers]

    def expected(request):
        return request.row.outcome, request.row.id

    return [Line(f"cedarpy {version('cedarpy')}", [
        Call("is_authorized_batch, objects", lambda: cedarpy.is_authorized_batch(objects, policies, entities), read, expected),
        Call("is_authorized_batch, JSON", lambda: cedarpy.is_authorized_batch(texts, policies, entities), read, expected),
    ], "reads the facts as JSON; returns decision, policy and metrics", PEERS_LEAVE_OUT + "; the order of rows")]


def casbin(requests):
    import casbin

    lists = {}

    def words(fact, row):
        values = row.conditions.get(fact, sixteen.FACTS[fact])
        text = "|" + "|".join(values) + "|"
        lists[text] = frozenset(values)
        return text

    def enforcer(matcher):
        with tempfile.TemporaryDirectory() as folder:
            model, policy = os.path.join(folder, "model.conf"), os.path.join(folder, "policy.csv")
            facts = ", ".join(sixteen.FACTS)
            with open(model, "w", encoding="utf-8") as file:
                file.write(f"[request_definition]\nr = {facts}\n[policy_definition]\np = {facts}, row, eft\n"
                           f"[policy_effect]\ne = priority(p.eft) || deny\n[matchers]\nm = {matcher}\n")
            with open(policy, "w", encoding="utf-8") as file:
                for row in sixteen.ROWS:
                    conditions = ", ".join(words(fact, row) for fact in sixteen.FACTS)
                    file.write(f"p, {conditions}, {row.id}, {'deny' if row.error else 'allow'}\n")
            return casbin.Enforcer(model, policy)

    contained = enforcer(" && ".join(f"r.{fact} in p.{fact}" for fact in sixteen.FACTS))
    function = enforcer("fits(" + ", ".join(f"r.{fact}, p.{fact}" for fact in sixteen.FACTS) + ")")
    function.add_function("fits", lambda a, b, c, d, e, f, g, h, i, j: (
        a in lists[b] and c in lists[d] and e in lists[f] and g in lists[h] and i in lists[j]))
    plain = [list(request.facts.values()) for request in requests]
    barred = [[f"|{value}|" for value in values] for values in plain]

    def outcomes(answers):
        return ["allowed" if answer else "refused" for answer in answers]

    def rows(answers):
        # The answer names the policy line: its conditions, the row, and its effect.
        return [line[-2] for _, line in answers]

    def batch(enforcer, values):
        return lambda: enforcer.batch_enforce(values)

    def single(enforcer, values):
        return lambda: [enforcer.enforce_ex(*one) for one in values]

    return [Line(f"casbin (pycasbin {version('pycasbin')})", [
        Call("batch_enforce, matcher with `in`", batch(contained, barred), outcomes, outcome),
        Call("batch_enforce, matcher with a function", batch(function, plain), outcomes, outcome),
        Call("enforce_ex, matcher with `in`", single(contained, barred), rows, row),
        Call("enforce_ex, matcher with a function", single(function, plain), rows, row),
    ], "reads the facts from Python lists; returns whether to allow, enforce_ex also the row",
        PEERS_LEAVE_OUT + "; the row, by batch_enforce")]


def version(package):
    return importlib.metadata.version(package)


# The name of each peer, as the report states it if the peer is left out.
PEERS = {
    "zen-engine": zen_engine, "common-expression-language": common_expression_language, "cedarpy": cedarpy, "casbin": casbin,
}
