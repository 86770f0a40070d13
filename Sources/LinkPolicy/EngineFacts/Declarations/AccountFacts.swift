extension FactValue {
  /// The state of the caller's session, such as `revoked`.
  package enum SessionValue: Int, FactWord {
    case none, recent, old, revoked, gone

    package var word: Name {
      switch self {
      case .none: "none"
      case .recent: "recent"
      case .old: "old"
      case .revoked: "revoked"
      case .gone: "gone"
      }
    }
  }
}

/// The fact `session`: the state of the caller's session, such as `revoked`.
package enum SessionFact: FoundFact {
  package typealias Value = FactValue.SessionValue

  package static var fact: EngineFact { .session }
  package static var unset: Value { .none }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .session }

  package static func read(_ reader: FactReader) -> Value {
    switch reader.situation.session?.state {
    case nil: .none
    case .recent: .recent
    case .old: .old
    case .revoked: .revoked
    case .gone: .gone
    }
  }

  package static func values(whereRead value: Value) -> [Value] { Value.allCases }
}

extension FactValue {
  /// The result of comparing the account's tenant with the attempt's tenant, such as `other`.
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

/// The fact `tenant`: whether the account to which an attempt points belongs to the attempt's tenant.
package enum TenantFact: FoundFact {
  package typealias Value = FactValue.Tenant

  package static var fact: EngineFact { .tenant }
  package static var unset: Value { .none }
  package static var looksAtFurtherMethods: Bool { false }

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
      reader.vocabulary.isUsed(.tenant), or: .contradiction,
      "the account belongs to another tenant, and the policy does not test `tenant`")
    return .other
  }

  /// Returns both `none` and `same` if the value is `none` or `same`; returns only `other` for `other`.
  ///
  /// Lookups by credential or address search only the attempt's tenant, but a session, target or code can belong to
  /// another tenant.
  package static func values(whereRead value: Value) -> [Value] {
    switch value {
    case .none, .same: [.none, .same]
    case .other: [.other]
    }
  }
}

extension FactValue {
  /// The e-mail state of the account to which an attempt points, such as `verified`.
  package enum AccountVerification: Int, FactWord {
    case none, noAddress, unverified, verified

    package var word: Name {
      switch self {
      case .none: "none"
      case .noAddress: "no-address"
      case .unverified: "unverified"
      case .verified: "verified"
      }
    }
  }
}

/// The fact `account`: the e-mail state of the account to which an attempt points.
package enum AccountFact: FoundFact {
  package typealias Value = FactValue.AccountVerification

  package static var fact: EngineFact { .account }
  package static var unset: Value { .none }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .account }

  package static func read(_ reader: FactReader) -> Value {
    guard let account = reader.pointed else { return .none }
    return account.email == nil ? .noAddress : account.isEmailVerified ? .verified : .unverified
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}

extension FactValue {
  /// The state of the account to which an attempt points, such as `disabled`.
  package enum AccountState: Int, FactWord {
    case none, active, disabled

    package var word: Name {
      switch self {
      case .none: "none"
      case .active: "active"
      case .disabled: "disabled"
      }
    }
  }
}

/// The fact `account.state`: whether the account to which an attempt points is active or disabled.
package enum AccountStateFact: FoundFact {
  package typealias Value = FactValue.AccountState

  package static var fact: EngineFact { .accountState }
  package static var unset: Value { .none }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .account }

  package static func read(_ reader: FactReader) -> Value {
    switch reader.pointed?.state {
    case nil: .none
    case .active: .active
    case .disabled: .disabled
    }
  }

  package static func values(whereRead value: Value) -> [Value] {
    switch value {
    case .none: [.none]
    case .active, .disabled: [.active, .disabled]
    }
  }
}

extension FactValue {
  /// Whether the account to which an attempt points has a second factor.
  package enum Factors: Int, FactWord {
    case none, some

    package var word: Name {
      switch self {
      case .none: "none"
      case .some: "some"
      }
    }
  }
}

/// The fact `factors`: whether the account to which an attempt points has a second factor.
package enum FactorsFact: FoundFact {
  package typealias Value = FactValue.Factors

  package static var fact: EngineFact { .factors }
  package static var unset: Value { .none }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .account }

  package static func read(_ reader: FactReader) -> Value {
    guard let account = reader.pointed, account.factors > 0 else { return .none }
    return .some
  }

  /// Returns only `none` for `none`; returns both `none` and `some` for `some`.
  ///
  /// Tools enumerate only accounts with a second factor, so `some` also represents accounts without a factor; `none`
  /// means that the attempt points to no account.
  package static func values(whereRead value: Value) -> [Value] {
    switch value {
    case .none: [.none]
    case .some: [.none, .some]
    }
  }
}
