-- Version 3: an outcome is the text that `CommitOutcome.encoded` makes. Those that are there become such texts.
ALTER TABLE outcome ADD COLUMN encoded TEXT;
UPDATE outcome SET encoded = 'linkpolicy-outcome/1'
  || coalesce(' account ' || octet_length(account) || ':' || account, '')
  || CASE gone WHEN 0 THEN '' ELSE ' gone' END
  || coalesce(' session ' || octet_length(session) || ':' || session, '')
  -- The codes stood in one column, with spaces between.
  || coalesce((
    SELECT string_agg(' code ' || octet_length(code) || ':' || code, '' ORDER BY n)
    FROM unnest(string_to_array(codes, ' ')) WITH ORDINALITY AS part(code, n)), '')
  || ';';
ALTER TABLE outcome ALTER COLUMN encoded SET NOT NULL, DROP COLUMN account, DROP COLUMN gone, DROP COLUMN session,
  DROP COLUMN codes;
