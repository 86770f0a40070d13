package import LinkPolicy

/// What a row or guard answers, in the words of its policy.
package struct Answer: Sendable, Equatable {
  /// What decides; nil for what is declared impossible.
  package var row: RowName?
  /// The table in which it decides.
  package var table: Name
  /// Where it stands; nil for what is declared impossible.
  package var position: SourcePosition?
  /// Whether the attempt is allowed.
  package var isAllowed: Bool
  /// The answer in words.
  package var words: String
  /// The error's names by platform; empty where there is none.
  package var names: String

  package init(_ source: Decision.Source, table index: Int, of policy: CompiledPolicy) {
    let storage = policy.storage
    table = storage.tables[index].key
    let decided: CompiledRow
    switch source {
    case .row(let number):
      decided = storage.tables[index].rows[number]
      row = RowName(table: table, id: decided.id)
    case .guarding(let number), .would(let number, _):
      decided = storage.guards[number]
      row = RowName(table: "guards", id: decided.id)
    case .impossible:
      isAllowed = false
      names = ""
      words = "declared impossible"
      return
    case .cannotOccur:
      isAllowed = false
      names = ""
      words = "not offered: the provider is not declared"
      return
    }
    position = decided.position
    isAllowed = decided.answer.error == nil
    words = Self.words(decided.answer, storage.errors)
    names = decided.answer.error.map { Self.names(storage.errors[$0]) } ?? ""
  }

  private static func words(_ answer: CompiledAnswer, _ errors: [CompiledError]) -> String {
    var words: [String] = []
    if let error = answer.error {
      words.append("refused " + errors[error].name.text)
    }
    if answer.error == nil || !answer.effects.isEmpty {
      let effects = answer.effects.map { $0.text }.joined(separator: ", ")
      words.append(effects.isEmpty ? "allowed, nothing done" : "do " + effects)
    }
    switch answer.shown {
    case .outcome: break
    case .allowed: words.append("shown as allowed")
    case .error(let index): words.append("shown as " + errors[index].name.text)
    }
    if let ask = answer.ask {
      words.append("ask " + ask.name.text)
    }
    if !answer.tell.isEmpty {
      words.append("tell " + answer.tell.map { $0.name.text }.joined(separator: ", "))
    }
    return words.joined(separator: "; ")
  }

  private static func names(_ error: CompiledError) -> String {
    error.names.map { $0.platform.text + " " + $0.name.text }.joined(separator: ", ")
  }
}
