extension Policy {
  /// Says what a service has to fetch before it decides an attempt.
  ///
  /// - Parameters:
  ///   - attempt: what somebody tries to do.
  ///   - caller: who tries it: the ids of session, target and code that came along.
  ///   - settings: the settings in force, merged from project, tenant and provider; one that is left out has
  ///     the policy's default.
  /// - Returns: the questions, to be answered from the store.
  /// - Throws: an ``InputError`` for an attempt that is malformed, or that the policy does not offer, for a target or code that it
  ///   does not take, and for identifiers of more than 255 bytes.
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
    try caller.checkLengths()
    return try Lookup(attempt, named, by: caller, under: settings, code: .open, image)
  }
}
