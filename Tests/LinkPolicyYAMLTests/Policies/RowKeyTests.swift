import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

@Suite("Keys of a row")
struct RowKeyTests {
  private func findings(_ entry: String) -> [Diagnostic] {
    let text = """
      linkpolicy: 1
      name: keys
      providers: {p: {kind: federated}}
      decisions:
        sign-in.federated:
          rows:
            - {\(entry)}
            - {id: b, refuse: no}
      errors: {no: {}}

      """
    do throws(InvalidInput) {
      _ = try CompiledPolicy(yaml: Array(text.utf8), name: "keys.yaml")
      return []
    } catch {
      return error.diagnostics
    }
  }

  @Test("a misspelled key is read as a fact, and the message names the key")
  func misspelled() throws {
    for key in RowDeclaration.keys {
      let wrong = key.text + "x"
      let found = try #require(
        findings("id: a, credential: known, do: [], \(wrong): no").first {
          $0.message == "unknown fact `\(wrong)`"
        }, "\(key)")
      // The keys of two letters are as close to a longer one.
      #expect(key.bytes.count < 3 || found.help == "did you mean `\(key)`?", "\(key)")
    }
    let close = findings("id: a, credential: known, refuze: no")
    #expect(close.contains { $0.help == "did you mean `refuse`?" })
  }

  @Test("no key is read as a fact")
  func keys() {
    for key in RowDeclaration.keys where key != "id" {
      let found = findings("id: a, credential: known, \(key): no")
      #expect(!found.contains { $0.message.hasPrefix("unknown fact") }, "\(key)")
    }
  }
}
