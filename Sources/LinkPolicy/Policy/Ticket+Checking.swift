extension Decision {
  /// The ticket with which the caller resumes the attempt after the remedy; nil without a remedy.
  ///
  /// After `ask: existing-credential`, for example, the user signs in with an existing method, and then links the
  /// refused credential with the ticket. The ticket is valid only for that action, credential, address, account and
  /// identifiers, and only under the same policy, tenant, tested settings and bound inputs.
  public var ticket: Ticket? {
    var ticket = ticketOfAttempt
    ticket?.row = row?.path
    ticket?.settings = image.vocabulary.testedSettings(facts)
    ticket?.inputs = image.vocabulary.boundInputs(facts)
    return ticket
  }

  /// The ticket without its row, settings and inputs, which writers of JSON have rendered; nil without a remedy.
  package var ticketOfAttempt: Ticket? {
    guard let ask, compiledAnswer != nil else { return nil }
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
  /// The policy, the settings that it tests, the bound inputs, the tenant, the credential, the address, the identifiers
  /// in canonical form and the account must all be unchanged. A ticket that was issued without an account can resume an
  /// attempt in a session.
  ///
  /// - Throws: an ``InputError`` if no decision can have issued such a ticket.
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
      // The lookup folds the attempt's address in the same way.
      let keepsCase =
        provider == nil ? providers.keepsAnyCase : providers.keepsCase(facts[.provider])
      guard try image.vocabulary.isSameAddress(a, b, keepsCase: keepsCase) else { return false }
    case (nil, .some), (.some, nil): return false
    }
    guard account == nil, found != nil else { return account.hasSameBytes(as: found?.id) }
    // The person has signed in since the refusal. An account that is found in any other way may be somebody else's.
    return switch role {
    case .session: true
    case .none, .target, .code, .credentialHolder, .addressHolder, .firstIdentifier,
      .secondIdentifier, .thirdIdentifier, .fourthIdentifier:
      false
    }
  }

  /// Returns whether the ticket resumes an attempt of this action, and a row of the policy issued it.
  ///
  /// A ticket resumes the refused action. After some remedies, the person is signed in and adds the refused
  /// credential to the account of the session, so such a ticket also resumes an action that does this.
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

  /// Throws if the ticket names a kind or a subject without a provider, or if its address is
  /// malformed.
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
  /// The settings that some condition tests, by their facts.
  package var testedSettings: [Int] {
    schema.settings.filter { usedFacts.contains($0) }
  }

  /// Returns the settings that some condition tests, with their values.
  fileprivate func testedSettings(_ facts: FactVector) -> Settings {
    var settings = Settings()
    for index in testedSettings {
      settings.values.append(
        (name: settingName(index), value: schema.facts[index].values[facts[index]].text))
    }
    return settings
  }

  /// Returns whether the given settings are exactly those that some condition tests, with the same values.
  fileprivate func hasSettings(_ given: Settings, in facts: FactVector) -> Bool {
    NamedValues.areSame(given.values, testedSettings(facts).values)
  }

  /// The inputs that some condition tests and that a ticket binds, by their facts.
  package var boundInputs: [Int] {
    schema.inputs.filter { usedFacts.contains($0) && !schema.retryInputs.contains($0) }
  }

  /// Returns the inputs that a ticket binds, with their values.
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

  /// Returns whether the given inputs are exactly those that a ticket binds, with the same values.
  fileprivate func hasInputs(_ given: Inputs, in facts: FactVector) -> Bool {
    NamedValues.areSame(given.values, boundInputs(facts).values)
  }

  /// Returns the name of a setting without the prefix `setting.` of its fact.
  package func settingName(_ index: Int) -> String {
    Name(bytes: Array(schema.facts[index].name.bytes.dropFirst("setting.".utf8.count))).text
  }
}
