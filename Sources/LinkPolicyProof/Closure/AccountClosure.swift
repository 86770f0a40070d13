internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// Every account that the moves which are not excluded can lead to, any number of accounts, methods,
/// sessions and codes considered.
///
/// A fixed point: accounts of one key are one state, which may have whatever any of them has, and
/// states grow until no attempt adds to them. What no state shows, no sequence brings about.
struct AccountClosure: Sendable {
  /// Why something is in a state: the attempt that brought it about, and where it was made.
  struct Cause: Sendable {
    /// The number of the state that the attempt concerned; nil for none.
    var state: Int?
    var attempt: AbstractAttempt
    /// The number of the answer in its table.
    var answer: Int
    /// What facts can be in the attempt.
    var limits: FactLimits
    /// The holdings that the attempt needs there.
    var needed: [Int]
  }

  private(set) var model: AdversaryModel
  private(set) var table: HoldingTable
  private(set) var tables: [AnswerTable]
  /// The states, in the order in which they came up.
  private(set) var states: [AbstractAccount] = []
  /// For each state its first cause, and that of each thing which it may have.
  private(set) var causes: [Cause] = []
  private(set) var holdingCauses: [[Int: Cause]] = []
  /// The attempts that mail codes which are nobody's, each answer once.
  private(set) var mailings: [Cause] = []
  private var mailed: Set<Sort> = []
  /// The attempts that make accounts where none is concerned, each answer once for everybody and
  /// every provider.
  private(set) var creations: [Cause] = []
  private var created: Set<Sort> = []
  /// The attempts that delete accounts, each answer once for everybody and every provider.
  private(set) var deletions: [Cause] = []
  private var deleted: Set<Sort> = []
  /// The attempts that end a session, each answer once for everybody and every provider.
  private(set) var signOuts: [Cause] = []
  private var signedOut: Set<Sort> = []
  /// The attempts that give an account another address, each answer once for everybody.
  private(set) var readdressings: [Cause] = []
  private var readdressed: Set<Sort> = []
  /// The attempts of outsiders at accounts with the owner's address, each answer once for everybody, provider and address:
  /// those made in no session of the account and without a valid code, which anybody can make.
  private(set) var outsidersAttempts: [Cause] = []
  private var outside: Set<Sort> = []
  /// The attempts that break an invariant which is about one step, each answer once.
  private(set) var breaches: [Invariant: [Cause]] = [:]
  private var breached: Set<Breach> = []
  /// For each table the first attempt that comes to each answer, for everybody and every provider.
  private(set) var firstAttempts: [[Cause]]
  private var attempted: Set<Approach> = []
  /// How many times a state was gone through, and how many attempts were made in all.
  private(set) var expansions = 0
  private(set) var moves = 0
  private struct Breach: Hashable {
    var invariant: Invariant
    var table: Int
    var answer: Int
    var actor: Actor
    /// Whether an account is concerned: what breaks it there may not be what breaks it without one.
    var hasAccount: Bool
  }

  private struct Sort: Hashable {
    var table: Int
    var answer: Int
    var provider: Int?
    var actor: Actor
    var address: AbstractAddress
  }

  /// What is pointed to, and whether by a code that the account has, tells attempts apart too: each takes another sequence.
  private struct Approach: Hashable {
    var sort: Sort
    var pointed: AbstractAttempt.Pointed
    var isCodeHeld: Bool
  }

  private var numbers: [AccountKey: Int] = [:]
  private var waiting: [Int] = []
  /// By table the attempts, as far as they do not depend on the account that they concern.
  private var starts: [[AttemptStart]] = []

  /// The most attempts that are followed.
  private let limit: Int
  /// Whether it ended before everything was followed: what it does not show may come about then.
  private(set) var isStopped = false

  init(_ model: AdversaryModel, _ tables: [AnswerTable], limit: Int = .max) {
    self.model = model
    table = HoldingTable(model.providers)
    self.limit = limit
    self.tables = tables
    firstAttempts = tables.map { _ in [] }
  }

  /// Follows every attempt until nothing more is added.
  ///
  /// Where the address was the attacker's first, all that he could bring about then is there when it
  /// passes to the owner.
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
    // First come, first followed: causes are near to the shortest then.
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
      enrol(number)
    }
  }

  /// Takes other answers of some tables for theirs.
  mutating func decide(by edited: AdversaryModel, _ changed: [AnswerTable]) {
    model = edited
    for table in changed {
      tables[table.index] = table
    }
  }

  /// Makes the attempts of one table at one account, or at none; whether they add nothing to any account, and break
  /// nothing by a step that was not broken so before.
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

  private mutating func follow(_ relation: Relation, _ index: Int, from number: Int?) {
    for answer in tables[index].answers(where: relation.limits, relation.attempt.pointed) {
      moves += 1
      let meaning = tables[index].meaning(answer)
      let cause = Cause(
        state: number, attempt: relation.attempt, answer: answer,
        limits: relation.limits, needed: relation.needed)
      noteSort(meaning, cause)
      // What is refused without effect leaves everything as it is.
      guard meaning.reply.refusal == nil || !meaning.writes.isEmpty else { continue }
      noteBreaches(meaning, relation, cause)
      let results = AbstractEffects.results(
        of: meaning, relation, on: number.map { states[$0] }, model, &table)
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

  /// Notes an attempt that breaks an invariant about one step.
  private mutating func noteBreaches(
    _ meaning: AnswerMeaning, _ relation: Relation, _ cause: Cause
  ) {
    var broken: [Invariant] = []
    // That the owner is told changes nothing.
    if meaning.reply.refusal != nil, meaning.writes.contains(where: { $0 != .tellOwner }) {
      broken.append(.refusalsChangeNothing)
    }
    let account = cause.state.map { states[$0] }
    func isNoted(_ invariant: Invariant) -> Bool {
      breached.contains(
        Breach(
          invariant: invariant, table: cause.attempt.table, answer: cause.answer,
          actor: cause.attempt.actor, hasAccount: cause.state != nil))
    }
    var methods = MethodLoss(model: model, holdings: table, account: account, relation: relation)
    if !isNoted(.aMethod),
      methods.canLeaveNone(meaning, cause.answer, &tables[relation.attempt.table])
    {
      broken.append(.aMethod)
    }
    if !isNoted(.oneHolder),
      AddressSharing(model: model, account: account).canShare(
        meaning, cause.answer, relation, &tables[relation.attempt.table])
    {
      broken.append(.oneHolder)
    }
    for invariant in broken {
      noteBreach(invariant, cause)
    }
    noteLink(meaning, cause)
  }

  /// Notes an attempt that mails a link to a domain that is not allowed.
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

  /// An attempt as an outsider's, if it concerns an account with the owner's address or may make one; nil otherwise.
  ///
  /// Outsiders are in no session of the account but one that the attacker has opened, and have no valid code for the address that they
  /// give.
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
      let valid = ValueSet(of: FactValue.Code.valid)
      guard cause.limits[EngineFact.code.rawValue]?.intersects(valid) ?? true else { return cause }
    }
    var foreign = cause
    foreign.limits.limit(.linkAddress, to: FactValue.LinkAddress.different)
    let isPossible = tables[attempt.table].hasAnswer(where: foreign.limits) { $0 == meaning }
    return isPossible ? foreign : nil
  }

  private mutating func noteSort(_ meaning: AnswerMeaning, _ cause: Cause) {
    let attempt = cause.attempt
    let sort = Sort(
      table: attempt.table, answer: cause.answer, provider: attempt.provider,
      actor: attempt.actor, address: attempt.address)
    let approach = Approach(
      sort: sort, pointed: attempt.pointed, isCodeHeld: attempt.code.isHeld)
    if attempted.insert(approach).inserted {
      firstAttempts[attempt.table].append(cause)
    }
    if !meaning.writes.isEmpty, !outside.contains(sort), let foreign = asOutsiders(cause, meaning) {
      outside.insert(sort)
      outsidersAttempts.append(foreign)
    }
    let purposes = model.policy.vocabulary.purposes
    let isMailing = meaning.writes.contains { template in
      guard case .putCode(let purpose) = template else { return false }
      return purposes[purpose]?.treatment.owner == .nobody
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

  /// Second factors are the service's own: whoever is signed in adds one.
  private mutating func enrol(_ number: Int) {
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
