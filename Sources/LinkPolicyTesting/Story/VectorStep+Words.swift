internal import LinkPolicy
internal import LinkPolicyJSON

extension VectorStep.Content {
  /// What happens, in plain words: `sign-in facebook.com f1 a@gmail.com`.
  ///
  /// - Parameter names: how the policy in force names methods; without it every written kind is
  ///   shown.
  /// - Returns: one line, not escaped for any output.
  package func plainWords(_ names: MethodNames?) -> String {
    switch self {
    case .attempt(let attempt): attempt.plainWords(names)
    case .wait(.old): "wait: sessions get old"
    case .wait(.expired): "wait: codes expire"
    case .set(let settings): "settings: " + settings.plainWords
    }
  }
}

extension Settings {
  fileprivate var plainWords: String {
    values.map { $0.name + "=" + $0.value }.joined(separator: ", ")
  }
}

extension VectorAttempt {
  fileprivate func plainWords(_ names: MethodNames?) -> String {
    var words = [attempt.action.name]
    if let assertion = attempt.assertion {
      words += assertion.plainWords(names)
    }
    if let address = attempt.address {
      words.append(address)
    }
    words += attempt.stated.phrases(.attempt).map { $0.text }
    words += (attempt.link?.stated.phrases(.link) ?? []).map { $0.text }
    if let tenant = attempt.tenant {
      words.append("in tenant " + tenant)
    }
    switch session {
    case .last: words.append("as last session")
    case .step(let number): words.append("as session of step \(number)")
    case .id(let id): words.append("as session " + id)
    case nil: break
    }
    if let target {
      words.append("on " + target)
    }
    switch code {
    case .last, .step: words.append("with last code")
    case .id(let id): words.append("with code " + id)
    case nil: break
    }
    words += stated.phrases(.situation).map { $0.text }
    if !settings.values.isEmpty {
      words.append("with " + settings.plainWords)
    }
    return words.joined(separator: " ")
  }
}

extension Assertion {
  /// The provider and what is out of the ordinary.
  fileprivate func plainWords(_ names: MethodNames?) -> [String] {
    var words = [provider]
    if let kind {
      words = [names?.describe(provider, kind) ?? provider + "/" + kind.name.text]
    }
    if let subject {
      words.append(subject)
    }
    for record in addresses {
      words.append(record.email)
      for claim in record.claims {
        words.append(claim.name + "=" + claim.value.spelling)
      }
    }
    words += stated.phrases(.assertion).map { $0.text }
    return words
  }
}
