internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Says in the words of one system what is said in those of the other.
struct SystemTranslation: Sendable {
  /// Why something cannot be asked of the other system.
  enum Obstacle: Error, Hashable {
    /// A provider, with the kind where it offers several.
    case provider(String, MethodKind?)
    case settingValue(name: String, value: String)
    case claimValue(name: String, value: String)
  }

  let policies: Sides<CompiledPolicy>
  /// Whether there is a map: without one, errors are told apart by their names alone.
  let hasMap: Bool
  let providers: ProviderPairs
  let claims: WordPairs
  let settings: WordPairs
  let errors: WordPairs
  /// The words for the values of claims that are mapped, by the old name of the claim.
  let claimWords: [Name: WordPairs]
  /// The values of settings that both have, by the old name of the setting.
  let settingValues: [Name: WordPairs]

  init(_ map: SystemMap?, _ policies: Sides<CompiledPolicy>) {
    self.policies = policies
    hasMap = map != nil
    providers = ProviderPairs(map, policies)
    func names(_ pairs: [SystemMap.Pair]) -> [Sides<Name>] {
      pairs.map { pair in Sides { pair.names[$0].value } }
    }
    let documents = Sides { policies[$0].document }
    let claims = WordPairs(
      names((map?.claims ?? []).map { SystemMap.Pair(names: $0.names) }),
      Sides { documents[$0].claims.map { $0.name.value } })
    let settings = WordPairs(
      names((map?.settings ?? []).map { SystemMap.Pair(names: $0.names) }),
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
