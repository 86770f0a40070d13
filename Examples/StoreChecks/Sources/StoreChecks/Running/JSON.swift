/// A value of JSON, as far as the runner protocol needs it: numbers stay the text they are.
enum JSON {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([(key: String, value: JSON)])

  /// A member of an object; null where there is none.
  subscript(key: String) -> JSON {
    get {
      guard case .object(let members) = self else { return .null }
      return members.last { $0.key == key }?.value ?? .null
    }
    set {
      guard case .object(var members) = self else { return }
      members.removeAll { $0.key == key }
      members.append((key, newValue))
      self = .object(members)
    }
  }

  var isNull: Bool { if case .null = self { true } else { false } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var integer: Int? { if case .number(let number) = self { Int(number) } else { nil } }
  var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  var members: [(key: String, value: JSON)] {
    if case .object(let members) = self { members } else { [] }
  }

  /// This value, or another where it is null.
  func or(_ other: JSON) -> JSON { isNull ? other : self }

  static func string(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// The value as one line of text.
  var line: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number
    case .string(let text): JSON.quoted(text)
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { JSON.quoted($0.key) + ":" + $0.value.line }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
