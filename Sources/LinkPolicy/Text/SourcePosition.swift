/// A position in one of the source files of a policy.
///
/// Lines and columns are 1-based everywhere in this package. A column counts Unicode scalars and not bytes. Every
/// module uses this type, so positions are never converted.
public struct SourcePosition: Sendable, Hashable {
  /// The index of the file in the ``SourceMap`` of the document.
  public var file: Int
  /// The 1-based line.
  public var line: Int
  /// The 1-based column, in Unicode scalars.
  public var column: Int

  /// Creates a position; does not check that the file has such a line and column.
  ///
  /// - Parameters:
  ///   - file: the index of the file in its ``SourceMap``.
  ///   - line: the line, counted from 1.
  ///   - column: the column in Unicode scalars, counted from 1.
  public init(file: Int = 0, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// A value with its source position.
public struct Located<Value: Sendable>: Sendable {
  /// The value at that position.
  public var value: Value
  /// The position of the value in its source.
  public var position: SourcePosition

  /// Creates a located value; the default position is for values that are built in code.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - position: the source position of the value.
  public init(_ value: Value, at position: SourcePosition = SourcePosition(line: 1, column: 1)) {
    self.value = value
    self.position = position
  }
}
