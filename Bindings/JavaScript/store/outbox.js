// Sends the notices of committed change sets, each at least once.
import { Stop } from "./database.js";
import { noticeOf } from "./writer.js";

// The seconds for which a claimed notice belongs to the sending process, and the maximum pause before the next try.
const LEASE = 300, LONGEST = 3600;

export class Outbox {
  #db;
  #clock;

  constructor(db, clock) {
    [this.#db, this.#clock] = [db, clock];
  }

  async deliver(send, { limit = 100 } = {}) {
    const delivery = { sent: 0, failures: [] };
    for (let left = limit; left > 0; left--) {
      const notice = await this.#claim();
      if (notice === null) break;
      try {
        await send(notice);
      } catch (error) {
        delivery.failures.push({ notice, error });
        await this.#mark(notice.n, "due_at", this.#now() + Math.min(LONGEST, 30 << Math.min(notice.tries, 7)));
        continue;
      }
      delivery.sent += 1;
      await this.#mark(notice.n, "sent_at", this.#now());
    }
    return delivery;
  }

  pending() {
    return this.#db.transaction((db) => db.get("SELECT count(*) AS n FROM lp_outbox WHERE sent_at IS NULL").n, { reads: true });
  }

  #now() {
    return Math.floor(this.#clock());
  }

  // Claims the oldest due notice, so that other processes do not send it for some minutes.
  #claim() {
    return this.#db.transaction((db) => {
      const now = this.#now();
      const row = db.get("SELECT * FROM lp_outbox WHERE sent_at IS NULL AND due_at <= ? ORDER BY n LIMIT 1", now);
      if (row === undefined) throw new Stop(null);
      db.run("UPDATE lp_outbox SET due_at = ?, tries = tries + 1 WHERE n = ?", now + LEASE, row.n);
      return noticeOf(row);
    });
  }

  #mark(n, column, value) {
    return this.#db.transaction((db) => db.run(`UPDATE lp_outbox SET ${column} = ? WHERE n = ?`, value, n));
  }
}
