// Hashes passwords with scrypt.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

export const LEAST = 8;
const LENGTH = 64, COST = { N: 1 << 14, r: 8, p: 1 };
const derive = promisify(scrypt);

export async function hashed(password) {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString("hex")}$${(await derive(password, salt, LENGTH, COST)).toString("hex")}`;
}

// Returns an id of a request that differs for another password. Testing passwords against it costs as much as against a hash.
export async function bound(id, password) {
  return `${id}-${(await derive(password, Buffer.from(id), LENGTH, COST)).toString("hex").slice(0, 32)}`;
}

// Returns the comparison for `Store.settle`. An address without an account costs the same time.
export function comparing(password) {
  return async (stored) => {
    const [, salt, digest] = (stored ?? `scrypt$${"00".repeat(16)}$${"00".repeat(LENGTH)}`).split("$");
    const isSame = timingSafeEqual(await derive(password, Buffer.from(salt, "hex"), LENGTH, COST), Buffer.from(digest, "hex"));
    return isSame && stored !== null;
  };
}
