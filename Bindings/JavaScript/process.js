// Asks a policy through the command line tool, which runs as a child process; process.d.ts documents this file.
import { Child, Queue } from "./child.js";
import { Closed, Overloaded, PolicyRejected, ProtocolFault, TimedOut, ToolEnded, TooManyRestarts } from "./errors.js";
import { isPlain, lineOf } from "./json.js";

export * from "./errors.js";

// The maximum length of a line that the tool reads, without its line feed.
const LINE_LIMIT = 16 << 20;
// The maximum time of a timer, in milliseconds.
const MOST = 2 ** 31 - 1;
const KEYS = { decide: "decision", lookup: "lookup" };
const DEFAULTS = {
  tool: "linkpolicy", options: [], timeout: 10_000, maxInFlight: 1024, maxWaiting: 8192, restarts: 5, window: 60_000,
  backoff: 50, maxBackoff: 2000, stall: 30_000, maxAnswerBytes: 64 << 20, cwd: undefined, env: undefined,
};

export class ProcessClient {
  #options;
  #command;
  #child = null;
  // The requests that wait for room, or for the start of the tool.
  #waiting = new Queue();
  #next = 1;
  // The times at which the tool was started within the window.
  #starts = [];
  #last = null;
  #lastEnd = 0;
  #rejection = null;
  #startTimer = null;
  #stallTimer = null;
  // The promise of `close`, and the function that fulfills this promise.
  #closed = null;
  #isClosed = () => {};
  #closeTimer = null;

  constructor(policy, options = {}) {
    for (const key of Object.keys(options)) if (!(key in DEFAULTS)) throw new TypeError(`there is no option \`${key}\``);
    const { tool, ...given } = (this.#options = { ...DEFAULTS, ...options });
    if (typeof policy !== "string" || policy === "-")
      throw new TypeError("the policy is a path or a name; standard input carries the requests");
    for (const key of ["maxInFlight", "maxAnswerBytes"]) checkNumber(key, given[key], 1);
    for (const key of ["maxWaiting", "restarts", "window", "backoff", "maxBackoff"]) checkNumber(key, given[key], 0);
    for (const key of ["timeout", "stall"]) if (given[key] !== null) checkNumber(key, given[key], 0);
    this.#command = [...[tool].flat(), "decide", policy, ...given.options];
  }

  get pid() {
    return this.#child?.pid;
  }

  async decide(request, options) {
    if ((request?.record ?? null) !== null) throw new TypeError("use `decideWithRecord` for a request with `record`");
    return (await this.request({ decide: request }, options)).decision;
  }

  async decideWithRecord(request, options) {
    if ((request?.record ?? null) === null) throw new TypeError("the request has no `record`");
    const { decision, record } = await this.request({ decide: request }, options);
    if (!isPlain(record)) throw new ProtocolFault("the tool wrote a decision without its record");
    return { decision, record };
  }

  async lookup(request, options) {
    return (await this.request({ lookup: request }, options)).lookup;
  }

  async request(body, options) {
    if (!isPlain(body)) throw new TypeError("a request is an object literal");
    const verbs = Object.keys(KEYS).filter((verb) => (body[verb] ?? null) !== null), id = this.#next++;
    if (verbs.length !== 1 || "id" in body)
      throw new TypeError("a request has exactly one of `decide` and `lookup`, and no `id`");
    const line = Buffer.from(lineOf(id, body));
    if (line.length > LINE_LIMIT)
      throw new RangeError(`a request has at most ${LINE_LIMIT} bytes, this one has ${line.length}`);
    return this.#send(id, line, KEYS[verbs[0]], options);
  }

  async sendLine(id, line, options) {
    if (typeof id !== "string" && !Number.isFinite(id)) throw new TypeError("an id is a string or a finite number");
    if (typeof line !== "string" && !(line instanceof Uint8Array)) throw new TypeError("a line is a string or bytes");
    if (typeof line === "string" && !line.isWellFormed())
      throw new TypeError("a line has half a surrogate pair, which UTF-8 cannot represent");
    const bytes = Buffer.from(line);
    if (bytes.includes(10) || bytes.every((byte) => byte === 32 || byte === 9 || byte === 13))
      throw new TypeError("a line has no line feed and is not blank: otherwise it has not exactly one answer");
    return this.#send(id, bytes, null, options);
  }

  reset() {
    this.#rejection = null;
    this.#starts = [];
    this.#advance();
  }

  close({ timeout = 5000 } = {}) {
    checkNumber("timeout", timeout, 0);
    this.#closed ??= new Promise((resolve) => { this.#isClosed = resolve; });
    const cut = () => {
      this.#fail(this.#waiting, new Closed("the client is closed"));
      if (this.#child && this.#fail(this.#child.owed, new Closed("the client is closed")) > 0)
        this.#child.fail(ToolEnded, "the client is closed");
      this.#advance();
    };
    clearTimeout(this.#closeTimer);
    if (timeout > 0 && (this.#child?.owed.length > 0 || this.#waiting.length > 0)) this.#closeTimer = setTimeout(cut, timeout);
    else cut();
    this.#advance();
    return this.#closed;
  }

  #send(id, line, key, { timeout = this.#options.timeout } = {}) {
    if (timeout !== null) checkNumber("timeout", timeout, 0);
    if (this.#closed) throw new Closed("the client is closed");
    if (this.#rejection) throw this.#rejection;
    const { maxInFlight, maxWaiting } = this.#options, owed = this.#child?.owed.length ?? 0;
    // Until the tool has started, the requests that would be in flight also wait.
    const limit = this.#child && !this.#child.isEnding ? maxWaiting : maxInFlight + maxWaiting;
    const hasRoom = owed < maxInFlight && this.#waiting.length === 0;
    if (!hasRoom && this.#waiting.length >= limit)
      throw new Overloaded(`${owed} requests are in flight, and ${this.#waiting.length} wait`);
    return new Promise((resolve, reject) => {
      const request = { id, line, key, isOpen: true, timer: null };
      const settle = (done) => (value) => {
        if (!request.isOpen) return;
        request.isOpen = false;
        clearTimeout(request.timer);
        done(value);
      };
      Object.assign(request, { resolve: settle(resolve), reject: settle(reject) });
      if (timeout !== null)
        request.timer = setTimeout(() => {
          request.reject(new TimedOut("the request was not answered in time"));
          // If the request was already sent, the tool still owes its answer.
          if (request.line !== null) this.#drop();
        }, timeout);
      this.#waiting.push(request);
      this.#advance();
    });
  }

  // Removes requests that timed out before they were sent.
  #drop() {
    for (const request of this.#waiting.drain()) if (request.isOpen) this.#waiting.push(request);
    if (this.#closed) this.#advance();
  }

  // Performs the next actions: sends requests, or starts or ends the tool.
  #advance() {
    clearTimeout(this.#startTimer);
    const child = this.#child;
    if (this.#closed) {
      if (this.#waiting.length === 0 && !child) {
        clearTimeout(this.#closeTimer);
        this.#isClosed();
        return;
      }
      if (this.#waiting.length === 0 && child.owed.length === 0 && !child.isEnding) child.closeInput();
    }
    if (child && !child.isEnding) {
      const was = child.owed.length;
      while (!child.isEnding && this.#waiting.length > 0 && child.owed.length < this.#options.maxInFlight) {
        const request = this.#waiting.shift();
        if (request.isOpen) child.send(request);
      }
      if (was === 0 && child.owed.length > 0) this.#watch();
    } else if (!child && this.#waiting.length > 0) {
      const start = this.#nextStart(), wait = start - performance.now();
      if (start instanceof Error) {
        this.#fail(this.#waiting, start);
        if (this.#closed) this.#advance();
      } else if (wait > 0) this.#startTimer = setTimeout(() => this.#advance(), wait);
      else this.#start();
    }
  }

  // Returns the time at which the tool may be started, or the error that prevents the start.
  #nextStart() {
    const { restarts, window, backoff, maxBackoff } = this.#options, now = performance.now();
    if (this.#rejection) return this.#rejection;
    this.#starts = this.#starts.filter((start) => now - start <= window);
    const count = this.#starts.length;
    if (count > restarts) return new TooManyRestarts(restarts, window, this.#starts[0] + window - now, this.#last);
    return count < 2 ? now : this.#lastEnd + Math.min(backoff * 2 ** Math.min(count - 2, 60), maxBackoff);
  }

  #start() {
    this.#starts.push(performance.now());
    const answered = () => {
      if (child.owed.length > 0) this.#watch();
      else clearTimeout(this.#stallTimer);
      this.#advance();
    };
    const gone = (error) => {
      clearTimeout(this.#stallTimer);
      [this.#child, this.#last, this.#lastEnd] = [null, error, performance.now()];
      if (error instanceof PolicyRejected) this.#rejection = error;
      this.#fail(child.owed, error);
      this.#advance();
    };
    const child = (this.#child = new Child(this.#command, this.#options, answered, gone));
    this.#advance();
  }

  // Ends a tool that does not answer.
  #watch() {
    const { stall } = this.#options, child = this.#child;
    clearTimeout(this.#stallTimer);
    if (stall === null) return;
    const { answers } = child;
    const judge = () => {
      if (child.answers === answers) child.fail(ToolEnded, `the tool gave no answer for ${stall} ms`);
    };
    // If this process was busy, the answer may be in the pipe, so `judge` runs only after node has read its pipes.
    this.#stallTimer = setTimeout(() => setImmediate(judge), stall);
  }

  // Fails all given requests, and returns their number.
  #fail(requests, error) {
    const failed = requests.drain();
    for (const request of failed) request.reject(error);
    return failed.length;
  }
}

if (Symbol.asyncDispose) ProcessClient.prototype[Symbol.asyncDispose] = function () { return this.close(); };

function checkNumber(name, value, least) {
  if (typeof value !== "number" || !(value >= least && value <= MOST))
    throw new RangeError(`\`${name}\` is a number from ${least} to ${MOST}, not ${value}`);
}
