package import LinkPolicyDiagnostics

/// Distinct Swift identifiers for names of a policy.
///
/// `account-exists` becomes `accountExists`. If several names would become one identifier, the identifier goes to the
/// name that already has this spelling. The other names keep their spelling, between backticks (SE-0451). A new name
/// therefore changes the identifier of another name only if both names would become one identifier.
package struct SwiftNames: Sendable {
  /// The error for a name that cannot be an identifier.
  package struct NameCollision: Error, Sendable {
    /// The name from the policy.
    package let name: String
    /// The identifier, which another name has taken or which is invalid in Swift.
    package let identifier: String
  }

  /// The identifiers, in the order of the names.
  package let identifiers: [SwiftText]

  /// Chooses identifiers for names in one scope, such as the cases of an enumeration.
  ///
  /// - Parameter names: the distinct names.
  /// - Throws: a ``NameCollision`` for a name that cannot be an identifier, with or without backticks.
  package init(_ names: [String]) throws(NameCollision) {
    let camel = names.map { Self.camelCase($0) }
    // The names of the members that every enumeration with raw values has.
    let taken: Set<String> = ["allCases", "rawValue", "hashValue", "AllCases", "RawValue"]
    var counts: [String: Int] = [:]
    for identifier in camel {
      counts[identifier, default: 0] += 1
    }
    var identifiers: [SwiftText] = []
    for (name, identifier) in zip(names, camel) {
      // If several names have one identifier, only the name that equals the identifier uses the identifier.
      let isItsOwn = counts[identifier] == 1 || name == identifier
      if !identifier.isEmpty, isItsOwn, !taken.contains(identifier) {
        identifiers.append(Self.text(identifier))
      } else if name != identifier, Self.canStandBetweenBackticks(name) {
        identifiers.append("`\(name)`")
      } else {
        throw NameCollision(name: name, identifier: identifier)
      }
    }
    self.identifiers = identifiers
  }

  /// Returns an identifier of letters and digits, in backticks if the identifier is a keyword.
  static func text(_ identifier: String) -> SwiftText {
    reserved.contains(identifier) ? "`\(identifier)`" : "\(identifier)"
  }

  /// Returns the letters and digits of a name in camel case.
  ///
  /// If the identifier would start with a digit, an underscore precedes the digit. Letters beyond ASCII are omitted, so
  /// that an identifier cannot contain lookalike characters.
  package static func camelCase(_ name: String, capital: Bool = false) -> String {
    var identifier = ""
    var startsWord = capital
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z":
        identifier.unicodeScalars.append(
          startsWord ? Unicode.Scalar(UInt8(scalar.value) - 32) : scalar)
        startsWord = false
      case "A"..."Z", "0"..."9":
        identifier.unicodeScalars.append(scalar)
        startsWord = false
      case _: startsWord = capital || !identifier.isEmpty
      }
    }
    guard let first = identifier.unicodeScalars.first, ("0"..."9").contains(first) else {
      return identifier
    }
    return "_" + identifier
  }

  /// Returns whether a name is valid as a raw identifier.
  ///
  /// A raw identifier consists of printable ASCII without backtick, backslash and quote. The identifier contains a
  /// letter or a digit, because an operator is not a raw identifier.
  private static func canStandBetweenBackticks(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    return scalars.allSatisfy { (" "..."~").contains($0) && $0 != "`" && $0 != "\\" && $0 != "\"" }
      && scalars.contains {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
      }
  }

  /// The keywords that cannot be identifiers where a case or a property is declared or used.
  private static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await",
    "borrowing", "break", "case", "catch",
    "class", "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum",
    "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "let", "nil", "none",
    "open", "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self",
    "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where",
    "while",
  ]
}

/// Swift source in which all text from a policy is inside string literals or comments.
package typealias SwiftText = OutputText<SwiftFormat>

/// The rules for escaping text in ``SwiftText``.
package enum SwiftFormat: OutputFormat {
  /// Returns the text for the inside of a one-line string literal or comment.
  ///
  /// Quotes and backslashes are escaped, so that the text cannot end the literal or be interpolated. All characters
  /// except printable ASCII are escaped too, because a line separator could end a comment, and a direction mark could
  /// mislead a reviewer.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\" + String(scalar)
      case " "..."~": escaped.unicodeScalars.append(scalar)
      case _: escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return escaped
  }
}
