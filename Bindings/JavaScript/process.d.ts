/** Asks a policy through the command line tool, which runs as a child process. */
export * from "./errors.js";

type JSONObject = Record<string, unknown>;

/** What a look-up is made of, as in Docs/Protocol.md. */
export interface LookupRequest {
  attempt: JSONObject;
  caller?: JSONObject | null;
  settings?: JSONObject | null;
  answers?: JSONObject | null;
}

/** What a decision is made of, as in Docs/Protocol.md. */
export interface DecideRequest extends LookupRequest {
  answers: JSONObject;
  record?: JSONObject | null;
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
  /** The milliseconds without any answer after which the tool is ended; 30 s, null for no limit. */
  stall?: number | null;
  /** The longest answer; the tool is ended if it writes a longer line; 64 MiB. */
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
  /** Returns the decision about an attempt. */
  decide(request: DecideRequest, options?: RequestOptions): Promise<JSONObject>;
  /** Returns the look-up for an attempt. */
  lookup(request: LookupRequest, options?: RequestOptions): Promise<JSONObject>;
  /** Sends `{decide}` or `{lookup}`, without an id, and returns the whole answer. */
  request(body: { decide: DecideRequest } | { lookup: LookupRequest }, options?: RequestOptions): Promise<JSONObject>;
  /**
   * Sends a line as it is, without its line feed; it must not be blank. An answer that is an error is a result too.
   * `id` is the id in the line. Two lines with one id must not be in flight at once.
   */
  sendLine(id: string | number, line: string | Uint8Array, options?: RequestOptions): Promise<JSONObject>;
  /** Lets the client start the tool again after `PolicyRejected` or `TooManyRestarts`; call it after the repair. */
  reset(): void;
  /**
   * Ends the client: requests in flight may be answered for `timeout` milliseconds more (5 s), the others fail with `Closed`.
   * The promise is fulfilled after the tool has ended.
   */
  close(options?: { timeout?: number }): Promise<void>;
}
