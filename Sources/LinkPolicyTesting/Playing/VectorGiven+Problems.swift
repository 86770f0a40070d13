public import LinkPolicy
public import LinkPolicyDiagnostics

/// Something given that could not have come about under the policy that decides.
struct GivenProblem {
  let message: String
  let help: String
  let position: SourcePosition
}

extension VectorCase {
  /// Sees that what the case is given could have come about under a policy.
  ///
  /// What is wrong with given accounts is for the policy to say when an attempt meets them.
  ///
  /// - Parameter policy: the policy that the case is to be played under.
  /// - Throws: an `InvalidInput` with every problem, each at its place in the case's file.
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
  /// What of the given orphans and codes the policy could not have left behind.
  func problems(under policy: Policy) -> [GivenProblem] {
    var problems: [GivenProblem] = []
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
  /// The key that is left of the credential; nil where the provider is not the policy's, or the
  /// kind none by which a subject signs in.
  func key(under vocabulary: Vocabulary) -> MethodKey? {
    guard let provider = vocabulary.providers.provider(of: self.provider),
      let kind = kind ?? provider.kinds.first, provider.kinds.contains(kind)
    else { return nil }
    switch kind {
    case .federated, .phone, .custom:
      return MethodKey(
        issuer: vocabulary.providers.issuer(of: self.provider), kind: kind, subject: subject)
    case .password, .emailLink, .anonymous: return nil
    }
  }

  fileprivate func problem(under vocabulary: Vocabulary) -> (message: String, help: String)? {
    do throws(InputError) {
      try IdentifierLength.check(subject, "the subject of the credential")
      try IdentifierLength.check(tenant, "the tenant of the credential")
    } catch {
      return (error.message, "no attempt can have come with it")
    }
    guard key(under: vocabulary) == nil else { return nil }
    guard let provider = vocabulary.providers.provider(of: self.provider) else {
      return ("the policy has no provider `" + self.provider + "`", "name one that it declares")
    }
    let kinds = provider.kinds.map { "`" + $0.name.text + "`" }.joined(separator: ", ")
    return (
      "no credential of `" + self.provider + "` outlives its account by that kind",
      "a kind with subjects is federated, phone or custom; the provider's are " + kinds
    )
  }
}

extension VectorCode {
  /// Why a policy could not have mailed the code, and what to do; nil where it could.
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
      return ("a code of `" + name + "` is an account's", "name the `account`")
    case (.nobody, _?):
      return ("a code of `" + name + "` is nobody's", "leave `account` out")
    case (.account, _?), (.nobody, nil): break
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

  /// Why codes are not mailed to an address, or bound to it.
  private func problem(
    of address: String, under vocabulary: Vocabulary
  ) -> (message: String, help: String)? {
    let canonical: String
    do throws(InputError) {
      canonical = try vocabulary.canonical(address, keepsCase: vocabulary.providers.keepsAnyCase)
    } catch {
      return (error.message, "write an address as look-ups find it")
    }
    guard !canonical.hasSameBytes(as: address) else { return nil }
    return ("`" + address + "` is not in canonical form", "write `" + canonical + "`")
  }
}
