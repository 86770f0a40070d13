internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// Gives ids to cases that have none, never one that was used.
struct IDGiver {
  private let ids: SuiteManifest.IDs
  private let prefix: String?
  /// The number given last.
  private var last = 0

  /// Looks at every id that was ever used: in texts, in the index, among the retired.
  init(
    _ manifest: SuiteManifest, _ index: BodyIndex?, _ texts: [CaseText]
  ) throws(InvalidInput) {
    ids = manifest.ids
    prefix = manifest.idPrefix
    guard ids == .assigned, let prefix else { return }
    for id in manifest.retired {
      use(id, prefix)
    }
    for id in index?.hashes.keys.map({ $0.text }) ?? [] {
      use(id, prefix)
    }
    for text in texts {
      try VectorReader.read(
        text.text(ids: Self.placeholders(text.missing)), name: text.name, format: text.format
      ) { vector in use(vector.id, prefix) }
    }
  }

  /// The ids of the cases of a text that have none, in order.
  mutating func ids(for text: CaseText) throws(InvalidInput) -> [String] {
    guard text.missing > 0 else { return [] }
    guard let prefix else {
      throw InvalidInput(
        [
          Diagnostic(
            .suiteID, .error, "`\(text.name)` has cases without id, and the suite no `id-prefix`",
            at: nil, help: "add `id-prefix` to the manifest, such as \"f\"")
        ], in: SourceMap())
    }
    guard ids == .inputs else {
      return (0..<text.missing).map { _ in
        last += 1
        let digits = String(last)
        return prefix + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      }
    }
    var given: [String] = []
    let placeholders = Self.placeholders(text.missing)
    try VectorReader.read(
      text.text(ids: placeholders), name: text.name, format: text.format, keepsJSON: true
    ) { vector in
      if given.count < placeholders.count, vector.id.hasSameBytes(as: placeholders[given.count]) {
        given.append(prefix + "-" + (vector.inputsHash ?? ""))
      }
    }
    return given
  }

  private mutating func use(_ id: String, _ prefix: String) {
    guard id.utf8.starts(with: prefix.utf8) else { return }
    let digits = id.utf8.dropFirst(prefix.utf8.count)
    guard digits.count <= 9, let number = Int(String(decoding: digits, as: UTF8.self)) else {
      return
    }
    last = max(last, number)
  }

  /// Ids that stand in until the real ones are known.
  private static func placeholders(_ count: Int) -> [String] {
    (0..<count).map { "without-id-\($0)" }
  }
}
