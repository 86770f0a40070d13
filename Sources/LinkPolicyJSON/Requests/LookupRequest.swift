package import LinkPolicy

/// A question what to fetch for an attempt: `{"attempt": …, "caller": …, "code": …}`.
package struct LookupRequest: Sendable {
  /// What the caller brings besides the attempt, by its ids in the service's store.
  ///
  /// Nothing is looked up by them here; the answer hands them back where they are to be fetched.
  package struct Caller: Sendable {
    /// The session.
    package var session: String?
    /// The account that an administrator names.
    package var target: String?
    /// The code.
    package var code: String?
  }

  /// What somebody tries to do.
  package var attempt: Attempt
  /// Who tries it.
  package var caller = Caller()
  /// The code as it was found, for an attempt whose address is that of its code.
  package var code: Code?

  /// Reads a look-up, or reports what is wrong and returns nil.
  init?(_ value: JSONValue, _ findings: inout JSONFindings) {
    guard var reader = JSONObjectReader(value, in: "lookup", &findings) else { return nil }
    let attempt = reader.required("attempt", &findings).flatMap { Attempt($0, &findings) }
    let caller = Caller(&reader, &findings)
    var nobody: AccountList?
    code = Code(&reader, &nobody, &findings)
    reader.finish(&findings)
    guard let attempt else { return nil }
    self.attempt = attempt
    self.caller = caller
  }
}

extension LookupRequest.Caller {
  /// Reads the ids under `caller`; none where the key is missing.
  fileprivate init(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    guard var part = reader.part("caller", &findings) else { return }
    session = part.identifier("session", &findings)
    target = part.identifier("target", &findings)
    code = part.identifier("code", &findings)
    part.finish(&findings)
  }
}

extension LookupRequest {
  /// Asks a policy; throws an ``InputError`` for an attempt that is malformed, and for what is
  /// brought along and would be one in a decision.
  func lookup(by policy: Policy) throws(InputError) -> Lookup {
    let lookup = try policy.lookup(for: attempt, code: code)
    if caller.target != nil, !lookup.needsTarget {
      throw InputError(.unexpected, "`" + attempt.action.name + "` names no target")
    }
    if lookup.code == nil, code != nil || caller.code != nil {
      throw InputError(.unexpected, "the attempt brings no code")
    }
    return lookup
  }
}
