internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// A kind of character that no policy may hold, neither written nor through an escape.
enum Forbidden {
  case control
  case carriageReturn
  case bidi
  case lineSeparator
  case noncharacter
  case byteOrderMark

  /// The kind a scalar belongs to, or nil if it may stand in a policy.
  ///
  /// A carriage return passes: whether it may stand depends on what follows it.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20..<0x7F: return nil
    case 0..<0x20, 0x7F..<0xA0: self = .control
    case 0x2028, 0x2029: self = .lineSeparator
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: self = .bidi
    case 0xFEFF: self = .byteOrderMark
    case 0xFDD0...0xFDEF: self = .noncharacter
    case let value where value & 0xFFFE == 0xFFFE: self = .noncharacter
    default: return nil
    }
  }

  /// The finding about a character of this kind; `origin` says how it came in.
  func problem(
    _ scalar: Unicode.Scalar, _ origin: String = "", at position: SourcePosition
  ) -> Diagnostic {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    return Diagnostic(
      code, .error, "\(noun) \(name)\(origin) is not allowed", at: position, help: help)
  }

  private var code: DiagnosticCode {
    switch self {
    case .control: .yamlControlCharacter
    case .carriageReturn: .yamlCarriageReturn
    case .bidi: .yamlBidiControl
    case .lineSeparator: .yamlLineSeparator
    case .noncharacter: .yamlNoncharacter
    case .byteOrderMark: .yamlByteOrderMark
    }
  }

  private var noun: String {
    switch self {
    case .control: "control character"
    case .carriageReturn: "a lone carriage return"
    case .bidi: "bidirectional control"
    case .lineSeparator: "line separator"
    case .noncharacter: "noncharacter"
    case .byteOrderMark: "byte order mark"
    }
  }

  private var help: String {
    switch self {
    case .control: "remove it; expected printable characters, spaces and line feeds"
    case .carriageReturn: "end lines with a line feed, or a carriage return and a line feed"
    case .bidi: "remove it; it makes text read otherwise than it is"
    case .lineSeparator: "use a line feed"
    case .noncharacter: "remove it; Unicode gives it no meaning"
    case .byteOrderMark: "remove it; one is expected at the start of the file, if anywhere"
    }
  }
}
