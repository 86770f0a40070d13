// Compares the rows of a store with the rows that a change set must leave, and names the write that the store executed wrongly.
import { isDeepStrictEqual } from "node:util";

// The writes that change each column.
const ACCOUNT = {
  tenant: ["insert-account"], email: ["insert-account", "set-email"], verified: ["insert-account", "set-email"], profile: ["set-profile"],
  state: ["set-state"], factors: ["drop-factors", "set-factors"], epoch: ["end-sessions"], labels: ["set-label"], identifiers: ["set-identifier"],
  methods: ["put-method", "remove-method", "supersede-method", "set-label"],
};
const SESSION = {
  account: ["open-session"], epoch: ["open-session", "renew-session"], recent: ["open-session", "renew-session"],
  ended: ["end-session", "delete-account"],
};
const CODE = {
  purpose: ["put-code"], address: ["put-code"], account: ["put-code"], bound: ["put-code"], requester: ["put-code"],
  requesterAccount: ["put-code"], credential: ["put-code"], tenant: ["put-code"],
  used: ["use-code"], expired: [],
};
const DEFAULTS = { tenant: null, labels: {}, identifiers: {}, factors: 0, epoch: 0, profile: { name: null, photo: null } };
const METHOD = { subject: null, address: null, proved: null, superseded: false, labels: {} };

// Returns a sentence for each difference. A table that the store does not return is not compared; `name` returns the name of an id.
export function differences(model, rows, changes, name) {
  const found = [], sentence = (writes, text) => found.push(after(writes, changes, text));
  const ids = (table, expected, present, adds, removes) => {
    for (const id of expected.keys()) if (!present.has(id)) sentence(adds, `there is no ${table} ${name(id)}`);
    for (const id of present.keys())
      if (!expected.has(id)) sentence(removes, `there is ${removes.length > 0 ? "still the" : "an unexpected"} ${table} ${name(id)}`);
    return [...expected.keys()].filter((id) => present.has(id));
  };
  const columns = (row, expected, present, writes) => {
    for (const [column, names] of Object.entries(writes))
      if (!isDeepStrictEqual(plain(expected[column]), plain(present[column])))
        sentence(names, `${row} has ${column} ${shown(present[column])}, expected ${shown(expected[column])}`);
  };

  const accounts = new Map(rows.accounts.map((account) => [account.id, account]));
  for (const id of ids("account", model.accounts, accounts, ["insert-account"], ["delete-account"])) {
    const expected = model.accounts.get(id), present = { ...DEFAULTS, ...accounts.get(id) };
    const listed = (account) => ({ ...account, methods: account.methods.map(method) });
    columns(`account ${name(id)}`, listed(expected), listed(present), ACCOUNT);
    if (expected.version !== present.version)
      found.push(`the version of account ${name(id)} is ${present.version}, expected ${expected.version}: increment it once for each change`
        + " set with a write marked V");
  }
  if (rows.gone) {
    for (const [key, isMissing] of unequal(model.gone, rows.gone))
      sentence(["delete-account"], `${key.issuer} ${key.kind} ${key.subject} ${isMissing ? "is missing from" : "is among"} the keys of deleted accounts`);
  }
  for (const [table, key, writes, adds, removes] of [
    ["session", "sessions", SESSION, ["open-session"], []], ["code", "codes", CODE, ["put-code"], ["cancel-codes"]]]) {
    if (!rows[key]) continue;
    const present = new Map(Object.entries(rows[key]));
    for (const id of ids(table, model[key], present, adds, removes))
      columns(`${table} ${name(id)}`, model[key].get(id), present.get(id), writes);
  }
  if (rows.notices) {
    const sent = rows.notices.map(({ notice, to, code, account }) => (notice === "mail" ? { notice, to, code } : { notice, to, account }));
    for (const [{ notice, to }, isMissing] of unequal(model.notices, sent))
      found.push(`the notice \`${notice}\` to ${to} ${isMissing ? "is missing from" : "should not be in"} the outbox`);
  }
  return found;
}

// Returns a value without the prototypes of the store's rows.
function plain(value) {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

// Returns a text, extended by the names of those writes that are in the change set.
function after(writes, changes, text) {
  const names = [...new Set(changes.writes.map(({ write }) => write).filter((write) => writes.includes(write)))];
  return names.length === 0 ? `${text}; no write of the change set changes this` : `after ${names.map((one) => `\`${one}\``).join(" and ")}: ${text}`;
}

function method({ provider, kind, ...row }) {
  const { subject, address, proved, superseded, labels } = { ...METHOD, ...row };
  return { provider, kind, subject, address, proved, superseded, labels };
}

// Returns the entries that only one of two lists contains, counting repetitions, each with whether the entry is expected.
function unequal(expected, found) {
  const rest = found.map(plain), missing = [];
  for (const one of expected.map(plain)) {
    const at = rest.findIndex((other) => isDeepStrictEqual(one, other));
    if (at < 0) missing.push([one, true]);
    else rest.splice(at, 1);
  }
  return [...missing, ...rest.map((one) => [one, false])];
}

function shown(value) {
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object") return String(value);
  if (value.provider === undefined) return `{${Object.entries(value).map(([key, one]) => `${key}: ${shown(one)}`).join(", ")}}`;
  const { provider, kind, superseded, labels, ...columns } = value;
  const extra = Object.entries(columns).filter(([, one]) => one !== null).map(([key, one]) => `${key}=${one}`);
  if (superseded) extra.push("superseded");
  if (Object.keys(labels).length > 0) extra.push(`labels=${shown(labels)}`);
  return `${provider}/${kind}${extra.length > 0 ? ` (${extra.join(" ")})` : ""}`;
}
