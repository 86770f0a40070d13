// Plays vectors on the store of this package, to test a subclass of the store or a policy.
import { DatabaseSync } from "node:sqlite";
import { Database } from "../store/database.js";
import { Reader } from "../store/reader.js";
import { Store, upgrade } from "../store/index.js";
import { credentialColumns } from "../store/schema.js";
import { pools } from "./policy-text.js";

const KEY = Buffer.from("a key for tests, which is public");
const HOUR = 3600;

// A store in a new database in memory, or in an empty file.
export class StoreSubject {
  #sqlite;
  #db;
  #store;

  static async make({ text, policy }, { path = ":memory:", Class = Store } = {}) {
    const subject = new StoreSubject();
    subject.#sqlite = new DatabaseSync(path);
    subject.#db = new Database(subject.#sqlite, 5000);
    await upgrade(subject.#sqlite);
    subject.#store = new Class(subject.#sqlite, policy, { key: KEY, pools: pools(text), clock: () => subject.#now });
    return subject;
  }

  get #now() {
    return 1_000_000;
  }

  give({ accounts, gone, sessions, codes }) {
    return this.#db.transaction((db) => {
      for (const { id, tenant, email, verified, state, factors, epoch, version, profile, labels, identifiers = {}, methods } of accounts) {
        db.insert("lp_account", { id, tenant: tenant ?? "", email, given: email, verified, state, factors, epoch, version, ...profile });
        const owners = [[{ issuer: "", kind: "", subject: "" }, labels]];
        for (const [place, { provider, issuer, kind, subject, address, proved, superseded, labels: own }] of methods.entries()) {
          const key = { issuer, kind, subject: subject ?? "" };
          db.insert("lp_method", { account: id, tenant: tenant ?? "", provider, ...key, address, proved, superseded, place });
          owners.push([key, own]);
        }
        for (const [name, value] of Object.entries(identifiers)) db.insert("lp_identifier", { account: id, name, tenant: tenant ?? "", value });
        for (const [key, own] of owners)
          for (const [name, value] of Object.entries(own)) db.insert("lp_label", { account: id, ...key, name, value });
      }
      for (const { tenant, issuer, kind, subject } of gone) db.insert("lp_gone", { tenant: tenant ?? "", issuer, kind, subject });
      for (const [id, { account, epoch, ended, recent }] of Object.entries(sessions))
        db.insert("lp_session", { id, account, epoch, ended, proved_at: recent ? this.#now : 0, expires_at: this.#now + HOUR });
      for (const [id, { tenant, expired, requesterAccount, credential, ...code }] of Object.entries(codes))
        db.insert("lp_code", {
          id, ...code, requester_account: requesterAccount, ...credentialColumns(credential), tenant: tenant ?? "", expires_at: expired ? 0 : this.#now + HOUR });
    });
  }

  async attempt(attempt, caller, settings, method) {
    const { decision, outcome } = await this.#store.settle(attempt, { caller, settings, method, passwordHash: "a hash" });
    const isRemoval = ({ name }) => name === "method-removed";
    return {
      decision, ...outcome,
      listeners: outcome.events.filter((event) => !isRemoval(event)).map(({ name, purpose }) => (name === "code-mailed" ? { [name]: purpose } : name)),
      removed: outcome.events.filter(isRemoval).map(({ provider, kind }) => ({ provider, kind })),
    };
  }

  wait(event) {
    return this.#db.transaction((db) =>
      db.run(event === "old" ? "UPDATE lp_session SET proved_at = 0" : "UPDATE lp_code SET expires_at = 0"));
  }

  rows() {
    return this.#db.transaction((db) => {
      const reader = new Reader(db, this.#now, 300, []);
      const ids = (table) => db.all(`SELECT id FROM ${table} ORDER BY n`).map(({ id }) => id);
      return {
        accounts: ids("lp_account").map((id) => reader.account(id)),
        gone: db.all("SELECT * FROM lp_gone").map(({ tenant, issuer, kind, subject }) => ({ tenant: tenant || null, issuer, kind, subject })),
        sessions: Object.fromEntries(ids("lp_session").map((id) => [id, reader.session(id)])),
        codes: Object.fromEntries(ids("lp_code").map((id) => [id, reader.code(id)])),
        notices: db.all("SELECT * FROM lp_outbox ORDER BY n").map(({ notice, recipient, code, account }) => ({ notice, to: recipient, code, account })),
      };
    }, { reads: true });
  }

  close() {
    this.#store.close();
  }
}
