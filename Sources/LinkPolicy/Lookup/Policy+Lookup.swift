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
    let action = image.vocabulary.actions[named.action]
    if caller.target != nil, action.pointsTo != .target {
      throw InputError(
        .unexpected, "`" + attempt.action.name + "` names no target", about: .target)
    }
    if caller.code != nil, !action.carriesCode(named.kind) {
      throw InputError(.unexpected, "the attempt brings no code", about: .code)
    }
    return try Lookup(attempt, named, by: caller, under: settings, code: nil, image)
  }

  /// What to look for, for an attempt whose words were looked up before; of the situation only what does not
  /// come from accounts is looked at.
  func lookupKeys(
    for attempt: Attempt, _ named: NamedAttempt, in situation: Situation
  ) throws(InputError) -> LookupKeys {
    let reader = try FactReader(attempt, named, in: situation, by: image.vocabulary)
    return try reader.lookupKeys { isProven($0) }
  }
}

extension Lookup {
  /// Asks what an attempt raises, with the code where that is known.
  init(
    _ attempt: Attempt, _ named: NamedAttempt, by caller: Caller, under settings: Settings,
    code: CodeRow??, _ image: PolicyImage
  ) throws(InputError) {
    var facts = FactVector()
    try image.vocabulary.read(settings, into: &facts)
    var situation = Situation(settings: settings)
    if let code, let id = caller.code {
      situation.code = Code(
        id: id, code, in: attempt.tenant, broughtBy: nil, under: image.vocabulary.purposes)
    }
    self.attempt = attempt
    self.caller = caller
    self.settings = settings
    self.image = image
    self.named = named
    foundCode = code
    keys = try Policy(image).lookupKeys(for: attempt, named, in: situation)
  }
}
