// Settles attempts by looking up, deciding and committing in one transaction; index.d.ts documents this file.
import { createHash, randomBytes } from "node:crypto";
import { lineOf, parsed } from "../json.js";
import { Decision } from "../linkpolicy.js";
import { Database, Stop } from "./database.js";
import { Busy, Conflict, RequirementFailed, StoreFailed } from "./errors.js";
import { Outbox } from "./outbox.js";
import { Reader } from "./reader.js";
import { check } from "./schema.js";
import { Tokens } from "./tokens.js";
import { Writer } from "./writer.js";

const DAY = 86_400;
const LIFETIMES = { session: 30 * DAY, recent: 300, code: 3600, codes: {} };
const FORMAT = "linkpolicy-javascript-answer/1";
// The members of a decision that a repeated request gets again. None of these members contains an address or another person's data.
const REPEATED = ["outcome", "error", "shown", "names", "ask"];
const LONGEST_ID = 190;
const PROMISED = "the policy answered with a promise: give the store one of `linkpolicy`";

export class Store {
  #db;
  #policy;
  #lifetimes;
  #pools;
  #clock;
  #newId;
  #tries;

  constructor(source, policy, {
    key, olderKeys = [], lifetimes = {}, pools = [], clock = () => Date.now() / 1000, newId = randomId, tries = 8, patience = 5000,
  } = {}) {
    this.tokens = new Tokens(key, ...olderKeys);
    this.#db = new Database(source, patience);
    try {
      check(this.#db);
    } catch (error) {
      this.#db.abandon();
      throw error;
    }
    this.outbox = new Outbox(this.#db, clock);
    [this.#policy, this.#lifetimes, this.#pools] = [policy, { ...LIFETIMES, ...lifetimes }, pools];
    [this.#clock, this.#newId, this.#tries] = [clock, newId, tries];
  }

  caller({ session = null, code = null, target = null } = {}) {
    return { session: this.tokens.read("session", session), code: this.tokens.read("code", code), target };
  }

  async settle(attempt, { caller = {}, settings, method, password, passwordHash, requestId } = {}) {
    if (requestId !== undefined) checkRequestId(requestId);
    for (let tries = 1; ; tries++) {
      try {
        const compared = await this.#compare(attempt, caller, settings, password);
        // The key includes the result of the comparison, so only a person with the right password gets an earlier answer.
        const key = requestId === undefined ? null : requestKey(requestId, { attempt: compared.attempt, caller });
        return await this.#db.transaction((db) => this.#settleOnce(db, compared, caller, settings, method, passwordHash, key, tries));
      } catch (error) {
        if (!(error instanceof Conflict) || error instanceof RequirementFailed) throw error;
        if (tries >= this.#tries) throw new Busy(tries, error);
      }
    }
  }

  decide(attempt, { caller = {}, settings, method } = {}) {
    return this.#read((reader) => this.#decide(reader, attempt, caller, settings, method).decision);
  }

  async commit(changes, { passwordHash, requestId } = {}) {
    const key = requestId === undefined ? null : requestKey(requestId, { changes });
    return this.#db.transaction((db) => {
      const before = answered(db, key);
      if (before !== null) throw new Stop(before.outcome);
      const reader = this.#reader(db);
      for (const requirement of changes.requires) if (!reader.holds(requirement)) throw new RequirementFailed(requirement);
      return this.#write(db, changes, passwordHash, key, {});
    });
  }

  account(id) {
    return this.#read((reader) => reader.account(id));
  }

  async signedIn(cookie) {
    const id = this.tokens.read("session", cookie);
    return id === null ? null : this.#read((reader) => {
      const session = reader.session(id), account = session && reader.account(session.account);
      const isLive = account !== null && !session.ended && session.epoch >= account.epoch && account.state === "active";
      return isLive ? account.id : null;
    });
  }

  async prune({ olderThan = 30 * DAY } = {}) {
    const before = this.#now() - olderThan;
    const columns = { lp_request: "answered_at", lp_outbox: "sent_at", lp_session: "expires_at", lp_code: "expires_at" };
    return this.#db.transaction((db) =>
      Object.entries(columns).reduce((sum, [table, column]) => sum + db.run(`DELETE FROM ${table} WHERE ${column} < ?`, before), 0));
  }

  close() {
    this.#db.close();
  }

  #now() {
    return Math.floor(this.#clock());
  }

  #reader(db) {
    return new Reader(db, this.#now(), this.#lifetimes.recent, this.#pools);
  }

  // Calls a function with a reader that sees one snapshot.
  #read(body) {
    return this.#db.transaction((db) => body(this.#reader(db)), { reads: true });
  }

  // Compares the password with the stored hash before the transaction, because the comparison is slow.
  async #compare(attempt, caller, settings, password) {
    if (password === undefined) return { attempt };
    const lookup = this.#policy.lookup(attempt, { caller, settings });
    if (typeof lookup.then === "function") throw new StoreFailed(PROMISED);
    const find = storedHash(attempt, lookup);
    const hash = await this.#read(find);
    const isRight = await password(hash);
    return { attempt: { ...attempt, secret: hash === null ? "absent" : isRight === true ? "right" : "wrong" }, find, hash };
  }

  #settleOnce(db, { attempt, find, hash }, caller, settings, method, passwordHash, key, tries) {
    const before = answered(db, key);
    if (before !== null) throw new Stop(before);
    const reader = this.#reader(db);
    if (find !== undefined && find(reader) !== hash)
      throw new Conflict("the password was changed while it was compared");
    const { decision, lookup } = this.#decide(reader, attempt, caller, settings, method), { changes } = decision;
    if (changes.writes.length === 0 && changes.notices.length === 0)
      throw new Stop({ decision, outcome: nothing(), isRepeated: false, tries });
    for (const requirement of changes.requires) {
      if (reader.holds(requirement)) continue;
      throw asks(lookup, requirement) ? new Conflict("an answer is outdated") : new RequirementFailed(requirement);
    }
    return { decision, outcome: this.#write(db, changes, passwordHash, key, decision), isRepeated: false, tries };
  }

  // Returns the decision, and the complete lookup for this decision.
  #decide(reader, attempt, caller, settings, method) {
    let lookup = this.#policy.lookup(attempt, { caller, settings });
    if (typeof lookup?.then === "function") throw new StoreFailed(PROMISED);
    if (lookup.code?.bringsAddress) {
      // The row of the code contains the address, and the decision needs the address's holders.
      const { accounts, code } = reader.answers({ ...lookup, session: null, target: null, credential: null, addresses: [] });
      lookup = { ...this.#policy.lookup(attempt, { answers: { accounts, code }, caller, settings }), code: lookup.code };
    }
    const answers = reader.answers(lookup);
    if (method !== undefined || lookup.method) {
      // Some policies require the list of disabled methods; by default, no method is disabled.
      answers.method = method ?? (lookup.method?.list ? { disabled: [] } : "enabled");
    }
    try {
      return { decision: this.#policy.decide(attempt, { answers, caller, settings }), lookup };
    } catch (error) {
      throw error.code === "torn" ? new Conflict(error.message, { cause: error }) : error;
    }
  }

  #write(db, changes, passwordHash, key, decision) {
    const now = this.#now(), { session, code, codes } = this.#lifetimes;
    const times = { now, session, code: (purpose) => codes[purpose] ?? code };
    const outcome = new Writer(db, times, this.#newId, passwordHash).execute(changes);
    if (key !== null) db.insert("lp_request", { id: key, answer: encoded(decision, outcome), answered_at: now });
    return outcome;
  }
}

function nothing() {
  return { newAccount: null, deleted: false, session: null, codes: [], events: [], notices: [] };
}

// Returns a function that reads the hash with which the attempt's password must be compared.
function storedHash(attempt, { credential, identifiers = [] }) {
  if (credential?.kind === "password") return (reader) => reader.passwordHash(credential);
  // Without an address, an attempt states exactly one identifier, which finds the account.
  if (credential === null && attempt.provider && identifiers.length === 1)
    return (reader) => reader.namedPasswordHash(attempt.provider, identifiers[0]);
  throw new TypeError("`password` is for attempts by the kind `password`");
}

// Returns whether a requirement repeats an answer of the lookup, so that a new lookup can have another result.
function asks(lookup, requirement) {
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  if ("credential" in requirement) return same(requirement.credential, lookup.credential);
  if ("identifier" in requirement) return (lookup.identifiers ?? []).some((asked) => same(requirement.identifier, asked));
  if ("address" in requirement) return lookup.addresses.some((address) => same(address, requirement.address));
  return true;
}

// Throws a `RangeError` unless a request id is well-formed text of 1 to 190 bytes.
function checkRequestId(id) {
  const length = typeof id === "string" ? Buffer.byteLength(id) : 0;
  if (length === 0 || length > LONGEST_ID || !id.isWellFormed())
    throw new RangeError(`a request id has 1 to ${LONGEST_ID} bytes of UTF-8`);
}

// Returns the id with a digest of the attempt and caller, or of the change set. Equal ids of different requests therefore do not collide.
function requestKey(id, { attempt, caller, changes }) {
  checkRequestId(id);
  const { session = null, target = null, code = null } = caller ?? {};
  const content = changes === undefined ? { attempt, caller: { session, target, code } } : { changes };
  // The content must be valid in a request, because `JSON.stringify` would write a Map as an empty object.
  lineOf(0, content);
  return `${id}.${createHash("sha256").update(JSON.stringify(sorted(content))).digest("hex")}`;
}

// Returns a value with sorted keys and without undefined members.
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

function encoded(decision, { newAccount, deleted, session, codes }) {
  const kept = Object.fromEntries(REPEATED.filter((key) => key in decision).map((key) => [key, decision[key]]));
  return JSON.stringify({ format: FORMAT, decision: kept, newAccount, deleted, session, codes });
}

function answered(db, key) {
  if (key === null) return null;
  const row = db.get("SELECT answer FROM lp_request WHERE id = ?", key);
  if (row === undefined) return null;
  const { format, decision, ...outcome } = parsed(Buffer.from(row.answer)) ?? {};
  if (format !== FORMAT) throw new StoreFailed(`the stored answer to a request does not have the format ${FORMAT}`);
  return { decision: new Decision(decision), outcome: { ...nothing(), ...outcome }, isRepeated: true, tries: 0 };
}

function randomId(letter) {
  return `${letter}_${randomBytes(16).toString("hex")}`;
}
