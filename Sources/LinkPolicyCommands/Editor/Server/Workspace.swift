internal import LinkPolicyReview
internal import LinkPolicySystem

/// The documents that an editor has open, and what is known of them.
struct Workspace {
  /// What positions count.
  var encoding = PositionEncoding.utf16
  private(set) var documents: [String: OpenDocument] = [:]
  private var names: [String: PolicyNames] = [:]
  private var states: [String: PolicyState] = [:]
  /// The documents that are to be checked, in the order in which they changed.
  private var unchecked: [String] = []
  /// How many changes there were, and the last of each file, by its key.
  private var revision = 0
  private var changed: [String: Int] = [:]

  /// Takes a document that was opened.
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

  /// Takes another text of a document.
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

  /// Forgets a document, whose file is from now on as it is saved.
  mutating func close(_ uri: String) {
    guard let document = documents.removeValue(forKey: uri) else { return }
    names[uri] = nil
    states[uri] = nil
    unchecked.removeAll { $0 == uri }
    revision += 1
    touchOthers(document)
  }

  /// Has everything checked again, since files have changed that are not open.
  mutating func touchAll() {
    for uri in documents.keys.sorted() {
      names[uri] = nil
      note(uri)
    }
  }

  /// Has a document checked, and those that extend it.
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

  /// What is open, for finding what documents extend.
  private var files: PolicyFiles {
    var open: [String: [UInt8]] = [:]
    for document in documents.values {
      if let key = document.path.flatMap({ PolicyFiles.key(ofFile: $0) }) {
        open[key] = document.text.bytes
      }
    }
    return PolicyFiles(open: open)
  }

  /// What is to be done with the document that changed first.
  enum Work {
    /// It is to be checked.
    case check(PolicyJob)
    /// It is no policy, and nothing is found about it.
    case leave(OpenDocument)
  }

  /// The next document that is to be checked; nil where all are.
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

  /// Takes what a check has found; returns whether the document is still as it was then.
  mutating func take(_ state: PolicyState) -> Bool {
    let uri = state.document.uri
    guard let document = documents[uri] else { return false }
    let isSame = document.revision == state.document.revision
    // What could not be read says nothing of rows; what could is of use until it is checked again.
    if isSame || state.review.document != nil {
      states[uri] = state
    }
    // What it extends may have changed while it was checked.
    let isOutdated =
      state.extended.contains { changed[$0, default: 0] > state.revision }
      || (state.isBaseMissing && revision > state.revision)
    if isSame, isOutdated {
      note(uri)
    }
    return isSame && !unchecked.contains(uri)
  }

  /// What a document and what it extends name.
  mutating func names(of document: OpenDocument) -> PolicyNames {
    if let known = names[document.uri] { return known }
    let fresh = PolicyNames(
      document.text.bytes, name: PolicyFiles.name(of: document),
      finder: files.finder(for: document))
    names[document.uri] = fresh
    return fresh
  }

  /// What a request about a place is answered from.
  mutating func inquiry(_ document: OpenDocument, at position: TextPosition) -> Inquiry {
    Inquiry(
      document: document, names: names(of: document), state: states[document.uri],
      encoding: encoding, offset: document.text.offset(of: position, encoding))
  }

  /// The other documents that are policies.
  mutating func others(than uri: String) -> [(document: OpenDocument, names: PolicyNames)] {
    documents.values.filter { $0.uri != uri && $0.isPolicy }.sorted { $0.uri < $1.uri }
      .map { ($0, names(of: $0)) }
  }

  /// The address by which the editor knows a file that is open.
  func uri(ofFile path: String) -> String? {
    guard let key = PolicyFiles.key(ofFile: path) else { return nil }
    return documents.values.first { document in
      document.path.flatMap { PolicyFiles.key(ofFile: $0) } == key
    }?.uri
  }
}
