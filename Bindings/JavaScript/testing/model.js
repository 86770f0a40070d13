// The rows that a store must have after a change set, by the rules of Docs/Changes.md.

// The writes marked V in Docs/Changes.md, which increment the version of their account.
const RAISING = new Set([
  "insert-account", "set-email", "set-state", "set-label", "set-identifier", "put-method", "remove-method", "supersede-method", "drop-factors", "set-factors",
    "end-sessions"]);

// The error if a write of the change set has no row to change, or if the result lacks the id that the write creates.
export class NoSuchRow extends Error {}

export class Model {
  #new = null;

  constructor({ accounts, gone, sessions, codes }) {
    const copy = structuredClone({ accounts, gone, sessions, codes });
    this.accounts = new Map(copy.accounts.map((account) => [account.id, account]));
    this.gone = copy.gone;
    this.sessions = new Map(Object.entries(copy.sessions));
    this.codes = new Map(Object.entries(copy.codes));
    this.notices = [];
  }

  wait(event) {
    if (event === "old") for (const session of this.sessions.values()) session.recent = false;
    else for (const code of this.codes.values()) code.expired = true;
  }

  // Executes a change set, with the ids that the store assigned.
  apply({ writes, notices }, made) {
    const codes = [...(made.codes ?? [])], raised = new Set();
    this.#new = null;
    for (const { write, account: reference, ...fields } of writes) {
      if (write === "insert-account") this.#new = assigned(made.newAccount, write, "new account");
      const account = reference ? this.#id(reference) : null;
      const id = write === "open-session" ? assigned(made.session, write, "session")
        : write === "put-code" ? assigned(codes.shift(), write, "code") : this.#new;
      if (!Object.hasOwn(WRITES, write)) throw new NoSuchRow(`the write \`${write}\` is unknown`);
      WRITES[write].call(this, account, fields, id);
      if (RAISING.has(write)) raised.add(account ?? this.#new);
    }
    for (const id of raised) if (this.accounts.has(id)) this.accounts.get(id).version += 1;
    for (const { notice, to, code, account } of notices)
      this.notices.push(notice === "mail" ? { notice, to, code: made.codes[code] } : { notice, to, account: this.#id(account) });
  }

  row(table, id) {
    const row = this[table].get(id);
    if (row === undefined) throw new NoSuchRow(`there is no row ${id} in ${table}`);
    return row;
  }

  method(account, { issuer, kind, subject }) {
    return this.row("accounts", account).methods.find((one) => one.issuer === issuer && one.kind === kind && one.subject === subject);
  }

  #id(reference) {
    return reference.new ? this.#new : reference.id;
  }
}

function assigned(id, write, thing) {
  if (id === null || id === undefined) throw new NoSuchRow(`the write \`${write}\`: the result has no ${thing}`);
  return id;
}

const WRITES = {
  "insert-account"(_, { tenant, email, verified }, id) {
    this.accounts.set(id, {
      id, tenant, email, verified, profile: { name: null, photo: null }, state: "active", factors: 0, epoch: 0, version: 0, labels: {}, identifiers: {},
      methods: [] });
  },
  "delete-account"(account, { leaving }) {
    for (const session of this.sessions.values()) if (session.account === account) session.ended = true;
    const { tenant } = this.row("accounts", account);
    for (const { issuer, kind, subject } of leaving) {
      const isKnown = this.gone.some((key) =>
        key.tenant === tenant && key.issuer === issuer && key.kind === kind && key.subject === subject);
      if (!isKnown) this.gone.push({ tenant, issuer, kind, subject });
    }
    this.accounts.delete(account);
  },
  "set-email"(account, { email, verified }) {
    Object.assign(this.row("accounts", account), { email, verified });
  },
  "set-profile"(account, { name, photo, blanksOnly }) {
    const { profile } = this.row("accounts", account);
    if (!blanksOnly || profile.name === null) profile.name = name;
    if (!blanksOnly || profile.photo === null) profile.photo = photo;
  },
  "set-state"(account, { state }) {
    this.row("accounts", account).state = state;
  },
  "set-label"(account, { method, name, value }) {
    const owner = method ? this.method(account, method) : this.row("accounts", account);
    if (owner === undefined) throw new NoSuchRow(`set-label names a method that account ${account} does not have`);
    owner.labels[name] = value;
  },
  "set-identifier"(account, { name, value }) {
    const { identifiers } = this.row("accounts", account);
    if (value === null) delete identifiers[name];
    else identifiers[name] = value;
  },
  "put-method"(account, { place, secret, ...method }) {
    const { methods } = this.row("accounts", account), old = this.method(account, method);
    const before = place ? this.method(account, place) : old, at = before ? methods.indexOf(before) : methods.length;
    methods.splice(at, 0, { ...method, labels: old?.labels ?? {} });
    if (old) methods.splice(methods.indexOf(old), 1);
  },
  "remove-method"(account, key) {
    const row = this.row("accounts", account), method = this.method(account, key);
    row.methods = row.methods.filter((one) => one !== method);
  },
  "supersede-method"(account, key) {
    const method = this.method(account, key);
    if (method === undefined) throw new NoSuchRow(`supersede-method names a method that account ${account} does not have`);
    method.superseded = true;
  },
  "drop-factors"(account) {
    this.row("accounts", account).factors = 0;
  },
  "set-factors"(account, { count }) {
    this.row("accounts", account).factors = count;
  },
  "open-session"(account, _, id) {
    this.sessions.set(id, { account, epoch: this.row("accounts", account).epoch, ended: false, recent: true });
  },
  "renew-session"(account, { session, recent }) {
    const row = this.row("sessions", session);
    Object.assign(row, { epoch: this.row("accounts", account).epoch, recent: row.recent || recent });
  },
  "end-session"(_, { session }) {
    this.row("sessions", session).ended = true;
  },
  "end-sessions"(account, { epoch }) {
    this.row("accounts", account).epoch = epoch;
  },
  "put-code"(account, { purpose, address, bound, requester, requesterAccount, credential, tenant }, id) {
    this.codes.set(id, {
      purpose, address, account, bound, requester, requesterAccount, credential, tenant, used: false, expired: false });
  },
  "use-code"(_, { code }) {
    this.row("codes", code).used = true;
  },
  "cancel-codes"(account, { address, tenant }) {
    for (const [id, code] of this.codes) {
      const isUnowned = code.account === null && code.address === address && code.tenant === tenant;
      if (code.account === account || isUnowned) this.codes.delete(id);
    }
  },
};
