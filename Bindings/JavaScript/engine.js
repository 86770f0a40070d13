// Wrappers of a WebAssembly module's functions, which copy bytes in and out and free the module's results.
import { EngineFailed, InvalidPolicy } from "./errors.js";

export const OK = 0, INVALID_ARGUMENT = 1, INVALID_HANDLE = 2, NOT_FOUND = 3, REJECTED = 4, TOO_MANY_HANDLES = 5;
const EXPLAIN = 1;
const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
// The size of a result in bytes: a pair of 32-bit words, or a handle of 64 bits.
const PLACE = 8;

export class Engine {
  #module;
  #exports;
  #place;
  #failure = null;
  #lost = null;
  #starts = 0;

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  // Returns whether the module has a function: the small module cannot compile, and only the full modules review.
  has(name) {
    return typeof this.#exports[name] === "function";
  }

  // The size of the module's memory in bytes, which can grow but never shrinks.
  get memoryBytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  get version() {
    return this.#run(() => {
      const start = this.#exports.lp_version(), memory = this.#bytes();
      return decoder.decode(memory.subarray(start, memory.indexOf(0, start)));
    });
  }

  // Returns the handle of a shipped policy, as a number of 64 bits.
  shipped(name) {
    return this.#handle("lp_policy_shipped", [name], []);
  }

  load(image) {
    return this.#handle("lp_policy_load", [image], ["count"]);
  }

  compile(text, name) {
    return this.#handle("lp_policy_compile", [text, name], ["count"]);
  }

  about(policy) {
    return JSON.parse(this.#text("lp_policy_about", [policy]));
  }

  answer(policy, request, isExplained) {
    return this.#bytesOf("lp_answer", policy, request, isExplained);
  }

  answerLines(policy, lines, isExplained) {
    return this.#bytesOf("lp_answer_lines", policy, lines, isExplained);
  }

  table(policy, action, kind) {
    return this.#run(() => {
      const handle = this.#place, findings = this.#place + PLACE;
      return this.#with([`${action}\0`, ...(kind === null ? [] : [`${kind}\0`])], ([first, second]) => {
        const status = this.#exports.lp_table_make(policy, first.start, second?.start ?? 0, handle, findings);
        this.#check(status, findings);
        return this.#view().getBigUint64(handle, true);
      });
    });
  }

  columns(table) {
    return JSON.parse(this.#text("lp_table_columns", [table]));
  }

  // Returns the numbers of the answers to combinations of facts; each column is a Uint16Array.
  decide(table, columns, count) {
    return this.#run(() => {
      const x = this.#exports, blocks = [];
      const take = (size) => {
        const block = x.malloc(Math.max(size, 1)) >>> 0;
        if (block === 0) throw new RangeError("the memory of the module is full");
        blocks.push(block);
        return block;
      };
      try {
        const list = take(4 * columns.length), answers = take(4 * count), findings = this.#place;
        for (const [place, column] of columns.entries()) {
          const block = take(2 * count);
          new Uint16Array(x.memory.buffer, block, count).set(column);
          this.#view().setUint32(list + 4 * place, block, true);
        }
        this.#check(x.lp_table_decide(table, list, columns.length, count, answers, findings), findings);
        return new Uint32Array(x.memory.buffer, answers, count).slice();
      } finally {
        if (this.#failure === null) for (const block of blocks) x.free(block);
      }
    });
  }

  tableAnswer(table, number) {
    return this.#text("lp_table_answer", [table, number]);
  }

  // The number of the module's current start. After a new start, the module assigns the numbers of lost handles to other objects.
  get start() {
    return this.#starts;
  }

  // Rejects a handle of an earlier start.
  checkStart(start) {
    if (start !== this.#starts) throw this.#lost;
  }

  // Frees a handle. After a failure, a finalizer can still call this function at any time.
  free(name, handle, start) {
    if (this.#failure === null && start === this.#starts) this.#exports[name](handle);
  }

  // Returns the answer to a question about texts, as bytes. A failure ends only this question: the next question starts a new module.
  review(name, question) {
    if (this.#failure !== null) this.#start();
    return this.#run(() =>
      this.#with([question], ([asked]) => {
        const answer = this.#place;
        this.#check(this.#exports[name](asked.start, asked.count, answer), answer);
        return this.#take(answer);
      }),
    );
  }

  #start() {
    this.#exports = new WebAssembly.Instance(this.#module, {}).exports;
    [this.#lost, this.#failure] = [this.#failure, null];
    this.#starts += 1;
    this.#place = this.#exports.malloc(2 * PLACE) >>> 0;
  }

  #view() {
    return new DataView(this.#exports.memory.buffer);
  }

  #bytes() {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  // Calls the module. After a trap, the contents of its memory are undefined, so the module is not called again.
  #run(call) {
    if (this.#failure !== null) throw this.#failure;
    try {
      return call();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError && /stack/i.test(error.message))) throw error;
      this.#failure = new EngineFailed(error);
      throw this.#failure;
    }
  }

  // Copies texts and bytes into the module, and frees the copies after the call.
  #with(values, call) {
    const x = this.#exports, given = [];
    const take = (size) => {
      const start = x.malloc(Math.max(size, 1)) >>> 0;
      if (start === 0) throw new RangeError("the memory of the module is full");
      given.push({ start, count: size });
      return start;
    };
    try {
      for (const value of values) {
        if (typeof value !== "string") {
          const start = take(value.length);
          this.#bytes().set(value, start);
          continue;
        }
        // Three bytes are enough for any UTF-16 unit. Long texts are encoded first, so that they do not take three times their size.
        if (value.length > 1 << 16) {
          const bytes = encoder.encode(value), start = take(bytes.length);
          this.#bytes().set(bytes, start);
        } else {
          const size = 3 * value.length, start = take(size);
          given.at(-1).count = encoder.encodeInto(value, new Uint8Array(x.memory.buffer, start, size)).written;
        }
      }
      return call(given);
    } finally {
      if (this.#failure === null) for (const { start } of given) x.free(start);
    }
  }

  #handle(name, values, counted) {
    return this.#run(() => {
      const handle = this.#place, findings = this.#place + PLACE, hasFindings = counted.length > 0;
      // Names end with a zero byte; texts and images are passed with their byte counts.
      const passed = values.map((value, place) => (hasFindings && place === 0 ? value : `${value}\0`));
      return this.#with(passed, (given) => {
        const words = given.flatMap(({ start, count }, place) => (hasFindings && place === 0 ? [start, count] : [start]));
        const status = this.#exports[name](...words, handle, ...(hasFindings ? [findings] : []));
        if (status === NOT_FOUND) return null;
        this.#check(status, findings);
        return this.#view().getBigUint64(handle, true);
      });
    });
  }

  #bytesOf(name, policy, request, isExplained) {
    return this.#run(() =>
      this.#with([request], ([given]) => {
        const answer = this.#place, flags = isExplained ? EXPLAIN : 0;
        this.#check(this.#exports[name](policy, given.start, given.count, flags, answer), null);
        return this.#take(answer);
      }),
    );
  }

  #text(name, words) {
    return this.#run(() => {
      const text = this.#place, status = this.#exports[name](...words, text);
      if (status === NOT_FOUND) return null;
      this.#check(status, null);
      return decoder.decode(this.#take(text));
    });
  }

  // Copies the bytes of a result, and frees the result.
  #take(text) {
    const view = this.#view(), start = view.getUint32(text, true), count = view.getUint32(text + 4, true);
    const bytes = new Uint8Array(this.#exports.memory.buffer, start, count).slice();
    this.#exports.lp_text_free(text);
    return bytes;
  }

  #check(status, findings) {
    if (status === OK) return;
    if (status === REJECTED && findings !== null) throw new InvalidPolicy(JSON.parse(decoder.decode(this.#take(findings))));
    if (status === INVALID_HANDLE) throw new TypeError("the policy or the table was freed");
    if (status === TOO_MANY_HANDLES) throw new RangeError("too many policies and tables are alive: free some");
    throw new Error(`the module returned ${status}`);
  }
}
