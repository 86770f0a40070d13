// Session cookies and the codes in mailed links: database ids with a signature that is not in the database.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const LEAST = 32;

export class Tokens {
  #keys;

  // The first key signs tokens; tokens that were signed with the other keys stay valid.
  constructor(...keys) {
    for (const key of keys)
      if (!(key instanceof Uint8Array) || key.length < LEAST) throw new RangeError(`a key for tokens is at least ${LEAST} bytes`);
    this.#keys = keys;
  }

  issue(kind, id) {
    return `${id}.${signature(this.#keys[0], kind, id).toString("base64url")}`;
  }

  read(kind, token) {
    if (token === null || token === undefined) return null;
    const text = String(token), dot = text.lastIndexOf("."), id = text.slice(0, Math.max(dot, 0));
    const given = Buffer.from(text.slice(dot + 1), "base64url");
    for (const key of this.#keys) {
      const expected = signature(key, kind, id);
      // Only one spelling of a signature is valid, so that an id has only one token.
      if (given.length === expected.length && timingSafeEqual(given, expected) && given.toString("base64url") === text.slice(dot + 1)) return id;
    }
    // No row has this id, so the policy decides as for an unknown session or code.
    return `unknown-${createHash("sha256").update(text).digest("hex")}`;
  }
}

function signature(key, kind, id) {
  return createHmac("sha256", key).update(`linkpolicy ${kind} ${id}`).digest();
}
