package import LinkPolicy
package import LinkPolicyDiagnostics
package import LinkPolicyExploration
package import LinkPolicyJSON
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
    let (file, sources) = try SystemMapFile.read(
      bytes, name: name, as: .map, head: (Self.head, "a map"))
    self.init(
      providers: file.providers?.pairs ?? [], claims: file.claims?.pairs ?? [],
      settings: file.settings?.pairs ?? [], errors: file.errors?.pairs ?? [], sources: sources)
  }
}

/// The JSON form of a map, which people usually write in YAML.
package struct SystemMapFile: JSONShape {
  private var title: String?
  fileprivate var providers: JSONEntries<JSONEither<MappedKinds, MappedWord>>?
  fileprivate var claims: JSONEntries<JSONEither<MappedValues, MappedWord>>?
  fileprivate var settings: JSONEntries<JSONEither<MappedValues, MappedWord>>?
  fileprivate var errors: JSONEntries<MappedWord>?

  package init() {}

  package mutating func fields(_ json: inout some JSONFields) {
    json.version(SystemMap.head)
    json.optional("title", &title, orNull: false)
    json.optional(
      "providers", &providers, orNull: false,
      about: "each provider with its counterpart, or with one counterpart for each kind of method")
    json.optional(
      "claims", &claims, orNull: false, about: "each claim with its counterpart and the values")
    json.optional(
      "settings", &settings, orNull: false,
      about: "each setting with its counterpart and the values")
    json.optional("errors", &errors, orNull: false, about: "each error with its counterpart")
  }
}

/// A word, such as a value of a setting, as a policy would declare it; booleans and numbers count as words too.
private struct MappedWord: JSONRepresentable {
  let word: Located<Name>

  static var schema: [JSONMember] {
    [JSONMember("type", .array(["string", "boolean", "number"].map { .string($0) }))]
  }

  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let text = findings.scalarWord(value, in: key) else { return nil }
    word = Located(Name(text), at: findings.locator.position(of: value))
  }

  func write(to writer: inout JSONWriter) {
    writer.string(word.value)
  }
}

extension JSONEntries<MappedWord> {
  fileprivate var pairs: [SystemMap.NamePair] {
    entries.map { SystemMap.NamePair(names: Sides(old: $0.key, new: $0.value.word)) }
  }
}

/// The counterparts of one provider, by the kind of method.
private struct MappedKinds: JSONRepresentable {
  let ids: [(kind: MethodKind, id: MappedWord)]

  static var schema: [JSONMember] {
    let kinds = MethodKind.allCases.map { JSONValue.string($0.name) }
    return [JSONMember("propertyNames", .object(["enum": .array(kinds)]))]
      + JSONEntries<MappedWord>.schema
  }

  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let members = findings.members(value, in: key) else { return nil }
    let kinds = MethodKind.allCases
    ids = members.compactMap { member in
      guard let kind = kinds.first(where: { $0.name == member.key }) else {
        findings.report(
          Diagnostic(
            .jsonUnknownKey, .error, "there is no kind \(member.key.quoted)",
            at: findings.locator.position(at: member.keyOffset),
            help: UnknownWord.help(for: member.key, among: kinds.map { $0.name }, "the kinds are")))
        return nil
      }
      return MappedWord(member.value, in: member.keyText, &findings).map { (kind, $0) }
    }
  }

  func write(to writer: inout JSONWriter) {
    JSONEntries(ids.map { (Located($0.kind.name), $0.id) }).write(to: &writer)
  }
}

extension JSONEntries<JSONEither<MappedKinds, MappedWord>> {
  fileprivate var pairs: [SystemMap.ProviderPair] {
    entries.flatMap { id, counterpart in
      switch counterpart {
      case .other(let other): [SystemMap.ProviderPair(ids: Sides(old: id, new: other.word))]
      case .object(let kinds):
        kinds.ids.map { kind, other in
          SystemMap.ProviderPair(ids: Sides(old: id, new: other.word), kind: kind)
        }
      }
    }
  }
}

/// The counterpart of a claim or setting, and the pairs of its values.
private struct MappedValues: JSONShape {
  fileprivate var name: MappedWord?
  fileprivate var values = JSONEntries<MappedWord>([])

  mutating func fields(_ json: inout some JSONFields) {
    json.optional("is", &name, orNull: false, about: "the counterpart; absent if the name is equal")
    json.required("values", &values)
  }
}

extension JSONEntries<JSONEither<MappedValues, MappedWord>> {
  fileprivate var pairs: [SystemMap.ValuedPair] {
    entries.map { name, counterpart in
      switch counterpart {
      case .other(let other):
        SystemMap.ValuedPair(names: Sides(old: name, new: other.word), values: [])
      case .object(let object):
        SystemMap.ValuedPair(
          names: Sides(old: name, new: object.name?.word ?? name), values: object.values.pairs)
      }
    }
  }
}
