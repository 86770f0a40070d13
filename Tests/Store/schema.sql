-- Everything that change sets write and look-ups read.
CREATE TABLE account (
  id TEXT PRIMARY KEY, tenant TEXT, email TEXT, given TEXT, verified INTEGER NOT NULL DEFAULT 0,
  name TEXT, photo TEXT, state TEXT NOT NULL DEFAULT 'active', factors INTEGER NOT NULL DEFAULT 0,
  epoch INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0);
CREATE TABLE method (
  account TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE, provider TEXT NOT NULL, issuer TEXT NOT NULL,
  kind TEXT NOT NULL, subject TEXT, address TEXT, proved TEXT, superseded INTEGER NOT NULL DEFAULT 0,
  place REAL NOT NULL, secret TEXT);
CREATE TABLE label (
  account TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE, issuer TEXT, kind TEXT, subject TEXT,
  name TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE identifier (
  account TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE, name TEXT NOT NULL, value TEXT NOT NULL);
-- Keys whose account is gone.
CREATE TABLE gone (tenant TEXT, issuer TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL);
CREATE TABLE session (
  id TEXT PRIMARY KEY, account TEXT NOT NULL, epoch INTEGER NOT NULL, old INTEGER NOT NULL DEFAULT 0,
  ended INTEGER NOT NULL DEFAULT 0);
CREATE TABLE code (
  id TEXT PRIMARY KEY, purpose TEXT NOT NULL, address TEXT NOT NULL, account TEXT, bound TEXT, requester TEXT,
  requester_account TEXT, credential_issuer TEXT, credential_kind TEXT, credential_subject TEXT, tenant TEXT, used INTEGER NOT NULL DEFAULT 0, expired INTEGER NOT NULL DEFAULT 0);
CREATE TABLE outbox (n INTEGER PRIMARY KEY, notice TEXT NOT NULL);
-- Change sets that were carried out, by the caller's id.
CREATE TABLE done (id TEXT PRIMARY KEY, came_to TEXT NOT NULL);
CREATE TABLE counter (name TEXT PRIMARY KEY, n INTEGER NOT NULL);
INSERT INTO counter VALUES ('u', 0), ('s', 0), ('c', 0);
CREATE INDEX methods_of ON method(account);
CREATE INDEX credentials ON method(issuer, kind, subject);
CREATE INDEX addresses ON account(tenant, email);
