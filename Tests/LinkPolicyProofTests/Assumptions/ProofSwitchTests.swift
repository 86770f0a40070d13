import Testing

@testable import LinkPolicyProof

@Suite("Switches")
struct ProofSwitchTests {
  @Test("each has the words it has, and sets what it is about alone", arguments: ProofSwitch.all)
  func words(one: ProofSwitch) {
    let usual = ProofEnvironment()
    #expect(one.values.contains(usual[one]))
    for value in one.values {
      var environment = usual
      let isSet = environment.set(one, value)
      #expect(isSet && environment[one] == value)
      let changed = ProofSwitch.all.filter { environment[$0] != usual[$0] }
      // Whatever else changes is another way to say the same.
      #expect(changed.contains(one) == (value != usual[one]))
      #expect(
        changed.allSatisfy { $0 == one || $0.exclusion != nil && $0.exclusion == one.exclusion })
    }
    var environment = usual
    let isSet = environment.set(one, "sometimes")
    #expect(!isSet && environment == usual)
  }

  @Test("each has a name of its own, by which it is found")
  func names() {
    #expect(Set(ProofSwitch.all.map { $0.name }).count == ProofSwitch.all.count)
    for one in ProofSwitch.all {
      #expect(ProofSwitch(named: one.name) == one)
    }
    #expect(ProofSwitch(named: "tides") == nil)
    #expect(ProofSwitch.words == ["on", "off", "before", "during"])
  }
}
