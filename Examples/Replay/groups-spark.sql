-- Spark SQL 4: groups the decision records of the view `log`, one line of text in the column `value` of each row.
-- A line that is no record is in the group without a record.
--
-- Reading JSON is what costs. Lines as LinkPolicy writes them are cut by the positions of their members, which cannot occur inside a
-- string, and the remaining texts are read once each. Any other line, such as one that a log shipper has written again, is read itself.
WITH lines AS (
  SELECT value, locate(',"policy":{', value) AS policy FROM log WHERE value RLIKE '\\S'
), positions AS (
  SELECT
    value, policy, left(value, policy - 1) AS head,
    locate(',"account":', value, policy) AS account, locate(',"facts":{', value, policy) AS facts
  FROM lines
), cuts AS (
  SELECT
    *,
    is_valid_utf8(value)
      AND head RLIKE '^\\{"record":1,"time":"[^"\\\\\\x00-\\x1f]*","correlation":"[^"\\\\\\x00-\\x1f]*"(,"weight":[1-9][0-9]{0,9})?$'
      AND substr(value, account, facts - account) RLIKE '^,"account":(null|\\{"[a-z]+":"[^"\\\\\\x00-\\x1f]*","version":(0|[1-9][0-9]*)\\})$' AS is_cut
  FROM positions
), texts AS (
  SELECT
    is_cut, CASE WHEN is_cut THEN '{"record":1' || substr(value, policy, account - policy) || substr(value, facts) ELSE value END AS text,
    CASE WHEN is_cut AND head LIKE '%,"weight":%' THEN bigint(substring_index(head, ':', -1)) ELSE 1 END AS weight
  FROM cuts
), counts AS (
  SELECT is_cut, text, count(*) AS count, sum(weight) AS weight FROM texts GROUP BY is_cut, text
), variants AS (
  -- The reader of JSON ignores text after the value. Inside an object with a last member, such text is an error.
  SELECT *, try_variant_get(try_parse_json('{"line":' || text || ',"end of line":1}'), '$', 'map<string, variant>') AS line
  FROM counts WHERE is_valid_utf8(text)
  UNION ALL SELECT *, NULL FROM counts WHERE NOT is_valid_utf8(text)
), members AS (
  SELECT
    *, CASE WHEN size(line) = 2 AND line['end of line'] IS NOT NULL THEN try_variant_get(line['line'], '$', 'map<string, variant>') END AS members
  FROM variants
), weights AS (
  SELECT
    count, members,
    CASE
      WHEN NOT map_contains_key(members, 'weight') THEN weight
      WHEN weight = count AND schema_of_variant(members['weight']) = 'BIGINT' THEN count * try_variant_get(members['weight'], '$', 'bigint')
    END AS weight
  FROM members
), records AS (
  SELECT
    count, CASE WHEN weight >= 1 THEN weight END AS weight,
    CASE WHEN weight >= 1
      THEN to_json(map_filter(members, (name, member) -> name NOT IN ('time', 'correlation', 'account', 'weight')))
    END AS record
  FROM weights
)
SELECT record, sum(count) AS count, sum(weight) AS weight FROM records GROUP BY record
