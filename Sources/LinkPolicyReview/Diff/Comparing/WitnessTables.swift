internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The tables whose attempts can lead to a box: its own, those that make accounts, and those that write what the box is about.
struct WitnessTables {
  private let difference: PolicyDifference

  init(_ difference: PolicyDifference) {
    self.difference = difference
  }

  /// The keys of the tables, of both policies.
  func keys(for place: WitnessSearch.Place) -> Set<Name> {
    let change = difference.changes[place.change]
    let comparison = difference.comparisons[change.comparison]
    var needs: Set<WriteKind> = [.insertAccount]
    for restriction in difference.restrictions(of: place) {
      needs.formUnion(Self.needs(restriction.axis.fact, difference.vocabulary))
    }
    var keys: Set<Name> = []
    for side in Side.allCases {
      let policy = difference.policies[side]
      let own = policy.storage.tables[comparison.tables[side]]
      keys.insert(own.key)
      let action = policy.vocabulary.actions[own.action]
      if action.pointsTo == .code || own.kinds.contains(.emailLink) {
        needs.insert(.putCode)
      }
      for table in policy.storage.tables
      where table.templates.contains(where: { Self.writes($0, needs, action.takes) }) {
        keys.insert(table.key)
      }
    }
    return keys
  }

  private static func writes(
    _ template: WriteTemplate, _ needs: Set<WriteKind>, _ purpose: CodePurpose?
  ) -> Bool {
    guard let kind = template.kind, needs.contains(kind) else { return false }
    if case .putCode(let mailed) = template, let purpose {
      return mailed == purpose
    }
    return true
  }

  /// What is written where a fact comes to have another value.
  private static func needs(_ joint: Int, _ vocabulary: JointVocabulary) -> [WriteKind] {
    guard let fact = EngineFact(rawValue: joint) else {
      return vocabulary.isLabel(joint) ? [.setLabel] : []
    }
    return switch fact {
    case .account: [.setEmail]
    case .accountState: [.setState]
    case .session: [.openSession, .endSession, .endSessions, .deleteAccount]
    case .credential: [.deleteAccount, .removeMethod]
    case .sameProvider, .methods, .otherMethods: [.putMethod, .removeMethod]
    case .code, .linkAddress, .requestedBy: [.putCode]
    case .action, .kind, .provider, .domain, .origin, .nonce, .connection, .consent, .method,
      .secret, .linkDomain, .linkInApp, .tenant, .address, .relay:
      []
    }
  }
}
