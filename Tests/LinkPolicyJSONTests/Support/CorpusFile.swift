import Foundation

/// The documents of `Corpus/documents.tsv`, which Python's reader judges too.
enum CorpusFile {
  struct Document {
    /// Whether this package must take it.
    var isValid: Bool
    var name: String
    var bytes: [UInt8]
  }

  static func documents() throws -> [Document] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Corpus/documents.tsv")
    let lines = Array(try Data(contentsOf: file)).split(separator: UInt8(ascii: "\n"))
    return lines.filter { $0.first != UInt8(ascii: "#") }.map { line in
      let columns = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
      let isText = Array(columns[2]) == [UInt8(ascii: "t")]
      return Document(
        isValid: Array(columns[0]) == [UInt8(ascii: "y")],
        name: String(decoding: columns[1], as: UTF8.self),
        bytes: isText ? Array(columns[3]) : bytes(Array(columns[3])))
    }
  }

  private static func bytes(_ digits: [UInt8]) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16)
    }
  }
}
