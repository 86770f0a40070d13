extension Policy {
  /// Says what a service has to fetch before it decides an attempt.
  ///
  /// - Parameters:
  ///   - attempt: what somebody tries to do.
  ///   - caller: who tries it: the ids of session, target and code that came along.
  ///   - settings: the settings in force, merged from project, tenant and provider; one that is left out has
  ///     the policy's default.
  /// - Returns: the questions, to be answered from the store.
  /// - Throws: an ``InputError`` for an attempt that is malformed, or that the policy does not offer, and for
  ///   a target or code that it does not take.
  public func lookup(
    for attempt: Attempt, by caller: Lookup.Caller, under settings: Settings
  ) throws(InputError) -> Lookup {
    let named = try NamedAttempt(attempt, in: image.vocabulary)
    let action = image.vocabulary.actions[named.action].traits
    if caller.target != nil, action.pointsTo != .target {
      throw InputError(
        .unexpected, "`" + attempt.action.name + "` names no target", about: .target)
    }
    if caller.code != nil, !action.carriesCode(named.kind) {
      throw InputError(.unexpected, "the attempt brings no code", about: .code)
    }
    return try Lookup(attempt, named, by: caller, under: settings, code: .open, image)
  }

  /// Reads an attempt whose words were looked up before, as far as it goes without accounts.
  ///
  /// Of the situation the settings and the code are looked at, which is taken as the action sees it. Throws an
  /// ``InputError`` for an attempt that is malformed.
  func read(
    _ attempt: Attempt, _ named: NamedAttempt, in situation: Situation
  ) throws(InputError) -> AttemptReading {
    try read(attempt, named, under: situation.settings, code: .known(situation.code?.address))
  }

  func read(
    _ attempt: Attempt, _ named: NamedAttempt, under settings: Settings, code: BroughtAddress
  ) throws(InputError) -> AttemptReading {
    try AttemptReader(attempt, named, by: image.vocabulary)
      .read(settings, code: code) { isProven($0) }
  }
}

extension Lookup {
  /// Asks what an attempt raises, with the code where that is known.
  init(
    _ attempt: Attempt, _ named: NamedAttempt, by caller: Caller, under settings: Settings,
    code: FoundCode, _ image: PolicyImage
  ) throws(InputError) {
    let brought = try Self.brought(by: caller, code, attempt, named, image.vocabulary)
    // What can fail comes first, so that nothing that was set has to be taken back.
    let read = try Policy(image).read(attempt, named, under: settings, code: brought)
    self.init(
      attempt: attempt, caller: caller, settings: settings, image: image, read: read,
      foundCode: code)
  }

  private static func brought(
    by caller: Caller, _ code: FoundCode, _ attempt: Attempt, _ named: NamedAttempt,
    _ vocabulary: Vocabulary
  ) throws(InputError) -> BroughtAddress {
    guard let id = caller.code else { return .known(nil) }
    switch code {
    case .open: return .open
    case .known(let row):
      var situation = Situation()
      situation.code = Code(
        id: id, row, in: attempt.tenant, broughtBy: nil, under: vocabulary.purposes)
      let taken = vocabulary.actions[named.action].codePurpose(named.kind)
      situation = try situation.withCode(takenFor: taken, by: vocabulary.purposes)
      return .known(situation.code?.address)
    }
  }
}
