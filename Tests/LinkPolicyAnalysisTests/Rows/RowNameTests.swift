import LinkPolicy
import Testing

@testable import LinkPolicyExploration

@Suite struct RowNameTests {
  @Test func rowsSortByTableThenId() {
    let names = [
      RowName(table: "sign-up", id: "free"), RowName(table: "guards", id: "z"),
      RowName(table: "guards", id: "a"),
    ]
    #expect(names.sorted().map(\.text) == ["guards/a", "guards/z", "sign-up/free"])
  }
}
