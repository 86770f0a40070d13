package import LinkPolicy
package import LinkPolicyAuthoring

/// What of a cell decides what a changed answer does there, beside the answers.
package struct ChangeSituation: Hashable, Sendable {
  /// Whether an account is found there, by the credential, session, code or address.
  package var isThere: Bool
  /// Whether that account has the attempt's credential; nil where the cell does not tell.
  package var holdsCredential: Bool?
  /// Who makes the attempts.
  package var caller: Caller
  /// What the attempts are for.
  package var duties: ActionDuties
  /// Whether each policy takes the attempt for proof of its address there, whatever it answers; nil where that is unknown.
  package var believes: Sides<Bool>?
  /// What the answers tell beside those of other cells.
  package var telling: Telling

  /// Who makes the attempts of a table, as far as its action says.
  package enum Caller: Sendable, Hashable {
    /// Somebody who names an address, or nothing.
    case anybody
    /// Somebody who shows a credential of his own.
    case bearer
    /// Whoever the account's mail reaches: he brings a code or a link.
    case addressee
    /// Whoever is signed in.
    case signedIn
    /// An administrator.
    case administrator

    /// The caller of a table's attempts.
    package init(table index: Int, of policy: CompiledPolicy) {
      let table = policy.storage.tables[index]
      let action = policy.vocabulary.actions[table.action]
      switch action.pointsTo {
      case .session: self = .signedIn
      case .target: self = .administrator
      case .code: self = .addressee
      case .credential:
        // Of several kinds each may be the one; whoever comes by mail has most to lose.
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
      // Whether he has an account by it he knows.
      case .bearer:
        [.account, .accountState, .address, .methods, .tenant, .relay, .otherMethods]
      case .signedIn, .administrator: [.address, .credential]
      }
    }

    /// Whether labels of accounts are unknown to the caller too.
    package var hidesLabels: Bool {
      switch self {
      case .anybody, .bearer, .addressee: true
      case .signedIn, .administrator: false
      }
    }
  }

  /// What answers tell that could not be told before, or no longer can.
  package struct Telling: Hashable, Sendable {
    /// Whether cells that were answered alike can be told apart now.
    package var more = false
    /// Whether cells that could be told apart are answered alike now.
    package var less = false

    package init() {}
  }

  package init(
    isThere: Bool, holdsCredential: Bool? = nil, caller: Caller = .anybody,
    duties: ActionDuties = .these([]), believes: Sides<Bool>? = nil,
    telling: Telling = Telling()
  ) {
    self.isThere = isThere
    self.holdsCredential = holdsCredential
    self.caller = caller
    self.duties = duties
    self.believes = believes
    self.telling = telling
  }
}
