internal import LinkPolicy
internal import LinkPolicyStore

/// A player that plays a vector on a store and on an in-memory store, and compares the rows of both.
struct StorePlay {
  let vector: VectorCase
  private let sequence: VectorSequence
  let policy: Policy
  /// The in-memory store, and the sessions and tickets that the steps created.
  private(set) var state: PlayerState
  private var steps: [PlayedStep] = []
  /// The ids of all codes that were given or generated so far.
  private var codeIDs: [String]
  /// The ids of all notices that the store has added so far.
  private var noticeIDs: [String] = []
  private var hashes = KnownHashes()
  private var shown: ShownAddresses
  private var keys = FormerKeys()
  private var addresses = HeldAddresses()
  private var identifiers = HeldIdentifiers()
  private(set) var seen = SeenWrites()
  /// The outcomes of all change sets so far, with their ids.
  private var sets: [(id: String, outcome: CommitOutcome)] = []
  var asked: Set<StoreDuty> = []
  private(set) var finding: StoreFinding?
  private(set) var error: String?

  init(_ vector: VectorCase, sequence: VectorSequence, under policy: Policy) {
    self.vector = vector
    self.sequence = sequence
    self.policy = policy
    state = PlayerState(sequence, policy)
    codeIDs = state.accounts.codes.map(\.id)
    shown = ShownAddresses(of: state.accounts.accounts)
    keys.note(state.accounts, policy.vocabulary)
    addresses.note(state.accounts)
    identifiers.note(state.accounts)
  }

  /// Plays all steps, or stops after the first finding.
  mutating func run<Store: CheckedStore & ~Copyable>(
    on store: inout Store, seenBy observer: inout Store
  ) {
    do throws(StoreError) {
      try give(to: &store)
      for (index, step) in sequence.steps.enumerated() where finding == nil {
        try play(step, number: index + 1, on: &store, seenBy: &observer)
      }
      try takeBack(number: sequence.steps.count, on: &store, seenBy: &observer)
      try repeatOutcomes(number: sequence.steps.count, on: &store, seenBy: &observer)
    } catch {
      self.error = error.description
    }
  }

  /// Adds the results of the vector to a report.
  func tell(_ report: inout StoreReport) {
    report.asked.formUnion(asked)
    let played = PlayedCase(vector: vector, policy: policy, steps: steps, reading: nil)
    if let finding {
      report.add(finding)
      report.fail(vector.id, finding.text)
    } else if let error {
      report.fail(vector.id, error)
    } else if let mismatch = played.mismatches.first {
      let place = mismatch.step.map { "step " + String($0) + ": " } ?? "at the end: "
      report.fail(
        vector.id,
        place + mismatch.key + ": expected " + mismatch.expected + ", got " + mismatch.got)
    } else {
      report.passed += 1
    }
  }

  /// Adds the given rows of the vector to the store.
  private func give(to store: inout some CheckedStore & ~Copyable) throws(StoreError) {
    let rows = state.accounts
    try store.written { (store) throws(StoreError) in
      try store.clear()
      for account in rows.accounts {
        try store.add(account)
      }
      for orphan in rows.orphans {
        try store.add(goneKey: orphan.key, in: orphan.tenant)
      }
      for session in rows.sessions {
        let row = StoredSession(
          account: session.account, epoch: session.epoch, isEnded: session.isEnded,
          isRecent: !session.isOld)
        try Self.expect(session.id, try store.add(row, id: nil))
      }
      for code in rows.codes {
        let row = StoredCode(
          for: code.purpose, address: code.address, account: code.account, boundTo: code.boundTo,
          requester: code.requester, requesterAccount: code.requesterAccount,
          credential: code.credential, tenant: code.tenant, isUsed: code.isUsed,
          isExpired: code.isExpired)
        try Self.expect(code.id, try store.add(row, id: nil))
      }
    }
  }

  /// Checks that the store generates the ids that vectors expect, such as `u1` and `u2`.
  private static func expect(_ id: String?, _ got: String?) throws(StoreError) {
    guard !id.hasSameBytes(as: got) else { return }
    throw .inconsistent(
      "the store gives the id `" + (got ?? "none") + "`, and has to count: `" + (id ?? "none")
        + "`")
  }

  /// Returns the answer to the lookup's question about disabled methods, from the context of the attempt.
  private func methodAnswer(
    of caller: Accounts.AttemptContext, to attempt: Attempt
  ) -> Lookup.MethodAnswer {
    let word: Lookup.MethodAnswer = caller.isMethodEnabled ? .enabled : .disabled
    do throws(InputError) {
      let lookup = try policy.lookup(
        for: attempt,
        by: Lookup.Caller(session: caller.session, target: caller.target, code: caller.code),
        under: caller.settings)
      return caller.disabledMethods(for: lookup).map { .disabledMethods($0) } ?? word
    } catch {
      // `settle` builds the lookup too, and reports the error.
      return word
    }
  }

  /// Returns the ids of the sessions that events report as ended, sorted.
  private static func endedSessions(_ events: [Accounts.Event]) -> [String] {
    events.compactMap { event in
      switch event {
      case .signedOut(let session): session
      case .signedIn, .tokenRefreshed, .sessionsRevoked, .codeMailed, .methodRemoved,
        .ownerNotified:
        nil
      }
    }.sorted()
  }

  private static func list(_ sessions: [String]) -> String {
    sessions.isEmpty ? "no session" : sessions.map { "`" + $0 + "`" }.joined(separator: ", ")
  }

  private mutating func play<Store: CheckedStore & ~Copyable>(
    _ step: VectorStep, number: Int, on store: inout Store, seenBy observer: inout Store
  ) throws(StoreError) {
    var answer: PlayedStep.Answer?
    switch step.content {
    case .attempt(let attempt):
      answer = try settle(attempt, number: number, on: &store, seenBy: &observer)
    case .wait(let wait):
      try store.written { (store) throws(StoreError) in
        switch wait {
        case .old: try store.ageSessions()
        case .expired: try store.expireCodes()
        }
      }
      _ = state.perform(step.content, number: number)
    case .set: _ = state.perform(step.content, number: number)
    }
    steps.append(
      PlayedStep(
        number: number, step: step, answer: answer, accounts: state.accounts.accounts,
        codes: state.accounts.codes))
  }

  private mutating func settle<Store: CheckedStore & ~Copyable>(
    _ step: VectorAttempt, number: Int, on store: inout Store, seenBy observer: inout Store
  ) throws(StoreError) -> PlayedStep.Answer {
    let (attempt, caller): (Attempt, Accounts.AttemptContext)
    switch state.asked(by: step) {
    case .fault(let key, let message): return .fault(key: key, message)
    case .attempt(let asked, let by): (attempt, caller) = (asked, by)
    }
    let id = vector.id + "#" + String(number)
    // Every step has a different hash, so that a kept password differs from a new password.
    let hash = "hash of " + id
    let settled: Settled
    do throws(StoreError) {
      settled = try store.settle(
        attempt,
        by: Lookup.Caller(session: caller.session, target: caller.target, code: caller.code),
        under: caller.settings, policy: policy,
        method: methodAnswer(of: caller, to: attempt), passwordHash: hash, once: id)
    } catch .input(let error) {
      return .inputError(error)
    }
    guard case .now(let decision, let outcome, tries: _) = settled else {
      throw .inconsistent("a set with the id `" + id + "` is remembered, and none was committed")
    }
    let before = state.accounts
    // The in-memory store applies the decision that follows from the store's answers, so a wrong answer becomes
    // visible.
    let answer = state.apply(decision, number: number)
    let changes = decision.changes
    switch answer {
    case .decided(_, let applied):
      guard !changes.isEmpty else { return answer }
      try Self.expect(applied.isNewAccount ? applied.account : nil, outcome.newAccount)
      try Self.expect(applied.session, outcome.session)
      let (ended, named) = (Self.endedSessions(applied.events), Self.endedSessions(outcome.events))
      if ended != named {
        let isDeletion = changes.writes.contains { $0.kind == .deleteAccount }
        find(
          .write(isDeletion ? .deleteAccount : .endSession),
          text: "the store reports " + Self.list(named) + " as ended instead of "
            + Self.list(ended),
          step: number)
      }
      note(changes, outcome: outcome, hash: hash, before: before)
      let requestID = attempt.requestID(
        id, by: Lookup.Caller(session: caller.session, target: caller.target, code: caller.code))
      sets.append((requestID, outcome))
      if let (duty, text) = try differences(
        after: changes, outcome: outcome, id: requestID, seenBy: &observer)
      {
        find(duty, text: text, step: number)
      }
      noticeIDs += outcome.notices.map(\.id)
      try repeatRequirements(of: changes, number: number, on: &store)
      try repeatPasswords(of: changes, outcome: outcome, number: number, on: &store)
      return .decided(decision, Accounts.Applied(outcome, account: applied.account))
    case .conflict(_, let conflict):
      find(
        .requirement(conflict.requirement.kind),
        text: "the store answered that " + conflict.requirement.description + ", which is not so",
        step: number)
    case .inputError, .fault: break
    }
    return answer
  }

  /// Records the duties that a change set exercises.
  private mutating func note(
    _ changes: ChangeSet, outcome: CommitOutcome, hash: String, before: Accounts
  ) {
    for write in changes.writes {
      seen.note(write)
      asked.insert(.write(write.kind))
      if write.raisesVersion != nil {
        asked.insert(.version)
      }
    }
    asked.insert(.outcome)
    if !changes.notices.isEmpty {
      asked.insert(.outbox)
    }
    codeIDs += outcome.codes
    shown.carryOut(changes, newAccount: outcome.newAccount)
    keys.note(state.accounts, policy.vocabulary)
    addresses.note(state.accounts)
    identifiers.note(state.accounts)
    let details = StoreDetail.asked(
      by: changes,
      in: StoreDetail.Setting(before: before, after: state.accounts, shown: shown),
      policy.vocabulary)
    asked.formUnion(details.map { .detail($0) })
    if hashes.carryOut(changes, newAccount: outcome.newAccount, hash: hash) {
      asked.insert(.passwordHash)
    }
  }

  mutating func find(_ duty: StoreDuty?, text: String, step number: Int) {
    if finding == nil {
      finding = StoreFinding(duty, text: text, vector: vector.id, step: number)
    }
  }

  /// Reads all rows, compares them with the rows in memory, and returns the first difference with its duty.
  func differences(
    after changes: ChangeSet, outcome: CommitOutcome, id: String,
    seenBy observer: inout some CheckedStore & ~Copyable
  ) throws(StoreError) -> (duty: StoreDuty?, text: String)? {
    let accounts = state.accounts
    var comparison = RowComparison(
      changes, newAccount: outcome.newAccount, vocabulary: policy.vocabulary)
    let wanted = StoredRows.RowSelection(
      sessions: accounts.sessions.map(\.id), codes: codeIDs, keys: keys.entries,
      outcomes: sets.map(\.id), unusedIDs: unusedIDs(like: id), addresses: addresses.entries,
      identifiers: identifiers.entries,
      unused: SimilarNames(
        accounts, codes: codeIDs, keys: keys, addresses: addresses, identifiers: identifiers),
      methods: accounts.accounts.flatMap { account in
        account.methods.map { (account.id, comparison.key(of: $0)) }
      })
    let rows = try observer.read { (store) throws(StoreError) in
      try StoredRows(wanted, of: &store)
    }
    comparison.compare(accounts: accounts.accounts, with: rows.accounts)
    comparison.compare(sessions: accounts.sessions, with: rows.sessions)
    comparison.compare(codes: accounts.codes, ids: codeIDs, with: rows.codes)
    comparison.compare(former: keys, with: rows.holders)
    comparison.compare(shown: shown, with: rows.listed)
    comparison.compare(hashes: hashes, with: rows.hashes)
    comparison.compare(
      notices: changes.notices, of: outcome, with: rows.outbox, after: noticeIDs)
    comparison.compare(outcomes: sets, with: rows.outcomes)
    comparison.compare(listed: rows.listed, of: accounts)
    comparison.compare(codesOfNobody: rows.codesOfNobody, of: accounts)
    comparison.compare(addresses: addresses, with: rows.addressHolders)
    comparison.compare(identifiers: identifiers, with: rows.identifierHolders)
    comparison.compare(confused: rows.confused)
    return comparison.difference
  }

  /// Returns unused ids that resemble a change set's id: with an additional digit, without the last character, and in
  /// uppercase.
  private func unusedIDs(like id: String) -> [String] {
    [id + "0", String(id.dropLast()), id.uppercased()].filter { near in
      !sets.contains { $0.id.hasSameBytes(as: near) }
    }
  }

  /// Commits the change set again, once for each kind of requirement that the first commit has broken.
  ///
  /// Each repeated commit has only one requirement, which no longer holds, so the store must refuse the commit.
  private mutating func repeatRequirements(
    of changes: ChangeSet, number: Int, on store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) {
    for kind in RequirementKind.allCases where finding == nil {
      let broken = changes.requirements.first {
        $0.kind == kind && !state.accounts.holds($0, policy.vocabulary)
      }
      guard let broken else { continue }
      asked.insert(.requirement(kind))
      let again = ChangeSet(
        requirements: [broken], writes: changes.writes, notices: changes.notices)
      var fate = "is committed"
      do throws(StoreError) {
        _ = try store.commit(again, under: policy, passwordHash: "hash")
      } catch .requirement {
        continue
      } catch .conflict {
        fate = "is refused by nothing but a constraint"
      }
      find(
        .requirement(kind),
        text: "a set that requires that " + broken.description
          + ", which the step before has changed, "
          + fate,
        step: number)
    }
  }
}

extension Accounts.Applied {
  /// Creates the result of a change set from the store's outcome and the in-memory store's account.
  fileprivate init(_ outcome: CommitOutcome, account: String?) {
    self.init()
    self.account = account
    isNewAccount = outcome.newAccount != nil
    session = outcome.session
    events = outcome.events
  }
}

extension StorePlay {
  /// Stores each method with a new password again, first without a password and then with another password.
  ///
  /// After the first write, the hash must be unchanged. After the rollback of both transactions, the hash must be the
  /// original hash. This test is necessary because few vectors store a password again.
  mutating func repeatPasswords(
    of changes: ChangeSet, outcome: CommitOutcome, number: Int,
    on store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) {
    for write in changes.writes where finding == nil {
      guard case .putMethod(let account, let method) = write, case .new = method.secret,
        let id = account.id(making: outcome.newAccount)
      else { continue }
      let (before, after) = try store.read { (store) throws(StoreError) in
        let before = try store.passwordHash(of: method.key, heldBy: id)
        var again = method
        again.secret = .keep
        try store.putMethod(again, of: id, passwordHash: nil)
        return (before, try store.passwordHash(of: method.key, heldBy: id))
      }
      // A later write of the change set may have removed the method.
      guard let before else { continue }
      try store.read { (store) throws(StoreError) in
        try store.putMethod(method, of: id, passwordHash: "rolled back")
      }
      let kept = try store.read { (store) throws(StoreError) in
        try store.passwordHash(of: method.key, heldBy: id)
      }
      if !kept.hasSameBytes(as: before) {
        find(
          .rollBack,
          text: "after `rollBack` the password hash of `" + id + "` is another than before",
          step: number)
      }
      guard !(after?.hasSameBytes(as: before) ?? false) else { continue }
      find(
        .passwordHash,
        text: "the password hash of the method of `" + method.key.issuer + "` of `" + id
          + "` is lost where the method is put again without a new one", step: number)
    }
  }
}

extension StorePlay {
  /// Stores outcomes with unusual values, such as the id `u;1`, and checks that the other connection reads them
  /// unchanged.
  mutating func repeatOutcomes<Store: CheckedStore & ~Copyable>(
    number: Int, on store: inout Store, seenBy observer: inout Store
  ) throws(StoreError) {
    guard finding == nil else { return }
    var whole = CommitOutcome()
    whole.newAccount = "u;1"
    whole.isAccountGone = true
    whole.session = "s 1"
    whole.codes = ["c1", "c 2", "é:3"]
    for (name, outcome) in [("#whole", whole), ("#empty", CommitOutcome())] {
      let id = vector.id + name
      try store.written { (store) throws(StoreError) in try store.remember(outcome, as: id) }
      let found = try observer.read { (store) throws(StoreError) in try store.outcome(of: id) }
      let (wanted, got) = (outcome.encoded, found?.remembered.encoded ?? "nothing")
      if !wanted.hasSameBytes(as: got) {
        find(
          .outcome, text: "`" + got + "` is remembered instead of the outcome `" + wanted + "`",
          step: number)
      }
    }
  }
}
