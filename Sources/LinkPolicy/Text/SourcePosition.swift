/// A place in one of the files a policy came from.
///
/// Lines and columns are 1-based everywhere in this package; a column counts Unicode scalars, not
/// bytes. This is the only position type, so no module converts between conventions.
public struct SourcePosition: Sendable, Hashable {
  /// The index of the file in the ``SourceMap`` of the document this position belongs to.
  public var file: Int
  /// The 1-based line.
  public var line: Int
  /// The 1-based column, in Unicode scalars.
  public var column: Int

  /// Creates a position; whether the file has such a line and column is not checked.
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
