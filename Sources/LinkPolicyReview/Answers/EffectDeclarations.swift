internal import LinkPolicy
package import LinkPolicyAuthoring

/// What a policy declares that decides, beside the facts of a cell, what its effects come to there.
package struct EffectDeclarations: Sendable {
  /// Whether an address that is the account's own by its fact is the account's address.
  let tellsOwnAddress: Bool
  /// Whether an address that is free by its fact is not the account's address, unless that is of another tenant.
  let tellsFreeAddress: Bool
  /// Whether one provider alone has passwords, so that every password of an account is of it.
  let hasOnePassword: Bool
  /// Whether an account can have a method that is superseded, which the facts about its methods do not see.
  let supersedes: Bool
  /// The kinds that the fact `methods` counts; none where no condition tests it, for then it is not read.
  private let countedKinds: MethodKindSet
  /// The kinds of which some provider gives a name or a photo.
  private let kindsWithProfile: MethodKindSet
  private let purposes: PurposeTable

  /// Reads them from a policy.
  package init(_ policy: CompiledPolicy) {
    let vocabulary = policy.vocabulary
    supersedes = policy.storage.hasSupersededMethods
    let providers = vocabulary.providers.providers
    let isOneLookedUp =
      switch (vocabulary.addresses.heldBy, vocabulary.addresses.match) {
      case (.account, .primary): true
      case (.account, .anyProven), (.methods, .primary), (.methods, .anyProven): false
      }
    tellsOwnAddress = isOneLookedUp
    // An account of another pool is not searched.
    tellsFreeAddress = isOneLookedUp && vocabulary.pools.pools.count < 2
    let withPassword = providers.filter { $0.kinds.contains(.password) }
    hasOnePassword = withPassword.count == 1 && !withPassword.contains { $0.isFamily }
    countedKinds = vocabulary.isUsed(.methods) ? vocabulary.countedKinds : MethodKindSet()
    kindsWithProfile = MethodKindSet(
      providers.filter { $0.givesName || $0.givesNameOnce || $0.givesPhoto }.flatMap { $0.kinds })
    purposes = vocabulary.purposes
  }

  /// Whether an attempt that carries a kind of sign-in can bring a name or a photo; one that carries none brings what
  /// is said in it.
  func bringsProfile(_ kind: MethodKind?) -> Bool {
    guard let kind else { return true }
    return kindsWithProfile.contains(kind)
  }

  /// Whether an account of which no method is counted has none of some kinds.
  ///
  /// A method that is superseded is not counted and removed all the same, which those without a subject cannot be.
  func hasNone(of kinds: [MethodKind]) -> Bool {
    kinds.allSatisfy { kind in
      countedKinds.contains(kind) && kind.isSubjectTheAddress
    }
  }

  /// Where codes of a purpose go; nil where the policy has no such purpose.
  func recipient(of purpose: CodePurpose) -> CodeTreatment.Recipient? {
    purposes[purpose]?.treatment.recipient
  }
}
