// What the played steps mean for the people: who can get into which account, and what a step changed.
import { ownerOf } from "./people.js";

/** Cases to play: the steps, and for each session the steps with a reload in it, which finds out whether it is still open. */
export function casesOf(steps, secrets) {
  const plain = steps.map(({ who, ...step }, index) => (secrets[index] ? { ...step, attempt: { ...step.attempt, secret: secrets[index] } } : step));
  return [{ id: "main", steps: plain }];
}

/** For each opened session, whether it still works after some steps: cases to play. */
export function probesOf(steps, played, count) {
  const opened = played.slice(0, count).filter(({ applied }) => applied?.session).map(({ number }) => number);
  return opened.map((number) => ({ id: `session-${number}`, steps: [...steps.slice(0, count), { attempt: { action: "reload" }, as: number }] }));
}

const methodId = ({ provider, kind, subject }) => [provider, kind ?? "", subject ?? ""].join("|");
const methodOf = (value) => (typeof value === "string" ? { provider: value.split("/")[0], kind: value.split("/")[1] } : value);

/** Follows who holds which method. A method belongs to the person whose step added it; a subject of a provider to who used it first. */
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
    // Whoever reads the mail opens a mailed link.
    if (kind === "email-link") return ownerOf(account.email, this.#people);
    return this.#passwords.get(account.id) ?? null;
  }
}

/**
 * Whether the password of a step is the right one, which depends on who set it: `right`, `wrong` or nothing.
 *
 * A person knows only the password that the same person has set.
 */
export function secretOf(step, before, steps, people) {
  const { attempt, code } = step;
  if (attempt?.action !== "sign-in" || attempt.provider !== "password" || code !== undefined || attempt.secret !== undefined) return null;
  const account = before.at(-1)?.accounts.find(({ email }) => email === attempt.email?.toLowerCase());
  const method = account?.methods.map(methodOf).find(({ provider, kind }) => provider === "password" && kind !== "email-link");
  if (!method) return null;
  return new Holders(steps, before, people).holder(account, method) === step.who ? "right" : "wrong";
}

/** The accounts after a step, with what the step changed, by person. */
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

/** The people who can get into an account, with the ways that they have. */
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
 * Plays steps, and finds out which sessions are open after each count of steps in `counts`.
 *
 * `play` asks the module. A step that the policy cannot take ends the play with its message.
 */
export async function playSteps(play, steps, people, counts) {
  const secrets = [];
  let played = [], ended = null, count = steps.length;
  // A password is right or wrong by who set it, which an earlier step decides; each round settles one step more.
  for (let round = 0; round <= 2 * steps.length; round++) {
    const [main] = casesOf(steps.slice(0, count), secrets);
    if (count === 0) break;
    try {
      [{ steps: played }] = await play([main]);
    } catch (error) {
      if (!error.findings?.length || !error.findings.every(({ file }) => file?.startsWith("cases."))) throw error;
      ended = error.findings[0].message;
      count -= 1;
      played = [];
      continue;
    }
    const index = played.findIndex((_, at) => secretOf(steps[at], played.slice(0, at), steps, people) !== (secrets[at] ?? null));
    if (index < 0) break;
    secrets[index] = secretOf(steps[index], played.slice(0, index), steps, people);
    secrets.length = index + 1;
  }
  const known = casesOf(steps, secrets)[0].steps, open = new Map();
  for (const at of counts) {
    const cases = at > 0 && at <= played.length ? probesOf(known, played, at) : [];
    const alive = new Map();
    try {
      for (const one of cases.length > 0 ? await play(cases) : []) {
        alive.set(Number(one.id.split("-")[1]), one.steps.at(-1).decision?.outcome === "allowed");
      }
    } catch (error) {
      // A policy without reloads does not say which sessions are open.
      if (!error.findings) throw error;
    }
    open.set(at, alive);
  }
  if (ended !== null) played = [...played, { number: count + 1, problem: ended, accounts: played.at(-1)?.accounts ?? [], codes: [] }];
  return { played, open };
}
