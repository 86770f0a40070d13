package import LinkPolicy

/// A question what to fetch for an attempt: `{"attempt": …, "caller": …, "settings": …, "answers": …}`.
///
/// Of the answers it has the code at most, which can bring the address to look for.
package struct LookupRequest: Sendable {
  /// What somebody tries to do.
  package let attempt: Attempt
  /// Who tries it.
  package let caller: Lookup.Caller
  /// The settings in force.
  package let settings: Settings
  /// The code as it was found.
  package let code: Lookup.CodeAnswer

  /// Reads a look-up, or reports what is wrong and returns nil.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "lookup", &findings) else { return nil }
    let attempt = reader.required("attempt", &findings).flatMap { Attempt($0, &findings) }
    caller = Lookup.Caller(&reader, &findings)
    settings = Settings(reader.pairs("settings", &findings))
    let answers =
      reader.given("answers").map { LookupAnswers($0, onlyCode: true, &findings) }
      ?? LookupAnswers()
    reader.finish(&findings)
    guard let attempt, let answers else { return nil }
    self.attempt = attempt
    code = answers.code
  }

  /// Asks a policy; throws an ``InputError`` for an attempt that is malformed, and for what is
  /// brought along and would be one in a decision.
  func lookup(by policy: Policy) throws(InputError) -> Lookup {
    let lookup = try policy.lookup(for: attempt, by: caller, under: settings)
    switch code {
    case .notAsked: return lookup
    case .unknown: return lookup.code == nil ? lookup : try lookup.knowing(code: nil)
    case .row(let row): return try lookup.knowing(code: row)
    }
  }
}

extension Lookup.Caller {
  /// Reads the ids under `caller`; none where the key is missing.
  init(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    self = .nobody
    guard var part = reader.part("caller", &findings) else { return }
    session = part.identifier("session", &findings)
    target = part.identifier("target", &findings)
    code = part.identifier("code", &findings)
    part.finish(&findings)
  }
}
