// The values and functions that the tests of the store share.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "../linkpolicy.js";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const TOOL = process.env.LINKPOLICY ?? join(ROOT, ".build/release/linkpolicy");
export const KEY = Buffer.from("a key for tests, which is public");
export const SIGN_IN = {
  action: "sign-in", provider: "google.com", subject: "g1", addresses: [{ email: "ada@gmail.com", claims: { email_verified: true } }] };
export const TABLES = [
  "lp_account", "lp_method", "lp_label", "lp_gone", "lp_session", "lp_code", "lp_outbox", "lp_request"];

export const hardened = (await load()).shipped("hardened");

const folder = mkdtempSync(join(tmpdir(), "linkpolicy-"));
after(() => rmSync(folder, { recursive: true }));
let files = 0;

// Returns the path of a new file.
export const newFile = () => join(folder, `${++files}.db`);

// Returns the number of rows of each table.
export function counts(path) {
  const database = new DatabaseSync(path);
  try {
    return Object.fromEntries(TABLES.map((table) => [table, database.prepare(`SELECT count(*) AS n FROM ${table}`).get().n]));
  } finally {
    database.close();
  }
}
