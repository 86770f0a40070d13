import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyJSON

@Suite struct JSONCorpusTests {
  @Test func corpusIsLargeEnough() {
    #expect(ValidCorpus.documents.count >= 100)
    #expect(InvalidCorpus.documents.count >= 150)
  }

  @Test func validDocumentsAreReadAndWrittenBack() throws {
    for (text, compact) in ValidCorpus.documents {
      let document = try JSONDocument(Array(text.utf8), name: "valid")
      var writer = JSONWriter()
      writer.value(document.root)
      #expect(String(decoding: writer.take(), as: UTF8.self) == compact, "\(text)")
    }
  }

  @Test func invalidDocumentsAreRefusedAtTheirPlace() {
    for document in InvalidCorpus.documents {
      let text = String(decoding: document.bytes, as: UTF8.self).debugDescription
      let error = #expect(throws: InvalidInput.self, "\(text)") {
        try JSONDocument(document.bytes, name: "invalid")
      }
      guard let finding = error?.diagnostics.first else { continue }
      let place = SourcePosition(line: document.line, column: document.column)
      #expect(error?.diagnostics.count == 1)
      #expect(finding.code == document.code, "\(text): \(finding.message)")
      #expect(finding.position == place, "\(text): \(finding.message)")
      #expect(finding.level == .error)
      #expect(!finding.message.hasSuffix(".") && !finding.message.isEmpty)
    }
  }

  @Test func everyDocumentOfTheCorpusIsJudgedByTheStandard() throws {
    let documents = try CorpusFile.documents()
    #expect(documents.count >= 400)
    for document in documents {
      do throws(InvalidInput) {
        let root = try JSONDocument(document.bytes, name: document.name).root
        #expect(document.isValid, "\(document.name) is taken")
        var writer = JSONWriter()
        writer.value(root)
        #expect(try JSONDocument(writer.take(), name: "again").root == root, "\(document.name)")
      } catch {
        #expect(!document.isValid, "\(document.name): \(error)")
        #expect(error.diagnostics.first?.position != nil, "\(document.name)")
      }
    }
  }

  @Test func everyProperPrefixIsRefusedUnlessItIsANumber() throws {
    for (text, _) in ValidCorpus.documents {
      let bytes = Array(text.utf8)
      for length in bytes.indices {
        let prefix = Array(bytes[..<length])
        guard let document = try? JSONDocument(prefix, name: "prefix") else { continue }
        // Only white space or digits can be missing from what is still a document.
        let isSpace = bytes[length...].allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        #expect(isSpace || document.root.number != nil, "\(text) \(length)")
      }
    }
  }

  @Test func duplicateKeysNameBothPlaces() throws {
    for count in [2, 16, 17, 18, 40, 500] {
      var text = "{"
      for index in 0..<count {
        text += "\"k\(index)\":\(index),\n"
      }
      for repeated in [0, count / 2, count - 1] {
        let bytes = Array((text + "\"k\(repeated)\":0}").utf8)
        let error = #expect(throws: InvalidInput.self) { try JSONDocument(bytes, name: "twice") }
        let finding = try #require(error?.diagnostics.first)
        #expect(finding.code == .jsonDuplicateKey)
        #expect(finding.position == SourcePosition(line: count + 1, column: 1))
        let first = SourcePosition(line: repeated + 1, column: repeated == 0 ? 2 : 1)
        #expect(finding.related.first?.position == first)
        #expect(finding.message == "the key `k\(repeated)` is used twice in one object")
      }
      let bytes = Array((text + "\"last\":0}").utf8)
      #expect(try JSONDocument(bytes, name: "once").root.members?.count == count + 1)
    }
  }
}
