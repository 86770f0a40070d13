internal import LinkPolicy
internal import LinkPolicyAuthoring

extension DocumentDecoder {
  mutating func decodeDeclarations(_ map: inout MapReader, _ document: inout PolicyDocument) {
    document.citations = entries(&map, "sources").compactMap { source($0) }
    document.domains = entries(&map, "domains").compactMap { domains($0) }
    document.providers = entries(&map, "providers").compactMap { provider($0) }
    document.claims = entries(&map, "claims").compactMap { claim($0) }
    document.settings = entries(&map, "settings").compactMap { setting($0) }
    document.inputs = entries(&map, "inputs").compactMap { input($0) }
    document.identifiers = entries(&map, "identifiers").compactMap { identifier($0) }
    document.searches = entries(&map, "find").map {
      SearchDeclaration($0.key, places: findings.names($0.value))
    }
    document.labels = entries(&map, "labels").compactMap { label($0) }
    document.purposes = map.node("purposes").map { purposes($0) } ?? []
    document.actions = entries(&map, "actions").compactMap { action($0) }
    document.actionGroups = entries(&map, "action-groups").map {
      ActionGroupDeclaration($0.key, actions: findings.names($0.value))
    }
    if let node = map.node("addresses") {
      document.addresses = addressRules(node)
      document.addressesPosition = node.position
    }
    if let node = map.node("methods"), var methods = MapReader(node, as: "methods", &findings) {
      document.countedKinds = methods.names("count", &findings) ?? []
      document.countsDisabled =
        methods.choice("count-disabled", of: [("yes", true), ("no", false)], &findings)
        ?? document.countsDisabled
      document.listedKinds = methods.names("list", &findings) ?? []
      document.listingOrder =
        methods.choice("order", of: ListingOrder.allCases.map { ($0.name, $0) }, &findings)
        ?? document.listingOrder
      methods.finish(&findings)
    }
    document.pools = entries(&map, "pools").map {
      PoolDeclaration($0.key, providers: findings.names($0.value))
    }
  }

  private mutating func source(_ entry: YAMLMap.Entry) -> SourceDeclaration? {
    guard var map = MapReader(entry.value, as: "a source", &findings) else { return nil }
    let title = map.name("title", &findings)?.value ?? ""
    let url = map.name("url", &findings)?.value ?? ""
    map.finish(&findings)
    return SourceDeclaration(entry.key, title: title, url: url)
  }

  private mutating func domains(_ entry: YAMLMap.Entry) -> DomainDeclaration? {
    guard entry.value.map != nil else {
      return DomainDeclaration(entry.key, domains: findings.names(entry.value))
    }
    guard var map = MapReader(entry.value, as: "a domain set", &findings) else { return nil }
    let names = map.required("names", &findings).map { findings.names($0) } ?? []
    let isRelay = map.choice("relay", of: [("true", true), ("false", false)], &findings)
    map.finish(&findings)
    return DomainDeclaration(entry.key, domains: names, isRelay: isRelay ?? false)
  }

  private mutating func provider(_ entry: YAMLMap.Entry) -> ProviderDeclaration? {
    guard var map = MapReader(entry.value, as: "a provider", &findings) else { return nil }
    let kind = map.names("kind", &findings)
    let kinds = map.names("kinds", &findings)
    if kind != nil, let second = kinds?.first {
      findings.add(
        .unknownKey, "a provider has `kind` or `kinds`, not both", at: second.position)
    }
    var provider = ProviderDeclaration(entry.key, kinds: kind ?? kinds ?? [])
    provider.gives = map.names("gives", &findings)
    provider.requiresConsent =
      map.choice("consent", of: [("required", true), ("not-required", false)], &findings) ?? false
    provider.keepsCase =
      map.choice("case", of: [("exact", true), ("folded", false)], &findings) ?? false
    provider.foldsSubjects =
      map.choice("subjects", of: [("folded", true), ("exact", false)], &findings) ?? false
    provider.issuer = map.name("issuer", &findings)
    map.finish(&findings)
    return provider
  }

  private mutating func claim(_ entry: YAMLMap.Entry) -> ClaimDeclaration? {
    var words: [ClaimDeclaration.Word] = []
    for word in findings.entries(entry.value, of: "words") {
      var values: [Located<ClaimValue>] = []
      for item in findings.items(word.value, of: "JSON values") {
        if let value = claimValue(item) {
          values.append(Located(value, at: item.position))
        }
      }
      words.append(ClaimDeclaration.Word(word.key, values: values))
    }
    return ClaimDeclaration(entry.key, words: words)
  }

  /// Decodes a claim value: plain text is JSON, such as `true`, and quoted text is a string.
  ///
  /// For all other values of a policy, quotes make no difference.
  private mutating func claimValue(_ node: YAMLNode) -> ClaimValue? {
    guard let scalar = node.scalar else {
      findings.wrongType(node, expected: "a JSON value")
      return nil
    }
    if scalar.style == .quoted {
      return .string(scalar.value)
    }
    if scalar.value == "true" {
      return .boolean(true)
    }
    if scalar.value == "false" {
      return .boolean(false)
    }
    if scalar.value == "null" {
      return .null
    }
    if JSONNumberGrammar.matches(scalar.value.bytes) {
      return .number(scalar.value)
    }
    findings.add(
      .wrongType, "`" + scalar.value.text + "` is not a JSON value", at: node.position,
      help: "put the value in quotes to write a string")
    return nil
  }

  private mutating func setting(_ entry: YAMLMap.Entry) -> SettingDeclaration? {
    guard entry.value.map != nil else {
      return SettingDeclaration(entry.key, values: findings.names(entry.value))
    }
    guard var map = MapReader(entry.value, as: "a setting", &findings) else { return nil }
    let values = map.required("values", &findings).map { findings.names($0) } ?? []
    let per = map.choice("per", of: [("project", false), ("provider", true)], &findings)
    map.finish(&findings)
    return SettingDeclaration(entry.key, values: values, isPerProvider: per ?? false)
  }

  private static let parties = Party.allCases.map { ($0.word, $0) }

  private mutating func input(_ entry: YAMLMap.Entry) -> InputDeclaration? {
    guard var map = MapReader(entry.value, as: "an input", &findings) else { return nil }
    let values = map.required("values", &findings).map { findings.names($0) } ?? []
    _ = map.required("by", &findings)
    let supplier = map.choice("by", of: Self.parties, &findings)
    let isRequired = map.choice("required", of: [("no", false), ("yes", true)], &findings)
    let isRetry = map.choice("retry", of: [("no", false), ("yes", true)], &findings)
    let isFactor = map.choice("factor", of: [("no", false), ("yes", true)], &findings)
    map.finish(&findings)
    return supplier.map {
      InputDeclaration(
        entry.key, values: values, supplier: $0, isRequired: isRequired ?? false,
        isRetry: isRetry ?? false, isFactor: isFactor ?? false)
    }
  }

  private mutating func identifier(_ entry: YAMLMap.Entry) -> IdentifierDeclaration? {
    guard var map = MapReader(entry.value, as: "an identifier", &findings) else { return nil }
    let folds = map.choice("fold", of: [("case", true)], &findings)
    map.finish(&findings)
    return IdentifierDeclaration(entry.key, foldsCase: folds ?? false)
  }

  private mutating func label(_ entry: YAMLMap.Entry) -> LabelDeclaration? {
    guard entry.value.map != nil else {
      return LabelDeclaration(entry.key, values: findings.names(entry.value))
    }
    guard var map = MapReader(entry.value, as: "a label", &findings) else { return nil }
    let values = map.required("values", &findings).map { findings.names($0) } ?? []
    let bearers: [(Name, LabelDeclaration.Bearer)] = [("account", .account), ("method", .method)]
    let bearer = map.choice("on", of: bearers, &findings)
    map.finish(&findings)
    return LabelDeclaration(entry.key, values: values, bearer: bearer ?? .account)
  }

  private mutating func action(_ entry: YAMLMap.Entry) -> ActionDeclaration? {
    guard var map = MapReader(entry.value, as: "an action", &findings) else { return nil }
    let ways: [(Name, PointsTo)] = [
      ("session", .session), ("target", .target), ("code", .code), ("credential", .credential),
    ]
    _ = map.required("points-to", &findings)
    let pointsTo = map.choice("points-to", of: ways, &findings)
    let presences: [(Name, AddressPresence)] = [
      ("none", .none), ("optional", .optional), ("required", .required), ("by-kind", .byKind),
    ]
    let kinds = map.names("kinds", &findings) ?? []
    let address = map.choice("address", of: presences, &findings)
    let takes = map.name("takes", &findings)
    let performer = map.choice("by", of: Self.parties, &findings)
    map.finish(&findings)
    guard let pointsTo else { return nil }
    return ActionDeclaration(
      entry.key, pointsTo: pointsTo, kinds: kinds, address: address, takes: takes,
      performer: performer)
  }

  private mutating func addressRules(_ node: YAMLNode) -> AddressRules {
    var rules = AddressRules()
    guard var map = MapReader(node, as: "address rules", &findings) else { return rules }
    rules.match =
      map.choice("match", of: [("primary", .primary), ("any-proven", .anyProven)], &findings)
      ?? rules.match
    rules.heldBy =
      map.choice("held-by", of: [("account", .account), ("methods", .methods)], &findings)
      ?? rules.heldBy
    let elections: [(Name, AddressRules.Election)] = [("held", .held), ("primary", .primary)]
    for word in map.names("elect", &findings) ?? [] {
      if let election = findings.choice(word, of: elections) {
        rules.elect.append(election)
      }
    }
    rules.isUnique =
      map.choice("unique", of: [("yes", true), ("no", false)], &findings) ?? rules.isUnique
    if let folds = map.names("fold", &findings) {
      rules.foldsCase = false
      for word in folds {
        fold(word, &rules)
      }
    }
    rules.international =
      map.choice("international", of: [("absent", .absent), ("error", .error)], &findings)
      ?? rules.international
    for alias in entries(&map, "aliases") {
      if let domain = findings.name(alias.value) {
        rules.aliases.append((alias: alias.key, domain: domain))
      }
    }
    map.finish(&findings)
    return rules
  }

  private mutating func fold(_ word: Located<Name>, _ rules: inout AddressRules) {
    let folds: [(Name, WritableFold)] = [
      ("case", .letterCase), ("dots", .dots), ("plus-tags", .plusTags),
    ]
    switch findings.choice(word, of: folds) {
    case .letterCase: rules.foldsCase = true
    case .dots: rules.dropsDots = true
    case .plusTags: rules.dropsPlusTag = true
    case nil: break
    }
  }

  private enum WritableFold {
    case letterCase, dots, plusTags
  }
}

extension DocumentDecoder {
  /// Decodes the purposes of codes: a list of names, or a map with the treatment of each purpose.
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

/// The number grammar of RFC 8259, section 6.
enum JSONNumberGrammar {
  /// Returns whether the bytes are a JSON number.
  static func matches(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    let whole = digits(&rest)
    guard whole == 1 || (whole > 1 && leading(bytes) != UInt8(ascii: "0")) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits(&rest) > 0 else { return false }
    }
    if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func leading(_ bytes: [UInt8]) -> UInt8? {
    bytes.first == UInt8(ascii: "-") ? bytes.dropFirst().first : bytes.first
  }

  private static func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
    var count = 0
    while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      rest = rest.dropFirst()
      count += 1
    }
    return count
  }
}
