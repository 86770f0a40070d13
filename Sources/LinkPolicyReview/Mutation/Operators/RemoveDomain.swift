internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Takes a domain from its set.
struct RemoveDomain: MutationOperator {
  let name = "domain-removed"
  let summary = "takes a domain from its set"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, set) in source.document.domains.enumerated() {
      for (place, domain) in set.domains.enumerated() {
        var document = source.document
        document.domains[index].domains.remove(at: place)
        let other = source.document.domains.count
        mutants.append(
          source.domainMutant(
            name, set, domain.value, domain.value.text, index, other, document,
            "does not hold `" + domain.value.text + "`"))
      }
    }
    return mutants
  }
}

extension MutationSource {
  /// A mutant in which the addresses of a domain are read as those of another set.
  func domainMutant(
    _ operation: String, _ set: DomainDeclaration, _ domain: Name, _ detail: String,
    _ before: Int, _ after: Int, _ document: PolicyDocument, _ summary: String
  ) -> Mutant {
    Mutant(
      operation: operation, row: nil, subject: "domains/" + set.name.value.text, detail: detail,
      position: set.name.position, part: .readings, overriding: nil,
      reading: .domain(domain, before: before, after: after),
      variants: [.init(document: document, summary: summary)])
  }
}
