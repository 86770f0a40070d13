// Decides in this process with a WebAssembly module; linkpolicy.d.ts documents this file.
import { Engine } from "./engine.js";
import { InputError, InvalidPolicy } from "./errors.js";
import { lineOf } from "./json.js";

export { EngineFailed, InputError, InvalidPolicy, LinkPolicyError, RequestError } from "./errors.js";

const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
// The modules by name, from the smallest to the largest; each also does everything that the smaller modules do.
const MODULES = {
  decide: new URL("./dist/linkpolicy.wasm", import.meta.url),
  compile: new URL("./dist/linkpolicy-compiler.wasm", import.meta.url),
  full: new URL("./dist/linkpolicy-full.wasm", import.meta.url),
  prove: new URL("./dist/linkpolicy-prove.wasm", import.meta.url),
};

export async function load(source = "compile") {
  return new LinkPolicy(new Engine(await compiled(await source)));
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  if (typeof Response === "function" && source instanceof Response) return WebAssembly.compile(await source.arrayBuffer());
  const place = source instanceof URL ? source : Object.hasOwn(MODULES, source) ? MODULES[source] : null;
  if (place === null) throw new TypeError(`a module is one of ${Object.keys(MODULES).join(", ")}, or its bytes, not ${String(source)}`);
  if (place.protocol === "file:" && typeof process === "object" && process.versions?.node) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(place));
  }
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place} was answered with status ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

// Frees the module's policies and tables after the garbage collector has removed their objects.
const registry = new FinalizationRegistry(({ engine, name, handle, start }) => engine.free(name, handle, start));

class Handle {
  #engine;
  #handle;
  #name;
  #start;

  constructor(engine, handle, name) {
    [this.#engine, this.#handle, this.#name, this.#start] = [engine, handle, name, engine.start];
    registry.register(this, { engine, name, handle, start: engine.start }, this);
  }

  get engine() {
    if (this.#handle === null) throw new TypeError("the policy or the table was freed");
    this.#engine.checkStart(this.#start);
    return this.#engine;
  }

  get number() {
    return this.#handle;
  }

  free() {
    if (this.#handle === null) return;
    registry.unregister(this);
    this.#engine.free(this.#name, this.#handle, this.#start);
    this.#handle = null;
  }
}

class LinkPolicy {
  #engine;

  constructor(engine) {
    this.#engine = engine;
  }

  get version() {
    return this.#engine.version;
  }

  get memoryBytes() {
    return this.#engine.memoryBytes;
  }

  policy(image) {
    return new Policy(this.#engine, this.#engine.load(bytesOf(image)));
  }

  shipped(name) {
    this.#needs("lp_policy_shipped", "compile");
    const handle = this.#engine.shipped(named(name));
    if (handle === null) throw new RangeError(`no policy \`${name}\` is shipped`);
    return new Policy(this.#engine, handle);
  }

  compile(text, { name = "policy.yaml" } = {}) {
    this.#needs("lp_policy_compile", "compile");
    return new Policy(this.#engine, this.#engine.compile(textOf(text), named(name)));
  }

  check(text, { name, files } = {}) {
    const report = this.#json({ ask: "check", text: wellFormed(text), name, files });
    const places = new Offsets(text), own = name ?? "policy.yaml";
    for (const finding of report.findings) if (finding.file === own) Object.assign(finding, places.word(finding));
    return report;
  }

  play(text, cases, { name, files } = {}) {
    const isText = typeof cases === "string";
    const { vectors, unexpected } = isText ? { vectors: cases, unexpected: new Set() } : vectorsOf(cases);
    const played = this.#json({ ask: "play", text: wellFormed(text), name, files, vectors, json: isText ? undefined : true });
    const places = new Offsets(text), own = name ?? "policy.yaml";
    for (const [index, one] of played.entries()) {
      one.mismatches = one.mismatches.filter(({ step }) => !unexpected.has(`${index}/${step}`));
      for (const { place } of one.steps) if (place?.file === own) Object.assign(place, places.range(place));
    }
    return played;
  }

  matrix(text, { name, files } = {}) {
    return this.#json({ ask: "matrix", text: wellFormed(text), name, files });
  }

  diff(old, text, { oldName, newName, files, stores, format = "json" } = {}) {
    const answer = this.#ask({ ask: "diff", old: wellFormed(old), new: wellFormed(text), oldName, newName, files, stores, format });
    return format === "json" ? JSON.parse(answer) : answer;
  }

  prove(text, { name, files, assumptions, invariants, worlds, attempts, cells, shorter, format = "json" } = {}) {
    const answer = this.#ask(
      { text: wellFormed(text), name, files, assumptions, invariants, worlds, attempts, cells, shorter, format }, "lp_prove", "prove");
    return format === "json" ? JSON.parse(answer) : answer;
  }

  format(text, { name } = {}) {
    return this.#ask({ ask: "format", text: wellFormed(text), name });
  }

  source(name) {
    return this.#ask({ ask: "source", name });
  }

  #json(question) {
    return JSON.parse(this.#ask(question));
  }

  #ask(question, name = "lp_review", module = "full") {
    this.#needs(name, module);
    return decoder.decode(this.#engine.review(name, encoder.encode(JSON.stringify(question))));
  }

  #needs(name, module) {
    if (!this.#engine.has(name)) throw new TypeError(`this module cannot do that: use \`await load("${module}")\``);
  }
}

export class Decision {
  constructor(members, record) {
    Object.assign(this, members);
    if (record !== undefined) this.record = record;
  }

  get allowed() {
    if (this.outcome === undefined) throw new TypeError("`fields` left out the outcome");
    return this.outcome === "allowed";
  }
}

export class Claims {
  constructor(members) {
    Object.assign(this, members);
  }

  attempt(action, more = {}) {
    return { action, ...this.assertion, ...more };
  }
}

export class Policy {
  #handle;

  constructor(engine, handle) {
    this.#handle = new Handle(engine, handle, "lp_policy_free");
    const { name, digest } = engine.about(handle);
    Object.defineProperties(this, { name: { value: name, enumerable: true }, digest: { value: digest, enumerable: true } });
  }

  answer(request, { explain = false } = {}) {
    const answer = this.#handle.engine.answer(this.#handle.number, textOf(request), explain);
    return typeof request === "string" ? decoder.decode(answer) : answer;
  }

  answerLines(lines, { explain = false } = {}) {
    const answers = this.#handle.engine.answerLines(this.#handle.number, textOf(lines), explain);
    return typeof lines === "string" ? decoder.decode(answers) : answers;
  }

  lookup(attempt, { caller, settings, answers } = {}) {
    return this.#ask("lookup", { attempt, caller, settings, answers }).lookup;
  }

  decide(attempt, { answers, caller, settings, record, fields, explain = false } = {}) {
    const answer = this.#ask("decide", { attempt, caller, settings, answers, record, fields }, explain);
    return new Decision(answer.decision, answer.record);
  }

  decideMany(requests) {
    const lines = [];
    for (const request of requests) lines.push(lineOf(0, { decide: request }));
    const answers = this.answerLines(lines.join("\n")).split("\n").slice(0, -1);
    return answers.map((line) => {
      const answer = JSON.parse(line);
      return answer.error ? new InputError(answer) : new Decision(answer.decision, answer.record);
    });
  }

  claims(mapping, payload, options = {}) {
    const text = typeof payload === "string" ? payload : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(payload);
    return new Claims(this.#ask("claims", { mapping, payload: text, ...options }).claims);
  }

  table(action, kind = null) {
    const { engine, number } = this.#handle;
    try {
      return new Table(engine, engine.table(number, named(action), kind === null ? null : named(kind)));
    } catch (error) {
      throw error instanceof InvalidPolicy ? inputError(error) : error;
    }
  }

  free() {
    this.#handle.free();
  }

  #ask(verb, body, isExplained = false) {
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));
    const answer = JSON.parse(this.answer(lineOf(0, { [verb]: given }), { explain: isExplained }));
    if (answer.error) throw new InputError(answer);
    return answer;
  }
}

export class Table {
  #handle;
  #numbers;
  #answers = new Map();

  constructor(engine, handle) {
    this.#handle = new Handle(engine, handle, "lp_table_free");
    const columns = engine.columns(handle);
    Object.defineProperty(this, "columns", { value: columns, enumerable: true });
    this.#numbers = columns.map(({ values }) => new Map(values.map((word, number) => [word, number])));
  }

  decide(given) {
    return Array.from(this.numbers(given), (number) => this.answer(number));
  }

  numbers(given) {
    const columns = this.#columns(given), count = columns[0]?.length ?? 0;
    if (columns.some((column) => column.length !== count)) throw new RangeError("the columns have different lengths");
    try {
      return this.#handle.engine.decide(this.#handle.number, columns, count);
    } catch (error) {
      throw error instanceof InvalidPolicy ? inputError(error) : error;
    }
  }

  answer(number) {
    const known = this.#answers.get(number);
    if (known !== undefined) return known;
    const text = Number.isInteger(number) && number >= 0 && number < 2 ** 32
      ? this.#handle.engine.tableAnswer(this.#handle.number, number) : null;
    if (text === null) throw new RangeError(`the table has no answer ${number}`);
    const answer = JSON.parse(text);
    this.#answers.set(number, answer);
    return answer;
  }

  free() {
    this.#handle.free();
  }

  #columns(given) {
    return this.columns.map(({ fact }, place) => {
      const numbers = this.#numbers[place];
      const number = (word) => numbers.get(word) ?? refuse(`the fact \`${fact}\` has no value \`${word}\``);
      if (Array.isArray(given)) return Uint16Array.from(given, (row) => number(row[fact]));
      const column = given[fact] ?? refuse(`the fact \`${fact}\` has no column`);
      return column instanceof Uint16Array ? column : Uint16Array.from(column, number);
    });
  }
}

if (Symbol.dispose) for (const { prototype } of [Policy, Table]) prototype[Symbol.dispose] = function () { this.free(); };

function refuse(message) {
  throw new InputError({ error: { code: "not-offered", message } });
}

function inputError({ findings: [{ code, message }] }) {
  return new InputError({ error: { code, message } });
}

function bytesOf(value) {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new TypeError("an image is a Uint8Array or an ArrayBuffer");
}

function textOf(value) {
  return typeof value === "string" ? wellFormed(value) : bytesOf(value);
}

function wellFormed(text) {
  if (typeof text !== "string") throw new TypeError("a text is a string");
  if (!text.isWellFormed()) throw new TypeError("a text has half a surrogate pair, which UTF-8 cannot represent");
  return text;
}

function named(name) {
  if (typeof name !== "string" || name.includes("\0")) throw new TypeError("a name is a string without zero characters");
  return wellFormed(name);
}

// Returns a file of vectors with the given cases, and the steps without `expect`. These steps get a placeholder, because a file states an
// outcome for each attempt.
function vectorsOf(cases) {
  if (!Array.isArray(cases)) throw new TypeError("cases are a text or an array");
  const unexpected = new Set();
  // Invalid cases and steps are passed on unchanged, because the module reports their positions.
  const filled = cases.map((one, index) => !Array.isArray(one?.steps) ? one : {
    ...one,
    steps: one.steps.map((step, place) => {
      if (step?.attempt === undefined || step.expect !== undefined) return step;
      unexpected.add(`${index}/${place + 1}`);
      return { ...step, expect: { outcome: "allowed" } };
    }),
  });
  return { vectors: JSON.stringify({ vectors: 1, policy: "policy", cases: filled }), unexpected };
}

// Converts lines and columns, which count Unicode scalars, to indices into a string.
class Offsets {
  #text;
  #starts = [0];

  constructor(text) {
    this.#text = text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  #offset(line, column) {
    let at = this.#starts[line - 1] ?? this.#text.length;
    for (let left = column - 1; left > 0 && at < this.#text.length; left--) at += this.#text.codePointAt(at) > 0xffff ? 2 : 1;
    return at;
  }

  range({ line, column, endLine, endColumn }) {
    return { start: this.#offset(line, column), end: this.#offset(endLine, endColumn) };
  }

  // Returns the range of the word at a position: a quoted text, or the text before the next space or YAML sign.
  word({ line, column }) {
    if (!line) return { start: 0, end: 0 };
    const start = this.#offset(line, column), [word] = /^("(\\.|[^"\\\n])*"|'[^'\n]*'|[^\s,:[\]{}#]*)/.exec(this.#text.slice(start, start + 4096));
    return { start, end: Math.min(start + Math.max(word.length, 1), this.#text.length) };
  }
}
