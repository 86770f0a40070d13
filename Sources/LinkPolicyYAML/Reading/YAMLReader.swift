internal import LinkPolicy
package import LinkPolicyDiagnostics

/// The strict reader: text to tree, or findings that say what to change.
///
/// Accepts one UTF-8 document of block and flow maps and lists, plain and quoted scalars and
/// comments. Everything else that YAML has is refused, as are characters that hide or disguise
/// text; ``DiagnosticCode`` names each refusal. Any bytes end in bounded work.
package enum YAMLReader {
  /// Reads a document and adds what is wrong with it to `diagnostics`, in the order of positions.
  ///
  /// `file` is the index that positions carry; registering the bytes in a ``SourceMap`` is the
  /// caller's. Comments are kept only on request, for a formatter. A byte order mark in front is accepted and counts as the first column.
  package static func read(
    _ bytes: [UInt8], file: Int, limits: YAMLLimits = .standard,
    keepsTrivia: Bool = false, into diagnostics: inout [Diagnostic]
  ) -> YAMLReading {
    var problems = ProblemList(limit: limits.diagnostics)
    guard bytes.count <= limits.bytes else {
      problems.add(tooLong(bytes.count, limits: limits, file: file))
      diagnostics += problems.finished()
      return YAMLReading()
    }
    let text = SourceText(bytes, file: file, into: &problems)
    var builder = TreeBuilder(
      text, file: file, limits: limits, keepsTrivia: keepsTrivia, problems: problems)
    let reading = builder.read()
    diagnostics += builder.problems.finished()
    return reading
  }

  private static func tooLong(_ count: Int, limits: YAMLLimits, file: Int) -> Diagnostic {
    Diagnostic(
      .yamlByteLimit, .error, "the file has \(count) bytes; expected at most \(limits.bytes)",
      at: SourcePosition(file: file, line: 1, column: 1), help: "nothing of it was read")
  }
}
