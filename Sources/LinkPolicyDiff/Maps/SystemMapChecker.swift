internal import LinkPolicy
internal import LinkPolicyAnalysis

/// Finds what is wrong with a map of two policies.
struct SystemMapChecker {
  private let policies: Sides<CompiledPolicy>
  private(set) var findings: [Diagnostic] = []

  init(_ policies: Sides<CompiledPolicy>) {
    self.policies = policies
  }

  // MARK: Names and values

  /// Names of one sort, which each policy declares with their values.
  mutating func check(
    _ pairs: [SystemMap.ValuedPair], sort: String, _ declared: Sides<[(name: Name, values: [Name])]>
  ) {
    check(
      pairs.map { SystemMap.Pair(names: $0.names) }, sort: sort, of: nil,
      Sides { declared[$0].map { $0.name } })
    for pair in pairs {
      func values(_ side: Side) -> [Name]? {
        declared[side].first { $0.name == pair.names[side].value }?.values
      }
      guard let old = values(.old), let new = values(.new) else { continue }
      let owners = Sides { "the \(sort) `\(pair.names[$0].value.text)` of " }
      check(pair.values, sort: "value", of: owners, Sides(old: old, new: new))
    }
  }

  /// Names of one sort: each must be declared, and none be named twice.
  mutating func check(
    _ pairs: [SystemMap.Pair], sort: String, of owners: Sides<String>?, _ declared: Sides<[Name]>
  ) {
    for side in Side.allCases {
      for pair in pairs where !declared[side].contains(pair.names[side].value) {
        let name = pair.names[side]
        findings.append(
          Diagnostic(
            .unknownName, .error,
            "\(owners?[side] ?? "")policy `\(policies[side].name)` has no \(sort) `\(name.value.text)`",
            at: name.position,
            help: UnknownWord.help(for: name.value, among: declared[side], "it has")
              ?? "it has none; leave the line out"))
      }
    }
    var first: [Name: Located<Name>] = [:]
    for pair in pairs {
      let (name, other) = (pair.names.old, pair.names.new)
      if let earlier = first[other.value] {
        reportTwice(earlier.value, name.value, other)
      } else {
        first[other.value] = name
      }
    }
  }

  private mutating func reportTwice(_ first: Name, _ second: Name, _ other: Located<Name>) {
    findings.append(
      Diagnostic(
        .duplicateName, .error,
        "`\(first.text)` and `\(second.text)` are both mapped to `\(other.value.text)`",
        at: other.position,
        help: "what two names stand for cannot be told apart; leave one of the lines out"))
  }

  // MARK: Settings

  /// What a setting is unless it is set must have a counterpart, or no attempt could be made by both.
  mutating func checkDefaults(of pair: SystemMap.ValuedPair) {
    let values = Sides { side in
      policies[side].document.settings.first { $0.name.value == pair.names[side].value }?
        .values.map { $0.value } ?? []
    }
    let words = WordPairs(pair.values.map { pair in Sides { pair.names[$0].value } }, values)
    for side in Side.allCases {
      guard let usual = values[side].first, !values[side.other].isEmpty,
        words.counterpart(of: usual, on: side) == nil
      else { continue }
      let name = pair.names[side]
      findings.append(
        Diagnostic(
          .invalidDeclaration, .error,
          "`\(usual.text)`, which the setting `\(name.value.text)` of policy `\(policies[side].name)` is unless it is set, has no counterpart",
          at: name.position,
          help: "map it under `values`; the setting `\(pair.names[side.other].value.text)` of policy `\(policies[side.other].name)` has "
            + values[side.other].map { "`" + $0.text + "`" }.joined(separator: ", ")))
    }
  }

  // MARK: Providers

  /// A provider that both declare, with a kind that both offer.
  mutating func check(provider pair: SystemMap.ProviderPair) {
    var kinds = Sides<[MethodKind]>(old: [], new: [])
    for side in Side.allCases {
      let table = policies[side].vocabulary.providers
      let id = pair.ids[side]
      let declared =
        table.providers.first { $0.id == id.value } ?? table.provider(of: id.value.text)
      guard let declared else {
        findings.append(
          Diagnostic(
            .unknownName, .error,
            "policy `\(policies[side].name)` declares no provider `\(id.value.text)`",
            at: id.position,
            help: UnknownWord.help(
              for: id.value, among: table.providers.map { $0.id }, "it declares")
              ?? "it declares none; leave the line out"))
        continue
      }
      kinds[side] = declared.kinds
    }
    guard !kinds.old.isEmpty, !kinds.new.isEmpty, checkFamilies(pair) else { return }
    if let kind = pair.kind {
      for side in Side.allCases where !kinds[side].contains(kind) {
        report(pair, side, "has no kind `\(kind.name.text)`", kinds[side])
      }
    } else if !kinds.old.contains(where: { kinds.new.contains($0) }) {
      report(pair, .new, "has no kind of `\(pair.ids.old.value.text)`", kinds.new)
    }
  }

  private mutating func report(
    _ pair: SystemMap.ProviderPair, _ side: Side, _ problem: String, _ kinds: [MethodKind]
  ) {
    findings.append(
      Diagnostic(
        .invalidDeclaration, .error,
        "the provider `\(pair.ids[side].value.text)` of policy `\(policies[side].name)` \(problem)",
        at: pair.ids[side].position,
        help: "its kinds are " + kinds.map { "`" + $0.name.text + "`" }.joined(separator: ", ")))
  }

  /// A family stands for many, so that its counterpart must too.
  private mutating func checkFamilies(_ pair: SystemMap.ProviderPair) -> Bool {
    let families = Sides { pair.ids[$0].value.bytes.last == UInt8(ascii: "*") }
    guard families.old != families.new else { return true }
    let side: Side = families.old ? .old : .new
    let (family, single) = (pair.ids[side].value.text, pair.ids[side.other])
    findings.append(
      Diagnostic(
        .invalidDeclaration, .error,
        "`\(family)` is a family of providers and `\(single.value.text)` is one provider",
        at: single.position,
        help: "map one of the family, such as `\(family.dropLast())example`"))
    return false
  }

  /// No provider is what two others are called, unless they are so for different kinds.
  mutating func checkProvidersAreOneToOne(_ pairs: [SystemMap.ProviderPair]) {
    for (number, pair) in pairs.enumerated() {
      let earlier = pairs[..<number].first { earlier in
        guard earlier.ids.new.value == pair.ids.new.value else { return false }
        guard let first = earlier.kind, let second = pair.kind else { return true }
        return first == second
      }
      if let earlier {
        reportTwice(earlier.ids.old.value, pair.ids.old.value, pair.ids.new)
      }
    }
  }
}
