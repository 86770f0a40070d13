internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

extension SystemMapChecker {
  /// A provider that both declare, with a kind that both offer.
  mutating func check(provider pair: SystemMap.ProviderPair) {
    var kinds = Sides<[MethodKind]>(old: [], new: [])
    for side in Side.allCases {
      let table = policies[side].vocabulary.providers
      let id = pair.ids[side]
      let declared =
        table.providers.first { $0.id == id.value } ?? table.provider(of: id.value.text)
      guard let declared else {
        report(
          .unknownName,
          "policy `\(policies[side].name)` declares no provider `\(id.value.text)`",
          at: id.position,
          help: UnknownWord.help(
            for: id.value, among: table.providers.map { $0.id }, "it declares",
            besides: turned(
              id.value, side, policies[side.other].vocabulary.providers.providers.map { $0.id }))
            ?? "it declares none; leave the line out")
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
    report(
      .invalidDeclaration,
      "the provider `\(pair.ids[side].value.text)` of policy `\(policies[side].name)` \(problem)",
      at: pair.ids[side].position,
      help: "its kinds are " + kinds.map { "`" + $0.name.text + "`" }.joined(separator: ", "))
  }

  /// A family stands for many, so that its counterpart must too.
  private mutating func checkFamilies(_ pair: SystemMap.ProviderPair) -> Bool {
    let families = Sides { pair.ids[$0].value.bytes.last == UInt8(ascii: "*") }
    guard families.old != families.new else { return true }
    let side: Side = families.old ? .old : .new
    let (family, single) = (pair.ids[side].value.text, pair.ids[side.other])
    report(
      .invalidDeclaration,
      "`\(family)` is a family of providers and `\(single.value.text)` is one provider",
      at: single.position,
      help: "map one of the family, such as `\(family.dropLast())example`")
    return false
  }

  /// No provider is what two others are called, unless they are so for different kinds.
  mutating func checkProvidersAreOneToOne(_ pairs: [SystemMap.ProviderPair]) {
    var first: [Name: [SystemMap.ProviderPair]] = [:]
    for pair in pairs {
      // There are few kinds, so that few lines of one name are no duplicates.
      let earlier = first[pair.ids.new.value, default: []].first { earlier in
        guard let kind = earlier.kind, let own = pair.kind else { return true }
        return kind == own
      }
      if let earlier {
        reportTwice(earlier.ids.old.value, pair.ids.old.value, pair.ids.new)
      } else {
        first[pair.ids.new.value, default: []].append(pair)
      }
    }
  }
}
