internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyReview

/// A row or guard that may break an invariant, and the cells in which it may.
struct SuspectRow {
  let row: RowName
  /// The cells, each as limits of facts.
  let boxes: [FactLimits]

  /// The cells in which a row may break an invariant that tables leave open.
  init(_ row: RowName, of invariant: Invariant, in policy: CompiledPolicy) {
    self.row = row
    switch invariant {
    case .declared(let declared):
      boxes = Self.boxes(
        matching: policy.storage.invariants[declared.place].conditions, of: policy)
    case .tenants:
      let other = FactLimits().limited(.tenant, to: FactValue.Tenant.other)
      let inSession = FactLimits().limited(
        .session, to: FactValue.Session.recent, FactValue.Session.old, FactValue.Session.revoked)
      boxes = [other, inSession]
    case .repeatable:
      boxes = [FactLimits().limited(.session, to: FactValue.Session.none)]
    case .ownMethods, .ownSessions, .oneProver, .aMethod, .oneHolder, .refusalsChangeNothing,
      .total, .safeLanding, .ownVerification, .allowedLinks, .reachable, .enumeration:
      boxes = [FactLimits()]
    }
  }

  // A condition on a derived fact may be met by this many rows of it.
  private static let boxLimit = 64

  /// The cells that match conditions; of derived facts each row is a box.
  private static func boxes(
    matching conditions: [ResolvedCondition], of policy: CompiledPolicy
  ) -> [FactLimits] {
    ways(matching: conditions, of: policy).map { way in
      var box = FactLimits()
      for (fact, values) in way {
        box.limit(fact, to: values)
      }
      return box
    }
  }

  /// The ways to match conditions, each as limits of facts that are not derived.
  private static func ways(
    matching conditions: [ResolvedCondition], of policy: CompiledPolicy
  ) -> [[(Int, ValueSet)]] {
    let derived = policy.vocabulary.schema.derived
    var ways: [[(Int, ValueSet)]] = [[]]
    for condition in conditions {
      let further =
        derived.contains(condition.fact)
        ? expanded(condition.fact, condition.values, of: policy)
        : [[(condition.fact, condition.values)]]
      ways = Array(ways.flatMap { way in further.map { way + $0 } }.prefix(boxLimit))
    }
    return ways
  }

  /// The ways in which a derived fact can have some values, each as limits of facts that are not derived.
  private static func expanded(
    _ fact: Int, _ values: ValueSet, of policy: CompiledPolicy
  ) -> [[(Int, ValueSet)]] {
    let rows = policy.storage.facts[fact - policy.vocabulary.schema.derived.lowerBound].rows
    return rows.filter { values.contains($0.value) }.flatMap {
      ways(matching: $0.conditions, of: policy)
    }
  }
}
