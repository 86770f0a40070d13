package import LinkPolicy

/// An invariant of a policy's own, resolved.
package struct CompiledInvariant: Sendable {
  package var id: Name
  package var conditions: [ResolvedCondition]
  /// Whether an attempt must not be allowed at all.
  package var neverAllowed = false
  /// Whether it must not be refused, by whatever error.
  package var neverRefused = false
  /// The errors that it must not be refused with.
  package var errors: [Int] = []
  /// The words of the effects that must not happen.
  package var effects: [Name] = []
  package var position: SourcePosition

  /// Whether an answer is what must not happen; nil stands for what is declared impossible.
  package func forbids(_ answer: CompiledAnswer?) -> Bool {
    guard let answer else { return neverRefused }
    if let error = answer.error {
      return neverRefused || errors.contains(error)
        || answer.effects.contains { effects.contains($0.word) }
    }
    return neverAllowed || answer.effects.contains { effects.contains($0.word) }
  }
}

extension Decision {
  /// Whether a decision is what an invariant of its policy forbids.
  package func breaks(_ invariant: CompiledInvariant) -> Bool {
    for condition in invariant.conditions where !condition.holds(facts) {
      return false
    }
    return invariant.forbids(compiledAnswer)
  }
}
