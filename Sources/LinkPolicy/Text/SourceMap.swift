/// The files to which source positions refer: their names, and their bytes for excerpts in messages.
///
/// A document from several files, such as a policy and the policies that it extends, has one map. A ``SourcePosition``
/// contains the index of a file in the map.
public struct SourceMap: Sendable {
  /// A file with its display name and its bytes.
  public struct File: Sendable {
    /// The name of the file, which precedes line and column in messages.
    public var name: String
    /// The bytes of the file; empty if only the name is known.
    public var bytes: [UInt8] {
      didSet { index = nil }
    }
    /// The number of the line at which ``bytes`` begins; 1 for the complete file.
    private let firstLine: Int
    /// The cached index of the lines; nil if the index is not cached.
    private var index: LineIndex?

    /// Creates a file from its display name and its bytes.
    ///
    /// - Parameters:
    ///   - name: the name for messages, such as the file's path.
    ///   - bytes: the complete content of the file; empty if only the name is known.
    public init(name: String, bytes: [UInt8] = []) {
      self.init(name: name, bytes: bytes, firstLine: 1)
    }

    /// Creates a file from the bytes that begin at the line `firstLine`.
    package init(name: String, bytes: [UInt8], firstLine: Int) {
      self.name = name
      self.bytes = bytes
      self.firstLine = firstLine
    }

    /// The index of the file's lines, from the cache or newly computed.
    package var lines: LineIndex { index ?? LineIndex(bytes, firstLine: firstLine) }

    /// Computes and caches the index of the file's lines.
    fileprivate mutating func keepLines() {
      index = lines
    }
  }

  /// The files, in the order in which they were added.
  public private(set) var files: [File]

  /// Creates a map whose positions refer to the given files.
  ///
  /// - Parameter files: the files; the first file has the index 0.
  public init(files: [File] = []) {
    self.files = files
  }

  /// Appends a file to the map.
  ///
  /// - Parameter file: the file; include the bytes if messages need excerpts.
  /// - Returns: the index of the file, for use in source positions.
  public mutating func add(_ file: File) -> Int {
    files.append(file)
    return files.count - 1
  }

  /// Builds and caches the line index of every file.
  ///
  /// Call this function before you show many positions, so that the map scans each file only once.
  ///
  /// - Returns: the same map with line indices; the time to show a line no longer depends on the length of the file.
  public func indexed() -> SourceMap {
    var map = self
    for index in map.files.indices {
      map.files[index].keepLines()
    }
    return map
  }

  /// Formats a position in the form that editors recognize, such as `policy.yaml:3:5`.
  ///
  /// - Parameter position: a position in a file of this map.
  /// - Returns: the text `name:line:column`; line and column are counted from 1.
  public func describe(_ position: SourcePosition) -> String {
    let name = files.indices.contains(position.file) ? files[position.file].name : "?"
    return name + ":" + String(position.line) + ":" + String(position.column)
  }
}

/// An index of the lines and columns of a text, which finds a position without scanning the whole text.
///
/// The index has an entry about every 4,096 bytes, which limits the number of bytes that a search must scan.
package struct LineIndex: Sendable {
  /// A position in the text: the offset of a byte, and its line and column, counted from zero.
  private struct LineIndexEntry {
    var offset: Int
    var line: Int
    var column: Int
  }

  /// The minimum number of bytes between two entries.
  private static var distance: Int { 4096 }

  /// The entries in ascending order; the first entry is the start of the text.
  private var notes: [LineIndexEntry]

  /// Builds the index of a text, given the number of the text's first line.
  init(_ bytes: [UInt8], firstLine: Int) {
    var note = LineIndexEntry(offset: 0, line: firstLine - 1, column: 0)
    notes = [note]
    var next = Self.distance
    while note.offset < bytes.count {
      if note.offset >= next {
        notes.append(note)
        next += Self.distance
      }
      Self.advance(&note, bytes)
    }
  }

  /// Returns a range of a line's Unicode scalars, without the line terminator, and whether the range reaches the end of
  /// the line.
  ///
  /// Returns nil if the line does not exist. Lines are counted from 1, but scalars from 0. A range after the end of
  /// the line has no scalars.
  package func scalars(
    ofLine number: Int, from first: Int, count: Int, in bytes: [UInt8], steps: inout Int
  ) -> (scalars: [Unicode.Scalar], isWhole: Bool)? {
    guard var place = note(before: number - 1, first) else { return nil }
    func isBefore() -> Bool {
      (place.line, place.column) < (number - 1, first) && place.offset < bytes.count
    }
    while isBefore(), place.line < number - 1 || bytes[place.offset] != UInt8(ascii: "\n") {
      Self.advance(&place, bytes)
    }
    var taken = 0
    let start = place.offset
    while taken < count, place.offset < bytes.count, bytes[place.offset] != UInt8(ascii: "\n") {
      Self.advance(&place, bytes)
      taken += 1
    }
    guard place.line == number - 1 else { return nil }
    steps += place.offset - (note(before: number - 1, first)?.offset ?? 0)
    let isWhole = place.offset >= bytes.count || bytes[place.offset] == UInt8(ascii: "\n")
    var end = place.offset
    if isWhole, end > start, bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    // A line feed at the end of the text does not begin a further line.
    if start == bytes.count, first == 0 { return nil }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return (Array(text.unicodeScalars), isWhole)
  }

  /// Returns the last index entry at or before a line and column.
  private func note(before line: Int, _ column: Int) -> LineIndexEntry? {
    var low = 0
    var high = notes.count
    while low < high {
      let middle = (low + high) / 2
      if (notes[middle].line, notes[middle].column) <= (line, column) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low == 0 ? nil : notes[low - 1]
  }

  /// Advances over one scalar, or over an ill-formed sequence that decoding replaces with one scalar.
  private static func advance(_ place: inout LineIndexEntry, _ bytes: [UInt8]) {
    let lead = bytes[place.offset]
    place.offset += 1
    guard lead != UInt8(ascii: "\n") else {
      place.line += 1
      place.column = 0
      return
    }
    place.column += 1
    guard lead >= 0xC2, lead <= 0xF4 else { return }
    // The allowed values of the second byte; the range excludes overlong forms and surrogates.
    var allowed: ClosedRange<UInt8> =
      switch lead {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    let more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
    for _ in 0..<more {
      guard place.offset < bytes.count, allowed.contains(bytes[place.offset]) else { return }
      place.offset += 1
      allowed = 0x80...0xBF
    }
  }
}
