internal import LinkPolicy

/// A scalar in a line, or the beginning of one.
struct LenientToken {
  /// Its bytes, quotes included.
  let range: Range<Int>
  /// What it says; of quoted text without quotes and simple escapes.
  let text: Name
  /// Whether it is a key: a colon stands behind it.
  let isKey: Bool
  /// Whether it begins with a quote that nothing closes.
  let isUnclosed: Bool
  /// The place behind it, and behind its colon.
  let end: Int

  /// Reads the scalar that begins at a place in a line.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - start: where it begins, before `limit`.
  ///   - limit: the end of the line.
  ///   - inFlow: whether it stands in brackets, which end it.
  init(_ bytes: [UInt8], _ start: Int, limit: Int, inFlow: Bool) {
    let first = bytes[start]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      var index = start + 1
      var text: [UInt8] = []
      while index < limit, bytes[index] != first {
        if first == UInt8(ascii: "\""), bytes[index] == UInt8(ascii: "\\"), index + 1 < limit {
          index += 1
        }
        text.append(bytes[index])
        index += 1
      }
      let close = min(index + 1, limit)
      self.text = Name(bytes: text)
      range = start..<close
      isUnclosed = index >= limit
      var colon = close
      while colon < limit, bytes[colon] == 0x20 {
        colon += 1
      }
      isKey = colon < limit && bytes[colon] == UInt8(ascii: ":")
      end = isKey ? colon + 1 : close
      return
    }
    var index = start
    var isKey = false
    while index < limit {
      let byte = bytes[index]
      let next = index + 1 < limit ? bytes[index + 1] : 0x20
      if byte == UInt8(ascii: ":"), next == 0x20 || next == 0x09 || inFlow && Self.isFlow(next) {
        isKey = true
        break
      }
      if byte == UInt8(ascii: "#"), index > start, bytes[index - 1] == 0x20 { break }
      if inFlow, Self.isFlow(byte) { break }
      index += 1
    }
    end = isKey ? index + 1 : index
    while index > start, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 {
      index -= 1
    }
    range = start..<index
    text = Name(bytes: Array(bytes[range]))
    self.isKey = isKey
    isUnclosed = false
  }

  static func isFlow(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }
}
