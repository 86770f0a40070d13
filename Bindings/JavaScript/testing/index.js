// Plays vectors on a service or store of this process; index.d.ts documents this file.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { load } from "../linkpolicy.js";
import { Case, KEYS, StepFailed } from "./case.js";
import { pools } from "./policy-text.js";

export { pools };

// The maximum number of vectors to show, and of lines for each vector.
const SHOWN = 10, LINES = 6;

export async function play(paths, makeSubject, { tool, ids = [], keys = KEYS, makePolicy, failFast = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "linkpolicy-")), socket = join(folder, "socket");
  const runner = new Runner(makeSubject, keys, makePolicy ?? (await compiler()));
  const server = createServer((connection) => runner.serve(connection));
  try {
    await new Promise((resolve, reject) => server.once("error", reject).listen(socket, resolve));
    const bridge = ["exec", process.execPath, fileURLToPath(new URL("bridge.js", import.meta.url)), socket].map(quoted).join(" ");
    const words = ["test", ...[paths].flat(), "--runner", bridge, "--format", "jsonl", "--timeout", "3600"];
    if (failFast) words.push("--fail-fast");
    for (const id of ids) words.push("--id", id);
    const program = tool ?? process.env.LINKPOLICY ?? "linkpolicy";
    const process_ = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
    const [output, errors] = [process_.stdout, process_.stderr].map((stream) => stream.setEncoding("utf8").toArray());
    let code;
    try {
      [code] = await once(process_, "close");
    } catch (error) {
      throw new Error(`there is no program \`${program}\`: put \`linkpolicy\` into the path, or set the variable LINKPOLICY`, { cause: error });
    }
    return result((await output).join(""), (await errors).join(""), code, runner, [paths].flat());
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compiler() {
  const linkpolicy = await load("compile");
  return (text, name) => linkpolicy.compile(text, { name: `${name.split("/").pop()}.yaml` });
}

function quoted(word) {
  return /^[\w/.:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

// Answers the lines of the runner protocol (Docs/Runner.md).
class Runner {
  findings = new Map();
  compared = 0;
  problem = null;
  #makeSubject;
  #keys;
  #makePolicy;
  #policies = new Map();

  constructor(makeSubject, keys, makePolicy) {
    [this.#makeSubject, this.#keys, this.#makePolicy] = [makeSubject, keys, makePolicy];
  }

  async serve(connection) {
    connection.on("error", () => {});
    try {
      for await (const line of createInterface({ input: connection })) {
        const answer = await this.#answer(JSON.parse(line));
        if (answer === null) break;
        connection.write(`${JSON.stringify(answer)}\n`);
      }
    } catch (error) {
      this.problem = error;
    }
    connection.end();
  }

  async #answer(message) {
    switch (message.cmd) {
      case "hello": return { protocol: 1, implementation: "linkpolicy/testing", version: "1", language: "javascript", keys: this.#keys };
      case "policy": {
        const { name, text } = message;
        if (!this.#policies.has(name)) this.#policies.set(name, { name, text, policy: await this.#makePolicy(text, name) });
        return { ok: true };
      }
      case "run": {
        const results = [];
        for (const vector of message.vectors) results.push(await this.#play(message.policy, vector));
        return { seq: message.seq, results };
      }
      default: return null;
    }
  }

  async #play(name, vector) {
    const { id } = vector;
    if (name === null || vector.steps === undefined) return { id, skipped: { reason: "a text that must be rejected, without steps" } };
    const policy = this.#policies.get(name);
    let subject;
    try {
      subject = await this.#makeSubject(policy);
      const played = new Case(subject, vector, policy);
      try {
        return await played.run();
      } finally {
        this.compared += played.compared;
        if (played.findings.length > 0) this.findings.set(id, played.findings);
      }
    } catch (error) {
      return { id, errored: { message: error instanceof StepFailed ? error.message : `${error?.name ?? "Error"}: ${error?.message ?? error}` } };
    } finally {
      await subject?.close?.();
    }
  }
}

function result(output, errors, code, runner, paths) {
  const found = { passed: 0, failed: 0, skipped: 0, known: 0, steps: 0, compared: runner.compared, findings: {}, problem: null };
  const places = new Map();
  let run = null;
  for (const line of output.split("\n").filter(Boolean)) {
    const entry = JSON.parse(line);
    if (entry.run !== undefined) ({ run } = entry);
    if (entry.case === undefined) continue;
    const { id, file, line: at, verdict, mismatches, reason } = entry.case, place = `${id} at ${file}:${at}`;
    places.set(id, place);
    if (verdict !== "failed" && verdict !== "errored") continue;
    found.findings[place] = mismatches.map(mismatch);
    if (reason) found.findings[place].push(reason);
  }
  if (run !== null) for (const key of ["passed", "failed", "skipped", "known", "steps"]) found[key] = run[key];
  for (const [id, list] of runner.findings) {
    const place = places.get(id) ?? (paths.length === 1 ? `${id} in ${paths[0]}` : id);
    if (!places.has(id)) {
      // The answers are right, but the rows are wrong.
      found.passed -= 1;
      found.failed += 1;
    }
    found.findings[place] = [...list, ...(found.findings[place] ?? [])];
  }
  if (runner.problem !== null) found.problem = String(runner.problem.stack ?? runner.problem);
  else if ((code !== 0 && code !== 1) || run === null) found.problem = `linkpolicy ended with ${code}: ${errors.trim() || output.trim()}`;
  return Object.defineProperty(found, "text", { get: () => text(found) });
}

function mismatch({ step, key, expected, got }) {
  return `${step === null ? "at the end" : `step ${step}`}: ${key}: expected ${expected}, got ${got}`;
}

// Returns the findings as lines.
function text({ problem, findings }) {
  const lines = problem === null ? [] : [problem], all = Object.entries(findings);
  for (const [vector, list] of all.slice(0, SHOWN)) {
    lines.push(vector, ...list.slice(0, LINES).map((one) => `  ${one}`));
    if (list.length > LINES) lines.push(`  and ${list.length - LINES} more`);
  }
  if (all.length > SHOWN) lines.push(`and ${all.length - SHOWN} more vectors`);
  return lines.join("\n");
}
