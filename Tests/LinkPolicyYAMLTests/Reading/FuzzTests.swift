import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyYAML

@Suite("Any bytes end well")
struct FuzzTests {
  static let valid = Array(
    """
    linkpolicy: 1 # é
    providers:
      "saml.*": {kind: federated, gives: [email, 'na me']}
      ü: {kind: "a\\u00e9\\n", do: [drop: [x, y], z]}
    rows:
      - {id: a, address: {not: absent},
         do: []}
      # comment
      - given: {a: b}
        rows:
          - {id: c}

    """.utf8)

  /// Whatever the bytes, a reading without an error has a tree, and every place lies in the file.
  private func check(_ bytes: [UInt8]) {
    let (reading, diagnostics) = read(bytes)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let isSound = diagnostics.allSatisfy { diagnostic in
      guard let position = diagnostic.position else { return diagnostic.level == .note }
      guard (1...lines.count).contains(position.line) else { return false }
      let width = String(decoding: lines[position.line - 1], as: UTF8.self).unicodeScalars.count
      return (1...(width + 1)).contains(position.column)
    }
    let isBounded = reading.statistics.events <= 2 * bytes.count + 8
    if !isSound || !isBounded || diagnostics.isEmpty && reading.root == nil {
      Issue.record(
        "\(String(decoding: bytes, as: UTF8.self).debugDescription): \(diagnostics.map(\.place))")
    }
  }

  @Test("every prefix of a document")
  func truncated() {
    #expect(read(Self.valid).1.isEmpty)
    for length in 0...Self.valid.count {
      check(Array(Self.valid.prefix(length)))
    }
  }

  @Test("random bytes, and random YAML characters")
  func random() {
    var generator = SeededGenerator(seed: 1)
    let alphabet = Array("ab:-?,[]{}#&*!|>'\"%@` \n\n\t\r\\0xé\u{FEFF}".utf8)
    for round in 0..<6000 {
      let bytes = (0..<generator.below(60)).map { _ in
        round.isMultiple(of: 3)
          ? UInt8(generator.below(256)) : alphabet[generator.below(alphabet.count)]
      }
      check(bytes)
    }
    #expect(generator.next() != 0)
  }

  @Test("documents with a few bytes changed")
  func mutated() {
    var generator = SeededGenerator(seed: 2)
    let alphabet = Array("ab:-?,[]{}#&*!|>'\"% \n\t\r\\0\u{85}\u{202E}".utf8)
    for _ in 0..<4000 {
      var bytes = Self.valid
      for _ in 0...generator.below(4) {
        let index = generator.below(bytes.count)
        switch generator.below(3) {
        case 0: bytes[index] = alphabet[generator.below(alphabet.count)]
        case 1: bytes.insert(alphabet[generator.below(alphabet.count)], at: index)
        default: bytes.removeSubrange(index..<min(bytes.count, index + generator.below(9)))
        }
      }
      check(bytes)
    }
    #expect(generator.next() != 0)
  }
}
