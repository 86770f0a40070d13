// A function for each write of a change set (Docs/Changes.md).
import { StoreFailed } from "./errors.js";
import { credentialColumns } from "./schema.js";

// The writes marked V in Docs/Changes.md, which increment the version of their account.
const RAISING = new Set([
  "insert-account", "set-email", "set-state", "set-label", "set-identifier", "put-method", "remove-method", "supersede-method", "drop-factors", "set-factors",
    "end-sessions"]);

// Executes one change set in an open transaction.
export class Writer {
  #db;
  #times;
  #newId;
  #passwordHash;

  // `times` contains the current time, the lifetime of sessions, and the function `code(purpose)` for the lifetime of codes.
  constructor(db, times, newId, passwordHash) {
    [this.#db, this.#times, this.#newId, this.#passwordHash] = [db, times, newId, passwordHash];
    this.outcome = { newAccount: null, deleted: false, session: null, codes: [], events: [], notices: [] };
  }

  // Executes the writes in order, increments the versions, and adds the notices to the outbox.
  execute({ writes, notices }) {
    const raised = new Set();
    for (const { write, account: reference, ...fields } of writes) {
      if (!Object.hasOwn(WRITES, write)) throw new StoreFailed(`the store does not know the write \`${write}\`: install a later version of linkpolicy`);
      const account = reference ? this.#id(reference) : null;
      WRITES[write].call(this, account, fields);
      if (RAISING.has(write)) raised.add(account ?? this.outcome.newAccount);
    }
    for (const id of raised) this.#db.run("UPDATE lp_account SET version = version + 1 WHERE id = ?", id);
    for (const notice of notices) this.#keep(notice);
    return this.outcome;
  }

  get db() {
    return this.#db;
  }

  get times() {
    return this.#times;
  }

  newId(letter) {
    return this.#newId(letter);
  }

  get passwordHash() {
    if (this.#passwordHash == null) throw new TypeError("the decision stores a new password: pass its hash as `passwordHash`");
    return this.#passwordHash;
  }

  event(name, more) {
    this.outcome.events.push({ name, ...more });
  }

  tenant(account) {
    const row = this.#db.get("SELECT tenant FROM lp_account WHERE id = ?", account);
    if (row === undefined) throw new StoreFailed(`a write names the account \`${account}\`, which does not exist`);
    return row.tenant;
  }

  // Sets columns of an account.
  update(account, values) {
    const columns = Object.keys(values).map((column) => `${column} = ?`).join(", ");
    if (this.#db.run(`UPDATE lp_account SET ${columns} WHERE id = ?`, ...Object.values(values), account) !== 1)
      throw new StoreFailed(`a write names the account \`${account}\`, which does not exist`);
  }

  method(account, { issuer, kind, subject }) {
    return this.#db.get(
      "SELECT n, place, superseded FROM lp_method WHERE account = ? AND issuer = ? AND kind = ? AND subject = ?",
      account, issuer, kind, subject ?? "");
  }

  endSession(session) {
    if (this.#db.run("UPDATE lp_session SET ended = 1 WHERE id = ? AND ended = 0", session) > 0) this.event("signed-out", { session });
  }

  // Returns the id of the account that a write refers to.
  #id(reference) {
    const id = reference.new ? this.outcome.newAccount : reference.id;
    if (id === null) throw new StoreFailed("a write names the account that the change set creates, and the set creates none");
    return id;
  }

  #keep({ notice, to, code, purpose, account: reference }) {
    const row = { notice, recipient: to };
    if (notice === "mail") {
      if (!(code in this.outcome.codes)) throw new StoreFailed(`the change set mails its code ${code}, which it does not create`);
      Object.assign(row, { code: this.outcome.codes[code], purpose });
    } else if (notice === "owner") {
      row.account = this.#id(reference);
      this.event("owner-notified", { account: row.account });
    } else {
      throw new StoreFailed(`the store does not know the notice \`${notice}\`: install a later version of linkpolicy`);
    }
    const n = this.#db.insert("lp_outbox", { ...row, due_at: this.#times.now });
    this.outcome.notices.push(noticeOf({ n, tries: 0, ...row }));
  }
}

// Returns a row of the outbox in the form that the service gets.
export function noticeOf({ n, notice, recipient, code = null, purpose = null, account = null, tries }) {
  return { n, notice, to: recipient, code, purpose, account, tries };
}

// The functions by the names of the writes. Tests replace some of these functions.
export const WRITES = {
  "insert-account"(_, { tenant, email, given, verified }) {
    const id = this.newId("u");
    this.db.insert("lp_account", { id, tenant: tenant ?? "", email, given, verified });
    this.outcome.newAccount = id;
  },

  "delete-account"(account, { leaving }) {
    const tenant = this.tenant(account);
    for (const { id } of this.db.all("SELECT id FROM lp_session WHERE account = ? ORDER BY n", account)) this.endSession(id);
    for (const { issuer, kind, subject } of leaving)
      this.db.run("INSERT OR IGNORE INTO lp_gone (tenant, issuer, kind, subject) VALUES (?, ?, ?, ?)", tenant, issuer, kind, subject ?? "");
    this.db.run("DELETE FROM lp_label WHERE account = ?", account);
    this.db.run("DELETE FROM lp_method WHERE account = ?", account);
    this.db.run("DELETE FROM lp_account WHERE id = ?", account);
    this.outcome.deleted = true;
  },

  "set-email"(account, { email, given, verified }) {
    const spelling = email !== null && given === null ? {} : { given };
    this.update(account, { email, verified: Number(verified), ...spelling });
  },

  "set-profile"(account, { name, photo, blanksOnly }) {
    if (!blanksOnly) return this.update(account, { name, photo });
    this.tenant(account);
    this.db.run("UPDATE lp_account SET name = coalesce(name, ?), photo = coalesce(photo, ?) WHERE id = ?", name, photo, account);
  },

  "set-state"(account, { state }) {
    this.update(account, { state });
  },

  "drop-factors"(account) {
    this.update(account, { factors: 0 });
  },

  "set-factors"(account, { count }) {
    this.update(account, { factors: count });
  },

  "set-label"(account, { method, name, value }) {
    const { issuer, kind, subject } = method ?? { issuer: "", kind: "", subject: "" };
    this.db.run(
      "INSERT OR REPLACE INTO lp_label (account, issuer, kind, subject, name, value) VALUES (?, ?, ?, ?, ?, ?)",
      account, issuer, kind, subject ?? "", name, value);
  },

  "set-identifier"(account, { name, value }) {
    const tenant = this.tenant(account);
    this.db.run("DELETE FROM lp_identifier WHERE account = ? AND name = ?", account, name);
    if (value === null) return;
    this.db.insert("lp_identifier", { account, tenant, name, value });
  },

  "put-method"(account, { provider, issuer, kind, subject, address, proved, secret, superseded, place }) {
    const present = this.method(account, { issuer, kind, subject }), before = place ? this.method(account, place) : undefined;
    const values = { provider, address, proved, superseded: Number(superseded) };
    if (secret === "new") values.password_hash = this.passwordHash;
    if (before !== undefined && before.n !== present?.n) {
      this.db.run("UPDATE lp_method SET place = place + 1 WHERE account = ? AND place >= ?", account, before.place);
      values.place = before.place;
    }
    if (present !== undefined) {
      const columns = Object.keys(values).map((column) => `${column} = ?`).join(", ");
      this.db.run(`UPDATE lp_method SET ${columns} WHERE n = ?`, ...Object.values(values), present.n);
      return;
    }
    values.place ??= this.db.get("SELECT coalesce(max(place), 0) + 1 AS next FROM lp_method WHERE account = ?", account).next;
    this.db.insert("lp_method", { account, tenant: this.tenant(account), issuer, kind, subject: subject ?? "", ...values });
  },

  "remove-method"(account, { provider, issuer, kind, subject, why }) {
    const method = this.method(account, { issuer, kind, subject });
    if (method === undefined) return;
    this.db.run(
      "DELETE FROM lp_label WHERE account = ? AND issuer = ? AND kind = ? AND subject = ?", account, issuer, kind, subject ?? "");
    this.db.run("DELETE FROM lp_method WHERE n = ?", method.n);
    // The list of methods never contained a superseded method, so its removal is no event.
    if (why !== "replaced" && method.superseded === 0) this.event("method-removed", { account, provider, kind });
  },

  "supersede-method"(account, { issuer, kind, subject }) {
    this.db.run(
      "UPDATE lp_method SET superseded = 1 WHERE account = ? AND issuer = ? AND kind = ? AND subject = ?",
      account, issuer, kind, subject ?? "");
  },

  "open-session"(account) {
    const row = this.db.get("SELECT epoch FROM lp_account WHERE id = ?", account), { now, session } = this.times;
    if (row === undefined) throw new StoreFailed(`a session is opened for the account \`${account}\`, which does not exist`);
    const id = this.newId("s");
    this.db.insert("lp_session", { id, account, epoch: row.epoch, ended: false, proved_at: now, expires_at: now + session });
    this.outcome.session = id;
    this.event("signed-in", { session: id });
  },

  "renew-session"(account, { session, recent }) {
    const { now, session: lifetime } = this.times;
    this.db.run(
      `UPDATE lp_session SET epoch = (SELECT epoch FROM lp_account WHERE id = ?), expires_at = ?,
         proved_at = CASE WHEN ? THEN ? ELSE proved_at END WHERE id = ?`,
      account, now + lifetime, Number(recent), now, session);
    this.event("token-refreshed", { session });
  },

  "end-session"(_, { session }) {
    this.endSession(session);
  },

  "end-sessions"(account, { epoch }) {
    this.update(account, { epoch });
    this.event("sessions-revoked", { account });
  },

  "put-code"(account, { purpose, address, bound, requester, requesterAccount, credential, tenant }) {
    const id = this.newId("c"), { now, code } = this.times;
    this.db.insert("lp_code", {
      id, purpose, address, account, bound, requester, requester_account: requesterAccount, ...credentialColumns(credential),
      tenant: tenant ?? "", used: false, expires_at: now + code(purpose) });
    this.outcome.codes.push(id);
    this.event("code-mailed", { code: id, purpose, address });
  },

  "use-code"(_, { code }) {
    this.db.run("UPDATE lp_code SET used = 1 WHERE id = ?", code);
  },

  "cancel-codes"(account, { address, tenant }) {
    this.db.run(
      "DELETE FROM lp_code WHERE account = ? OR (account IS NULL AND address = ? AND tenant = ?)", account, address, tenant ?? "");
  },
};
