/** The base class of all errors of this package. */
export class LinkPolicyError extends Error {}

/** The tool rejected the request because the request is wrong. Sending the request again has the same result. */
export class RequestError extends LinkPolicyError {
  /** The code of Docs/Protocol.md, such as `malformed` or `unanswered`. */
  readonly code: string;
  /** The key of `answers` that is missing, if the code is `unanswered`. */
  readonly question?: string;
  /** The character of the line at which it cannot be read, counted from 1. */
  readonly column?: number;
  /** The whole answer. */
  readonly answer: Record<string, unknown>;
}

/** The engine rejected the request because the request is wrong. Sending the request again has the same result. */
export class InputError extends RequestError {
  /** The reason why claims were rejected, such as `audience`, if the code is `claims`. */
  readonly reason?: string;
}

/** One finding about the text of a policy. Lines and columns count from 1; a column counts Unicode scalars. */
export interface Finding {
  code: string;
  level: "note" | "warning" | "error";
  message: string;
  help?: string | null;
  file?: string | null;
  line?: number | null;
  column?: number | null;
}

/** The text or the image of a policy is rejected. */
export class InvalidPolicy extends LinkPolicyError {
  /** The findings, in the order of their positions. */
  readonly findings: Finding[];
}

/** The WebAssembly module trapped, for example because its memory is full. Its policies and tables are lost: load the module again. */
export class EngineFailed extends LinkPolicyError {}

/** The tool ended before it answered the request. Deciding has no effects, so the request may be sent again. */
export class ToolEnded extends LinkPolicyError {
  /** The reason, as a text for people. */
  readonly reason: string;
  /** The exit code of the tool; null if a signal ended the tool. */
  readonly status: number | null;
  /** The signal that ended the tool, or null. */
  readonly signal: string | null;
  /** The last 8 KiB that the tool wrote to standard error. */
  readonly stderr: string;
}

/** The tool wrote a line that is not the answer to the oldest request, so the client ended it. */
export class ProtocolFault extends ToolEnded {}

/** The tool cannot be started: there is no such program, or the system refuses to run it. */
export class StartFailed extends ToolEnded {}

/**
 * The tool ended with exit code 2 or 3 before its first answer: the policy does not load, or an option is wrong.
 * `stderr` has the diagnostics. The client starts no tool again until `reset` is called.
 */
export class PolicyRejected extends StartFailed {}

/** The tool has ended too often lately, so the client does not start it now. */
export class TooManyRestarts extends LinkPolicyError {
  /** The milliseconds after which the client would start the tool again. */
  readonly retryAfter: number;
  /** The error with which the tool ended last. */
  readonly last: ToolEnded | null;
}

/** The request was not answered within its timeout. */
export class TimedOut extends LinkPolicyError {}

/** The client has reached its limits for requests in flight and for waiting requests. */
export class Overloaded extends LinkPolicyError {}

/** The client is closed, or was closed before the request was answered. */
export class Closed extends LinkPolicyError {}
