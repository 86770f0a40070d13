internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Puts a wider pattern in the place of a domain: everything below what the domain is below.
struct WidenDomain: MutationOperator {
  let name = "domain-widened"
  let summary = "puts everything below a domain's parent in the place of the domain"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    let known = Set(source.document.domains.flatMap { $0.domains.map { $0.value.lowercased } })
    for (index, set) in source.document.domains.enumerated() {
      for (place, domain) in set.domains.enumerated() {
        guard let (wider, example) = Self.wider(domain.value), !known.contains(wider) else {
          continue
        }
        var document = source.document
        document.domains[index].domains[place].value = wider
        mutants.append(
          source.domainMutant(
            name, set, example, domain.value.text, source.document.domains.count, index, document,
            "holds `" + wider.text + "` instead of `" + domain.value.text + "`"))
      }
    }
    return mutants
  }

  /// The pattern around a domain or a narrower pattern, with an example that is new in it.
  ///
  /// - Parameter domain: the domain or pattern.
  /// - Returns: the pattern and the example; nil where nothing is left to be below.
  static func wider(_ domain: Name) -> (wider: Name, example: Name)? {
    let text = domain.text.hasPrefix("*.") ? String(domain.text.dropFirst(2)) : domain.text
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    return (Name("*" + text[dot...]), Name("my" + text))
  }
}
