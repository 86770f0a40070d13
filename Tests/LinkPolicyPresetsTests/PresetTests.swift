import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyYAML
import Testing

@Suite("Shipped policies")
struct PresetTests {
  /// The emulator's disabled accounts are written before they are refused, which `check` notes.
  @Test("every shipped policy loads without a finding and has the name it is found by")
  func clean() throws {
    for name in Presets.names {
      let policy = try Presets.compiled(named: name)
      let isEmulator = name == "firebase-emulator"
      let findings = policy.warnings.filter { !isEmulator || $0.level != .note }
      #expect(findings.isEmpty, "\(name): \(findings)")
      #expect(policy.name == name)
    }
  }

  @Test("the names are in alphabetical order, and each has a text")
  func names() {
    #expect(
      Presets.names == [
        "firebase", "firebase-emulator", "hardened", "hardened-events", "identity-platform",
      ])
    #expect(Presets.names == Presets.names.sorted())
    for name in Presets.names {
      #expect(Presets.yaml(named: name)?.isEmpty == false, "\(name)")
    }
  }

  @Test("a name that no policy has is refused with those that are known")
  func unknown() {
    #expect(Presets.yaml(named: "fierbase") == nil)
    #expect(Presets.policy(named: "fierbase") == nil)
    #expect(Presets.image(named: "") == nil)
    #expect(throws: InvalidInput.self) { try Presets.compiled(named: "fierbase") }
    #expect(throws: InvalidInput.self) { try Presets.text(named: "") }
  }

  @Test("the accessors give the policies of their names")
  func accessors() {
    #expect(Presets.firebase.name == "firebase")
    #expect(Presets.firebaseEmulator.name == "firebase-emulator")
    #expect(Presets.hardened.name == "hardened")
    #expect(Presets.hardenedEvents.name == "hardened-events")
    #expect(Presets.identityPlatform.name == "identity-platform")
    for name in Presets.names {
      #expect(Presets.policy(named: name)?.name == name)
    }
  }

  /// After a change to a shipped policy, to the format or to the engine's facts: `make images`.
  @Test("each image is what its text compiles to, byte for byte", arguments: Presets.names)
  func images(name: String) throws {
    let policy = try Presets.compiled(named: name)
    let isSame = Presets.image(named: name) == policy.image
    #expect(isSame, "make the images again: make images")
  }

  @Test("images stay small")
  func sizes() {
    for name in Presets.names {
      #expect(Presets.image(named: name)?.count ?? .max < 96 << 10, "\(name)")
    }
  }

  @Test("no two policies have one digest, and a policy has the same at each call")
  func digests() throws {
    let digests = try Presets.names.map { try Presets.compiled(named: $0).digest.text }
    #expect(Set(digests).count == Presets.names.count)
    #expect(Presets.firebase.digest.text == digests[0])
  }

  @Test("a policy that extends a shipped one by name finds it")
  func finder() throws {
    let text = "linkpolicy: 1\nname: own\nextends: identity-platform\n"
    let policy = try Policy(
      PolicyText(Array(text.utf8), name: "own.yaml", finder: Presets.finder).document)
    #expect(policy.name == "own")
    #expect(policy.digest.text != Presets.identityPlatform.digest.text)
  }
}
