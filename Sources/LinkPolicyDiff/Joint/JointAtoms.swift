internal import LinkPolicy
internal import LinkPolicyAnalysis

/// The pairs of values in which two policies read the same thing, each once, with a name.
///
/// A pair of one name that stands alone is called by it; others by examples of what they hold.
struct JointAtoms {
  private let names: Sides<[Name]>
  private var pairs: [Sides<Int>] = []
  private var examples: [[Name]] = []

  // More would only make what is shown long.
  private static var exampleLimit: Int { 3 }

  init(_ names: Sides<[Name]>) {
    self.names = names
  }

  mutating func add(_ pair: Sides<Int>, example: Name) {
    guard let known = pairs.firstIndex(of: pair) else {
      pairs.append(pair)
      examples.append([example])
      return
    }
    if !examples[known].contains(example) {
      examples[known].append(example)
    }
  }

  /// The joint values, in the order of the old policy's and then the new one's.
  var values: [JointVocabulary.Value] {
    let order = pairs.indices.sorted {
      (pairs[$0].old, pairs[$0].new) < (pairs[$1].old, pairs[$1].new)
    }
    return order.map { JointVocabulary.Value(name: name($0), own: pairs[$0]) }
  }

  private func name(_ index: Int) -> Name {
    let pair = pairs[index]
    let own = Sides { names[$0][pair[$0]] }
    let isAlone = !pairs.contains { other in
      other != pair && (other.old == pair.old || other.new == pair.new)
    }
    let isCommon =
      own.old == own.new
      && !pairs.enumerated().contains { number, other in
        number != index && names.old[other.old] == names.new[other.new]
          && names.old[other.old] == own.old
      }
    if isAlone || isCommon {
      return own.new
    }
    var text = examples[index].prefix(Self.exampleLimit).map { $0.text }.joined(separator: "/")
    if examples[index].count > Self.exampleLimit {
      text += "/..."
    }
    return Name(text)
  }
}

/// The e-mail domains of two policies, joined by which set each puts them into.
struct JointDomains {
  let values: [JointVocabulary.Value]
  /// Whether the same domains are relays.
  let haveSameRelays: Bool

  init(_ policies: Sides<CompiledPolicy>) {
    let vocabularies = Sides { policies[$0].vocabulary }
    let fact = EngineFact.domain.rawValue
    var atoms = JointAtoms(Sides { vocabularies[$0].schema.facts[fact].values })
    func add(_ domain: String, _ example: Name) {
      let address = "a@" + domain
      guard let old = try? vocabularies.old.domain(of: address),
        let new = try? vocabularies.new.domain(of: address)
      else { return }
      atoms.add(Sides(old: old, new: new), example: example)
    }
    for side in Side.allCases {
      let document = policies[side].document
      let names =
        document.domains.flatMap { $0.domains }.map { $0.value }
        + document.addresses.aliases.map { $0.alias.value }
      for name in names {
        let text = name.text
        guard DomainTable.isPattern(name) else {
          add(text, name)
          continue
        }
        // A longer pattern or a name of its own may lie below.
        for label in ["one", "linkpolicy-example"] {
          add(label + text.dropFirst(), name)
        }
      }
    }
    // No policy can list what no registry gives out.
    add("linkpolicy-example.invalid", "other")
    atoms.add(Sides { vocabularies[$0].domains.absent }, example: "absent")
    values = atoms.values
    haveSameRelays = values.allSatisfy { value in
      vocabularies.old.domains.relays.contains(value.own.old)
        == vocabularies.new.domains.relays.contains(value.own.new)
    }
  }
}

/// The identity providers of two policies, each declared one and family by itself.
///
/// A provider that only one of them declares stands beside nothing.
struct JointProviders {
  let values: [JointVocabulary.Value]
  /// Whether the same providers need consent.
  let haveSameConsent: Bool

  init(_ policies: Sides<CompiledPolicy>) {
    let tables = Sides { policies[$0].vocabulary.providers }
    var values: [JointVocabulary.Value] = []
    for side in Side.allCases {
      for (index, provider) in tables[side].providers.enumerated()
      where !values.contains(where: { $0.name == provider.word }) {
        guard let example = Self.example(of: provider, index, side, tables) else { continue }
        values.append(
          JointVocabulary.Value(
            name: provider.word, own: Sides { tables[$0].value(of: example) ?? -1 }))
      }
    }
    haveSameConsent = values.allSatisfy { value in
      // Where one of them has no such provider, only the other reads relays of it.
      value.own.old < 0 || value.own.new < 0
        || tables.old.providers[value.own.old].requiresConsent
          == tables.new.providers[value.own.new].requiresConsent
    }
    values.append(JointVocabulary.Value(name: "none", own: Sides { tables[$0].none }))
    self.values = Self.distinct(values)
  }

  /// A provider's own id; for a family a member of it that neither policy lists by itself.
  private static func example(
    of provider: ProviderTable.Provider, _ value: Int, _ side: Side,
    _ tables: Sides<ProviderTable>
  ) -> String? {
    guard provider.isFamily else { return provider.id.text }
    let prefix = String(decoding: provider.id.bytes.dropLast(), as: UTF8.self)
    var id = prefix + "one"
    func isListed(_ id: String) -> Bool {
      Side.allCases.contains { side in
        tables[side].providers.contains { id.hasSameBytes(as: $0.id) }
      }
    }
    while tables[side].value(of: id) != value || isListed(id), id.utf8.count < 64 {
      id = prefix + "x" + id
    }
    return tables[side].value(of: id) == value ? id : nil
  }

  /// The values, each pair of readings once: what neither policy tells apart is one.
  private static func distinct(
    _ values: [JointVocabulary.Value]
  ) -> [JointVocabulary.Value] {
    var seen: Set<Sides<Int>> = []
    return values.filter { seen.insert($0.own).inserted }
  }
}
