/// A kind of small edit.
///
/// An operator edits one thing at a time, everywhere it can; edits that do not load are no matter
/// to it.
package protocol MutationOperator: Sendable {
  /// The operator's name, first part of the ids of its mutants.
  var name: String { get }
  /// What it does, in one line.
  var summary: String { get }
  /// The edits, in the order of the policy.
  func mutants(of source: MutationSource) -> [Mutant]
}
