// One run of the tool: the process, its pipes, and the requests that the tool has not answered yet.
import { spawn } from "node:child_process";
import { PolicyRejected, ProtocolFault, RequestError, StartFailed, ToolEnded } from "./errors.js";
import { parsed } from "./json.js";

const KEPT_ERRORS = 8 << 10;
// The exit codes of a wrong command line and of a policy that does not load.
const REJECTIONS = [2, 3];
// The time that the tool may take to exit after it has closed its output, in milliseconds.
const GRACE = 500;
// The time that the system may take to end a killed process, in milliseconds.
const ABANDONED = 5000;

export class Child {
  owed = new Queue();
  answers = 0;
  // Whether this process accepts no more requests.
  isEnding = false;
  #isGone = false;
  #reason = null;
  #fault = ToolEnded;
  #pieces = [];
  #size = 0;
  #said = Buffer.alloc(0);
  #end = { status: null, signal: null };
  #timer = null;

  // Calls `answered` with the number of new answers, and `gone` once with the reason for the end.
  constructor([program, ...words], { cwd, env, maxAnswerBytes }, answered, gone) {
    Object.assign(this, { program, maxAnswerBytes, answered, gone });
    try {
      // The tool runs in a separate session, so that an interrupt from the terminal does not end the tool before its client.
      this.process = spawn(program, words, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
    } catch (error) {
      queueMicrotask(() => this.#notStarted(error));
      return;
    }
    const { stdin, stdout, stderr } = this.process;
    this.process.on("error", (error) => this.process.pid === undefined && this.#notStarted(error));
    this.process.on("exit", (status, signal) => {
      this.#end = { status, signal };
      this.#ending();
    });
    this.process.on("close", () => this.#finish());
    // Without listeners, an error of a pipe would end the client's process. Every such error means that the tool ends.
    stdin?.on("error", () => this.#ending());
    stdout?.on("error", () => this.#ending()).on("end", () => this.#ending()).on("data", (data) => this.#read(data));
    stderr?.on("error", () => {}).on("data", (data) => {
      this.#said = Buffer.concat([this.#said, data]).subarray(-KEPT_ERRORS);
    });
  }

  get pid() {
    return this.isEnding ? undefined : this.process?.pid;
  }

  send(request) {
    this.owed.push(request);
    this.process?.stdin?.write(request.line);
    this.process?.stdin?.write("\n");
    request.line = null;
  }

  // Ends the tool because of a fault of the tool.
  fail(Fault, reason) {
    if (this.#reason === null) [this.#fault, this.#reason] = [Fault, reason];
    this.#ending();
    this.#kill();
  }

  // Closes the tool's input, so that the tool ends by itself.
  closeInput() {
    this.process?.stdin?.end();
    this.#ending();
  }

  #ending() {
    if (this.isEnding) return;
    this.isEnding = true;
    this.#timer = setTimeout(() => this.#kill(), GRACE);
  }

  #kill() {
    clearTimeout(this.#timer);
    if (this.#isGone) return;
    const { process } = this;
    process?.kill("SIGKILL");
    // A process that the tool has started may keep the pipes open, so the client closes its ends of the pipes.
    for (const pipe of [process?.stdin, process?.stdout, process?.stderr]) pipe?.destroy();
    this.#timer = setTimeout(() => this.#finish(), ABANDONED);
  }

  #notStarted(error) {
    [this.#fault, this.#reason] = [StartFailed, `cannot start \`${this.program}\`: ${error.message}`];
    this.#finish();
  }

  #finish() {
    clearTimeout(this.#timer);
    if (this.#isGone) return;
    this.isEnding = this.#isGone = true;
    for (const pipe of [this.process?.stdin, this.process?.stdout, this.process?.stderr]) pipe?.destroy();
    this.gone(this.#error());
  }

  #error() {
    const { status, signal } = this.#end, stderr = this.#said.toString("utf8"), details = { status, signal, stderr };
    if (this.#reason !== null) return new this.#fault(this.#reason, details);
    if (REJECTIONS.includes(status) && this.answers === 0)
      return new PolicyRejected(`the tool rejects the policy or its options (exit code ${status})`, details);
    const within = this.#size > 0 ? " in the middle of an answer" : "";
    return new ToolEnded(`${signal ? `${signal} ended the tool` : `the tool ended with exit code ${status}`}${within}`, details);
  }

  #read(data) {
    let count = 0, start = 0;
    for (let end; this.#reason === null && (end = data.indexOf(10, start)) >= 0; start = end + 1) {
      if (this.#isTooLong(end - start)) break;
      const line = Buffer.concat([...this.#pieces, data.subarray(start, end)]);
      [this.#pieces, this.#size] = [[], 0];
      count += this.#take(line) ? 1 : 0;
    }
    if (start < data.length && !this.#isTooLong(data.length - start)) {
      this.#pieces.push(data.subarray(start));
      this.#size += data.length - start;
    }
    // A last line without a line feed is not an answer.
    if (count > 0) this.answered(count);
  }

  // Ends the tool if a line is longer than the longest permitted answer.
  #isTooLong(more) {
    if (this.#size + more <= this.maxAnswerBytes) return false;
    this.fail(ProtocolFault, `the tool wrote a line of more than ${this.maxAnswerBytes} bytes`);
    return true;
  }

  // Settles the oldest request, and returns whether the line is the answer to this request.
  #take(line) {
    const request = this.owed.first, answer = parsed(line);
    const problem = request ? problemOf(answer, request) : "the tool wrote a line that it was not asked for";
    if (problem) {
      this.fail(ProtocolFault, problem);
      return false;
    }
    this.owed.shift();
    this.answers += 1;
    if (request.key && "error" in answer) request.reject(new RequestError(answer));
    else request.resolve(answer);
    return true;
  }
}

// A first-in, first-out queue with operations in constant time.
export class Queue {
  #items = [];
  #start = 0;

  get length() {
    return this.#items.length - this.#start;
  }

  get first() {
    return this.#items[this.#start];
  }

  push(item) {
    this.#items.push(item);
  }

  shift() {
    const item = this.#items[this.#start];
    this.#items[this.#start++] = undefined;
    if (this.#start > 1024 && this.#start * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#start);
      this.#start = 0;
    }
    return item;
  }

  // Removes and returns all items.
  drain() {
    const items = this.#items.slice(this.#start);
    [this.#items, this.#start] = [[], 0];
    return items;
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Returns why a line is not the answer to a request; returns nothing if the line is the answer.
function problemOf(answer, { id, key }) {
  if (!isObject(answer) || answer.id === undefined) return "the tool wrote a line that is no answer";
  const isError = Object.hasOwn(answer, "error");
  if (answer.id !== id && (answer.id !== null || !isError)) return "the tool wrote the answer to another request";
  // An answer has exactly one of these members, and the member's value is never `null`.
  const kinds = ["decision", "lookup", "error"].filter((kind) => Object.hasOwn(answer, kind));
  const isAnswer = kinds.length === 1 && isObject(answer[kinds[0]]) && (isError ? isFault(answer.error) : kinds[0] === (key ?? kinds[0]));
  return isAnswer ? undefined : "the tool wrote an answer of another kind";
}

function isFault({ code, message, question, column }) {
  return typeof code === "string" && typeof message === "string"
    && typeof (question ?? "") === "string" && Number.isInteger(column ?? 1);
}
