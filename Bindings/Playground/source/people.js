// The people who sign in, what they own, and the providers that they use.
import { h, sign } from "./dom.js";

export const OWNER = "Ada", ATTACKER = "Mallory";

export const PROVIDERS = [
  { id: "google.com", name: "Google", sign: "G" },
  { id: "apple.com", name: "Apple", sign: "Ap" },
  { id: "facebook.com", name: "Facebook", sign: "f" },
  { id: "github.com", name: "GitHub", sign: "Gh" },
  { id: "microsoft.com", name: "Microsoft", sign: "Ms" },
];

export function provider(id) {
  const named = { password: { id, name: "a password", sign: "pw" }, phone: { id, name: "a phone", sign: "ph" } };
  return PROVIDERS.find((one) => one.id === id) ?? named[id] ?? { id, name: id, sign: id.slice(0, 2) };
}

/** The person who owns an address: the one whose name is before the `@`. */
export function ownerOf(address, people) {
  const local = address?.split("@")[0].toLowerCase();
  return people.find((name) => name.toLowerCase() === local) ?? null;
}

/** The addresses that the page offers to a person. */
export function addressesOf(people) {
  return people.flatMap((name) => [`${name.toLowerCase()}@gmail.com`, `${name.toLowerCase()}@example.com`]);
}

/** Marks differ in shape and letter, so that they do not depend on color. */
export function mark(name) {
  const kind = name === OWNER ? "owner" : name === ATTACKER ? "attacker" : "other";
  return sign(name.slice(0, 1).toUpperCase(), `mark ${kind}`);
}

export const possessive = (name) => (name.endsWith("s") ? `${name}’` : `${name}’s`);

export const badge = (id) => sign(provider(id).sign, "badge");

export const person = (name) => h("span", { className: "person" }, mark(name), " ", name);

/** Whether a text can be the name of a person: it becomes part of subjects and addresses. */
export const isName = (text) => /^[A-Za-z][A-Za-z0-9]{0,15}$/.test(text);
