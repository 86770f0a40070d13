// A process for the kill tests.
//   child.js once PATH PLACE     settles one request, and dies at a statement, `before` or `after` its commit
//   child.js settle PATH LOG FIRST STEP END [SHARE]    settles requests, and starts again where its log ends; with a share, only so much of
//                                what is left, and then waits for its end
//   child.js deliver PATH LOG    sends notices
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { Store } from "../store/index.js";
import { load } from "../linkpolicy.js";

const KEY = Buffer.from("a key for tests, which is public");
const SIGN_IN = {
  action: "sign-in", provider: "google.com", subject: "g1", addresses: [{ email: "ada@gmail.com", claims: { email_verified: true } }] };
const [, , verb, path, ...words] = process.argv;
const store = new Store(path, (await load()).shipped("hardened"), { key: KEY, patience: 60_000 });
const die = () => process.kill(process.pid, "SIGKILL");

// Returns request n: person n % 20 signs in, and every fourth request asks for a mail.
function attempt(n) {
  if (n % 4 === 3) return { action: "send-link", address: `mail${n}@example.com`, link: { domain: "allowed", "in-app": "on" } };
  const person = n % 20;
  return { ...SIGN_IN, subject: `g${person}`, addresses: [{ email: `p${person}@gmail.com`, claims: { email_verified: true } }] };
}

if (verb === "once") {
  const [place] = words;
  let seen = 0;
  for (const name of ["get", "all", "run"]) {
    const kept = StatementSync.prototype[name];
    StatementSync.prototype[name] = function (...values) {
      seen += 1;
      if (String(seen) === place) die();
      return kept.apply(this, values);
    };
  }
  const exec = DatabaseSync.prototype.exec;
  DatabaseSync.prototype.exec = function (text) {
    if (text === "COMMIT" && place === "before") die();
    exec.call(this, text);
    if (text === "COMMIT" && place === "after") die();
  };
  await store.settle(SIGN_IN, { requestId: "r1" });
} else if (verb === "settle") {
  const [log, first, step, end, share] = words, done = existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0;
  const mine = [];
  for (let n = Number(first); n < Number(end); n += Number(step)) mine.push(n);
  // The process may have been killed directly after writing the last line, so the request of this line is repeated.
  const left = mine.slice(Math.max(0, done - 1));
  for (const n of share ? left.slice(0, Math.ceil(left.length * Number(share))) : left) {
    const { outcome } = await store.settle(attempt(n), { requestId: `r${n}` });
    appendFileSync(log, `${JSON.stringify({ request: n, session: outcome.session })}\n`);
  }
  if (share) await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
} else {
  const [log] = words;
  for (;;) {
    const isLast = existsSync(`${log}.stop`);
    const { sent } = await store.outbox.deliver((notice) => appendFileSync(log, `${notice.n}\n`));
    if (isLast && sent === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
