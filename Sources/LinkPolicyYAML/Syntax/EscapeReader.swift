internal import LinkPolicy

/// A scan of a double-quoted scalar for escapes that produce forbidden characters.
struct EscapeReader {
  /// The scalar with its quotes; libyaml has already accepted the escapes.
  let token: ArraySlice<UInt8>

  /// Adds a finding at the backslash of each escape that produces a forbidden character.
  func read(from start: SourcePosition, into problems: inout ProblemList) {
    var position = start
    var index = token.startIndex
    while index < token.endIndex {
      let byte = token[index]
      if byte == UInt8(ascii: "\\"), index + 1 < token.endIndex {
        let escape = token[index + 1]
        let scalar = scalar(of: escape, at: index + 2)
        if let scalar, let forbidden = Forbidden(scalar) {
          problems.add(forbidden.problem(scalar, " written as an escape", at: position))
        }
        // The character after the backslash cannot start another escape, but can be a line end.
        index += 1
        position.column += 1
      }
      if token[index] == UInt8(ascii: "\n") {
        position.line += 1
        position.column = 1
      } else if token[index] & 0xC0 != 0x80 {
        position.column += 1
      }
      index += 1
    }
  }

  private func scalar(of escape: UInt8, at index: Int) -> Unicode.Scalar? {
    switch escape {
    case UInt8(ascii: "0"): "\0"
    case UInt8(ascii: "a"): "\u{07}"
    case UInt8(ascii: "b"): "\u{08}"
    case UInt8(ascii: "v"): "\u{0B}"
    case UInt8(ascii: "f"): "\u{0C}"
    case UInt8(ascii: "e"): "\u{1B}"
    case UInt8(ascii: "N"): "\u{85}"
    case UInt8(ascii: "L"): "\u{2028}"
    case UInt8(ascii: "P"): "\u{2029}"
    case UInt8(ascii: "x"): hexadecimal(at: index, digits: 2)
    case UInt8(ascii: "u"): hexadecimal(at: index, digits: 4)
    case UInt8(ascii: "U"): hexadecimal(at: index, digits: 8)
    default: nil
    }
  }

  private func hexadecimal(at index: Int, digits: Int) -> Unicode.Scalar? {
    guard index + digits <= token.endIndex else { return nil }
    let text = String(decoding: token[index..<(index + digits)], as: UTF8.self)
    return UInt32(text, radix: 16).flatMap(Unicode.Scalar.init)
  }
}
