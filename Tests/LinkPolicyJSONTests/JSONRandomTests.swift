import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyJSON

@Suite struct JSONRandomTests {
  @Test func whatIsWrittenIsReadBack() throws {
    var random = SeededGenerator(seed: 1)
    for round in 0..<3000 {
      let value = RandomValue.make(depth: 6, &random)
      for layout in [JSONWriter.Layout.compact, .pretty] {
        var writer = JSONWriter(layout)
        writer.value(value)
        let bytes = writer.take()
        let document = try JSONDocument(bytes, name: "round")
        #expect(document.root == value, "round \(round)")
        var again = JSONWriter(layout)
        again.value(document.root)
        #expect(again.take() == bytes, "round \(round)")
        #expect(layout == .pretty || !bytes.contains(0x0A))
      }
    }
  }

  @Test func randomBytesNeitherCrashNorHang() {
    var random = SeededGenerator(seed: 2)
    let alphabet =
      Array("{}[]\":,\\u0dD8eE+-.1tfnrul \n\t/#'".utf8) + [0xC3, 0xA9, 0xF0, 0xED, 0xFF]
    var refused = 0
    for round in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        bytes.append(
          round % 2 == 0
            ? UInt8.random(in: 0...255, using: &random)
            : alphabet[Int.random(in: alphabet.indices, using: &random)])
      }
      refused += outcomeIsSound(bytes) ? 0 : 1
    }
    #expect(refused > 19_000)
  }

  @Test func mutatedDocumentsAreReadOrRefusedAtAPlaceInside() {
    var random = SeededGenerator(seed: 3)
    var read = 0
    for _ in 0..<20_000 {
      let corpus = ValidCorpus.documents
      var bytes = Array(corpus[Int.random(in: corpus.indices, using: &random)].text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        case 1 where index < bytes.count: bytes.remove(at: index)
        default:
          if index < bytes.count { bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random) }
        }
      }
      read += outcomeIsSound(bytes) ? 1 : 0
    }
    #expect(read > 1000)
  }

  /// Whether the bytes are a document; its writing must then be stable, else its error in place.
  private func outcomeIsSound(_ bytes: [UInt8]) -> Bool {
    do throws(InvalidInput) {
      let root = try JSONDocument(bytes, name: "sound").root
      var writer = JSONWriter()
      writer.value(root)
      let text = writer.take()
      #expect((try? JSONDocument(text, name: "again").root) == root, "\(bytes)")
      #expect(String(validating: bytes, as: UTF8.self) != nil, "\(bytes)")
      return true
    } catch {
      let position = error.diagnostics[0].position
      let lines = bytes.count { $0 == 0x0A } + 1
      #expect((1...lines).contains(position?.line ?? 0), "\(bytes)")
      #expect((1...(bytes.count + 1)).contains(position?.column ?? 0), "\(bytes)")
      #expect(!error.diagnostics[0].rendered(in: error.sources).isEmpty)
      return false
    }
  }
}
