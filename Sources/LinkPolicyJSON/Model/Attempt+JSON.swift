package import LinkPolicy

extension Attempt {
  /// Reads an attempt; reports each invalid value as a finding, and returns nil only if there is no valid action.
  ///
  /// The reader checks only keys and types. The engine throws an ``InputError`` if a value does not fit the action.
  /// Without a provider, the attempt has no assertion, and its address is `address` or else the first of `addresses`.
  /// With `allowsShorthand`, `email` and `claims` together represent one address record.
  package init?(
    _ value: JSONValue, in key: String? = "attempt", allowsShorthand: Bool = false,
    _ findings: inout JSONFindings
  ) {
    guard var reader = JSONObjectReader(value, in: key, &findings) else { return nil }
    let action = reader.requiredText("action", &findings)
    var parts = AttemptParts()
    parts.provider = reader.text("provider", &findings)
    parts.readProof(of: &reader, &findings)
    let addresses = AddressReading(&reader, allowsShorthand: allowsShorthand, &findings)
    if parts.provider == nil {
      addresses.checkSingle(&findings)
    }
    parts.addresses = addresses.records
    parts.address = addresses.address
    parts.profile = Profile("profile", of: &reader, &findings)
    parts.stated = reader.stated(.attempt, &findings)
    parts.inputs = Inputs(reader.pairs("inputs", &findings))
    parts.identifiers = reader.accountIdentifiers("identifiers", &findings) ?? []
    parts.link = LinkRequest(&reader, &findings)
    parts.tenant = reader.text("tenant", &findings)
    parts.ticket = reader.part("ticket", &findings).flatMap { Ticket($0, &findings) }
    reader.finish(&findings)
    guard let action else { return nil }
    self = parts.attempt(of: Action(action))
  }
}

extension [AccountIdentifier] {
  /// The names and values of the identifiers, in order.
  package var pairs: [(name: String, value: String)] { map { ($0.name, $0.value) } }
}

/// The members of an attempt's JSON object, which are read before the attempt is created.
struct AttemptParts {
  var provider: String?
  var kind: MethodKind?
  var subject: String?
  /// The facts that the service states about the assertion.
  var assertionStates = StatedValues()
  var addresses: [AddressRecord] = []
  var address: String?
  var profile = Profile()
  var stated = StatedValues()
  var inputs = Inputs()
  var identifiers: [AccountIdentifier] = []
  var link: Attempt.LinkRequest?
  var tenant: String?
  var ticket: Ticket?

  /// Returns an attempt with an action and the members that were read.
  ///
  /// Without a provider, the attempt has no assertion, and its address is `address` or else the first of `addresses`.
  func attempt(of action: Action) -> Attempt {
    let assertion = provider.map { provider in
      Assertion(
        provider: provider, kind: kind, subject: subject, addresses: addresses, profile: profile,
        stating: assertionStates)
    }
    return Attempt(
      action, assertion: assertion,
      address: address ?? (provider == nil ? addresses.first?.email : nil), profile: profile,
      stated: stated, inputs: inputs, identifiers: identifiers, link: link, tenant: tenant,
      ticket: ticket)
  }

  /// Reads `kind`, `subject` and the stated facts of the assertion; without a `provider`, each of these keys is a
  /// finding.
  fileprivate mutating func readProof(
    of reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) {
    if provider == nil {
      for key in ["kind", "subject"] + StatedKey.of(.assertion).map({ $0.key }) {
        guard let value = reader.given(key) else { continue }
        findings.report(
          .jsonConflict, "the key `" + key + "` requires the key `provider`", at: value,
          help: "add the `provider` that makes the assertion")
      }
    }
    kind = reader.word("kind", of: MethodKind.words, &findings)
    subject = reader.text("subject", &findings)
    assertionStates = reader.stated(.assertion, &findings)
  }
}

/// The addresses of an attempt, from `addresses`, `address` or the shorthand `email`.
private struct AddressReading {
  var records: [AddressRecord] = []
  var address: String?
  /// The second address of the list; nil if the list has fewer than two addresses.
  private var second: JSONValue?
  /// The first claims about an address; nil if no address has claims.
  private var claims: JSONValue?

  init(
    _ reader: inout JSONObjectReader, allowsShorthand: Bool, _ findings: inout JSONFindings
  ) {
    let list = reader.given("addresses")
    if let list, let elements = findings.list(list, in: "addresses") {
      var count = 0
      for element in elements {
        count += 1
        if count == 2 {
          second = element
        }
        if claims == nil, let made = element["claims"], !made.isNull {
          claims = made
        }
        if let record = AddressRecord(element, &findings) {
          records.append(record)
        }
      }
    }
    let single = reader.given("address")
    address = single.flatMap { findings.text($0, in: "address") }
    if let single, list != nil {
      report("address", at: single, &findings)
    }
    guard allowsShorthand, let email = reader.given("email") else { return }
    if let made = reader.given("claims") {
      self.claims = made
    }
    let claims = AddressRecord.claims(of: &reader, &findings)
    if list != nil || single != nil {
      report("email", at: email, &findings)
    } else if let text = findings.text(email, in: "email") {
      records = [AddressRecord(text, claims: claims)]
    }
  }

  /// Reports a second address, and claims about an address, in an attempt without an assertion.
  ///
  /// An attempt without an assertion has one address without claims. Silently ignoring further addresses or claims
  /// would hide a mistake.
  func checkSingle(_ findings: inout JSONFindings) {
    if let claims {
      findings.report(
        .jsonConflict, "an attempt without a `provider` makes no claims about its address",
        at: claims, help: "remove `claims`, or add the `provider` that makes the claims")
    }
    guard let second else { return }
    findings.report(
      .jsonConflict, "an attempt without a `provider` has one address", at: second,
      help: "remove this address, or add the `provider` that asserts the addresses")
  }

  private func report(_ key: String, at value: JSONValue, _ findings: inout JSONFindings) {
    findings.report(
      .jsonConflict, "the addresses are given twice, here by `" + key + "`", at: value,
      help: "keep only one of the two keys")
  }
}

extension Attempt.LinkRequest {
  fileprivate init?(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    guard var part = reader.part("link", &findings) else { return nil }
    let stated = part.statedCompletely(.link, &findings)
    part.finish(&findings)
    guard let stated else { return nil }
    self.init(stated: stated)
  }
}

/// A fact that the service states in a request: the JSON key of the fact, and the JSON words of its values.
///
/// The list of keys is computed only once, from the declarations of the facts.
package struct StatedKey: Sendable {
  package let fact: EngineFact
  package let carrier: StatedCarrier
  /// The JSON key of the fact, such as `secret`.
  package let key: String
  /// The JSON words of the fact's values, such as `right` and `wrong`, in the order of the values.
  package let words: [String]
  /// The value that the fact has if the key is absent.
  package let unset: Int

  private static let all: [StatedKey] = {
    var keys = StatedKeys()
    EngineFact.acceptAll(&keys)
    return keys.found
  }()
  private static let byCarrier = StatedCarrier.allCases.map { carrier in
    all.filter { $0.carrier == carrier }
  }

  /// Returns the stated keys of one carrier, such as the attempt or its link request, in the order of the facts.
  package static func of(_ carrier: StatedCarrier) -> [StatedKey] {
    switch carrier {
    case .assertion: byCarrier[0]
    case .attempt: byCarrier[1]
    case .link: byCarrier[2]
    case .situation: byCarrier[3]
    }
  }
}

/// A visitor that collects the keys of the stated facts.
private struct StatedKeys: StatedFactVisitor {
  var found: [StatedKey] = []

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    found.append(
      StatedKey(
        fact: fact.fact, carrier: fact.carrier, key: fact.key.text,
        words: Fact.Value.allCases.map { $0.word.text }, unset: fact.unset.rawValue))
  }
}

extension JSONObjectReader {
  /// Reads the facts that one carrier states, such as the attempt or its assertion, and leaves absent facts unset.
  package mutating func stated(
    _ carrier: StatedCarrier, _ findings: inout JSONFindings
  ) -> StatedValues {
    var values = StatedValues()
    for key in StatedKey.of(carrier) {
      if let index = wordIndex(key.key, of: key.words, &findings) {
        values[key.fact] = index
      }
    }
    return values
  }

  /// Reads the facts that the service states in the answers to a lookup or in a step of a vector.
  ///
  /// A list of disabled methods can replace the fact `method`, as in `{"method": {"disabled": ["google.com",
  /// "password/email-link"]}}`.
  package mutating func situationStated(
    _ findings: inout JSONFindings
  ) -> (values: StatedValues, disabled: [DisabledMethod]?) {
    var values = StatedValues()
    var disabled: [DisabledMethod]?
    for key in StatedKey.of(.situation) {
      if key.fact == .method, given(key.key)?.isObject ?? false {
        disabled = disabledMethods(key.key, &findings)
      } else if let index = wordIndex(key.key, of: key.words, &findings) {
        values[key.fact] = index
      }
    }
    return (values, disabled)
  }

  /// Reads a list of disabled methods, each a provider or `provider/kind`.
  private mutating func disabledMethods(
    _ key: String, _ findings: inout JSONFindings
  ) -> [DisabledMethod] {
    guard let value = optional(key),
      var reader = JSONObjectReader(value, in: key, &findings)
    else { return [] }
    var methods: [DisabledMethod] = []
    if reader.required("disabled", &findings) != nil {
      for element in reader.list("disabled", &findings) {
        guard element.text != nil else {
          findings.report(
            .jsonWrongType, "expected a string in `disabled`, found " + element.kind, at: element,
            help: "write a provider, or a provider and a kind, as in `password/email-link`")
          continue
        }
        if let method = Method(element, &findings) {
          methods.append(DisabledMethod(method.provider, method.kind))
        }
      }
    }
    reader.finish(&findings)
    return methods
  }

  /// Reads the stated facts of a carrier that requires every fact, such as a link request.
  ///
  /// For an absent fact, the method reports a finding and returns nil.
  mutating func statedCompletely(
    _ carrier: StatedCarrier, _ findings: inout JSONFindings
  ) -> StatedValues? {
    var values = StatedValues()
    var isComplete = true
    for key in StatedKey.of(carrier) {
      let choices = key.words.indices.filter { $0 != key.unset }
      guard let value = required(key.key, &findings),
        let choice = findings.choice(value, of: choices.map { key.words[$0] }, in: key.key)
      else {
        isComplete = false
        continue
      }
      values[key.fact] = choices[choice]
    }
    return isComplete ? values : nil
  }
}

extension Accounts.AttemptContext {
  /// Returns the stated facts and the disabled methods as members of a step that makes an attempt.
  ///
  /// A list of disabled methods replaces the fact `method`. The list of a decision also contains the attempt's own
  /// method if this method is disabled; an attempt that requests a link has the e-mail link methods of all providers as
  /// its own methods.
  ///
  /// - Parameter decision: the decision of the attempt; nil for a malformed attempt.
  /// - Returns: the members of the step.
  package func members(of decision: Decision?) -> [JSONMember] {
    guard let disabledMethods else { return stated.members(.situation) }
    let disabled = decision?.situation.disabledMethods ?? disabledMethods
    let listed = disabled.map { JSONValue(.string(Name($0.name))) }
    return stated.members(.situation).filter { $0.key != MethodFact.key }
      + [
        JSONMember(
          MethodFact.key,
          JSONValue(.object([JSONMember("disabled", JSONValue(.array(listed)))])))
      ]
  }
}

extension StatedValues {
  /// Returns the stated facts of a carrier as members, without unset facts.
  package func members(_ carrier: StatedCarrier) -> [JSONMember] {
    var members: [JSONMember] = []
    for key in StatedKey.of(carrier) {
      guard let value = self[key.fact], value != key.unset else { continue }
      members.append(JSONMember(Name(key.key), JSONValue(.string(Name(key.words[value])))))
    }
    return members
  }
}

extension CodePurpose {
  /// Reads a code purpose, such as `verify`.
  ///
  /// For an invalid value, the initializer reports a finding and returns nil.
  ///
  /// The reader accepts any word that a policy could declare, because the reader does not know the policy.
  package init?(_ value: JSONValue, in key: String, _ findings: inout JSONFindings) {
    guard let text = findings.text(value, in: key) else { return nil }
    self.init(Name(text))
    guard isWellFormed else {
      findings.report(
        .jsonUnknownValue, "expected a purpose of codes in " + Name(key).quoted, at: value,
        help:
          "write a purpose such as `verify`, or a purpose that the policy declares under `purposes`"
      )
      return nil
    }
  }
}
