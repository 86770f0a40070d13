/// A writer of the JSON that the fake providers send.
enum JSONText {
  /// A JSON value to write.
  indirect enum Value: Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([Value])
    case object([(String, Value)])
  }

  /// Returns the text of an object with its members in order.
  static func object(_ members: [(String, Value)]) -> String {
    written(.object(members))
  }

  /// Returns the text of a value, without white space.
  static func written(_ value: Value) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let values): "[" + values.map { written($0) }.joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { quoted($0.0) + ":" + written($0.1) }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
