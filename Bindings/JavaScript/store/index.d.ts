/** A store for accounts, sessions and codes in SQLite, with `node:sqlite`. Needs Node 24 or later. */
import type { DatabaseSync } from "node:sqlite";
import type { AccountRow, Attempt, Caller, Changes, Decision, DisabledMethods, Lookup, Words } from "../linkpolicy.js";
import { LinkPolicyError } from "../errors.js";

/** The base class of the store's errors. Messages can contain ids and addresses, so keep messages out of public answers. */
export class StoreError extends LinkPolicyError {}
/** The database reports an error, or the change set contradicts the rows. Nothing was written. */
export class StoreFailed extends StoreError {}
/** The tables are missing, older than this package, or newer. */
export class SchemaMismatch extends StoreFailed {}
/** Another transaction changed the same rows. `settle` retries automatically; after `commit`, look up and decide again. */
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

/** A policy that answers synchronously, such as a `Policy` of `linkpolicy`. */
export interface Decider {
  lookup(attempt: Attempt, options: object): Lookup;
  decide(attempt: Attempt, options: object): Decision;
}

export interface StoreOptions {
  /** The key that signs session cookies and links: at least 32 random bytes. Keep the key outside the database. */
  key: Uint8Array;
  /** Former keys. Cookies and links that were signed with these keys stay valid. */
  olderKeys?: Uint8Array[];
  /** The seconds for which rows are valid: sessions 30 days, the recency of a sign-in 300, codes 3600 by default; `codes` is by purpose. */
  lifetimes?: { session?: number; recent?: number; code?: number; codes?: Record<string, number> };
  /** The providers of each pool, if the policy has `pools:`. */
  pools?: string[][];
  /** Returns the current time in seconds since 1970. */
  clock?: () => number;
  /** Returns a new id that starts with `u`, `s` or `c`; by default, the id has 128 random bits. */
  newId?: (letter: "u" | "s" | "c") => string;
  /** The maximum number of times that an attempt is decided because of conflicts, including the first time; 8 by default. */
  tries?: number;
  /** The milliseconds that a transaction waits for other processes; 5000 by default. */
  patience?: number;
}

export interface SettleOptions {
  /** The ids of the session, the code and the target account; `caller()` reads these ids from tokens. */
  caller?: Caller;
  settings?: Words;
  /**
   * Whether the method is enabled, or the list of all disabled methods, which some policies require; by default, all methods are enabled.
   */
  method?: "enabled" | "disabled" | DisabledMethods;
  /**
   * Compares the person's password with a hash, or with a dummy hash if the argument is null. The result becomes `secret` of the attempt.
   * The function runs outside the transaction, because hashing is slow.
   */
  password?: (hash: string | null) => boolean | Promise<boolean>;
  /** The hash to store if the decision sets a new password. */
  passwordHash?: string;
  /**
   * An unpredictable id, at most 190 bytes. If the same attempt of the same caller was committed with this id before, nothing is written,
   * and the result has the earlier answer. A decision that writes nothing is not stored. The attempt does not contain a new password, so if
   * the request sets a password, derive the id from the password too. Otherwise, a repetition with another password would count as the same
   * request.
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

/** A message to send: `mail` sends a code, and `owner` informs the owner of an account. */
export interface Notice {
  /** The number of the notice's row in the outbox. */
  n: number;
  notice: "mail" | "owner";
  /** The recipient's address; null if the account of an `owner` notice has no address. */
  to: string | null;
  code: string | null;
  purpose: string | null;
  account: string | null;
  /** The number of earlier attempts to send the notice. */
  tries: number;
}

/** The ids that a commit assigned, its events, and its notices, which are also in the outbox. */
export interface Outcome {
  newAccount: string | null;
  deleted: boolean;
  session: string | null;
  codes: string[];
  events: StoreEvent[];
  notices: Notice[];
}

export interface Settled {
  /** The decision; if `isRepeated` is true, only its `outcome`, `error`, `shown`, `names` and `ask`. */
  decision: Decision;
  /** The result of the commit; if `isRepeated` is true, without events and notices. */
  outcome: Outcome;
  /** Whether an earlier request with this id committed the result. */
  isRepeated: boolean;
  /** The number of times that the attempt was decided. */
  tries: number;
}

/** A signer of the ids of sessions and codes, so that the database contains no secret. */
export class Tokens {
  constructor(...keys: Uint8Array[]);
  issue(kind: "session" | "code", id: string): string;
  /** Returns the id in a token; returns null for a missing token, and an id that no row has for a wrong token. */
  read(kind: "session" | "code", token: string | null | undefined): string | null;
}

export interface Outbox {
  /**
   * Sends the due notices, at most `limit` (100 by default). Call this method after `settle`, and once a minute for the notices of a
   * process that died. A notice is sent twice if the process dies between sending and marking. After an error, the notice is due again
   * later.
   */
  deliver(
    send: (notice: Notice) => unknown, options?: { limit?: number },
  ): Promise<{ sent: number; failures: { notice: Notice; error: unknown }[] }>;
  /** Returns the number of unsent notices. */
  pending(): Promise<number>;
}

/** Creates the tables in a file, or migrates them to the current version, in one transaction. */
export function upgrade(database: string | DatabaseSync, options?: { patience?: number }): Promise<void>;

/** A store. Processes may share the database, but a connection that is passed must have no other use. */
export class Store {
  /** Opens the store. Throws `SchemaMismatch` unless `upgrade` has created the tables. */
  constructor(database: string | DatabaseSync, policy: Decider, options: StoreOptions);
  readonly tokens: Tokens;
  readonly outbox: Outbox;
  /** Returns the `caller` for `settle` from the text of a cookie, the code of a link, and the id of an account. */
  caller(given?: { session?: string | null; code?: string | null; target?: string | null }): Required<Caller>;
  /**
   * Looks up an attempt, decides the attempt, and commits its changes, in one transaction. After a conflict, starts again. Errors of the
   * policy are rethrown. Never copy `nonce`, `origin`, `connection`, `secret` or `consent` of an attempt from a client's request.
   */
  settle(attempt: Attempt, options?: SettleOptions): Promise<Settled>;
  /** Returns the decision on the present rows without writing; pass the decision's `changes` to `commit`. */
  decide(attempt: Attempt, options?: Pick<SettleOptions, "caller" | "settings" | "method">): Promise<Decision>;
  /** Commits the change set of a decision that was made outside the store, without deciding again. */
  commit(changes: Changes, options?: Pick<SettleOptions, "passwordHash" | "requestId">): Promise<Outcome>;
  /** Returns an account in the form of `answers.accounts`; returns null if the account does not exist. */
  account(id: string): Promise<AccountRow | null>;
  /**
   * Returns the account id of a live session; null if the session has ended, expired or was revoked. Settle an attempt for every action.
   */
  signedIn(cookie: string | null | undefined): Promise<string | null>;
  /**
   * Deletes answers to requests, sent notices, expired sessions and expired codes that are older than some seconds (30 days by default).
   */
  prune(options?: { olderThan?: number }): Promise<number>;
  close(): void;
}
