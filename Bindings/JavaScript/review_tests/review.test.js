// Tests that questions about texts have the tool's answers. Tests/Gates/javascript runs them with the modules that `make wasm` built.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { InvalidPolicy, load } from "../linkpolicy.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const TOOL = process.env.LINKPOLICY ?? join(ROOT, ".build/release/linkpolicy");
const EDITS = Number(process.env.EDITS ?? 60);
const SHIPPED = ["firebase", "firebase-emulator", "hardened", "hardened-events", "identity-platform"];
const GITHUB = `linkpolicy: 1
name: ours
extends: firebase
facts:
  trust:
    after:
      apple: [{id: github, provider: github.com, is: trusted, because: convenient}]
`;
const folder = mkdtempSync(join(tmpdir(), "linkpolicy-"));
after(() => rmSync(folder, { recursive: true }));
let linkpolicy;
before(async () => { linkpolicy = await load("full"); });

// Returns the output of the tool, run in a folder with the given files.
function tool(files, ...words) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { stdout, status } = spawnSync(TOOL, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok([0, 1, 3, 4].includes(status), `${words.join(" ")} ended with ${status}`);
  return stdout;
}

// Returns a report without the indices of strings.
function plain(report) {
  const findings = report.findings.map(({ start, end, ...finding }) => finding);
  return { ...report, findings };
}

const own = () => ["overlooked", "takeovers"].flatMap((name) => {
  const place = join(ROOT, "Tests/Policies", name);
  // Policies that extend files next to them are omitted.
  return readdirSync(place).filter((file) => file.endsWith(".yaml")).map((file) => readFileSync(join(place, file), "utf8"))
    .filter((text) => !/^extends:.*\.yaml/m.test(text));
});

test("check reports what the tool reports", () => {
  const texts = [...SHIPPED.map((name) => linkpolicy.source(name)), GITHUB, ...own().filter((_, place) => place % 9 === 0), "", "a: [1\n", "- 1\n", "\ufeff", "name: \t x\n"];
  for (const text of texts)
    assert.deepEqual(plain(linkpolicy.check(text, { name: "p.yaml" })), JSON.parse(tool({ "p.yaml": text }, "check", "p.yaml", "--format", "json")));
});

test("texts with random edits have the findings of the tool", () => {
  // These signs are typed by people or have a meaning in YAML.
  const signs = ["{", "}", "[", "]", ",", ":", ": ", "- ", " #", '"', "'", "|", ">", "&a", "*a", "!x", "%", "@", "`", "? ", "\t", "\n", "  ", "---\n",
    "...\n", "\\", "\u00fc", "\u{1f600}", "x:y", ":x", "a:", "[a:b]", "{a:b}", '{"a":b}', "{a: ,}", "\u2028", "\u0085", "0", "~", "<<", "\r\n", "\u0007"];
  const texts = [...own(), ...SHIPPED.map((name) => linkpolicy.source(name))];
  let seed = Number(process.env.SEED ?? 1);
  const random = (below) => Math.floor(((seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31) * below);
  let errors = 0;
  for (let count = 0; count < EDITS; count++) {
    let text = texts[random(texts.length)];
    if (text.length > 2000) text = text.slice(0, 2000);
    for (let edits = 1 + random(3); edits > 0; edits--) {
      const at = random(text.length), sign = signs[random(signs.length)];
      text = text.slice(0, at) + sign + text.slice(at + (random(3) === 0 ? 1 : 0));
    }
    if (!text.isWellFormed()) continue;
    const expected = JSON.parse(tool({ "p.yaml": text }, "check", "p.yaml", "--format", "json"));
    errors += expected.counts.errors > 0;
    assert.deepEqual(plain(linkpolicy.check(text, { name: "p.yaml" })), expected, text);
  }
  assert.ok(errors > EDITS / 3, `${errors} texts have errors`);
});

test("a finding has its place in the text", () => {
  const { findings: [finding] } = linkpolicy.check(GITHUB.replace("github.com", "github.con"));
  assert.deepEqual([finding.code, finding.help], ["unknown-name", "did you mean `github.com`?"]);
  assert.equal(GITHUB.replace("github.com", "github.con").slice(finding.start, finding.end), "github.con");
  const text = `linkpolicy: 1\nname: x # \u{1f600}\nextends: firebase\nn\u00f6n: "\u{1f600}"\n`, { findings } = linkpolicy.check(text);
  assert.ok(findings.some(({ start, end }) => text.slice(start, end) === "n\u00f6n"), JSON.stringify(findings));
});

test("texts extend the files that are passed", () => {
  const files = { "base.yaml": "linkpolicy: 1\nname: base\nextends: firebase\n" };
  assert.equal(linkpolicy.check("linkpolicy: 1\nname: x\nextends: base.yaml\n", { files }).counts.errors, 0);
  assert.notEqual(linkpolicy.check("linkpolicy: 1\nname: x\nextends: base.yaml\n").counts.errors, 0);
});

test("diff reports what the tool reports", () => {
  for (const [old, text] of [
    [linkpolicy.source("firebase"), GITHUB], [linkpolicy.source("firebase"), linkpolicy.source("firebase")],
    [linkpolicy.source("firebase"), linkpolicy.source("firebase").replace("refuse: taken", "do: [sign-in]")]]) {
    const words = ["diff", "old.yaml", "new.yaml", "--gate", "--stores", "20", "--budget", "100000"];
    const files = { "old.yaml": old, "new.yaml": text };
    assert.deepEqual(linkpolicy.diff(old, text, { stores: 20 }), JSON.parse(tool(files, ...words, "--format", "json")));
  }
  const { verdict } = linkpolicy.diff(linkpolicy.source("firebase"), GITHUB, { stores: 0 });
  assert.equal(verdict.outcome, "stopped");
  assert.match(linkpolicy.diff(linkpolicy.source("firebase"), GITHUB, { stores: 0, format: "pretty" }), /^old\.yaml -> new\.yaml\nSTOPPED/);
});

test("cases are played", () => {
  const text = linkpolicy.source("firebase"), email = "ada@gmail.com";
  const [story] = linkpolicy.play(text, [{ id: "s1", steps: [
    { attempt: { action: "sign-up", provider: "password", email } },
    { attempt: { action: "sign-in", provider: "google.com", subject: "g1", email, claims: { email_verified: true } } },
    { attempt: { action: "sign-in", provider: "facebook.com", subject: "f1", email } },
    { wait: "old" }, { attempt: { action: "fly" } },
    { attempt: { action: "sign-in", provider: "facebook.com", subject: "f1", email }, expect: { outcome: "allowed" } }] }]);
  const [first, second, third, fourth, fifth] = story.steps;
  assert.deepEqual([first.applied.new, first.accounts[0].methods.map(({ provider }) => provider)], [true, ["password"]]);
  assert.deepEqual([second.accounts.length, second.accounts[0].verified, second.accounts[0].methods.map(({ provider }) => provider)], [1, true, ["google.com"]]);
  assert.deepEqual([third.decision.outcome, third.decision.error], ["refused", "account-exists-with-different-credential"]);
  const row = text.slice(third.place.start, third.place.end);
  assert.ok(row.startsWith(`{id: ${third.decision.row.id},`) && row.endsWith("}"), row);
  assert.equal(fourth.decision, undefined);
  assert.equal(fifth.error.code, "not-offered");
  assert.deepEqual(story.mismatches.map(({ step, key }) => [step, key]), [[6, "outcome"]]);
  const vectors = readFileSync(join(ROOT, "vectors/facts/linking.yaml"), "utf8"), played = linkpolicy.play(text, vectors);
  assert.ok(played.length > 10 && played.every(({ mismatches }) => mismatches.length === 0));
  assert.throws(() => linkpolicy.play(text, "vectors: 1\n"), InvalidPolicy);
  for (const wrong of [{ id: "s1", steps: [{ fly: 1 }] }, { id: "s1", steps: [null] }, { id: "s1", steps: 1 }, { id: "s1" }, null, 1])
    assert.throws(() => linkpolicy.play(text, [wrong]), InvalidPolicy);
  for (const wrong of [null, undefined, 1, {}]) assert.throws(() => linkpolicy.play(text, wrong), TypeError);
});

test("a text that was asked about before is not taken for another", () => {
  const email = "ada@gmail.com", overlay = "linkpolicy: 1\nname: ours\nextends: base\n";
  const cases = [{ id: "s1", steps: [{ attempt: { action: "sign-in", provider: "github.com", subject: "g1", email } }] }];
  const verified = (text, base) => {
    const options = { name: "ours.yaml", files: { base } };
    const report = linkpolicy.check(text, options);
    assert.equal(report.counts.errors, 0, JSON.stringify(report.findings));
    return linkpolicy.play(text, cases, options)[0].steps[0].accounts[0].verified;
  };
  const firebase = linkpolicy.source("firebase");
  for (let round = 0; round < 2; round++) {
    assert.equal(verified(overlay, firebase), false);
    // The same name refers to another file.
    assert.equal(verified(overlay, GITHUB), true);
    // The same name refers to another text.
    assert.equal(verified(GITHUB, firebase), true);
    assert.equal(verified("linkpolicy: 1\nname: ours\nextends: firebase\n", firebase), false);
  }
  assert.throws(() => linkpolicy.play("linkpolicy: 1\n", cases, { name: "ours.yaml" }), InvalidPolicy);
  assert.throws(() => linkpolicy.play(overlay, cases, { name: "ours.yaml" }), InvalidPolicy);
});

test("a matrix has an outcome for each state of the accounts", () => {
  const [matrix] = linkpolicy.matrix(linkpolicy.source("firebase"));
  assert.equal(matrix.action, "sign-in");
  const table = matrix.tables.find(({ table }) => table === "sign-in.federated");
  const google = table.lines.find(({ arriving }) => arriving.some(({ fact, values }) => fact === "provider" && values.includes("google.com")));
  const column = matrix.columns.findIndex(({ title }) => title === "none, address free");
  assert.deepEqual(google.cells[column].map(({ outcome }) => outcome), ["new account"]);
  for (const { cells } of table.lines) assert.equal(cells.length, matrix.columns.length);
});

test("texts are formatted as by the tool", () => {
  const crooked = GITHUB.replace("[{id: github, provider", "[ {  id: github,   provider");
  tool({ "p.yaml": crooked }, "fmt", "p.yaml");
  assert.equal(linkpolicy.format(crooked), readFileSync(join(folder, "p.yaml"), "utf8"));
  assert.notEqual(linkpolicy.format(crooked), crooked);
  assert.equal(linkpolicy.format(linkpolicy.format(crooked)), linkpolicy.format(crooked));
  assert.throws(() => linkpolicy.format("a: ["), InvalidPolicy);
});

test("wrong questions throw, and the module goes on", () => {
  assert.throws(() => linkpolicy.source("nobody"), InvalidPolicy);
  assert.throws(() => linkpolicy.check(7), TypeError);
  assert.throws(() => linkpolicy.check("\ud800"), TypeError);
  assert.throws(() => linkpolicy.matrix("a: [1\n"), InvalidPolicy);
  assert.throws(() => linkpolicy.diff("a: 1", GITHUB), InvalidPolicy);
  assert.throws(() => linkpolicy.diff(GITHUB, GITHUB, { stores: "many" }), InvalidPolicy);
  assert.equal(linkpolicy.check(`${GITHUB}# ${"x".repeat(9 << 20)}\n`).findings[0].level, "error");
  assert.equal(linkpolicy.check(GITHUB).counts.errors, 0);
});

test("a policy is proved", async () => {
  const prover = await load("prove");
  const options = { invariants: ["I6"], shorter: false };
  const report = prover.prove(linkpolicy.source("hardened"), { ...options, name: "p.yaml" });
  const expected = JSON.parse(tool({ "p.yaml": linkpolicy.source("hardened") }, "prove", "p.yaml", "--invariant", "I6", "--quick", "--format", "json"));
  assert.deepEqual(report, expected);
  assert.throws(() => prover.prove("a: ["), InvalidPolicy);
});
