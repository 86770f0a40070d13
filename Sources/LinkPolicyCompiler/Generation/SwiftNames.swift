internal import LinkPolicyDiagnostics

/// Names of a policy as identifiers of Swift, each another one.
///
/// `account-exists` becomes `accountExists`. Where two names would become the same identifier, each of them keeps its own spelling
/// between backticks (SE-0451), so that adding a name never changes what another one is called, but for the one it collides with.
package struct SwiftNames: Sendable {
  /// Why a name can be no identifier.
  package struct NameCollision: Error, Sendable {
    /// The name.
    package let name: String
    /// The identifier that another name has as well, or that Swift cannot have.
    package let identifier: String
  }

  /// The identifiers, in the order of the names.
  package let identifiers: [SwiftText]

  /// Finds identifiers for names that stand side by side, such as the cases of an enumeration.
  ///
  /// - Parameter names: the names, each once.
  /// - Throws: a ``NameCollision`` for a name that collides with another and cannot stand between backticks.
  package init(_ names: [String]) throws(NameCollision) {
    let camel = names.map { Self.camelCase($0) }
    // What an enumeration with raw values has already.
    let taken: Set<String> = ["allCases", "rawValue", "hashValue", "AllCases", "RawValue"]
    var counts: [String: Int] = [:]
    for identifier in camel {
      counts[identifier, default: 0] += 1
    }
    var identifiers: [SwiftText] = []
    for (name, identifier) in zip(names, camel) {
      // Of several names that come to one identifier, the one that is spelt so keeps it.
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

  /// An identifier of letters and digits; between backticks where it is a word of the language.
  static func text(_ identifier: String) -> SwiftText {
    reserved.contains(identifier) ? "`\(identifier)`" : "\(identifier)"
  }

  /// The letters and digits of a name, a word behind another beginning with a capital letter.
  ///
  /// What begins with a digit has an underscore before it. Letters beyond ASCII are left out, so that what looks like an
  /// identifier is the one it looks like.
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

  /// Whether Swift takes a name as a raw identifier: visible ASCII without backtick, backslash and quote, and not an operator alone.
  private static func canStandBetweenBackticks(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    return scalars.allSatisfy { (" "..."~").contains($0) && $0 != "`" && $0 != "\\" && $0 != "\"" }
      && scalars.contains {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
      }
  }

  /// The words that are no identifiers where a case or a property is declared or used.
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
