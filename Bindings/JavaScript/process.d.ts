/// <reference lib="esnext.disposable" />
/** Asks a policy through the command line tool, which runs as a child process. */
export * from "./errors.js";

type JSONObject = Record<string, unknown>;

/**
 * A request for a look-up, as in Docs/Protocol.md. Values are null, strings, booleans, finite numbers, arrays without holes, and plain objects.
 * A property that is undefined is left out. Any other value is a `TypeError`: NaN, Infinity, a BigInt, a function, undefined in an
 * array, a Date, a Map, an instance of another class, an object with `toJSON`, a value that contains itself.
 */
export interface LookupRequest {
  attempt: JSONObject;
  caller?: JSONObject | null;
  settings?: JSONObject | null;
  answers?: JSONObject | null;
}

/** A request for a decision, as in Docs/Protocol.md. */
export interface DecideRequest extends LookupRequest {
  answers: JSONObject;
  /** The members that the decision is to have, such as `outcome`; all without it. */
  fields?: string[];
}

/** A decision that is recorded, as in Docs/Records.md. */
export interface RecordedRequest extends DecideRequest {
  /** The `time` and the `correlation` of the record. */
  record: JSONObject;
}

export interface RequestOptions {
  /** The milliseconds that the request may take; null for no limit. */
  timeout?: number | null;
}

export interface ClientOptions {
  /** The program, or the program with its first arguments; `linkpolicy`. A wrapper must `exec` the tool. */
  tool?: string | string[];
  /** Options of `linkpolicy decide`, such as `--record`. */
  options?: string[];
  /** The milliseconds that a request may take, unless the request says otherwise; 10 s, null for no limit. */
  timeout?: number | null;
  /** How many requests may be in flight; 1024. */
  maxInFlight?: number;
  /** How many requests may wait until fewer are in flight; 8192. Further requests fail with `Overloaded`. */
  maxWaiting?: number;
  /** How often the tool may be started again within `window`; 5. */
  restarts?: number;
  /** The milliseconds in which restarts are counted; 60 s. */
  window?: number;
  /** The milliseconds before the second restart within the window; they double with each further one; 50. */
  backoff?: number;
  /** The most milliseconds before a restart; 2 s. */
  maxBackoff?: number;
  /**
   * The milliseconds without any complete answer after which the tool is ended; 30 s, null for no limit. Without a limit, requests that
   * a hanging tool does not answer count towards `maxInFlight` until the client is closed.
   */
  stall?: number | null;
  /** The longest answer in bytes, without its line feed; the tool is ended if it writes a longer line; 64 MiB. */
  maxAnswerBytes?: number;
  /** The folder in which the tool runs. */
  cwd?: string;
  /** The environment of the tool. */
  env?: Record<string, string | undefined>;
}

/**
 * Asks one policy. Every promise is settled with an answer or an error of `errors.d.ts`, and never with the answer to another
 * request.
 *
 * The tool starts with the first request, and starts again with the next request after it has ended. The requests that were in
 * flight then fail with `ToolEnded`; the client sends no request twice. Call `close`: until then the tool keeps node running.
 */
export class ProcessClient {
  /** Creates a client; nothing is started yet. `policy` is a path, or the name of a shipped policy. */
  constructor(policy: string, options?: ClientOptions);
  /** The number of the tool's process, if one runs. */
  readonly pid: number | undefined;
  /** Returns the decision about an attempt. Rejects with a `TypeError` if the request has a `record`, which would be discarded. */
  decide(request: DecideRequest, options?: RequestOptions): Promise<JSONObject>;
  /**
   * Returns the decision about an attempt and its record. If the tool answers with an error and a record, the record is in
   * `answer.record` of the `RequestError`.
   */
  decideWithRecord(request: RecordedRequest, options?: RequestOptions): Promise<{ decision: JSONObject; record: JSONObject }>;
  /** Returns the look-up for an attempt. */
  lookup(request: LookupRequest, options?: RequestOptions): Promise<JSONObject>;
  /**
   * Sends `{decide}` or `{lookup}`, without an id, and returns the whole answer. Rejects with a `TypeError` if a value has no
   * representation in JSON, and with a `RangeError` if the line is longer than 16 MiB or nested more than 1000 deep.
   */
  request(body: { decide: DecideRequest | RecordedRequest } | { lookup: LookupRequest }, options?: RequestOptions): Promise<JSONObject>;
  /**
   * Sends a line as it is. Rejects with a `TypeError` if the line is blank, has a line feed or half a surrogate pair.
   * An answer that is an error is a result too.
   * `id` is the id in the line. Two lines with one id must not be in flight at once.
   */
  sendLine(id: string | number, line: string | Uint8Array, options?: RequestOptions): Promise<JSONObject>;
  /** Lets the client start the tool again after `PolicyRejected` or `TooManyRestarts`; call it after the repair. */
  reset(): void;
  /**
   * Ends the client. Requests that it has taken may be answered for `timeout` milliseconds more (5 s), and then fail with `Closed`.
   * The tool is started for requests that still need it. The promise is fulfilled after the tool has ended.
   */
  close(options?: { timeout?: number }): Promise<void>;
  /** Calls `close`, for `await using`. Present if the runtime has `Symbol.asyncDispose`. */
  [Symbol.asyncDispose](): Promise<void>;
}
