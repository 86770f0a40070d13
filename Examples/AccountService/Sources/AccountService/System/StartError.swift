/// Why the service cannot start, in one line.
public struct StartError: Error {
  /// What is wrong and what to do.
  public let message: String

  init(_ message: String) {
    self.message = message
  }
}
