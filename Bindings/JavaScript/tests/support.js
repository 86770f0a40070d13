// The functions that the tests of the client share.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ProcessClient } from "../process.js";

export const BINDINGS = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const TOOL = process.env.LINKPOLICY ?? join(BINDINGS, "../.build/release/linkpolicy");
// A time limit that is longer than any test; a promise that is not settled in this time will never be settled.
const PATIENCE = 30_000;

// Returns a client of a fake tool.
export const fake = (mode, argument = 0, options = {}) => new ProcessClient("policy.yaml", {
  tool: ["python3", "-I", "-S", join(BINDINGS, "Tests/tool.py"), mode, String(argument)], backoff: 0, ...options,
});

export const body = (subject, verb = "lookup") => (
  { [verb]: { attempt: { action: "sign-in", provider: "google.com", subject: String(subject) } } });

// Waits for a promise, which must be settled in time.
export async function within(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("a request ends in nothing")), PATIENCE);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

// Returns the answer or the error of a request.
export const outcome = (promise) => within(promise.catch((error) => error));

export const outcomes = (promises) => within(Promise.all(promises.map((promise) => promise.catch((error) => error))));

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Returns the child processes of this process, including zombies.
export function children() {
  return readdirSync("/proc").filter((name) => {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ");
      return fields[1] === String(process.pid);
    } catch {
      return false;
    }
  });
}

export const descriptors = () => readdirSync("/proc/self/fd").length;

// Waits until no child process remains, and returns the remaining children and descriptors.
export async function leftovers(before) {
  for (let round = 0; round < 500 && (children().length > 0 || descriptors() > before); round += 1) await pause(10);
  return { children: children(), descriptors: Math.max(0, descriptors() - before) };
}
