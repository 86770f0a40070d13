/** Plays the suites of vectors on a service or store of this process. Needs the tool `linkpolicy` in the path. */
import type { Attempt, Caller, Decision, Policy } from "../linkpolicy.js";
import type { Decider } from "../store/index.js";

/** The policy that vectors use. */
export interface PolicyUnderTest {
  name: string;
  /** The text of the policy, merged with the policies that it extends. */
  text: string;
  policy: Policy;
}

/** All rows of a store, in the form of the answers in Docs/Protocol.md. A missing table is not compared. */
export interface Rows {
  /** The accounts in the form of `answers.accounts`, in the order of creation. Methods in `give` also have `issuer`. */
  accounts: Record<string, any>[];
  /** The keys of methods whose accounts were deleted: `tenant`, `issuer`, `kind`, `subject`. */
  gone?: Record<string, any>[];
  /** By id: `account`, even if it was deleted, `epoch`, `ended`, `recent`. */
  sessions?: Record<string, Record<string, any>>;
  /** By id, in the order of creation: `purpose`, `address`, `account`, `bound`, `requester`, `requesterAccount`,
   * `credential`, `tenant`, `used`, `expired`. */
  codes?: Record<string, Record<string, any>>;
  /** The outbox: `notice` (`mail` or `owner`), `to`, and the ids `code` or `account`. */
  notices?: Record<string, any>[];
}

/** The result of an attempt. */
export interface Attempted {
  /**
   * The decision, as in Docs/Protocol.md. With `changes`, the rows are compared with this change set. A service that does not use the
   * engine returns the keys of `expect` that it supports, and passes these keys to `play` as `keys`.
   */
  decision: Partial<Decision> & Record<string, any>;
  newAccount?: string | null;
  deleted?: boolean;
  session?: string | null;
  codes?: string[];
  /** The events, as in `expect.listeners` of Docs/Vectors.md. */
  listeners?: unknown[];
  /** The removed methods, except replaced and superseded ones. */
  removed?: { provider: string; kind: string }[];
}

/** An empty store or service for one vector. Ids may have any form, and all methods may return promises. */
export interface Subject {
  /** Adds rows that exist before the first step, with their ids. */
  give(rows: Required<Rows>): unknown;
  /** Looks up, decides and commits. Errors of the policy must be thrown, because their `code` is compared. */
  attempt(
    attempt: Attempt, caller: Required<Caller>, settings: Record<string, string>, method: "enabled" | "disabled" | undefined,
  ): Attempted | Promise<Attempted>;
  /** Lets time pass: with `old`, no session is recent anymore; with `expired`, all codes expire. */
  wait(event: "old" | "expired"): unknown;
  /** Returns all rows. */
  rows(): Rows | Promise<Rows>;
  /** Ends the vector. */
  close?(): unknown;
}

export interface PlayOptions {
  /** The program; by default, the environment variable LINKPOLICY or `linkpolicy`. */
  tool?: string;
  /** The ids of the vectors to play; all vectors by default. */
  ids?: string[];
  /** The keys of `expect` that a service supports; all keys by default. */
  keys?: string[];
  /** Creates the policy from its text. */
  makePolicy?: (text: string, name: string) => Decider | Promise<Decider>;
  /** Whether to stop at the first vector that fails. */
  failFast?: boolean;
}

/** The result of playing vectors. */
export interface PlayResult {
  passed: number;
  failed: number;
  skipped: number;
  known: number;
  steps: number;
  /** The number of steps after which rows were compared. */
  compared: number;
  /** The steps with wrong answers and the writes with wrong rows, by vector. */
  findings: Record<string, string[]>;
  /** The reason why the suites could not be played; null if they were played. */
  problem: string | null;
  /** The findings as lines; empty if there are none. */
  readonly text: string;
}

/** Plays files or folders of vectors, each on an empty subject. */
export function play(
  paths: string | string[], makeSubject: (policy: PolicyUnderTest) => Subject | Promise<Subject>, options?: PlayOptions,
): Promise<PlayResult>;

/** Returns the providers of each pool of a policy. */
export function pools(text: string): string[][];
