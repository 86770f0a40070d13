import LinkPolicy
import Testing

@testable import LinkPolicyReview

@Suite("Conditions of boxes")
struct BoxConditionTests {
  @Test("are written as a policy writes them")
  func text() {
    func text(_ values: [Name], isNegated: Bool) -> String {
      BoxCondition(fact: "address", values: values, isNegated: isNegated).text
    }
    #expect(text(["free"], isNegated: false) == "address: free")
    #expect(text(["free", "own"], isNegated: false) == "address: [free, own]")
    #expect(text(["free"], isNegated: true) == "address: {not: free}")
    #expect(text(["free", "own"], isNegated: true) == "address: {not: [free, own]}")
  }
}
