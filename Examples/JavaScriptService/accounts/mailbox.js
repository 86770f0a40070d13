// Writes mails to files, in place of a mail server.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// A folder with a file for each mail. A notice that is sent twice replaces its own file.
export class Mailbox {
  #folder;
  #tokens;
  #base;

  constructor(folder, tokens, base) {
    mkdirSync(folder, { recursive: true });
    [this.#folder, this.#tokens, this.#base] = [folder, tokens, base];
  }

  send({ n, notice, to, code, purpose }) {
    if (to === null) return;
    const link = () => `${this.#base}/code/${purpose}?${new URLSearchParams({ code: this.#tokens.issue("code", code) })}`;
    const text = notice === "mail"
      ? `Subject: your link (${purpose})\n\n${link()}\n`
      : "Subject: your account has changed\n\nIf this was not you, reset your password.\n";
    const path = join(this.#folder, `${String(n).padStart(6, "0")}.txt`), draft = `${path}.${process.pid}`;
    writeFileSync(draft, `To: ${to}\n${text}`);
    renameSync(draft, path);
  }
}
