/// How often an attempt is decided again after a conflict.
///
/// One rule, as Docs/Changes.md has it: eight tries at most, with a pause of random length between. An attempt is
/// tried again only after a conflict, so never where its decision writes nothing, and never where what is required
/// and does not hold is nothing that the look-up asked.
public struct Retries: Sendable {
  /// How many tries there are in all, the first among them; at least one.
  public let tries: Int
  /// Waits before the next try; it is given how many there have been.
  let pause: @Sendable (_ tries: Int) -> Void

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - tries: how many tries there are in all; less than one counts as one.
  ///   - pause: waits, outside of any transaction, and is given how many tries there have been. Nothing is waited
  ///     for if not given: this library has neither clock nor random numbers.
  public init(tries: Int = 8, pause: @escaping @Sendable (_ tries: Int) -> Void = { _ in }) {
    self.tries = max(1, tries)
    self.pause = pause
  }
}
