internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// The settings that are used as inputs of attempts.
///
/// A setting is a switch of a project, tenant or provider: a change ends tickets, and `prove` assumes that the service
/// can choose its value. The review recognizes such a setting by its values: the engine's facts use these words if an
/// attempt carries something or a check passed.
struct SettingInputs {
  private let document: PolicyDocument

  /// The words for what an attempt carries and for the results of checks.
  private static let words: Set<Name> = {
    var words: Set<Name> = []
    for description in FactDescription.all where description.stated != nil {
      words.formUnion(description.values)
    }
    words.formUnion(FactValue.LinkAddress.allCases.map { $0.word })
    words.formUnion(FactValue.CodeValue.allCases.map { $0.word })
    // A service enables or disables a feature, allows or refuses, and has none of it for all attempts.
    return words.subtracting([
      "enabled", "disabled", "allowed", "refused", "on", "off", "none", "unknown",
    ])
  }()

  init(_ policy: CompiledPolicy) {
    document = policy.document
  }

  var findings: [Diagnostic] {
    document.settings.compactMap { setting in
      guard let word = setting.values.first(where: { Self.words.contains($0.value) }) else {
        return nil
      }
      return Diagnostic(
        .settingAsInput, .warning,
        "setting `" + setting.name.value.text + "` describes an attempt: `" + word.value.text
          + "` is no choice of a service for all attempts", at: word.position,
        help:
          "declare it under `inputs:` with `by:`, so that attempts state it and `prove` knows who supplies it"
      )
    }
  }
}
