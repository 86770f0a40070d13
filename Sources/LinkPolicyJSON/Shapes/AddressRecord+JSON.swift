internal import LinkPolicy

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
      if let value = claimValue(member, &findings) {
        claims.append(Claim(member.key.text, value))
      }
    }
    return claims
  }

  private static func claimValue(
    _ member: JSONMember, _ findings: inout JSONFindings
  ) -> ClaimValue? {
    switch member.value.content {
    case .null: return .null
    case .bool(let value): return .boolean(value)
    case .number(let value): return .number(Name(bytes: value.text))
    case .string(let value): return .string(value)
    case .array, .object:
      findings.report(
        .jsonWrongType,
        "expected a string, a number, a boolean or null in " + member.key.quoted + ", found "
          + member.value.kind, at: member.value)
      return nil
    }
  }
}
