// Reads the rows that a lookup asks for, and returns the member `answers` of a decide line. This file decides nothing.
import { StoreFailed } from "./errors.js";

// The kinds of methods whose subject is the address of the account.
const BY_ADDRESS = new Set(["password", "email-link"]);

export class Reader {
  #db;
  #now;
  #recent;
  #pools;

  // `recent` is the number of seconds for which a sign-in counts as recent; `pools` contains the providers of each pool of the policy.
  constructor(db, now, recent, pools) {
    [this.#db, this.#now, this.#recent, this.#pools] = [db, now, recent, pools];
  }

  // Returns an account in the form of `answers.accounts`; null if the account does not exist.
  account(id) {
    const row = this.#db.get("SELECT * FROM lp_account WHERE id = ?", id);
    if (row === undefined) return null;
    const labels = new Map();
    const of = (issuer, kind, subject) => {
      const key = JSON.stringify([issuer, kind, subject]);
      if (!labels.has(key)) labels.set(key, {});
      return labels.get(key);
    };
    for (const { issuer, kind, subject, name, value } of this.#db.all("SELECT * FROM lp_label WHERE account = ?", id))
      Object.defineProperty(of(issuer, kind, subject), name, { value, enumerable: true, configurable: true, writable: true });
    const methods = this.#db.all("SELECT * FROM lp_method WHERE account = ? ORDER BY place", id).map((method) => ({
      provider: method.provider, kind: method.kind, subject: method.subject || null, address: method.address, proved: method.proved,
      superseded: method.superseded === 1, labels: of(method.issuer, method.kind, method.subject),
    }));
    return {
      id, tenant: row.tenant || null, email: row.email, verified: row.verified === 1, profile: { name: row.name, photo: row.photo },
      state: row.state, factors: row.factors, epoch: row.epoch, version: row.version, methods, labels: of("", "", ""),
      identifiers: Object.fromEntries(
        this.#db.all("SELECT name, value FROM lp_identifier WHERE account = ? ORDER BY name", id).map(({ name, value }) => [name, value])),
    };
  }

  // Returns the id of the account that holds an identifier; null if no account holds the identifier.
  identifierHolder({ tenant, name, value }) {
    const row = this.#db.get(
      "SELECT account FROM lp_identifier WHERE tenant = ? AND name = ? AND value = ?", tenant ?? "", name, value);
    return row?.account ?? null;
  }

  // Returns the holder of a credential in the form of `answers.credential`: an id, `{gone: true}` or null.
  holder({ tenant, issuer, kind, subject }) {
    const held = BY_ADDRESS.has(kind) ? "a.email = ?" : "m.subject = ?";
    const row = this.#db.get(
      `SELECT a.id FROM lp_account a JOIN lp_method m ON m.account = a.id
       WHERE a.tenant = ? AND m.issuer = ? AND m.kind = ? AND ${held} ORDER BY a.n LIMIT 1`, tenant ?? "", issuer, kind, subject);
    if (row !== undefined) return row.id;
    const gone = this.#db.get(
      "SELECT 1 FROM lp_gone WHERE tenant = ? AND issuer = ? AND kind = ? AND subject = ?", tenant ?? "", issuer, kind, subject);
    return gone === undefined ? null : { gone: true };
  }

  // Returns the password hash of the account that has an address; null if there is no password.
  passwordHash({ tenant, issuer, subject }) {
    const row = this.#db.get(
      `SELECT m.password_hash AS hash FROM lp_account a JOIN lp_method m ON m.account = a.id
       WHERE a.tenant = ? AND a.email = ? AND m.issuer = ? AND m.kind = 'password' ORDER BY a.n LIMIT 1`, tenant ?? "", subject, issuer);
    return row?.hash ?? null;
  }

  // Returns the hash of a provider's password for the account that holds an identifier; null if there is no password.
  namedPasswordHash(provider, identifier) {
    const row = this.#db.get(
      `SELECT password_hash AS hash FROM lp_method WHERE account = ? AND kind = 'password' AND (provider = ? OR issuer = ?) LIMIT 1`,
      this.identifierHolder(identifier), provider, provider);
    return row?.hash ?? null;
  }

  // Returns the ids of the accounts of a pool that hold an address.
  holders({ tenant, address, heldBy, pool }) {
    const rows = heldBy === "account"
      ? this.#db.all("SELECT id FROM lp_account WHERE tenant = ? AND email = ? ORDER BY n", tenant ?? "", address)
      : this.#db.all(
          `SELECT id FROM lp_account WHERE tenant = ? AND id IN
             (SELECT account FROM lp_method WHERE tenant = ? AND address = ? AND superseded = 0) ORDER BY n`,
          tenant ?? "", tenant ?? "", address);
    return rows.map(({ id }) => id).filter((id) => this.#isSearched(id, pool));
  }

  #isSearched(id, pool) {
    if (pool.length === 1 && pool[0] === "*") return true;
    if (this.#pools.length === 0) throw new StoreFailed("the policy has pools: pass the providers of each pool to the store as `pools`");
    const providers = this.#db.all("SELECT provider FROM lp_method WHERE account = ? AND superseded = 0", id).map(({ provider }) => provider);
    if (providers.length === 0) return pool.includes("*");
    return providers.some((provider) =>
      isIn(provider, pool) || (pool.includes("*") && !this.#pools.some((one) => isIn(provider, one))));
  }

  // Returns the row of a session, with the account id even if the account was deleted; null if there is no such session.
  session(id) {
    const row = this.#db.get("SELECT * FROM lp_session WHERE id = ?", id);
    return row === undefined ? null : {
      account: row.account, epoch: row.epoch, ended: row.ended === 1 || row.expires_at <= this.#now,
      recent: row.proved_at > this.#now - this.#recent,
    };
  }

  // Returns the row of a code, with the account id even if the account was deleted; null if there is no such code.
  code(id) {
    const row = this.#db.get("SELECT * FROM lp_code WHERE id = ?", id);
    if (row === undefined) return null;
    const { credential_issuer: issuer, credential_kind: kind, credential_subject: subject } = row;
    return {
      purpose: row.purpose, address: row.address, account: row.account, bound: row.bound, requester: row.requester,
      requesterAccount: row.requester_account, credential: subject === null ? null : { issuer, kind, subject },
      tenant: row.tenant || null, used: row.used === 1, expired: row.expires_at <= this.#now,
    };
  }

  // Returns the answers to every question of a lookup.
  answers({ code, session, target, credential, addresses, identifiers }) {
    const accounts = new Map();
    const known = (id) => {
      if (id === null) return null;
      if (!accounts.has(id)) {
        const account = this.account(id);
        if (account === null) return null;
        accounts.set(id, account);
      }
      return id;
    };
    const named = (row) => row && { ...row, account: known(row.account) };
    const answers = {};
    if (code) answers.code = named(this.code(code.id));
    if (session) answers.session = named(this.session(session.id));
    if (target) answers.target = known(target.id);
    if (credential) {
      const holder = this.holder(credential);
      answers.credential = typeof holder === "string" ? known(holder) : holder;
    }
    answers.addresses = addresses.map((asked) => this.holders(asked).map(known));
    if (identifiers) answers.identifiers = identifiers.map((asked) => known(this.identifierHolder(asked)));
    return { ...answers, accounts: [...accounts.values()] };
  }

  // Returns whether a requirement of a change set holds.
  holds(requirement) {
    if ("account" in requirement) {
      const row = this.#db.get("SELECT version FROM lp_account WHERE id = ?", requirement.account);
      return row !== undefined && row.version === requirement.version;
    }
    if ("credential" in requirement) return JSON.stringify(this.holder(requirement.credential)) === JSON.stringify(requirement.holder);
    if ("identifier" in requirement) return this.identifierHolder(requirement.identifier) === requirement.holder;
    if ("address" in requirement)
      return JSON.stringify(this.holders(requirement.address).sort()) === JSON.stringify([...requirement.holders].sort());
    if ("session" in requirement) {
      const session = this.session(requirement.session);
      return session !== null && !session.ended;
    }
    if ("code" in requirement) {
      const code = this.code(requirement.code);
      return code !== null && !code.used;
    }
    throw new StoreFailed(`the change set has an unknown requirement: ${Object.keys(requirement).join(", ")}`);
  }
}

// Returns whether a pool names a provider or the provider's family, such as `saml.*`.
function isIn(provider, pool) {
  return pool.some((entry) => entry === provider || (entry.endsWith(".*") && provider.startsWith(entry.slice(0, -1))));
}
