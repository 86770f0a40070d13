/// <reference lib="esnext.disposable" />
/** Asks a policy through the command line tool, which runs as a child process. */
export * from "./errors.js";

type JSONObject = Record<string, unknown>;

/**
 * A request for a lookup, as in Docs/Protocol.md. Values are null, strings, booleans, finite numbers, arrays without holes, and plain
 * objects. A property that is undefined is omitted. Any other value is a `TypeError`: NaN, Infinity, a BigInt, a function, undefined in an
 * array, a Date, a Map, an instance of another class, an object with `toJSON`, or a value that contains itself.
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
  /** The members that the decision must contain, such as `outcome`; all members by default. */
  fields?: string[];
}

/** A request for a decision with a record, as in Docs/Records.md. */
export interface RecordedRequest extends DecideRequest {
  /** The `time` and the `correlation` of the record. */
  record: JSONObject;
}

export interface RequestOptions {
  /** The milliseconds that the request may take; null for no limit. */
  timeout?: number | null;
}

export interface ClientOptions {
  /** The program, or the program with its first arguments; `linkpolicy` by default. A wrapper must `exec` the tool. */
  tool?: string | string[];
  /** Options of `linkpolicy decide`, such as `--record`. */
  options?: string[];
  /** The milliseconds that a request may take, unless the request states its own limit; 10 s by default, null for no limit. */
  timeout?: number | null;
  /** The maximum number of requests in flight; 1024 by default. */
  maxInFlight?: number;
  /** The maximum number of requests that wait for requests in flight; 8192 by default. Further requests fail with `Overloaded`. */
  maxWaiting?: number;
  /** The maximum number of restarts of the tool within `window`; 5 by default. */
  restarts?: number;
  /** The milliseconds in which restarts are counted; 60 s by default. */
  window?: number;
  /** The milliseconds before the second restart within the window, doubled for each further restart; 50 by default. */
  backoff?: number;
  /** The maximum milliseconds before a restart; 2 s by default. */
  maxBackoff?: number;
  /**
   * The milliseconds without any complete answer after which the tool is ended; 30 s by default, null for no limit. Without a limit,
   * requests that a hanging tool does not answer count towards `maxInFlight` until the client is closed.
   */
  stall?: number | null;
  /** The maximum size of an answer in bytes, without its line feed; 64 MiB by default. A tool that writes a longer line is ended. */
  maxAnswerBytes?: number;
  /** The folder in which the tool runs. */
  cwd?: string;
  /** The environment of the tool. */
  env?: Record<string, string | undefined>;
}

/**
 * Asks one policy. Every promise is settled with an answer or an error of `errors.d.ts`, and never with the answer to another request.
 *
 * The tool starts with the first request, and starts again with the next request after it has ended. The requests that were in
 * flight then fail with `ToolEnded`; the client sends no request twice. Call `close`: until then the tool keeps node running.
 */
export class ProcessClient {
  /** Creates a client without starting the tool. `policy` is a path, or the name of a shipped policy. */
  constructor(policy: string, options?: ClientOptions);
  /** The process id of the tool; undefined if the tool is not running. */
  readonly pid: number | undefined;
  /** Returns the decision about an attempt. Rejects with a `TypeError` if the request has a `record`, which would be discarded. */
  decide(request: DecideRequest, options?: RequestOptions): Promise<JSONObject>;
  /**
   * Returns the decision about an attempt and its record. If the tool answers with an error and a record, the record is in
   * `answer.record` of the `RequestError`.
   */
  decideWithRecord(request: RecordedRequest, options?: RequestOptions): Promise<{ decision: JSONObject; record: JSONObject }>;
  /** Returns the lookup for an attempt. */
  lookup(request: LookupRequest, options?: RequestOptions): Promise<JSONObject>;
  /**
   * Sends `{decide}` or `{lookup}`, without an id, and returns the whole answer. Rejects with a `TypeError` if a value has no
   * representation in JSON, and with a `RangeError` if the line is longer than 16 MiB or nested more than 1000 deep.
   */
  request(body: { decide: DecideRequest | RecordedRequest } | { lookup: LookupRequest }, options?: RequestOptions): Promise<JSONObject>;
  /**
   * Sends a line unchanged. Rejects with a `TypeError` if the line is blank, or has a line feed or half a surrogate pair. An answer with an
   * error fulfills the promise. `id` is the id in the line. Two lines with equal ids must not be in flight at the same time.
   */
  sendLine(id: string | number, line: string | Uint8Array, options?: RequestOptions): Promise<JSONObject>;
  /** Permits the client to start the tool again after `PolicyRejected` or `TooManyRestarts`; call this method after the repair. */
  reset(): void;
  /**
   * Ends the client. Accepted requests may be answered for `timeout` milliseconds (5 s by default), and then fail with `Closed`. If such
   * requests still need the tool, the tool is started. The promise is fulfilled after the tool has ended.
   */
  close(options?: { timeout?: number }): Promise<void>;
  /** Calls `close`, for `await using`. Present if the runtime has `Symbol.asyncDispose`. */
  [Symbol.asyncDispose](): Promise<void>;
}
