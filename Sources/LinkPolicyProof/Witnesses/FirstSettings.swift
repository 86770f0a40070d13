internal import LinkPolicy
import LinkPolicyAuthoring

/// The settings of a proof that plays no combination of them: those that are given, and the first value of every other.
struct FirstSettings {
  private let settings: Range<Int>
  private let given: FactLimits

  init(_ model: AdversaryModel) {
    settings = model.policy.vocabulary.schema.settings
    given = model.settings
  }

  /// Limits with the settings at these values.
  func limiting(_ limits: FactLimits) -> FactLimits {
    var limits = limits
    for setting in settings where given[setting] == nil {
      limits.limit(setting, to: 0)
    }
    return limits
  }

  /// Whether a move is made under these values.
  func allow(_ move: StoryMove) -> Bool {
    switch move {
    case .wait, .enrol: true
    case .attempt(_, let facts):
      facts.allSatisfy { fact in
        !settings.contains(fact.fact) || given[fact.fact] != nil || fact.value == 0
      }
    }
  }
}
