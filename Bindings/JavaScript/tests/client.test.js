// Tests of the client with the real tool, and with correct and incorrect callers.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import vm from "node:vm";
import { lineOf } from "../json.js";
import { PolicyRejected, Overloaded, ProcessClient, RequestError, TimedOut, ToolEnded } from "../process.js";
import { body, descriptors, fake, leftovers, outcome, outcomes, pause, TOOL } from "./support.js";

const attempt = { action: "sign-in", provider: "google.com", subject: "g1" };
const answers = { credential: null, method: "enabled" };
let opened = 0;

before(() => { opened = descriptors(); });
after(async () => assert.deepEqual(await leftovers(opened), { children: [], descriptors: 0 }));

test("look-up and decision", async () => {
  const client = new ProcessClient("firebase", { tool: TOOL });
  assert.equal((await client.lookup({ attempt })).credential.subject, "g1");
  assert.equal((await client.decide({ attempt, answers })).outcome, "allowed");
  await client.close();
});

test("requests that are wrong", async () => {
  const client = new ProcessClient("firebase", { tool: TOOL });
  const error = await outcome(client.decide({ attempt, answers: { method: "enabled" } }));
  assert.deepEqual([error.constructor, error.code, error.question], [RequestError, "unanswered", "credential"]);
  for (const wrong of [{ action: "\ud800" }, { action: 17 }, { action: "x".repeat(1_000_000) }])
    assert.equal((await outcome(client.lookup({ attempt: { ...attempt, ...wrong } }))).constructor, RequestError);
  for (const wrong of [{ action: 1n }, { action: "x".repeat(16 << 20) }])
    assert.match((await outcome(client.lookup({ attempt: wrong }))).name, /TypeError|RangeError/);
  for (const request of [{}, { decide: {}, lookup: {} }, { id: 1, lookup: {} }, { lookup: null }])
    assert.equal((await outcome(client.request(request))).constructor, TypeError);
  for (const line of ["", " \t\r", "{}\n{}"]) assert.equal((await outcome(client.sendLine(1, line))).constructor, TypeError);
  // The tool answers a line without a readable id with `null`; the next line has its own answer.
  const broken = client.sendLine(77, "nonsense");
  assert.equal((await client.lookup({ attempt })).credential.subject, "g1");
  assert.equal((await broken).id, null);
  await client.close();
});

test("values without a representation in JSON", async () => {
  const client = new ProcessClient("firebase", { tool: TOOL });
  const cycle = {}, holes = [1, , 2], extra = [1];
  cycle.cycle = cycle;
  extra.more = 1;
  const values = [NaN, Infinity, -Infinity, () => 1, Symbol("s"), 1n, new Map([["a", 1]]), new Set(), new Date(0), new Uint8Array(2),
    new Number(1), new (class { a = 1; })(), { toJSON: () => null }, { [Symbol("s")]: 1 }, [undefined], holes, extra, cycle, /x/,
    Promise.resolve(null)];
  for (const value of values)
    for (const wrong of [value, [value], { deep: [{ value }] }]) {
      const error = await outcome(client.decide({ attempt, answers: { ...answers, credential: wrong } }));
      assert.equal(error.constructor, TypeError, String(typeof value));
    }
  let deep = null;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  assert.equal((await outcome(client.lookup({ attempt: deep }))).constructor, RangeError);
  assert.match((await outcome(client.decide({ attempt, answers: { credential: NaN } }))).message, /NaN .* `decide.answers.credential`/);
  for (const value of [null, undefined, 17, [], new Map()]) assert.equal((await outcome(client.request(value))).constructor, TypeError);
  await client.close();
});

test("values that JSON has", async () => {
  const client = new ProcessClient("firebase", { tool: TOOL });
  // Undefined properties are omitted, and objects may come from another realm or have no prototype.
  const other = vm.runInNewContext("({ action: 'sign-in', provider: 'google.com', subject: 'g1' })");
  for (const given of [other, Object.assign(Object.create(null), attempt), { ...attempt, nonce: undefined }])
    assert.equal((await client.lookup({ attempt: given, caller: undefined })).credential.subject, "g1");
  const subject = "\u0000\"\\\n\u2028\u{1f600}";
  assert.equal(lineOf(7, { a: [1.5, -2e300, true, null, subject, {}, []], b: { "\"": subject } }),
    JSON.stringify({ id: 7, a: [1.5, -2e300, true, null, subject, {}, []], b: { "\"": subject } }));
  await client.close();
});

test("lines with half a surrogate pair", async () => {
  const client = new ProcessClient("firebase", { tool: TOOL });
  for (const line of ["\ud800", "{}\udfff", 17, [123, 125], null])
    assert.equal((await outcome(client.sendLine(1, line))).constructor, TypeError);
  assert.equal((await outcome(client.sendLine(NaN, "{}"))).constructor, TypeError);
  const line = '{"id":1,"lookup":{"attempt":{"action":"sign-in","provider":"google.com","subject":"\u{1f600}"}}}';
  for (const sent of [line, new TextEncoder().encode(line)])
    assert.equal((await client.sendLine(1, sent)).lookup.credential.subject, "\u{1f600}");
  await client.close();
});

test("records", async () => {
  const client = new ProcessClient("firebase", { tool: TOOL, options: ["--record"] });
  const request = { attempt, answers, record: { time: "2026-01-01T00:00:00Z", correlation: "r1" } };
  const { decision, record } = await client.decideWithRecord(request);
  assert.deepEqual([decision.outcome, record.correlation], ["allowed", "r1"]);
  assert.equal((await outcome(client.decide(request))).constructor, TypeError);
  assert.equal((await outcome(client.decideWithRecord({ attempt, answers }))).constructor, TypeError);
  assert.equal((await outcome(client.decide({ attempt, answers }))).constructor, RequestError);
  await client.close();
});

test("policy that does not load", async () => {
  for (const [policy, options, status] of [["nowhere.yaml", [], 3], ["firebase", ["--no-such-option"], 2]]) {
    const client = new ProcessClient(policy, { tool: TOOL, options });
    const error = await outcome(client.lookup({ attempt }));
    assert.deepEqual([error.constructor, error.status], [PolicyRejected, status]);
    assert.ok(error.stderr.length > 10);
    await client.close();
  }
});

test("killed while idle", async () => {
  const client = new ProcessClient("firebase", { tool: TOOL });
  for (let round = 0; round < 4; round += 1) {
    assert.equal((await client.lookup({ attempt })).credential.subject, "g1");
    const { pid } = client;
    process.kill(pid, "SIGKILL");
    while (client.pid === pid) await pause(1);
  }
  await client.close();
});

test("options that are wrong", () => {
  for (const options of [{ maxInFlight: 0 }, { timeout: -1 }, { timeout: NaN }, { timeout: Infinity }, { restarts: -1 },
    { maxAnswerBytes: 0 }, { stall: -1 }, { backoff: 1e10 }, { maxWaiting: "many" }])
    assert.throws(() => new ProcessClient("firebase", options), RangeError);
  assert.throws(() => new ProcessClient("firebase", { timeOut: 5 }), TypeError);
  assert.throws(() => new ProcessClient("-"), TypeError);
});

test("room", async () => {
  const client = fake("silent", 0, { maxInFlight: 10, maxWaiting: 5 });
  const first = client.request(body("first")), ends = [outcome(first)];
  while (client.pid === undefined) await pause(1);
  for (let number = 1; number < 20; number += 1) ends.push(outcome(client.request(body(number), { timeout: 300 })));
  const types = (await Promise.all(ends.slice(1))).map((end) => end.constructor);
  assert.equal(types.filter((type) => type === TimedOut).length, 14);
  assert.equal(types.filter((type) => type === Overloaded).length, 5);
  // The tool still owes ten answers, but the waiting requests have timed out.
  assert.equal((await outcome(client.request(body("more"), { timeout: 10 }))).constructor, TimedOut);
  await client.close({ timeout: 0 });
});

test("little room", async () => {
  const client = fake("honest", 0, { maxInFlight: 3 });
  const ends = await outcomes(Array.from({ length: 300 }, (_, number) => client.request(body(number))));
  assert.deepEqual(ends.map((end) => end.lookup?.subject), Array.from({ length: 300 }, (_, number) => String(number)));
  await client.close();
});

test("timeout before the tool has started", async () => {
  const client = fake("exits", 1, { backoff: 5000, maxBackoff: 5000 });
  for (let round = 0; round < 2; round += 1)
    assert.equal((await outcome(client.request(body("a")))).constructor, ToolEnded);
  const ends = await outcomes(Array.from({ length: 10 }, () => client.request(body("a"), { timeout: 50 })));
  for (const end of ends) assert.equal(end.constructor, TimedOut);
  await client.close();
});

test("client that asks nothing", async () => {
  const client = fake("honest");
  assert.equal(client.pid, undefined);
  await client.close();
  await client.close();
});
