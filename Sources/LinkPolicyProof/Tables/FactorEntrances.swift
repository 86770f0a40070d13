internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The rows and guards that open a session of an account with a second factor, or remove the account's factors.
///
/// The list states the factor that an attempt must show at each row or guard.
///
/// A policy decides which factor lets a person in, and whether recovery needs a factor. No invariant forbids a recovery
/// without a factor, so `prove` lists these rows.
struct FactorEntrances {
  /// A row or guard that opens a session of an account with a second factor, or removes the account's factors.
  struct Entrance {
    var row: RowName
    /// For each input that states a factor, the name of the input and the values for which the row decides.
    ///
    /// If `values` is nil, the row decides for every value of the input.
    var inputs: [(name: String, values: [String]?)]
    /// Whether the row decides an attempt that states no factor in any of the inputs.
    var needsNone: Bool
    /// Whether the answer opens a session.
    var opens: Bool
    /// Whether the answer removes second factors.
    var removes: Bool
  }

  /// The rows and guards that open a session or remove factors, in the order of the tables.
  private(set) var entrances: [Entrance] = []
  /// The tables with too many cells for the analysis.
  private(set) var skipped: [Name] = []

  /// Finds the rows and guards that open a session of an account with a second factor, or remove the account's factors.
  ///
  /// The result is empty if the policy does not depend on second factors.
  init(_ policy: CompiledPolicy) {
    let vocabulary = policy.vocabulary
    guard vocabulary.isUsed(.factors) else { return }
    let some = ResolvedCondition(.factors, in: [FactValue.Factors.some.rawValue])
    let inputs = vocabulary.schema.factorInputs.values
    let conditions = inputs.map { input in
      (0..<vocabulary.schema.count(input)).map { ResolvedCondition(input, in: [$0]) }
    }
    for table in policy.storage.tables.indices {
      var decided = DecidedCells(
        ofTable: table, of: policy, distinguishing: [some] + conditions.flatMap { $0 })
      guard !decided.isSpent else {
        skipped.append(policy.storage.tables[table].key)
        continue
      }
      let held = decided.cells.cells(matching: [some])
      for part in decided.parts {
        guard let answer = part.answer else { continue }
        let templates = answer.effects.flatMap { $0.templates }
        let here = decided.cells.algebra.intersection(part.cells, held)
        // A refusal opens no session, but can remove factors.
        let opens = answer.error == nil && templates.contains(.openSession)
        let removes =
          templates.contains(.dropFactors) || templates.contains(.setFactors(.fewer))
        guard opens || removes, !templates.makeAccount, !here.isEmpty else { continue }
        // The row needs no factor if the row also decides attempts that state no factor in any input.
        let bare = conditions.reduce(here) { cells, values in
          decided.cells.algebra.intersection(cells, decided.cells.cells(matching: [values[0]]))
        }
        var entrance = Entrance(
          row: part.row, inputs: [], needsNone: !bare.isEmpty, opens: opens, removes: removes)
        for (input, tested) in zip(inputs, conditions) {
          let fact = vocabulary.schema.facts[input]
          let taken = tested.indices.filter { value in
            let cells = decided.cells.cells(matching: [tested[value]])
            return !decided.cells.algebra.intersection(here, cells).isEmpty
          }
          entrance.inputs.append(
            (
              name: DeclaredFact.input.declaredName(fact.name).text,
              values: taken.count == tested.count ? nil : taken.map { fact.values[$0].text }
            ))
        }
        entrances.append(entrance)
      }
    }
  }

  /// The lines of the report: one line for each entrance, and one line for each skipped table.
  var lines: [String] {
    entrances.map { entrance in
      let shown = entrance.inputs.compactMap { input in
        input.values.map { "`" + input.name + "` " + $0.joined(separator: " or ") }
      }
      let row = entrance.row.table.text + "/" + entrance.row.id.text
      let shownFactor =
        entrance.needsNone
        ? "without a shown factor"
        : shown.isEmpty ? "with a shown factor" : "with " + shown.joined(separator: ", ")
      let removal = entrance.opens ? ", and removes factors" : ", removes factors alone"
      return row + ": " + shownFactor + (entrance.removes ? removal : "")
    } + skipped.map { $0.text + ": not analyzed, the table has too many cells" }
  }
}
