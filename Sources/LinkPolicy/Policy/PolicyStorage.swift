/// A compiled policy: never changed once made, shared by all its copies.
package final class PolicyStorage: Sendable {
  let name: Name
  let title: Name
  let sources: SourceMap
  package let vocabulary: Vocabulary
  package let facts: [CompiledFact]
  package let guards: [CompiledRow]
  package let tables: [CompiledTable]
  package let errors: [CompiledError]
  package let proof: [ResolvedCondition]
  /// What the policy declares impossible, each entry by its conditions.
  package let impossible: [[ResolvedCondition]]
  /// The table by action and kind: `action * (kinds + 1) + kind`; -1 where there is none.
  let dispatch: [Int32]
  let digest: PolicyDigest
  let document: PolicyDocument
  /// What must never happen, by the policy's own word.
  package let invariants: [CompiledInvariant]
  /// Whether superseded subjects can exist, so that an account holds more than its current ones.
  package let hasSupersededMethods: Bool
  #if DEBUG && !hasFeature(Embedded)
    /// What can occur, to check decisions by; nil for an edit of another policy, of which there
    /// are too many to work it out for each.
    let occurrences: OccurrenceLedger?
  #endif

  init(
    document: PolicyDocument, vocabulary: Vocabulary, facts: [CompiledFact],
    guards: [CompiledRow], tables: [CompiledTable], errors: [CompiledError],
    proof: [ResolvedCondition], impossible: [[ResolvedCondition]], hasSupersededMethods: Bool,
    invariants: [CompiledInvariant], digest: PolicyDigest, isEdit: Bool = false
  ) {
    name = document.name.value
    title = document.title
    sources = document.sources
    self.document = document
    self.vocabulary = vocabulary
    self.facts = facts
    self.guards = guards
    self.tables = tables
    self.errors = errors
    self.proof = proof
    self.impossible = impossible
    self.hasSupersededMethods = hasSupersededMethods
    self.invariants = invariants
    self.digest = digest
    var dispatch = [Int32](
      repeating: -1, count: vocabulary.actions.count * Self.kindSlots)
    for (index, table) in tables.enumerated() {
      for kind in table.kinds {
        dispatch[table.action * Self.kindSlots + Int(kind.rawValue)] = Int32(index)
      }
      if table.kinds.isEmpty {
        dispatch[table.action * Self.kindSlots + MethodKind.allCases.count] = Int32(index)
      }
    }
    self.dispatch = dispatch
    #if DEBUG && !hasFeature(Embedded)
      occurrences = isEdit ? nil : OccurrenceLedger()
    #endif
  }

  /// Refuses superseded methods where no row ever supersedes one, so that no table was checked for
  /// them.
  func checkSupersededMethods(in situation: Situation) throws(InputError) {
    guard !hasSupersededMethods else { return }
    let hasSome = situation.contains { account in
      account.methods.contains { $0.isSuperseded }
    }
    if hasSome {
      throw InputError(
        .contradiction,
        "a method is superseded, but no row of the policy supersedes a subject; "
          + "leave `superseded` out, or the method")
    }
  }

  static var kindSlots: Int { MethodKind.allCases.count + 1 }

  /// The index of the table that decides an action and kind, by the values of those facts.
  func table(action: Int, kind: Int) -> Int? {
    let index = dispatch[action * Self.kindSlots + kind]
    return index < 0 ? nil : Int(index)
  }
}
