internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Makes a guard object to one effect less, to one more, or be asked before the tables.
struct ChangeWould: MutationOperator {
  let name = "guard-would"
  let summary = "changes the effects that a guard objects to"

  func mutants(of source: MutationSource) -> [Mutant] {
    var done: [Name] = []
    for row in source.storage.tables.flatMap({ $0.rows }) {
      for word in row.answer.effects.map({ $0.word }) where !done.contains(word) {
        done.append(word)
      }
    }
    var mutants: [Mutant] = []
    for (index, row) in source.rows(of: .guards).enumerated() {
      guard let would = row.declared.would else { continue }
      func add(_ detail: String, _ words: [Located<Name>]?) {
        let document = source.edited(.guards) { $0[index].would = words }
        mutants.append(
          source.mutant(
            name, .guards, row.declared, detail,
            [.init(document: document, summary: "objects to " + detail)]))
      }
      for (place, word) in would.enumerated() {
        var rest = would
        rest.remove(at: place)
        add("not " + word.value.text, rest)
      }
      for word in done where !would.contains(where: { $0.value == word }) {
        add("also " + word.text, would + [Located(word)])
      }
      add("everything", nil)
    }
    return mutants
  }
}
