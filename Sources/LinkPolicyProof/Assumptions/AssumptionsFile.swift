internal import LinkPolicy
package import LinkPolicyDiagnostics
package import LinkPolicyJSON
internal import LinkPolicyTesting

/// The JSON form of an assumptions file, which people usually write in YAML.
package struct AssumptionsFile: JSONShape {
  private var title: String?
  fileprivate var switches: SwitchSettings?
  fileprivate var rows: [Assumptions.AssumptionRow] = []
  private var excluded: [ExclusionRow<ExcludedAttempts>] = []
  private var issuers: [ExclusionRow<SharedIssuer>] = []
  private var inputs: [ExclusionRow<LimitedInput>] = []
  fileprivate var mailboxes: [SharedMailbox] = []

  package init() {}

  package mutating func fields(_ json: inout some JSONFields) {
    json.version("assume")
    json.optional("title", &title, orNull: false)
    json.optional(
      "switches", &switches, orNull: false, about: "the world around the policy")
    json.required(
      "assertions", &rows,
      about: "who can obtain an assertion of an address; the first row that matches decides")
    json.list("excluded", &excluded, about: "attempts that nobody makes")
    json.list("same-issuer", &issuers, about: "providers that one honest party runs")
    json.list("inputs", &inputs, about: "the values that an input of the policy can have")
    json.list("same-mailbox", &mailboxes, about: "different addresses that are one mailbox")
  }
}

extension Assumptions {
  /// Reads an `assume: 1` document, from JSON if the name ends in `.json`, otherwise from YAML.
  ///
  /// Throws an ``InvalidInput`` that lists every finding.
  package init(_ bytes: [UInt8], name: String, isStrict: Bool) throws(InvalidInput) {
    let (file, sources) = try AssumptionsFile.read(bytes, name: name, as: .assumptions)
    self.init(
      rows: file.rows, switches: file.switches?.settings ?? [], excluded: file.exclusions,
      mailboxes: file.mailboxes, sources: sources, isStrict: isStrict)
  }
}

extension AssumptionsFile {
  /// The exclusions that the file adds, numbered after the built-in exclusions.
  fileprivate var exclusions: [AddedExclusion] {
    let rows =
      excluded.map { $0.exclusion } + issuers.map { $0.exclusion } + inputs.map { $0.exclusion }
    return rows.enumerated().map { index, row in
      var row = row
      row.number = Exclusion.allCases.count + index + 1
      return row
    }
  }
}

// MARK: Assertions

extension Assumptions.Obtainer: JSONWord {}
extension Actor: JSONWord {}
extension SharedMailbox.Ignored: JSONWord {}

extension Assumptions.AssumptionRow: JSONShape {
  mutating func fields(_ json: inout some JSONFields) {
    json.optional("provider", &providers, orNull: false)
    var domains = self.domains.map { OneOrMore($0.map { MailDomain($0) }) }
    json.optional("domain", &domains, orNull: false)
    self.domains = domains?.values.map { $0.text }
    json.optional("claims", &claims.members, orNull: false)
    var when = conditions.isEmpty ? nil : SwitchSettings(settings: conditions)
    json.optional(
      "when", &when, orNull: false, about: "the switches on which the row depends")
    conditions = when?.settings ?? []
    json.required("who", &obtainer)
    json.position(of: nil, &position)
  }
}

extension [AssumedClaim] {
  /// The claims as an object, nil if there is no claim.
  fileprivate var members: JSONEntries<Located<ClaimValue>>? {
    get {
      isEmpty
        ? nil : JSONEntries(map { (Located(Name($0.name)), Located($0.value, at: $0.position)) })
    }
    set {
      self = (newValue?.entries ?? []).map { name, value in
        AssumedClaim(name: name.value.text, value: value.value, position: value.position)
      }
    }
  }
}

/// The settings of switches, such as `{clicks: off}`.
private struct SwitchSettings: JSONRepresentable {
  var settings: [(one: ProofSwitch, value: String)]

  static var schema: [JSONMember] {
    func words(_ words: [String]) -> JSONValue {
      .object(["enum": .array(words.map { .string($0) })])
    }
    return JSONValue.members([
      "type": .string("object"), "propertyNames": words(ProofSwitch.all.map { $0.name }),
      "additionalProperties": words(ProofSwitch.words),
    ])
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for setting in settings {
      writer.member(setting.one.name, setting.value)
    }
    writer.endObject()
  }
}

extension SwitchSettings {
  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let members = findings.members(value, in: key) else { return nil }
    settings = []
    for member in members {
      let name = member.keyText
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
  }
}

extension ProviderPattern: JSONRepresentable {
  static var schema: [JSONMember] { OneOrMore<Located<String>>.schema }

  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let words = OneOrMore<Located<String>>(value, in: key, &findings) else { return nil }
    self.init(words: words.values)
  }

  func write(to writer: inout JSONWriter) {
    OneOrMore(words).write(to: &writer)
  }
}

// MARK: Exclusions

/// The keys of a row that excludes something, apart from the reason.
private protocol ExclusionKeys: JSONShape, Sendable {
  /// The help text for a row without a reason.
  static var help: String { get }
  /// The attempts, assertions or values that the row excludes.
  var part: AddedExclusion.ExcludedPart { get }
}

/// A row that excludes something for a stated reason.
private struct ExclusionRow<Keys: ExclusionKeys>: JSONShape, Sendable {
  private var keys = Keys()
  private var because = ""
  private var position = SourcePosition(line: 1, column: 1)

  mutating func fields(_ json: inout some JSONFields) {
    keys.fields(&json)
    let isStated = JSONRule<String>(["pattern": .string("[^ ]")]) { text, _, given, findings in
      if text.allSatisfy({ $0 == " " }) {
        findings.report(
          .jsonUnknownValue, "an added exclusion needs a reason", at: given, help: Keys.help)
      }
    }
    json.required("because", &because, where: isStated, about: "the reason, which verdicts print")
    json.position(of: nil, &position)
  }

  var exclusion: AddedExclusion {
    AddedExclusion(number: 0, part: keys.part, reason: because, position: position)
  }
}

/// The keys of a row of `excluded`.
private struct ExcludedAttempts: ExclusionKeys {
  private var action = Located("")
  private var actor: Actor?
  private var providers: ProviderPattern?

  static var help: String { "say in `because` why nobody attempts this" }
  var part: AddedExclusion.ExcludedPart { .attempts(action, actor, providers) }

  mutating func fields(_ json: inout some JSONFields) {
    json.required("action", &action)
    json.optional("actor", &actor, orNull: false)
    json.optional("provider", &providers, orNull: false)
  }
}

/// The keys of a row of `same-issuer`.
private struct SharedIssuer: ExclusionKeys {
  private var providers = ProviderPattern(words: [])

  static var help: String { "say in `because` who runs them all" }
  var part: AddedExclusion.ExcludedPart { .foreignSubjects(providers) }

  mutating func fields(_ json: inout some JSONFields) {
    let areSeveral = JSONRule<ProviderPattern>([:]) { providers, _, given, findings in
      if providers.words.count < 2, !(providers.words.first?.value.hasSuffix("*") ?? false) {
        findings.report(
          .jsonWrongType, "`providers` of a row of `same-issuer` names one provider alone",
          at: given, help: "name every provider that the issuer runs, or a family")
      }
    }
    json.required("providers", &providers, where: areSeveral)
  }
}

/// The keys of a row of `inputs`.
private struct LimitedInput: ExclusionKeys {
  private var input = Located("")
  private var values = OneOrMore<Located<String>>([])

  static var help: String { "say in `because` why the input has no other value" }
  var part: AddedExclusion.ExcludedPart { .inputs(input, values.values) }

  mutating func fields(_ json: inout some JSONFields) {
    json.required("input", &input)
    let isNotEmpty = JSONRule<OneOrMore<Located<String>>>([:]) { values, _, given, findings in
      if values.values.isEmpty {
        findings.report(
          .jsonWrongType, "a row of `inputs` lists no value", at: given,
          help: "name the values that it can have")
      }
    }
    json.required("values", &values, where: isNotEmpty)
  }
}

// MARK: Mailboxes

extension SharedMailbox: JSONShape {
  mutating func fields(_ json: inout some JSONFields) {
    var domain = Located(MailDomain(domain.value), at: domain.position)
    json.required("domain", &domain)
    self.domain = Located(domain.value.text, at: domain.position)
    var also =
      also.isEmpty
      ? nil : OneOrMore(also.map { Located(MailDomain($0.value), at: $0.position) })
    json.optional("also", &also, orNull: false)
    self.also = also?.values.map { Located($0.value.text, at: $0.position) } ?? []
    json.list("ignoring", &ignored)
    json.atLeastOne(of: ["also", "ignoring"])
    json.position(of: nil, &position)
  }

  func check(_ row: JSONValue, _ findings: inout JSONFindings) {
    if also.isEmpty, ignored.isEmpty {
      findings.report(
        .jsonMissingKey,
        "a row of `same-mailbox` does not state which addresses of its domain are one mailbox",
        at: row,
        help: "add `ignoring`, a list of `dots` and `plus-tags`, or `also`, a list of domains")
    }
  }
}

/// A domain in the canonical spelling, in which addresses are compared.
private struct MailDomain: JSONRepresentable {
  let text: String

  init(_ text: String) { self.text = text }

  static var schema: [JSONMember] {
    String.schema + [JSONMember("pattern", .string("^[a-z0-9-]+([.][a-z0-9-]+)+$"))]
  }

  func write(to writer: inout JSONWriter) {
    writer.string(text)
  }
}

extension MailDomain {
  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    guard let text = findings.text(value, in: key) else { return nil }
    do throws(EmailAddressProblem) {
      let address = try EmailAddress("a@" + text, folding: AddressFolding())
      self.text = String(decoding: address.bytes[(address.atIndex + 1)...], as: UTF8.self)
      if !self.text.hasSameBytes(as: text) {
        findings.report(
          .jsonUnknownValue, "`\(text)` is not how addresses are compared", at: value,
          help: "write `\(self.text)`")
      }
    } catch {
      findings.report(
        .jsonUnknownValue, "`\(text)` is no domain that an address can have", at: value,
        help: "name one domain, such as `example.com`")
      return nil
    }
  }
}
