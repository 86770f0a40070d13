import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyExploration

@Suite("Numbers of rows")
struct RowNumbersTests {
  @Test("guards come first, then the rows of each table, and each is found by its number")
  func order() throws {
    let policy = try Sketches.policy("unrelated")
    let numbers = RowNumbers(policy)
    #expect(
      numbers.names.map { $0.text } == [
        "guards/no-session", "guards/staff-link", "guards/no-guests", "sign-in/lost",
        "sign-in/known", "sign-in/boards", "sign-in/berth-taken", "sign-in/joins",
        "sign-in/visits", "link/mine", "link/theirs", "link/lost", "link/adds",
        "sign-out/leaves",
      ])
    #expect(numbers.guardCount == 3 && numbers.count == 14)
    #expect(numbers.positions.count == 14)
    let lines = numbers.positions.map { $0.line }
    #expect(lines == lines.sorted() && Set(lines).count == 14)
    for (table, compiled) in policy.storage.tables.enumerated() {
      for (row, declared) in compiled.rows.enumerated() {
        let number = numbers.number(table: table, row: row)
        #expect(numbers.names[number] == RowName(table: compiled.key, id: declared.id))
        #expect(numbers.positions[number] == declared.position)
        #expect(numbers.number(.row(row), table: table) == number)
      }
      for guarding in policy.storage.guards.indices {
        #expect(numbers.number(.guarding(guarding), table: table) == guarding)
        #expect(numbers.number(.would(guarding, row: 0), table: table) == guarding)
      }
      #expect(numbers.number(.impossible, table: table) == nil)
      #expect(numbers.number(.cannotOccur, table: table) == nil)
    }
  }
}
