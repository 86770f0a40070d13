internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON

/// Moves a domain to another set, or a claim's value to another word.
struct MoveValue: MutationOperator {
  let name = "value-moved"
  let summary = "moves a domain to another set, or a claim's value to another word"

  func mutants(of source: MutationSource) -> [Mutant] {
    domains(source) + claims(source)
  }

  private func domains(_ source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, set) in source.document.domains.enumerated() {
      for (place, domain) in set.domains.enumerated() {
        for (other, target) in source.document.domains.enumerated() where other != index {
          var document = source.document
          document.domains[index].domains.remove(at: place)
          document.domains[other].domains.append(domain)
          let name = target.name.value.text
          mutants.append(
            source.domainMutant(
              self.name, set, domain.value, domain.value.text + "/" + name, index, other, document,
              "`" + domain.value.text + "` moved to `" + name + "`"))
        }
      }
    }
    return mutants
  }

  private func claims(_ source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, claim) in source.document.claims.enumerated() {
      for (word, declared) in claim.words.enumerated() {
        for (place, value) in declared.values.enumerated() {
          // One word further, and to none, which is `other`.
          for other in claim.words.indices.map({ Int?($0) }) + [nil] where other != word {
            var document = source.document
            document.claims[index].words[word].values.remove(at: place)
            if let other {
              document.claims[index].words[other].values.append(value)
            }
            let target = other.map { claim.words[$0].name.value.text } ?? "other"
            let text = value.value.spelling
            mutants.append(
              Mutant(
                operation: name, row: nil, subject: "claims/" + claim.name.value.text,
                detail: text + "/" + target, position: value.position, part: .readings,
                overriding: nil,
                reading: .claim(index, before: word, after: other ?? claim.words.count),
                variants: [
                  .init(document: document, summary: "`" + text + "` is `" + target + "`")
                ]))
          }
        }
      }
    }
    return mutants
  }
}
