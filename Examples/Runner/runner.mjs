// Plays the vectors that `linkpolicy test --runner` sends on a service. Copy it, and import your own in its place.
import { createInterface } from "node:readline";
import { Engine, Service } from "./service.mjs";

// What stands for what is not said, in a decision and in what a vector gives.
const TOLD = { account: null, methods: [], "address-methods": [], providers: [], credential: null, registered: false };
const ACCOUNT = { email: null, verified: false, state: "active", factors: 0, epoch: 0, version: 0 };
const METHOD = { subject: null, address: null, proved: null, superseded: false };
const CODE = { account: null, requester: null, requesterAccount: null, credential: null, used: false, expired: false };
const FAULTS = { malformed: "malformed-address", "not-offered": "undeclared" };

// A vector, played on a service that knows nobody but those it gives.
class Case {
  constructor(service, { tenant = null, settings, given }) {
    Object.assign(this, { service, store: service.store, tenant, settings: { ...settings }, sessions: {}, tickets: {} });
    this.give(given);
  }

  // What exists before the first step: rows of your store, without a decision.
  give({ accounts = [], orphans = [], sessions = [], codes = [] } = {}) {
    for (const given of accounts) {
      const profile = { name: null, photo: null, ...given.profile }, methods = (given.methods ?? []).map(methodOf);
      this.store.accounts.set(given.id, { ...ACCOUNT, labels: {}, identifiers: {}, tenant: this.tenant, ...given, profile, methods });
    }
    for (const { tenant = this.tenant, issuer, kind, subject } of orphans.map(methodOf))
      this.store.gone.add(JSON.stringify([tenant, issuer, kind, subject]));
    for (const { account, state } of sessions) {
      const id = this.store.newId("s"), epoch = this.store.accounts.get(account).epoch - (state === "revoked");
      this.store.sessions.set(id, { account, epoch, ended: state === "ended", recent: state !== "old" });
      this.sessions[id] = this.sessions.last = id;
    }
    for (const given of codes) {
      const owner = this.store.accounts.get(given.account) ?? { email: null, tenant: given.tenant ?? this.tenant };
      const bound = ["verify", "reset"].includes(given.purpose) ? given.address : owner.email;
      this.store.addCode({ ...CODE, bound, ...given, tenant: owner.tenant }, methodOf);
    }
  }

  async step(number, { attempt: stated, wait, set, as, target, code, ticket, settings, method }) {
    if (wait === "old") for (const row of this.store.sessions.values()) row.recent = false;
    if (wait === "expired") for (const row of this.store.codes.values()) row.expired = true;
    Object.assign(this.settings, set?.settings);
    if (!stated) return null;
    const { email, claims, ...attempt } = { tenant: this.tenant, ...stated };
    if (email !== undefined) attempt.addresses = [{ email, claims }];
    if (ticket) attempt.ticket = this.tickets[ticket];
    const caller = { session: this.sessions[as], target, code: code === "last" ? "c" + this.store.made.c : code };
    const question = { attempt, caller, settings: { ...this.settings, ...settings } };
    const { found, came } = await this.service.attempt(question, method);
    if (found.error) return { "input-error": FAULTS[found.error.code] ?? found.error.code };
    const decision = found.decision, { outcome, error, ask, names, changes } = decision;
    if (came.session) this.sessions[number] = this.sessions.last = came.session;
    this.tickets[number] = decision.ticket;
    const id = decision.account?.id, account = came.account ?? (this.store.accounts.has(id) ? id : null);
    const told = { ...TOLD, ...decision.told, credential: decision.told?.credential?.subject ?? null };
    return { outcome, error, ask, names, ...came, session: came.session !== null, told, account, changes,
      ticket: decision.ticket !== undefined, shown: decision.shown ?? error ?? "allowed", tell: decision.tell ?? [] };
  }

  accounts() {
    return [...this.store.accounts.keys()].map((id) => {
      const codes = { verify: null, change: null, reset: null, undo: null };
      for (const code of this.store.codes.values()) if (code.account === id) codes[code.purpose] = code.address;
      return { ...this.store.row(id), codes };
    });
  }
}

// A method as vectors write it: `google.com`, `password/email-link`, or all of its keys.
function methodOf(given) {
  const ofProvider = (provider) => ["password", "phone", "custom", "anonymous"].includes(provider) ? provider : "federated";
  const [provider, kind = ofProvider(provider)] = (given.provider ?? given).split("/");
  return { ...METHOD, labels: {}, kind, issuer: provider, provider, ...(given.provider && given) };
}

async function result(engine, vector) {
  if (!vector.steps) return { id: vector.id, skipped: { reason: "a text, not a sequence" } };
  try {
    const played = new Case(new Service(engine), vector), steps = [];
    for (const step of vector.steps) steps.push(await played.step(steps.length + 1, step));
    return { id: vector.id, steps, accounts: played.accounts() };
  } catch (error) {
    return { id: vector.id, errored: { message: String(error) } }; // What your service throws fails this vector alone.
  }
}

const engines = {};
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.cmd === "bye") break;
  let answer = { protocol: 1, implementation: "my-store", version: "1", language: "javascript" };
  if (message.cmd === "policy") answer = (engines[message.name] = new Engine(message.text)) && { ok: true };
  if (message.cmd === "run") {
    answer = { seq: message.seq, results: [] };
    for (const vector of message.vectors) answer.results.push(await result(engines[message.policy], vector));
  }
  console.log(JSON.stringify(answer));
}
for (const engine of Object.values(engines)) engine.close();
