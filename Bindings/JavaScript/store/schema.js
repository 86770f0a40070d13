// The tables of the store, and the migration steps. An empty text represents a missing tenant or subject, because both are parts of unique
// keys, and NULL never equals NULL. The engine rejects an empty tenant and an empty subject. Times are seconds since 1970.
import { SchemaMismatch, StoreFailed } from "./errors.js";
import { Database } from "./database.js";

// Each step migrates the tables from one version to the next. A released step never changes.
const STEPS = [
  `CREATE TABLE lp_account (
     n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, tenant TEXT NOT NULL, email TEXT, given TEXT, verified INTEGER NOT NULL,
     name TEXT, photo TEXT, state TEXT NOT NULL DEFAULT 'active', factors INTEGER NOT NULL DEFAULT 0,
     epoch INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0) STRICT;
   CREATE INDEX lp_account_email ON lp_account (tenant, email);
   CREATE TABLE lp_method (
     n INTEGER PRIMARY KEY, account TEXT NOT NULL REFERENCES lp_account (id), tenant TEXT NOT NULL, provider TEXT NOT NULL,
     issuer TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, address TEXT, proved TEXT, superseded INTEGER NOT NULL,
     place INTEGER NOT NULL, password_hash TEXT) STRICT;
   CREATE UNIQUE INDEX lp_method_key ON lp_method (account, issuer, kind, subject);
   CREATE UNIQUE INDEX lp_method_credential ON lp_method (tenant, issuer, kind, subject) WHERE subject <> '';
   CREATE INDEX lp_method_address ON lp_method (tenant, address);
   CREATE TABLE lp_label (
     account TEXT NOT NULL REFERENCES lp_account (id), issuer TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, name TEXT NOT NULL,
     value TEXT NOT NULL, PRIMARY KEY (account, issuer, kind, subject, name)) STRICT, WITHOUT ROWID;
   CREATE TABLE lp_gone (
     tenant TEXT NOT NULL, issuer TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
     PRIMARY KEY (tenant, issuer, kind, subject)) STRICT, WITHOUT ROWID;
   CREATE TABLE lp_session (
     n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL, epoch INTEGER NOT NULL, ended INTEGER NOT NULL,
     proved_at INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
   CREATE INDEX lp_session_account ON lp_session (account);
   CREATE TABLE lp_code (
     n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, purpose TEXT NOT NULL, address TEXT NOT NULL, account TEXT, bound TEXT,
     requester TEXT, tenant TEXT NOT NULL, used INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT;
   CREATE INDEX lp_code_account ON lp_code (account);
   CREATE INDEX lp_code_address ON lp_code (tenant, address);
   CREATE TABLE lp_outbox (
     n INTEGER PRIMARY KEY, notice TEXT NOT NULL, code TEXT, purpose TEXT, account TEXT, recipient TEXT, due_at INTEGER NOT NULL,
     tries INTEGER NOT NULL DEFAULT 0, sent_at INTEGER) STRICT;
   CREATE INDEX lp_outbox_due ON lp_outbox (sent_at, due_at);
   CREATE TABLE lp_request (id TEXT PRIMARY KEY, answer TEXT NOT NULL, answered_at INTEGER NOT NULL) STRICT;
   CREATE INDEX lp_request_answered ON lp_request (answered_at);`,
  // The account and the credential with which a code was requested. Codes of earlier versions lack both.
  `ALTER TABLE lp_code ADD COLUMN requester_account TEXT;
   ALTER TABLE lp_code ADD COLUMN credential_issuer TEXT;
   ALTER TABLE lp_code ADD COLUMN credential_kind TEXT;
   ALTER TABLE lp_code ADD COLUMN credential_subject TEXT;`,
  // The identifiers of accounts. Accounts of earlier versions have none, and processes of those versions delete accounts without reading
  // this table.
  `CREATE TABLE lp_identifier (
     account TEXT NOT NULL REFERENCES lp_account (id) ON DELETE CASCADE, name TEXT NOT NULL, tenant TEXT NOT NULL, value TEXT NOT NULL,
     PRIMARY KEY (account, name)) STRICT, WITHOUT ROWID;
   CREATE UNIQUE INDEX lp_identifier_value ON lp_identifier (tenant, name, value);`,
];

// Returns the columns of a code for the credential with which the code was requested; all are null for no credential.
export function credentialColumns(credential) {
  const { issuer = null, kind = null, subject = null } = credential ?? {};
  return { credential_issuer: issuer, credential_kind: kind, credential_subject: subject };
}

// Creates the tables, or migrates them to the current version, in one transaction.
export async function upgrade(source, { patience = 5000 } = {}) {
  const database = source instanceof Database ? source : new Database(source, patience);
  try {
    await database.transaction((db) => {
      const present = version(db);
      refuseNewer(present);
      if (present === 0) db.run("CREATE TABLE lp_schema (version INTEGER NOT NULL) STRICT");
      for (const step of STEPS.slice(present)) for (const text of step.split(";")) if (text.trim()) db.run(text);
      db.run("DELETE FROM lp_schema");
      db.insert("lp_schema", { version: STEPS.length });
    });
  } finally {
    if (database !== source && typeof source === "string") database.close();
  }
}

// Throws `SchemaMismatch` unless the tables have the version of this package.
export function check(db) {
  const present = version(db);
  refuseNewer(present);
  if (present === 0) throw new SchemaMismatch("the database has no tables of linkpolicy: call `upgrade`");
  if (present < STEPS.length) throw new SchemaMismatch(`the tables have version ${present}, and this package needs ${STEPS.length}: call \`upgrade\``);
}

function version(db) {
  if (db.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'lp_schema'") === undefined) {
    if (db.get("SELECT 1 FROM sqlite_schema WHERE name = 'lp_account'") !== undefined)
      throw new StoreFailed("the database has tables of another store of linkpolicy: use another file");
    return 0;
  }
  const rows = db.all("SELECT version FROM lp_schema");
  if (rows.length !== 1 || !Number.isSafeInteger(rows[0].version) || rows[0].version < 1)
    throw new SchemaMismatch("the database does not state one version of its tables: restore it from a backup");
  return rows[0].version;
}

function refuseNewer(present) {
  if (present > STEPS.length)
    throw new SchemaMismatch(`the tables have version ${present}, which is newer than ${STEPS.length}: install a later version of linkpolicy`);
}
