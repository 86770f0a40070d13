package import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyVectors

extension Assumptions {
  /// Reads `assume: 1`, `switches:` and `assertions:`, YAML unless the name ends in `.json`.
  ///
  /// Throws an ``InvalidInput`` with every finding.
  package init(_ bytes: [UInt8], name: String, isStrict: Bool) throws(InvalidInput) {
    let format: VectorReader.Format = name.hasSuffix(".json") ? .json : .yaml
    let tree = try VectorReader.tree(bytes, name: name, format: format)
    var findings = JSONFindings(tree.locator)
    var rows: [Row] = []
    var switches: [(name: String, value: String)] = []
    if var reader = JSONObjectReader(tree.root, &findings) {
      _ = reader.int("assume", range: 1...1, &findings)
      _ = reader.optionalString("title", &findings)
      if let given = reader.optional("switches") {
        for member in findings.members(given, in: "switches") ?? [] {
          if let pair = Self.environment(member, &findings) {
            switches.append(pair)
          }
        }
      }
      for element in reader.elements("assertions", &findings) ?? [] {
        if let row = Self.row(element, &findings) {
          rows.append(row)
        }
      }
      reader.finish(&findings)
    }
    try findings.check(in: tree.sources)
    self.init(rows: rows, switches: switches, sources: tree.sources, isStrict: isStrict)
  }

  private static func environment(
    _ member: JSONMember, _ findings: inout JSONFindings
  ) -> (name: String, value: String)? {
    let name = member.key.text
    guard let values = ProofEnvironment.values(of: name) else {
      let known = ProofEnvironment().switches.map { $0.name }
      findings.report(
        .jsonUnknownValue, "there is no switch `\(name)`", at: member.value,
        help: "there are \(known.joined(separator: ", "))")
      return nil
    }
    guard let choice = findings.choice(member.value, of: values, in: name) else { return nil }
    return (name, values[choice])
  }

  private static func row(_ value: JSONValue, _ findings: inout JSONFindings) -> Row? {
    guard var reader = JSONObjectReader(value, in: "assertions", &findings) else { return nil }
    let providers = reader.optional("provider").map { words($0, "provider", &findings) }
    let domains = reader.optional("domain").map { words($0, "domain", &findings).map { $0.value } }
    var claims: [AddressRecord.Claim] = []
    if let given = reader.optional("claims") {
      for member in findings.members(given, in: "claims") ?? [] {
        if let text = findings.text(member.value, in: member.key.text) {
          claims.append(AddressRecord.Claim(member.key.text, .string(Name(text))))
        }
      }
    }
    var condition: (name: String, value: String)?
    if let given = reader.optional("when") {
      condition =
        (findings.members(given, in: "when") ?? []).compactMap {
          environment($0, &findings)
        }.first
    }
    let who = reader.choice("who", of: Obtainer.allCases.map { $0.rawValue }, &findings)
    reader.finish(&findings)
    guard let who else { return nil }
    return Row(
      providers: providers, domains: domains, claims: claims, environment: condition,
      obtainer: Obtainer.allCases[who])
  }

  private static func words(
    _ value: JSONValue, _ key: String, _ findings: inout JSONFindings
  ) -> [Located<String>] {
    let values = value.isArray ? findings.elements(value, in: key) ?? [] : [value]
    return values.compactMap { value in
      findings.text(value, in: key).map {
        Located(value: $0, position: findings.locator.position(of: value))
      }
    }
  }
}
