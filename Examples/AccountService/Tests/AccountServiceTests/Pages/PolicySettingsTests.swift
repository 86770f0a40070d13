internal import LinkPolicy
internal import LinkPolicyPresets
internal import Testing

@testable internal import AccountService

/// The policy of the service.
enum Policies {
  static var hardened: Policy { Presets.hardened }
}

@Suite struct PolicySettingsTests {
  private func isDeclared(_ name: String, _ value: String) -> Bool {
    let lookup = try? Policies.hardened.lookup(
      for: Attempt(Action("reload")), by: .session("s"), under: Settings([(name, value)]))
    return lookup != nil
  }

  @Test func thePolicyDeclaresEachSettingOfThePage() {
    for setting in PolicySettings.all {
      for value in setting.values {
        #expect(isDeclared(setting.name, value), "\(setting.name): \(value)")
      }
      #expect(!isDeclared(setting.name, "something-else"))
    }
  }
}
