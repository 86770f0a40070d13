// A service with a store in memory, which `runner.mjs` asks. Yours takes its place: what it has to do is all here.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Writes after which a look-up about the account is answered otherwise: they raise its version.
const RAISING = new Set(["insert-account", "set-email", "set-state", "set-label", "put-method", "remove-method",
  "supersede-method", "drop-factors", "set-factors", "set-identifier", "end-sessions"]);

// `linkpolicy decide` beside the service. A service that runs for long uses `Bindings/JavaScript`.
export class Engine {
  waiting = [];
  rest = "";
  end = null;

  constructor(policy) {
    const folder = mkdtempSync(join(tmpdir(), "policy-"));
    process.on("exit", () => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "policy.yaml"), policy);
    const command = process.env.LINKPOLICY ?? "linkpolicy";
    this.tool = spawn(command, ["decide", join(folder, "policy.yaml")], { stdio: ["pipe", "pipe", "ignore"] });
    // Without a listener an error of the tool or of its pipe ends this process.
    this.tool.on("error", (error) => this.fail(error)).on("close", (code) => this.fail(new Error(`the tool ended with ${code}`)));
    this.tool.stdin.on("error", () => {});
    this.tool.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = (this.rest + text).split("\n");
      this.rest = lines.pop();
      for (const line of lines) this.waiting.shift()?.resolve(line);
    });
  }

  async ask(question) {
    if (this.end) throw this.end;
    const line = await new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.tool.stdin.write(JSON.stringify({ id: 1, ...question }) + "\n");
    });
    return JSON.parse(line);
  }

  // Without the tool nothing is answered any more.
  fail(error) {
    this.end ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.end);
  }

  close() {
    this.tool.stdin.end();
  }
}

// Attempts on a store: look up, decide, commit.
export class Service {
  constructor(engine) {
    this.engine = engine;
    this.store = new Store();
  }

  // What the engine answers, and what the commit came to; nothing where the engine calls it a fault of the caller.
  async attempt(question, method) {
    let found = await this.engine.ask({ lookup: question });
    if (found.lookup) {
      let answers = this.lookUp(found.lookup, method);
      if (found.lookup.code?.bringsAddress) {
        // The code's row says which address is meant, so the holders of that are looked for once it is found.
        const known = { accounts: answers.accounts, code: answers.code };
        const { lookup } = await this.engine.ask({ lookup: { ...question, answers: known } });
        answers = this.lookUp({ ...lookup, code: found.lookup.code }, method);
      }
      found = await this.engine.ask({ decide: { ...question, answers } });
    }
    return { found, came: found.decision && this.store.commit(found.decision.changes) };
  }

  // Every question, answered with the rows that the store has. Nothing is judged here.
  lookUp(lookup, method) {
    const rows = new Map();
    const known = (id) => {
      if (!this.store.accounts.has(id)) return null;
      rows.set(id, this.store.row(id));
      return id;
    };
    const row = (table, asked) => {
      const found = asked && table.get(asked.id);
      return found ? { ...found, account: known(found.account) } : null;
    };
    const answers = {
      session: row(this.store.sessions, lookup.session), code: row(this.store.codes, lookup.code),
      target: lookup.target && known(lookup.target.id),
      addresses: lookup.addresses.map((asked) => this.store.holders(asked).map(known)),
      // Whether a method is switched on is a setting of the service; vectors say it.
      method: method ?? (lookup.method ? "enabled" : null),
    };
    if (lookup.identifiers) answers.identifiers = lookup.identifiers.map((asked) => known(this.store.identifierHolder(asked)));
    if (lookup.credential) {
      const holder = this.store.holder(lookup.credential);
      answers.credential = holder === "gone" ? { gone: true } : known(holder);
    }
    return { ...answers, accounts: [...rows.values()] };
  }
}

// What look-ups read, and a function for each write.
export class Store {
  accounts = new Map();
  sessions = new Map();
  codes = new Map();
  gone = new Set();
  made = { u: 0, s: 0, c: 0 };

  newId(letter) {
    const id = letter + ++this.made[letter];
    return this.accounts.has(id) ? this.newId(letter) : id;
  }

  // What look-ups ask (Docs/Protocol.md): an account, who holds a credential, an address or an identifier.

  row(id) {
    const account = this.accounts.get(id);
    return { ...account, methods: account.methods.map(({ issuer, ...method }) => method) };
  }

  holder({ tenant, issuer, kind, subject }) {
    const byAddress = kind === "password" || kind === "email-link";
    for (const account of this.accounts.values()) {
      const held = find(account, { issuer, kind, subject: byAddress ? null : subject });
      if (account.tenant === tenant && held && (!byAddress || account.email === subject)) return account.id;
    }
    return this.gone.has(JSON.stringify([tenant, issuer, kind, subject])) ? "gone" : null;
  }

  holders({ tenant, address, heldBy }) {
    const held = ({ email, methods }) =>
      heldBy === "account" ? [email] : methods.filter((of) => !of.superseded).map((of) => of.address);
    const holding = (account) => account.tenant === tenant && held(account).includes(address);
    return [...this.accounts.values()].filter(holding).map((account) => account.id);
  }

  identifierHolder({ tenant, name, value }) {
    const holding = (account) => account.tenant === tenant && account.identifiers[name] === value;
    return [...this.accounts.values()].find(holding)?.id ?? null;
  }

  // What change sets write (Docs/Changes.md). `came` is what the service wants to know of a commit.

  commit(changes) {
    this.came = { account: null, new: false, session: null, removed: [], listeners: [] };
    const raised = new Set();
    for (const { write, account, ...fields } of changes.writes) {
      const of = account && this.accounts.get(account.id ?? this.came.account);
      this[write](of, fields);
      if (RAISING.has(write)) raised.add(of ? of.id : this.came.account);
    }
    for (const id of raised) if (this.accounts.has(id)) this.accounts.get(id).version += 1;
    // Mail is sent here, after the commit; vectors ask whether the owner was told.
    for (const { notice } of changes.notices) if (notice === "owner") this.came.listeners.push("owner-notified");
    return this.came;
  }

  "insert-account"(_, { tenant, email, verified }) {
    const id = this.newId("u");
    this.accounts.set(id, {
      id, tenant, email, verified, profile: { name: null, photo: null }, state: "active", factors: 0, epoch: 0,
      version: 0, labels: {}, identifiers: {}, methods: [] });
    Object.assign(this.came, { account: id, new: true });
  }

  "delete-account"(account, { leaving }) {
    for (const [session, row] of this.sessions) if (row.account === account.id) this["end-session"](null, { session });
    const remember = ({ issuer, kind, subject }) => JSON.stringify([account.tenant, issuer, kind, subject]);
    for (const key of leaving) this.gone.add(remember(key));
    this.accounts.delete(account.id);
  }

  "set-email"(account, { email, verified }) {
    Object.assign(account, { email, verified });
  }

  "set-profile"(account, { name, photo, blanksOnly }) {
    const old = blanksOnly ? account.profile : { name: null, photo: null };
    account.profile = { name: old.name ?? name, photo: old.photo ?? photo };
  }

  "set-state"(account, { state }) {
    account.state = state;
  }

  "set-label"(account, { method, name, value }) {
    (method ? find(account, method) : account).labels[name] = value;
  }

  "put-method"(account, { secret, place, ...method }) {
    // With `secret: new` a service stores the hash of the password of this attempt.
    const old = find(account, method), before = place ? find(account, place) : old;
    const at = before ? account.methods.indexOf(before) : account.methods.length;
    account.methods.splice(at, 0, { ...method, labels: old?.labels ?? {} });
    account.methods = account.methods.filter((other) => other !== old);
  }

  "remove-method"(account, { provider, why, ...key }) {
    const method = find(account, key);
    account.methods = account.methods.filter((other) => other !== method);
    if (why !== "replaced" && !method.superseded) this.came.removed.push({ provider, kind: method.kind });
  }

  "supersede-method"(account, key) {
    find(account, key).superseded = true;
  }

  "set-identifier"(account, { name, value }) {
    delete account.identifiers[name];
    if (value !== null) account.identifiers[name] = value;
  }

  "drop-factors"(account) {
    account.factors = 0;
  }

  "set-factors"(account, { count }) {
    account.factors = count;
  }

  "open-session"(account) {
    this.came.session = this.newId("s");
    this.sessions.set(this.came.session, { account: account.id, epoch: account.epoch, ended: false, recent: true });
    this.came.listeners.push("signed-in");
  }

  "renew-session"(account, { session, recent }) {
    const row = this.sessions.get(session);
    Object.assign(row, { epoch: account.epoch, recent: row.recent || recent });
    this.came.listeners.push("token-refreshed");
  }

  "end-session"(_, { session }) {
    const row = this.sessions.get(session);
    if (!row.ended) this.came.listeners.push("signed-out");
    row.ended = true;
  }

  "end-sessions"(account, { epoch }) {
    account.epoch = epoch;
    this.came.listeners.push("sessions-revoked");
  }

  // A code that was mailed before: its requester is the session's account, and of its method the key alone is kept.
  addCode(row, methodOf) {
    const requesterAccount = this.sessions.get(row.requester)?.account ?? null;
    const { issuer, kind, subject } = row.credential ? methodOf(row.credential) : {};
    this.codes.set(this.newId("c"), { ...row, requesterAccount, credential: row.credential && { issuer, kind, subject } });
  }

  "put-code"(account, { purpose, address, bound, requester, requesterAccount, credential, tenant }) {
    const owner = account?.id ?? null;
    const row = {
      purpose, address, account: owner, bound, requester, requesterAccount, credential, tenant, used: false, expired: false };
    this.codes.set(this.newId("c"), row);
    this.came.listeners.push({ "code-mailed": purpose });
  }

  "use-code"(_, { code }) {
    this.codes.get(code).used = true;
  }

  "cancel-codes"(account, { address, tenant }) {
    for (const [id, code] of this.codes) {
      const isNobodys = code.account === null && code.address === address && code.tenant === tenant;
      if (code.account === account.id || isNobodys) this.codes.delete(id);
    }
  }
}

// The method of an account with this key.
function find(account, { issuer, kind, subject }) {
  return account.methods.find((of) => of.issuer === issuer && of.kind === kind && of.subject === subject);
}
