internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The option `--setting NAME=VALUE`, which gives a setting one value.
struct SettingOption {
  /// The names and values in the given order; each name occurs once.
  let values: [(name: String, value: String)]

  /// Returns the option `--setting` with a help text for one command.
  static func option(_ help: String) -> Option {
    Option.value("--setting", "NAME=VALUE", summary: help).repeatable
  }

  /// Reads the option `--setting`.
  ///
  /// - Throws: ``UsageError`` if a value has no `=`, or if a name is repeated.
  init(_ arguments: Arguments) throws(UsageError) {
    var values: [(name: String, value: String)] = []
    for given in arguments.values("--setting") {
      let parts = given.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw arguments.error("`--setting` takes NAME=VALUE, not `\(given)`")
      }
      let name = String(parts[0])
      guard !values.contains(where: { $0.name.hasSameBytes(as: name) }) else {
        throw arguments.error("`--setting` gives `\(name)` two values; give it one")
      }
      values.append((name, String(parts[1])))
    }
    self.values = values
  }

  /// Returns the problem with the settings under a policy, or nil if the settings are valid.
  func refusal(under policy: CompiledPolicy) -> String? {
    let settings = policy.document.settings
    for (name, value) in values {
      guard let setting = settings.first(where: { $0.name.value == Name(name) }) else {
        let known = settings.map { $0.name.value.text }
        return known.isEmpty
          ? "the policy has no setting `\(name)`; it declares no settings"
          : "the policy has no setting `\(name)`; its settings are \(known.joined(separator: ", "))"
      }
      let values = setting.values.map { $0.value.text }
      guard values.contains(where: { $0.hasSameBytes(as: value) }) else {
        return
          "the setting `\(name)` has no value `\(value)`; its values are \(values.joined(separator: ", "))"
      }
    }
    return nil
  }
}
