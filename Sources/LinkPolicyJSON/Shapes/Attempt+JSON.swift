package import LinkPolicy

extension Attempt {
  /// Reads an attempt, or reports what is wrong and returns nil.
  ///
  /// Whether the parts fit the action is not asked here: the engine says so with an
  /// ``InputError``. Without a provider there is no assertion, and the first of `addresses` is the
  /// address. With `allowsShorthand`, `email` and `claims` stand for one address record.
  package init?(
    _ value: JSONValue, in key: String? = "attempt", allowsShorthand: Bool = false,
    _ findings: inout JSONFindings
  ) {
    guard var reader = JSONObjectReader(value, in: key, &findings) else { return nil }
    let action = reader.requiredText("action", &findings)
    let provider = reader.text("provider", &findings)
    var assertion = Assertion(verified: provider ?? "")
    assertion.kind = reader.word("kind", MethodKind.words, &findings)
    Self.readProof(of: &reader, into: &assertion, isNamed: provider != nil, &findings)
    let addresses = AddressReading(&reader, allowsShorthand: allowsShorthand, &findings)
    if provider == nil {
      addresses.checkSingle(&findings)
    }
    assertion.addresses = addresses.records
    assertion.profile = Profile("profile", of: &reader, &findings)
    self.init(Action(action ?? ""), with: assertion)
    if provider == nil {
      self.assertion = nil
      address = addresses.records.first?.email
    }
    address = addresses.address ?? address
    stated = reader.stated(.attempt, &findings)
    link = LinkRequest(&reader, &findings)
    tenant = reader.text("tenant", &findings)
    ticket = reader.part("ticket", &findings).flatMap { Ticket($0, &findings) }
    reader.finish(&findings)
    if action == nil {
      return nil
    }
  }

  /// Reads what was verified about the method itself; without a provider it belongs to nothing.
  private static func readProof(
    of reader: inout JSONObjectReader, into assertion: inout Assertion, isNamed: Bool,
    _ findings: inout JSONFindings
  ) {
    if !isNamed {
      for key in ["subject"] + StatedKey.of(.assertion).map({ $0.key }) {
        guard let value = reader.given(key) else { continue }
        findings.report(
          .jsonConflict, "the key `" + key + "` needs a `provider` beside it", at: value,
          help: "say who asserts it")
      }
    }
    assertion.subject = reader.text("subject", &findings)
    assertion.stated = reader.stated(.assertion, &findings)
  }
}

/// The addresses of an attempt, in whichever of their spellings.
private struct AddressReading {
  var records: [AddressRecord] = []
  var address: String?
  /// The second of a list of addresses.
  private var second: JSONValue?
  /// The first claims that are made about one of them.
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
      report("address", single, &findings)
    }
    guard allowsShorthand, let email = reader.given("email") else { return }
    if let made = reader.given("claims") {
      self.claims = made
    }
    let claims = AddressRecord.claims(of: &reader, &findings)
    if list != nil || single != nil {
      report("email", email, &findings)
    } else if let text = findings.text(email, in: "email") {
      records = [AddressRecord(text, claims: claims)]
    }
  }

  /// Reports a second address of an attempt that asserts none, lest one of the two be dropped, and
  /// claims about the one, which nobody makes.
  func checkSingle(_ findings: inout JSONFindings) {
    if let claims {
      findings.report(
        .jsonConflict, "an attempt without a `provider` makes no claims about its address",
        at: claims, help: "remove them, or say who makes them")
    }
    guard let second else { return }
    findings.report(
      .jsonConflict, "an attempt without a `provider` has one address", at: second,
      help: "remove this one, or say who asserts them")
  }

  private func report(_ key: String, _ value: JSONValue, _ findings: inout JSONFindings) {
    findings.report(
      .jsonConflict, "the addresses are given twice, here by `" + key + "`", at: value,
      help: "keep one of them")
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
