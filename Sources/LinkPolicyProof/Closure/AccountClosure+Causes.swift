internal import LinkPolicy
import LinkPolicyAuthoring
internal import LinkPolicyExploration

extension AccountClosure {
  /// Returns the attempts that a row or guard decides: the first attempt for each actor, provider, address, target and
  /// answer.
  func attempts(decidedBy row: RowName) -> [Cause] {
    tables.indices.flatMap { index in
      firstAttempts[index].filter { cause in
        tables[index].meaning(cause.answer).source.map {
          DescribedAnswer($0, table: index, of: model.policy).row == row
        } ?? false
      }
    }
  }

  /// Returns the attempts that a row or guard decides in the given cells, at every reachable account.
  ///
  /// - Parameters:
  ///   - row: the row or guard.
  ///   - boxes: the cells, each as limits of facts; a fact without a limit can have any value.
  ///   - limit: the maximum number of attempts to return.
  /// - Returns: the attempts, in the order in which the closure discovered their accounts.
  func attempts(decidedBy row: RowName, within boxes: [FactLimits], limit: Int) -> [Cause] {
    struct CauseSort: Hashable {
      var state: Int?
      var actor: Actor
      var provider: Int?
      var address: AbstractAddress
      var finder: Int?
      var pointed: AbstractAttempt.AttemptTarget
      var box: Int
    }
    var found: [Cause] = []
    var seen: Set<CauseSort> = []
    let guards = Name("guards")
    // A cell that the policy declares impossible has no row.
    let isImpossible = row.id == Name("impossible")
    for index in tables.indices
    where row.table == guards || model.policy.storage.tables[index].key == row.table {
      var table = tables[index]
      let starts = AttemptStarts(model).starts(of: table)
      for number in [nil] + states.indices.map({ Optional($0) }) where found.count < limit {
        let relations = AttemptRelations(
          model: model, holdings: self.table, account: number.map { states[$0] })
        for relation in relations.all(of: table, starts) {
          for (place, box) in boxes.enumerated() {
            let sort = CauseSort(
              state: number, actor: relation.attempt.actor, provider: relation.attempt.provider,
              address: relation.attempt.address, finder: relation.attempt.finder,
              pointed: relation.attempt.pointed, box: place)
            guard !seen.contains(sort) else { continue }
            var limits = relation.limits
            for (fact, values) in box.values {
              limits.limit(fact, to: values)
            }
            for answer in table.answers(where: limits) {
              let cause = Cause(
                state: number, attempt: relation.attempt, answer: answer, limits: limits,
                needed: relation.needed)
              let isMeant =
                isImpossible
                ? table.meaning(answer).source == nil : self.row(of: cause) == row
              guard isMeant, seen.insert(sort).inserted else { continue }
              found.append(cause)
            }
          }
        }
      }
    }
    return Array(found.prefix(limit))
  }

  /// Returns the rows and guards whose answers may break an invariant about single steps, such as I6, in the order of
  /// discovery.
  func rows(breaking invariant: Invariant) -> [RowName] {
    (breaches[invariant] ?? []).compactMap { row(of: $0) }
  }

  /// Returns the row or guard that answers an attempt; nil if neither a row nor a guard answers it.
  func row(of cause: Cause) -> RowName? {
    let table = cause.attempt.table
    return tables[table].meaning(cause.answer).source.flatMap {
      DescribedAnswer($0, table: table, of: model.policy).row
    }
  }

  /// The attempts by which outsiders can change an account with the owner's address, in the order of discovery;
  /// attempts that change only profiles, sessions and mail do not count.
  var outsidersChanges: [Cause] {
    outsidersAttempts.filter { cause in
      tables[cause.attempt.table].meaning(cause.answer).writes.contains(where: Self.lasts)
    }
  }

  /// The rows and guards that decide the outsiders' attempts in ``outsidersChanges``.
  ///
  /// The list begins with the rows that are most likely to lock the owner out.
  var outsidersRows: [RowName] {
    var rows: [RowName] = []
    // An answer that changes an existing account without opening a session is the most likely to lock the owner out.
    let changes = outsidersChanges.enumerated().sorted { one, other in
      (shutsOut(one.element) ? 0 : 1, one.offset) < (shutsOut(other.element) ? 0 : 1, other.offset)
    }
    for row in changes.compactMap({ row(of: $0.element) }) where !rows.contains(row) {
      rows.append(row)
    }
    return rows
  }

  private func shutsOut(_ cause: Cause) -> Bool {
    cause.attempt.pointed == .here
      && !tables[cause.attempt.table].meaning(cause.answer).writes.contains(.openSession)
  }

  /// Returns whether a write can change the results of later attempts; profiles, sessions and mail do not count.
  private static func lasts(_ write: WriteTemplate) -> Bool {
    switch write {
    // Mail that an outsider requests affects the owner like mail that the owner requests.
    case .setProfile, .openSession, .renewSession, .endSession, .endSessions, .putCode, .tellOwner:
      false
    case .insertAccount, .deleteAccount, .setEmail, .setState, .setLabel, .setIdentifier,
      .clearIdentifier, .putMethod,
      .removeMethods, .supersedeOthers, .dropFactors, .setFactors, .cancelCodes:
      true
    }
  }

  /// Whether some sign-in opens a session with a credential that can be used again, such as a password.
  var repeatsSignIn: Bool {
    tables.indices.contains { index in
      tables[index].action.name == StandardAction.signIn.name
        && firstAttempts[index].contains { cause in
          switch cause.attempt.kind {
          case .federated, .password, .phone, .custom, .passkey:
            return tables[index].meaning(cause.answer).opensSession
          case .emailLink, .anonymous, nil: return false
          }
        }
    }
  }

  /// Returns the fact limits of the attempts that a table decides at reachable accounts after the given exclusions are
  /// lifted.
  ///
  /// The function does not explore the accounts that result from the additional attempts. The result can also contain
  /// attempts that the closure made.
  ///
  /// - Parameters:
  ///   - exclusions: the numbers of the lifted exclusions.
  ///   - index: the index of the table in the policy.
  /// - Returns: the limits without duplicates, grouped by the targets of the attempts.
  func attempts(lifting exclusions: [Int], at index: Int) -> AttemptBoxes {
    var lifted = model
    for number in exclusions {
      lifted.lift(number)
    }
    var starts = AttemptStarts(lifted).starts(of: tables[index])
    let keepsRelations = exclusions.allSatisfy {
      Exclusion(rawValue: $0)?.limitsOnlyStarts ?? true
    }
    if keepsRelations, !isStopped {
      let made = Set(AttemptStarts(model).starts(of: tables[index]))
      starts.removeAll { made.contains($0) }
    }
    starts = Self.distinct(starts, of: tables[index].action, lifted)
    var found = AttemptBoxes()
    guard !starts.isEmpty else { return found }
    for state in [AbstractAccount?.none] + states.map({ Optional($0) }) {
      let relations = AttemptRelations(model: lifted, holdings: table, account: state)
      for relation in relations.all(of: tables[index], starts) {
        found.insert(relation.limits, relation.attempt.pointed)
      }
    }
    return found
  }

  /// Returns the starts without duplicates; two starts are duplicates if their attempts have the same facts.
  ///
  /// If each actor can use every session, the actor of the session affects no fact. If the actors also share all
  /// secrets, only the codes that an attempt can carry depend on the actor.
  private static func distinct(
    _ starts: [AttemptStart], of action: ActionDefinition, _ model: AdversaryModel
  ) -> [AttemptStart] {
    let carriesHeldCode = action.pointsTo == .code
    guard !model.excludes(.foreignSession), !carriesHeldCode || !model.environment.forcesLinking
    else { return starts }
    let sharesAll = !carriesHeldCode && !model.excludes(.foreignSecret)
    var seen: Set<AttemptStart> = []
    var distinct: [AttemptStart] = []
    for var start in starts {
      if sharesAll {
        start.attempt.actor = .attacker
        start.attempt.provesAddress = false
      }
      start.sessionActor = start.attempt.actor
      if seen.insert(start).inserted {
        distinct.append(start)
      }
    }
    return distinct
  }

  /// Returns the attempts by which the closure discovered a state and some of the state's holdings.
  func causes(of state: Int, having holdings: [Int]) -> [Cause] {
    struct StateHolding: Hashable {
      var state: Int
      var holding: Int?
    }
    var open = [StateHolding(state: state, holding: nil)]
    open += holdings.map { StateHolding(state: state, holding: $0) }
    var seen = Set(open)
    var found: [Cause] = []
    while let place = open.popLast() {
      let cause = place.holding.flatMap { holdingCauses[place.state][$0] } ?? causes[place.state]
      found.append(cause)
      guard let before = cause.state else { continue }
      var further = [StateHolding(state: before, holding: nil)]
      further += cause.needed.map { StateHolding(state: before, holding: $0) }
      // If the previous state may have the holding, the later state may have kept the holding.
      if let holding = place.holding, before != place.state,
        states[before].holdings.contains(holding)
      {
        further.append(StateHolding(state: before, holding: holding))
      }
      for place in further where seen.insert(place).inserted {
        open.append(place)
      }
    }
    return found
  }
}

extension AnswerMeaning {
  /// Whether the answer allows the attempt and opens a session.
  fileprivate var opensSession: Bool {
    reply.refusal == nil && writes.contains { $0.kind == .openSession }
  }
}
