extension FactValue {
  /// The account's tenant against the attempt's.
  package enum Tenant: Int, FactWord {
    case none, same, other

    package var word: Name {
      switch self {
      case .none: "none"
      case .same: "same"
      case .other: "other"
      }
    }
  }
}

/// The tenant of the account pointed to, against the one the attempt is made in.
package enum TenantFact: FoundFact {
  package typealias Value = FactValue.Tenant

  package static var fact: EngineFact { .tenant }
  package static var name: Name { "tenant" }
  package static var meaning: Name {
    "the account's tenant against the attempt's; look-ups by credential or address stay inside one tenant, so `other` comes by session, target or code. A policy that never tests `tenant` decides nothing across tenants: such input is an error"
  }
  package static var unset: Value { .none }
  package static var ordinary: [Value] { [.none] }
  package static var looksAtFurtherMethods: Bool { false }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .none: "where no account of a tenant is found"
    case .same: "where the account found is of the attempt's own tenant"
    case .other: "where the account found is of another tenant"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .none, .same, .other: .anybody
    }
  }

  package static func read(_ reader: FactReader) throws(InputError) -> Value {
    let attempted = reader.attempt.tenant
    guard let account = reader.pointed else { return attempted == nil ? .none : .same }
    if account.tenant == nil, attempted == nil {
      return .none
    }
    if account.tenant.hasSameBytes(as: attempted) {
      return .same
    }
    try reader.require(
      reader.vocabulary.isUsed(.tenant), .contradiction,
      "the account belongs to another tenant, and the policy decides nothing of tenants")
    return .other
  }

  /// Look-ups stay inside the attempt's tenant; a session, target or code may come from another.
  package static func values(whereRead value: Value) -> [Value] {
    switch value {
    case .none, .same: [.none, .same]
    case .other: [.other]
    }
  }
}
