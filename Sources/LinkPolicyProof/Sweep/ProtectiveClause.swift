internal import LinkPolicy
internal import LinkPolicyAnalysis

/// A clause of a policy that protects accounts, and can be switched off.
package struct ProtectiveClause: Sendable {
  /// What the policy is without it.
  enum Absence: Sendable {
    /// The row lacks these effects.
    case without([Name])
    /// The row does this instead of refusing.
    case allowing([Name])
    /// The guard is not asked.
    case unguarded
  }

  /// Its name.
  package let id: String
  /// The row or guard that it stands in.
  let row: RowName
  let absence: Absence
  /// Where it is declared.
  let position: SourcePosition

  /// Takes the clause out of the row; false where there is nothing to take out.
  func remove(from row: inout RowDeclaration) -> Bool {
    switch absence {
    case .unguarded: return false
    case .without(let words):
      let before = row.effects?.count
      row.effects?.removeAll { effect in words.contains(effect.name.value) }
      return row.effects?.count != before
    case .allowing(let words):
      guard row.refusal != nil else { return false }
      row.refusal = nil
      row.ask = nil
      row.tell = nil
      row.show = nil
      row.effects = words.map { EffectDeclaration(Located($0)) }
      return true
    }
  }
}
