extension Decision {
  /// The ticket with which the caller resumes the attempt after the remedy; nil for a decision without a remedy.
  ///
  /// For example, after `ask: existing-credential`, the user signs in with an existing method and then links the
  /// refused credential with the ticket. The ticket is valid only for the same credential, address, account and
  /// identifiers. The policy, the tenant, the tested settings, and the tested inputs without `retry: yes` must also be
  /// unchanged.
  public var ticket: Ticket? {
    var ticket = ticketOfAttempt
    ticket?.row = row?.path
    ticket?.settings = image.vocabulary.testedSettings(facts)
    ticket?.inputs = image.vocabulary.boundInputs(facts)
    return ticket
  }

  /// Whether the decision has a ticket: its row or guard asks for a remedy.
  package var hasTicket: Bool { ask != nil }

  /// The ticket without its row, settings and inputs; nil for a decision without a remedy.
  ///
  /// The JSON writers use this property, because they have already rendered the row, settings and inputs.
  package var ticketOfAttempt: Ticket? {
    guard let ask else { return nil }
    let asserted = attempt.asserted
    return Ticket(
      policy: image.digest, ask: ask, provider: asserted?.provider,
      kind: asserted == nil ? nil : MethodKind(ofFact: facts[.kind]),
      subject: asserted?.subject, address: address, account: pointedAccount?.id,
      tenant: attempt.tenant, settings: Settings(), action: attempt.action.name,
      identifiers: identifiers)
  }
}

extension Ticket {
  /// Returns whether the ticket is still valid for an attempt.
  ///
  /// The policy, the settings that the policy tests, the tested inputs without `retry: yes`, and the tenant must be
  /// unchanged. The credential, the address, the canonical identifiers and the account must also be unchanged. A ticket
  /// that was issued without an account is also valid for an attempt that points to the session's account.
  ///
  /// - Throws: an ``InputError`` for a ticket that no decision can have issued, such as a ticket with a subject and no
  ///   provider.
  func fits(
    _ attempt: Attempt, _ facts: FactVector, address asserted: String?,
    identifiers stated: [AccountIdentifier],
    pointingTo found: Account?, as role: Reading.AccountRole, under image: PolicyImage
  ) throws(InputError) -> Bool {
    try checkForm()
    guard policy == image.digest, image.vocabulary.hasSettings(settings, in: facts),
      image.vocabulary.hasInputs(inputs, in: facts), resumes(attempt, facts, under: image),
      tenant.hasSameBytes(as: attempt.tenant)
    else { return false }
    guard provider.hasSameBytes(as: attempt.assertion?.provider),
      subject.hasSameBytes(as: attempt.assertion?.subject),
      provider == nil || kind == MethodKind(ofFact: facts[.kind])
    else { return false }
    guard identifiers.count == stated.count,
      !identifiers.contains(where: { bound in !stated.contains { $0.isSame(as: bound) } })
    else { return false }
    switch (address, asserted) {
    case (nil, nil): break
    case (let a?, let b?):
      let providers = image.vocabulary.providers
      // The comparison must fold letter case exactly as the lookup folds the case of the attempt's address.
      let keepsCase =
        provider == nil ? providers.keepsAnyCase : providers.keepsCase(facts[.provider])
      guard try image.vocabulary.isSameAddress(a, b, keepsCase: keepsCase) else { return false }
    case (nil, .some), (.some, nil): return false
    }
    guard account == nil, found != nil else { return account.hasSameBytes(as: found?.id) }
    // The person has signed in since the refusal, so the session's account is the person's account. An account that
    // the attempt reaches without a session may belong to somebody else.
    return switch role {
    case .session: true
    case .none, .target, .code, .credentialHolder, .addressHolder, .firstIdentifier,
      .secondIdentifier, .thirdIdentifier, .fourthIdentifier:
      false
    }
  }

  /// Returns true if the ticket's row or guard asks for the ticket's remedy, and the ticket can resume the attempt's
  /// action.
  ///
  /// Every ticket can resume the refused action. After the remedies `existing-credential` and `verification`, the
  /// ticket also resumes an action that adds the refused credential to the session's account.
  private func resumes(
    _ attempt: Attempt, _ facts: FactVector, under image: PolicyImage
  ) -> Bool {
    guard let action, let row, image.asks(for: ask, inRow: row) else { return false }
    if action.hasSameBytes(as: attempt.action.name) {
      return true
    }
    let traits = image.vocabulary.actions[facts[.action]].traits
    let addsCredential =
      traits.pointsTo == .session && provider != nil && !traits.namesMethod
      && image.addsMethods(inTableOf: facts)
    return switch ask {
    case .existingCredential, .verification: addsCredential
    case .consent, .reauthentication, .secondFactor: false
    }
  }

  /// Throws an error if the ticket names a kind or a subject without a provider, or has a malformed address.
  private func checkForm() throws(InputError) {
    if provider == nil, kind != nil || subject != nil {
      throw InputError(
        .malformedTicket,
        "the ticket names a " + (subject != nil ? "subject" : "kind")
          + " and no provider; pass the ticket as the refusal returned it")
    }
    guard let address else { return }
    do {
      _ = try EmailAddress.validate(address.utf8Span.span)
    } catch {
      throw InputError(
        .malformedTicket,
        "the ticket's `" + address
          + "` is not an e-mail address; pass the ticket as the refusal returned it"
      )
    }
  }
}

extension MethodKind {
  /// Creates the kind from a value of the fact `kind`; returns nil for the value `none`.
  init?(ofFact value: Int) {
    self.init(rawValue: UInt8(truncatingIfNeeded: value))
  }
}

extension Vocabulary {
  /// The indices of the setting facts that a condition of the policy tests.
  package var testedSettings: [Int] {
    schema.settings.filter { usedFacts.contains($0) }
  }

  /// Returns each setting that a condition of the policy tests, with the setting's value.
  fileprivate func testedSettings(_ facts: FactVector) -> Settings {
    var settings = Settings()
    for index in testedSettings {
      settings.values.append(
        (name: settingName(index), value: schema.facts[index].values[facts[index]].text))
    }
    return settings
  }

  /// Returns whether the given settings and values are exactly the settings that conditions test, and their values.
  fileprivate func hasSettings(_ given: Settings, in facts: FactVector) -> Bool {
    NamedValues.areSame(given.values, testedSettings(facts).values)
  }

  /// The indices of the input facts that a condition tests and that must be unchanged when a ticket is used.
  package var boundInputs: [Int] {
    schema.inputs.filter { usedFacts.contains($0) && !schema.retryInputs.contains($0) }
  }

  /// Returns each input that must be unchanged when a ticket is used, with the input's value.
  fileprivate func boundInputs(_ facts: FactVector) -> Inputs {
    var inputs = Inputs()
    for index in boundInputs {
      inputs.values.append(
        (
          name: DeclaredFact.input.declaredName(schema.facts[index].name).text,
          value: schema.facts[index].values[facts[index]].text
        ))
    }
    return inputs
  }

  /// Returns whether the given inputs and values are exactly the inputs that must be unchanged when a ticket is used,
  /// and their values.
  fileprivate func hasInputs(_ given: Inputs, in facts: FactVector) -> Bool {
    NamedValues.areSame(given.values, boundInputs(facts).values)
  }

  /// Returns the name of a setting: the name of the setting's fact without the prefix `setting.`.
  package func settingName(_ index: Int) -> String {
    Name(bytes: Array(schema.facts[index].name.bytes.dropFirst("setting.".utf8.count))).text
  }
}
