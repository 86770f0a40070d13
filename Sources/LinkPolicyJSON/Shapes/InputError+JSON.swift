public import LinkPolicy

extension InputError.Reason {
  /// The reasons by their words.
  package static let words: JSONWords<InputError.Reason> = [
    "action-not-offered": .actionNotOffered, "kind-not-offered": .kindNotOffered,
    "missing": .missing, "unexpected": .unexpected, "malformed-address": .malformedAddress,
    "undeclared": .undeclared, "malformed-ticket": .malformedTicket,
    "contradiction": .contradiction,
    "unanswered": .unanswered, "torn": .torn, "too-long": .tooLong,
  ]

  /// The word for it in JSON and in vectors.
  public var word: Name {
    switch self {
    case .actionNotOffered: "action-not-offered"
    case .kindNotOffered: "kind-not-offered"
    case .missing: "missing"
    case .unexpected: "unexpected"
    case .malformedAddress: "malformed-address"
    case .undeclared: "undeclared"
    case .malformedTicket: "malformed-ticket"
    case .contradiction: "contradiction"
    case .unanswered: "unanswered"
    case .torn: "torn"
    case .tooLong: "too-long"
    }
  }
}
