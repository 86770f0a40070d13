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
    (breaches[invariant] ?? []).compactMap { breach in
      tables[breach.attempt.table].meaning(breach.answer).source.flatMap {
        DescribedAnswer($0, table: breach.attempt.table, of: model.policy).row
      }
    }
  }

  /// The boxes of facts, by table, of every attempt that could be made in the accounts which come
  /// about if the exclusions of some numbers were taken away.
  ///
  /// What these attempts come to is not followed.
  ///
  /// - Parameters:
  ///   - exclusions: the numbers of those that are taken away.
  ///   - wanted: the places of the tables to go through; nil for all.
  /// - Returns: the boxes of each table, none for a table that is not wanted.
  func attempts(lifting exclusions: [Int], of wanted: [Int]? = nil) -> [AttemptBoxes] {
    var model = model
    for number in exclusions {
      model.lift(number)
    }
    var found = [AttemptBoxes](repeating: AttemptBoxes(), count: tables.count)
    let wanted = wanted ?? Array(tables.indices)
    let starts = AttemptStarts(model).all(of: wanted.map { tables[$0] })
    for state in [AbstractAccount?.none] + states {
      let relations = AttemptRelations(model: model, holdings: table, account: state)
      for (index, starts) in zip(wanted, starts) {
        for relation in relations.all(of: tables[index], starts) {
          found[index].insert(relation.limits, relation.attempt.pointed)
        }
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
