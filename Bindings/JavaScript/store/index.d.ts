/** Accounts, sessions and codes in SQLite, by `node:sqlite`. Needs Node 24 or later. */
import type { DatabaseSync } from "node:sqlite";
import type { AccountRow, Attempt, Caller, Changes, Decision, DisabledMethods, Lookup, Words } from "../linkpolicy.js";
import { LinkPolicyError } from "../errors.js";

/** The base class of the errors of the store. Messages can contain ids and addresses: keep them out of public answers. */
export class StoreError extends LinkPolicyError {}
/** The database reports an error, or the change set contradicts the rows. Nothing was written. */
export class StoreFailed extends StoreError {}
/** The tables are missing, older than this package, or newer. */
export class SchemaMismatch extends StoreFailed {}
/** Another transaction changed the same rows. `settle` retries by itself; after `commit`, look up and decide again. */
export class Conflict extends StoreError {}
/**
 * A requirement of the change set does not hold. After `commit`, look up and decide again, at most eight times. After `settle`, a retry
 * does not help: another account already has the address of the new password or link.
 */
export class RequirementFailed extends Conflict {
  readonly requirement: Changes["requires"][number];
}
/** Every try ended in a conflict, or other processes held the database too long. Nothing was written. */
export class Busy extends StoreError {
  readonly tries: number;
}
/** The commit failed in a way that leaves its result unknown. Settle again with the same request id. */
export class Uncertain extends StoreError {}

/** A policy that answers synchronously: one of `linkpolicy`. */
export interface Decider {
  lookup(attempt: Attempt, options: object): Lookup;
  decide(attempt: Attempt, options: object): Decision;
}

export interface StoreOptions {
  /** At least 32 random bytes, which sign session cookies and links. Keep them outside the database. */
  key: Uint8Array;
  /** Former keys, whose cookies and links stay valid. */
  olderKeys?: Uint8Array[];
  /** How long rows are valid, in seconds: sessions 30 days, the recency of a sign-in 300, codes 3600; `codes` by purpose. */
  lifetimes?: { session?: number; recent?: number; code?: number; codes?: Record<string, number> };
  /** The providers of each pool, if the policy has `pools:`. */
  pools?: string[][];
  /** Returns the time in seconds since 1970. */
  clock?: () => number;
  /** Makes an id from `u`, `s` or `c`; the default has 128 random bits. */
  newId?: (letter: "u" | "s" | "c") => string;
  /** How often an attempt is decided again after a conflict; 8. */
  tries?: number;
  /** How long a transaction waits for other processes, in milliseconds; 5000. */
  patience?: number;
}

export interface SettleOptions {
  /** The ids of the session, the code and the target; `caller()` reads them from tokens. */
  caller?: Caller;
  settings?: Words;
  /** Whether the method is enabled, or the list of all disabled methods, which some policies ask for; by default all are enabled. */
  method?: "enabled" | "disabled" | DisabledMethods;
  /**
   * Compares the person's password with a hash, and with a dummy hash if it gets null. The result becomes `secret` of the attempt. It
   * runs outside the transaction, because it is slow.
   */
  password?: (hash: string | null) => boolean | Promise<boolean>;
  /** The hash to store if the decision sets a new password. */
  passwordHash?: string;
  /**
   * An unpredictable id, at most 190 bytes. If the same attempt of the same caller was committed with this id before, nothing is written, and
   * the result has the earlier answer. A decision that writes nothing is not stored. The attempt has no new password: if the request
   * sets one, make the id from it too, so that a repetition with another password is another request.
   */
  requestId?: string;
}

/** An event for listeners, such as `signed-in` with `session`, or `method-removed` with `account`, `provider` and `kind`. */
export interface StoreEvent {
  name: "signed-in" | "token-refreshed" | "signed-out" | "sessions-revoked" | "owner-notified" | "method-removed" | "code-mailed";
  account?: string;
  session?: string;
  code?: string;
  purpose?: string;
  address?: string;
  provider?: string;
  kind?: string;
}

/** A message to send: `mail` sends a code, `owner` informs the owner of an account. */
export interface Notice {
  /** The number of its row in the outbox. */
  n: number;
  notice: "mail" | "owner";
  /** The address; null if the account of an `owner` notice has none. */
  to: string | null;
  code: string | null;
  purpose: string | null;
  account: string | null;
  /** The number of earlier tries to send it. */
  tries: number;
}

/** The ids that a commit assigned, its events, and its notices, which are in the outbox too. */
export interface Outcome {
  newAccount: string | null;
  deleted: boolean;
  session: string | null;
  codes: string[];
  events: StoreEvent[];
  notices: Notice[];
}

export interface Settled {
  /** The decision. If `isRepeated`, only its `outcome`, `error`, `shown`, `names` and `ask`. */
  decision: Decision;
  /** The result of the commit. If `isRepeated`, without events and notices. */
  outcome: Outcome;
  /** Whether an earlier request with this id committed the result. */
  isRepeated: boolean;
  /** How often the attempt was decided. */
  tries: number;
}

/** Signs the ids of sessions and codes, so that the database contains no secret. */
export class Tokens {
  constructor(...keys: Uint8Array[]);
  issue(kind: "session" | "code", id: string): string;
  /** Returns the id in a token; null for no token; for a wrong token, an id that no row has. */
  read(kind: "session" | "code", token: string | null | undefined): string | null;
}

export interface Outbox {
  /**
   * Sends the notices that are due, at most `limit` (100). Call it after `settle`, and once a minute for the notices of a process that
   * died. A notice is sent twice if the process dies between sending and marking. After an error, it is due again later.
   */
  deliver(
    send: (notice: Notice) => unknown, options?: { limit?: number },
  ): Promise<{ sent: number; failures: { notice: Notice; error: unknown }[] }>;
  /** Returns the number of notices that were not sent yet. */
  pending(): Promise<number>;
}

/** Creates the tables in a file, or brings them up to date, in one transaction. */
export function upgrade(database: string | DatabaseSync, options?: { patience?: number }): Promise<void>;

/** A store. Processes may share the database; a connection that is passed must not be used otherwise. */
export class Store {
  /** Opens the store. Throws `SchemaMismatch` unless `upgrade` has created the tables. */
  constructor(database: string | DatabaseSync, policy: Decider, options: StoreOptions);
  readonly tokens: Tokens;
  readonly outbox: Outbox;
  /** Returns the `caller` for `settle`, from the text of a cookie, the code of a link, and the id of an account. */
  caller(given?: { session?: string | null; code?: string | null; target?: string | null }): Required<Caller>;
  /**
   * Looks up an attempt, decides it, and commits its changes, in one transaction. After a conflict, starts again. Errors of the policy
   * pass through. Never copy `nonce`, `origin`, `connection`, `secret` or `consent` of an attempt from a client's request.
   */
  settle(attempt: Attempt, options?: SettleOptions): Promise<Settled>;
  /** Returns the decision on the present rows, and writes nothing; pass its `changes` to `commit`. */
  decide(attempt: Attempt, options?: Pick<SettleOptions, "caller" | "settings" | "method">): Promise<Decision>;
  /** Commits the change set of a decision that was made outside the store. Does not decide again. */
  commit(changes: Changes, options?: Pick<SettleOptions, "passwordHash" | "requestId">): Promise<Outcome>;
  /** Returns an account as `answers.accounts` lists it; null if there is none. */
  account(id: string): Promise<AccountRow | null>;
  /** Returns the id of the account of a live session; null if it has ended, expired or was revoked. Settle an attempt for every action. */
  signedIn(cookie: string | null | undefined): Promise<string | null>;
  /** Deletes answers to requests, sent notices, expired sessions and codes of more than some seconds ago (30 days). */
  prune(options?: { olderThan?: number }): Promise<number>;
  close(): void;
}
