internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// All accounts that sequences of attempts can lead to, for any number of accounts, methods,
/// sessions and codes.
///
/// The closure is a fixed point over all attempts that are not excluded. Accounts with equal keys form one state, which
/// may have every holding of the accounts. The closure grows until no attempt adds a state or a holding. If no state
/// meets a condition, no sequence leads to an account that meets the condition.
struct AccountClosure: Sendable {
  /// The reason why a state or holding exists: the attempt that led to the state or holding, and the previous state.
  struct Cause: Sendable {
    /// The number of the state at which the attempt is made; nil if the attempt has no account.
    var state: Int?
    var attempt: AbstractAttempt
    /// The number of the attempt's answer in the attempt's table.
    var answer: Int
    /// The possible values of facts in the attempt.
    var limits: FactLimits
    /// The holdings of the state that the attempt requires.
    var needed: [Int]
  }

  private(set) var model: AdversaryModel
  private(set) var table: HoldingTable
  private(set) var tables: [AnswerTable]
  /// The states, in the order of discovery.
  private(set) var states: [AbstractAccount] = []
  /// The first cause of each state.
  private(set) var causes: [Cause] = []
  /// For each state, the first cause of each holding.
  private(set) var holdingCauses: [[Int: Cause]] = []
  /// The attempts that mail codes without an account; one attempt for each answer, actor, provider, address and
  /// identifier.
  private(set) var mailings: [Cause] = []
  private var mailed: Set<AttemptSort> = []
  /// The attempts that create accounts without using an existing account; one attempt for each answer, actor, provider,
  /// address and identifier.
  private(set) var creations: [Cause] = []
  private var created: Set<AttemptSort> = []
  /// The attempts that delete accounts; one attempt for each answer, actor, provider, address and identifier.
  private(set) var deletions: [Cause] = []
  private var deleted: Set<AttemptSort> = []
  /// The attempts that end a session; one attempt for each answer, actor, provider, address and identifier.
  private(set) var signOuts: [Cause] = []
  private var signedOut: Set<AttemptSort> = []
  /// The attempts that change the address of an account; one attempt for each answer, actor, provider, new address and
  /// identifier.
  private(set) var readdressings: [Cause] = []
  private var readdressed: Set<AttemptSort> = []
  /// The attempts of outsiders at accounts with the owner's address; one attempt for each answer, actor, provider,
  /// address and identifier.
  ///
  /// An outsider uses no valid code, and no session of the account except a session that the attacker opened.
  private(set) var outsidersAttempts: [Cause] = []
  private var outside: Set<AttemptSort> = []
  /// The attempts that break an invariant about single steps, such as I6; at most two attempts for each answer and
  /// actor.
  private(set) var breaches: [Invariant: [Cause]] = [:]
  private var breached: Set<Breach> = []
  /// For each table, the first attempt of each ``Approach``, which includes the answer, the actor and the provider.
  private(set) var firstAttempts: [[Cause]]
  private var attempted: Set<Approach> = []
  /// The number of expansions of states; an expansion makes all attempts at one state.
  ///
  /// The property `moves` counts every possible answer to every attempt.
  private(set) var expansions = 0
  private(set) var moves = 0
  private struct Breach: Hashable {
    var invariant: Invariant
    var table: Int
    var answer: Int
    var actor: Actor
    /// Whether the attempt is made at an existing account.
    ///
    /// The same answer can break an invariant in different ways at an existing account and without an account.
    var hasAccount: Bool
  }

  private struct AttemptSort: Hashable {
    var table: Int
    var answer: Int
    var provider: Int?
    var actor: Actor
    var address: AbstractAddress
    var finder: Int?

    /// A number that differs from the numbers of most other values; hashing each property separately takes longer.
    var mixed: UInt64 {
      var mixed = UInt64(table)
      for part in [answer, provider ?? -1, finder ?? -1] {
        mixed = (mixed ^ UInt64(truncatingIfNeeded: part)) &* 0x9E37_79B9_7F4A_7C1
      }
      return mixed ^ (UInt64(actor.rawValue) << 8 | UInt64(address.rawValue))
    }

    func hash(into hasher: inout Hasher) { hasher.combine(mixed) }
  }

  /// A kind of attempt, its target, and whether the attempt carries a code of the account.
  ///
  /// For each approach to an account, a sequence needs different steps, so the closure keeps the first attempt of each
  /// approach.
  private struct Approach: Hashable {
    var sort: AttemptSort
    var pointed: AbstractAttempt.AttemptTarget
    var isCodeHeld: Bool

    func hash(into hasher: inout Hasher) {
      hasher.combine(sort.mixed ^ (UInt64(pointed.rawValue) << 17 | (isCodeHeld ? 1 << 16 : 0)))
    }
  }

  private var numbers: [AccountKey: Int] = [:]
  private var waiting: [Int] = []
  /// For each table, the inputs of its attempts that do not depend on an account, such as actor and provider.
  private var starts: [[AttemptStart]] = []

  /// The maximum number of attempts before the exploration stops.
  private let limit: Int
  /// Whether the exploration stopped early; it stops when the number of attempts reaches the limit.
  ///
  /// If the exploration stopped early, sequences may lead to states that the closure does not contain.
  private(set) var isStopped = false

  init(_ model: AdversaryModel, _ tables: [AnswerTable], limit: Int = .max) {
    self.model = model
    table = HoldingTable(model.providers)
    self.limit = limit
    self.tables = tables
    firstAttempts = tables.map { _ in [] }
  }

  /// Explores attempts until no attempt adds a state or a holding.
  ///
  /// If the owner's address belonged to the attacker before, the closure first explores the attempts of that time. The
  /// exploration of the owner's time then starts with all states found before.
  mutating func explore() {
    let after = model
    if let before = model.beforeReassignment {
      model = before
      followAll()
      model = after
      waiting = Array(states.indices)
    }
    followAll()
  }

  private mutating func followAll() {
    starts = AttemptStarts(model).all(of: tables)
    expand(nil)
    // Breadth-first order finds short sequences of causes first.
    while !waiting.isEmpty, !isStopped {
      expand(waiting.removeFirst())
    }
  }

  private mutating func expand(_ number: Int?) {
    expansions += 1
    for index in tables.indices {
      guard moves <= limit else {
        isStopped = true
        return
      }
      let relations = AttemptRelations(
        model: model, holdings: table, account: number.map { states[$0] })
      for relation in relations.all(of: tables[index], starts[index]) {
        follow(relation, index, from: number)
      }
    }
    if let number, model.environment.usesFactors {
      enroll(number)
    }
  }

  /// Replaces the answers of the changed tables with the answers of an edited policy.
  mutating func decide(by edited: AdversaryModel, _ changed: [AnswerTable]) {
    model = edited
    for table in changed {
      tables[table.index] = table
    }
  }

  /// Makes the attempts of one table, and returns whether they add nothing to the closure.
  ///
  /// The attempts are made at the given account, or without an account if `number` is nil. The result is true if the
  /// attempts add no state and no holding, and break no further invariant about single steps.
  mutating func addsNothing(
    from number: Int?, _ index: Int, _ starts: [AttemptStart], besides known: [Invariant: [Cause]]
  ) -> Bool {
    let relations = AttemptRelations(
      model: model, holdings: table, account: number.map { states[$0] })
    for relation in relations.all(of: tables[index], starts) {
      follow(relation, index, from: number)
      guard waiting.isEmpty else { return false }
    }
    return breaches.allSatisfy { invariant, causes in causes.count == known[invariant]?.count ?? 0 }
  }

  private mutating func follow(_ relation: AttemptRelation, _ index: Int, from number: Int?) {
    for answer in tables[index].answers(where: relation.limits, relation.attempt.pointed) {
      moves += 1
      let meaning = tables[index].meaning(answer)
      let cause = Cause(
        state: number, attempt: relation.attempt, answer: answer,
        limits: relation.limits, needed: relation.needed)
      noteSort(meaning, cause)
      // A refusal without writes changes no account.
      guard meaning.reply.refusal == nil || !meaning.writes.isEmpty else { continue }
      noteBreaches(by: meaning, relation: relation, cause: cause)
      let results = AbstractEffects.results(
        of: meaning, relation: relation, on: number.map { states[$0] }, model: model, in: &table)
      let verification = ForeignVerification(
        model: model, attempt: relation.attempt, action: tables[index].action)
      if verification.isMade(by: meaning, from: number.map { states[$0].key }, to: results) {
        noteBreach(.ownVerification, cause)
      }
      for result in results {
        keep(result.account, cause)
      }
    }
  }

  /// Records the invariants about single steps, such as I6, that an attempt may break.
  private mutating func noteBreaches(
    by meaning: AnswerMeaning, relation: AttemptRelation, cause: Cause
  ) {
    var broken: [Invariant] = []
    // A notice to the owner is not a change.
    if meaning.reply.refusal != nil, model.policy.isUsers(tables[relation.attempt.table].action),
      meaning.writes.contains(where: { $0 != .tellOwner })
    {
      broken.append(.refusalsChangeNothing)
    }
    let account = cause.state.map { states[$0] }
    func isNoted(_ invariant: Invariant) -> Bool {
      breached.contains(
        Breach(
          invariant: invariant, table: cause.attempt.table, answer: cause.answer,
          actor: cause.attempt.actor, hasAccount: cause.state != nil))
    }
    if MethodLoss.isConceivable(meaning.writes), !isNoted(.aMethod) {
      var methods = MethodLoss(model: model, holdings: table, account: account, relation: relation)
      if methods.canLeaveNone(meaning, answer: cause.answer, in: &tables[relation.attempt.table]) {
        broken.append(.aMethod)
      }
    }
    if !isNoted(.oneHolder),
      AddressSharing(model: model, account: account).canShare(
        meaning, answer: cause.answer, relation: relation, in: &tables[relation.attempt.table])
    {
      broken.append(.oneHolder)
    }
    for invariant in broken {
      noteBreach(invariant, cause)
    }
    noteLink(meaning, cause)
  }

  /// Records an attempt that mails a link to a forbidden domain.
  private mutating func noteLink(_ meaning: AnswerMeaning, _ cause: Cause) {
    let table = cause.attempt.table
    guard meaning.writes.contains(where: { $0.kind == .putCode }),
      tables[table].action.requestsLink
    else { return }
    var refused = cause
    refused.limits.limit(.linkDomain, to: FactValue.LinkDomain.refused)
    let isPossible = tables[table].hasAnswer(where: refused.limits) { $0 == meaning }
    if isPossible {
      noteBreach(.allowedLinks, refused)
    }
  }

  private mutating func noteBreach(_ invariant: Invariant, _ cause: Cause) {
    let breach = Breach(
      invariant: invariant, table: cause.attempt.table, answer: cause.answer,
      actor: cause.attempt.actor, hasAccount: cause.state != nil)
    if breached.insert(breach).inserted {
      breaches[invariant, default: []].append(cause)
    }
  }

  /// Returns the attempt as made by an outsider, a person without a valid code; nil if no outsider can make it.
  ///
  /// The result is also nil if the attempt cannot concern or create an account with the owner's address.
  ///
  /// An outsider uses no valid code for the address that the attempt names, and no session of the account except a
  /// session that the attacker opened.
  private func asOutsiders(_ cause: Cause, _ meaning: AnswerMeaning) -> Cause? {
    let attempt = cause.attempt
    let isOfOwners =
      switch attempt.pointed {
      case .here: cause.state.map { states[$0].key.email == .owners } ?? false
      case .nobody: attempt.address == .owners
      case .elsewhere: false
      }
    guard isOfOwners, attempt.session == .elsewhere || attempt.actor == .attacker else {
      return nil
    }
    switch attempt.code {
    case .none, .unknown: return cause
    case .held(let code) where code.isUsed: return cause
    case .held: break
    case .mailed:
      let valid = ValueSet(of: FactValue.CodeValue.valid)
      guard cause.limits[EngineFact.code.rawValue]?.intersects(valid) ?? true else { return cause }
    }
    var foreign = cause
    foreign.limits.limit(.linkAddress, to: FactValue.LinkAddress.different)
    let isPossible = tables[attempt.table].hasAnswer(where: foreign.limits) { $0 == meaning }
    return isPossible ? foreign : nil
  }

  private mutating func noteSort(_ meaning: AnswerMeaning, _ cause: Cause) {
    let attempt = cause.attempt
    let sort = AttemptSort(
      table: attempt.table, answer: cause.answer, provider: attempt.provider,
      actor: attempt.actor, address: attempt.address, finder: attempt.finder)
    let approach = Approach(
      sort: sort, pointed: attempt.pointed, isCodeHeld: attempt.code.isHeld)
    if attempted.insert(approach).inserted {
      firstAttempts[attempt.table].append(cause)
    }
    if !meaning.writes.isEmpty, !outside.contains(sort), let foreign = asOutsiders(cause, meaning) {
      outside.insert(sort)
      outsidersAttempts.append(foreign)
    }
    let isMailing = meaning.writes.contains { template in
      guard case .putCode(let purpose) = template else { return false }
      return model.vocabulary.purposes[purpose]?.treatment.owner == .nobody
    }
    if isMailing, mailed.insert(sort).inserted {
      mailings.append(cause)
    }
    if meaning.writes.contains(.deleteAccount), deleted.insert(sort).inserted {
      deletions.append(cause)
    }
    if meaning.writes.contains(.endSession), attempt.session != .elsewhere,
      signedOut.insert(sort).inserted
    {
      signOuts.append(cause)
    }
    if meaning.writes.contains(.setEmail(.asserted)), attempt.pointed == .here,
      readdressed.insert(sort).inserted
    {
      readdressings.append(cause)
    }
    if meaning.writes.makeAccount, attempt.pointed == .nobody, created.insert(sort).inserted {
      creations.append(cause)
    }
  }

  /// Adds one second factor to an account for each actor who is signed in to the account.
  ///
  /// The service manages second factors, so any signed-in actor can add a factor.
  private mutating func enroll(_ number: Int) {
    for actor in Actor.allCases {
      let session = table.number(of: .session(actor, isLive: true))
      guard states[number].holdings.contains(session) else { continue }
      let factor = table.number(of: .factor(actor))
      guard !states[number].holdings.contains(factor) else { continue }
      var account = states[number]
      account.holdings.insert(factor)
      keep(account, causes[number])
    }
  }

  private mutating func keep(_ account: AbstractAccount, _ cause: Cause) {
    guard let number = numbers[account.key] else {
      numbers[account.key] = states.count
      waiting.append(states.count)
      states.append(account)
      causes.append(cause)
      var caused: [Int: Cause] = [:]
      for holding in account.holdings.values {
        caused[holding] = cause
      }
      holdingCauses.append(caused)
      return
    }
    let added = account.holdings.subtracting(states[number].holdings)
    guard !added.isEmpty else { return }
    states[number].holdings = states[number].holdings.union(added)
    for holding in added.values {
      holdingCauses[number][holding] = cause
    }
    if !waiting.contains(number) {
      waiting.append(number)
    }
  }
}

/// The reuse of a closure after an edit of some tables.
extension AccountClosure {
  /// Returns whether the closure contains every account that an edited policy can reach, and whether no step under this
  /// policy breaks a further invariant.
  ///
  /// An attempt that an unchanged table decides leads to the same states as before. The function therefore makes only
  /// the attempts of the changed tables, once at each account. Accounts that become unreachable remain in the closure,
  /// so the closure is a superset of the edited policy's closure.
  ///
  /// - Parameters:
  ///   - edited: the adversary model with the edited policy.
  ///   - changed: the tables of the edited policy whose answers can differ.
  /// - Returns: true if the attempts add no account and break no further invariant; false if they may add an account or
  ///   break an invariant.
  func isClosed(under edited: AdversaryModel, deciding changed: [AnswerTable]) -> Bool {
    // If the owner's address is reassigned, the states come from two models. Attempts of one model may then lead to
    // states that the closure lacks.
    guard !isStopped, edited.beforeReassignment == nil else { return false }
    // The check for lost methods depends on the methods that sign in. An edit must therefore not change which methods
    // sign in.
    guard changed.allSatisfy({ edited.entrances.agree(with: $0, of: edited.policy) }) else {
      return false
    }
    var closure = self
    closure.decide(by: edited, changed)
    let starts = changed.map { table in
      (index: table.index, starts: AttemptStarts(edited).starts(of: table))
    }
    for number in [nil] + states.indices.map({ Optional($0) }) {
      for (index, starts) in starts {
        guard closure.addsNothing(from: number, index, starts, besides: breaches) else {
          return false
        }
      }
    }
    return true
  }
}
