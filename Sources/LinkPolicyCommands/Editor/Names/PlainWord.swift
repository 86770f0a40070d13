internal import LinkPolicy

/// How a name is written in a policy.
enum PlainWord {
  /// The name, in quotes where it would be something else without them.
  static func text(_ name: Name) -> String {
    isPlain(name) ? name.text : "\"" + escaped(name) + "\""
  }

  /// Whether a name is a word that stands for itself wherever it is written.
  static func isPlain(_ name: Name) -> Bool {
    guard let first = name.bytes.first, isLetterOrDigit(first) || first == UInt8(ascii: "_") else {
      return false
    }
    return name.bytes.allSatisfy { byte in
      isLetterOrDigit(byte) || byte >= 0x80
        || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/")].contains(
          byte)
        || [UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "@")].contains(byte)
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func escaped(_ name: Name) -> String {
    var text = ""
    for scalar in name.text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        text += "\\"
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
