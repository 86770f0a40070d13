internal import LinkPolicy
internal import LinkPolicyAnalysis

extension AccountClosure {
  /// The first attempts that a row or guard decides, one for each actor, provider and address.
  func attempts(decidedBy row: RowName) -> [Cause] {
    tables.indices.flatMap { index in
      firstAttempts[index].filter { cause in
        tables[index].meaning(cause.answer).source.map {
          DescribedAnswer($0, table: index, of: model.policy).row == row
        } ?? false
      }
    }
  }

  /// The rows and guards whose answers may break an invariant about one step, in the order met.
  func rows(breaking invariant: Invariant) -> [RowName] {
    (breaches[invariant] ?? []).compactMap { row(of: $0) }
  }

  /// The row or guard that answers an attempt.
  func row(of cause: Cause) -> RowName? {
    let table = cause.attempt.table
    return tables[table].meaning(cause.answer).source.flatMap {
      DescribedAnswer($0, table: table, of: model.policy).row
    }
  }

  /// The boxes of facts of every attempt that a table would be asked about in the accounts which come about,
  /// if the exclusions of some numbers were taken away.
  ///
  /// What these attempts come to is not followed.
  ///
  /// - Parameters:
  ///   - exclusions: the numbers of those that are taken away.
  ///   - index: the place of the table in the policy.
  /// - Returns: each box once, by what its attempts point to.
  func attempts(lifting exclusions: [Int], at index: Int) -> AttemptBoxes {
    var model = model
    for number in exclusions {
      model.lift(number)
    }
    var found = AttemptBoxes()
    let starts = AttemptStarts(model).starts(of: tables[index])
    for state in [AbstractAccount?.none] + states {
      let relations = AttemptRelations(model: model, holdings: table, account: state)
      for relation in relations.all(of: tables[index], starts) {
        found.insert(relation.limits, relation.attempt.pointed)
      }
    }
    return found
  }

  /// The causes of a state having some things: what has to happen, in one of the ways that were met.
  func causes(of state: Int, having holdings: [Int]) -> [Cause] {
    struct Place: Hashable {
      var state: Int
      var holding: Int?
    }
    var open = [Place(state: state, holding: nil)]
    open += holdings.map { Place(state: state, holding: $0) }
    var seen = Set(open)
    var found: [Cause] = []
    while let place = open.popLast() {
      let cause = place.holding.flatMap { holdingCauses[place.state][$0] } ?? causes[place.state]
      found.append(cause)
      guard let before = cause.state else { continue }
      var further = [Place(state: before, holding: nil)]
      further += cause.needed.map { Place(state: before, holding: $0) }
      // What the state before had already is still there.
      if let holding = place.holding, before != place.state,
        states[before].holdings.contains(holding)
      {
        further.append(Place(state: before, holding: holding))
      }
      for place in further where seen.insert(place).inserted {
        open.append(place)
      }
    }
    return found
  }
}
