package import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// A policy of a replay: one of the compared policies, or another policy that wrote records.
package struct ReplayPolicy: Sendable {
  /// The policy, ready to decide.
  package let policy: Policy
  /// The declarations that determine the policy's facts.
  let source: JointVocabulary.JointSource
  /// The conditions of the policy's `proof`, as text; nil for a policy that was loaded from an image, which does not
  /// contain this text.
  let proof: String?

  /// Creates the policy of a replay from a compiled policy.
  package init(_ compiled: CompiledPolicy) {
    policy = compiled.policy
    source = JointVocabulary.JointSource(compiled)
    proof = PolicyWords.proof(compiled)
  }

  /// Creates the policy of a replay from a policy that was loaded from an image.
  package init(image policy: Policy) {
    self.policy = policy
    source = JointVocabulary.JointSource(policy)
    proof = nil
  }

  var vocabulary: Vocabulary { policy.vocabulary }
}

/// A translation of fact values that one policy recorded into the values that another policy can read.
///
/// A value that the recording policy read becomes the set of values that the deciding policy can read for the same
/// attempt. Some differences between declarations, such as other rules for finding accounts, cannot be expressed as
/// sets of values. The deciding policy cannot decide a record that one of these differences concerns.
struct FactTransfer: Sendable {
  private let from: ReplayPolicy
  private let to: ReplayPolicy
  private let joint: JointVocabulary
  private let obstacles: [TransferObstacle]
  private let isSame: Bool
  /// The settings and inputs for which the deciding policy can reject recorded values.
  private let checks: [StatementCheck]
  /// Whether the deciding policy requires an input that the recording policy does not declare.
  ///
  /// No recorded attempt can state this input.
  private let requiresOtherInput: Bool
  /// The parts of stored account rows, such as `factors`, that only the deciding policy requires.
  private let requiredParts: Set<AccountPart>

  /// A part of a stored account row that only some policies require.
  enum AccountPart: String, CaseIterable, Sendable {
    case factors, identifiers

    /// The reason why a record is undecided if account rows can lack the part.
    var cause: String {
      rawValue + ": one policy requires them in account rows, and accounts may lack them"
    }

    /// Returns whether a policy rejects an account row without the part.
    func isRequired(by vocabulary: Vocabulary) -> Bool {
      switch self {
      case .factors: vocabulary.isUsed(.factors)
      case .identifiers: !vocabulary.identifiers.identifiers.isEmpty
      }
    }
  }

  /// A difference between declarations that can make records undecidable, and the records concerned.
  private struct TransferObstacle: Sendable {
    var cause: String
    var applies: Applies

    enum Applies {
      /// The difference concerns every record.
      case everywhere
      /// The difference concerns records in which an account can be present.
      case accounts
      /// The difference concerns records with an address, and records in which an account can be present.
      case addresses
      /// The difference concerns records with a provider.
      case providers
      /// The difference concerns records of the given action, such as `link`.
      case action(Name)
      /// The difference concerns records that can state the given identifier of the recording policy.
      ///
      /// If accounts can hold the identifier, the difference also concerns records in which an account can be
      /// present.
      case identifier(Int, orAccounts: Bool)
      /// The difference concerns records for which the two policies' search orders can find different accounts.
      case search(TransferredSearch)
    }
  }

  init(from: ReplayPolicy, to: ReplayPolicy) {
    self.from = from
    self.to = to
    joint = JointVocabulary(joining: Sides(old: from.source, new: to.source))
    isSame = from.policy.digest == to.policy.digest
    obstacles = isSame ? [] : Self.obstacles(from, to)
    checks =
      isSame ? [] : StatementCheck.all(from: from.vocabulary.schema, to: to.vocabulary.schema)
    let (known, other) = (from.vocabulary.schema, to.vocabulary.schema)
    requiresOtherInput = other.requiredInputs.values.contains {
      known.index(of: other.facts[$0].name) == nil
    }
    requiredParts = Set(
      AccountPart.allCases.filter {
        $0.isRequired(by: to.vocabulary) && !$0.isRequired(by: from.vocabulary)
      })
  }

  /// Returns whether the deciding policy rejects every attempt with the recorded values, for any account.
  func rejects(_ values: [Int?]) -> Bool {
    requiresOtherInput || checks.contains { $0.rejection(of: values, hasFactor: true) == .all }
  }

  /// Returns whether the deciding policy rejects every attempt with the recorded values for the account of the record.
  func rejectsAtAccount(_ values: [Int?]) -> Bool {
    checks.contains { $0.rejection(of: values, hasFactor: Self.hasFactor(values)) == .all }
  }

  /// Returns the parts that the deciding policy requires and that the rows of the recorded accounts can lack.
  ///
  /// An account row without `factors` has the recorded value `none`. The function assumes that a service states
  /// `factors` for every account or for no account.
  func missingParts(_ values: [Int?], _ meeting: ReplayMeeting) -> Set<AccountPart> {
    guard meeting.canMeetAccount else { return [] }
    return requiredParts.filter { $0 != .factors || Self.hasFactor(values) != true }
  }

  private static func hasFactor(_ values: [Int?]) -> Bool? {
    values[EngineFact.factors.rawValue].map { $0 != FactValue.Factors.none.rawValue }
  }

  /// The values of a fact that the deciding policy can read.
  enum TransferredValues {
    /// The record does not restrict the fact.
    case any
    /// The values that the deciding policy can read; empty if the recorded value has no counterpart.
    case these(ValueSet)
  }

  /// Returns the values that the deciding policy can read for one of its facts.
  ///
  /// - Parameters:
  ///   - fact: the fact in the deciding policy's schema.
  ///   - values: for each fact of the recording policy, the recorded value; nil for a fact that is not recorded.
  /// - Returns: the values, or `any` if the record does not restrict the fact.
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

  /// Returns whether an account, an address or identifiers can be present in a recorded attempt, according to the
  /// recorded values.
  func meeting(_ values: [Int?]) -> ReplayMeeting {
    ReplayMeeting(values, identifiers: from.vocabulary.schema.identifiers)
  }

  /// Returns the reasons why the deciding policy may read facts from the attempt that differ from the recorded values.
  func causes(
    _ record: ReplayRecord, kind: MethodKind?, values: [Int?], meeting: ReplayMeeting
  ) -> [String] {
    guard !isSame else { return [] }
    var causes = checks.compactMap { check in
      check.rejection(of: values, hasFactor: Self.hasFactor(values)) == .some
        ? check.name.text + ": one policy rejects some attempts with the recorded facts" : nil
    }
    for obstacle in obstacles {
      let applies =
        switch obstacle.applies {
        case .everywhere: true
        case .accounts: meeting.canMeetAccount
        case .addresses: meeting.canMeetAccount || meeting.hasAddress
        case .providers: record.provider != nil
        case .action(let name): record.action.map { name.text.hasSameBytes(as: $0) } ?? false
        case .identifier(let index, let orAccounts):
          meeting.identifiers[index] != .absent || (orAccounts && meeting.canMeetAccount)
        case .search(let search):
          (record.action.map { search.action.text.hasSameBytes(as: $0) } ?? false)
            && !meeting.isFoundByCredential(kind) && search.differs(meeting)
        }
      if applies {
        causes.append(obstacle.cause)
      }
    }
    if let provider = record.provider, let kind {
      causes += Self.providerCause(
        of: provider, kind: kind, from: from.vocabulary, to: to.vocabulary)
    }
    return causes
  }

  // MARK: Obstacles

  private static func providerCause(
    of id: String, kind: MethodKind, from: Vocabulary, to: Vocabulary
  ) -> [String] {
    guard let old = from.providers.value(of: id), let new = to.providers.value(of: id) else {
      return []
    }
    let (before, after) = (from.providers.providers[old], to.providers.providers[new])
    var causes: [String] = []
    let isReadAlike =
      before.givesEmail == after.givesEmail && before.givesName == after.givesName
      && before.givesNameOnce == after.givesNameOnce && before.givesPhoto == after.givesPhoto
      && before.keepsCase == after.keepsCase && before.foldsSubjects == after.foldsSubjects
    if !isReadAlike {
      causes.append("provider " + before.id.text + " is declared differently")
    }
    // An assertion without a kind has the first kind that the policy declares for the provider.
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
    // An account can hold an address of any provider, so the difference concerns all accounts.
    add(
      "no provider keeps the case of addresses, and accounts can hold others", .accounts,
      if: new.addresses.foldsCase && old.providers.keepsAnyCase && !new.providers.keepsAnyCase)
    let joined = ProviderTable(joining: [old.providers, new.providers])
    for (place, declared) in joined.providers.enumerated() {
      let example = joined.example(of: place)
      // If the recording policy lacks the provider, no account has a method of the provider.
      guard let index = old.providers.value(of: example) else { continue }
      let (id, provider) = (declared.id.text, old.providers.providers[index])
      guard let value = new.providers.value(of: example) else {
        add("provider \(id) is missing, and accounts can have it", .accounts, if: true)
        continue
      }
      add(
        "provider \(id) offers fewer kinds, and accounts can have them", .accounts,
        if: provider.kinds.contains { !new.providers.offers($0, value) })
      // A stored method without a kind has the first kind that the policy declares for the provider.
      add(
        "provider \(id) has another usual kind, and accounts can have methods without one",
        .accounts,
        if: provider.kinds.first != new.providers.providers[value].kinds.first)
      // If the recording policy does not fold subjects, an account can hold a subject that is not in folded form.
      add(
        "provider \(id) folds subjects, and accounts can hold others", .accounts,
        if: !provider.foldsSubjects && new.providers.foldsSubjects(value))
      add(
        "provider \(id) has another issuer", .providers,
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
        if: !isAlike(action, other) || !haveSameCodes(action, other, old: old, new: new))
    }
    for (index, identifier) in old.identifiers.identifiers.enumerated() {
      guard let other = new.identifiers.index(of: identifier.name.text) else {
        add(
          "identifier \(identifier.name.text) is missing, and accounts can have it",
          .identifier(index, orAccounts: true), if: true)
        continue
      }
      let folds = new.identifiers.identifiers[other].foldsCase
      // If the recording policy does not fold the identifier, an account can hold a value that is not in folded form.
      add(
        "identifier \(identifier.name.text) is compared differently",
        .identifier(index, orAccounts: folds), if: identifier.foldsCase != folds)
    }
    for search in TransferredSearch.all(old, new) {
      add("action \(search.action.text) searches accounts differently", .search(search), if: true)
    }
    return found
  }

  /// Returns the providers of each pool, sorted by id; empty if all providers share one pool.
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

  /// Returns whether both policies treat the codes of an action alike.
  private static func haveSameCodes(
    _ a: ActionDefinition, _ b: ActionDefinition, old: Vocabulary, new: Vocabulary
  ) -> Bool {
    let kinds: [MethodKind?] = MethodKind.allCases + [nil]
    return kinds.allSatisfy { kind in
      guard let purpose = a.codePurpose(kind) else { return b.codePurpose(kind) == nil }
      return b.codePurpose(kind) == purpose
        && old.purposes[purpose]?.treatment == new.purposes[purpose]?.treatment
    }
  }
}

/// An action for which two policies search the account in different orders.
private struct TransferredSearch: Sendable {
  let action: Name
  /// The places to search, such as the credential, in the order of the recording policy.
  let from: [IdentifierTable.SearchPlace]
  /// The places to search, in the order of the deciding policy; identifiers have the indices of the recording policy.
  ///
  /// The list omits identifiers that the recording policy does not declare, because no recorded attempt states them.
  let to: [IdentifierTable.SearchPlace]

  static func all(_ from: Vocabulary, _ to: Vocabulary) -> [TransferredSearch] {
    from.actions.enumerated().compactMap { index, action in
      guard action.pointsTo == .credential,
        let other = to.actions.firstIndex(where: { $0.name == action.name })
      else { return nil }
      let places = from.identifiers.places(ofAction: index)
      let others = to.identifiers.places(ofAction: other).compactMap { place in
        switch place {
        case .credential, .address: place
        case .identifier(let number):
          from.identifiers.index(of: to.identifiers.identifiers[number].name.text).map {
            .identifier($0)
          }
        }
      }
      return places == others
        ? nil : TransferredSearch(action: action.name, from: places, to: others)
    }
  }

  /// Returns whether the two orders can find different accounts for a recorded attempt.
  func differs(_ meeting: ReplayMeeting) -> Bool {
    func finds(_ place: IdentifierTable.SearchPlace, alsoIn others: [IdentifierTable.SearchPlace])
      -> Bool
    {
      switch place {
      case .credential: true
      case .address: meeting.hasAddress
      case .identifier(let index):
        switch meeting.identifiers[index] {
        case .absent: false
        // An attempt with a password but without an address is valid only if the search lists the attempt's identifier.
        case .free: !others.contains(place)
        case .held: true
        }
      }
    }
    return from.filter { finds($0, alsoIn: to) } != to.filter { finds($0, alsoIn: from) }
  }
}

/// Whether an account, an address or identifiers can be present in a recorded attempt.
struct ReplayMeeting: Sendable {
  /// Whether a recorded attempt can state an identifier, and if so, whether an account can hold the identifier.
  enum IdentifierStatement {
    /// The attempt states no identifier.
    case absent
    /// The attempt states no identifier, or an identifier that no account holds.
    case free
    /// The attempt can state an identifier that an account holds.
    case held
  }

  let canMeetAccount: Bool
  let hasAddress: Bool
  /// For each identifier of the recording policy, whether the attempt can state the identifier, and whether an account
  /// can hold it.
  let identifiers: [IdentifierStatement]
  private let hasHeldCredential: Bool

  /// Reads the recorded value of each fact; a fact without a recorded value can have any value.
  ///
  /// - Parameters:
  ///   - values: for each fact, the recorded value; nil for a fact that is not recorded.
  ///   - facts: the facts of the recording policy about identifiers.
  init(_ values: [Int?], identifiers facts: Range<Int>) {
    identifiers = facts.map { fact in
      switch values[fact].flatMap({ IdentifierValue(rawValue: $0) }) {
      case .absent: .absent
      case .free, .address: .free
      case .own, .taken, nil: .held
      }
    }
    func isOne(_ fact: EngineFact, of expected: ValueSet) -> Bool {
      values[fact.rawValue].map { expected.contains($0) } ?? false
    }
    let isAlone =
      isOne(.account, of: ValueSet(of: FactValue.AccountVerification.none))
      && isOne(.address, of: ValueSet(of: FactValue.Address.absent, .free))
      && isOne(.credential, of: ValueSet(of: FactValue.CredentialValue.new, .broken))
      && isOne(.session, of: ValueSet(of: FactValue.SessionValue.none, .gone))
      && isOne(.code, of: ValueSet(of: FactValue.CodeValue.absent, .unknown))
      && identifiers.allSatisfy { $0 != .held }
    canMeetAccount = !isAlone
    hasAddress = !isOne(.address, of: ValueSet(of: FactValue.Address.absent))
    hasHeldCredential = isOne(
      .credential, of: ValueSet(of: FactValue.CredentialValue.own, .known, .broken))
  }

  /// Returns whether the search for an account ends at the credential, for an attempt with this kind.
  ///
  /// The search then finds the account that holds the credential, or no account if that account no longer exists. The
  /// result is false for a password, because the subject of a password method is the address.
  func isFoundByCredential(_ kind: MethodKind?) -> Bool {
    kind.map { !$0.isSubjectTheAddress } ?? false && hasHeldCredential
  }
}
