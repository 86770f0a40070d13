internal import LinkPolicy
internal import LinkPolicyDiagnostics

/// One vector of a set of cells, the smallest, with the facts that keep it in the set.
struct CellExample {
  /// The value of each fact; of derived facts of those alone that the cells are about, of the others nil.
  let values: [Int?]
  /// The facts that keep it there, in order; none where every cell is in the set.
  let telling: [Int]

  /// Whether a condition holds; one on a fact that has no value here does not.
  func meets(_ condition: ResolvedCondition) -> Bool {
    values[condition.fact].map { condition.values.contains($0) } ?? false
  }

  /// The telling facts with their values, as rows write them.
  func conditions(_ schema: FactSchema) -> String {
    var text = ""
    for fact in telling {
      guard let value = values[fact] else { continue }
      text += text.utf8.isEmpty ? "" : ", "
      text += schema.facts[fact].name.text + ": " + schema.facts[fact].values[value].text
    }
    return text.utf8.isEmpty ? "every cell" : text
  }

  /// The telling facts, and the attempt in words.
  func told(_ table: CompiledTable?, _ vocabulary: Vocabulary) -> String {
    conditions(vocabulary.schema) + " (" + AttemptSentence(vocabulary, of: table).text(self) + ")"
  }

  /// The attempt by names, for who asks other versions of the policy.
  func found(
    _ schema: FactSchema, _ table: Name, _ decision: CompiledTable?, rows: [Name]
  ) -> FoundCase {
    var named: [(fact: Name, value: Name)] = []
    for fact in 0..<schema.derived.lowerBound {
      if let value = values[fact] {
        named.append((schema.facts[fact].name, schema.facts[fact].values[value]))
      }
    }
    return FoundCase(decision == nil ? .fact(table) : .decision, named, rows: rows)
  }
}
