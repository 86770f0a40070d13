internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// The providers that a row of the assumptions is about: ids, or families that end in `*`.
struct ProviderPattern: Sendable {
  /// The words as they stand in the file.
  let words: [Located<String>]

  /// Whether a provider is one of them.
  func matches(_ provider: String) -> Bool {
    words.contains { Self.matches($0.value, provider) }
  }

  private static func matches(_ pattern: String, _ provider: String) -> Bool {
    guard pattern.hasSuffix("*") else { return pattern.hasSameBytes(as: provider) }
    let prefix = pattern.utf8.dropLast()
    return provider.utf8.count > prefix.count
      && provider.utf8.prefix(prefix.count).elementsEqual(prefix)
  }

  /// What is wrong with them for a policy: every word that names no provider of it.
  func findings(about policy: CompiledPolicy) -> [Diagnostic] {
    let table = policy.vocabulary.providers
    return words.compactMap { word in
      let isKnown =
        table.provider(of: word.value) != nil
        || table.providers.contains { $0.id == Name(word.value) }
      guard !isKnown else { return nil }
      let near = Name.nearest(Name(word.value), to: table.providers.map { $0.id })
      return Diagnostic(
        .unknownName, .error,
        "policy `\(policy.name)` declares no provider `\(word.value)`", at: word.position,
        help: near.map { "did you mean `\($0.text)`?" }
          ?? "name one that it declares, or leave the row out")
    }
  }

  /// The ids named, of which each is some policy's own or a member of a family.
  var ids: [String] { words.map { $0.value }.filter { !$0.hasSuffix("*") } }

  /// The words as a sentence lists them.
  var text: String { words.map { $0.value }.joined(separator: " or ") }
}
