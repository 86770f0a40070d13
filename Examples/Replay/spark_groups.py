"""Groups the decision records of a log with Apache Spark, for `linkpolicy replay --groups`: spark_groups.py LOG -o FOLDER.

LOG is a folder of text files, a file or a pattern, on any file system that Spark reads; gzip is read too. FOLDER gets files of group lines,
part-*. The exit code is 1 if a line is no record.
"""
import argparse
import sys
from pathlib import Path

from pyspark.sql import SparkSession

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("log", nargs="+")
parser.add_argument("-o", "--output", required=True)
options = parser.parse_args()

spark = SparkSession.builder.appName("LinkPolicy groups").getOrCreate()
spark.read.text(options.log).createOrReplaceTempView("log")
groups = spark.sql(Path(__file__).with_name("groups-spark.sql").read_text(encoding="utf-8")).cache()
lines = groups.where("record IS NOT NULL").orderBy("record").selectExpr(
    """'{"count":' || count || ',"weight":' || weight || ',"record":' || record || '}' AS line""")
lines.write.mode("overwrite").text(options.output)
count, records, unreadable = groups.selectExpr(
    "count(record)", "coalesce(sum(count) FILTER (WHERE record IS NOT NULL), 0)", "coalesce(sum(count) FILTER (WHERE record IS NULL), 0)").first()
print(f"{records} records in {count} groups, {unreadable} lines that are no records", file=sys.stderr)
spark.stop()
sys.exit(1 if unreadable else 0)
