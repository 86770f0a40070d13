package import LinkPolicy
package import LinkPolicyAuthoring

/// The properties of a cell that, besides the answers, determine the kinds of a change.
package struct ChangeSituation: Hashable, Sendable {
  /// Whether the credential, session, code or address identifies an existing account.
  package var isThere: Bool
  /// Whether that account has the attempt's credential; nil if the cell does not determine it.
  package var holdsCredential: Bool?
  /// The caller of the attempts.
  package var caller: CallerClass
  /// The purpose of the attempts.
  package var duties: ActionDuties
  /// Whether each policy accepts the attempt as proof of its address, regardless of its answer; nil if unknown.
  package var believes: Sides<Bool>?
  /// The conclusions from a comparison with the answers in other cells.
  package var telling: InformationChange

  /// The caller of a table's attempts, as far as its action determines it.
  package enum CallerClass: Sendable, Hashable {
    /// A caller who gives an address, or nothing.
    case anybody
    /// A caller who presents a credential.
    case bearer
    /// The recipient of the account's mail, who presents a code or a link.
    case addressee
    /// A caller who is signed in.
    case signedIn
    /// An administrator.
    case administrator

    /// Creates the caller of a table's attempts.
    package init(table index: Int, of policy: CompiledPolicy) {
      let table = policy.storage.tables[index]
      let action = policy.vocabulary.actions[table.action]
      switch action.pointsTo {
      case .session: self = .signedIn
      case .target: self = .administrator
      case .code: self = .addressee
      case .credential:
        // Of several possible kinds, the recipient of mail has most to lose.
        let isByLink = table.kinds.contains(.emailLink)
        let isByAddress = table.kinds.isEmpty || table.kinds.contains { $0.isSubjectTheAddress }
        self =
          isByLink && action.carriesCode(.emailLink)
          ? .addressee : isByAddress ? .anybody : .bearer
      }
    }

    /// The facts about accounts that the caller does not know.
    package var hidden: [EngineFact] {
      switch self {
      case .anybody, .addressee:
        [
          .account, .accountState, .credential, .address, .sameProvider, .methods, .tenant,
          .secret, .relay, .otherMethods,
        ]
      // A bearer knows whether the credential has an account.
      case .bearer:
        [.account, .accountState, .address, .methods, .tenant, .relay, .otherMethods]
      case .signedIn, .administrator: [.address, .credential]
      }
    }

    /// Whether the caller does not know labels of accounts either.
    package var hidesLabels: Bool {
      switch self {
      case .anybody, .bearer, .addressee: true
      case .signedIn, .administrator: false
      }
    }
  }

  /// The information that a caller gains or loses by comparing answers.
  package struct InformationChange: Hashable, Sendable {
    /// Whether cells with equal old answers now have distinguishable ones.
    package var more = false
    /// Whether cells with distinguishable old answers now have equal ones.
    package var less = false

    package init() {}
  }

  package init(
    isThere: Bool, holdsCredential: Bool? = nil, caller: CallerClass = .anybody,
    duties: ActionDuties = .these([]), believes: Sides<Bool>? = nil,
    telling: InformationChange = InformationChange()
  ) {
    self.isThere = isThere
    self.holdsCredential = holdsCredential
    self.caller = caller
    self.duties = duties
    self.believes = believes
    self.telling = telling
  }
}

extension EngineFact {
  /// Returns whether attempts of a shape can state the fact; false for a fact that is never stated.
  package func isCarried(by shape: AttemptShape) -> Bool {
    var visitor = CarriedFact(shape: shape)
    accept(&visitor)
    return visitor.isCarried
  }
}

/// A visitor that determines whether attempts of a shape carry a stated fact.
private struct CarriedFact: StatedFactVisitor {
  typealias Failure = Never

  let shape: AttemptShape
  var isCarried = false

  mutating func visit<Fact: StatedFact>(stated fact: Fact.Type) {
    isCarried = fact.isCarried(by: shape)
  }
}
