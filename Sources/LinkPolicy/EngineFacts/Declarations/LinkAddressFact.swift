extension FactValue {
  /// The address given with an e-mail link, against the one it was sent to.
  package enum LinkAddress: Int, FactWord {
    case same, different, absent

    package var word: Name {
      switch self {
      case .same: "same"
      case .different: "different"
      case .absent: "absent"
      }
    }
  }
}

/// The address given with an e-mail link, against the one the link was sent to.
package enum LinkAddressFact: FoundFact {
  package typealias Value = FactValue.LinkAddress

  package static var fact: EngineFact { .linkAddress }
  package static var name: Name { "link-address" }
  package static var meaning: Name {
    "the address given with an e-mail link, against the one the link was sent to"
  }
  package static var unset: Value { .absent }
  package static var ordinary: [Value] { [.same, .absent] }
  package static var looksAtFurtherMethods: Bool { false }
  package static var isAboutAssertion: Bool { true }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .same: "with the address that the link was sent to"
    case .different: "with another address than the link was sent to"
    case .absent: "without the address that the link was sent to"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .same, .different, .absent: .anybody
    }
  }

  package static func read(_ reader: FactReader) throws(InputError) -> Value {
    guard reader.kind == .emailLink, let sentTo = reader.situation.code?.address,
      let address = reader.asked.first
    else { return .absent }
    return try reader.vocabulary.isSameAddress(sentTo, address.canonical) ? .same : .different
  }

  package static func values(whereRead value: Value) -> [Value] { Value.allCases }
}
