package import LinkPolicy

/// Writes policy text in its one canonical layout.
///
/// The order of entries, block or flow style, quotes, comments and single blank lines are the
/// author's; indentation, spacing, the columns of tables and line breaks are decided here.
/// Formatting twice changes nothing more, and never changes what the text means.
package enum PolicyFormatter {
  /// The text in canonical layout, with line feeds as line ends; `name` is shown in findings.
  package static func format(_ bytes: [UInt8], name: String) throws(InvalidInput) -> [UInt8] {
    var diagnostics: [Diagnostic] = []
    let reading = YAMLReader.read(bytes, file: 0, keepsTrivia: true, into: &diagnostics)
    guard let root = reading.root, diagnostics.allSatisfy({ $0.level < .error }) else {
      let file = SourceMap.File(name: name, bytes: bytes)
      throw InvalidInput(diagnostics, in: SourceMap(files: [file]))
    }
    let source = SourceTrivia(reading.trivia ?? YAMLTrivia(), in: bytes)
    var printer = BlockPrinter(scalars: ScalarText(trustsPlain: true), source: source)
    return printer.print(root)
  }

  /// A tree as text in the same layout, without comments; positions in the tree do not matter.
  ///
  /// A plain scalar that could not be read back as one is put in quotes.
  package static func print(_ node: YAMLNode) -> [UInt8] {
    var printer = BlockPrinter(scalars: ScalarText(trustsPlain: false), source: nil)
    return printer.print(node)
  }
}
