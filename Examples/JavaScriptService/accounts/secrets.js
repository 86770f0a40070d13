// The secrets of the service, in a file that only its user can read. A real service gets them from its secret manager.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Reads the secrets of a data folder; makes them at the first start.
export function secretsOf(folder) {
  const path = join(folder, "secrets.json");
  if (!existsSync(path)) {
    const pem = (type, options) => generateKeyPairSync(type, options).privateKey.export({ type: "pkcs8", format: "pem" });
    const made = {
      store: randomBytes(32).toString("hex"), cookies: randomBytes(32).toString("hex"), RS256: pem("rsa", { modulusLength: 2048 }),
      ES256: pem("ec", { namedCurve: "P-256" }) };
    // Two first starts at once must not mix their keys.
    const draft = join(folder, `secrets.${process.pid}`);
    writeFileSync(draft, JSON.stringify(made), { mode: 0o600, flag: "wx" });
    try {
      linkSync(draft, path);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    } finally {
      rmSync(draft);
    }
  }
  return JSON.parse(readFileSync(path, "utf8"));
}
