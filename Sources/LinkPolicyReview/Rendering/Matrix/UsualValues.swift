internal import LinkPolicy

/// The values at which facts stand that a matrix has no room for.
///
/// Each fact has values in the order of preference: the first one that can occur is taken.
struct UsualValues {
  /// The facts, each with its preferred values.
  let facts: [(fact: Int, values: [Int])]

  init(_ schema: FactSchema) {
    var facts = Self.engine.map { fact, values in (fact: fact.rawValue, values: values) }
    // The first value of a setting is its default, that of a label what is new has.
    facts += schema.settings.map { (fact: $0, values: [0]) }
    facts += schema.labels.map { (fact: $0, values: [0]) }
    self.facts = facts
  }

  private static var engine: [(EngineFact, [Int])] {
    [
      (.origin, of(FactValue.Origin.fresh)),
      (.nonce, of(FactValue.Nonce.matched, .absent)),
      (.connection, of(FactValue.Connection.none)),
      (.consent, of(FactValue.Consent.absent)),
      (.method, of(FactValue.MethodSwitch.enabled)),
      (.secret, of(FactValue.Secret.right, .absent)),
      (.code, of(FactValue.Code.valid, .absent)),
      (.linkAddress, of(FactValue.LinkAddress.same, .absent)),
      (.requestedBy, of(FactValue.RequestedBy.other, .absent)),
      (.session, of(FactValue.Session.none)),
      (.tenant, of(FactValue.Tenant.none)),
      (.accountState, of(FactValue.AccountState.active, .none)),
      (.sameProvider, of(FactValue.SameProvider.none, .sameSubject)),
      (.relay, of(FactValue.Relay.neither, .asserted)),
    ]
  }

  private static func of<Value: RawRepresentable>(_ values: Value...) -> [Int]
  where Value.RawValue == Int {
    values.map { $0.rawValue }
  }
}
