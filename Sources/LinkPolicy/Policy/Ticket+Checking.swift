extension Decision {
  /// The ticket with which the attempt resumes once what is asked for is given.
  ///
  /// After `ask: existing-credential` the person signs in by a method they have, and the pending
  /// credential is then linked with this ticket: only that credential, with that address, and only
  /// to that account. It is bound to what its resumption depends on beside that: the policy, the tenant, and
  /// the settings that the policy tests, as they were in force.
  public var ticket: Ticket? {
    guard let ask else { return nil }
    return Ticket(
      policy: image.digest, ask: ask, provider: attempt.assertion?.provider,
      kind: attempt.assertion == nil ? nil : MethodKind(ofFact: facts[.kind]),
      subject: attempt.assertion?.subject, address: address, account: account?.id,
      tenant: attempt.tenant, settings: image.vocabulary.testedSettings(facts))
  }
}

extension Ticket {
  /// Whether the ticket still means what it meant when it was handed out, and is about what the attempt is
  /// about: the policy, the settings that it tests, the credential, the address and the account are the same.
  ///
  /// - Throws: an ``InputError`` for a ticket that no decision can have handed out, whatever it is about.
  func fits(
    _ attempt: Attempt, _ facts: FactVector, address asserted: String?,
    pointingTo found: Account?, under image: PolicyImage
  ) throws(InputError) -> Bool {
    try checkForm()
    guard policy == image.digest, image.vocabulary.hasSettings(settings, in: facts),
      tenant.hasSameBytes(as: attempt.tenant)
    else { return false }
    guard provider.hasSameBytes(as: attempt.assertion?.provider),
      subject.hasSameBytes(as: attempt.assertion?.subject),
      provider == nil || kind == MethodKind(ofFact: facts[.kind])
    else { return false }
    switch (address, asserted) {
    case (nil, nil): break
    case (let a?, let b?):
      let providers = image.vocabulary.providers
      // As the look-up of the attempt folds it.
      let keepsCase =
        provider == nil ? providers.keepsAnyCase : providers.keepsCase(facts[.provider])
      guard try image.vocabulary.isSameAddress(a, b, keepsCase: keepsCase) else { return false }
    case (nil, .some), (.some, nil): return false
    }
    // Also where there was none: an attempt that was about nobody is not resumed about somebody.
    return account.hasSameBytes(as: found?.id)
  }

  /// Throws for what no decision hands out: a kind or a subject of no provider, and an address that is none.
  private func checkForm() throws(InputError) {
    if provider == nil, kind != nil || subject != nil {
      throw InputError(
        .malformedTicket,
        "the ticket names a " + (subject != nil ? "subject" : "kind")
          + " and no provider; hand it back as it was handed out")
    }
    guard let address else { return }
    do {
      _ = try EmailAddress.validate(address.utf8Span.span)
    } catch {
      throw InputError(
        .malformedTicket,
        "the ticket's `" + address + "` is not an e-mail address; hand it back as it was handed out"
      )
    }
  }
}

extension MethodKind {
  /// The kind with this value of the fact; nil for that of an attempt without one.
  init?(ofFact value: Int) {
    self.init(rawValue: UInt8(truncatingIfNeeded: value))
  }
}

extension Vocabulary {
  /// The settings that some condition tests, with the values that they have.
  fileprivate func testedSettings(_ facts: FactVector) -> Settings {
    var settings = Settings()
    for index in schema.settings where usedFacts.contains(index) {
      settings.values.append(
        (name: settingName(index), value: schema.facts[index].values[facts[index]].text))
    }
    return settings
  }

  /// Whether exactly the settings that some condition tests are given, with the values that they have.
  fileprivate func hasSettings(_ given: Settings, in facts: FactVector) -> Bool {
    let tested = testedSettings(facts).values
    guard tested.count == given.values.count else { return false }
    for (name, value) in tested {
      guard
        given.values.contains(where: {
          $0.name.hasSameBytes(as: name) && $0.value.hasSameBytes(as: value)
        })
      else { return false }
    }
    return true
  }

  /// The name of a setting as services give it, by the place of its fact.
  private func settingName(_ index: Int) -> String {
    Name(bytes: Array(schema.facts[index].name.bytes.dropFirst("setting.".utf8.count))).text
  }
}
