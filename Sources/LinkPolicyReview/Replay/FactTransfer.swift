package import LinkPolicy
package import LinkPolicyAuthoring

/// A policy of a replay: one of the compared policies, or another one that wrote records.
package struct ReplayPolicy: Sendable {
  /// The policy, ready to decide.
  package let policy: Policy
  /// The declarations that determine its facts.
  let source: JointVocabulary.JointSource
  /// The conditions of `proof` as written; nil for a policy from an image, which does not have them.
  let proof: String?

  /// Takes a compiled policy.
  package init(_ compiled: CompiledPolicy) {
    policy = compiled.policy
    source = JointVocabulary.JointSource(compiled)
    proof = compiled.document.proof.map { PolicyWords.condition($0) }.joined(separator: ", ")
  }

  /// Takes a policy that was loaded from an image.
  package init(image policy: Policy) {
    self.policy = policy
    source = JointVocabulary.JointSource(policy)
    proof = nil
  }

  var vocabulary: Vocabulary { policy.vocabulary }
}

/// The interpretation of one policy's facts by another policy.
///
/// A word of the recording policy becomes the set of words that the deciding policy can read for the same attempt. Some
/// differences between declarations cannot be expressed as sets of words, such as other rules for finding accounts.
/// Such a difference makes it impossible to decide the record.
struct FactTransfer: Sendable {
  private let from: ReplayPolicy
  private let to: ReplayPolicy
  private let joint: JointVocabulary
  private let obstacles: [TransferObstacle]
  private let isSame: Bool
  /// For each setting and input of the recording policy that the deciding policy declares too, by fact, the values that
  /// it lacks.
  private let missing: [Int: ValueSet]

  /// A difference between declarations, and the records that it concerns.
  private struct TransferObstacle: Sendable {
    var cause: String
    var applies: Applies

    enum Applies {
      /// Every record.
      case everywhere
      /// Records in which an account can be present.
      case accounts
      /// Records with an address, or in which an account can be present.
      case addresses
      /// Records with a provider.
      case providers
      /// Records of this action.
      case action(Name)
    }
  }

  init(from: ReplayPolicy, to: ReplayPolicy) {
    self.from = from
    self.to = to
    joint = JointVocabulary(joining: Sides(old: from.source, new: to.source))
    isSame = from.policy.digest == to.policy.digest
    obstacles = isSame ? [] : Self.obstacles(from, to)
    missing = isSame ? [:] : Self.missingValues(from.vocabulary.schema, to.vocabulary.schema)
  }

  private static func missingValues(_ from: FactSchema, _ to: FactSchema) -> [Int: ValueSet] {
    var missing: [Int: ValueSet] = [:]
    for fact in from.settings.lowerBound..<from.inputs.upperBound {
      guard let other = to.index(of: from.facts[fact].name) else { continue }
      let values = from.facts[fact].values.indices.filter { value in
        to.facts[other].value(named: from.facts[fact].values[value]) == nil
      }
      missing[fact] = ValueSet(values)
    }
    return missing
  }

  /// Returns whether the deciding policy rejects a recorded attempt, because a setting or input has a value that it
  /// does not declare.
  func rejects(_ values: [Int?]) -> Bool {
    missing.contains { fact, lacking in
      values[fact].map { lacking.contains($0) } ?? false
    }
  }

  /// The values of a fact.
  enum TransferredValues {
    /// The record says nothing about the fact.
    case any
    /// The values that the deciding policy can read; empty if its words have no counterpart.
    case these(ValueSet)
  }

  /// Returns the values that the deciding policy can read for one of its facts.
  ///
  /// - Parameters:
  ///   - fact: the fact in the deciding policy's schema.
  ///   - values: the recorded values by fact of the recording policy; nil for facts that are not recorded.
  /// - Returns: the values, or `any` if the record does not restrict them.
  func values(of fact: Int, _ values: [Int?]) -> TransferredValues {
    let place = joint.joint.new[fact]
    guard place >= 0, let own = joint.facts[place].own.old, let value = values[own] else {
      return .any
    }
    var result = ValueSet()
    for index in joint.values(of: place, holding: ValueSet([value]), .old).values {
      let other = joint.facts[place].values[index].own.new
      if other >= 0 {
        result.insert(other)
      }
    }
    return .these(result)
  }

  /// Returns the reasons why the deciding policy can read an attempt in a way that no word shows.
  func causes(_ record: ReplayRecord, kind: MethodKind?, _ meeting: ReplayMeeting) -> [String] {
    guard !isSame else { return [] }
    var causes: [String] = []
    for obstacle in obstacles {
      let applies =
        switch obstacle.applies {
        case .everywhere: true
        case .accounts: meeting.canMeetAccount
        case .addresses: meeting.canMeetAccount || meeting.hasAddress
        case .providers: record.provider != nil
        case .action(let name): record.action.map { name.text.hasSameBytes(as: $0) } ?? false
        }
      if applies {
        causes.append(obstacle.cause)
      }
    }
    if let provider = record.provider, let kind {
      causes += Self.providerCause(provider, kind, from.vocabulary, to.vocabulary)
    }
    return causes
  }

  // MARK: Obstacles

  private static func providerCause(
    _ id: String, _ kind: MethodKind, _ from: Vocabulary, _ to: Vocabulary
  ) -> [String] {
    guard let old = from.providers.value(of: id), let new = to.providers.value(of: id) else {
      return []
    }
    let (before, after) = (from.providers.providers[old], to.providers.providers[new])
    var causes: [String] = []
    let isReadAlike =
      before.givesEmail == after.givesEmail && before.givesName == after.givesName
      && before.givesNameOnce == after.givesNameOnce && before.givesPhoto == after.givesPhoto
      && before.keepsCase == after.keepsCase
    if !isReadAlike {
      causes.append("provider " + before.id.text + " is declared differently")
    }
    // An assertion without a kind has the kind that the policy declares first.
    if before.kinds.first == kind, after.kinds.first != kind {
      causes.append("provider " + before.id.text + " has another usual kind")
    }
    return causes
  }

  private static func obstacles(_ from: ReplayPolicy, _ to: ReplayPolicy) -> [TransferObstacle] {
    let (old, new) = (from.vocabulary, to.vocabulary)
    var found: [TransferObstacle] = []
    func add(_ cause: String, _ applies: TransferObstacle.Applies, if holds: Bool) {
      if holds {
        found.append(TransferObstacle(cause: cause, applies: applies))
      }
    }
    add(
      "the rules for addresses differ",
      old.addresses.international == new.addresses.international ? .addresses : .everywhere,
      if: old.addresses != new.addresses)
    add("the pools differ", .addresses, if: poolIDs(old) != poolIDs(new))
    let readsProof = new.addresses.match == .anyProven
    add(
      "the conditions of proof differ", .addresses,
      if: readsProof && (from.proof == nil || from.proof != to.proof))
    add(
      "passwords are stored under another provider", .everywhere,
      if: old.providers.namedForPasswords?.id != new.providers.namedForPasswords?.id)
    add(
      "accounts can have superseded methods", .accounts,
      if: from.policy.supersedesSubjects && !to.policy.supersedesSubjects)
    for (index, provider) in old.providers.providers.enumerated() {
      let example = old.providers.example(of: index)
      guard let value = new.providers.value(of: example) else {
        add(
          "provider \(provider.id.text) is missing, and accounts can have it", .accounts, if: true)
        continue
      }
      add(
        "provider \(provider.id.text) offers fewer kinds, and accounts can have them", .accounts,
        if: provider.kinds.contains { !new.providers.offers($0, value) })
      add(
        "provider \(provider.id.text) has another issuer", .providers,
        if: !old.providers.issuer(of: example).hasSameBytes(as: new.providers.issuer(of: example)))
    }
    for label in old.labels {
      let other = new.labels.first { $0.name.value == label.name.value }
      let values = other?.values.map { $0.value } ?? []
      add(
        "label \(label.name.value.text) lacks values that accounts can have", .accounts,
        if: other?.bearer != label.bearer
          || label.values.contains { !values.contains($0.value) })
    }
    for action in old.actions {
      guard let other = new.actions.first(where: { $0.name == action.name }) else { continue }
      add(
        "action \(action.name.text) is declared differently", .action(action.name),
        if: !isAlike(action, other) || !haveSameCodes(action, other, old, new))
    }
    return found
  }

  /// Returns the providers of each pool, in an order that does not depend on the declarations; empty for one pool.
  private static func poolIDs(_ vocabulary: Vocabulary) -> Set<[String]> {
    guard vocabulary.pools.pools.count > 1 else { return [] }
    let providers = vocabulary.providers
    return Set(
      vocabulary.pools.pools.map { pool in
        pool.providers.values.map { value in
          value < providers.none ? providers.providers[value].id.text : "-"
        }.sorted { Name($0) < Name($1) }
      })
  }

  private static func isAlike(_ a: ActionDefinition, _ b: ActionDefinition) -> Bool {
    a.pointsTo == b.pointsTo && a.kinds == b.kinds && a.address == b.address
      && a.checksSecret == b.checksSecret && a.namesMethod == b.namesMethod
      && a.requestsLink == b.requestsLink && a.carriesProfile == b.carriesProfile
      && a.takes == b.takes
  }

  /// Returns whether the codes of an action are treated alike.
  private static func haveSameCodes(
    _ a: ActionDefinition, _ b: ActionDefinition, _ old: Vocabulary, _ new: Vocabulary
  ) -> Bool {
    let kinds: [MethodKind?] = MethodKind.allCases + [nil]
    return kinds.allSatisfy { kind in
      guard let purpose = a.codePurpose(kind) else { return b.codePurpose(kind) == nil }
      return b.codePurpose(kind) == purpose
        && old.purposes[purpose]?.treatment == new.purposes[purpose]?.treatment
    }
  }
}

/// Whether accounts and an address can be present in a recorded attempt.
struct ReplayMeeting: Sendable {
  let canMeetAccount: Bool
  let hasAddress: Bool

  /// Reads the recorded values by fact; a fact that is not recorded can have every value.
  init(_ values: [Int?]) {
    func isOne(_ fact: EngineFact, of expected: ValueSet) -> Bool {
      values[fact.rawValue].map { expected.contains($0) } ?? false
    }
    let isAlone =
      isOne(.account, of: ValueSet(of: FactValue.AccountVerification.none))
      && isOne(.address, of: ValueSet(of: FactValue.Address.absent, .free))
      && isOne(.credential, of: ValueSet(of: FactValue.CredentialValue.new, .broken))
      && isOne(.session, of: ValueSet(of: FactValue.SessionValue.none, .gone))
      && isOne(.code, of: ValueSet(of: FactValue.CodeValue.absent, .unknown))
    canMeetAccount = !isAlone
    hasAddress = !isOne(.address, of: ValueSet(of: FactValue.Address.absent))
  }
}
