internal import LinkPolicy
internal import LinkPolicyJSON

/// Why a sequence of one system is not played under the other.
package struct LeftOut: Error, Hashable, Sendable {
  /// The system that cannot be asked.
  package var side: Side
  /// What it cannot be asked, in words that follow its name.
  package var reason: String

  init(_ side: Side, _ reason: String) {
    self.side = side
    self.reason = reason
  }

  init(_ obstacle: SystemTranslation.Obstacle, under side: Side) {
    switch obstacle {
    case .provider(let id, let kind):
      let words = kind.map { " with kind \($0.name.text)" } ?? ""
      self.init(side, "has nothing for the provider `\(id)`\(words)")
    case .settingValue(let name, let value):
      self.init(side, "has nothing for `\(value)` of the setting `\(name)`")
    case .claimValue(let name, let value):
      self.init(side, "has nothing for `\(value)` of the claim `\(name)`")
    }
  }

  init(_ error: InputError, under side: Side) {
    self.init(side, "takes an attempt for malformed: \(error.reason.word.text)")
  }
}
