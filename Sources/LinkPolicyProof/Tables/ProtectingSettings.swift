internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The combinations of a policy's settings under which nothing may be shown about whether an address
/// is known.
///
/// No setting has a name of its own here: a policy protects where some combination does.
struct ProtectingSettings: Sendable {
  /// One value of some settings that are not given.
  typealias Change = (name: String, value: String)

  private static let limit = 4096

  /// The changes from the first values, none before few before many.
  let changes: [[Change]]
  /// Whether there are more combinations than are looked at.
  let isCut: Bool

  /// The combinations of a policy under settings of which some are given.
  ///
  /// - Parameters:
  ///   - policy: the policy.
  ///   - relevant: the settings that make a difference, as facts.
  ///   - given: those that have one value.
  init(_ policy: CompiledPolicy, relevant: ValueSet, given: Settings) {
    var changes: [[Change]] = [[]]
    var isCut = false
    let first = policy.vocabulary.schema.settings.lowerBound
    for (place, setting) in policy.document.settings.enumerated()
    where relevant.contains(first + place)
      && !given.values.contains(where: { setting.name.value == Name($0.name) })
    {
      let further = setting.values.dropFirst().map { value in
        (name: setting.name.value.text, value: value.value.text)
      }
      guard changes.count * (further.count + 1) <= Self.limit else {
        isCut = true
        continue
      }
      changes += further.flatMap { change in changes.map { $0 + [change] } }
    }
    self.changes = changes.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }.map { $0.element }
    self.isCut = isCut
  }

  /// Each combination whole, with what is given.
  func all(given: Settings) -> [Settings] {
    changes.map { changes in
      var settings = given
      settings.values += changes.map { (name: $0.name, value: $0.value) }
      return settings
    }
  }
}
