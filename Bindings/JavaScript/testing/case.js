// Plays a vector on a subject, and compares the subject's rows after each step.
import { differences } from "./compare.js";
import { Model, NoSuchRow } from "./model.js";
import { codeTreatments } from "./policy-text.js";

// Default values of members that decisions and vectors omit.
const TOLD = { account: null, methods: [], "address-methods": [], providers: [], credential: null, registered: false };
const ACCOUNT = { email: null, verified: false, state: "active", factors: 0, epoch: 0, version: 0 };
const METHOD = { subject: null, address: null, proved: null, superseded: false };
const MAILED = ["verify", "change", "reset", "undo"];
const OWN_KINDS = new Set(["password", "phone", "custom", "anonymous", "passkey"]);
// The reasons for input errors in vectors, by the error codes of lines.
const FAULTS = { malformed: "malformed-address", "not-offered": "undeclared", contradiction: "contradiction" };
const ANSWER_KEYS = [
  "outcome", "error", "account", "new", "session", "ask", "tell", "told", "shown", "ticket", "listeners", "removed", "names"];
export const KEYS = [...ANSWER_KEYS, "changes", "input-error"];

// The error if the subject failed in a step.
export class StepFailed extends Error {}

// A vector that is played on an empty subject. Ids in vectors are `u1`, `s1` or `c1`; ids of the subject may be any texts.
export class Case {
  // A sentence for each difference in the first step with wrong rows, and the number of compared steps.
  findings = [];
  compared = 0;
  #subject;
  #vector;
  #given;
  #model;
  #settings;
  #tenant;
  #names = new Map();
  #ids = new Map();
  #counts = { u: 0, s: 0, c: 0 };
  #sessions = new Map();
  #tickets = new Map();

  constructor(subject, vector, policy) {
    [this.#subject, this.#vector] = [subject, vector];
    [this.#tenant, this.#settings] = [vector.tenant ?? null, { ...vector.settings }];
    this.#given = this.#rowsOf(vector.given ?? {}, codeTreatments(policy.text));
    this.#model = new Model(this.#given);
  }

  // Returns the RESULT of the runner protocol.
  async run() {
    await this.#subject.give(this.#given);
    const steps = [];
    for (const step of this.#vector.steps) steps.push(await this.#step(steps.length + 1, step));
    return { id: this.#vector.id, steps, accounts: await this.#accounts() };
  }

  // Returns the name that vectors use for an id.
  #name(letter, id) {
    if (!this.#names.has(id)) {
      let name;
      do name = `${letter}${++this.#counts[letter]}`; while (this.#ids.has(name));
      this.#names.set(id, name);
      this.#ids.set(name, id);
    }
    return this.#names.get(id);
  }

  // Returns a value with ids replaced by the names that vectors use.
  #named(value) {
    if (typeof value === "string") return this.#names.get(value) ?? value;
    if (Array.isArray(value)) return value.map((one) => this.#named(one));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#named(one)]));
  }

  #rowsOf({ accounts = [], orphans = [], sessions = [], codes = [] }, treatments) {
    const rows = { accounts: [], gone: [], sessions: {}, codes: {}, notices: [] }, byID = new Map();
    for (const given of accounts) {
      const account = {
        ...ACCOUNT, tenant: this.#tenant, ...given, labels: { ...given.labels }, identifiers: { ...given.identifiers }, profile: { name: null, photo: null, ...given.profile },
        methods: (given.methods ?? []).map(methodOf) };
      rows.accounts.push(account);
      byID.set(given.id, account);
      this.#names.set(given.id, given.id);
      this.#ids.set(given.id, given.id);
    }
    for (const orphan of orphans) {
      const { issuer, kind, subject } = methodOf(orphan);
      rows.gone.push({ tenant: orphan.tenant ?? this.#tenant, issuer, kind, subject });
    }
    for (const [index, { account, state }] of sessions.entries()) {
      const id = this.#ids.get(this.#name("s", `s${index + 1}`)), { epoch } = byID.get(account);
      rows.sessions[id] = { account, epoch: epoch - (state === "revoked"), ended: state === "ended", recent: state !== "old" };
      this.#sessions.set(`s${index + 1}`, id).set("last", id);
    }
    for (const [index, given] of codes.entries()) {
      const owner = byID.get(given.account) ?? { email: null, tenant: given.tenant ?? this.#tenant };
      const { isAccounts, isBound } = treatments[given.purpose];
      const { purpose, address, account = null, requester = null, used = false, expired = false } = given;
      const bound = isBound ? (isAccounts ? address : owner.email) : null;
      const requesterAccount = requester === null ? null : sessions[Number(requester.slice(1)) - 1].account;
      const { issuer, kind, subject } = given.credential ? methodOf(given.credential) : {};
      const credential = given.credential ? { issuer, kind, subject } : null;
      rows.codes[this.#ids.get(this.#name("c", `c${index + 1}`))] = {
        purpose, address, account, bound: given.bound === undefined ? bound : given.bound, requester, requesterAccount, credential,
        tenant: owner.tenant, used, expired };
    }
    return rows;
  }

  // Returns the final accounts in the form that vectors expect.
  async #accounts() {
    const rows = await this.#subject.rows();
    const newest = new Map(rows.accounts.map(({ id }) => [id, Object.fromEntries(MAILED.map((purpose) => [purpose, null]))]));
    for (const { account, purpose, address } of Object.values(rows.codes ?? {}))
      if (newest.has(account)) newest.get(account)[purpose] = address;
    return rows.accounts.map((account) => {
      const methods = account.methods.map(({ issuer, ...method }) => method);
      return this.#named({ ...account, methods, ...(rows.codes && { codes: newest.get(account.id) }) });
    });
  }

  async #step(number, step) {
    if (step.wait !== undefined) {
      await this.#subject.wait(step.wait);
      this.#model.wait(step.wait);
    }
    Object.assign(this.#settings, step.set?.settings);
    if (step.attempt === undefined) return null;
    const { email, claims, ...attempt } = { tenant: this.#tenant, ...step.attempt };
    if (email !== undefined) attempt.addresses = [claims === undefined ? { email } : { email, claims }];
    if (step.ticket !== undefined) attempt.ticket = this.#tickets.get(step.ticket) ?? null;
    const id = (name) => (name === undefined ? null : (this.#ids.get(name) ?? name));
    const caller = {
      session: this.#sessions.get(step.as) ?? null, target: id(step.target),
      code: id(step.code === "last" ? `c${this.#counts.c}` : step.code) };
    let made;
    try {
      made = await this.#subject.attempt(attempt, caller, { ...this.#settings, ...step.settings }, step.method);
    } catch (error) {
      if (typeof error?.code === "string" && Object.hasOwn(FAULTS, error.code)) return { "input-error": FAULTS[error.code] };
      throw new StepFailed(`step ${number}: ${error?.name ?? "Error"}: ${error?.message ?? error}`, { cause: error });
    }
    for (const [letter, ids] of [["u", [made.newAccount]], ["s", [made.session]], ["c", made.codes ?? []]])
      for (const one of ids) if (one !== null && one !== undefined) this.#name(letter, one);
    await this.#check(number, made);
    return this.#answer(number, made);
  }

  // Compares the rows with the rows that the change set must leave; after the first difference, compares no further steps.
  async #check(number, made) {
    const { changes } = made.decision;
    if (this.findings.length > 0 || changes === undefined) return;
    try {
      this.#model.apply(changes, made);
    } catch (error) {
      if (!(error instanceof NoSuchRow)) throw error;
      this.findings = [`step ${number}: ${error.message}`];
      return;
    }
    this.compared += 1;
    const found = differences(this.#model, await this.#subject.rows(), changes, (id) => this.#names.get(id) ?? id);
    this.findings = found.map((text) => `step ${number}: ${text}`);
  }

  // Returns the members of a step's answer that vectors can expect.
  #answer(number, { decision, newAccount = null, deleted = false, session = null, listeners = [], removed = [] }) {
    const account = newAccount ?? (deleted ? null : (decision.account?.id ?? null));
    if (session !== null) this.#sessions.set(number, session).set("last", session);
    if (decision.ticket !== undefined) this.#tickets.set(number, decision.ticket);
    const told = { ...TOLD, ...decision.told };
    told.credential = told.credential?.subject ?? null;
    const answer = {
      error: null, ask: null, names: {}, ...decision, account, new: newAccount !== null, session: session !== null,
      shown: decision.shown ?? decision.error ?? "allowed", ticket: decision.ticket !== undefined, tell: decision.tell ?? [], told, listeners,
      removed };
    const keys = decision.changes === undefined ? ANSWER_KEYS : [...ANSWER_KEYS, "changes"];
    return this.#named(Object.fromEntries(keys.filter((key) => key in answer).map((key) => [key, answer[key]])));
  }
}

// Returns a method in the notation of vectors, such as `google.com` or `password/email-link`, as an object with all keys.
function methodOf(given) {
  const [provider, kind] = typeof given === "string" ? given.split("/") : [given.provider, undefined];
  const fields = typeof given === "string" ? { provider, ...(kind && { kind }) } : given;
  const { since, tenant, ...method } = {
    ...METHOD, kind: OWN_KINDS.has(provider) ? provider : "federated", issuer: provider, ...fields, labels: { ...fields.labels } };
  return method;
}
