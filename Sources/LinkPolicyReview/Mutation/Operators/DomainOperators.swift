internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON

/// The operator that removes a domain, such as `gmail.com`, from its set.
struct RemoveDomain: MutationOperator {
  let name = "domain-removed"
  let summary = "removes a domain from its set"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, set) in source.document.domains.enumerated() {
      for (place, domain) in set.domains.enumerated() {
        var document = source.document
        document.domains[index].domains.remove(at: place)
        mutants.append(
          source.domainMutant(
            by: name, set: set, detail: domain.value.text, document: document,
            summary: "does not hold `" + domain.value.text + "`"))
      }
    }
    return mutants
  }
}

/// The operator that moves a domain to another set, or a claim's value to another word.
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
              by: self.name, set: set, detail: domain.value.text + "/" + name, document: document,
              summary: "`" + domain.value.text + "` moved to `" + name + "`"))
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
          // For each other word, one mutant moves the value to this word. One more mutant removes the value from all
          // words, which means `other`.
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

/// The operator that adds the subdomains of a domain, or a similar domain, to the domain's set.
struct AddDomain: MutationOperator {
  let name = "domain-added"
  let summary = "adds the subdomains of a domain, or a similar domain, to its set"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    let known = Set(source.document.domains.flatMap { $0.domains.map { $0.value.lowercased } })
    for (index, set) in source.document.domains.enumerated() {
      for domain in set.domains {
        for added in Self.near(domain.value) where !known.contains(added) {
          var document = source.document
          document.domains[index].domains.append(Located(added))
          mutants.append(
            source.domainMutant(
              by: name, set: set, detail: added.text, document: document,
              summary: "also holds `" + added.text + "`"))
        }
      }
    }
    return mutants
  }

  /// Returns the domains that resemble a domain, such as `*.a.org`, `a.com` and `mya.org` for `a.org`; empty for a
  /// pattern.
  static func near(_ domain: Name) -> [Name] {
    let bytes = domain.bytes
    guard !domain.text.hasPrefix("*."), let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else {
      return []
    }
    let stem = String(decoding: bytes[..<dot], as: UTF8.self)
    let ending = bytes[dot...].elementsEqual(".com".utf8) ? ".co.jp" : ".com"
    return [Name("*." + domain.text), Name(stem + ending), Name("my" + domain.text)]
  }
}

/// The operator that replaces a domain by all subdomains of its parent.
struct WidenDomain: MutationOperator {
  let name = "domain-widened"
  let summary = "replaces a domain by all subdomains of its parent"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    let known = Set(source.document.domains.flatMap { $0.domains.map { $0.value.lowercased } })
    for (index, set) in source.document.domains.enumerated() {
      for (place, domain) in set.domains.enumerated() {
        guard let wider = Self.wider(domain.value), !known.contains(wider) else { continue }
        var document = source.document
        document.domains[index].domains[place].value = wider
        mutants.append(
          source.domainMutant(
            by: name, set: set, detail: domain.value.text, document: document,
            summary: "holds `" + wider.text + "` instead of `" + domain.value.text + "`"))
      }
    }
    return mutants
  }

  /// Returns the pattern for all subdomains of a domain's parent, such as `*.example.com` for `mail.example.com`; nil
  /// if the domain has only one label.
  static func wider(_ domain: Name) -> Name? {
    let text = domain.text.hasPrefix("*.") ? String(domain.text.dropFirst(2)) : domain.text
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    return Name("*" + text[dot...])
  }
}

/// The operator that toggles whether a domain set is a relay.
struct ChangeRelay: MutationOperator {
  let name = "relay-changed"
  let summary = "toggles whether a domain set is a relay"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.document.domains.enumerated().map { index, set in
      var document = source.document
      document.domains[index].isRelay.toggle()
      return Mutant(
        operation: name, row: nil, subject: "domains/" + set.name.value.text, detail: "",
        position: set.name.position, part: .everything, overriding: nil,
        reading: .relay(provider: nil),
        variants: [.init(document: document, summary: set.isRelay ? "no relay" : "a relay")])
    }
  }
}

extension MutationSource {
  /// Returns a mutant that edits the domains of a set.
  func domainMutant(
    by operation: String, set: DomainDeclaration, detail: String, document: PolicyDocument,
    summary: String
  ) -> Mutant {
    Mutant(
      operation: operation, row: nil, subject: "domains/" + set.name.value.text, detail: detail,
      position: set.name.position, part: .readings, overriding: nil,
      reading: .domain,
      variants: [.init(document: document, summary: summary)])
  }
}
