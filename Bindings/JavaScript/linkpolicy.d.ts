/// <reference lib="esnext.disposable" />
/** Decides in this process, with a WebAssembly module. Needs Node 20 or later, or a browser of 2024 or later. */
import type * as schemas from "./schemas.js";
import type { Finding } from "./errors.js";

export { EngineFailed, InputError, InvalidPolicy, LinkPolicyError, RequestError } from "./errors.js";
export type { Finding } from "./errors.js";
export type {
  AccountRow, AddressRecord, Answers, Attempt, Caller, Changes, ClaimsRequest, DecideRequest, DecisionRecord, DisabledMethods, Effect, Lookup,
  MethodRow, Notice, RecordContext, Requirement, Row, Words, Write,
} from "./schemas.js";

/**
 * Loads a module.
 *
 * `decide` decides by compiled images. `compile`, which is the default, also has the shipped policies and compiles texts. `full` also
 * checks, plays and compares policies, and `prove` also proves them. Instead of a name, pass the address, the bytes or the response of a
 * module.
 */
export function load(
  source?: "decide" | "compile" | "full" | "prove" | URL | Response | BufferSource | WebAssembly.Module
    | Promise<"decide" | "compile" | "full" | "prove" | URL | Response | BufferSource | WebAssembly.Module>,
): Promise<LinkPolicy>;

/** A range of a text, as positions that count Unicode scalars, and as indices into the string. */
export interface TextRange {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** The start and end as indices into the string; absent if the range is in another file. */
  start?: number;
  end?: number;
}

/** A finding of `check`. */
export interface CheckFinding extends Finding {
  related: { message: string; file: string | null; line: number | null; column: number | null }[];
  subject: string | null;
  /** The start and end as indices into the string; absent if the finding is in another file. */
  start?: number;
  end?: number;
}

/** The report of `linkpolicy check --format json`. */
export interface CheckReport {
  policy: string;
  /** Null if the text is not a policy. */
  digest: string | null;
  counts: { tables: number; rows: number; guards: number; errors: number; warnings: number; notes: number };
  findings: CheckFinding[];
}

/** A case of vectors, in the format of Docs/Vectors.md, except that a step may have no `expect`. */
export interface PlayCase {
  id: string;
  steps: Record<string, unknown>[];
  [key: string]: unknown;
}

export interface PlayedStep {
  number: number;
  line: number;
  words: string;
  decision?: schemas.Decision;
  /** The range of the deciding row in the policy's text. */
  place?: TextRange;
  applied?: { account?: string; session?: string; new: boolean };
  /** The reason why the step could not be made. */
  problem?: string;
  /** The reason why the attempt could not be decided. */
  error?: { code: string; message: string; reason?: string };
  /** The accounts after the step. */
  accounts: Record<string, unknown>[];
  codes: { id: string; purpose: string; address: string; account?: string; used: boolean; expired: boolean }[];
}

export interface PlayedCase {
  id: string;
  steps: PlayedStep[];
  mismatches: { step?: number; key: string; expected: string; got: string }[];
}

export interface MatrixResult {
  outcome: string;
  sign: string;
  meaning: string;
  row: string;
  error?: string;
  shown?: string;
}

/** The outcomes of an action, with a line for each group of arriving sign-ins and a column for each state of the accounts. */
export interface Matrix {
  action: string;
  columns: { title: string; meaning: string }[];
  assumed: { fact: string; values: string[] }[];
  tables: {
    table: string;
    omitted?: number;
    lines: {
      arriving: { fact: string; not: boolean; values: string[] }[];
      derived?: Record<string, string>;
      cells: MatrixResult[][];
    }[];
  }[];
}

export interface TextOptions {
  /** The name of the file in positions; `policy.yaml` by default. */
  name?: string;
  /** Texts that `extends:` can refer to, in addition to the shipped policies. */
  files?: Record<string, string>;
}

export interface DiffOptions {
  oldName?: string;
  newName?: string;
  files?: Record<string, string>;
  /**
   * The number of stores that the search for examples explores; 400 by default. With 0, there are no examples, and the verdict is
   * immediate.
   */
  stores?: number;
}

export interface ProveOptions extends TextOptions {
  /** The YAML text of the assumptions; the shipped assumptions by default. */
  assumptions?: string;
  /** The invariants to prove, such as `I6`; all invariants by default. */
  invariants?: string[];
  worlds?: number;
  attempts?: number;
  /** Whether to count cells; false by default. */
  cells?: boolean;
  /** Whether to search for the shortest sequences; true by default. */
  shorter?: boolean;
}

/** A loaded module. All methods are synchronous. */
export interface LinkPolicy {
  /** The version of the engine. */
  readonly version: string;
  /** The size of the module's memory in bytes. */
  readonly memoryBytes: number;
  /** Loads the image that `linkpolicy compile` wrote. Throws `InvalidPolicy`. */
  policy(image: BufferSource): Policy;
  /** Returns a shipped policy: `firebase`, `firebase-emulator`, `hardened`, `hardened-events` or `identity-platform`. Throws a `RangeError`. */
  shipped(name: string): Policy;
  /** Compiles the YAML text of a policy, which may extend a shipped policy. Throws `InvalidPolicy`. */
  compile(text: string | Uint8Array, options?: { name?: string }): Policy;
  /** Returns the findings about a text. */
  check(text: string, options?: TextOptions): CheckReport;
  /** Plays cases by a policy, in a store that starts empty. `cases` may be the YAML text of a file of vectors. */
  play(text: string, cases: PlayCase[] | string, options?: TextOptions): PlayedCase[];
  /** Returns the outcome of every kind of sign-in for every state of the accounts. */
  matrix(text: string, options?: TextOptions): Matrix[];
  /** Compares two policies, and returns the report of `linkpolicy diff --gate`. The comparison can take seconds. */
  diff(old: string, text: string, options?: DiffOptions & { format?: "json" }): Record<string, unknown>;
  diff(old: string, text: string, options: DiffOptions & { format: "pretty" }): string;
  /**
   * Proves that nobody can take over an account, or finds a way, and returns the report of `linkpolicy prove`. The proof can take minutes.
   */
  prove(text: string, options?: ProveOptions & { format?: "json" }): Record<string, unknown>;
  prove(text: string, options: ProveOptions & { format: "pretty" }): string;
  /** Returns a text in canonical layout. */
  format(text: string, options?: { name?: string }): string;
  /** Returns the text of a shipped policy. */
  source(name: string): string;
}

type Handle = { free(): void; [Symbol.dispose](): void };

export interface LookupOptions {
  caller?: schemas.Caller | null;
  settings?: schemas.Words | null;
  answers?: schemas.CodeAnswer | null;
}

export interface DecideOptions {
  answers?: schemas.Answers | null;
  caller?: schemas.Caller | null;
  settings?: schemas.Words | null;
  /** The time and the correlation id of the record, which the decision then contains. */
  record?: schemas.RecordContext | null;
  /** The members that the decision must contain; all members by default. */
  fields?: schemas.DecideRequest["fields"];
  /** Whether the decision contains its explanation. */
  explain?: boolean;
}

/**
 * A policy that decides in this process. Create each policy only once, and keep the object. `free` or the garbage collector frees the
 * policy.
 *
 * Each method throws an `InputError` for a request that cannot be answered.
 */
export interface Policy extends Handle {
  readonly name: string;
  readonly digest: string;
  /** Answers one request in JSON with one line of JSON, like `linkpolicy decide`; returns a string for a string, and bytes for bytes. */
  answer(request: string, options?: { explain?: boolean }): string;
  answer(request: Uint8Array, options?: { explain?: boolean }): Uint8Array;
  /** Answers one request on each line with one answer on each line. Blank lines have no answer. */
  answerLines(lines: string, options?: { explain?: boolean }): string;
  answerLines(lines: Uint8Array, options?: { explain?: boolean }): Uint8Array;
  /** Returns the questions that the store must answer before the attempt can be decided. */
  lookup(attempt: schemas.Attempt, options?: LookupOptions): schemas.Lookup;
  /** Decides an attempt. */
  decide(attempt: schemas.Attempt, options: DecideOptions & { fields: NonNullable<schemas.DecideRequest["fields"]> }): Partial<Decision>;
  decide(attempt: schemas.Attempt, options?: DecideOptions): Decision;
  /** Returns a decision for each request, or the error of a request that cannot be decided. */
  decideMany(requests: Iterable<schemas.DecideRequest>): (Decision | import("./errors.js").InputError)[];
  /**
   * Converts the payload of a token, whose signature you have verified, to an assertion. The mapping is a name in `Docs/Claims.md`, or your
   * own mapping in the format of that page.
   */
  claims(mapping: schemas.ClaimsRequest["mapping"], payload: string | Uint8Array, options?: Omit<schemas.ClaimsRequest, "mapping" | "payload">): Claims;
  /** Returns the table of the attempts of an action and a kind, to decide many combinations of facts. The table outlives the policy. */
  table(action: string, kind?: string | null): Table;
}

/** A decision. Test `allowed`, because the object itself is always true. */
export type Decision = schemas.Decision & Required<Pick<schemas.Decision, "outcome" | "effects" | "changes" | "policy">> & {
  readonly allowed: boolean;
  /** The record, if the request asked for a record. */
  record?: schemas.DecisionRecord;
};

/** The assertion of a payload, with the checks that were made and the checks that were not made. */
export interface Claims extends schemas.ClaimsAnswer {
  /** Returns an attempt with this assertion. */
  attempt(action: string, more?: Partial<schemas.Attempt>): schemas.Attempt;
}

/** An answer of a table. */
export type TableAnswer = schemas.Decision & Required<Pick<schemas.Decision, "outcome">>;

/** The answers of a policy to the attempts of one action and kind, from facts alone. A table is freed in the same way as a policy. */
export interface Table extends Handle {
  /** The facts, in order, with the words of their values. The number of a word is its index. */
  readonly columns: readonly { readonly fact: string; readonly values: readonly string[] }[];
  /**
   * Returns the answer to each combination. Equal answers are the same object, so do not change an answer.
   *
   * Pass rows, each with a word for every fact; or columns, each with the words of one fact or a `Uint16Array` of their numbers.
   */
  decide(given: Record<string, string>[] | Record<string, readonly string[] | Uint16Array>): TableAnswer[];
  /** Returns the number of the answer to each combination; `answer` converts it. */
  numbers(given: Record<string, string>[] | Record<string, readonly string[] | Uint16Array>): Uint32Array;
  /** Returns the answer with a number. Throws a `RangeError`. */
  answer(number: number): TableAnswer;
}
