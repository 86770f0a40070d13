import LinkPolicy

/// Who makes an attempt: whose the address is, or who wants what is behind it.
enum Person: Int, CaseIterable {
  case owner, attacker

  /// The word for this person in an episode.
  var word: String {
    switch self {
    case .owner: "owner"
    case .attacker: "attacker"
    }
  }

  /// The subjects that providers assert of this person; two, as of somebody with two accounts there.
  var subjects: [String] {
    switch self {
    case .owner: ["owner-1", "owner-2"]
    case .attacker: ["attacker-1", "attacker-2"]
    }
  }

  /// The names that this person states: the attacker knows the owner's.
  var names: [String] {
    switch self {
    case .owner: ["olga"]
    case .attacker: ["eve", "olga"]
    }
  }

  /// Whether a subject of some provider is this person's.
  func isAsserted(as subject: String) -> Bool {
    subjects.contains { $0.hasSameBytes(as: subject) }
  }
}
