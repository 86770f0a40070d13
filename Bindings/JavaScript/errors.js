// The errors that a request can end in; errors.d.ts documents them.

export class LinkPolicyError extends Error {
  get name() {
    return this.constructor.name;
  }
}

export class RequestError extends LinkPolicyError {
  constructor(answer) {
    const { code, message, question, column } = answer.error;
    super(`${code}: ${message}`);
    Object.assign(this, { code, question, column, answer });
  }
}

export class InputError extends RequestError {
  get reason() {
    return this.answer.error.reason;
  }
}

export class InvalidPolicy extends LinkPolicyError {
  constructor(findings) {
    super(findings.map(described).join("\n"));
    this.findings = findings;
  }
}

function described({ level, message, help, file, line, column }) {
  const place = file && line ? `${file}:${line}:${column}: ` : "";
  return `${place}${level}: ${message}${help ? `; ${help}` : ""}`;
}

export class EngineFailed extends LinkPolicyError {
  constructor(cause) {
    super(`the WebAssembly module failed, and its policies with it: ${cause.message}`, { cause });
  }
}

export class ToolEnded extends LinkPolicyError {
  constructor(reason, { status = null, signal = null, stderr = "" } = {}) {
    super(stderr.trim() ? `${reason}:\n${stderr.trim()}` : reason);
    Object.assign(this, { reason, status, signal, stderr });
  }
}

export class ProtocolFault extends ToolEnded {}

export class StartFailed extends ToolEnded {}

export class PolicyRejected extends StartFailed {}

export class TooManyRestarts extends LinkPolicyError {
  constructor(restarts, window, retryAfter, last) {
    super(`the tool was restarted ${restarts} times within ${window} ms${last ? `; the last time: ${last.message}` : ""}`);
    Object.assign(this, { retryAfter, last });
  }
}

export class TimedOut extends LinkPolicyError {}

export class Overloaded extends LinkPolicyError {}

export class Closed extends LinkPolicyError {}
