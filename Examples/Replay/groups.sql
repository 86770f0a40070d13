-- DuckDB: groups the decision records of a log into the lines that `linkpolicy replay --groups` reads.
-- The variable `log` is a path, a pattern, or a list of them; files may be compressed with gzip or zstd.
-- A line that is no record is in the group without a record, which groups_duckdb.py counts and leaves out.
CREATE OR REPLACE TEMP TABLE groups AS
WITH lines AS (
  SELECT
    json AS line,
    CASE
      WHEN json_type(json) <> 'OBJECT' THEN NULL
      WHEN NOT json_exists(json, '$.weight') THEN 1
      WHEN json_type(json, '$.weight') = 'UBIGINT' THEN try_cast(json -> '$.weight' AS BIGINT)
    END AS weight
  FROM read_ndjson_objects(getvariable('log'), ignore_errors = true)
), records AS (
  SELECT
    CASE WHEN weight >= 1 THEN weight END AS weight,
    -- A null in a merge patch removes the member.
    CASE WHEN weight >= 1
      THEN json_merge_patch(line, '{"time": null, "correlation": null, "account": null, "weight": null}')
    END AS record
  FROM lines
)
SELECT count(*) AS count, sum(weight) AS weight, record
FROM records GROUP BY record ORDER BY count DESC, record;
