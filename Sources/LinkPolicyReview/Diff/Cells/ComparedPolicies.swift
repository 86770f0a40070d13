internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// Two compared policies, with the results that the comparisons of all their tables share.
struct ComparedPolicies {
  /// The policies, each extended to read the facts that the other policy reads.
  let policies: Sides<CompiledPolicy>
  let vocabulary: JointVocabulary
  /// The untrusted providers that only the new policy declares.
  let added: AddedProviders
  /// Whether each policy, as given to the comparison, tests tenants.
  let readsTenants: Sides<Bool>
  /// Whether both policies have the same possible cells: their declarations are equal, and both read the same facts.
  let sharesSpace: Bool
  /// The platforms for which at least one policy names errors, such as `rest`.
  let platforms: Set<Name>
  /// The losses that holders of accounts can suffer under the old policy.
  let stakes: HolderStakes
  /// The fact values that no sequence of attempts reaches under each policy.
  let unreachable: Sides<Unreachable>
  /// The joint facts that each guard tests, including the facts behind derived facts.
  let guardTests: Sides<[ValueSet]>
  /// The facts behind each derived fact of each policy.
  private let factsBehindDerived: Sides<[ValueSet]>

  /// Whether both policies decide every attempt alike, and number all values alike.
  ///
  /// Policies with equal digests can declare values in different orders, so that one value has two numbers.
  let areSame: Bool

  init(
    _ policies: Sides<CompiledPolicy>, vocabulary: JointVocabulary, added: AddedProviders,
    readsTenants: Sides<Bool>
  ) {
    self.policies = policies
    self.vocabulary = vocabulary
    self.added = added
    self.readsTenants = readsTenants
    let sharesSpace = Self.shareSpace(policies)
    self.sharesSpace = sharesSpace
    // The comparison of the digests comes last, because the digest of an edited policy is computed at each access.
    areSame = sharesSpace && policies.old.digest == policies.new.digest
    platforms = policies.old.platforms.union(policies.new.platforms)
    stakes = HolderStakes(of: policies.old)
    unreachable = Sides { Unreachable(policies[$0]) }
    let behind = Sides { policies[$0].factsBehindDerived }
    factsBehindDerived = behind
    guardTests = Sides { side in
      Self.testedFacts(
        of: policies[side].storage.guards, behindDerived: behind[side], on: side, policies,
        vocabulary)
    }
  }

  private static func shareSpace(_ policies: Sides<CompiledPolicy>) -> Bool {
    policies.old.storage.hasSupersededMethods == policies.new.storage.hasSupersededMethods
      && policies.old.vocabulary.usedFacts == policies.new.vocabulary.usedFacts
      && PolicyComparison.vocabularyDigest(policies.old)
        == PolicyComparison.vocabularyDigest(policies.new)
      && policies.old.document.isInSameOrder(as: policies.new.document)
  }

  /// Returns the joint facts that each row of one policy tests, including the facts behind derived facts.
  func testedFacts(of rows: [CompiledRow], on side: Side) -> [ValueSet] {
    Self.testedFacts(
      of: rows, behindDerived: factsBehindDerived[side], on: side, policies, vocabulary)
  }

  private static func testedFacts(
    of rows: [CompiledRow], behindDerived behind: [ValueSet], on side: Side,
    _ policies: Sides<CompiledPolicy>, _ vocabulary: JointVocabulary
  ) -> [ValueSet] {
    let first = policies[side].vocabulary.schema.derived.lowerBound
    return rows.map { row in
      var facts = ValueSet(row.conditions.map { $0.fact })
      for derived in behind.indices where facts.contains(first + derived) {
        facts = facts.union(behind[derived])
      }
      return ValueSet(facts.map { vocabulary.joint[side][$0] }.filter { $0 >= 0 })
    }
  }
}
