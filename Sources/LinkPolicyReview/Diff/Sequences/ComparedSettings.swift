package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration

/// The settings that every attempt of a comparison states, in the names of each system.
package struct ComparedSettings: Sendable {
  /// An error for a setting that no system declares, or for a value that a system lacks.
  package struct ComparisonSettingError: Error, Sendable {
    /// The problem and its solution, as a text without a period.
    package var message: String
  }

  /// The settings of each system, in the names of that system.
  package let sides: Sides<Settings>

  /// Creates settings for a comparison in which every attempt can choose its settings.
  package init() {
    sides = Sides { _ in Settings() }
  }

  /// Reads settings, each with its name in the old system.
  ///
  /// A setting that only the new system declares has its name in the new system.
  ///
  /// - Parameters:
  ///   - given: the names of the settings with their values, such as `client-create` with `allowed`.
  ///   - policies: the policies of both systems.
  ///   - map: the map of names; nil if the comparison has no map.
  /// - Throws: ``ComparisonSettingError`` if no system has the setting, if the setting cannot have the given value, or
  ///   if the value has no counterpart in the other system.
  package init(
    _ given: [(name: String, value: String)], of policies: Sides<CompiledPolicy>,
    by map: SystemMap?
  ) throws(ComparisonSettingError) {
    let translation = SystemTranslation(map, policies)
    var sides = Sides { _ in Settings() }
    for (name, value) in given {
      let side = try Self.side(declaring: name, policies)
      let values = policies[side].document.settings.first { $0.name.value == Name(name) }?.values
      let known = (values ?? []).map { $0.value.text }
      guard known.contains(where: { $0.hasSameBytes(as: value) }) else {
        throw ComparisonSettingError(
          message:
            "the setting `\(name)` has no value `\(value)`; its values are \(known.joined(separator: ", "))"
        )
      }
      sides[side].values.append((name: name, value: value))
      guard let other = translation.settings.counterpart(of: Name(name), on: side) else { continue }
      let words = translation.settingValues[side == .old ? Name(name) : other]
      guard let counterpart = words?.counterpart(of: Name(value), on: side) else {
        throw ComparisonSettingError(
          message:
            "`\(value)` of the setting `\(name)` has no counterpart in \(side.other.rawValue); map the value with `--map`"
        )
      }
      sides[side.other].values.append((name: other.text, value: counterpart.text))
    }
    self.sides = sides
  }

  private static func side(
    declaring name: String, _ policies: Sides<CompiledPolicy>
  ) throws(ComparisonSettingError) -> Side {
    let declared = Sides { side in policies[side].document.settings.map { $0.name.value } }
    if let side = Side.allCases.first(where: { declared[$0].contains(Name(name)) }) {
      return side
    }
    let known = declared.old + declared.new.filter { !declared.old.contains($0) }
    throw ComparisonSettingError(
      message: known.isEmpty
        ? "neither policy has the setting `\(name)`; the policies declare no settings"
        : "neither policy has the setting `\(name)`; the declared settings are "
          + known.map { $0.text }.joined(separator: ", "))
  }

  /// Returns whether every attempt states the setting of one system.
  func isGiven(_ name: String, on side: Side) -> Bool {
    sides[side].values.contains { $0.name.hasSameBytes(as: name) }
  }
}

/// A setting without which a sequence would end alike in two systems.
///
/// The sequence ends alike in both systems if every attempt has the setting's default.
package enum DecisiveSetting: Hashable, Sendable {
  /// A declared setting, by its name in the old system if the old system has the setting.
  case setting(Name)
  /// The service's switch that disables a sign-in method; the service states the switch with the attempt.
  case method

  /// The name of the setting in conditions of a policy, such as `setting.tide` or `method`.
  package var name: String {
    switch self {
    case .setting(let name): "setting." + name.text
    case .method: "method"
    }
  }
}

extension SystemTranslation {
  /// Returns the other system's name for a setting of one system; nil if the setting has no counterpart.
  func counterpart(of setting: DecisiveSetting, on side: Side) -> DecisiveSetting? {
    switch setting {
    case .setting(let name): settings.counterpart(of: name, on: side).map { .setting($0) }
    case .method: .method
    }
  }
}

extension StepSequence {
  /// The settings that at least one attempt states, and ``DecisiveSetting/method`` if an attempt disables a method.
  ///
  /// The settings have the names of the system to which this sequence belongs.
  var statedSettings: [DecisiveSetting] {
    var found: [DecisiveSetting] = []
    for case .attempt(let attempt) in steps.map({ $0.content }) {
      let names = attempt.caller.settings.values.map { DecisiveSetting.setting(Name($0.name)) }
      let method: [DecisiveSetting] = attempt.caller.isMethodEnabled ? [] : [.method]
      found += (names + method).filter { !found.contains($0) }
    }
    return found
  }

  /// Returns the sequence with the setting left at its default in every attempt.
  func leaving(_ setting: DecisiveSetting) -> StepSequence {
    var plain = self
    for index in plain.steps.indices {
      guard case .attempt(var attempt) = plain.steps[index].content else { continue }
      switch setting {
      case .setting(let name):
        attempt.caller.settings.values.removeAll { Name($0.name) == name }
      case .method: attempt.caller.isMethodEnabled = true
      }
      plain.steps[index].content = .attempt(attempt)
    }
    return plain
  }
}
