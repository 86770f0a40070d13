internal import LinkPolicy

/// A check that determines whether another policy rejects a recorded setting or input as malformed.
///
/// A policy rejects a value that it does not declare. A policy also rejects an attempt that omits a required input, or
/// that states a second factor for an account without a second factor.
struct StatementCheck: Sendable {
  /// The other policy's reaction to an attempt with a recorded value.
  private enum Treatment {
    case accepted
    case rejected
    /// The policy rejects the attempt if the account has no second factor.
    case rejectedWithoutFactor
  }

  /// The share of a record's possible attempts that the other policy rejects: none, some or all.
  enum Rejection {
    case none
    case some
    case all
  }

  /// The name of the fact, such as `input.second`.
  let name: Name
  /// The index of the fact in the schema of the recording policy.
  private let fact: Int
  /// For each value of the fact, the other policy's reactions to attempts with this value.
  private let treatments: [[Treatment]]

  /// Returns the checks that can reject an attempt, for the settings and inputs that both policies declare.
  static func all(from: FactSchema, to: FactSchema) -> [StatementCheck] {
    (from.settings.lowerBound..<from.inputs.upperBound).compactMap { fact in
      let name = from.facts[fact].name
      guard let other = to.index(of: name) else { return nil }
      let treatments = from.facts[fact].values.indices.map { value in
        var treatments: [Treatment] = []
        switch to.facts[other].value(named: from.facts[fact].values[value]) {
        case nil: treatments.append(.rejected)
        case 0?: treatments.append(.accepted)
        case _?:
          // The recording policy may have checked already that the account has a second factor.
          let isChecked =
            !to.factorInputs.contains(other) || (from.factorInputs.contains(fact) && value != 0)
          treatments.append(isChecked ? .accepted : .rejectedWithoutFactor)
        }
        // The first value also represents an attempt that does not state the setting or input.
        if value == 0, !from.requiredInputs.contains(fact) {
          treatments.append(to.requiredInputs.contains(other) ? .rejected : .accepted)
        }
        return treatments
      }
      return treatments.joined().allSatisfy { $0 == .accepted }
        ? nil : StatementCheck(name: name, fact: fact, treatments: treatments)
    }
  }

  /// Returns whether the other policy rejects none, some or all of the attempts with the recorded values.
  ///
  /// - Parameters:
  ///   - values: for each fact of the recording policy, the recorded value; nil for a fact that is not recorded.
  ///   - hasFactor: whether the account has a second factor; nil if unknown.
  /// - Returns: whether the policy rejects none, some or all of the attempts that the record can represent.
  func rejection(of values: [Int?], hasFactor: Bool?) -> Rejection {
    let possible = values[fact].map { treatments[$0] } ?? treatments.flatMap { $0 }
    var (rejects, accepts) = (false, false)
    for treatment in possible {
      switch treatment {
      case .accepted: accepts = true
      case .rejected: rejects = true
      case .rejectedWithoutFactor:
        rejects = rejects || hasFactor != true
        accepts = accepts || hasFactor != false
      }
    }
    guard rejects else { return .none }
    return accepts ? .some : .all
  }
}
