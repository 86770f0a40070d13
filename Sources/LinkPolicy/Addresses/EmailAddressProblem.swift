/// Why a text is not an e-mail address that a policy may decide about.
package enum EmailAddressProblem: UInt8, Error, Sendable, CaseIterable {
  case empty
  case tooLong
  case notASCII
  case controlOrSpace
  case quotedLocalPart
  case comment
  case angleBracket
  case missingAt
  case severalAts
  case emptyLocalPart
  case localPartTooLong
  case misplacedDot
  case localPartCharacter
  case emptyDomain
  case domainTooLong
  case addressLiteral
  case trailingDot
  case emptyLabel
  case labelTooLong
  case labelHyphen
  case reservedLabel
  case domainCharacter
  case singleLabel
  case foldedAway

  /// What is wrong, in plain words.
  package var message: String {
    switch self {
    case .empty: "the address is empty"
    case .tooLong: "the address is longer than 254 bytes"
    case .notASCII: "the address has a character outside of ASCII"
    case .controlOrSpace: "the address has a space or control character"
    case .quotedLocalPart: "the address has a quoted part before the `@`"
    case .comment: "the address has a comment in parentheses"
    case .angleBracket: "the address has angle brackets, as around a display name"
    case .missingAt: "the address has no `@`"
    case .severalAts: "the address has more than one `@`"
    case .emptyLocalPart: "nothing stands before the `@`"
    case .localPartTooLong: "the part before the `@` is longer than 64 bytes"
    case .misplacedDot: "the part before the `@` starts or ends with a dot or has two in a row"
    case .localPartCharacter: "the part before the `@` has a character that is not allowed"
    case .emptyDomain: "nothing stands after the `@`"
    case .domainTooLong: "the domain is longer than 253 bytes"
    case .addressLiteral: "the domain is an IP address"
    case .trailingDot: "the domain ends with a dot"
    case .emptyLabel: "the domain starts with a dot or has two in a row"
    case .labelTooLong: "a label of the domain is longer than 63 bytes"
    case .labelHyphen: "a label of the domain starts or ends with a hyphen"
    case .reservedLabel: "a label of the domain has `--` in third place but is not `xn--`"
    case .domainCharacter: "the domain has a character that is not a letter, digit, hyphen or dot"
    case .singleLabel: "the domain has no dot"
    case .foldedAway: "dropping dots or the plus tag leaves no valid part before the `@`"
    }
  }
}
