"""Decides the records of a log again under a changed policy, inside the workers of Apache Spark, and counts the answers of each day.

spark_decide.py LOG --old OLD.yaml --new NEW.yaml -o FOLDER

OLD and NEW are texts that `linkpolicy expand` wrote. The workers need the package `linkpolicy`. FOLDER gets files of JSON lines, part-*:
the day, the action, the verdict with both answers, the count and the weight. The exit code is 1 if a line is no record, if OLD decides
otherwise than was recorded, or if no record can be decided, and 2 if the policies declare different words: then only `linkpolicy replay` can compare them.
"""
import argparse
import json
import re
import sys
from pathlib import Path

import pandas
from pyspark.sql import SparkSession, functions

# The parts of a policy on which the meaning of a recorded word does not depend.
COMPARABLE = {
    "digest", "name", "title", "sources", "findings", "facts", "impossible", "invariants", "action-groups", "guards", "decisions",
    "errors"}
SCHEMA = "day string, action string, verdict string, count long, weight long"


def parts(text):
    """The top-level keys of a policy in canonical layout, each with its text."""
    return dict(re.findall(r"^([a-z-]+):(.*\n(?:[ ].*\n|\n)*)", text, re.M))


def differing_words(old, new):
    """The parts with declarations that only one policy has, or that differ, and `factors` if only the new policy depends on them.

    A record of a policy without `factors` does not tell whether the service states the factors of its accounts, which the new policy
    requires.
    """
    differing = {"factors"} if tests_factors(new) and not tests_factors(old) else set()
    old, new = parts(old), parts(new)
    return sorted(differing.union(key for key in (old.keys() | new.keys()) - COMPARABLE if old.get(key) != new.get(key)))


def tests_factors(text):
    """Whether a policy in canonical layout needs the number of an account's factors: in a condition, an effect or an input."""
    return re.search(r"[{,\s]factors:|\b(?:enroll|remove)-factor\b|[{,\s]factor: yes\b", text) is not None


def counting(old, new, decided):
    """Returns the function that counts the verdicts of a partition."""

    def count(batches):
        from collections import Counter

        from deciding import deciders, read

        known = deciders(old, new)
        before, counts, weights = known.decided, Counter(), Counter()
        for batch in batches:
            for line in batch["value"]:
                if not line.strip():
                    continue
                record, weight = read(line)
                if record is None:
                    key = ("", "", '{"verdict":"unreadable"}')
                else:
                    key = (record["time"][:10], record.get("action", ""), known.verdict(record))
                counts[key] += 1
                weights[key] += weight
        decided.add(known.decided - before)
        yield pandas.DataFrame([(*key, number, weights[key]) for key, number in counts.items()], columns=["day", "action", "verdict", "count", "weight"])

    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("log", nargs="+")
    parser.add_argument("--old", required=True, type=Path)
    parser.add_argument("--new", required=True, type=Path)
    parser.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    old, new = (path.read_text(encoding="utf-8") for path in (options.old, options.new))
    differing = differing_words(old, new)
    if differing:
        print(f"the policies differ in `{'`, `'.join(differing)}`: a recorded word can mean something else in the new policy. Use `linkpolicy replay`",
              file=sys.stderr)
        return 2
    spark = SparkSession.builder.appName("LinkPolicy decisions").getOrCreate()
    spark.sparkContext.addPyFile(str(Path(__file__).with_name("deciding.py")))
    decided = spark.sparkContext.accumulator(0)
    # Bytes that are not UTF-8 would end the job: such a line becomes one that is no record.
    lines = spark.read.text(options.log).selectExpr("if(is_valid_utf8(value), value, 'not UTF-8') AS value")
    answers = (
        lines.mapInPandas(counting(old, new, decided), SCHEMA).groupBy("day", "action", "verdict")
        .agg(functions.sum("count").alias("count"), functions.sum("weight").alias("weight")).cache())
    answers.orderBy("day", "action", "verdict").selectExpr(
        """'{"day":"' || day || '","action":"' || action || '",' || substr(verdict, 2, length(verdict) - 2) ||
        ',"count":' || count || ',"weight":' || weight || '}' AS line""").write.mode("overwrite").text(options.output)
    totals = {}
    for verdict, number, weight in answers.select("verdict", "count", "weight").collect():
        word = json.loads(verdict)["verdict"]
        found = totals.get(word, (0, 0))
        totals[word] = (found[0] + number, found[1] + weight)
    for word, (number, weight) in sorted(totals.items()):
        print(f"{word}: {number} records, weight {weight}", file=sys.stderr)
    print(f"{decided.value} combinations of facts decided in the workers", file=sys.stderr)
    spark.stop()
    if not totals.keys() & {"same", "changed", "undecided"}:
        print("no decision was compared: the log has no record that could be decided", file=sys.stderr)
        return 1
    return 1 if totals.keys() & {"unreadable", "contradicts"} else 0


sys.exit(main())
