internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension VectorFiles {
  /// What was found in a folder, and what was not looked at.
  package struct Listing<Found: Sendable>: Sendable {
    /// What was found, in its order.
    package var found: [Found] = []
    /// The symbolic links that were passed over, as paths.
    package var links: [String] = []

    /// What to say of the links; nil where there are none.
    package var notice: String? {
      guard let first = links.first else { return nil }
      let count = links.count == 1 ? "a symbolic link" : "\(links.count) symbolic links"
      return "skipped \(count): `\(first)`" + (links.count > 1 ? " and others" : "")
        + "; links in a folder are not followed: name what is behind them instead"
    }
  }

  /// The finding of a folder in which there is no vector file.
  static func noFiles(at folder: String, _ listing: Listing<VectorFile>) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: folder)])
    return InvalidInput(
      [
        Diagnostic(
          .vectorNoCases, .error, "there is no vector file in `\(folder)`",
          at: SourcePosition(line: 1, column: 1),
          help: listing.notice ?? "vector files end in \(VectorReader.Format.everySuffix)")
      ], in: sources)
  }
}
