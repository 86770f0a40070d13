internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// A document to be checked, with all that this takes, so that it can be done beside everything else.
struct PolicyJob: Sendable {
  let document: OpenDocument
  let files: PolicyFiles
  /// How many changes the workspace had seen when the files were taken.
  let revision: Int

  /// Checks the document, as `linkpolicy check` would if it were saved.
  func run() -> PolicyState {
    let name = PolicyFiles.name(of: document)
    let text = Result { () throws(InvalidInput) in
      try PolicyText(
        InputFile.text(document.text.bytes, named: name), name: name,
        finder: files.finder(for: document))
    }
    return PolicyState(document: document, review: PolicyReview(text), revision: revision)
  }
}

/// What checking a document has found.
struct PolicyState: Sendable {
  /// The document as it was then.
  let document: OpenDocument
  let review: PolicyReview
  /// How many changes the workspace had seen when the files were taken.
  let revision: Int

  /// The keys of the files that it extends.
  var extended: [String] {
    PolicyFiles.extended(in: review.sources)
  }

  /// Whether it extends something that was not to be had, so that any file may be it.
  var isBaseMissing: Bool {
    review.findings.contains { $0.code == .unknownBase }
  }
}
