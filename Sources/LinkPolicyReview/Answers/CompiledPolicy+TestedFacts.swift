internal import LinkPolicy
package import LinkPolicyAuthoring

extension CompiledPolicy {
  /// The basic facts that the conditions of the policy test, in the order of the schema.
  package var testedFacts: [Int] {
    (0..<vocabulary.schema.derived.lowerBound).filter { vocabulary.usedFacts.contains($0) }
  }
}
