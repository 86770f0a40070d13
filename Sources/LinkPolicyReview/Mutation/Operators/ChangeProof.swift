internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Changes when an attempt proves its address.
struct ChangeProof: MutationOperator {
  let name = "proof-changed"
  let summary = "changes when an attempt proves its address"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, condition) in source.storage.proof.enumerated() {
      func add(_ detail: String, _ edit: (inout [Condition]) -> Void) {
        var document = source.document
        edit(&document.proof)
        mutants.append(
          Mutant(
            operation: name, row: nil, subject: "proof", detail: detail,
            position: condition.position, part: .proof, overriding: nil, reading: nil,
            variants: [.init(document: document, summary: detail)]))
      }
      add("without " + source.schema.facts[condition.fact].name.text) { $0.remove(at: index) }
      for value in source.all(condition.fact).values {
        var values = condition.values
        if values.contains(value) {
          values.remove(value)
        } else {
          values.insert(value)
        }
        guard !values.isEmpty else { continue }
        add(source.text(condition.fact, values)) {
          $0[index] = source.condition(condition.fact, values)
        }
      }
      let rest = source.all(condition.fact).subtracting(condition.values)
      if !rest.isEmpty {
        add(source.text(condition.fact, rest)) {
          $0[index] = source.condition(condition.fact, rest)
        }
      }
    }
    return mutants
  }
}
