package import LinkPolicy
package import LinkPolicyAuthoring

/// A part of a policy that is declared, and that no cell shows by itself.
package enum DeclaredPart: Sendable, Hashable {
  case provider(Name)
  case setting(Name)
  case label(Name)
  case purpose(Name)
  case action(Name)
  /// How addresses are compared and accounts found by them.
  case addresses
  /// The methods that are told, and in what order.
  case listing
  /// When an attempt proves its address.
  case proof
  case pools
  /// The attempts of an action and kind, which only one of two policies decides.
  case attempts(Name)
  case invariant(Name)
  /// Whether accounts of other tenants are told apart, without which an attempt across tenants is none.
  case tenants
  /// What a ticket that no longer fits is refused with.
  case staleTickets
  /// The digest of the policy, or of one that it extends, as the text states it.
  case pin(DigestPin.Key)

  /// What reports call it.
  var subject: String {
    switch self {
    case .provider(let name): "provider " + name.text
    case .setting(let name): "setting " + name.text
    case .label(let name): "label " + name.text
    case .purpose(let name): "purpose " + name.text
    case .action(let name): "action " + name.text
    case .addresses: "addresses"
    case .listing: "methods"
    case .proof: "proof"
    case .pools: "pools"
    case .attempts(let name): "attempts " + name.text
    case .invariant(let name): "invariant " + name.text
    case .tenants: "tenants"
    case .staleTickets: "error " + Refusal.startAgain
    case .pin(let key): key.words
    }
  }

  /// What a difference of this part comes to where that needs no sequence; nil where one has to show it.
  func knownKinds(_ policies: Sides<CompiledPolicy>, _ words: Sides<String>) -> [ChangeKind]? {
    switch self {
    case .invariant:
      return ChangeKind.ordered([
        words.old == "-" ? .assuresMore : .assuresLess,
        words.new == "-" ? .assuresLess : .assuresMore,
      ])
    case .setting(let name): return goesByNothing(setting: name, policies) ? [.idles] : nil
    case .label(let name):
      let firsts = Sides { side in
        policies[side].document.labels.first { $0.name.value == name }?.values.first?.value
      }
      // Every account that was not given one has the first.
      if let old = firsts.old, let new = firsts.new, old != new { return [.relabels] }
      return goesByNothing(label: name, policies) ? [.idles] : nil
    case .purpose(let name):
      let isMailed = Side.allCases.contains { side in
        policies[side].templates.contains { template in
          guard case .putCode(let purpose) = template else { return false }
          return purpose.name == name
        }
      }
      return isMailed ? nil : [.idles]
    case .action(let name):
      let isDecided = Side.allCases.contains { side in
        policies[side].storage.tables.contains {
          policies[side].vocabulary.actions[$0.action].name == name
        }
      }
      return isDecided ? nil : [.idles]
    case .staleTickets:
      let told = Sides { side in
        policies[side].document.errors.first { $0.name.value == Name(Refusal.startAgain) }
          .map { $0.ask == nil && $0.tell.isEmpty } ?? true
      }
      return told.old && told.new ? [.renames] : nil
    case .pin: return [words.new == "-" ? .unpins : .pins]
    case .provider, .addresses, .listing, .proof, .pools, .attempts, .tenants: return nil
    }
  }

  /// Whether each value of a setting that only one policy has is read there like one that both have, with which every
  /// attempt can be made under both.
  private func goesByNothing(setting name: Name, _ policies: Sides<CompiledPolicy>) -> Bool {
    let settings = Sides { side in
      policies[side].document.settings.first { $0.name.value == name }
    }
    guard let old = settings.old, let new = settings.new, old.isPerProvider == new.isPerProvider
    else { return false }
    return Side.allCases.allSatisfy { side in
      let policy = policies[side]
      let schema = policy.vocabulary.schema
      guard let fact = schema.index(of: Name("setting." + name.text)) else { return true }
      let axes = ConditionAxes(policy, policy.conditions)
      let others = (side == .old ? new : old).values.map { $0.value }
      let groups = schema.facts[fact].values.indices.map { axes.group(of: fact, $0) }
      let shared = schema.facts[fact].values.indices.filter {
        others.contains(schema.facts[fact].values[$0])
      }.map { groups[$0] }
      return groups.allSatisfy { shared.contains($0) }
    }
  }

  /// Whether no effect sets what only one policy has of a label, and no condition tells it from the rest.
  private func goesByNothing(label name: Name, _ policies: Sides<CompiledPolicy>) -> Bool {
    let labels = Sides { side in policies[side].document.labels.first { $0.name.value == name } }
    if let old = labels.old, let new = labels.new, old.bearer != new.bearer {
      return false
    }
    return Side.allCases.allSatisfy { side in
      let policy = policies[side]
      guard let label = labels[side] else { return true }
      let others = labels[side.other]?.values.map { $0.value } ?? []
      let own = label.values.map { $0.value }.filter { !others.contains($0) }
      let isSet = policy.templates.contains { template in
        guard case .setLabel(name, let value) = template else { return false }
        return own.contains(value)
      }
      guard !isSet else { return false }
      let fact = policy.vocabulary.schema.index(of: Name("label." + name.text))
      let isTested = policy.conditions.contains { $0.fact == fact }
      // A value that nothing sets no account has, unless each has it to begin with.
      let isFirst = label.values.first.map { own.contains($0.value) } ?? false
      return !isTested || !others.isEmpty && !isFirst
    }
  }

  /// A policy with this part as another has it; nil where the part cannot stand by itself.
  func taken(from other: PolicyDocument, into document: PolicyDocument) -> PolicyDocument? {
    var result = document
    switch self {
    case .provider(let id): Self.take(id, \.id.value, other.providers, into: &result.providers)
    case .setting(let name):
      Self.take(name, \.name.value, other.settings, into: &result.settings)
    case .label(let name): Self.take(name, \.name.value, other.labels, into: &result.labels)
    case .purpose(let name): Self.take(name, \.name.value, other.purposes, into: &result.purposes)
    case .action(let name): Self.take(name, \.name.value, other.actions, into: &result.actions)
    case .addresses: result.addresses = other.addresses
    case .listing:
      result.listedKinds = other.listedKinds
      result.listingOrder = other.listingOrder
    case .proof: result.proof = other.proof
    case .pools: result.pools = other.pools
    case .attempts, .invariant, .tenants, .pin: return nil
    case .staleTickets:
      Self.take(Name(Refusal.startAgain), \.name.value, other.errors, into: &result.errors)
    }
    return result
  }

  private static func take<Entry>(
    _ name: Name, _ path: KeyPath<Entry, Name>, _ entries: [Entry], into list: inout [Entry]
  ) {
    let entry = entries.first { $0[keyPath: path] == name }
    if let place = list.firstIndex(where: { $0[keyPath: path] == name }) {
      if let entry {
        list[place] = entry
      } else {
        list.remove(at: place)
      }
    } else if let entry {
      list.append(entry)
    }
  }
}

extension DigestPin.Key {
  /// What reports call the digest.
  var words: String {
    switch subject {
    case .own: "own digest"
    case .extended: "digest of the extended policy"
    }
  }
}

extension CompiledPolicy {
  /// What the effects of all its rows and guards write.
  fileprivate var templates: [WriteTemplate] {
    let rows = storage.tables.flatMap { $0.rows } + storage.guards
    return rows.flatMap { $0.answer.effects.flatMap { $0.templates } }
  }
}
