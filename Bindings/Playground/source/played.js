// The meaning of the played steps for the people: who can enter which account, and what each step changed.
import { ownerOf } from "./people.js";

/** Returns the steps as a case of vectors, each with the result of its password check. */
function caseOf(id, steps, secrets) {
  return { id, steps: steps.map(({ who, ...step }, index) => (secrets[index] ? { ...step, attempt: { ...step.attempt, secret: secrets[index] } } : step)) };
}

/**
 * Returns cases that reload each session after some steps. Only open sessions can be reloaded; a step that opened no session has a problem,
 * which means the same.
 */
function probes(steps, secrets, at) {
  const { steps: before } = caseOf("", steps.slice(0, at), secrets);
  return before.map((_, index) => ({ id: `${at}/${index + 1}`, steps: [...before, { attempt: { action: "reload" }, as: index + 1 }] }));
}

const methodId = ({ provider, kind, subject }) => [provider, kind ?? "", subject ?? ""].join("|");
const methodOf = (value) => (typeof value === "string" ? { provider: value.split("/")[0], kind: value.split("/")[1] } : value);

/**
 * Determines the holder of each method. A password belongs to the person whose step set it, and a subject of a provider to its first user.
 */
export class Holders {
  #subjects = new Map();
  #passwords = new Map();
  #people;

  constructor(steps, played, people) {
    this.#people = people;
    for (const [index, step] of played.entries()) {
      const { attempt, who } = steps[index] ?? {};
      if (!attempt) continue;
      const key = `${attempt.provider}|${attempt.subject}`;
      if (attempt.subject && !this.#subjects.has(key)) this.#subjects.set(key, who);
      const account = step.applied?.account;
      for (const write of step.decision?.changes?.writes ?? []) {
        if (write.write === "put-method" && write.kind === "password" && write.secret !== "keep" && account) this.#passwords.set(account, who);
      }
    }
  }

  holder(account, method) {
    const { provider, kind, subject } = methodOf(method);
    if (subject && kind !== "password" && kind !== "email-link") return this.#subjects.get(`${provider}|${subject}`) ?? null;
    // A mailed link is opened by the person who reads the mail.
    if (kind === "email-link") return ownerOf(account.email, this.#people);
    return this.#passwords.get(account.id) ?? null;
  }
}

/**
 * Returns whether the password of a step is right, depending on who set the password: `right`, `wrong` or null.
 *
 * A person knows only passwords that the same person has set.
 */
export function secretOf(step, before, steps, people) {
  const { attempt, code } = step;
  if (attempt?.action !== "sign-in" || attempt.provider !== "password" || code !== undefined || attempt.secret !== undefined) return null;
  const account = before.at(-1)?.accounts.find(({ email }) => email === attempt.email?.toLowerCase());
  const method = account?.methods.map(methodOf).find(({ provider, kind }) => provider === "password" && kind !== "email-link");
  if (!method) return null;
  return new Holders(steps, before, people).holder(account, method) === step.who ? "right" : "wrong";
}

/** Returns the accounts after a step, each with the step's changes and the person behind each method and session. */
export function cardsAt(at, steps, played, alive, people) {
  const now = played[at - 1], before = played[at - 2], holders = new Holders(steps, played.slice(0, at), people);
  if (!now) return [];
  const ids = new Set([...(before?.accounts ?? []), ...now.accounts].map(({ id }) => id));
  return [...ids].map((id) => {
    const account = now.accounts.find((one) => one.id === id), old = before?.accounts.find((one) => one.id === id);
    const after = (account?.methods ?? []).map(methodOf), earlier = (old?.methods ?? []).map(methodOf);
    const known = new Set(earlier.map(methodId)), left = new Set(after.map(methodId));
    const methods = [
      ...after.map((method) => ({ method, change: known.has(methodId(method)) ? null
        : earlier.some((one) => one.provider === method.provider && one.kind === method.kind && !left.has(methodId(one))) ? "replaced" : "added" })),
      ...earlier.filter((method) => !left.has(methodId(method))).map((method) => ({ method, change: "dropped" })),
    ].map(({ method, change }) => ({ method, change, who: holders.holder(account ?? old, method) }));
    const sessions = [];
    for (const { number, applied } of played.slice(0, at)) {
      if (!applied?.session || applied.account !== id) continue;
      const isOpen = alive.after.get(number), wasOpen = number === at || alive.before.get(number);
      if (isOpen || wasOpen) sessions.push({ number, who: steps[number - 1].who, change: number === at ? "opened" : isOpen ? null : "ended", isOpen });
    }
    return {
      id, account: account ?? old, isGone: !account, isNew: !old, methods, sessions,
      owner: ownerOf((account ?? old).email, people), isVerified: account?.verified === true,
      isNewlyVerified: account?.verified === true && old?.verified !== true, by: steps[at - 1].who, with: steps[at - 1].attempt?.provider,
    };
  });
}

/** Returns the people who can enter an account, each with their methods and sessions. */
export function insiders({ methods, sessions, isGone }) {
  const ways = new Map();
  if (isGone) return ways;
  const add = (who, kind, way) => {
    if (who === null) return;
    if (!ways.has(who)) ways.set(who, { methods: [], sessions: [] });
    ways.get(who)[kind].push(way);
  };
  for (const { method, change, who } of methods) if (change !== "dropped") add(who, "methods", method);
  for (const { number, who, isOpen } of sessions) if (isOpen) add(who, "sessions", number);
  return ways;
}

/**
 * Plays steps, and determines which sessions are open after each number of steps in `counts`.
 *
 * `play` asks the module. Each call compiles the policy, so one call asks all questions. A step that the policy cannot accept ends the
 * play.
 */
export async function playSteps(play, steps, people, counts) {
  const secrets = [];
  let played = [], ended = null, count = steps.length, cases = [];
  // An earlier step determines who set a password, and whether the password is right; each round settles one more step.
  for (let round = 0; count > 0 && round <= 2 * steps.length; round++) {
    const taken = steps.slice(0, count);
    try {
      cases = await play([caseOf("main", taken, secrets), ...counts.filter((at) => at > 0 && at <= count).flatMap((at) => probes(taken, secrets, at))]);
      played = cases[0].steps;
    } catch (error) {
      if (!error.findings?.length || !error.findings.every(({ file }) => file?.startsWith("cases."))) throw error;
      ended = error.findings[0].message;
      count -= 1;
      [played, cases] = [[], []];
      continue;
    }
    const index = played.findIndex((_, at) => secretOf(steps[at], played.slice(0, at), steps, people) !== (secrets[at] ?? null));
    if (index < 0) break;
    secrets[index] = secretOf(steps[index], played.slice(0, index), steps, people);
    secrets.length = index + 1;
  }
  const open = new Map(counts.map((at) => [at, new Map()]));
  for (const { id, steps: probed } of cases.slice(1)) {
    const [at, number] = id.split("/").map(Number);
    open.get(at).set(number, probed.at(-1).decision?.outcome === "allowed");
  }
  if (ended !== null) played = [...played, { number: count + 1, problem: ended, accounts: played.at(-1)?.accounts ?? [], codes: [] }];
  return { played, open };
}
