package import LinkPolicy
package import LinkPolicyDiagnostics
package import LinkPolicyExploration
internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// A file that maps the names of one system to the names of another system, so that you can compare the two systems.
///
/// The file begins with `map: 1`. A name that the file does not list corresponds to the same name in the other system.
package struct SystemMap: Sendable {
  /// A name of the old system with its counterpart in the new system, such as `restricted` with `closed`.
  package struct NamePair: Sendable {
    package var names: Sides<Located<Name>>
  }

  /// A provider of the old system with its counterpart in the new system, such as `google.com` with `google`.
  package struct ProviderPair: Sendable {
    package var ids: Sides<Located<Name>>
    /// The kind of method to which the entry applies; nil for all kinds that both providers offer.
    package var kind: MethodKind?
  }

  /// A claim or setting with a name in each system, such as `client-create` and `signup`, and the pairs of its values.
  package struct ValuedPair: Sendable {
    package var names: Sides<Located<Name>>
    package var values: [NamePair]
  }

  /// The key at the beginning of the file, which marks a map.
  package static let head = "map"

  /// The identity providers and provider families, each with its counterpart in the other system.
  package let providers: [ProviderPair]
  /// The claims with their counterparts, and the words for their values in both systems.
  package let claims: [ValuedPair]
  /// The settings with their counterparts, and their values in both systems.
  package let settings: [ValuedPair]
  /// The errors with which the systems refuse attempts, in corresponding pairs.
  package let errors: [NamePair]
  /// The files to which the positions of the names refer.
  package let sources: SourceMap
}

extension SystemMap {
  /// Reads a map from YAML, or from JSON if the name ends in `.json`.
  ///
  /// Use ``check(against:)`` to check that the policies declare the names in the map.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the name of the file, which selects the format and appears in diagnostics.
  /// - Throws: ``InvalidInput`` with all findings.
  package init(_ bytes: [UInt8], name: String) throws(InvalidInput) {
    if let refusal = FileKind.refusal(wanting: .map, bytes, name: name) {
      throw refusal
    }
    let format: VectorReader.Format = name.hasSuffix(".json") ? .json : .yaml
    let tree = try VectorReader.tree(bytes, name: name, format: format)
    var findings = JSONFindings(tree.locator)
    var decoder = SystemMapDecoder()
    if var reader = JSONObjectReader(tree.root, &findings) {
      if reader.optional(Self.head) == nil {
        // If the file is not a map, further findings are not useful.
        findings.report(
          .jsonMissingKey, "the file is not a map of names: the key `\(Self.head)` is missing",
          at: tree.root,
          help: "a map begins with `\(Self.head): 1`")
      } else {
        _ = reader.int(Self.head, range: 1...1, &findings)
        _ = reader.optionalString("title", &findings)
        decoder.read(&reader, &findings)
        reader.finish(&findings)
      }
    }
    try findings.check(in: tree.sources)
    self.init(
      providers: decoder.providers, claims: decoder.claims, settings: decoder.settings,
      errors: decoder.errors, sources: tree.sources)
  }
}

/// The decoder of a map's sections: providers, claims, settings and errors.
struct SystemMapDecoder {
  private(set) var providers: [SystemMap.ProviderPair] = []
  private(set) var claims: [SystemMap.ValuedPair] = []
  private(set) var settings: [SystemMap.ValuedPair] = []
  private(set) var errors: [SystemMap.NamePair] = []

  /// Reads the sections that the file has; every section is optional.
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

  /// Reads a provider: either the id of its counterpart, or an object with one id for each kind of method.
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

  /// Reads claims or settings.
  ///
  /// The file writes a claim or setting as a name, or as an object with the name under `is` and the `values`.
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
      // If the object lacks `is`, both systems use the same name.
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
  ) -> [SystemMap.NamePair] {
    (findings.members(section, in: title) ?? []).compactMap { member in
      let name = key(member, findings)
      return word(member.value, in: member.key.text, &findings).map {
        SystemMap.NamePair(names: Sides(old: name, new: $0))
      }
    }
  }

  private func key(_ member: JSONMember, _ findings: JSONFindings) -> Located<Name> {
    Located(member.key, at: findings.locator.position(at: member.keyOffset))
  }

  /// Reads a word, such as a value of a setting, as a policy would declare it.
  ///
  /// Booleans and numbers count as words too.
  private func word(
    _ value: JSONValue, in key: String, _ findings: inout JSONFindings
  ) -> Located<Name>? {
    findings.scalarWord(value, in: key).map {
      Located(Name($0), at: findings.locator.position(of: value))
    }
  }
}
