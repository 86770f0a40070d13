internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration

/// A policy with its providers, claims and settings renamed to the names of another policy.
///
/// An explorer of the other policy uses the renamed policy only to find out which fact values to distinguish.
struct RenamedPolicy {
  private let translation: SystemTranslation
  private let side: Side
  private var document: PolicyDocument

  /// Returns one side's policy with the other side's names; nil if the renamed policy does not compile.
  ///
  /// No known map makes the renamed policy invalid.
  static func compiled(_ translation: SystemTranslation, of side: Side) -> CompiledPolicy? {
    guard translation.hasMap else { return translation.policies[side] }
    var renamed = RenamedPolicy(translation, side)
    renamed.rename()
    do throws(InvalidInput) {
      return try CompiledPolicy(renamed.document)
    } catch {
      // Without a renamed policy, the explorer distinguishes fewer fact values. The original policy still plays the
      // sequences.
      return nil
    }
  }

  private init(_ translation: SystemTranslation, _ side: Side) {
    self.translation = translation
    self.side = side
    document = translation.policies[side].document
  }

  private mutating func rename() {
    document.findings = []
    document.invariants = []
    for index in document.providers.indices {
      rename(provider: &document.providers[index].id.value)
      if var issuer = document.providers[index].issuer {
        rename(provider: &issuer.value)
        document.providers[index].issuer = issuer
      }
    }
    for pool in document.pools.indices {
      for index in document.pools[pool].providers.indices {
        rename(provider: &document.pools[pool].providers[index].value)
      }
    }
    for index in document.claims.indices {
      rename(claim: &document.claims[index])
    }
    for index in document.settings.indices {
      let name = document.settings[index].name.value
      for value in document.settings[index].values.indices {
        rename(value: &document.settings[index].values[value].value, of: name)
      }
      document.settings[index].name.value = other(name, translation.settings)
    }
    renameConditions()
  }

  // MARK: Conditions

  private mutating func renameConditions() {
    rename(&document.proof)
    for index in document.impossible.indices {
      rename(&document.impossible[index].conditions)
    }
    rename(&document.guards)
    for index in document.facts.indices {
      rename(&document.facts[index].rows)
    }
    for index in document.decisions.indices {
      rename(&document.decisions[index].rows)
    }
  }

  private func rename(_ rows: inout [RowDeclaration]) {
    for index in rows.indices {
      rename(&rows[index].conditions)
    }
  }

  private func rename(_ conditions: inout [Condition]) {
    for index in conditions.indices {
      let fact = conditions[index].fact.value
      if fact == "provider" {
        for value in conditions[index].values.indices {
          rename(provider: &conditions[index].values[value].value)
        }
      } else if let claim = Self.name(of: fact, behind: "claim.") {
        conditions[index].fact.value = Name("claim." + other(claim, translation.claims).text)
      } else if let setting = Self.name(of: fact, behind: "setting.") {
        for value in conditions[index].values.indices {
          rename(value: &conditions[index].values[value].value, of: setting)
        }
        conditions[index].fact.value = Name("setting." + other(setting, translation.settings).text)
      }
    }
  }

  private static func name(of fact: Name, behind prefix: String) -> Name? {
    guard fact.bytes.starts(with: prefix.utf8) else { return nil }
    return Name(bytes: Array(fact.bytes.dropFirst(prefix.utf8.count)))
  }

  // MARK: Names

  /// Returns the other system's name; if the name has no counterpart, returns a name that neither system has.
  private func other(_ name: Name, _ pairs: WordPairs) -> Name {
    if let counterpart = pairs.counterpart(of: name, on: side) {
      return counterpart
    }
    let taken = pairs.declared.old + pairs.declared.new
    var fresh = name
    while taken.contains(fresh) {
      fresh = Name(fresh.text + "-apart")
    }
    return fresh
  }

  private func rename(provider name: inout Name) {
    name = translation.providers.name(of: name, on: side)
  }

  private func rename(value: inout Name, of setting: Name) {
    let old = side == .old ? setting : other(setting, translation.settings)
    guard let words = translation.settingValues[old] else { return }
    value = other(value, words)
  }

  /// Renames a claim, and gives each of the claim's words the values of the corresponding word in the other system.
  private func rename(claim: inout ClaimDeclaration) {
    let own = claim.name.value
    let name = other(own, translation.claims)
    claim.name.value = name
    guard let words = translation.claimWords[side == .old ? own : name],
      let declared = translation.policies[side.other].document.claims.first(where: {
        $0.name.value == name
      })
    else { return }
    for index in claim.words.indices {
      let meant = words.counterpart(of: claim.words[index].name.value, on: side)
      let values = declared.words.first { $0.name.value == meant }?.values
      let own = claim.words[index].values.filter { value in
        !declared.words.contains { $0.values.contains { $0.value == value.value } }
      }
      // A word without a counterpart gets a value that no other word has.
      let nothing = Located(
        ClaimValue.string("only " + claim.words[index].name.value.text),
        at: claim.words[index].name.position)
      claim.words[index].values = values ?? (own.isEmpty ? [nothing] : own)
    }
  }
}
