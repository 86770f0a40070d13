extension SourceMap {
  /// The widest part of a line that an excerpt shows, in scalars.
  private static var excerptWidth: Int { 140 }

  /// The position as `name:line:column`.
  public func describe(_ position: SourcePosition) -> String {
    let name = files.indices.contains(position.file) ? files[position.file].name : "?"
    return name + ":" + String(position.line) + ":" + String(position.column)
  }

  /// The line at a position with a caret under its column, or nothing if the line is not known.
  ///
  /// A long line is cut around the column; control characters are shown as `·`, so that hostile
  /// input cannot drive the terminal.
  public func excerpt(at position: SourcePosition) -> String {
    guard files.indices.contains(position.file), let line = line(position) else { return "" }
    var scalars = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
    var column = position.column - 1
    if scalars.count > Self.excerptWidth {
      let start = max(0, min(column - Self.excerptWidth / 2, scalars.count - Self.excerptWidth))
      scalars = Array(scalars[start..<(start + Self.excerptWidth)])
      column -= start
    }
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      text.append(Self.isPrintable(scalar) ? scalar : "·")
    }
    let number = String(position.line)
    let margin = String(repeating: " ", count: number.utf8.count)
    let indent = String(repeating: " ", count: max(0, column))
    return " " + number + " | " + String(text) + "\n " + margin + " | " + indent + "^\n"
  }

  private func line(_ position: SourcePosition) -> ArraySlice<UInt8>? {
    let bytes = files[position.file].bytes
    var start = 0
    var number = files[position.file].firstLine
    guard number <= position.line else { return nil }
    while number < position.line {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
      number += 1
    }
    guard start < bytes.count else { return nil }
    var end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    return bytes[start..<end]
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
    default: true
    }
  }
}
