/// What a reader of Markdown makes of code spans, told apart as CommonMark does it.
package enum MarkdownReader {
  /// The text without its code spans: a run of backticks begins one where a run of the same length
  /// follows in the same line.
  package static func outsideCode(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var rest = Substring(line)
      var outside = ""
      while let start = rest.firstIndex(of: "`") {
        outside += rest[..<start]
        let fence = rest[start...].prefix { $0 == "`" }
        let behind = rest[fence.endIndex...]
        guard let end = close(behind, fence.count) else {
          outside += fence
          rest = behind
          continue
        }
        rest = behind[end...]
      }
      return outside + rest
    }.joined(separator: "\n")
  }

  /// Where a run of so many backticks ends.
  private static func close(_ text: Substring, _ length: Int) -> Substring.Index? {
    var rest = text
    while let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      if run.count == length {
        return run.endIndex
      }
      rest = rest[run.endIndex...]
    }
    return nil
  }
}
