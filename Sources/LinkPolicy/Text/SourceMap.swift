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
    public var bytes: [UInt8] {
      didSet { index = nil }
    }
    /// The number of the line that the bytes begin with, where they are not the whole file.
    private let firstLine: Int
    /// Where the lines of the bytes are, once that was asked for.
    private var index: LineIndex?

    /// Creates a file from the name to show and its bytes.
    ///
    /// - Parameters:
    ///   - name: the name that people know the file by, such as its path.
    ///   - bytes: the whole file as it was read; empty where only the name is known.
    public init(name: String, bytes: [UInt8] = []) {
      self.init(name: name, bytes: bytes, firstLine: 1)
    }

    /// Creates a file of which only the bytes from the start of a line on are at hand.
    package init(name: String, bytes: [UInt8], firstLine: Int) {
      self.name = name
      self.bytes = bytes
      self.firstLine = firstLine
    }

    /// Where the lines of the bytes are.
    package var lines: LineIndex { index ?? LineIndex(bytes, firstLine: firstLine) }

    /// Keeps where the lines are.
    fileprivate mutating func keepLines() {
      index = lines
    }
  }

  /// The files, in the order in which they were added.
  public private(set) var files: [File]

  /// Creates a map in which positions name these files by their indices.
  ///
  /// - Parameter files: the files, the one of index 0 first.
  public init(files: [File] = []) {
    self.files = files
  }

  /// Appends a file to those that positions can refer to.
  ///
  /// - Parameter file: the file, with its bytes where excerpts are to be shown.
  /// - Returns: the index by which positions name it.
  public mutating func add(_ file: File) -> Int {
    files.append(file)
    return files.count - 1
  }

  /// Finds out where the lines of all files are, and keeps that.
  ///
  /// To be asked for once by whoever shows many places, so that a file is gone through once and not
  /// for each of them.
  ///
  /// - Returns: the same map, in which showing a line costs the same however long its file is.
  public func indexed() -> SourceMap {
    var map = self
    for index in map.files.indices {
      map.files[index].keepLines()
    }
    return map
  }

  /// Says a position in the way that editors follow.
  ///
  /// - Parameter position: a place in a file of this map.
  /// - Returns: `name:line:column`, both counted from 1.
  public func describe(_ position: SourcePosition) -> String {
    let name = files.indices.contains(position.file) ? files[position.file].name : "?"
    return name + ":" + String(position.line) + ":" + String(position.column)
  }
}
