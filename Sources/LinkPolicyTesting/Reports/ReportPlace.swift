package import LinkPolicy

/// A place in a file, as reports for machines name it.
package struct ReportPlace: Sendable {
  /// The file's name.
  package var file: String
  /// The place in it.
  package var position: SourcePosition

  /// A place in a file of this name.
  package init(file: String, position: SourcePosition) {
    self.file = file
    self.position = position
  }

  /// The place as `file:line:column`.
  package var text: String { "\(file):\(position.line):\(position.column)" }

  /// A position in one of some files; nil where there is none.
  package init?(_ position: SourcePosition?, in sources: SourceMap) {
    guard let position, sources.files.indices.contains(position.file) else { return nil }
    file = sources.files[position.file].name
    self.position = position
  }
}
