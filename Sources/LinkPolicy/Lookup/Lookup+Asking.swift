extension Lookup {
  /// Asks what an attempt raises, with the code where that is known.
  init(
    _ attempt: Attempt, _ named: NamedAttempt, by caller: Caller, under settings: Settings,
    code: FoundCode, _ image: PolicyImage
  ) throws(InputError) {
    let brought = try Self.brought(by: caller, code, attempt, named, image.vocabulary)
    // What can fail comes first, so that nothing that was set has to be taken back.
    let read = try image.read(attempt, named, under: settings, code: brought)
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
