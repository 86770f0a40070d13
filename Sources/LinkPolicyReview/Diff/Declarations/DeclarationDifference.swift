package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration

/// A difference between declarations of two policies that changes no answer in any cell.
///
/// Cells cover only conditions and answers. Declarations also determine how the engine reads attempts and finds
/// accounts, and which values effects write.
package struct DeclarationDifference: Sendable {
  /// The kind and name of the declaration that differs, such as the setting `tide`.
  package var part: DeclaredPart
  /// The declaration, such as `provider google.com`.
  package var subject: String
  /// The declaration in words, for each policy; `-` if a policy lacks the declaration.
  package var words: Sides<String>
  /// The position of the declaration in each policy; nil if a policy lacks the declaration.
  package var positions: Sides<SourcePosition?>
  /// The kinds of change that follow from the declarations, or that sequences of attempts have shown.
  ///
  /// The only kind is `declares` if no sequence shows the difference and nothing proves that the difference is
  /// harmless.
  package internal(set) var kinds: [ChangeKind] = [.declares]
  /// A sequence of attempts that shows the difference; nil if the search found no sequence.
  package internal(set) var witness: Witness?

  /// Whether no behavior depends on the declaration.
  package var doesNothing: Bool { kinds == [.idles] }

  /// Whether no decision depends on the declaration, as for a pinned digest.
  var decidesNothing: Bool { doesNothing || kinds == [.unpins] || onlyPins }

  /// Whether only a pinned digest differs.
  ///
  /// Every edit of a policy's meaning changes the digest and so the pin, but a new pin changes no decision.
  var onlyPins: Bool { kinds == [.pins] }

  /// Returns the differences between the declarations of two policies, in the order of a policy document.
  package static func all(_ policies: Sides<CompiledPolicy>) -> [DeclarationDifference] {
    var list = DeclarationList(policies)
    list.addProviders()
    list.addSubjects()
    list.addSettings()
    list.addIdentifiers()
    list.addLabels()
    list.addPurposes()
    list.addActions()
    list.addAddresses()
    list.addPools()
    list.addTables()
    list.addInvariants()
    list.addInputs()
    list.addParties()
    list.addTenants()
    list.addStaleTickets()
    list.addPins()
    return list.differences
  }
}

/// A declaration that can differ between two policies although every cell keeps its answer.
package enum DeclaredPart: Sendable, Hashable {
  case provider(Name)
  /// Whether the policy ignores letter case when it compares a provider's subjects.
  case subjects(Name)
  case setting(Name)
  /// The values of an input, and whether attempts must state the input.
  case input(Name)
  /// Whether the policy ignores letter case when it compares the values of an identifier.
  case identifier(Name)
  /// The order in which an action searches for the account, such as by an identifier, then by the address.
  case search(Name)
  case label(Name)
  case purpose(Name)
  case action(Name)
  /// The rules for comparing addresses and for finding accounts by address.
  case addresses
  /// The kinds of methods that answers list, and their order.
  case listing
  /// The conditions under which an attempt proves its address, with the declarations on which the conditions depend.
  case proof
  case pools
  /// The attempts of an action, or of one kind of method such as `link.phone`, that only one policy decides.
  case attempts(Name)
  case invariant(Name)
  /// The party that performs an action or supplies an input, such as the service.
  case party(Name)
  /// Whether the policy tests tenants.
  ///
  /// A policy that does not test tenants rejects attempts across tenants.
  case tenants
  /// The declaration of the error for stale tickets.
  case staleTickets
  /// The pinned digest of the policy, or of a policy that it extends.
  case pin(DigestPin.PinKey)

  /// The name of the part in reports, such as `provider google.com`.
  var subject: String {
    switch self {
    case .provider(let name): "provider " + name.text
    case .subjects(let name): "subjects of provider " + name.text
    case .setting(let name): "setting " + name.text
    case .input(let name): "input " + name.text
    case .identifier(let name): "identifier " + name.text
    case .search(let name): "find " + name.text
    case .label(let name): "label " + name.text
    case .purpose(let name): "purpose " + name.text
    case .action(let name): "action " + name.text
    case .addresses: "addresses"
    case .listing: "methods"
    case .proof: "proof"
    case .pools: "pools"
    case .attempts(let name): "attempts " + name.text
    case .invariant(let name): "invariant " + name.text
    case .party(let name): name.text + ": by"
    case .tenants: "tenants"
    case .staleTickets: "error " + Refusal.startAgain
    case .pin(let key): key.words
    }
  }

  /// Returns the kinds of a difference that follow from the declarations alone; nil if only a sequence can show the
  /// kinds.
  func knownKinds(_ policies: Sides<CompiledPolicy>, _ words: Sides<String>) -> [ChangeKind]? {
    switch self {
    case .invariant:
      return ChangeKind.ordered([
        words.old == "-" ? .assuresMore : .assuresLess,
        words.new == "-" ? .assuresLess : .assuresMore,
      ])
    case .setting(let name): return goesByNothing(setting: name, under: policies) ? [.idles] : nil
    case .input(let name): return kinds(ofInput: name, policies)
    case .party:
      let isUser = Sides { side in
        Party.allCases.first { $0.word.text == words[side] }?.isUser ?? true
      }
      // `prove` counts a lost method (I4) or a refusal that changes something (I6) only if a user caused the loss or
      // the refusal.
      guard isUser.old != isUser.new else { return [.idles] }
      return [isUser.old ? .assuresLess : .assuresMore]
    // If the new policy folds subjects, a person whose subject differs only in letter case enters the account.
    case .subjects: return [words.new == SubjectComparison.folded.rawValue ? .reachesMore : .splits]
    // Under the new policy, stored values can have another canonical form, and attempts can point to another account.
    case .identifier, .search: return [.declares]
    case .label(let name):
      let firsts = Sides { side in
        policies[side].document.labels.first { $0.name.value == name }?.values.first?.value
      }
      // An account without an explicit value has the first value.
      if let old = firsts.old, let new = firsts.new, old != new { return [.relabels] }
      return goesByNothing(label: name, under: policies) ? [.idles] : nil
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

  /// Returns whether each policy treats every value of a setting like a value that both policies declare.
  ///
  /// Every attempt under one policy then has an equivalent attempt under the other policy.
  private func goesByNothing(setting name: Name, under policies: Sides<CompiledPolicy>) -> Bool {
    let settings = Sides { side in
      policies[side].document.settings.first { $0.name.value == name }
    }
    guard let old = settings.old, let new = settings.new, old.isPerProvider == new.isPerProvider
    else { return false }
    return goesByNothing(
      fact: Name("setting." + name.text),
      values: Sides(old: old.values.map { $0.value }, new: new.values.map { $0.value }),
      under: policies)
  }

  /// Returns the kinds of a difference in an input; nil if only a sequence can show the kinds.
  private func kinds(
    ofInput name: Name, _ policies: Sides<CompiledPolicy>
  ) -> [ChangeKind]? {
    let inputs = Sides { side in policies[side].document.inputs.first { $0.name.value == name } }
    // Without the declaration, no attempt states the input, and nothing rejects an attempt because of the input.
    guard let old = inputs.old else {
      return [inputs.new?.rejects ?? false ? .guardsMore : .idles]
    }
    guard let new = inputs.new else { return [old.rejects ? .guardsLess : .idles] }
    guard
      goesByNothing(
        fact: Name("input." + name.text),
        values: Sides(old: old.values.map { $0.value }, new: new.values.map { $0.value }),
        under: policies)
    else { return nil }
    var kinds: Set<ChangeKind> = []
    // An attempt that omits a required input is an error. If an attempt omits an optional input, the first value
    // applies.
    if old.isRequired != new.isRequired {
      kinds.insert(new.isRequired ? .guardsMore : .guardsLess)
    }
    // A ticket does not bind an input with `retry`, so another person can answer in place of the caller.
    if old.isRetry != new.isRetry {
      kinds.insert(new.isRetry ? .guardsLess : .guardsMore)
    }
    // If the input states second factors, a factor that the account lacks is an error.
    if old.isFactor != new.isFactor {
      kinds.insert(new.isFactor ? .guardsMore : .guardsLess)
    }
    // A value that only one policy declares is an error under the other policy.
    for side in Side.allCases where permitsMore(ofInput: name, side, policies) {
      kinds.insert(side == .new ? .guardsLess : .guardsMore)
    }
    return kinds.isEmpty ? [.idles] : ChangeKind.ordered(kinds)
  }

  /// Returns whether a policy declares an additional value of an input and treats this value differently from the first
  /// value.
  ///
  /// An attempt that omits the input has the first value.
  private func permitsMore(
    ofInput name: Name, _ side: Side, _ policies: Sides<CompiledPolicy>
  ) -> Bool {
    let policy = policies[side]
    let schema = policy.vocabulary.schema
    guard let fact = schema.index(of: Name("input." + name.text)),
      let other = policies[side.other].document.inputs.first(where: { $0.name.value == name })
    else { return false }
    let axes = ConditionAxes(policy, policy.conditions)
    let known = other.values.map { $0.value }
    return schema.facts[fact].values.indices.contains { value in
      !known.contains(schema.facts[fact].values[value])
        && axes.group(of: fact, value) != axes.group(of: fact, 0)
    }
  }

  /// Returns whether each policy treats every value of a fact like a value that both policies declare.
  private func goesByNothing(
    fact name: Name, values: Sides<[Name]>, under policies: Sides<CompiledPolicy>
  ) -> Bool {
    Side.allCases.allSatisfy { side in
      let policy = policies[side]
      let schema = policy.vocabulary.schema
      guard let fact = schema.index(of: name) else { return true }
      let axes = ConditionAxes(policy, policy.conditions)
      let others = values[side.other]
      let groups = schema.facts[fact].values.indices.map { axes.group(of: fact, $0) }
      let shared = schema.facts[fact].values.indices.filter {
        others.contains(schema.facts[fact].values[$0])
      }.map { groups[$0] }
      return groups.allSatisfy { shared.contains($0) }
    }
  }

  /// Returns whether label values that only one policy has change no decision.
  ///
  /// The values change nothing if no effect sets them, and either no condition tests the label or no account can have
  /// them. A value that the new policy removes always counts as a change, because the engine cannot read an account
  /// that stores the value.
  private func goesByNothing(label name: Name, under policies: Sides<CompiledPolicy>) -> Bool {
    let labels = Sides { side in policies[side].document.labels.first { $0.name.value == name } }
    if let old = labels.old, let new = labels.new, old.bearer != new.bearer {
      return false
    }
    // The engine cannot read an account that stores a removed value.
    let removed = (labels.old?.values ?? []).map { $0.value }
      .filter { value in !(labels.new?.values ?? []).contains { $0.value == value } }
    guard removed.isEmpty else { return false }
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
      // An account can have a value that no effect sets only if the value is the initial value.
      let isFirst = label.values.first.map { own.contains($0.value) } ?? false
      return !isTested || !others.isEmpty && !isFirst
    }
  }

  /// Returns a document in which this part comes from another policy; nil if the part cannot be replaced separately.
  func taken(from other: PolicyDocument, into document: PolicyDocument) -> PolicyDocument? {
    var result = document
    switch self {
    case .provider(let id):
      Self.take(id, by: { $0.id.value }, from: other.providers, into: &result.providers)
    case .subjects(let id):
      guard let place = result.providers.firstIndex(where: { $0.id.value == id }),
        let provider = other.providers.first(where: { $0.id.value == id })
      else { return nil }
      result.providers[place].foldsSubjects = provider.foldsSubjects
    case .setting(let name):
      Self.take(name, by: { $0.name.value }, from: other.settings, into: &result.settings)
    case .input(let name):
      Self.take(name, by: { $0.name.value }, from: other.inputs, into: &result.inputs)
    case .identifier(let name):
      Self.take(name, by: { $0.name.value }, from: other.identifiers, into: &result.identifiers)
    case .search(let name):
      Self.take(name, by: { $0.action.value }, from: other.searches, into: &result.searches)
    case .label(let name):
      Self.take(name, by: { $0.name.value }, from: other.labels, into: &result.labels)
    case .purpose(let name):
      Self.take(name, by: { $0.name.value }, from: other.purposes, into: &result.purposes)
    case .action(let name):
      Self.take(name, by: { $0.name.value }, from: other.actions, into: &result.actions)
    case .addresses: result.addresses = other.addresses
    case .listing:
      result.listedKinds = other.listedKinds
      result.listingOrder = other.listingOrder
    case .proof: result.proof = other.proof
    case .pools: result.pools = other.pools
    case .attempts, .invariant, .party, .tenants, .pin: return nil
    case .staleTickets:
      Self.take(
        Name(Refusal.startAgain), by: { $0.name.value }, from: other.errors, into: &result.errors)
    }
    return result
  }

  private static func take<Entry>(
    _ name: Name, by key: (Entry) -> Name, from entries: [Entry], into list: inout [Entry]
  ) {
    let entry = entries.first { key($0) == name }
    if let place = list.firstIndex(where: { key($0) == name }) {
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

extension DigestPin.PinKey {
  /// The name of the digest in reports, such as `own digest`.
  var words: String {
    switch subject {
    case .own: "own digest"
    case .extended: "digest of the extended policy"
    }
  }
}

extension CompiledPolicy {
  /// The write templates of the effects of all rows and guards.
  fileprivate var templates: [WriteTemplate] {
    let rows = storage.tables.flatMap { $0.rows } + storage.guards
    return rows.flatMap { $0.answer.effects.flatMap { $0.templates } }
  }
}
