internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The translation between the names of two systems, so that each system can play the other system's sequences.
struct SystemTranslation: Sendable {
  /// A name or value without a counterpart, which keeps the other system from playing a sequence.
  enum Obstacle: Error, Hashable {
    /// A provider without a counterpart, with the attempt's kind; the kind is nil if the provider offers at most one
    /// kind.
    case provider(String, MethodKind?)
    case settingValue(name: String, value: String)
    case claimValue(name: String, value: String)
  }

  let policies: Sides<CompiledPolicy>
  /// Whether the comparison has a map.
  ///
  /// Without a map, two errors correspond if their names are equal.
  let hasMap: Bool
  let providers: ProviderPairs
  let claims: WordPairs
  let settings: WordPairs
  let errors: WordPairs
  /// The words for the values of mapped claims; each key is the old name of a claim.
  let claimWords: [Name: WordPairs]
  /// The values of the settings in both systems; each key is the old name of a setting.
  let settingValues: [Name: WordPairs]

  init(_ map: SystemMap?, _ policies: Sides<CompiledPolicy>) {
    self.policies = policies
    hasMap = map != nil
    providers = ProviderPairs(map, policies)
    func names(_ pairs: [SystemMap.NamePair]) -> [Sides<Name>] {
      pairs.map { pair in Sides { pair.names[$0].value } }
    }
    let documents = Sides { policies[$0].document }
    let claims = WordPairs(
      names((map?.claims ?? []).map { SystemMap.NamePair(names: $0.names) }),
      Sides { documents[$0].claims.map { $0.name.value } })
    let settings = WordPairs(
      names((map?.settings ?? []).map { SystemMap.NamePair(names: $0.names) }),
      Sides { documents[$0].settings.map { $0.name.value } })
    self.claims = claims
    self.settings = settings
    errors = WordPairs(
      names(map?.errors ?? []), Sides { documents[$0].errors.map { $0.name.value } })
    var claimWords: [Name: WordPairs] = [:]
    for pair in map?.claims ?? [] where !pair.values.isEmpty {
      let words = Sides { side in
        documents[side].claims.first { $0.name.value == pair.names[side].value }?
          .words.map { $0.name.value } ?? []
      }
      claimWords[pair.names.old.value] = WordPairs(names(pair.values), words)
    }
    self.claimWords = claimWords
    var settingValues: [Name: WordPairs] = [:]
    for setting in documents.old.settings {
      guard let other = settings.counterpart(of: setting.name.value, on: .old),
        let declared = documents.new.settings.first(where: { $0.name.value == other })
      else { continue }
      let given = map?.settings.first { $0.names.old.value == setting.name.value }
      settingValues[setting.name.value] = WordPairs(
        names(given?.values ?? []),
        Sides(old: setting.values.map { $0.value }, new: declared.values.map { $0.value }))
    }
    self.settingValues = settingValues
  }
}

extension SystemTranslation {
  /// Returns a sequence of one system, written with the names of the other system.
  ///
  /// - Throws: `Obstacle` if a name or value has no counterpart.
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

  /// Returns the claims that both systems declare, with the names and values of the other system.
  ///
  /// The result omits the claims of only one system, because a service passes on only the claims that its policy
  /// declares.
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

  /// Returns the claim's value in the other system: a value of the corresponding word, or the same value if the claim
  /// has no word for the value.
  private func value(
    of claim: AddressRecord.Claim, on side: Side, named names: Sides<Name>
  ) throws(Obstacle) -> ClaimValue {
    // `names.old` is the claim's name on `side`, but the keys are names of the old system.
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

  /// Returns the settings that both systems have, with the names and values of the other system.
  ///
  /// If an attempt does not state a mapped setting and the defaults of both systems differ, the result states the
  /// setting explicitly.
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

/// The pairs of corresponding names in two systems for one kind of declaration, such as settings.
///
/// The counterpart of a name is the mapped name, or otherwise the same name. The same name is no counterpart if the map
/// pairs it with another name.
struct WordPairs: Sendable {
  /// The names that each system declares.
  let declared: Sides<[Name]>
  /// The mapped names of each side; each key is a name on that side.
  private var mapped = Sides<[Name: Name]>(old: [:], new: [:])

  init(_ pairs: [Sides<Name>], _ declared: Sides<[Name]>) {
    self.declared = declared
    for pair in pairs {
      mapped.old[pair.old] = pair.new
      mapped.new[pair.new] = pair.old
    }
  }

  /// Returns the other system's name; nil if the name has no counterpart.
  func counterpart(of name: Name, on side: Side) -> Name? {
    if let other = mapped[side][name] {
      return other
    }
    guard declared[side.other].contains(name), mapped[side.other][name] == nil else { return nil }
    return name
  }

  /// Returns whether the map lists a name.
  func isMapped(_ name: Name, on side: Side) -> Bool { mapped[side][name] != nil }

  /// Returns the names of one system that have no counterpart.
  func alone(on side: Side) -> [Name] {
    declared[side].filter { counterpart(of: $0, on: side) == nil }
  }
}
