internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON

extension Certificate {
  /// Everything that an attempt can say: facts with their values, actions, purposes of codes, effects.
  var vocabulary: JSONValue {
    let vocabulary = proof.policy.vocabulary
    let facts = vocabulary.schema.facts.map { fact in
      JSONMember(fact.name, .array(fact.values.map { .string($0) }))
    }
    let actions = vocabulary.actions.map { JSONMember($0.name, json(of: $0)) }
    let purposes = vocabulary.purposes.purposes.map { purpose in
      JSONMember(
        purpose.purpose.name,
        .object([
          "to": .string(purpose.treatment.recipient.word),
          "for": .string(purpose.treatment.owner.word),
          "stale": .string(purpose.treatment.staleness.word),
        ]))
    }
    return .object([
      "facts": JSONValue(.object(facts)), "actions": JSONValue(.object(actions)),
      "purposes": JSONValue(.object(purposes)),
      "effects": .array(EffectWord.allCases.map { .string($0.name) }),
    ])
  }

  private func json(of action: ActionDefinition) -> JSONValue {
    let pointsTo =
      switch action.pointsTo {
      case .session: "session"
      case .target: "target"
      case .code: "code"
      case .credential: "credential"
      }
    let address =
      switch action.address {
      case .none: "none"
      case .optional: "optional"
      case .required: "required"
      case .byKind: "by-kind"
      }
    return .object([
      "pointsTo": .string(pointsTo), "kinds": .array(action.kinds.kinds.map { .string($0.name) }),
      "address": .string(address), "takes": action.takes.map { .string($0.name) } ?? .null,
    ])
  }
}
