internal import LinkPolicy
public import LinkPolicyDiagnostics

/// What a run tells while it goes on, in an order that does not depend on the number of threads.
public enum RunEvent: Sendable {
  /// The run begins, asking these other implementations, if any.
  case started([Implementation])
  /// A case ended; one that passed is told only where ``VectorRunner/tellsPassed`` says so.
  case result(CaseResult)
  /// Input cannot be read or run; the rest of it still is.
  case problem(InvalidInput)
  /// Something that people should know and that fails nothing.
  case note(String)
  /// A part of the input is done.
  case progress(RunProgress)
}

/// How far a run has come.
public struct RunProgress: Sendable {
  /// The bytes of input that are done.
  public var bytes: Int
  /// The bytes of all input.
  public var totalBytes: Int
  /// The cases that are done, those not selected among them.
  public var cases: Int
  /// The cases that failed so far.
  public var failed: Int

  /// Creates a count of what is done and what is left.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of input that are done.
  ///   - totalBytes: the bytes of all input; 0 where that is not known.
  ///   - cases: the cases that are done, those not selected among them.
  ///   - failed: the cases that failed so far.
  public init(bytes: Int, totalBytes: Int, cases: Int, failed: Int) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.cases = cases
    self.failed = failed
  }
}
