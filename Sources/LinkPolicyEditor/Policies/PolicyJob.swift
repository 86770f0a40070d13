internal import LinkPolicy
internal import LinkPolicyCheck
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// A document to be checked, with all that this takes, so that it can be done beside everything else.
struct PolicyJob: Sendable {
  let document: OpenDocument
  let files: PolicyFiles

  /// Checks the document, as `linkpolicy check` would if it were saved.
  func run() -> PolicyState {
    let name = PolicyFiles.name(of: document)
    let text = Result { () throws(InvalidInput) in
      try PolicyText(
        InputFile.text(document.text.bytes, named: name), name: name,
        finder: files.finder(for: document))
    }
    return PolicyState(document: document, review: PolicyReview(text))
  }
}

/// What checking a document has found.
struct PolicyState: Sendable {
  /// The document as it was then.
  let document: OpenDocument
  let review: PolicyReview

  /// The paths of the files that it extends, with links resolved.
  var extended: [String] {
    review.sources.files.indices.compactMap { index in
      guard case .file(let path) = PolicyFiles.place(index, in: review.sources) else { return nil }
      return InputFile.resolved(path)
    }
  }
}
