internal import LinkPolicy

extension DocumentDecoder {
  /// The purposes of codes: a list of names, or a map that says how each is treated.
  mutating func purposes(_ node: YAMLNode) -> [PurposeDeclaration] {
    guard let map = node.map else {
      return findings.names(node).map { PurposeDeclaration($0) }
    }
    return map.entries.compactMap { purpose($0) }
  }

  private mutating func purpose(_ entry: YAMLMap.Entry) -> PurposeDeclaration? {
    guard var map = MapReader(entry.value, as: "a purpose", &findings) else { return nil }
    let recipient = map.choice("to", of: CodeTreatment.Recipient.written, &findings)
    let owner = map.choice("for", of: CodeTreatment.Owner.written, &findings) ?? .account
    let staleness = map.choice("stale", of: CodeTreatment.Staleness.written, &findings)
    map.finish(&findings)
    let usual: CodeTreatment.Staleness =
      switch owner {
      case .account: .withAddress
      case .nobody: .never
      }
    return PurposeDeclaration(
      entry.key,
      CodeTreatment(to: recipient ?? .asserted, for: owner, stale: staleness ?? usual))
  }
}

extension CodeTreatment.Recipient {
  fileprivate static var written: [(Name, Self)] { allCases.map { ($0.word, $0) } }
}

extension CodeTreatment.Owner {
  fileprivate static var written: [(Name, Self)] { allCases.map { ($0.word, $0) } }
}

extension CodeTreatment.Staleness {
  fileprivate static var written: [(Name, Self)] { allCases.map { ($0.word, $0) } }
}
