internal import LinkPolicy

/// How a sequence ends: what became of its last attempt, and of the accounts, in the words of the old system.
struct SequenceEnding {
  /// The error of a refusal.
  enum RefusalEnding: Equatable {
    /// By its name under the old system, which the new one has as well.
    case shared(Name)
    /// One of which only one of the systems has the like.
    case own

    /// Two that nothing says to be another are not compared.
    func isOther(than other: RefusalEnding) -> Bool { self != other }
  }

  private enum Result {
    case refused(RefusalEnding)
    case entered(account: Int)
    case made
    case allowed
  }

  private let result: Result
  /// The methods of each account, in the order in which the accounts were made.
  private let methods: [Set<String>]

  /// The end of what was played under the policy of one side; nil where no decision was made.
  ///
  /// Without a translation all names are taken as they are.
  init?(
    _ played: some BidirectionalCollection<StepSequence.Played>,
    _ translation: SystemTranslation? = nil, of side: Side = .old
  ) {
    guard let last = played.last, let decision = last.decision else { return nil }
    let accounts = last.accounts.accounts
    methods = accounts.map { account in
      Set(
        account.methods.map { method in
          let kind = method.closedKind
          var provider = method.provider
          if side == .new, let translation {
            // Of a provider that only the new system has, no method of the old one is the like.
            provider =
              translation.providers.counterpart(of: provider, kind, on: .new)
              ?? provider + " of the new system"
          }
          return provider + " " + kind.name.text + " " + (method.subject ?? "")
        })
    }
    if case .refused(let refusal) = decision.outcome {
      result = .refused(Self.refusal(Name(refusal.code), translation, side))
      return
    }
    guard let applied = last.applied else { return nil }
    if applied.isNewAccount {
      result = .made
    } else if applied.session != nil, let id = applied.account,
      let index = accounts.firstIndex(where: { id.hasSameBytes(as: $0.id) })
    {
      result = .entered(account: index)
    } else {
      result = .allowed
    }
  }

  private static func refusal(_ code: Name, _ translation: SystemTranslation?, _ side: Side)
    -> RefusalEnding
  {
    guard let translation, translation.hasMap else { return .shared(code) }
    guard let other = translation.errors.counterpart(of: code, on: side) else { return .own }
    return .shared(side == .old ? code : other)
  }

  /// Whether both refuse with errors of which neither system has the like of the other's, so that they are
  /// not compared.
  func leavesErrorsApart(_ other: SequenceEnding) -> Bool {
    guard case .refused(.own) = result, case .refused(.own) = other.result else { return false }
    return true
  }

  /// What differs from another end of the same sequence, and what kind of change that is; nil where they are
  /// alike.
  func difference(to other: SequenceEnding) -> (what: EndingDifference, kind: ChangeKind)? {
    switch (result, other.result) {
    case (.refused(let error), .refused(let another)):
      if error.isOther(than: another) { return (.error, .renames) }
    case (.entered(let account), .entered(let another)):
      if account != another { return (.account, .reachesMore) }
    case (.made, .made), (.allowed, .allowed): break
    case (.entered, .made): return (.account, .splits)
    case (.made, .entered): return (.account, .reachesMore)
    case (.refused, .entered): return (.oldRefuses, .reachesMore)
    case (.refused, .made), (.refused, .allowed): return (.oldRefuses, .guardsLess)
    case (.entered, .refused): return (.newRefuses, .reachesLess)
    case (.made, .refused), (.allowed, .refused): return (.newRefuses, .guardsMore)
    case (.allowed, .entered): return (.session, .reachesMore)
    case (.entered, .allowed): return (.session, .reachesLess)
    case (.made, .allowed): return (.account, .createsLess)
    case (.allowed, .made): return (.account, .createsMore)
    }
    if methods.count != other.methods.count {
      return (.account, methods.count < other.methods.count ? .splits : .createsLess)
    }
    if zip(methods, other.methods).contains(where: { !$1.subtracting($0).isEmpty }) {
      return (.methods, .dropsLess)
    }
    let hasLost = zip(methods, other.methods).contains { !$0.subtracting($1).isEmpty }
    return hasLost ? (.methods, .dropsMore) : nil
  }

  /// What kind of change another end of the same sequence is; nil where they are alike.
  func change(to other: SequenceEnding) -> ChangeKind? { difference(to: other)?.kind }
}
