internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The address, or the declared identifier instead of an address, by which a password attempt finds its account.
struct PasswordFinder {
  let table: AnswerTable
  let vocabulary: Vocabulary

  /// Whether an attempt with a password must state an address, or an identifier by which the action searches its
  /// account.
  var isRequired: Bool {
    switch table.action.addressPresence(.password) {
    case .required: true
    case .none, .byKind, .optional: false
    }
  }

  /// Limits the facts of an attempt to values that the attempt can state.
  ///
  /// An attempt whose password is checked states either an address or one identifier by which the action searches. The
  /// stated address or identifier determines whose password is compared.
  ///
  /// - Parameters:
  ///   - limits: the fact limits of the attempt.
  ///   - finder: the index of the identifier that finds the account; nil if the attempt states no identifier.
  func limit(_ limits: inout FactLimits, by finder: Int?) {
    let isAlone = isRequired && table.action.checksSecret
    for identifier in vocabulary.testedIdentifiers {
      let fact = vocabulary.fact(ofIdentifier: identifier)
      if identifier == finder {
        limits.limit(fact, to: IdentifierValue.stated)
      } else if isAlone, finder != nil || table.searched.contains(identifier) {
        limits.limit(fact, to: IdentifierValue.absent.rawValue)
      }
    }
    if finder != nil {
      limits.limit(.address, to: FactValue.Address.absent)
      limits.limit(EngineFact.domain.rawValue, to: vocabulary.domains.absent)
    }
  }
}

extension FactValue.Address {
  /// The values of the fact `address` in attempts that state an address.
  static var stated: ValueSet {
    ValueSet(allCases.filter { $0 != .absent }.map { $0.rawValue })
  }
}
