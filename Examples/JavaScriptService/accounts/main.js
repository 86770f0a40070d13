// Starts the service on 127.0.0.1.
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { load } from "linkpolicy";
import { Store, upgrade } from "linkpolicy/store";
import { App } from "./app.js";
import { Mailbox } from "./mailbox.js";
import { LocalProvider } from "./provider.js";
import { secretsOf } from "./secrets.js";

const { values: { data, port } } = parseArgs({
  options: { data: { type: "string", default: "data" }, port: { type: "string", default: "8080" } } });
const folder = resolve(data), database = join(folder, "accounts.db");
mkdirSync(folder, { recursive: true });
const secrets = secretsOf(folder);
await upgrade(database);
const policy = (await load()).shipped("hardened");
const store = new Store(database, policy, { key: Buffer.from(secrets.store, "hex") });

// The links in mails need the port.
let app;
const server = createServer((request, response) => app.handle(request, response));
server.listen(Number(port), "127.0.0.1", async () => {
  const base = `http://127.0.0.1:${server.address().port}`, mailbox = new Mailbox(join(folder, "mails"), store.tokens, base);
  app = new App(store, policy, mailbox, new LocalProvider(secrets), secrets.cookies);
  // Mails of an earlier process that died before it sent them.
  await store.outbox.deliver((notice) => mailbox.send(notice));
  console.log(`${base}/ (mails in ${join(folder, "mails")})`);
});
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    server.close(() => store.close());
    server.closeAllConnections();
  });
