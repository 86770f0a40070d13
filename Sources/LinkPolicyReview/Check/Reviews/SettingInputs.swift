internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// The review of settings that a policy uses as inputs of attempts.
///
/// A setting is a switch of a project, tenant or provider. A change of a setting makes tickets stale, and `prove`
/// assumes that the service can choose the setting's value. The review recognizes a misused setting by values such as
/// `mismatched`, which the engine's facts use for attempts and checks.
struct SettingInputs {
  private let document: PolicyDocument

  /// The words for the content of attempts and for the results of checks, such as `mismatched`.
  private static let words: Set<Name> = {
    var words: Set<Name> = []
    for description in FactDescription.all where description.stated != nil {
      words.formUnion(description.values)
    }
    words.formUnion(FactValue.LinkAddress.allCases.map { $0.word })
    words.formUnion(FactValue.CodeValue.allCases.map { $0.word })
    // Words such as `enabled` and `allowed` are usual in settings, because a service can enable a feature for all
    // attempts.
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
          + "` is not a choice that a service makes for all attempts", at: word.position,
        help:
          "declare an input under `inputs:` with `by:`, so that attempts state the value and `prove` knows the party that supplies it"
      )
    }
  }
}
