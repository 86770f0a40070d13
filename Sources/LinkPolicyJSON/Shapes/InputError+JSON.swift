public import LinkPolicy

extension InputError.Reason {
  /// The reasons by their words.
  package static let words: JSONWords<InputError.Reason> = [
    "action-not-offered": .actionNotOffered, "kind-not-offered": .kindNotOffered,
    "missing": .missing, "unexpected": .unexpected, "malformed-address": .malformedAddress,
    "undeclared": .undeclared, "foreign-ticket": .foreignTicket, "contradiction": .contradiction,
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
    case .foreignTicket: "foreign-ticket"
    case .contradiction: "contradiction"
    }
  }
}

extension InputError {
  /// The error as JSON: `{"error":{"reason":…,"message":…}}`.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.inputError(self)
    return writer.take()
  }
}

extension JSONWriter {
  /// Writes an input error in the place of a decision.
  package mutating func inputError(_ error: InputError) {
    beginObject()
    key("error")
    beginObject()
    key("reason")
    string(error.reason.word)
    member("message", error.message)
    endObject()
    endObject()
  }
}
