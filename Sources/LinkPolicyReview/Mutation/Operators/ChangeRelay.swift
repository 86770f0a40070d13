internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Makes a set of domains a relay, or none.
struct ChangeRelay: MutationOperator {
  let name = "relay-changed"
  let summary = "makes a set of domains a relay, or no longer one"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.document.domains.enumerated().map { index, set in
      var document = source.document
      document.domains[index].isRelay.toggle()
      return Mutant(
        operation: name, row: nil, subject: "domains/" + set.name.value.text, detail: "",
        position: set.name.position, part: .everything, overriding: nil,
        reading: .relay(domains: set.domains.map { $0.value }, provider: nil),
        variants: [.init(document: document, summary: set.isRelay ? "no relay" : "a relay")])
    }
  }
}
