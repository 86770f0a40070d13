internal import LinkPolicy
internal import LinkPolicyAuthoring

/// What of the language a policy uses: a variant that it never uses is a less likely mistake.
extension MutationSource {
  private var answers: [CompiledAnswer] {
    (storage.tables.flatMap { $0.rows } + storage.guards).map { $0.answer }
  }

  /// Whether some row, guard or error tells a thing.
  func usesTell(_ word: Disclosure) -> Bool {
    answers.contains { $0.tell.contains(word) }
      || storage.errors.contains { $0.tell.contains(word) }
  }

  /// Whether some row, guard or error asks for a remedy.
  func usesAsk(_ remedy: Remedy) -> Bool {
    answers.contains { $0.ask == remedy } || storage.errors.contains { $0.ask == remedy }
  }

  /// Whether some row or guard shows anything else than its outcome.
  var usesShow: Bool {
    (document.decisions.flatMap { $0.rows } + document.guards).contains { $0.show != nil }
  }
}

extension Mutant {
  /// The mutant as one that adds what the policy uses nowhere, where that is so.
  ///
  /// - Parameters:
  ///   - word: what it adds; nil where it adds nothing.
  ///   - isUsed: whether the policy uses it.
  /// - Returns: the mutant with the word noted.
  func adding(_ word: String?, isUsed: Bool) -> Mutant {
    guard let word, !isUsed else { return self }
    var mutant = self
    mutant.unused = word
    return mutant
  }
}
