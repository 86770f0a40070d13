/// A position in one of the source files of a policy: the file, the line and the column.
///
/// Lines and columns are 1-based everywhere in this package. A column counts Unicode scalars, not bytes. Every module
/// uses this type, so no module needs to convert positions.
public struct SourcePosition: Sendable, Hashable {
  /// The index of the file in the ``SourceMap`` of the document.
  public var file: Int
  /// The number of the line, counted from 1.
  public var line: Int
  /// The number of the column, counted in Unicode scalars from 1.
  public var column: Int

  /// Creates a position, without checking that the file has this line and column.
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

/// A value with its position in the source of a policy, for messages about the value.
public struct Located<Value: Sendable>: Sendable {
  /// The value itself, without the position.
  public var value: Value
  /// The position of the value in its source.
  public var position: SourcePosition

  /// Creates a value with its source position; omit the position for a value that you build in code.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - position: the source position of the value.
  public init(_ value: Value, at position: SourcePosition = SourcePosition(line: 1, column: 1)) {
    self.value = value
    self.position = position
  }
}
