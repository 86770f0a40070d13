package import Foundation

/// What is printed, as it was reviewed.
package enum Golden {
  /// Set to write what is printed as what is expected, for review in the diff.
  package static let records = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

  /// Says how a text differs from a reviewed file; nil where it does not.
  ///
  /// Where ``records`` is set the text is written to the file first.
  ///
  /// - Parameters:
  ///   - text: what was printed.
  ///   - file: the reviewed file, which must be there.
  /// - Returns: the first line that differs, with its number, or why the file cannot be read.
  package static func difference(_ text: String, _ file: URL) -> String? {
    do {
      if records {
        try Data(text.utf8).write(to: file)
      }
      let expected = try String(contentsOf: file, encoding: .utf8)
      return text == expected ? nil : firstDifference(text, expected, file.lastPathComponent)
    } catch {
      return "\(file.lastPathComponent) cannot be read or written: \(error)"
    }
  }

  private static func firstDifference(
    _ text: String, _ expected: String, _ name: String
  ) -> String {
    let printed = text.split(separator: "\n", omittingEmptySubsequences: false)
    let reviewed = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let number = zip(printed, reviewed).enumerated().first { $1.0 != $1.1 }?.offset
    let line = number ?? min(printed.count, reviewed.count)
    let got = line < printed.count ? "`\(printed[line])`" : "nothing"
    let wanted = line < reviewed.count ? "`\(reviewed[line])`" : "nothing"
    return "\(name):\(line + 1): printed is \(got), reviewed was \(wanted)"
  }
}
