// The module inside the package: Tests/Gates/javascript runs these tests with the modules that `make wasm` built.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Decision, InputError, InvalidPolicy, load, Policy } from "../linkpolicy.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const TOOL = process.env.LINKPOLICY ?? join(ROOT, ".build/release/linkpolicy");
const attempt = { action: "sign-in", provider: "google.com", subject: "g1" };
const nobody = { credential: null, method: "enabled" };
const OURS = "linkpolicy: 1\nname: ours\nextends: firebase\n";
const TOKEN = JSON.stringify({
  iss: "https://accounts.google.com", aud: "app1", sub: "g1", exp: 100, email: "Ada@Gmail.com", email_verified: true });
const image = () => readFileSync(join(ROOT, "Sources/LinkPolicyPresets/Images/firebase.image"));
let linkpolicy, policy;

before(async () => {
  linkpolicy = await load();
  policy = linkpolicy.shipped("firebase");
});

const code = (call) => {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof InputError, String(error));
    return error.code;
  }
  return assert.fail("nothing was thrown");
};

test("policies", () => {
  assert.equal(policy.name, "firebase");
  assert.match(policy.digest, /^[0-9a-f]{64}$/);
  assert.equal(linkpolicy.policy(image()).digest, policy.digest);
  assert.equal(linkpolicy.compile(OURS).name, "ours");
  assert.equal(linkpolicy.compile(Buffer.from(OURS), { name: "ours.yaml" }).name, "ours");
  assert.equal(linkpolicy.version, JSON.parse(readFileSync(new URL("../package.json", import.meta.url))).version);
  for (const name of ["nobody", "", "firebase.yaml"]) assert.throws(() => linkpolicy.shipped(name), RangeError);
  for (const name of ["firebase\0", 1, null, "\ud800"]) assert.throws(() => linkpolicy.shipped(name), TypeError);
  for (const bytes of [new Uint8Array(), Buffer.from("junk"), new Uint8Array(1000).fill(255), image().subarray(0, -1)])
    assert.throws(() => linkpolicy.policy(bytes), InvalidPolicy);
  for (const value of ["text", 1, null, undefined]) assert.throws(() => linkpolicy.policy(value), TypeError);
  assert.throws(() => linkpolicy.compile(`${OURS}nonsense: 1\n`, { name: "ours.yaml" }), (error) => {
    const [{ code, file, line, column }] = error.findings;
    assert.deepEqual([code, file, line, column], ["unknown-key", "ours.yaml", 4, 1]);
    return error instanceof InvalidPolicy && error.message.startsWith("ours.yaml:4:1: error: ");
  });
});

test("modules", async () => {
  const small = await load("decide");
  assert.throws(() => small.shipped("firebase"), /load\("compile"\)/);
  assert.throws(() => small.compile(OURS), /load\("compile"\)/);
  assert.throws(() => linkpolicy.check(OURS), /load\("full"\)/);
  assert.equal(small.policy(image()).decide(attempt, { answers: nobody }).allowed, true);
  const place = new URL("../dist/linkpolicy.wasm", import.meta.url), bytes = readFileSync(place);
  for (const source of [place, bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), new WebAssembly.Module(bytes),
    new Response(bytes), Promise.resolve(bytes)])
    assert.equal((await load(source)).policy(image()).name, "firebase");
  for (const source of ["none", 7, null, {}]) await assert.rejects(load(source), TypeError);
  await assert.rejects(load(Buffer.from("junk")), WebAssembly.CompileError);
  for (const name of ["linkpolicy", "linkpolicy-compiler", "linkpolicy-full"]) {
    const module = new WebAssembly.Module(readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)));
    assert.deepEqual(WebAssembly.Module.imports(module), [], name);
  }
});

test("lookup and decision", () => {
  assert.equal(policy.lookup(attempt).credential.subject, "g1");
  const decision = policy.decide(attempt, { answers: nobody });
  assert.ok(decision instanceof Decision);
  assert.deepEqual([decision.outcome, decision.allowed, decision.error, decision.shown], ["allowed", true, undefined, undefined]);
  assert.deepEqual(decision.effects, ["create", "fill-profile", "sign-in"]);
  assert.deepEqual(decision.changes.writes.map(({ write }) => write), ["insert-account", "put-method", "open-session"]);
  assert.equal(decision.record, undefined);
  const short = policy.decide(attempt, { answers: nobody, fields: ["effects"] });
  assert.deepEqual(Object.keys(short), ["effects"]);
  assert.throws(() => short.allowed, TypeError);
  assert.equal("explanation" in policy.decide(attempt, { answers: nobody, explain: true }), true);
  assert.equal(policy.decide(attempt, { answers: nobody, record: { time: "t", correlation: "c" } }).record.correlation, "c");
});

test("requests that are wrong", () => {
  assert.throws(() => policy.decide(attempt, { answers: { method: "enabled" } }), (error) =>
    error instanceof InputError && error.code === "unanswered" && error.question === "credential" && error.reason === undefined);
  assert.equal(code(() => policy.lookup({ action: "fly" })), "not-offered");
  for (const wrong of [{}, { action: 1 }]) assert.equal(code(() => policy.lookup(wrong)), "malformed");
  for (const value of [NaN, Infinity, 1n, () => 1, new Date(), new Map(), [undefined]])
    assert.throws(() => policy.lookup({ action: value }), TypeError);
  const round = { action: "sign-in" };
  round.subject = round;
  assert.throws(() => policy.lookup(round), TypeError);
  assert.match(policy.answer(""), /"malformed"/);
  assert.match(policy.answer('{"a":"\0"}'), /"malformed"/);
  assert.match(Buffer.from(policy.answer(new Uint8Array([255]))).toString(), /"malformed"/);
  assert.match(policy.answer(" ".repeat((16 << 20) + 1)), /longer than/);
  assert.throws(() => policy.answer("\ud800"), TypeError);
  for (const value of [null, 7, {}]) assert.throws(() => policy.answer(value), TypeError);
});

test("many requests", () => {
  const requests = Array.from({ length: 300 }, (_, number) => ({ attempt: { ...attempt, subject: `g${number}` }, answers: nobody }));
  requests[7] = { attempt };
  const results = policy.decideMany(requests);
  assert.equal(results.length, 300);
  assert.ok(results[7] instanceof InputError);
  for (const [number, result] of results.entries())
    if (number !== 7) assert.equal(result.changes.requires[0].credential.subject, `g${number}`);
  assert.deepEqual(policy.decideMany([]), []);
});

test("claims", () => {
  const claims = policy.claims("google", TOKEN, { audiences: ["app1"], time: 50, nonce: "not-sent" });
  assert.deepEqual(claims.checked, ["issuer", "audience", "time"]);
  const asserted = claims.attempt("sign-in", { tenant: null });
  assert.deepEqual(asserted.addresses, [{ email: "Ada@Gmail.com", claims: { email_verified: true } }]);
  assert.equal(policy.decide(asserted, { answers: { ...nobody, addresses: [[]] } }).allowed, true);
  const refused = (payload, options) => {
    try {
      policy.claims("google", payload, { audiences: ["app1"], nonce: "not-sent", ...options });
    } catch (error) {
      return [error.code, error.reason];
    }
    return null;
  };
  assert.deepEqual(refused(Buffer.from(TOKEN), { audiences: ["app2"] }), ["claims", "audience"]);
  // Times can have a fraction and an exponent, and can exceed an integer of 32 bits.
  const until = (exp, time) => refused(TOKEN.replace('"exp":100', `"exp":${exp}`), { time });
  for (const exp of ["4294967296", "4294967296.0", "4.294967296e9", "42949672960e-1", "0.4294967296E+10", "4294967296000000000000000e-15"]) {
    assert.deepEqual(until(exp, 4294967296 + 59), null, exp);
    assert.deepEqual(until(exp, 4294967296 + 60), ["claims", "expired"], exp);
  }
  assert.deepEqual(until("100.5", 160), null);
  assert.deepEqual(until("100.5", 161), ["claims", "expired"]);
  assert.deepEqual(until("1e400", 1), ["claims", "claim"]);
  assert.deepEqual(until("1e-400", 61), ["claims", "expired"]);
  assert.deepEqual(until("-1", 61), ["claims", "expired"]);
});

test("tables", () => {
  const table = policy.table("sign-in", "federated");
  const row = Object.fromEntries(table.columns.map(({ fact, values }) => [fact, values[0]]));
  const rows = table.columns.flatMap(({ fact, values }) => values.map((word) => ({ ...row, [fact]: word })));
  const byRows = table.decide(rows);
  const columns = Object.fromEntries(table.columns.map(({ fact }) => [fact, rows.map((one) => one[fact])]));
  assert.deepEqual(table.decide(columns), byRows);
  const numbers = Object.fromEntries(
    table.columns.map(({ fact, values }) => [fact, Uint16Array.from(rows, (one) => values.indexOf(one[fact]))]));
  assert.deepEqual(table.decide(numbers), byRows);
  assert.ok(new Set(byRows.map((answer) => answer.row?.id)).size > 2);
  assert.deepEqual(Array.from(table.numbers(numbers), (number) => table.answer(number)), byRows);
  assert.deepEqual(table.decide([]), []);
  const [{ fact }] = table.columns;
  const { [fact]: _, ...rest } = row;
  for (const wrong of [[{ ...row, [fact]: "nothing" }], [rest], { ...numbers, [fact]: undefined },
    { ...numbers, [fact]: new Uint16Array(rows.length).fill(999) }])
    assert.equal(code(() => table.decide(wrong)), code(() => table.decide(wrong)));
  assert.throws(() => table.decide({ ...numbers, [fact]: new Uint16Array(1) }), RangeError);
  for (const number of [2 ** 31, -1, 1.5, 2 ** 40, "0"]) assert.throws(() => table.answer(number), RangeError);
  assert.ok(["not-offered", "unknown-kind", "malformed"].includes(code(() => policy.table("sign-in", "none"))));
  code(() => policy.table("fly"));
  // A table outlives its policy.
  const own = linkpolicy.compile(OURS), late = own.table("sign-in", "federated");
  own.free();
  assert.equal(late.decide(rows)[0].outcome, byRows[0].outcome);
});

test("a freed policy answers nothing, and its memory is used again", async () => {
  const one = await load("compile");
  const first = one.shipped("hardened");
  first.free();
  first.free();
  assert.throws(() => first.decide(attempt), /freed/);
  assert.throws(() => first.table("sign-in"), /freed/);
  // The module has 16,384 handles. The garbage collector frees unreferenced policies, and this loop frees its policies explicitly.
  for (let count = 0; count < 20_000; count++) one.shipped("hardened").free();
  if (Symbol.dispose) {
    const other = one.shipped("hardened");
    other[Symbol.dispose]();
    assert.throws(() => other.lookup(attempt), /freed/);
  }
  const size = one.memoryBytes, keeping = one.shipped("firebase");
  for (let count = 0; count < 10_000; count++) keeping.decide({ ...attempt, subject: `g${count % 100}` }, { answers: nobody });
  assert.ok(one.memoryBytes < size + (1 << 20), `memory grew from ${size} to ${one.memoryBytes}`);
});

test("policies without a reference are freed", () => {
  const words = ["--expose-gc", "--input-type=module", "--eval", `
    import { load } from ${JSON.stringify(new URL("../linkpolicy.js", import.meta.url).href)};
    const linkpolicy = await load();
    for (let count = 0; count < 40_000; count++) {
      linkpolicy.shipped("hardened");
      if (count % 4000 === 0) { gc(); await new Promise((resolve) => setTimeout(resolve, 10)); }
    }
    console.log("freed");`];
  assert.equal(execFileSync(process.execPath, words, { encoding: "utf8" }), "freed\n");
});

test("large inputs", () => {
  const text = `${OURS}# ${"x".repeat(7 << 20)}\n`;
  assert.equal(linkpolicy.compile(text).name, "ours");
  assert.throws(() => linkpolicy.compile(`${OURS}# ${"x".repeat(9 << 20)}\n`), InvalidPolicy);
  const deep = "[".repeat(100_000);
  assert.throws(() => linkpolicy.compile(deep), InvalidPolicy);
  assert.match(policy.answer(deep), /"malformed"/);
  assert.equal(policy.decide(attempt, { answers: nobody }).allowed, true);
});

test("answers equal those of the tool for numbers of 64 bits", () => {
  const account = { id: "u1", email: "ada@gmail.com", verified: true, methods: [{ provider: "google.com", subject: "g1" }], state: "active" };
  const lines = [];
  for (const number of [0, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 5, 2 ** 53 - 1, 2 ** 53, "9007199254740993", -1, 1.5, "1e3", "123456789012345678901234567890"])
    for (const key of ["version", "epoch", "factors"]) {
      const row = JSON.stringify({ ...account, version: 1, [key]: "number" }).replace('"number"', String(number));
      lines.push(`{"id":${number},"decide":{"attempt":${JSON.stringify(attempt)},"answers":{"accounts":[${row}],"credential":"u1","method":"enabled"}}}`);
    }
  const text = `${lines.join("\n")}\n`;
  let expected;
  try {
    expected = execFileSync(TOOL, ["decide", "firebase"], { input: text, stdio: ["pipe", "pipe", "ignore"], encoding: "utf8" });
  } catch (error) {
    expected = error.stdout;
  }
  assert.equal(expected.split("\n").filter((line) => line.includes('"decision"')).length > 6, true);
  assert.equal(policy.answerLines(text), expected);
});

test("the classes are those of the package", () => {
  assert.ok(policy instanceof Policy);
  const decision = policy.decide(attempt, { answers: nobody });
  assert.deepEqual(JSON.parse(JSON.stringify(decision)).effects, decision.effects);
});
