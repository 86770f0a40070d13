internal import LinkPolicy

/// The first keys of a text that is a map: block YAML, or braces as in JSON.
///
/// Read leniently, since it only tells what kind of file it is; whoever reads the file tells what is wrong with it.
struct FileHead {
  private let bytes: [UInt8]
  private var index = 0
  private var keys: [(name: Name, offset: Int)] = []

  /// The most keys that are looked at; every kind has its head among fewer.
  private static var limit: Int { 64 }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    skipBeginning()
    if byte == UInt8(ascii: "{") {
      readBraces()
    } else {
      readLines()
    }
  }

  /// Where a key stands; nil where there is none of that name.
  func position(of name: Name) -> SourcePosition? {
    guard let key = keys.first(where: { $0.name == name }) else { return nil }
    var position = SourcePosition(line: 1, column: 1)
    for byte in bytes[..<key.offset] {
      if byte == UInt8(ascii: "\n") {
        position = SourcePosition(line: position.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipLine() {
    while let byte, byte != UInt8(ascii: "\n") {
      index += 1
    }
    index += 1
  }

  private mutating func skipSpace() {
    while let byte, byte <= 0x20 {
      index += 1
    }
  }

  /// Skips a byte order mark, comments, blank lines and what opens a document.
  private mutating func skipBeginning() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      index = 3
    }
    while true {
      let start = index
      skipSpace()
      guard let byte, byte == UInt8(ascii: "#") || bytes[index...].starts(with: "---".utf8) else {
        // What stands indented in its line is for the reader of lines.
        index = byte == UInt8(ascii: "{") ? index : start
        return
      }
      skipLine()
    }
  }

  // MARK: Block maps

  private mutating func readLines() {
    while let byte, keys.count < Self.limit {
      let start = index
      let isKey = byte > 0x20 && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "-")
      if isKey, let name = word(upTo: [UInt8(ascii: ":"), UInt8(ascii: "\n")]),
        self.byte == UInt8(ascii: ":")
      {
        keys.append((name, start))
      }
      skipLine()
    }
  }

  // MARK: Braces

  private mutating func readBraces() {
    index += 1
    while keys.count < Self.limit {
      skipSpace()
      let start = index
      guard let byte, byte != UInt8(ascii: "}"),
        let name = word(upTo: [UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "}")])
      else { return }
      keys.append((name, start))
      guard skipValue() else { return }
    }
  }

  /// Skips to behind the comma that follows a value; false where none does.
  private mutating func skipValue() -> Bool {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""): _ = quoted(by: byte)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return false }
        depth -= 1
        index += 1
      case UInt8(ascii: ","):
        index += 1
        if depth == 0 { return true }
      default: index += 1
      }
    }
    return false
  }

  // MARK: Words

  /// A word in quotation marks or plain, up to one of these bytes; nil for none.
  private mutating func word(upTo ends: [UInt8]) -> Name? {
    if let byte, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      let name = quoted(by: byte)
      skipSpace()
      return name
    }
    let start = index
    while let byte, !ends.contains(byte) {
      index += 1
    }
    var word = bytes[start..<index]
    while let last = word.last, last <= 0x20 {
      word.removeLast()
    }
    return word.isEmpty ? nil : Name(bytes: Array(word))
  }

  /// What stands between quotation marks, escapes as they are written.
  private mutating func quoted(by mark: UInt8) -> Name {
    index += 1
    let start = index
    while let byte, byte != mark {
      index += byte == UInt8(ascii: "\\") && mark == UInt8(ascii: "\"") ? 2 : 1
    }
    let end = min(index, bytes.count)
    index = end + 1
    return Name(bytes: Array(bytes[min(start, end)..<end]))
  }
}
