internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Makes another value of a setting its default.
struct ChangeDefault: MutationOperator {
  let name = "default-changed"
  let summary = "makes another value of a setting its default"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, setting) in source.document.settings.enumerated() {
      for (place, value) in setting.values.enumerated().dropFirst() {
        var document = source.document
        document.settings[index].values.swapAt(0, place)
        let fact = source.schema.settings.lowerBound + index
        mutants.append(
          Mutant(
            operation: name, row: nil, subject: "settings/" + setting.name.value.text,
            detail: value.value.text, position: setting.name.position, part: .tables,
            overriding: nil, reading: .defaultValue(fact: fact, after: place),
            variants: [
              .init(document: document, summary: "`" + value.value.text + "` by default")
            ]))
      }
    }
    return mutants
  }
}
