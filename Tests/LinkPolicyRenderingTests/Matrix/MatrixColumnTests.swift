import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyRendering

@Suite("Columns of the matrix")
struct MatrixColumnTests {
  @Test("every state that an arriving sign-in can meet is in one column and no other")
  func partition() throws {
    var met: Set<String> = []
    // In the last of them an account can hold an address that is not its own.
    for name in ["reset-with-code", "tenant-restriction", "unrelated", "supabase"] {
      try check(Sketches.policy(name), &met)
    }
    #expect(Set(MatrixColumn.all.map { $0.title }).subtracting(met).isSubset(of: ["several"]))
    #expect(Set(MatrixColumn.all.map { $0.title }).count == MatrixColumn.all.count)
  }

  private func check(_ policy: CompiledPolicy, _ met: inout Set<String>) throws {
    let position = SourcePosition(line: 1, column: 1)
    for (index, table) in policy.storage.tables.enumerated() {
      guard policy.vocabulary.actions[table.action].name == "sign-in" else { continue }
      for facts in BruteForce.vectors(ofTable: index, policy) {
        // Who arrives has no session, and so nothing of his own yet.
        guard facts[.credential] != FactValue.CredentialValue.own.rawValue,
          facts[.credential] != FactValue.CredentialValue.new.rawValue
            || facts[.address] != FactValue.Address.own.rawValue
        else { continue }
        let columns = MatrixColumn.all.filter { column in
          column.conditions(at: position).allSatisfy { $0.holds(facts) }
        }
        #expect(columns.count == 1, "\(columns.map { $0.title })")
        met.formUnion(columns.map { $0.title })
        guard let column = columns.first,
          facts[.credential] == FactValue.CredentialValue.new.rawValue
        else { continue }
        let isHeld = [FactValue.Address.taken, .several].contains { $0.rawValue == facts[.address] }
        #expect(column.isAddressHeld == isHeld, "\(column.title)")
      }
    }
  }

  @Test("an account that holds the credential is the sign-in's own, whatever its address is")
  func own() {
    let known = MatrixColumn.all.filter { $0.credential != .new }
    #expect(known.map { $0.title } == ["its own", "gone"])
    #expect(known.allSatisfy { !$0.isAddressHeld && $0.addresses.isEmpty && $0.accounts.isEmpty })
  }
}
