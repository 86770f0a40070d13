internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
package import LinkPolicyExploration
internal import LinkPolicyJSON

/// A checker of a ``SystemMap``: the two policies must declare the names that the map lists.
struct SystemMapChecker {
  /// The maximum number of findings to keep.
  private static var limit: Int { 100 }

  let policies: Sides<CompiledPolicy>
  private(set) var findings: [Diagnostic] = []
  /// The number of findings beyond the limit, which the checker counts but does not keep.
  private(set) var omitted = 0

  init(_ policies: Sides<CompiledPolicy>) {
    self.policies = policies
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at position: SourcePosition,
    help: String
  ) {
    guard findings.count < Self.limit else {
      omitted += 1
      return
    }
    findings.append(Diagnostic(code, .error, message, at: position, help: help))
  }

  // MARK: Names and values

  /// Checks that the policies declare the map's names of one kind, such as claims, and the values of these names.
  ///
  /// Two names or values with the same counterpart are also a finding.
  ///
  /// - Parameters:
  ///   - pairs: the entries of the map.
  ///   - sort: the word for one of the names, such as `claim`.
  ///   - declared: the names and values in each policy.
  mutating func check(
    _ pairs: [SystemMap.ValuedPair], sort: String, _ declared: Sides<[(name: Name, values: [Name])]>
  ) {
    check(
      pairs.map { SystemMap.NamePair(names: $0.names) }, sort: sort, of: nil,
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

  /// Checks that the policies declare each name of one kind, and that no two names have the same counterpart.
  ///
  /// - Parameters:
  ///   - pairs: the entries of the map.
  ///   - sort: the word for one of the names, such as `error`.
  ///   - owners: a phrase for the owner of the names; nil for names of a whole policy.
  ///   - declared: the names in each policy.
  mutating func check(
    _ pairs: [SystemMap.NamePair], sort: String, of owners: Sides<String>?,
    _ declared: Sides<[Name]>
  ) {
    for side in Side.allCases {
      for pair in pairs where !declared[side].contains(pair.names[side].value) {
        let name = pair.names[side]
        report(
          .unknownName,
          "\(owners?[side] ?? "")policy `\(policies[side].name)` has no \(sort) `\(name.value.text)`",
          at: name.position,
          // The help text can list all values of a claim or setting, so an unknown value needs no other hint.
          help: help(
            for: name.value, on: side, among: declared,
            isTurned: owners == nil))
      }
    }
    var first: [Name: Located<Name>] = [:]
    for pair in pairs {
      let (name, other) = (pair.names.old, pair.names.new)
      if let earlier = first[other.value] {
        reportTwice(earlier.value, name.value, mappedTo: other)
      } else {
        first[other.value] = name
      }
    }
  }

  /// Returns the help text for a name that a policy does not declare.
  ///
  /// If the list of findings is full, the text is empty, because a search for each of many unknown names takes too
  /// long.
  private func help(
    for name: Name, on side: Side, among declared: Sides<[Name]>, isTurned: Bool
  ) -> String {
    guard findings.count < Self.limit else { return "" }
    return UnknownWord.help(
      for: name, among: declared[side], "expected one of",
      besides: isTurned ? turned(name, on: side, among: declared[side.other]) : nil)
      ?? "remove this line of the map"
  }

  /// Returns a help text if the other policy declares the name, because the author of the map may have swapped the
  /// sides.
  func turned(_ name: Name, on side: Side, among others: [Name]) -> String? {
    guard others.contains(name) else { return nil }
    let place = side == .old ? "in front of the colon" : "behind the colon"
    return "policy `\(policies[side.other].name)` has this name, and names of "
      + "`\(policies[side].name)` go \(place)"
  }

  mutating func reportTwice(_ first: Name, _ second: Name, mappedTo other: Located<Name>) {
    report(
      .duplicateName,
      "`\(first.text)` and `\(second.text)` are both mapped to `\(other.value.text)`",
      at: other.position,
      help: "the two names could not be distinguished; remove one of the two lines")
  }

  // MARK: Settings

  /// Checks that the default of a setting has a counterpart.
  ///
  /// Without a counterpart, the other system can play no attempt that leaves the setting at its default.
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
      report(
        .invalidDeclaration,
        "`\(usual.text)`, the default of the setting `\(name.value.text)` of policy `\(policies[side].name)`, has no counterpart",
        at: name.position,
        help:
          "map the default under `values`; the setting `\(pair.names[side.other].value.text)` of policy `\(policies[side.other].name)` has "
          + values[side.other].map { "`" + $0.text + "`" }.joined(separator: ", "))
    }
  }
}

extension SystemMapChecker {
  /// Checks that the policies declare the two providers of an entry, and that the providers have a common kind.
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
          help: help(
            for: id.value, on: side,
            among: Sides { policies[$0].vocabulary.providers.providers.map { $0.id } },
            isTurned: true))
        continue
      }
      kinds[side] = declared.kinds
    }
    guard !kinds.old.isEmpty, !kinds.new.isEmpty, checkFamilies(pair) else { return }
    if let kind = pair.kind {
      for side in Side.allCases where !kinds[side].contains(kind) {
        report(pair, on: side, problem: "has no kind `\(kind.name.text)`", kinds: kinds[side])
      }
    } else if !kinds.old.contains(where: { kinds.new.contains($0) }) {
      report(
        pair, on: .new, problem: "has no kind of `\(pair.ids.old.value.text)`", kinds: kinds.new)
    }
  }

  private mutating func report(
    _ pair: SystemMap.ProviderPair, on side: Side, problem: String, kinds: [MethodKind]
  ) {
    report(
      .invalidDeclaration,
      "the provider `\(pair.ids[side].value.text)` of policy `\(policies[side].name)` \(problem)",
      at: pair.ids[side].position,
      help: "its kinds are " + kinds.map { "`" + $0.name.text + "`" }.joined(separator: ", "))
  }

  /// Checks that the map assigns a family to a family, and a single provider to a single provider.
  private mutating func checkFamilies(_ pair: SystemMap.ProviderPair) -> Bool {
    let families = Sides { pair.ids[$0].value.bytes.last == UInt8(ascii: "*") }
    guard families.old != families.new else { return true }
    let side: Side = families.old ? .old : .new
    let (family, single) = (pair.ids[side].value.text, pair.ids[side.other])
    report(
      .invalidDeclaration,
      "`\(family)` is a family of providers and `\(single.value.text)` is one provider",
      at: single.position,
      help: "map one provider of the family, such as `\(family.dropLast())example`")
    return false
  }

  /// Checks that the map assigns no two providers to the same provider for the same kind.
  mutating func checkProvidersAreOneToOne(_ pairs: [SystemMap.ProviderPair]) {
    var first: [Name: [SystemMap.ProviderPair]] = [:]
    for pair in pairs {
      // A name has few entries, because there are few kinds and each kind appears only once.
      let earlier = first[pair.ids.new.value, default: []].first { earlier in
        guard let kind = earlier.kind, let own = pair.kind else { return true }
        return kind == own
      }
      if let earlier {
        reportTwice(earlier.ids.old.value, pair.ids.old.value, mappedTo: pair.ids.new)
      } else {
        first[pair.ids.new.value, default: []].append(pair)
      }
    }
  }
}

extension SystemMap {
  /// Checks the names in the map against two policies.
  ///
  /// - Parameter policies: the old and the new policy.
  /// - Throws: an ``InvalidInput`` that lists at most 100 findings in the order of the file, and counts the others.
  ///   Findings are, for example, unknown names, duplicates and pairs that can never match.
  package func check(against policies: Sides<CompiledPolicy>) throws(InvalidInput) {
    var checker = SystemMapChecker(policies)
    for pair in providers {
      checker.check(provider: pair)
    }
    checker.checkProvidersAreOneToOne(providers)
    checker.check(
      claims, sort: "claim",
      Sides { side in
        policies[side].document.claims.map { ($0.name.value, $0.words.map { $0.name.value }) }
      })
    checker.check(
      settings, sort: "setting",
      Sides { side in
        policies[side].document.settings.map { ($0.name.value, $0.values.map { $0.value }) }
      })
    for pair in settings {
      checker.checkDefaults(of: pair)
    }
    checker.check(
      errors, sort: "error", of: nil,
      Sides { policies[$0].document.errors.map { $0.name.value } })
    guard !checker.findings.isEmpty else { return }
    var sorted = checker.findings.sorted { a, b in
      guard let a = a.position, let b = b.position else { return a.position != nil }
      return (a.line, a.column) < (b.line, b.column)
    }
    if checker.omitted > 0 {
      sorted.append(
        Diagnostic(
          .jsonMoreFindings, .note, "\(checker.omitted) more findings are not listed", at: nil))
    }
    throw InvalidInput(sorted, in: sources)
  }
}

/// The help text for an unknown word, which suggests the nearest known word or lists the known words.
enum UnknownWord {
  /// The maximum number of words that the text lists.
  private static var limit: Int { 12 }

  /// Returns a suggestion for an unknown word; nil if there is nothing to suggest.
  ///
  /// The suggestion is the nearest word if there is one, otherwise `known`. Without a nearest word and without `known`,
  /// the suggestion lists words after a phrase such as `the kinds are`.
  static func help(
    for word: Name, among words: [Name], _ phrase: String, besides known: String? = nil
  ) -> String? {
    if let near = Name.nearest(word, to: words) ?? longer(than: word, among: words) {
      return "did you mean `" + near.text + "`?"
    }
    if let known { return known }
    guard !words.isEmpty else { return nil }
    let shown = words.prefix(limit).map { "`" + $0.text + "`" }.joined(separator: ", ")
    return phrase + " " + shown + (words.count > limit ? ", …" : "")
  }

  /// Returns a word that begins with the given word and a dot, such as `google.com` for `google`.
  private static func longer(than word: Name, among words: [Name]) -> Name? {
    guard !word.bytes.isEmpty else { return nil }
    return words.first { $0.bytes.starts(with: word.bytes + [UInt8(ascii: ".")]) }
  }
}
