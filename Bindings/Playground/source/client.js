// Sends questions to the worker, and ends the worker if an answer takes too long.

/** The memory limit in bytes above which the worker is replaced, because WebAssembly memory never shrinks. */
const LARGEST_MEMORY = 512 << 20;

export class Stopped extends Error {
  constructor(seconds) {
    super(seconds === null ? "stopped" : `stopped after ${seconds} seconds`);
    this.seconds = seconds;
  }
}

export class Rejected extends Error {
  constructor({ name, message, findings }) {
    super(message);
    Object.assign(this, { name, findings: findings ?? [] });
  }
}

/** Returns the bytes in a text with seven bits in each letter. Codes that a page cannot contain are increased by 256. */
function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 7) / 8));
  let value = 0, bits = 0, at = 0;
  for (let index = 0; index < text.length; index++) {
    value = ((value & 0xff) << 7) | (text.charCodeAt(index) & 0x7f);
    bits += 7;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = value >> bits;
  }
  return bytes;
}

/** Returns the module, which the page contains in compressed form, and the address of the worker's script. */
export async function unpack() {
  const stream = new Blob([bytesOf(document.getElementById("module").textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  const script = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));
  const hasProver = WebAssembly.Module.exports(module).some(({ name }) => name === "lp_prove");
  return { module, script, hasProver };
}

/** A client with one worker, which answers one question at a time. */
export class Client {
  memory = 0;
  #unpacked;
  #worker = null;
  #id = 0;
  #current = null;
  #queue = [];

  constructor(unpacked) {
    this.#unpacked = unpacked;
  }

  /** Asks a question after the earlier questions. Throws `Stopped`, or `Rejected` with the findings of the module. */
  ask(method, values, seconds) {
    return new Promise((resolve, reject) => {
      this.#queue.push({ method, values, seconds, resolve, reject });
      this.#next();
    });
  }

  /** The time that the current question has taken, in milliseconds. */
  get busyFor() {
    return this.#current?.started ? performance.now() - this.#current.started : 0;
  }

  /** Ends the current question, and drops the waiting questions. */
  stop() {
    const waiting = this.#queue.splice(0);
    this.#end(new Stopped(null));
    for (const { reject } of waiting) reject(new Stopped(null));
  }

  async #next() {
    if (this.#current || this.#queue.length === 0) return;
    const question = (this.#current = this.#queue.shift());
    let unpacked;
    try {
      unpacked = await this.#unpacked;
    } catch (error) {
      this.#settle(question, () => question.reject(error));
      return;
    }
    if (this.#current !== question) return;
    this.#worker ??= this.#start(unpacked);
    question.id = ++this.#id;
    question.started = performance.now();
    question.timer = setTimeout(() => this.#end(new Stopped(question.seconds)), question.seconds * 1000);
    this.#worker.postMessage({ id: question.id, module: unpacked.module, method: question.method, values: question.values });
  }

  #start({ script }) {
    const worker = new Worker(script);
    worker.onmessage = ({ data: { id, value, error, memory } }) => {
      const question = this.#current;
      if (question?.id !== id) return;
      if (memory !== undefined) this.memory = memory;
      if (this.memory > LARGEST_MEMORY || error?.name === "EngineFailed") this.#drop();
      this.#settle(question, () => (error ? question.reject(new Rejected(error)) : question.resolve(value)));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end(new Error(event.message || "the worker failed"));
    };
    return worker;
  }

  #drop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.memory = 0;
  }

  #end(error) {
    this.#drop();
    const question = this.#current;
    if (question) this.#settle(question, () => question.reject(error));
  }

  #settle(question, finish) {
    clearTimeout(question.timer);
    if (this.#current === question) this.#current = null;
    finish();
    this.#next();
  }
}
