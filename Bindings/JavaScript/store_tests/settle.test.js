// Tests of the store with repeated requests, conflicts, wrong change sets and wrong databases.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { InputError, load } from "../linkpolicy.js";
import { Database } from "../store/database.js";
import { Reader } from "../store/reader.js";
import { Busy, RequirementFailed, SchemaMismatch, Store, StoreFailed, Tokens, upgrade } from "../store/index.js";
import { counts, hardened, KEY, newFile, ROOT, SIGN_IN } from "./support.js";

const PASSWORD = { action: "sign-in", provider: "password", kind: "password", addresses: [{ email: "ada@gmail.com" }] };
const SIGN_UP = { action: "sign-up", provider: "password", addresses: [{ email: "ada@gmail.com" }] };

async function opened(options = {}, policy = hardened) {
  const path = newFile();
  await upgrade(path);
  return { path, store: new Store(path, policy, { key: KEY, ...options }) };
}

test("an attempt is settled, and the session is live until it ends", async () => {
  const { store, path } = await opened();
  const { decision, outcome, isRepeated, tries } = await store.settle(SIGN_IN);
  assert.deepEqual([decision.allowed, isRepeated, tries], [true, false, 1]);
  assert.deepEqual(outcome.events.map(({ name }) => name), ["signed-in"]);
  assert.match(outcome.newAccount, /^u_[0-9a-f]{32}$/);
  const cookie = store.tokens.issue("session", outcome.session);
  assert.equal(await store.signedIn(cookie), outcome.newAccount);
  for (const wrong of [null, undefined, "", "x", outcome.session, `${cookie}x`, cookie.slice(0, -1), store.tokens.issue("code", outcome.session)])
    assert.equal(await store.signedIn(wrong), null);
  const account = await store.account(outcome.newAccount);
  assert.deepEqual([account.email, account.verified, account.methods.length, account.version], ["ada@gmail.com", true, 1, 1]);
  assert.equal(await store.account("u9"), null);
  await store.settle({ action: "sign-out" }, { caller: store.caller({ session: cookie }) });
  assert.equal(await store.signedIn(cookie), null);
  store.close();
  assert.equal(counts(path).lp_session, 1);
});

test("a request with an id counts once", async () => {
  const { store, path } = await opened();
  const first = await store.settle(SIGN_IN, { requestId: "r1" }), again = await store.settle(SIGN_IN, { requestId: "r1" });
  assert.equal(again.isRepeated, true);
  assert.deepEqual([again.decision.outcome, again.outcome.session, again.outcome.newAccount],
    ["allowed", first.outcome.session, first.outcome.newAccount]);
  assert.equal(again.decision.allowed, true);
  // The same id with another attempt or caller is another request.
  assert.equal((await store.settle({ ...SIGN_IN, subject: "g2", addresses: [] }, { requestId: "r1" })).isRepeated, false);
  for (const id of ["", "x".repeat(191), 7]) await assert.rejects(store.settle(SIGN_IN, { requestId: id }), RangeError);
  assert.deepEqual([counts(path).lp_session, counts(path).lp_request], [2, 2]);
  await assert.rejects(store.settle(SIGN_IN, { requestId: "\ud800" }), RangeError);
  await assert.rejects(store.settle({ ...SIGN_IN, claims: new Map() }, { requestId: "r1" }), TypeError);
  const changes = (await store.decide(SIGN_IN)).changes;
  const committed = await store.commit(changes, { requestId: "c1" }), repeated = await store.commit(changes, { requestId: "c1" });
  // Neither another change set nor an attempt gets this answer.
  const other = (await store.decide({ ...SIGN_IN, subject: "g3", addresses: [{ email: "eve@gmail.com" }] })).changes;
  assert.notEqual((await store.commit(other, { requestId: "c1" })).session, committed.session);
  await assert.rejects(store.settle({}, { requestId: "c1" }));
  assert.equal(repeated.session, committed.session);
  // This answer was stored by another program.
  const database = new DatabaseSync(path);
  database.exec("UPDATE lp_request SET answer = '{\"format\":\"other\"}'");
  await assert.rejects(store.settle(SIGN_IN, { requestId: "r1" }), StoreFailed);
  for (const damaged of ["", "{", "null", "7"]) {
    database.prepare("UPDATE lp_request SET answer = ?").run(damaged);
    await assert.rejects(store.settle(SIGN_IN, { requestId: "r1" }), StoreFailed);
  }
});

test("passwords are compared outside the transaction, and with a dummy hash if there is none", async () => {
  const { store } = await opened();
  const seen = [];
  const comparing = (password) => async (hash) => { seen.push(hash); return hash === `hash of ${password}`; };
  await assert.rejects(store.settle(SIGN_UP), TypeError);
  await store.settle(SIGN_UP, { passwordHash: "hash of it" });
  assert.equal((await store.settle(PASSWORD, { password: comparing("it") })).decision.outcome, "allowed");
  assert.equal((await store.settle(PASSWORD, { password: comparing("that") })).decision.outcome, "refused");
  // A request id that was used with the right password does not answer a request with a wrong password.
  const right = await store.settle(PASSWORD, { password: comparing("it"), requestId: "p1" });
  assert.notEqual(right.outcome.session, null);
  const wrong = await store.settle(PASSWORD, { password: comparing("that"), requestId: "p1" });
  assert.deepEqual([wrong.decision.outcome, wrong.isRepeated, wrong.outcome.session], ["refused", false, null]);
  const stranger = { ...PASSWORD, addresses: [{ email: "nobody@gmail.com" }] };
  assert.equal((await store.settle(stranger, { password: comparing("it") })).decision.outcome, "refused");
  assert.deepEqual(seen, [...Array(4).fill("hash of it"), null]);
  await assert.rejects(store.settle(SIGN_IN, { password: comparing("it") }), TypeError);
  // The hash changes during the comparison, so the attempt is decided again with the new hash.
  let tries = 0;
  const settled = await store.settle(PASSWORD, { password: async (hash) => {
    if (tries++ === 0) await store.settle({ action: "request-reset", address: "ada@gmail.com" }).then(async ({ outcome }) => {
      await store.settle({ action: "reset-password" }, { caller: { code: outcome.codes[0] }, passwordHash: "hash of another" });
    });
    return hash === "hash of another";
  } });
  assert.deepEqual([settled.decision.outcome, settled.tries, tries], ["allowed", 2, 2]);
});

test("a password without an address is that of the account which holds the name", async () => {
  const text = readFileSync(join(ROOT, "vectors/sketches/policies/identifiers.yaml"), "utf8");
  const { store } = await opened({}, (await load()).compile(text));
  const seen = [];
  const comparing = (password) => (hash) => { seen.push(hash); return hash === `hash of ${password}`; };
  const named = (username) => ({ action: "sign-in", provider: "password", identifiers: { username } });
  for (const name of ["ada", "bob"])
    await store.settle({ ...named(name), action: "sign-up" }, { passwordHash: `hash of ${name}'s` });
  const signedIn = await store.settle(named("Ada"), { password: comparing("ada's") });
  assert.equal(signedIn.decision.outcome, "allowed");
  assert.equal((await store.settle(named("ada"), { password: comparing("bob's") })).decision.outcome, "refused");
  assert.equal((await store.settle(named("nobody"), { password: comparing("ada's") })).decision.outcome, "refused");
  assert.deepEqual(seen, ["hash of ada's", "hash of ada's", null]);
  await assert.rejects(store.settle({ ...named("ada"), identifiers: { username: "ada", phone: "1" } }, { password: comparing("ada's") }), InputError);
  // The identifier changes its holder during the comparison of the password.
  let tries = 0;
  const { session } = signedIn.outcome;
  const raced = await store.settle(named("ada"), { password: async (hash) => {
    if (tries++ === 0) {
      await store.settle({ action: "forget-name" }, { caller: { session } });
      await store.settle({ ...named("ada"), action: "sign-up" }, { passwordHash: "hash of another's" });
    }
    return hash === "hash of ada's";
  } });
  assert.deepEqual([raced.decision.outcome, raced.tries, tries], ["refused", 2, 2]);
  await assert.rejects(store.settle({ action: "forget-name" }, { caller: { session }, password: comparing("it") }), TypeError);
  store.close();
});

test("writers that race take turns, and readers do not wait", async () => {
  const { store, path } = await opened(), other = new Store(path, hardened, { key: KEY });
  const settled = await Promise.all(Array.from({ length: 40 }, (_, n) =>
    (n % 2 ? store : other).settle({ ...SIGN_IN, subject: `g${n}`, addresses: [{ email: `p${n}@gmail.com` }] })));
  assert.ok(settled.every(({ decision }) => decision.allowed));
  assert.equal(counts(path).lp_account, 40);
  // Two people with the same new credential get one account.
  const both = await Promise.all([store, other].map((one) => one.settle({ ...SIGN_IN, subject: "new" })));
  assert.equal(counts(path).lp_account, 41);
  assert.equal(both.filter(({ outcome }) => outcome.newAccount !== null).length, 1);
  // A third connection holds the lock for longer than the store's patience.
  const holder = new DatabaseSync(path), hurried = new Store(path, hardened, { key: KEY, patience: 100 });
  holder.exec("BEGIN IMMEDIATE");
  await assert.rejects(hurried.settle({ ...SIGN_IN, subject: "late" }), Busy);
  assert.notEqual(await hurried.account(both[0].outcome.newAccount ?? both[1].outcome.newAccount), null);
  const waiting = store.settle({ ...SIGN_IN, subject: "later", addresses: [] });
  await new Promise((resolve) => setTimeout(resolve, 200));
  holder.exec("ROLLBACK");
  assert.equal((await waiting).decision.allowed, true);
});

test("wrong change sets write nothing", async () => {
  const { store, path } = await opened();
  const { outcome: { newAccount: id } } = await store.settle(SIGN_IN), before = counts(path);
  const set = (writes, { requires = [], notices = [] } = {}) => ({ requires, writes, notices });
  const session = { write: "open-session", account: { id } };
  for (const wrong of [
    set([session, { write: "paint", account: { id } }]), set([session, { write: "open-session", account: { id: "u9" } }]),
    set([session, { write: "set-state", account: { new: true }, state: "disabled" }]),
    set([session], { notices: [{ notice: "mail", code: 0, purpose: "reset", to: "a@x.example" }] }),
    set([session], { notices: [{ notice: "pigeon", to: null }] }), set([session], { requires: [{ weather: "fine" }] }),
    set([session, { write: "set-email", account: { id: "u9" }, email: null, given: null, verified: false }])])
    await assert.rejects(store.commit(wrong), StoreFailed);
  for (const requirement of [{ account: id, version: 7 }, { account: "u9", version: 0 }, { session: "s9" }, { code: "c9" },
    { credential: { tenant: null, issuer: "google.com", kind: "federated", subject: "g1" }, holder: null },
    { address: { tenant: null, address: "ada@gmail.com", heldBy: "account", pool: ["*"] }, holders: [] }])
    await assert.rejects(store.commit(set([session], { requires: [requirement] })), RequirementFailed);
  assert.deepEqual(counts(path), before);
  await assert.rejects(store.settle({ action: "fly" }), InputError);
  await assert.rejects(store.settle(SIGN_IN, { caller: { session: 7 } }), InputError);
  assert.deepEqual(counts(path), before);
});

test("notices are sent at least once", async () => {
  let now = 1000;
  const { store } = await opened({ clock: () => now });
  await store.settle(SIGN_IN);
  await store.settle({ action: "request-reset", address: "ada@gmail.com" });
  const failing = await store.outbox.deliver(() => { throw new Error("no network"); });
  assert.deepEqual([failing.sent, failing.failures.length, failing.failures[0].error.message], [0, 1, "no network"]);
  assert.equal((await store.outbox.deliver(() => assert.fail("it is not due"))).sent, 0);
  now += 31;
  const sent = [];
  assert.equal((await store.outbox.deliver(async (notice) => sent.push(notice))).sent, 1);
  const [{ notice, to, purpose, tries, code }] = sent;
  assert.deepEqual([notice, to, purpose, tries], ["mail", "ada@gmail.com", "reset", 1]);
  assert.equal(await store.outbox.pending(), 0);
  const token = store.tokens.issue("code", code);
  assert.equal(store.caller({ code: token }).code, code);
  assert.equal((await store.settle({ action: "reset-password" }, { caller: store.caller({ code: token }), passwordHash: "h" })).decision.allowed, true);
  assert.equal((await store.settle({ action: "reset-password" }, { caller: store.caller({ code: token }), passwordHash: "h" })).decision.allowed, false);
});

test("sessions and codes expire, and old rows are pruned", async () => {
  let now = 1_000_000;
  const { store, path } = await opened({ clock: () => now, lifetimes: { session: 100, codes: { reset: 10 } } });
  const { outcome } = await store.settle(SIGN_IN, { requestId: "r1" }), cookie = store.tokens.issue("session", outcome.session);
  const { outcome: { codes: [code] } } = await store.settle({ action: "request-reset", address: "ada@gmail.com" });
  now += 11;
  const { decision } = await store.settle({ action: "reset-password" }, { caller: { code }, passwordHash: "h" });
  assert.equal(decision.error, "expired-action-code");
  assert.equal(await store.signedIn(cookie), outcome.newAccount);
  now += 100;
  assert.equal(await store.signedIn(cookie), null);
  assert.equal(await store.prune(), 0);
  await store.outbox.deliver(() => {});
  now += 31 * 86_400;
  assert.equal(await store.prune(), 4);
  assert.deepEqual([counts(path).lp_account, counts(path).lp_session, counts(path).lp_code, counts(path).lp_request], [1, 0, 0, 0]);
});

test("keys", () => {
  assert.throws(() => new Tokens(Buffer.alloc(31)), RangeError);
  assert.throws(() => new Tokens("x".repeat(32)), RangeError);
  const old = new Tokens(KEY), key = Buffer.alloc(32, 7), both = new Tokens(key, KEY), token = old.issue("session", "s.1");
  assert.equal(both.read("session", token), "s.1");
  assert.match(new Tokens(key).read("session", token), /^unknown-/);
  assert.equal(both.read("session", null), null);
  for (const wrong of [token.replace(/.$/, (last) => (last === "A" ? "B" : "A")), `${token}=`, ` ${token}`, "\ud800", "."])
    assert.match(both.read("session", wrong), /^unknown-[0-9a-f]{64}$/);
});

test("databases without these tables", async () => {
  const path = newFile();
  assert.throws(() => new Store(path, hardened, { key: KEY }), SchemaMismatch);
  await upgrade(path);
  await upgrade(path);
  const database = new DatabaseSync(path);
  database.exec("UPDATE lp_schema SET version = 99");
  await assert.rejects(upgrade(path), SchemaMismatch);
  assert.throws(() => new Store(path, hardened, { key: KEY }), SchemaMismatch);
  const others = newFile(), taken = new DatabaseSync(others);
  taken.exec("CREATE TABLE lp_account (id TEXT)");
  await assert.rejects(upgrade(others), StoreFailed);
  assert.throws(() => new Store("/no/such/folder/a.db", hardened, { key: KEY }), StoreFailed);
  // A failed migration step changes nothing.
  const cut = newFile(), occupied = new DatabaseSync(cut);
  occupied.exec("CREATE TABLE lp_request (id TEXT)");
  await assert.rejects(upgrade(cut), StoreFailed);
  assert.equal(occupied.prepare("SELECT count(*) AS n FROM sqlite_schema").get().n, 1);
});

test("codes of the version before have no origin", async () => {
  const path = newFile(), put = (database, id) => database.exec(
    `INSERT INTO lp_code (id, purpose, address, account, bound, requester, tenant, used, expires_at)
     VALUES ('${id}', 'verify', 'ada@gmail.com', 'u1', 'ada@gmail.com', 's1', '', 0, 9999999999)`);
  await upgrade(path);
  const database = new DatabaseSync(path);
  // These are the tables of the earlier version, in which a process of that version also writes after the upgrade.
  for (const column of ["requester_account", "credential_issuer", "credential_kind", "credential_subject"])
    database.exec(`ALTER TABLE lp_code DROP COLUMN ${column}`);
  database.exec("DROP TABLE lp_identifier");
  database.exec("UPDATE lp_schema SET version = 1");
  put(database, "before");
  assert.throws(() => new Store(path, hardened, { key: KEY }), SchemaMismatch);
  await upgrade(path);
  put(database, "after");
  const reader = new Reader(new Database(path, 100), 0, 0, []);
  for (const id of ["before", "after"]) {
    const { requester, requesterAccount, credential } = reader.code(id);
    assert.deepEqual([requester, requesterAccount, credential], ["s1", null, null]);
  }
});

test("a process of the version before deletes accounts that have identifiers", async () => {
  const path = newFile();
  await upgrade(path);
  const database = new DatabaseSync(path);
  const insert = (id) => database.exec(`INSERT INTO lp_account (id, tenant, verified) VALUES ('${id}', '', 0)`);
  insert("u1");
  insert("u2");
  const writer = new Database(path, 100);
  const name = (account, value) => writer.insert("lp_identifier", { account, tenant: "", name: "username", value });
  name("u1", "ada");
  assert.throws(() => name("u2", "ada"), /UNIQUE/);
  // The earlier version deletes an account in this way, without knowing the table.
  database.exec("DELETE FROM lp_account WHERE id = 'u1'");
  assert.deepEqual(database.prepare("SELECT * FROM lp_identifier").all(), []);
  name("u2", "ada");
  assert.equal(new Reader(writer, 0, 0, []).identifierHolder({ tenant: null, name: "username", value: "ada" }), "u2");
});

test("a store that cannot be opened leaves no connection, and a closed one says so", async () => {
  const { path, store } = await opened(), database = new DatabaseSync(path);
  const connections = () => readdirSync("/proc/self/fd").filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(path);
    } catch {
      return false;
    }
  }).length;
  store.close();
  await assert.rejects(store.settle(SIGN_IN), StoreFailed);
  await assert.rejects(store.account("u1"), StoreFailed);
  database.exec("DELETE FROM lp_schema");
  assert.throws(() => new Store(path, hardened, { key: KEY }), SchemaMismatch);
  database.exec("INSERT INTO lp_schema VALUES (1), (1)");
  assert.throws(() => new Store(path, hardened, { key: KEY }), SchemaMismatch);
  database.close();
  assert.equal(connections(), 0);
  // Another process locks the whole file.
  const other = newFile(), holder = new DatabaseSync(other);
  holder.exec("BEGIN EXCLUSIVE; CREATE TABLE held (n)");
  assert.throws(() => new Store(other, hardened, { key: KEY, patience: 1 }), Busy);
  await assert.rejects(upgrade(other, { patience: 1 }), Busy);
});

test("a label with the name of a prototype is read", async () => {
  const { path, store } = await opened(), { outcome: { newAccount } } = await store.settle(SIGN_IN);
  const database = new DatabaseSync(path);
  for (const name of ["__proto__", "constructor"])
    database.prepare("INSERT INTO lp_label VALUES (?, '', '', '', ?, 'gold')").run(newAccount, name);
  assert.deepEqual(Object.entries((await store.account(newAccount)).labels).sort(), [["__proto__", "gold"], ["constructor", "gold"]]);
});

test("a policy that answers with promises is refused", async () => {
  const later = { lookup: async () => ({}), decide: async () => ({}) }, { path, store } = await opened();
  store.close();
  const promising = new Store(path, later, { key: KEY });
  await assert.rejects(promising.settle(SIGN_IN), StoreFailed);
  await assert.rejects(promising.settle(PASSWORD, { password: () => true }), StoreFailed);
  await assert.rejects(promising.decide(SIGN_IN), StoreFailed);
  assert.equal(counts(path).lp_account, 0);
});
