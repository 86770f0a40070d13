/// A value together with the place it was written at.
public struct Located<Value: Sendable>: Sendable {
  /// What was written there.
  public var value: Value
  /// Where it stands.
  public var position: SourcePosition

  /// Creates a located value; the default position is for values built in code.
  ///
  /// - Parameters:
  ///   - value: what was written.
  ///   - position: where it stands.
  public init(_ value: Value, at position: SourcePosition = SourcePosition(line: 1, column: 1)) {
    self.value = value
    self.position = position
  }
}
