-- Version 5: identifiers of accounts, unique in a tenant; an empty text means no tenant, since NULL is not equal to NULL.
CREATE TABLE identifier (
  account TEXT NOT NULL REFERENCES account(id) ON DELETE CASCADE, tenant TEXT NOT NULL, name TEXT NOT NULL,
  value TEXT NOT NULL, PRIMARY KEY (account, name));
CREATE UNIQUE INDEX identifier_value ON identifier(tenant, name, value);
