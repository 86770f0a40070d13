internal import LinkPolicy
package import LinkPolicyDiagnostics

/// The findings of a review: a policy that has them works, and is perhaps not what was meant.
extension DiagnosticCode {
  /// A row whose cells would all be answered the same without it.
  package static var redundantRow: Self { Self("redundant-row") }
  /// A guard whose cells would all be answered the same without it.
  package static var redundantGuard: Self { Self("redundant-guard") }
  /// A condition that holds wherever the rest of its row does.
  package static var idleCondition: Self { Self("idle-condition") }
  /// A row without a reason in a policy that gives reasons.
  package static var missingReason: Self { Self("missing-reason") }
  /// A claim whose absence is treated more kindly than `false`.
  package static var kinderAbsence: Self { Self("kinder-absence") }
  /// A value that any caller can bring about, let through as if a check had passed.
  package static var untestedInput: Self { Self("untested-input") }
  /// A superseded subject that still signs in.
  package static var supersededEnters: Self { Self("superseded-enters") }
  /// A refusal that asks for something that cannot be had or that does not help.
  package static var vainRemedy: Self { Self("vain-remedy") }
  /// Guards that match the same cell and refuse differently, so that their order decides.
  package static var coincidingGuards: Self { Self("coinciding-guards") }
  /// Something declared that nothing tells apart or names.
  package static var unusedName: Self { Self("unused-name") }
  /// An invariant of the policy's own that no cell of any table can break or keep.
  package static var emptyInvariant: Self { Self("empty-invariant") }
  /// A table or derived fact that is too intricate for the review, which passed it over.
  package static var notReviewed: Self { Self("not-reviewed") }
  /// An entry of `findings:` that no finding goes by.
  package static var staleFinding: Self { Self("stale-finding") }
}
