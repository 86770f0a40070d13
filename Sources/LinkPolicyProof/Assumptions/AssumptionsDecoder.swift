internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// A decoder for an assumptions file.
///
/// The properties hold the rows and switches decoded so far.
struct AssumptionsDecoder {
  private(set) var rows: [Assumptions.AssumptionRow] = []
  private(set) var switches: [(one: ProofSwitch, value: String)] = []
  private(set) var excluded: [AddedExclusion] = []
  private(set) var mailboxes: [SharedMailbox] = []

  /// Decodes the switches and all lists of rows of an assumptions file.
  mutating func read(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    if let given = reader.optional("switches") {
      switches = settings(given, in: "switches", &findings)
    }
    for element in reader.elements("assertions", &findings) ?? [] {
      if let row = row(element, &findings) {
        rows.append(row)
      }
    }
    for element in reader.optionalElements("excluded", &findings) ?? [] {
      let number = Exclusion.allCases.count + excluded.count + 1
      if let row = exclusion(element, number: number, &findings) {
        excluded.append(row)
      }
    }
    for element in reader.optionalElements("same-issuer", &findings) ?? [] {
      let number = Exclusion.allCases.count + excluded.count + 1
      if let row = issuer(element, number: number, &findings) {
        excluded.append(row)
      }
    }
    for element in reader.optionalElements("inputs", &findings) ?? [] {
      let number = Exclusion.allCases.count + excluded.count + 1
      if let row = input(element, number: number, &findings) {
        excluded.append(row)
      }
    }
    for element in reader.optionalElements("same-mailbox", &findings) ?? [] {
      if let row = mailbox(element, &findings) {
        mailboxes.append(row)
      }
    }
  }

  // MARK: Switches

  private func settings(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> [(one: ProofSwitch, value: String)] {
    var settings: [(one: ProofSwitch, value: String)] = []
    for member in findings.members(value, in: key) ?? [] {
      let name = member.key.text
      guard let one = ProofSwitch(named: name) else {
        let known = ProofSwitch.all.map { $0.name }
        findings.report(
          .jsonUnknownValue, "there is no switch `\(name)`", at: member.value,
          help: "there are \(known.joined(separator: ", "))")
        continue
      }
      if let exclusion = one.exclusion,
        let other = settings.first(where: { $0.one.exclusion == exclusion })
      {
        findings.report(
          .jsonUnknownValue,
          "`\(other.one.name)` and `\(name)` both say whether exclusion \(exclusion.rawValue) applies",
          at: member.value, help: "set one of them")
        continue
      }
      if let choice = findings.choice(member.value, of: one.values, in: name) {
        settings.append((one, one.values[choice]))
      }
    }
    return settings
  }

  // MARK: Rows

  private func row(
    _ value: JSONValue, _ findings: inout JSONFindings
  ) -> Assumptions.AssumptionRow? {
    guard var reader = JSONObjectReader(value, in: "assertions", &findings) else { return nil }
    let providers = reader.optional("provider").map { pattern($0, &findings) }
    let domains = reader.optional("domain").map {
      self.domains($0, in: "domain", &findings).map { $0.value }
    }
    var claims: [AssumedClaim] = []
    if let given = reader.optional("claims") {
      for member in findings.members(given, in: "claims") ?? [] {
        if let value = ClaimValue(member, &findings) {
          claims.append(
            AssumedClaim(
              name: member.key.text, value: value,
              position: findings.locator.position(of: member.value)))
        }
      }
    }
    let conditions = reader.optional("when").map { settings($0, in: "when", &findings) } ?? []
    let who = reader.choice("who", of: Assumptions.Obtainer.allCases.map { $0.rawValue }, &findings)
    reader.finish(&findings)
    guard let who else { return nil }
    return Assumptions.AssumptionRow(
      providers: providers, domains: domains, claims: claims,
      conditions: conditions, obtainer: Assumptions.Obtainer.allCases[who],
      position: findings.locator.position(of: value))
  }

  private func exclusion(
    _ value: JSONValue, number: Int, _ findings: inout JSONFindings
  ) -> AddedExclusion? {
    guard var reader = JSONObjectReader(value, in: "excluded", &findings) else { return nil }
    let action = reader.locatedString("action", &findings)
    let actor = reader.optionalChoice("actor", of: Actor.allCases.map { $0.word }, &findings)
    let providers = reader.optional("provider").map { pattern($0, &findings) }
    let because = reason(&reader, help: "say in `because` why nobody attempts this", &findings)
    reader.finish(&findings)
    guard let action, let because else { return nil }
    return AddedExclusion(
      number: number,
      part: .attempts(
        Located(action.value.text, at: action.position), actor.map { Actor.allCases[$0] },
        providers),
      reason: because, position: findings.locator.position(of: value))
  }

  private func issuer(
    _ value: JSONValue, number: Int, _ findings: inout JSONFindings
  ) -> AddedExclusion? {
    guard var reader = JSONObjectReader(value, in: "same-issuer", &findings) else { return nil }
    let given = reader.required("providers", &findings)
    let providers = given.map { words($0, in: "providers", &findings) }
    let because = reason(&reader, help: "say in `because` who runs them all", &findings)
    reader.finish(&findings)
    guard let given, let providers, let because else { return nil }
    guard providers.count > 1 || providers.first?.value.hasSuffix("*") ?? false else {
      findings.report(
        .jsonWrongType, "`providers` of a row of `same-issuer` names one provider alone",
        at: given, help: "name every provider that the issuer runs, or a family")
      return nil
    }
    return AddedExclusion(
      number: number, part: .foreignSubjects(ProviderPattern(words: providers)), reason: because,
      position: findings.locator.position(of: value))
  }

  private func input(
    _ value: JSONValue, number: Int, _ findings: inout JSONFindings
  ) -> AddedExclusion? {
    guard var reader = JSONObjectReader(value, in: "inputs", &findings) else { return nil }
    let name = reader.locatedString("input", &findings)
    let given = reader.required("values", &findings)
    let values = given.map { words($0, in: "values", &findings) }
    let because = reason(
      &reader, help: "say in `because` why the input has no other value", &findings)
    reader.finish(&findings)
    guard let name, let given, let values, let because else { return nil }
    guard !values.isEmpty else {
      findings.report(
        .jsonWrongType, "a row of `inputs` lists no value", at: given,
        help: "name the values that it can have")
      return nil
    }
    return AddedExclusion(
      number: number, part: .inputs(Located(name.value.text, at: name.position), values),
      reason: because, position: findings.locator.position(of: value))
  }

  /// Reads `because`, the reason for an added exclusion, and reports a missing or blank reason.
  private func reason(
    _ reader: inout JSONObjectReader, help: String, _ findings: inout JSONFindings
  ) -> String? {
    guard let because = reader.locatedString("because", &findings) else { return nil }
    guard !because.value.text.allSatisfy({ $0 == " " }) else {
      findings.report(
        Diagnostic(
          .jsonUnknownValue, .error, "an added exclusion needs a reason",
          at: because.position, help: help))
      return nil
    }
    return because.value.text
  }

  private func mailbox(_ value: JSONValue, _ findings: inout JSONFindings) -> SharedMailbox? {
    guard var reader = JSONObjectReader(value, in: "same-mailbox", &findings) else { return nil }
    let domain = reader.required("domain", &findings).flatMap {
      self.domain($0, in: "domain", &findings)
    }
    let also = reader.optional("also").map { domains($0, in: "also", &findings) } ?? []
    let all = SharedMailbox.Ignored.allCases
    var ignored: Set<SharedMailbox.Ignored> = []
    for element in reader.optionalElements("ignoring", &findings) ?? [] {
      if let choice = findings.choice(element, of: all.map { $0.rawValue }, in: "ignoring") {
        ignored.insert(all[choice])
      }
    }
    reader.finish(&findings)
    guard let domain else { return nil }
    if also.isEmpty, ignored.isEmpty {
      findings.report(
        .jsonMissingKey,
        "a row of `same-mailbox` does not state which addresses of its domain are one mailbox",
        at: value,
        help: "add `ignoring`, a list of `dots` and `plus-tags`, or `also`, a list of domains")
    }
    return SharedMailbox(
      domain: domain, also: also, ignored: ignored, position: findings.locator.position(of: value))
  }

  // MARK: Words

  private func pattern(_ value: JSONValue, _ findings: inout JSONFindings) -> ProviderPattern {
    ProviderPattern(words: words(value, in: "provider", &findings))
  }

  private func domains(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> [Located<String>] {
    elements(value, in: key, &findings).compactMap { domain($0, in: key, &findings) }
  }

  /// Decodes a domain, and reports any spelling other than the canonical spelling, in which addresses are compared.
  private func domain(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> Located<String>? {
    guard let text = findings.text(value, in: key) else { return nil }
    let position = findings.locator.position(of: value)
    do throws(EmailAddressProblem) {
      let address = try EmailAddress("a@" + text, folding: AddressFolding())
      let domain = String(decoding: address.bytes[(address.atIndex + 1)...], as: UTF8.self)
      if !domain.hasSameBytes(as: text) {
        findings.report(
          .jsonUnknownValue, "`\(text)` is not how addresses are compared", at: value,
          help: "write `\(domain)`")
      }
      return Located(domain, at: position)
    } catch {
      findings.report(
        .jsonUnknownValue, "`\(text)` is no domain that an address can have", at: value,
        help: "name one domain, such as `example.com`")
      return nil
    }
  }

  private func words(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> [Located<String>] {
    elements(value, in: key, &findings).compactMap { value in
      findings.text(value, in: key).map {
        Located($0, at: findings.locator.position(of: value))
      }
    }
  }

  /// Returns the elements of a list; a single value counts as a list of one element.
  private func elements(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> [JSONValue] {
    value.isArray ? findings.elements(value, in: key) ?? [] : [value]
  }
}

extension Assumptions {
  /// Decodes an `assume: 1` document, from JSON if the name ends in `.json`, otherwise from YAML.
  ///
  /// Throws an ``InvalidInput`` that lists every finding.
  package init(_ bytes: [UInt8], name: String, isStrict: Bool) throws(InvalidInput) {
    if let refusal = FileKind.refusal(wanting: .assumptions, bytes, name: name) {
      throw refusal
    }
    let format: VectorReader.Format = name.hasSuffix(".json") ? .json : .yaml
    let tree = try VectorReader.tree(bytes, name: name, format: format)
    var findings = JSONFindings(tree.locator)
    var decoder = AssumptionsDecoder()
    if var reader = JSONObjectReader(tree.root, &findings) {
      _ = reader.int("assume", range: 1...1, &findings)
      _ = reader.optionalString("title", &findings)
      decoder.read(&reader, &findings)
      reader.finish(&findings)
    }
    try findings.check(in: tree.sources)
    self.init(
      rows: decoder.rows, switches: decoder.switches, excluded: decoder.excluded,
      mailboxes: decoder.mailboxes, sources: tree.sources, isStrict: isStrict)
  }
}
