internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Adds to a set what looks like one of its domains: everything below it, and look-alikes.
struct AddDomain: MutationOperator {
  let name = "domain-added"
  let summary = "adds the domains below one of a set, or a look-alike"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    let known = Set(source.document.domains.flatMap { $0.domains.map { $0.value.lowercased } })
    for (index, set) in source.document.domains.enumerated() {
      for domain in set.domains {
        for (added, example) in Self.near(domain.value) where !known.contains(added) {
          var document = source.document
          document.domains[index].domains.append(Located(added))
          mutants.append(
            source.domainMutant(
              name, set, example, added.text, source.document.domains.count, index, document,
              "also holds `" + added.text + "`"))
        }
      }
    }
    return mutants
  }

  /// What can be taken for a domain, each with an example of it: what lies below it, another
  /// ending, and a longer name.
  static func near(_ domain: Name) -> [(added: Name, example: Name)] {
    let bytes = domain.bytes
    guard !domain.text.hasPrefix("*."), let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else {
      return []
    }
    let stem = String(decoding: bytes[..<dot], as: UTF8.self)
    let ending = bytes[dot...].elementsEqual(".com".utf8) ? ".co.jp" : ".com"
    return [
      (Name("*." + domain.text), Name("mail." + domain.text)),
      (Name(stem + ending), Name(stem + ending)),
      (Name("my" + domain.text), Name("my" + domain.text)),
    ]
  }
}
