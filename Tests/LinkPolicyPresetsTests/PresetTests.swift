import LinkPolicy
import LinkPolicyPresets
import LinkPolicyYAML
import Testing

@Suite("Shipped policies")
struct PresetTests {
  /// The emulator's disabled accounts are written before they are refused, which `check` notes.
  @Test("every shipped policy loads without a finding and has the name it is found by")
  func clean() throws {
    for name in Presets.names {
      let policy = try Presets.policy(named: name)
      let isEmulator = name == "firebase-emulator"
      let findings = policy.warnings.filter { !isEmulator || $0.level != .note }
      #expect(findings.isEmpty, "\(name): \(findings)")
      #expect(policy.name == name)
    }
  }

  @Test("the names are in alphabetical order, and each has a text")
  func names() {
    #expect(Presets.names == ["firebase", "firebase-emulator", "hardened", "identity-platform"])
    #expect(Presets.names == Presets.names.sorted())
    for name in Presets.names {
      #expect(Presets.yaml(named: name)?.isEmpty == false, "\(name)")
    }
  }

  @Test("a name that no policy has is refused with those that are known")
  func unknown() {
    #expect(Presets.yaml(named: "fierbase") == nil)
    #expect(throws: InvalidInput.self) { try Presets.policy(named: "fierbase") }
    #expect(throws: InvalidInput.self) { try Presets.text(named: "") }
  }

  @Test("the accessors give the policies of their names")
  func accessors() throws {
    #expect(try Presets.firebase().name == "firebase")
    #expect(try Presets.firebaseEmulator().name == "firebase-emulator")
    #expect(try Presets.identityPlatform().name == "identity-platform")
  }

  @Test("no two policies have one digest, and a policy has the same at each call")
  func digests() throws {
    let digests = try Presets.names.map { try Presets.policy(named: $0).digest.text }
    #expect(Set(digests).count == Presets.names.count)
    #expect(try Presets.firebase().digest.text == digests[0])
  }

  @Test("a policy that extends a shipped one by name finds it")
  func finder() throws {
    let text = "linkpolicy: 1\nname: own\nextends: identity-platform\n"
    let policy = try Policy(
      PolicyText(Array(text.utf8), name: "own.yaml", finder: Presets.finder).document)
    #expect(policy.name == "own")
    #expect(policy.digest.text != (try Presets.identityPlatform().digest.text))
  }
}
