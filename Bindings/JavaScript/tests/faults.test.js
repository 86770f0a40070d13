// Tests of the client with a tool that misbehaves.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  Closed, PolicyRejected, ProcessClient, ProtocolFault, StartFailed, TimedOut, ToolEnded, TooManyRestarts,
} from "../process.js";
import { BINDINGS, body, descriptors, fake, leftovers, outcome, outcomes, pause } from "./support.js";

// In these modes, the tool answers the first of two requests, and then misbehaves.
const SECOND_IS_WRONG = ["twice", "unknown", "text-id", "true-id", "no-id", "null-id", "garbage", "empty", "array", "null",
  "no-verb", "other-verb", "odd-error", "null-error", "both", "odd-question", "mark", "nan", "not-utf-8", "deep", "two-in-one", "endless"];
const folder = mkdtempSync(join(tmpdir(), "linkpolicy-"));
const types = (ends) => [...new Set(ends.map((end) => end.constructor))];
let opened = 0;

before(() => { opened = descriptors(); });
after(async () => {
  rmSync(folder, { recursive: true });
  assert.deepEqual(await leftovers(opened), { children: [], descriptors: 0 });
});

// Runs a test with a client, and closes the client afterwards.
async function using(client, use) {
  try {
    await use(client);
  } finally {
    await client.close({ timeout: 0 });
  }
}

const pair = (client) => outcomes([client.request(body("a")), client.request(body("b"))]);

for (const mode of SECOND_IS_WRONG)
  test(`second answer: ${mode}`, () => using(fake(mode, 0, { maxAnswerBytes: 1_000_000 }), async (client) => {
    const [first, second] = await pair(client);
    assert.deepEqual(first, { id: 1, lookup: { subject: "a" } });
    assert.equal(second.constructor, ProtocolFault);
  }));

test("answers out of order", () => using(fake("swapped"), async (client) => {
  assert.deepEqual(types(await pair(client)), [ProtocolFault]);
}));

for (const mode of ["banner", "unasked"])
  test(`line before a request: ${mode}`, () => using(fake(mode), async (client) => {
    assert.equal((await outcome(client.request(body("a", "decide")))).constructor, ProtocolFault);
  }));

test("answer too many", () => using(fake("more"), async (client) => {
  assert.deepEqual((await pair(client)).map((end) => end.lookup.subject), ["a", "b"]);
  // The third answer ends this tool; the next requests start another tool.
  for (const [place, end] of (await pair(client)).entries())
    assert.ok(end instanceof ProtocolFault || end.lookup.subject === "ab"[place]);
}));

test("half an answer, cut at each byte", async () => {
  const file = join(folder, "answers");
  const data = Buffer.from(
    '{"id":1,"lookup":{"subject":"ä"}}\n{"id":2,"error":{"code":"malformed","message":"naïve \\ud83d"}}\n');
  writeFileSync(file, data);
  for (let length = 0; length <= data.length; length += 1)
    await using(new ProcessClient("policy.yaml", { tool: [join(BINDINGS, "Tests/half"), String(length), file] }), async (client) => {
      const ends = await outcomes([client.sendLine(1, '{"id":1}'), client.sendLine(2, '{"id":2}')]);
      const whole = data.subarray(0, length).toString("latin1").split("\n").length - 1;
      assert.deepEqual(ends.map((end) => !(end instanceof Error)), [0 < whole, 1 < whole], `cut at ${length}`);
      for (const end of ends.slice(whole)) {
        assert.deepEqual([end.constructor, end.status], [ToolEnded, 0]);
        assert.equal(end.message.includes("in the middle"), length > 0 && data[length - 1] !== 10);
      }
    });
});

test("long answer", () => using(fake("huge", 8_000_000), async (client) => {
  assert.equal((await client.request(body("a"))).more.length, 8_000_000);
}));

test("answer byte by byte", () => using(fake("dribbles"), async (client) => {
  assert.deepEqual((await client.request(body("ä"))).lookup, { subject: "ä" });
}));

test("flood of errors", () => using(fake("floods"), async (client) => {
  const ends = await outcomes(Array.from({ length: 10 }, (_, number) => client.request(body(number))));
  assert.deepEqual(ends.map((end) => end.lookup.subject), [..."0123456789"]);
}));

test("no answer", () => using(fake("silent"), async (client) => {
  const ends = await outcomes(Array.from({ length: 2000 }, () => client.request(body("a"), { timeout: 100 })));
  assert.deepEqual(types(ends), [TimedOut]);
}));

test("stall", () => using(fake("silent", 0, { stall: 200, timeout: null }), async (client) => {
  const [first, second] = await pair(client);
  assert.deepEqual(types([first, second]), [ToolEnded]);
  assert.match(first.message, /no answer for 200 ms/);
  assert.equal(first.signal, "SIGKILL");
}));

test("bytes without a line feed are no progress", () => using(fake("trickles", 0, { stall: 300, timeout: null }), async (client) => {
  const started = performance.now();
  assert.equal((await outcome(client.request(body("a")))).constructor, ToolEnded);
  assert.ok(performance.now() - started < 20_000);
}));

test("answer that waits in the pipe", () => using(fake("takes", 0.2, { stall: 600, timeout: null }), async (client) => {
  const first = client.request(body("a")), second = client.request(body("b"));
  first.then(() => { for (const began = performance.now(); performance.now() - began < 1000;); });
  assert.deepEqual((await outcomes([first, second])).map((end) => end.lookup?.subject), ["a", "b"]);
}));

test("limit for whole lines", async () => {
  await using(fake("huge", 5000, { maxAnswerBytes: 1000 }), async (client) => {
    assert.equal((await outcome(client.request(body("a")))).constructor, ProtocolFault);
  });
  const size = '{"id": 1, "lookup": {"subject": "a"}}'.length;
  for (const [limit, isAnswer] of [[size, true], [size - 1, false]])
    await using(fake("honest", 0, { maxAnswerBytes: limit }), async (client) => {
      const end = await outcome(client.request(body("a")));
      assert.ok(isAnswer ? end.lookup : end instanceof ProtocolFault);
    });
});

test("answer after its timeout", () => using(fake("dribbles"), async (client) => {
  const late = outcome(client.request(body("late"), { timeout: 10 }));
  assert.deepEqual((await client.request(body("next"))).lookup, { subject: "next" });
  assert.equal((await late).constructor, TimedOut);
}));

test("tool that reads nothing", () => using(fake("reads-nothing", 0, { timeout: 500 }), async (client) => {
  const ends = await outcomes(Array.from({ length: 50 }, () => client.request(body("x".repeat(100_000)))));
  assert.deepEqual(types(ends), [TimedOut]);
}));

for (const mode of ["closes-input", "closes-output"])
  test(mode, () => using(fake(mode), async (client) => {
    const ends = await outcomes(Array.from({ length: 20 }, () => client.request(body("x".repeat(100_000)))));
    assert.deepEqual(types(ends), [ToolEnded]);
  }));

test("orphan that holds the pipes", () => using(fake("orphan", 2), async (client) => {
  const started = performance.now(), end = await outcome(client.request(body("a")));
  assert.deepEqual([end.constructor, end.status], [ToolEnded, 7]);
  assert.ok(performance.now() - started < 10_000);
}));

test("restarts", async () => {
  const file = join(folder, "starts");
  const env = { ...process.env, STARTS: file }, count = () => statSync(file).size;
  for (const status of [0, 5]) {
    rmSync(file, { force: true });
    await using(fake("exits", status, { restarts: 3, env }), async (client) => {
      const ends = [];
      for (let number = 0; number < 20; number += 1) ends.push(await outcome(client.request(body("a"))));
      assert.deepEqual(types(ends.slice(0, 4)), [ToolEnded]);
      assert.deepEqual(types(ends.slice(4)), [TooManyRestarts]);
      assert.equal(count(), 4);
      assert.equal(ends[19].last.status, status);
      assert.ok(ends[19].retryAfter > 0);
      client.reset();
      assert.equal((await outcome(client.request(body("a")))).constructor, ToolEnded);
    });
  }
});

test("restarts after the window", () => using(fake("exits", 1, { restarts: 0, window: 500 }), async (client) => {
  const expected = [ToolEnded, TooManyRestarts, ToolEnded];
  for (const [place, error] of expected.entries()) {
    if (place === 2) await pause(600);
    assert.equal((await outcome(client.request(body("a")))).constructor, error);
  }
}));

test("backoff", () => using(fake("exits", 1, { restarts: 4, backoff: 200, maxBackoff: 300 }), async (client) => {
  const started = performance.now();
  for (let number = 0; number < 5; number += 1)
    assert.equal((await outcome(client.request(body("a")))).constructor, ToolEnded);
  // There is no pause before the first restart; the next pauses are 200, 300 and 300 milliseconds.
  assert.ok(performance.now() - started > 790);
}));

test("policy that does not load", async () => {
  const file = join(folder, "rejections");
  for (const [mode, argument] of [["rejects", 0], ["exits", 3], ["exits", 2]]) {
    rmSync(file, { force: true });
    await using(fake(mode, argument, { env: { ...process.env, STARTS: file } }), async (client) => {
      const ends = await pair(client);
      assert.deepEqual(types(ends), [PolicyRejected]);
      if (mode === "rejects") {
        assert.ok(ends[0].stderr.endsWith("policy.yaml:1:1: error: nö\n"));
        assert.ok(ends[0].stderr.length <= 8 << 10);
      }
      assert.deepEqual(types(await pair(client)), [PolicyRejected]);
      assert.equal(statSync(file).size, 1);
      client.reset();
      assert.deepEqual(types(await pair(client)), [PolicyRejected]);
      assert.equal(statSync(file).size, 2);
    });
  }
});

test("exit code 3 after an answer", () => using(fake("dies-after", 1), async (client) => {
  const [first, second] = await pair(client);
  assert.deepEqual([first.lookup.subject, second.constructor], ["a", ToolEnded]);
  assert.deepEqual((await client.request(body("c"))).lookup, { subject: "c" });
}));

for (const tool of ["/nowhere/linkpolicy", "/", join(BINDINGS, "JavaScript/process.js"), "", "a\0b"])
  test(`program that cannot be started: ${JSON.stringify(tool)}`, () => (
    using(new ProcessClient("policy.yaml", { tool }), async (client) => {
      assert.deepEqual(types(await pair(client)), [StartFailed]);
    })));

for (const mode of ["silent", "stays", "reads-nothing"])
  test(`close: ${mode}`, async () => {
    const client = fake(mode), started = performance.now();
    const ends = outcomes(Array.from({ length: 2000 }, (_, number) => client.request(body(number))));
    await Promise.all([client.close({ timeout: 100 }), client.close()]);
    assert.ok(performance.now() - started < 8000);
    for (const end of await ends) assert.ok(end instanceof Closed || end.lookup);
    assert.equal((await outcome(client.request(body("a")))).constructor, Closed);
  });

test("close lets requests end", async () => {
  const client = fake("honest");
  await client.request(body("first"));
  const ends = outcomes(Array.from({ length: 500 }, (_, number) => client.request(body(number))));
  await client.close();
  assert.deepEqual((await ends).map((end) => end.lookup?.subject), Array.from({ length: 500 }, (_, number) => String(number)));
});

for (const [mode, options] of [["honest", {}], ["starts-slowly", {}], ["honest", { maxInFlight: 3 }]])
  test(`close at once: ${mode} ${JSON.stringify(options)}`, async () => {
    const client = fake(mode, 0, options);
    const ends = outcomes(Array.from({ length: 20 }, (_, number) => client.request(body(number))));
    await client.close();
    assert.deepEqual((await ends).map((end) => end.lookup?.subject), Array.from({ length: 20 }, (_, number) => String(number)));
  });

test("close in a pause before a start", async () => {
  const client = fake("exits-once", 2, { backoff: 300, env: { ...process.env, STARTS: join(folder, "pauses") } });
  for (let number = 0; number < 2; number += 1)
    assert.equal((await outcome(client.request(body("a")))).constructor, ToolEnded);
  const end = outcome(client.request(body("b"))), late = outcome(client.request(body("c"), { timeout: 10 }));
  await client.close();
  assert.deepEqual([(await end).lookup, (await late).constructor], [{ subject: "b" }, TimedOut]);
});

test("close when the only request times out before a start", async () => {
  const client = fake("exits", 1, { backoff: 60_000, maxBackoff: 60_000 }), started = performance.now();
  for (let number = 0; number < 2; number += 1) await outcome(client.request(body("a")));
  const end = outcome(client.request(body("b"), { timeout: 50 }));
  await client.close({ timeout: 20_000 });
  assert.equal((await end).constructor, TimedOut);
  assert.ok(performance.now() - started < 10_000);
});
