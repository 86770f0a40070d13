-- What the migrations come to, one after the other; `make test` compares.
CREATE TABLE account (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, tenant TEXT, email TEXT, given TEXT,
  verified INTEGER NOT NULL DEFAULT 0, name TEXT, photo TEXT, state TEXT NOT NULL DEFAULT 'active',
  factors INTEGER NOT NULL DEFAULT 0, epoch INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0);
CREATE INDEX account_email ON account(email);
CREATE TABLE method (
  account TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE, provider TEXT NOT NULL, issuer TEXT NOT NULL,
  kind TEXT NOT NULL, subject TEXT, address TEXT, proved TEXT, superseded INTEGER NOT NULL DEFAULT 0,
  place REAL NOT NULL, hash TEXT);
CREATE INDEX method_account ON method(account);
CREATE INDEX method_key ON method(issuer, kind, subject);
CREATE INDEX method_address ON method(address);
CREATE TABLE label (
  n INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  issuer TEXT, kind TEXT, subject TEXT, name TEXT NOT NULL, value TEXT NOT NULL);
CREATE INDEX label_account ON label(account);
-- An empty tenant means none.
CREATE TABLE identifier (
  account TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE, tenant TEXT NOT NULL, name TEXT NOT NULL,
  value TEXT NOT NULL, PRIMARY KEY (account, name));
CREATE UNIQUE INDEX identifier_value ON identifier(tenant, name, value);
-- Keys whose account is gone.
CREATE TABLE gone (tenant TEXT, issuer TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT);
CREATE INDEX gone_key ON gone(issuer, kind, subject);
CREATE TABLE session (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL, epoch INTEGER NOT NULL,
  ended INTEGER NOT NULL DEFAULT 0, recent INTEGER NOT NULL DEFAULT 1);
CREATE INDEX session_account ON session(account);
CREATE TABLE code (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, purpose TEXT NOT NULL, address TEXT NOT NULL,
  account TEXT, bound TEXT, requester TEXT, tenant TEXT, used INTEGER NOT NULL DEFAULT 0,
  expired INTEGER NOT NULL DEFAULT 0, requester_account TEXT, credential_issuer TEXT, credential_kind TEXT,
  credential_subject TEXT);
CREATE INDEX code_account ON code(account);
CREATE INDEX code_address ON code(address);
CREATE TABLE outbox (
  n INTEGER PRIMARY KEY AUTOINCREMENT, notice TEXT NOT NULL, code TEXT, purpose TEXT, account TEXT, recipient TEXT);
CREATE TABLE outcome (
  id TEXT PRIMARY KEY, encoded TEXT NOT NULL);
