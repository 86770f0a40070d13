import LinkPolicy
import LinkPolicyPresets
import LinkPolicyYAML
import Testing

@testable import LinkPolicyReview

@Suite("What two policies can read at once")
struct JointPossibilityTests {
  @Test("policies of which each declares providers and relays of its own are compared")
  func ownNames() throws {
    let (firebase, emulator) = (
      try Presets.compiled(named: "firebase"), try Presets.compiled(named: "firebase-emulator")
    )
    for (old, new) in [(firebase, emulator), (emulator, firebase)] {
      let difference = try PolicyDifference(old: old, new: new)
      #expect(!difference.isEqual && !difference.changes.isEmpty)
    }
  }
}
