-- Version 3: an outcome is the text that `CommitOutcome.encoded` makes. Those that are there become such texts.
ALTER TABLE outcome RENAME TO former_outcome;
CREATE TABLE outcome (
  id TEXT PRIMARY KEY, encoded TEXT NOT NULL);
INSERT INTO outcome (id, encoded)
SELECT id, 'linkpolicy-outcome/1'
  || coalesce(' account ' || length(CAST(account AS BLOB)) || ':' || account, '')
  || CASE WHEN gone THEN ' gone' ELSE '' END
  || coalesce(' session ' || length(CAST(session AS BLOB)) || ':' || session, '')
  || CASE codes WHEN '' THEN '' ELSE (
    -- The codes stood in one column, with spaces between.
    WITH RECURSIVE part(text, code, rest) AS (
      SELECT '', substr(codes, 1, instr(codes || ' ', ' ') - 1), substr(codes || ' ', instr(codes || ' ', ' ') + 1)
      UNION ALL
      SELECT text || ' code ' || length(CAST(code AS BLOB)) || ':' || code, substr(rest, 1, instr(rest, ' ') - 1),
        substr(rest, instr(rest, ' ') + 1)
      FROM part WHERE code <> '')
    SELECT text FROM part WHERE code = '') END
  || ';'
FROM former_outcome;
DROP TABLE former_outcome;
