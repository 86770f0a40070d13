internal import LinkPolicy
internal import LinkPolicyJSON

/// Reads the sections of a map, and keeps what was read.
struct SystemMapDecoder {
  private(set) var providers: [SystemMap.ProviderPair] = []
  private(set) var claims: [SystemMap.ValuedPair] = []
  private(set) var settings: [SystemMap.ValuedPair] = []
  private(set) var errors: [SystemMap.Pair] = []

  /// Reads every section that there is.
  mutating func read(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    if let section = reader.optional("providers") {
      for member in findings.members(section, in: "providers") ?? [] {
        provider(member, &findings)
      }
    }
    if let section = reader.optional("claims") {
      claims = valued(section, in: "claims", &findings)
    }
    if let section = reader.optional("settings") {
      settings = valued(section, in: "settings", &findings)
    }
    if let section = reader.optional("errors") {
      errors = pairs(section, in: "errors", &findings)
    }
  }

  /// A provider as one of the other system, or, as an object, kind by kind.
  private mutating func provider(_ member: JSONMember, _ findings: inout JSONFindings) {
    let id = key(member, findings)
    guard member.value.isObject else {
      if let other = word(member.value, in: member.key.text, &findings) {
        providers.append(SystemMap.ProviderPair(ids: Sides(old: id, new: other)))
      }
      return
    }
    let kinds = MethodKind.allCases
    for part in findings.members(member.value, in: member.key.text) ?? [] {
      guard let kind = kinds.first(where: { $0.name == part.key }) else {
        findings.report(
          Diagnostic(
            .jsonUnknownKey, .error, "there is no kind \(part.key.quoted)",
            at: key(part, findings).position,
            help: UnknownWord.help(for: part.key, among: kinds.map { $0.name }, "the kinds are")))
        continue
      }
      if let other = word(part.value, in: part.key.text, &findings) {
        providers.append(SystemMap.ProviderPair(ids: Sides(old: id, new: other), kind: kind))
      }
    }
  }

  /// Claims or settings: a name, or an object of `is`, the name, and `values`.
  private func valued(
    _ section: JSONValue, in title: String, _ findings: inout JSONFindings
  ) -> [SystemMap.ValuedPair] {
    var found: [SystemMap.ValuedPair] = []
    for member in findings.members(section, in: title) ?? [] {
      let name = key(member, findings)
      guard member.value.isObject else {
        if let other = word(member.value, in: member.key.text, &findings) {
          found.append(SystemMap.ValuedPair(names: Sides(old: name, new: other), values: []))
        }
        continue
      }
      guard var reader = JSONObjectReader(member.value, in: member.key.text, &findings) else {
        continue
      }
      // Where only values have other names, the name is the same.
      let given = reader.optional("is")
      let other = given.map { word($0, in: "is", &findings) } ?? name
      let values = reader.required("values", &findings).map {
        pairs($0, in: "values", &findings)
      }
      reader.finish(&findings)
      if let other {
        found.append(
          SystemMap.ValuedPair(names: Sides(old: name, new: other), values: values ?? []))
      }
    }
    return found
  }

  private func pairs(
    _ section: JSONValue, in title: String, _ findings: inout JSONFindings
  ) -> [SystemMap.Pair] {
    (findings.members(section, in: title) ?? []).compactMap { member in
      let name = key(member, findings)
      return word(member.value, in: member.key.text, &findings).map {
        SystemMap.Pair(names: Sides(old: name, new: $0))
      }
    }
  }

  private func key(_ member: JSONMember, _ findings: JSONFindings) -> Located<Name> {
    Located(member.key, at: findings.locator.position(at: member.keyOffset))
  }

  /// A word as a policy declares it, where `true` and numbers are words too.
  private func word(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> Located<Name>? {
    findings.scalarWord(value, in: key).map {
      Located(Name($0), at: findings.locator.position(of: value))
    }
  }
}
