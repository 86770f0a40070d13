extension FactValue {
  /// Who holds the asserted address.
  package enum Address: Int, FactWord {
    case absent, free, own, taken, several

    package var word: Name {
      switch self {
      case .absent: "absent"
      case .free: "free"
      case .own: "own"
      case .taken: "taken"
      case .several: "several"
      }
    }
  }
}

/// Who holds the asserted address.
package enum AddressFact: FoundFact {
  package typealias Value = FactValue.Address

  package static var fact: EngineFact { .address }
  package static var name: Name { "address" }
  package static var meaning: Name {
    "who holds the asserted address: nobody; the account found by session, target, code or credential; one other; more than one"
  }
  package static var unset: Value { .absent }
  /// What a matrix has a column for.
  package static var ordinary: [Value] { [] }
  package static var looksAtFurtherMethods: Bool { false }
  package static var isAboutAssertion: Bool { true }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .absent: "without an address"
    case .free: "for an address that nobody has"
    case .own: "for the address of the account itself"
    case .taken: "for an address that another account has"
    case .several: "for an address that several accounts have"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .absent, .free, .own, .taken, .several: .anybody
    }
  }

  package static func read(_ reader: FactReader) -> Value {
    guard !reader.asked.isEmpty else { return .absent }
    let holders = reader.situation.addressHolders
    guard let holder = holders.first else { return .free }
    guard holders.count == 1 else { return .several }
    return reader.reference.map { $0.id.hasSameBytes(as: holder.id) } ?? false ? .own : .taken
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}
