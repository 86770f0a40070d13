/// Something about how an attempt was read that its answer alone does not show.
public enum DecisionNote: Sendable {
  /// This address of the assertion was taken as absent, because it is internationalised and the
  /// policy says `addresses: {international: absent}`.
  case addressIgnored(String)

  /// The word for it in JSON.
  public var code: String {
    switch self {
    case .addressIgnored: "address-ignored"
    }
  }

  /// What was done and why, in one line, with the input in backticks.
  public var message: String {
    switch self {
    case .addressIgnored(let email):
      "`" + email + "` is an internationalised address and was taken as absent"
    }
  }
}

extension Decision {
  /// Whether an address of the assertion was taken as absent.
  var ignoresAddress: Bool {
    notes.contains { note in
      switch note {
      case .addressIgnored: true
      }
    }
  }

  /// What there is to know about how the attempt was read; nearly always nothing.
  public var notes: [DecisionNote] {
    let given = GivenAddresses(attempt.assertedAddresses, attempt.address)
    let vocabulary = image.vocabulary
    let action = vocabulary.actions[facts[.action]].traits
    let kind = MethodKind(rawValue: UInt8(truncatingIfNeeded: facts[.kind]))
    var notes: [DecisionNote] = []
    for index in 0..<given.count
    where vocabulary.ignores(given.email(index), assertedBy: kind, for: action) {
      notes.append(.addressIgnored(given.email(index)))
    }
    return notes
  }
}
