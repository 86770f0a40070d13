/// The reason why the service cannot start, in one line.
public struct StartError: Error {
  /// The problem, and the way to fix the problem.
  public let message: String

  init(_ message: String) {
    self.message = message
  }
}
