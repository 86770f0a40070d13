// Transactions of node:sqlite. A transaction is one synchronous function, so no other code of this process can run between its statements.
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { Busy, Conflict, StoreError, StoreFailed, Uncertain } from "./errors.js";

// Primary result codes of SQLite, which extended codes contain.
const BUSY = 5, LOCKED = 6, FULL = 13, CONSTRAINT = 19;
// The limits of the pauses while another process writes, in milliseconds.
const SHORTEST = 1, LONGEST = 50;

export class Database {
  #sqlite;
  #statements = new Map();
  #patience;
  #isOwn;

  // Opens a file, or uses an open connection. `patience` is the time that a transaction waits for other processes, in milliseconds.
  constructor(source, patience) {
    this.#patience = patience;
    this.#isOwn = !(source instanceof DatabaseSync);
    try {
      // SQLite's own wait would block the whole process.
      this.#sqlite = this.#isOwn ? new DatabaseSync(source, { timeout: 0 }) : source;
      // In this mode, readers do not wait for writers, and a commit is on the disk when the call returns.
      this.#whilePatient(() => this.#sqlite.exec("PRAGMA journal_mode = WAL"));
      this.#sqlite.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
    } catch (error) {
      this.abandon();
      throw meaning(error);
    }
  }

  // During the opening, another process can be recovering the file, which takes no longer than reading the file's journal.
  #whilePatient(call) {
    for (let tries = 0; ; tries++) {
      try {
        return call();
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (tries * LONGEST > this.#patience) throw new Busy(tries + 1, error);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONGEST);
      }
    }
  }

  get(text, ...values) {
    return this.#prepared(text).get(...values);
  }

  all(text, ...values) {
    return this.#prepared(text).all(...values);
  }

  // Returns the number of changed rows.
  run(text, ...values) {
    return Number(this.#prepared(text).run(...values).changes);
  }

  // Adds a row from an object of columns, and returns the row's number.
  insert(table, row) {
    const columns = Object.keys(row), places = columns.map(() => "?").join(", ");
    const text = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`;
    return Number(this.#prepared(text).run(...columns.map((column) => stored(row[column]))).lastInsertRowid);
  }

  // Runs a function in a transaction; with `reads`, the function sees one snapshot. If the database is locked, waits and starts again.
  async transaction(body, { reads = false } = {}) {
    const until = performance.now() + this.#patience;
    for (let tries = 1; ; tries++) {
      try {
        return this.#once(body, reads);
      } catch (error) {
        if (!(error instanceof Locked)) throw error;
        if (performance.now() > until) throw new Busy(tries, error);
        await pause(SHORTEST + Math.random() * Math.min(LONGEST, 2 ** tries));
      }
    }
  }

  close() {
    this.#statements.clear();
    this.#sqlite.close();
  }

  // Closes a connection that could not be prepared, unless the connection belongs to the caller.
  abandon() {
    if (this.#isOwn && this.#sqlite?.isOpen) this.close();
  }

  #once(body, reads) {
    let value;
    if (!this.#sqlite.isOpen) throw new StoreFailed("the store is closed");
    if (this.#sqlite.isTransaction) throw new StoreFailed("the connection is in a transaction: give the store a connection of its own");
    try {
      this.#sqlite.exec(reads ? "BEGIN" : "BEGIN IMMEDIATE");
    } catch (error) {
      throw meaning(error);
    }
    try {
      value = body(this);
      if (typeof value?.then === "function") throw new StoreFailed("the policy answered with a promise: give the store one of `linkpolicy`");
    } catch (error) {
      this.#rollBack();
      if (error instanceof Stop) return error.value;
      throw meaning(error);
    }
    try {
      this.#sqlite.exec("COMMIT");
    } catch (error) {
      this.#rollBack();
      throw meaning(error, true);
    }
    return value;
  }

  #rollBack() {
    try {
      if (this.#sqlite.isTransaction) this.#sqlite.exec("ROLLBACK");
    } catch {
      // Either SQLite has rolled back by itself, or the connection is unusable, and the next statement reports this.
    }
  }

  #prepared(text) {
    let statement = this.#statements.get(text);
    if (statement === undefined) this.#statements.set(text, (statement = this.#sqlite.prepare(text)));
    return statement;
  }
}

// Ends a transaction without its writes, and makes the transaction return a result.
export class Stop extends Error {
  constructor(value) {
    super("stopped");
    this.value = value;
  }
}

// The error if another connection holds a lock.
class Locked extends Conflict {}

// SQLite has no booleans, so they become integers.
function stored(value) {
  return typeof value === "boolean" ? Number(value) : (value ?? null);
}

function isBusy(error) {
  return error?.code === "ERR_SQLITE_ERROR" && [BUSY, LOCKED].includes(error.errcode & 0xff);
}

function meaning(error, isCommitting = false) {
  if (error instanceof StoreError || error?.code !== "ERR_SQLITE_ERROR") return error;
  const code = error.errcode & 0xff;
  if (isBusy(error)) return new Locked(error.message, { cause: error });
  if (isCommitting && code !== FULL && code !== CONSTRAINT)
    return new Uncertain(`SQLite reports an error during the commit: ${error.message}`, { cause: error });
  return new StoreFailed(error.message, { cause: error });
}
