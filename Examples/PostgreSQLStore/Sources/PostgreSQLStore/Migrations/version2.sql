-- Version 2: what is to be sent after a commit, and what change sets with an id came to.
CREATE TABLE outbox (
  n BIGSERIAL PRIMARY KEY, notice TEXT NOT NULL, code TEXT, purpose TEXT, account TEXT, recipient TEXT);
CREATE TABLE outcome (
  id TEXT PRIMARY KEY, account TEXT, gone BIGINT NOT NULL, session TEXT, codes TEXT NOT NULL);
