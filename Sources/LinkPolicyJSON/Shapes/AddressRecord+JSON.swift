package import LinkPolicy

extension AddressRecord {
  /// Reads `{email, claims: {name: value}}`, or reports what is wrong and returns nil.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "addresses", &findings) else { return nil }
    let email = reader.requiredText("email", &findings)
    let claims = Self.claims(of: &reader, &findings)
    reader.finish(&findings)
    guard let email else { return nil }
    self.init(email, claims: claims)
  }

  /// Reads the claims that stand under the key `claims`.
  static func claims(
    of reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) -> [Claim] {
    guard let value = reader.given("claims"),
      let members = findings.members(value, in: "claims")
    else { return [] }
    var claims: [Claim] = []
    for member in members {
      if let value = ClaimValue(member, &findings) {
        claims.append(Claim(member.key.text, value))
      }
    }
    return claims
  }
}

extension ClaimValue {
  /// The value as JSON spells it.
  package var spelling: String {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .string(let value): "\"" + value.text + "\""
    case .number(let value): value.text
    case .null: "null"
    }
  }

  /// Reads the value of a claim, or reports what is wrong and returns nil.
  package init?(_ member: JSONMember, _ findings: inout JSONFindings) {
    switch member.value.content {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .number(let value): self = .number(Name(bytes: value.text))
    case .string(let value): self = .string(value)
    case .array, .object:
      findings.report(
        .jsonWrongType,
        "expected a string, a number, a boolean or null in " + member.key.quoted + ", found "
          + member.value.kind, at: member.value)
      return nil
    }
  }
}
