package import LinkPolicy
package import LinkPolicyAuthoring

/// What a row or guard of a policy answers, as reports tell it: which one it is, where it stands, and
/// the answer in words.
package struct DescribedAnswer: Sendable, Equatable {
  /// What decides; nil for what is declared impossible.
  package var row: RowName?
  /// The table in which it decides.
  package var table: Name
  /// Where it stands; nil for what is declared impossible.
  package var position: SourcePosition?
  /// Whether the attempt is allowed.
  package var isAllowed: Bool
  /// Whether no attempt comes to it, since the policy does not declare what it goes by.
  package var isNotOffered = false
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
      isNotOffered = true
      isAllowed = false
      names = ""
      words = "an input error: the provider is not declared"
      return
    case .staleTicket:
      isAllowed = false
      names = ""
      words = "start again: the ticket no longer means the same"
      return
    }
    let answer = NamedAnswer(decided.answer, storage.errors)
    position = decided.position
    isAllowed = decided.answer.error == nil
    words = answer.words
    names = answer.reply.refusal?.platformNames ?? ""
  }
}
