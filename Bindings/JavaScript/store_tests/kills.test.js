// Tests that a process killed at any statement leaves the whole transaction or nothing, and that repeating the request commits once.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Store, upgrade } from "../store/index.js";
import { counts, hardened, KEY, newFile, SIGN_IN } from "./support.js";

const CHILD = fileURLToPath(new URL("child.js", import.meta.url));
const KILLS = Number(process.env.KILLS ?? 30);
const child = (...words) => spawn(process.execPath, [CHILD, ...words.map(String)], { stdio: ["ignore", "inherit", "inherit"] });

test("a kill at any statement leaves all or nothing", async () => {
  let kills = 0;
  for (let place = 1; place !== null;) {
    const path = newFile();
    await upgrade(path);
    const [code, signal] = await once(child("once", path, place), "close");
    if (signal === null) {
      // The transaction has fewer statements than `place`, so the last kills are before and after the commit.
      assert.equal(code, 0);
      assert.equal(typeof place, "number");
      place = "before";
      continue;
    }
    kills += 1;
    const committed = place === "after" ? 1 : 0, written = ["lp_account", "lp_method", "lp_session", "lp_request"];
    for (const table of written) assert.equal(counts(path)[table], committed, `${table} after a kill at ${place}`);
    const store = new Store(path, hardened, { key: KEY });
    const again = await store.settle(SIGN_IN, { requestId: "r1" });
    assert.deepEqual([again.decision.outcome, again.isRepeated], ["allowed", committed === 1]);
    for (const table of written) assert.equal(counts(path)[table], 1);
    const database = new DatabaseSync(path);
    assert.equal(database.prepare("SELECT id FROM lp_session").get().id, again.outcome.session);
    place = typeof place === "number" ? place + 1 : place === "before" ? "after" : null;
  }
  // The kills cover the questions, the writes, the request and the commit.
  assert.ok(kills >= 12, `${kills} kills`);
});

test("processes that are killed at random lose and repeat nothing", async () => {
  const REQUESTS = 240, WORKERS = 3, path = newFile(), log = (name) => `${path}.${name}`;
  await upgrade(path);
  const words = new Map([["mail", ["deliver", path, log("mail")]]]);
  for (let n = 0; n < WORKERS; n++) words.set(`worker${n}`, ["settle", path, log(`worker${n}`), n, WORKERS, REQUESTS]);
  // A worker that will be killed settles a share of its remaining requests and then waits, so that it cannot end before the kill.
  const running = new Map(), start = (name, share) => {
    const process_ = child(...words.get(name), ...(share ? [share] : []));
    running.set(name, process_);
    process_.ended = once(process_, "close");
  };
  const left = new Map([...words.keys()].map((name) => [name, Math.ceil(KILLS / words.size)]));
  const share = (name) => (name === "mail" || left.get(name) === 0 ? undefined : 1 / (left.get(name) + 1));
  const size = (name) => (existsSync(log(name)) ? statSync(log(name)).size : 0);
  for (const name of words.keys()) start(name, share(name));
  let seed = 7, kills = 0, within = 0;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (;;) {
    const names = [...left.keys()].filter((name) => left.get(name) > 0);
    if (names.length === 0) break;
    const name = names[Math.floor(random() * names.length)], victim = running.get(name), before = size(name);
    // The kill happens either during the start or after the first output; notices may all be sent already.
    if (random() < 0.8) for (let turn = 0; turn < (name === "mail" ? 50 : 5_000) && size(name) === before; turn++) await pause(2);
    await pause(random() * 20);
    assert.equal(victim.exitCode, null, `${name} ended by itself`);
    victim.kill("SIGKILL");
    await victim.ended;
    kills += 1;
    within += size(name) > before ? 1 : 0;
    left.set(name, left.get(name) - 1);
    start(name, share(name));
  }
  for (const [name, process_] of running) if (name !== "mail") assert.deepEqual(await process_.ended, [0, null]);
  // A killed process keeps its current notice claimed for some minutes.
  running.get("mail").kill("SIGKILL");
  await running.get("mail").ended;
  const database = new DatabaseSync(path);
  database.exec("UPDATE lp_outbox SET due_at = 0 WHERE sent_at IS NULL");
  writeFileSync(`${log("mail")}.stop`, "");
  start("mail");
  assert.deepEqual(await running.get("mail").ended, [0, null]);
  const { lp_request, lp_account, lp_outbox, lp_session } = counts(path);
  const mails = REQUESTS / 4;
  assert.deepEqual({ lp_request, lp_account, lp_outbox, lp_session },
    { lp_request: REQUESTS, lp_account: Math.min(15, 20), lp_outbox: mails, lp_session: REQUESTS - mails });
  // Each session that a worker received exists, and each request received only one session.
  const told = new Map();
  for (let n = 0; n < WORKERS; n++)
    for (const { request, session } of readFileSync(log(`worker${n}`), "utf8").trim().split("\n").map((line) => JSON.parse(line))) {
      assert.ok(!told.has(request) || told.get(request) === session, `request ${request} has two answers`);
      told.set(request, session);
    }
  assert.equal(told.size, REQUESTS);
  const sessions = new Set(database.prepare("SELECT id FROM lp_session").all().map(({ id }) => id));
  for (const session of told.values()) assert.ok(session === null || sessions.has(session));
  const sent = readFileSync(log("mail"), "utf8").trim().split("\n");
  assert.equal(new Set(sent).size, mails);
  assert.ok(sent.length < mails + KILLS, "a notice is repeated only after a kill");
  assert.ok(kills >= KILLS && within > 0, `${kills} kills, ${within} of them after work`);
});
