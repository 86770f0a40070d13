// Tests that the store passes the suites of vectors, and that a store which omits a write, a notice or a version fails.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Store } from "../store/index.js";
import { WRITES } from "../store/writer.js";
import { play } from "../testing/index.js";
import { StoreSubject } from "../testing/store.js";
import { newFile, ROOT, TOOL } from "./support.js";

// All suites with steps that a store can play; the recordings test only the engine.
const SUITES = ["facts", "attacks", "hardened", "unrelated", "sketches", "firebase-emulator-rules", "mutants", "stores"];
// The cheapest suite that detects an error comes first.
const NOTICING = ["vectors/unrelated", "vectors/stores", "vectors/mutants/hardened.jsonl", "vectors/facts"];
const tool = TOOL;

for (const suite of SUITES)
  test(`the store passes ${suite}`, async () => {
    const result = await play(join(ROOT, "vectors", suite), (policy) => StoreSubject.make(policy), { tool });
    assert.equal(result.text, "");
    assert.equal(result.failed, 0);
    assert.ok(result.passed > 0 && result.compared > 0);
  });

test("the store passes stores in a file", async () => {
  const result = await play(join(ROOT, "vectors/stores"), (policy) => StoreSubject.make(policy, { path: newFile() }), { tool });
  assert.equal(result.text, "");
  assert.ok(result.passed > 0);
});

// The names of the writes in Docs/Changes.md.
const page = readFileSync(join(ROOT, "Docs/Changes.md"), "utf8").split("\n## Writes\n")[1].split("\nNotices:")[0];
const words = [...page.matchAll(/^\| `([a-z-]+)`/gm)].map(([, word]) => word);

test("the page lists the writes that the store knows", () => {
  assert.deepEqual(Object.keys(WRITES).sort(), [...words].sort());
  assert.ok(words.length >= 17);
});

// Returns the findings of the first suite that has findings.
async function noticed(makeSubject) {
  for (const path of NOTICING) {
    const result = await play(join(ROOT, path), makeSubject, { tool, failFast: true });
    assert.equal(result.problem, null);
    if (Object.keys(result.findings).length > 0) return result.text;
  }
  return "";
}

// Without these writes, a step fails before its rows are compared: later writes of the set need the first two writes, and the third write
// causes an event for the caller.
const FAILS_EARLIER = {
  "insert-account": "the set creates none", "put-code": "mails its code 0, which it does not create",
  "renew-session": "listeners: expected [token-refreshed], got []",
};

for (const word of words)
  test(`a store without ${word} is noticed`, async () => {
    const kept = WRITES[word];
    WRITES[word] = () => {};
    try {
      const text = await noticed((policy) => StoreSubject.make(policy));
      assert.ok(text.includes(`\`${word}\``) || (FAILS_EARLIER[word] && /step \d/.test(text) && text.includes(FAILS_EARLIER[word])), text);
    } finally {
      WRITES[word] = kept;
    }
  });

// Returns a subject whose rows are changed before the comparison, as if the store had not written them.
const subjectWith = (change) => async (policy) => {
  const subject = await StoreSubject.make(policy), rows = subject.rows.bind(subject);
  subject.rows = async () => change(await rows());
  return subject;
};

for (const notice of ["mail", "owner"])
  test(`a store without the notice ${notice} is noticed`, async () => {
    const text = await noticed(subjectWith((rows) => ({ ...rows, notices: rows.notices.filter((one) => one.notice !== notice) })));
    assert.match(text, new RegExp(`the notice \`${notice}\``));
  });

test("a version that is not incremented is noticed", async () => {
  const change = (rows) => ({ ...rows, accounts: rows.accounts.map((account) => ({ ...account, version: 0 })) });
  assert.match(await noticed(subjectWith(change)), /the version of account/);
});

test("a session that is lost is noticed", async () => {
  assert.match(await noticed(subjectWith((rows) => ({ ...rows, sessions: {} }))), /after `open-session`: there is no session s1/);
});

test("a subject that fails, and a tool that is missing, are reported", async () => {
  const failing = async (policy) => Object.assign(await StoreSubject.make(policy), { attempt: () => { throw new Error("no attempts here"); } });
  const result = await play(join(ROOT, "vectors/stores"), failing, { tool, failFast: true });
  assert.match(result.text, /step 1: Error: no attempts here/);
  await assert.rejects(play("vectors", failing, { tool: "/no/such/tool" }), /there is no program/);
  const none = await play("/no/such/vectors", failing, { tool });
  assert.match(none.text, /linkpolicy ended with/);
});

test("a store that decides by stale rows is noticed", async () => {
  class Forgetful extends Store {
    settle(attempt, options) {
      return super.settle(attempt, { ...options, caller: { ...options.caller, session: null } });
    }
  }
  assert.match(await noticed((policy) => StoreSubject.make(policy, { Class: Forgetful })), /step \d|at the end/);
});
