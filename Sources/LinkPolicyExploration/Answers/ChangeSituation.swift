package import LinkPolicy
package import LinkPolicyAuthoring

/// The properties of a cell, apart from its two answers, that determine the kinds of a change.
package struct ChangeSituation: Hashable, Sendable {
  /// Whether the attempt's credential, session, code or address identifies an existing account.
  package var isThere: Bool
  /// Whether the identified account has the attempt's credential; nil if the cell covers both cases.
  package var holdsCredential: Bool?
  /// The class of the callers, such as administrators.
  package var caller: CallerClass
  /// The writes that are the purpose of the attempts.
  package var duties: ActionDuties
  /// The losses that the old policy can cause to account holders in at least one cell.
  package var stakes: HolderStakes
  /// Whether each policy accepts the attempt as proof of the attempt's address, regardless of the answer; nil if
  /// unknown.
  package var believes: Sides<Bool>?
  /// Whether the caller's session is known to be missing or ended.
  package var isSignedOut = false
  /// Whether only the new policy declares the attempt's provider.
  package var isOfNewProvider = false
  /// The information that the caller gains or loses by comparing this answer with the answers in other cells.
  package var telling: InformationChange

  /// The class of people who can make the attempts of a table, derived from the table's action.
  package enum CallerClass: Sendable, Hashable {
    /// A caller who gives only an address, or nothing at all.
    case anybody
    /// A caller who presents a credential, such as an assertion of a federated provider.
    case bearer
    /// The recipient of the account's mail, who presents a code or a link.
    case addressee
    /// The recipient of a mail to the account's former address, who undoes a change of the address.
    case formerAddressee
    /// A caller with a session, whose attempt points to the account of the session.
    case signedIn
    /// An administrator.
    case administrator

    /// Derives the class from the action and kinds of a table.
    package init(table index: Int, of policy: CompiledPolicy) {
      let table = policy.storage.tables[index]
      let action = policy.vocabulary.actions[table.action]
      switch action.pointsTo {
      case .session: self = .signedIn
      case .target: self = .administrator
      case .code:
        let treatment = action.takes.flatMap { policy.vocabulary.purposes[$0]?.treatment }
        self = treatment?.outlivesAddress ?? false ? .formerAddressee : .addressee
      case .credential:
        // If the table decides several kinds, the caller is the recipient of mail, who has the most to lose.
        let isByLink = table.kinds.contains(.emailLink)
        let isByAddress = table.kinds.isEmpty || table.kinds.contains { $0.isSubjectTheAddress }
        self =
          isByLink && action.carriesCode(.emailLink)
          ? .addressee : isByAddress ? .anybody : .bearer
      }
    }

    /// Whether the caller presents a code or a link from a mail.
    package var isMailed: Bool {
      switch self {
      case .addressee, .formerAddressee: true
      case .anybody, .bearer, .signedIn, .administrator: false
      }
    }

    /// Returns the indices of the facts that the caller does not know, such as the methods of an account.
    package func hidden(in schema: FactSchema) -> ValueSet {
      var facts = ValueSet(hidden.map { $0.rawValue })
      if hidesLabels {
        facts = facts.union(ValueSet(schema.labels))
      }
      // Like an address, an identifier can belong to an account that the caller does not know.
      return facts.union(ValueSet(schema.identifiers))
    }

    /// The engine's facts that the caller does not know, such as the methods of an account.
    private var hidden: [EngineFact] {
      switch self {
      case .anybody, .addressee, .formerAddressee:
        [
          .account, .accountState, .credential, .address, .sameProvider, .methods, .tenant,
          .secret, .relay, .otherMethods, .factors,
        ]
      // A caller with a credential knows whether the credential has an account.
      case .bearer:
        [.account, .accountState, .address, .methods, .tenant, .relay, .otherMethods, .factors]
      case .signedIn, .administrator: [.address, .credential]
      }
    }

    /// Whether the caller does not know the labels of accounts.
    private var hidesLabels: Bool {
      switch self {
      case .anybody, .bearer, .addressee, .formerAddressee: true
      case .signedIn, .administrator: false
      }
    }
  }

  /// The information that a caller gains or loses by comparing answers.
  package struct InformationChange: Hashable, Sendable {
    /// Whether the caller newly sees different answers in cells whose answers were equal under the old policy.
    package var more = false
    /// Whether the caller newly sees equal answers in cells whose answers differed under the old policy.
    package var less = false

    package init() {}
  }

  package init(
    isThere: Bool, holdsCredential: Bool? = nil, caller: CallerClass = .anybody,
    duties: ActionDuties = .these([]), stakes: HolderStakes = HolderStakes(),
    believes: Sides<Bool>? = nil, telling: InformationChange = InformationChange()
  ) {
    self.isThere = isThere
    self.holdsCredential = holdsCredential
    self.caller = caller
    self.duties = duties
    self.stakes = stakes
    self.believes = believes
    self.telling = telling
  }
}

extension EngineFact {
  /// Returns whether an attempt of one action and one kind of method can state the fact.
  package func isCarried(by shape: AttemptShape) -> Bool {
    var visitor = CarriedFact(shape: shape)
    accept(&visitor)
    return visitor.isCarried
  }
}

/// A visitor that determines whether attempts of one action and one kind of method carry a stated fact.
private struct CarriedFact: StatedFactVisitor {
  typealias Failure = Never

  let shape: AttemptShape
  var isCarried = false

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    isCarried = fact.isCarried(by: shape)
  }
}
