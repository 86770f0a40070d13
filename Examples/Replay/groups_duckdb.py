"""Groups the decision records of a log with DuckDB, for `linkpolicy replay --groups`: groups_duckdb.py LOG ... -o GROUPS.

LOG is a path or a pattern, such as 'log/*.jsonl.gz'. The exit code is 1 if a line is no record.
"""
import argparse
import sys
from pathlib import Path

import duckdb

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("log", nargs="+")
parser.add_argument("-o", "--output", required=True)
parser.add_argument("--threads", type=int, default=0, help="the number of threads; one for each processor without it")
options = parser.parse_args()

database = duckdb.connect(config={"threads": options.threads} if options.threads else {})
database.execute("SET VARIABLE log = ?", [options.log])
database.execute(Path(__file__).with_name("groups.sql").read_text(encoding="utf-8"))
database.execute(f"COPY (FROM groups WHERE record IS NOT NULL) TO '{options.output.replace(chr(39), chr(39) * 2)}' (FORMAT json)")
count, records, unreadable = database.execute(
    "SELECT count(record), coalesce(sum(count) FILTER (record IS NOT NULL), 0), coalesce(sum(count) FILTER (record IS NULL), 0) FROM groups"
).fetchone()
print(f"{records} records in {count} groups, {unreadable} lines that are no records", file=sys.stderr)
sys.exit(1 if unreadable else 0)
