internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// Finds what is wrong with a map of two policies.
struct SystemMapChecker {
  /// The most findings that are kept, however long the map is.
  private static var limit: Int { 100 }

  let policies: Sides<CompiledPolicy>
  private(set) var findings: [Diagnostic] = []
  /// How many findings there are beyond those that are kept.
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
        report(
          .unknownName,
          "\(owners?[side] ?? "")policy `\(policies[side].name)` has no \(sort) `\(name.value.text)`",
          at: name.position,
          help: UnknownWord.help(
            for: name.value, among: declared[side], "it has",
            // Values are so few that all of them are shown.
            besides: owners == nil ? turned(name.value, side, declared[side.other]) : nil)
            ?? "it has none; leave the line out")
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

  /// What to do about a name that the policy of the other side has: the map may be the wrong way round.
  func turned(_ name: Name, _ side: Side, _ others: [Name]) -> String? {
    guard others.contains(name) else { return nil }
    let place = side == .old ? "in front of the colon" : "behind the colon"
    return "policy `\(policies[side.other].name)` has it, and names of "
      + "`\(policies[side].name)` stand \(place)"
  }

  mutating func reportTwice(_ first: Name, _ second: Name, _ other: Located<Name>) {
    report(
      .duplicateName,
      "`\(first.text)` and `\(second.text)` are both mapped to `\(other.value.text)`",
      at: other.position,
      help: "what two names stand for cannot be told apart; leave one of the lines out")
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
      report(
        .invalidDeclaration,
        "`\(usual.text)`, which the setting `\(name.value.text)` of policy `\(policies[side].name)` is unless it is set, has no counterpart",
        at: name.position,
        help:
          "map it under `values`; the setting `\(pair.names[side.other].value.text)` of policy `\(policies[side.other].name)` has "
          + values[side.other].map { "`" + $0.text + "`" }.joined(separator: ", "))
    }
  }
}
