internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// The rows and guards that open a session of an account with a second factor, and the shown factor that each requires.
///
/// A policy decides which factor lets a person in, and whether recovery needs none. No invariant forbids a recovery
/// without the factor, so `prove` lists these rows.
struct FactorEntrances {
  /// A row or guard that opens a session of such an account.
  struct Entrance {
    var row: RowName
    /// For each input that states a factor: its name, and the values for which the row decides; nil for any value.
    var inputs: [(name: String, values: [String]?)]
    /// Whether an attempt that states no factor gets in.
    var needsNone: Bool
    /// Whether the answer removes second factors.
    var removes: Bool
  }

  /// The rows, in the order of the tables.
  private(set) var entrances: [Entrance] = []
  /// The tables with too many cells for the analysis.
  private(set) var skipped: [Name] = []

  /// Finds the rows of a policy; none if it does not depend on second factors.
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
        guard let answer = part.answer, answer.error == nil else { continue }
        let templates = answer.effects.flatMap { $0.templates }
        let here = decided.cells.algebra.intersection(part.cells, held)
        guard templates.contains(.openSession), !templates.makeAccount, !here.isEmpty else {
          continue
        }
        var entrance = Entrance(
          row: part.row, inputs: [], needsNone: true,
          removes: templates.contains(.dropFactors) || templates.contains(.setFactors(.fewer)))
        for (input, tested) in zip(inputs, conditions) {
          let fact = vocabulary.schema.facts[input]
          let taken = tested.indices.filter { value in
            let cells = decided.cells.cells(matching: [tested[value]])
            return !decided.cells.algebra.intersection(here, cells).isEmpty
          }
          entrance.needsNone = entrance.needsNone && taken.contains(0)
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

  /// The lines of the report; empty if no row opens a session of such an account.
  var lines: [String] {
    entrances.map { entrance in
      let shown = entrance.inputs.compactMap { input in
        input.values.map { "`" + input.name + "` " + $0.joined(separator: " or ") }
      }
      let row = entrance.row.table.text + "/" + entrance.row.id.text
      return row + ": "
        + (entrance.needsNone ? "without a shown factor" : "with " + shown.joined(separator: ", "))
        + (entrance.removes ? ", and removes factors" : "")
    } + skipped.map { $0.text + ": not analyzed, the table has too many cells" }
  }
}
