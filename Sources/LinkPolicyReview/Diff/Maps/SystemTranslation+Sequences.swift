internal import LinkPolicy
internal import LinkPolicyAuthoring

extension SystemTranslation {
  /// A sequence of one system in the words of the other.
  func translated(
    _ sequence: StepSequence, from side: Side
  ) throws(Obstacle) -> StepSequence {
    var translated = sequence
    for index in translated.steps.indices {
      guard case .attempt(var attempt) = translated.steps[index].content else { continue }
      if var assertion = attempt.attempt.assertion {
        assertion.provider = try provider(assertion.provider, assertion.kind, from: side)
        for record in assertion.addresses.indices {
          assertion.addresses[record].claims = try claims(
            assertion.addresses[record].claims, from: side)
        }
        attempt.attempt.assertion = assertion
      }
      attempt.caller.settings = try settings(attempt.caller.settings, from: side)
      translated.steps[index].content = .attempt(attempt)
    }
    return translated
  }

  private func provider(
    _ id: String, _ kind: MethodKind?, from side: Side
  ) throws(Obstacle) -> String {
    let offered = policies[side].vocabulary.providers.provider(of: id)?.kinds ?? []
    guard let kind = kind ?? offered.first,
      let other = providers.counterpart(of: id, kind, on: side)
    else { throw .provider(id, offered.count > 1 ? kind : nil) }
    return other
  }

  // MARK: Claims

  /// The claims that both know; as whoever hands over a token's claims, without the others.
  private func claims(
    _ given: [AddressRecord.Claim], from side: Side
  ) throws(Obstacle) -> [AddressRecord.Claim] {
    var translated: [AddressRecord.Claim] = []
    for claim in given {
      let name = Name(claim.name)
      guard let other = claims.counterpart(of: name, on: side) else { continue }
      let value = try value(of: claim, on: side, named: Sides(old: name, new: other))
      translated.append(AddressRecord.Claim(other.text, value))
    }
    return translated
  }

  /// The value itself, unless the map has another word for what it stands for.
  private func value(
    of claim: AddressRecord.Claim, on side: Side, named names: Sides<Name>
  ) throws(Obstacle) -> ClaimValue {
    // The first of the names is the one on the side that the claim is of.
    let old = side == .old ? names.old : names.new
    guard let words = claimWords[old],
      let own = declaration(of: names.old, on: side),
      let other = declaration(of: names.new, on: side.other),
      let word = own.words.first(where: { $0.values.contains { $0.value == claim.value } })
    else { return claim.value }
    guard let counterpart = words.counterpart(of: word.name.value, on: side),
      let meant = other.words.first(where: { $0.name.value == counterpart }),
      let usual = meant.values.first
    else { throw .claimValue(name: claim.name, value: word.name.value.text) }
    let isRead = meant.values.contains { $0.value == claim.value }
    return isRead ? claim.value : usual.value
  }

  private func declaration(of name: Name, on side: Side) -> ClaimDeclaration? {
    policies[side].document.claims.first { $0.name.value == name }
  }

  // MARK: Settings

  /// The settings that both have.
  ///
  /// One that the map names is set alike in both, also where it is not set and the systems have it otherwise then.
  private func settings(_ given: Settings, from side: Side) throws(Obstacle) -> Settings {
    var translated = Settings()
    for setting in policies[side].document.settings {
      let name = setting.name.value
      let set = given.values.first { name == Name($0.name) }?.value
      guard let other = settings.counterpart(of: name, on: side),
        let words = settingValues[side == .old ? name : other],
        let usual = setting.values.first,
        set != nil || settings.isMapped(name, on: side)
      else { continue }
      let value = set.map { Name($0) } ?? usual.value
      guard let counterpart = words.counterpart(of: value, on: side) else {
        throw .settingValue(name: name.text, value: value.text)
      }
      if set != nil || counterpart != words.declared[side.other].first {
        translated.values.append((name: other.text, value: counterpart.text))
      }
    }
    return translated
  }
}
