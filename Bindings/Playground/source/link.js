// The state of the page in its address, as compressed JSON in letters that are valid in addresses. The content of an address is always
// checked.
import { LARGEST_TEXT } from "./text.js";
import { isName, ATTACKER, OWNER } from "./people.js";
import { STORIES } from "./stories.js";

export const SHIPPED = ["firebase", "hardened", "identity-platform", "firebase-emulator"];
export const TABS = ["difference", "matrix", "takeovers"];
export const MOST_STEPS = 40, MOST_PEOPLE = 6;
const VERSION = "1.";
const MOST_BYTES = 2 * LARGEST_TEXT;

export class DamagedLink extends Error {}

async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(), parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new DamagedLink("it unpacks to more than a page can hold");
    }
    parts.push(value);
  }
  return new Blob(parts).arrayBuffer();
}

export async function encoded(state) {
  const bytes = new Uint8Array(await through(new CompressionStream("deflate-raw"), JSON.stringify(state), Infinity));
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return VERSION + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the state of a link. Throws `DamagedLink`. */
export async function decoded(hash) {
  if (!hash.startsWith(VERSION)) throw new DamagedLink("it was not made by this page");
  let json;
  try {
    const letters = atob(hash.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    json = new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), bytes, MOST_BYTES));
    json = JSON.parse(json);
  } catch (error) {
    throw error instanceof DamagedLink ? error : new DamagedLink("a part of it is missing or was changed");
  }
  return checked(json);
}

function checked(state) {
  const need = (condition, what) => {
    if (!condition) throw new DamagedLink(`its ${what} cannot be read`);
  };
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const isNumber = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
  const isPatch = (value) => value === null
    || (Array.isArray(value) && value.length === 4 && value.slice(0, 3).every((one) => isNumber(one, 0, LARGEST_TEXT)) && typeof value[3] === "string");
  need(isObject(state), "state");
  const { base, edit, start, steps, at, tab, story, people } = state;
  need(SHIPPED.includes(base), "policy");
  need(isPatch(edit) && isPatch(start), "policy text");
  need(tab === null || TABS.includes(tab), "tab");
  need(story === null || (Array.isArray(story) && story.length === 2 && isNumber(story[0], 0, STORIES.length - 1)
    && isNumber(story[1], 0, STORIES[story[0]].scenes.length - 1)), "story");
  need(Array.isArray(people) && people.length >= 2 && people.length <= MOST_PEOPLE && people[0] === OWNER && people[1] === ATTACKER
    && people.every((name) => typeof name === "string" && isName(name))
    && new Set(people.map((name) => name.toLowerCase())).size === people.length, "people");
  need(Array.isArray(steps) && steps.length <= MOST_STEPS && steps.every((step) => isObject(step) && people.includes(step.who)
    && (step.attempt === undefined || (isObject(step.attempt) && typeof step.attempt.action === "string"))
    && Object.keys(step).every((key) => ["who", "attempt", "as", "code", "target", "wait", "set", "ticket", "settings", "method"].includes(key))
    && JSON.stringify(step).length < 4000), "steps");
  need(isNumber(at, 0, steps.length), "step");
  return { base, edit, start, steps, at, tab, story, people };
}
