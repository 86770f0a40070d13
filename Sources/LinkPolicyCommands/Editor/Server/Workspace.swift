internal import LinkPolicyReview
internal import LinkPolicySystem

/// The open documents of an editor, with their names and check results.
struct Workspace {
  /// The unit in which the editor counts characters of a line.
  var encoding = PositionEncoding.utf16
  private(set) var documents: [String: OpenDocument] = [:]
  private var names: [String: PolicyNames] = [:]
  private var states: [String: PolicyState] = [:]
  /// The documents to check, in the order of their changes.
  private var unchecked: [String] = []
  /// The number of changes so far; for each file, `changed` has the number of the last change of the file.
  private var revision = 0
  private var changed: [String: Int] = [:]

  /// Adds an opened document, and requests a check of the document.
  mutating func open(_ uri: String, language: String, version: Int, text: [UInt8]) {
    revision += 1
    let document = OpenDocument(
      uri: uri, path: DocumentURI.path(uri), language: language, version: version,
      text: EditedText(text), revision: revision)
    documents[uri] = document
    names[uri] = nil
    states[uri] = nil
    touch(document)
  }

  /// Replaces the text of a document, and requests a new check.
  mutating func change(_ uri: String, version: Int, _ text: EditedText) {
    guard var document = documents[uri] else { return }
    revision += 1
    document.version = version
    document.text = text
    document.revision = revision
    documents[uri] = document
    names[uri] = nil
    touch(document)
  }

  /// Removes a closed document; policies that extend the document then use the saved file.
  mutating func close(_ uri: String) {
    guard let document = documents.removeValue(forKey: uri) else { return }
    names[uri] = nil
    states[uri] = nil
    unchecked.removeAll { $0 == uri }
    revision += 1
    touchOthers(document)
  }

  /// Requests a check of every document, because files that are not open have changed.
  mutating func touchAll() {
    for uri in documents.keys.sorted() {
      names[uri] = nil
      note(uri)
    }
  }

  /// Requests a check of a document and of the documents that extend it.
  private mutating func touch(_ document: OpenDocument) {
    note(document.uri)
    touchOthers(document)
  }

  private mutating func touchOthers(_ document: OpenDocument) {
    guard let key = document.path.flatMap({ PolicyFiles.key(ofFile: $0) }) else { return }
    changed[key] = revision
    for uri in names.keys where uri != document.uri && names[uri]?.extends == true {
      names[uri] = nil
    }
    for (uri, state) in states.sorted(by: { $0.key < $1.key })
    where uri != document.uri && (state.extended.contains(key) || state.isBaseMissing) {
      note(uri)
    }
  }

  private mutating func note(_ uri: String) {
    unchecked.removeAll { $0 == uri }
    unchecked.append(uri)
  }

  /// The open files, for the resolution of extended policies.
  private var files: PolicyFiles {
    var open: [String: [UInt8]] = [:]
    for document in documents.values {
      if let key = document.path.flatMap({ PolicyFiles.key(ofFile: $0) }) {
        open[key] = document.text.bytes
      }
    }
    return PolicyFiles(open: open)
  }

  /// The work for the unchecked document that changed first.
  enum Work {
    /// A check of the document.
    case check(PolicyJob)
    /// The removal of all findings, because the document is not a policy.
    case leave(OpenDocument)
  }

  /// Returns the work for the next document; nil if all documents are checked.
  mutating func nextWork() -> Work? {
    while !unchecked.isEmpty {
      let uri = unchecked.removeFirst()
      guard let document = documents[uri] else { continue }
      guard document.isPolicy else {
        states[uri] = nil
        return .leave(document)
      }
      return .check(PolicyJob(document: document, files: files, revision: revision))
    }
    return nil
  }

  /// Stores the result of a check, and returns false if the document or an extended policy has changed since the check
  /// began.
  mutating func take(_ state: PolicyState) -> Bool {
    let uri = state.document.uri
    guard let document = documents[uri] else { return false }
    let isSame = document.revision == state.document.revision
    // If the checked text was unreadable and has changed since, the earlier result stays, because
    // it may contain rows to describe.
    if isSame || state.review.document != nil {
      states[uri] = state
    }
    // An extended policy may have changed during the check.
    let isOutdated =
      state.extended.contains { changed[$0, default: 0] > state.revision }
      || (state.isBaseMissing && revision > state.revision)
    if isSame, isOutdated {
      note(uri)
    }
    return isSame && !unchecked.contains(uri)
  }

  /// Returns the names in a document and in the policies that it extends.
  mutating func names(of document: OpenDocument) -> PolicyNames {
    if let known = names[document.uri] { return known }
    let fresh = PolicyNames(
      document.text.bytes, name: PolicyFiles.name(of: document),
      finder: files.finder(for: document))
    names[document.uri] = fresh
    return fresh
  }

  /// Returns the data to answer a request about a position.
  mutating func inquiry(_ document: OpenDocument, at position: TextPosition) -> Inquiry {
    Inquiry(
      document: document, names: names(of: document), state: states[document.uri],
      encoding: encoding, offset: document.text.offset(of: position, encoding))
  }

  /// Returns the open policies, except the document with the given URI, each with its names.
  mutating func others(than uri: String) -> [(document: OpenDocument, names: PolicyNames)] {
    documents.values.filter { $0.uri != uri && $0.isPolicy }.sorted { $0.uri < $1.uri }
      .map { ($0, names(of: $0)) }
  }

  /// Returns the URI of an open file, as the editor spells it; nil if the file is not open.
  func uri(ofFile path: String) -> String? {
    guard let key = PolicyFiles.key(ofFile: path) else { return nil }
    return documents.values.first { document in
      document.path.flatMap { PolicyFiles.key(ofFile: $0) } == key
    }?.uri
  }
}
