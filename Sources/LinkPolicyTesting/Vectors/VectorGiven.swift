public import LinkPolicy
public import LinkPolicyDiagnostics

/// The state of the store before the first step of a sequence.
package struct VectorGiven: Sendable {
  /// The accounts before the first step.
  package var accounts: [Account] = []
  /// The credentials of deleted accounts; a lookup for such a credential reports the holder as gone.
  package var orphans: [VectorOrphan] = []
  /// The sessions, in the order of their ids from `s1`.
  package var sessions: [VectorSession] = []
  /// The codes, in the order of their ids from `c1`.
  package var codes: [VectorCode] = []

  /// Creates an empty state.
  package init() {}
}

extension VectorGiven {
  /// Converts the rows' positions from columns of the `given` object into positions in the file.
  ///
  /// All rows must be on one line.
  mutating func move(to start: SourcePosition) {
    movePositions { position in
      SourcePosition(line: start.line, column: position.column + start.column - 1)
    }
  }

  /// Converts the rows' positions in the file into columns of the `given` object; all rows must be on one line.
  mutating func place(relativeTo start: SourcePosition) {
    movePositions { position in
      SourcePosition(line: 1, column: position.column - start.column + 1)
    }
  }

  private mutating func movePositions(_ moved: (SourcePosition) -> SourcePosition) {
    for index in orphans.indices {
      orphans[index].position = moved(orphans[index].position)
    }
    for index in codes.indices {
      codes[index].position = moved(codes[index].position)
    }
  }
}

/// A session that was opened before the first step.
package struct VectorSession: Sendable {
  /// The state of a session before the first step.
  package enum VectorSessionState: Sendable {
    /// The sign-in is recent, so the fact `session` has the value `recent`.
    case recent
    /// The sign-in is old, so the fact `session` has the value `old`.
    case old
    /// All sessions of the account were revoked after the sign-in.
    case revoked
    /// The session was signed out, so the fact `session` has the value `gone`.
    case ended
  }

  /// The id of the session's account, as in the `given` accounts of the vector.
  package var account: String
  /// The state of the session.
  package var state: VectorSessionState

  /// Creates a session of an account.
  package init(of account: String, _ state: VectorSessionState) {
    self.account = account
    self.state = state
  }
}

/// A code that was mailed before the first step.
package struct VectorCode: Sendable {
  package var purpose: CodePurpose
  /// The address to which the code was mailed.
  package var address: String
  /// The id of the code's account; nil for a purpose whose codes have no account.
  package var account: String?
  /// The tenant of a code without an account; nil for the default tenant of the case.
  package var tenant: String?
  /// The id of the session that requested the code; nil if no session requested the code.
  package var requester: String?
  /// The credential of the attempt that requested the code; nil if the attempt had no credential.
  package var credential: VectorCredential?
  /// The account's address at the time of mailing.
  ///
  /// If the value is nil, the purpose of the code determines the address: the code's own address or the account's
  /// current address.
  package var boundTo: String?
  package var isUsed = false
  package var isExpired = false
  /// The position of the code in the case's file.
  package var position: SourcePosition

  /// Creates a code that is neither used nor expired.
  package init(
    _ purpose: CodePurpose, at address: String, for account: String?, position: SourcePosition
  ) {
    self.purpose = purpose
    self.address = address
    self.account = account
    self.position = position
  }
}

/// A credential with a subject, such as a federated sign-in, in the notation of vectors.
package struct VectorCredential: Sendable {
  package var provider: String
  /// The kind; nil for the first kind that the policy declares for the provider.
  package var kind: MethodKind?
  package var subject: String
}

/// A credential of a deleted account.
package struct VectorOrphan: Sendable {
  package var provider: String
  /// The kind; nil for the first kind that the policy declares for the provider.
  package var kind: MethodKind?
  package var subject: String
  /// The tenant of the deleted account; nil for the default tenant of the case.
  package var tenant: String?
  /// The position of the credential in the case's file.
  package var position: SourcePosition

  /// Creates the credential of a subject at a provider.
  package init(
    _ provider: String, _ kind: MethodKind?, subject: String, tenant: String?,
    position: SourcePosition
  ) {
    self.provider = provider
    self.kind = kind
    self.subject = subject
    self.tenant = tenant
    self.position = position
  }
}

/// A given row that cannot exist under a policy, such as a code for a purpose that the policy lacks.
struct GivenProblem {
  let message: String
  let help: String
  let position: SourcePosition
}

extension VectorCase {
  /// Checks that the given credentials and codes can exist under a policy, and that the subjects of accounts are
  /// canonical.
  ///
  /// The method does not find other problems of a given account; the policy reports them when an attempt uses the
  /// account.
  ///
  /// - Parameter policy: the policy that will run the case.
  /// - Throws: an `InvalidInput` with every problem and its position in the case's file.
  public func check(under policy: Policy) throws(InvalidInput) {
    guard let sequence else { return }
    let problems = sequence.problems(under: policy)
    guard !problems.isEmpty else { return }
    throw InvalidInput(
      problems.map {
        Diagnostic(
          .vectorImpossible, .error, $0.message, at: $0.position, help: $0.help)
      }, in: SourceMap(files: [SourceMap.File(name: file)]))
  }
}

extension VectorSequence {
  /// Returns the problems of given rows that cannot exist under the policy.
  func problems(under policy: Policy) -> [GivenProblem] {
    var problems: [GivenProblem] = []
    for account in given.accounts {
      for method in account.methods {
        // No lookup finds a method with an invalid subject, so no attempt would report the problem.
        if let problem = policy.vocabulary.problem(ofSubject: method.subject, at: method.provider),
          let first = steps.first
        {
          problems.append(
            GivenProblem(
              message: problem.message + ", in account `" + account.id + "`", help: problem.help,
              position: first.position))
        }
      }
    }
    for orphan in given.orphans {
      if let (message, help) = orphan.problem(under: policy.vocabulary) {
        problems.append(GivenProblem(message: message, help: help, position: orphan.position))
      }
    }
    for code in given.codes {
      if let (message, help) = code.problem(under: policy.vocabulary) {
        problems.append(GivenProblem(message: message, help: help, position: code.position))
      }
    }
    return problems
  }
}

extension VectorOrphan {
  /// Returns the key by which a store finds the credential.
  ///
  /// The result is nil if the policy lacks the provider or its kind, or if the kind has no subjects.
  func key(under vocabulary: Vocabulary) -> MethodKey? {
    VectorCredential(provider: provider, kind: kind, subject: subject).key(under: vocabulary)
  }
}

extension VectorCredential {
  /// Returns the key by which a store finds the credential.
  ///
  /// The result is nil if the policy lacks the provider or its kind, or if the kind has no subjects.
  func key(under vocabulary: Vocabulary) -> MethodKey? {
    guard let provider = vocabulary.providers.provider(of: self.provider),
      let kind = kind ?? provider.kinds.first, provider.kinds.contains(kind)
    else { return nil }
    switch kind {
    case .federated, .phone, .custom, .passkey:
      return MethodKey(
        issuer: vocabulary.providers.issuer(of: self.provider), kind: kind, subject: subject)
    case .password, .emailLink, .anonymous: return nil
    }
  }
}

extension VectorOrphan {
  fileprivate func problem(under vocabulary: Vocabulary) -> (message: String, help: String)? {
    do throws(InputError) {
      try IdentifierLength.check(subject, "the subject of the credential")
      try IdentifierLength.check(tenant, "the tenant of the credential")
    } catch {
      return (error.message, "no attempt can contain it")
    }
    guard key(under: vocabulary) == nil else {
      return vocabulary.problem(ofSubject: subject, at: provider)
    }
    guard let provider = vocabulary.providers.provider(of: self.provider) else {
      return ("the policy has no provider `" + self.provider + "`", "name one that it declares")
    }
    let kinds = provider.kinds.map { "`" + $0.name.text + "`" }.joined(separator: ", ")
    return (
      "no credential of `" + self.provider + "` of that kind can outlive its account",
      "a kind with subjects is federated, phone, custom or passkey; the provider's are " + kinds
    )
  }
}

extension VectorCode {
  /// Returns the reason why the policy could not have mailed the code, with a help text; nil if the policy could have
  /// mailed it.
  fileprivate func problem(under vocabulary: Vocabulary) -> (message: String, help: String)? {
    let name = purpose.name.text
    guard let known = vocabulary.purposes[purpose] else {
      let nearest = Name.nearest(purpose.name, to: vocabulary.purposes.names)
      return (
        "the policy has no purpose `" + name + "` of codes",
        nearest.map { "did you mean `" + $0.text + "`?" } ?? "declare it under `purposes`"
      )
    }
    switch (known.treatment.owner, account) {
    case (.account, nil):
      return ("a code of `" + name + "` belongs to an account", "name the `account`")
    case (.nobody, _?):
      return ("a code of `" + name + "` has no account", "leave `account` out")
    case (.account, _?), (.nobody, nil): break
    }
    if let credential, credential.key(under: vocabulary) == nil {
      return (
        "no attempt proves a credential of `" + credential.provider + "` with that kind",
        "name a provider of the policy and a kind with a subject of its own"
      )
    }
    return problem(of: address, under: vocabulary) ?? boundProblem(known.treatment, vocabulary)
  }

  private func boundProblem(
    _ treatment: CodeTreatment, _ vocabulary: Vocabulary
  ) -> (message: String, help: String)? {
    guard let boundTo else { return nil }
    let name = purpose.name.text
    switch (treatment.owner, treatment.staleness, treatment.recipient) {
    case (.nobody, _, _), (_, .never, _):
      return ("a code of `" + name + "` is bound to no address", "leave `bound` out")
    case (.account, .withAddress, .account):
      guard !boundTo.hasSameBytes(as: address) else { return nil }
      return (
        "a code of `" + name + "` is bound to the address that it was mailed to",
        "leave `bound` out"
      )
    case (.account, .withAddress, .asserted): return problem(of: boundTo, under: vocabulary)
    }
  }

  /// Returns the reason why a given code cannot have an address, such as a missing `@`; nil for a canonical address.
  private func problem(
    of address: String, under vocabulary: Vocabulary
  ) -> (message: String, help: String)? {
    let canonical: String
    do throws(InputError) {
      canonical = try vocabulary.canonical(address, keepsCase: vocabulary.providers.keepsAnyCase)
    } catch {
      return (error.message, "write an address in the form that lookups use")
    }
    guard !canonical.hasSameBytes(as: address) else { return nil }
    return ("`" + address + "` is not in canonical form", "write `" + canonical + "`")
  }
}

extension Vocabulary {
  /// Returns a message and a help text for a subject that is not canonical; nil for a canonical subject.
  ///
  /// No lookup finds a subject that is not canonical.
  fileprivate func problem(
    ofSubject subject: String?, at provider: String
  ) -> (message: String, help: String)? {
    guard let subject, let value = providers.value(of: provider) else { return nil }
    let canonical = providers.canonicalSubject(subject, of: value)
    guard !canonical.hasSameBytes(as: subject) else { return nil }
    return (
      "the subject `" + subject + "` of `" + provider + "` is not in canonical form",
      "write `" + canonical + "`"
    )
  }
}
