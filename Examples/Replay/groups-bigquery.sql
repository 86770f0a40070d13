-- Groups the records of a log, one line in each row of the column `line` of `audit.log`. This query has not been run.
WITH records AS (
  SELECT SAFE.PARSE_JSON(line) AS record FROM audit.log WHERE TRIM(line) != ''
), weights AS (
  SELECT
    record,
    CASE
      WHEN JSON_TYPE(record) != 'object' THEN NULL
      WHEN record.weight IS NULL THEN 1
      WHEN JSON_TYPE(record.weight) = 'number' THEN SAFE.INT64(record.weight)
    END AS weight
  FROM records
), texts AS (
  SELECT
    IF(weight >= 1, TO_JSON_STRING(JSON_REMOVE(record, '$.time', '$.correlation', '$.account', '$.weight')), NULL) AS record,
    IF(weight >= 1, weight, NULL) AS weight
  FROM weights
)
SELECT COUNT(*) AS count, SUM(weight) AS weight, record FROM texts GROUP BY record
