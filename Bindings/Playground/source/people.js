// The people who sign in, their addresses, and the providers that they use.
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

/** Returns the owner of an address: the person with the name before the `@`. */
export function ownerOf(address, people) {
  const local = address?.split("@")[0].toLowerCase();
  return people.find((name) => name.toLowerCase() === local) ?? null;
}

/** Returns the addresses that the page offers to the people. */
export function addressesOf(people) {
  return people.flatMap((name) => [`${name.toLowerCase()}@gmail.com`, `${name.toLowerCase()}@example.com`]);
}

/** Returns the mark of a person. Marks differ in shape and letter, so that they do not depend on color. */
export function mark(name) {
  const kind = name === OWNER ? "owner" : name === ATTACKER ? "attacker" : "other";
  return sign(name.slice(0, 1).toUpperCase(), `mark ${kind}`);
}

export const possessive = (name) => (name.endsWith("s") ? `${name}’` : `${name}’s`);

export const badge = (id) => sign(provider(id).sign, "badge");

export const person = (name) => h("span", { className: "person" }, mark(name), " ", name);

/** Returns whether a text can be the name of a person, because a name becomes part of subjects and addresses. */
export const isName = (text) => /^[A-Za-z][A-Za-z0-9]{0,15}$/.test(text);
