/// The files that positions refer to: their names, and their bytes for excerpts.
///
/// A document read from several files (a policy and what it extends) carries one map; a
/// ``SourcePosition`` names its file by index.
public struct SourceMap: Sendable {
  /// One file: the name people know it by, and its bytes.
  public struct File: Sendable {
    /// The name shown before line and column.
    public var name: String
    /// The bytes, as read; empty where only the name is known.
    public var bytes: [UInt8]
    /// The number of the line that the bytes begin with: 1 unless they are a later part of a stream.
    public var firstLine: Int

    /// Creates a file from the name to show and its bytes.
    public init(name: String, bytes: [UInt8] = [], firstLine: Int = 1) {
      self.name = name
      self.bytes = bytes
      self.firstLine = firstLine
    }
  }

  /// The files, in the order in which they were added.
  public private(set) var files: [File]

  /// Creates a map of the given files.
  public init(files: [File] = []) {
    self.files = files
  }

  /// Adds a file and returns the index by which positions name it.
  public mutating func add(_ file: File) -> Int {
    files.append(file)
    return files.count - 1
  }
}
