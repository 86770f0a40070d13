/// An operation that you can apply to the declaration of any engine fact, such as collecting the fact's values.
package protocol FactVisitor {
  associatedtype Failure: Error
  mutating func visit<Fact: NamedFact>(named fact: Fact.Type) throws(Failure)
  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) throws(Failure)
  mutating func visit<Fact: CheckedFact>(checked fact: Fact.Type) throws(Failure)
  mutating func visit<Fact: FoundFact>(found fact: Fact.Type) throws(Failure)
}

/// A visitor of stated facts, including checked facts, that ignores all other facts.
package protocol StatedFactVisitor: FactVisitor {}

extension StatedFactVisitor {
  package func visit<Fact: NamedFact>(named fact: Fact.Type) throws(Failure) {}

  package mutating func visit<Fact: CheckedFact>(checked fact: Fact.Type) throws(Failure) {
    try visit(stated: fact)
  }

  package func visit<Fact: FoundFact>(found fact: Fact.Type) throws(Failure) {}
}

/// A visitor of found facts, including checked facts, that ignores all other facts.
package protocol FoundFactVisitor: FactVisitor {}

extension FoundFactVisitor {
  package func visit<Fact: NamedFact>(named fact: Fact.Type) throws(Failure) {}

  package func visit<Fact: StatedFact>(stated fact: Fact.Type) throws(Failure) {}

  package mutating func visit<Fact: CheckedFact>(checked fact: Fact.Type) throws(Failure) {
    try visit(found: fact)
  }
}

/// A visitor of all facts with values that the engine defines, such as `session`.
package protocol WordFactVisitor: FactVisitor {
  mutating func visit<Fact: WordFact>(word fact: Fact.Type) throws(Failure)
}

extension WordFactVisitor {
  package func visit<Fact: NamedFact>(named fact: Fact.Type) throws(Failure) {}

  package mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) throws(Failure) {
    try visit(word: fact)
  }

  package mutating func visit<Fact: CheckedFact>(checked fact: Fact.Type) throws(Failure) {
    try visit(word: fact)
  }

  package mutating func visit<Fact: FoundFact>(found fact: Fact.Type) throws(Failure) {
    try visit(word: fact)
  }
}

extension EngineFact {
  /// Calls the visitor with the type that declares the fact, such as `SessionFact`.
  ///
  /// The `switch` of this function is the only place that maps facts to declarations.
  package func accept<Visitor: FactVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    switch self {
    case .action: try visitor.visit(named: ActionFact.self)
    case .kind: try visitor.visit(named: KindFact.self)
    case .provider: try visitor.visit(named: ProviderFact.self)
    case .domain: try visitor.visit(named: DomainFact.self)
    case .origin: try visitor.visit(stated: OriginFact.self)
    case .nonce: try visitor.visit(stated: NonceFact.self)
    case .connection: try visitor.visit(stated: ConnectionFact.self)
    case .consent: try visitor.visit(stated: ConsentFact.self)
    case .method: try visitor.visit(stated: MethodFact.self)
    case .secret: try visitor.visit(checked: SecretFact.self)
    case .code: try visitor.visit(found: CodeFact.self)
    case .linkAddress: try visitor.visit(found: LinkAddressFact.self)
    case .requestedBy: try visitor.visit(found: RequestedByFact.self)
    case .codeCredential: try visitor.visit(found: CodeCredentialFact.self)
    case .linkDomain: try visitor.visit(stated: LinkDomainFact.self)
    case .linkInApp: try visitor.visit(stated: LinkInAppFact.self)
    case .ticket: try visitor.visit(found: TicketFact.self)
    case .session: try visitor.visit(found: SessionFact.self)
    case .tenant: try visitor.visit(found: TenantFact.self)
    case .account: try visitor.visit(found: AccountFact.self)
    case .accountState: try visitor.visit(found: AccountStateFact.self)
    case .credential: try visitor.visit(found: CredentialFact.self)
    case .address: try visitor.visit(found: AddressFact.self)
    case .sameProvider: try visitor.visit(found: SameProviderFact.self)
    case .methods: try visitor.visit(found: MethodsFact.self)
    case .relay: try visitor.visit(found: RelayFact.self)
    case .otherMethods: try visitor.visit(found: OtherMethodsFact.self)
    case .factors: try visitor.visit(found: FactorsFact.self)
    }
  }

  /// Calls the visitor with the type that declares each fact, in the order of the facts.
  package static func acceptAll<Visitor: FactVisitor>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure) {
    for fact in allCases {
      try fact.accept(&visitor)
    }
  }
}
