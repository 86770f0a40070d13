package import LinkPolicy
package import LinkPolicyAuthoring

/// The answer of a row or guard, with errors by name, because two policies can number their errors differently.
package struct NamedAnswer: Sendable, Hashable {
  /// The effects as the policy writes them, such as `link` and `sign-in`.
  package var effects: [Effect]
  /// The reply to the caller: the outcome, the remedy and the disclosures.
  package var reply: Reply

  package init(_ answer: CompiledAnswer, _ errors: [CompiledError]) {
    effects = answer.effects
    reply = Reply(answer, errors)
  }

  /// The answer in the words of reports, such as `refused wrong-password; tell methods`.
  package var words: String {
    var words: [String] = []
    if let refusal = reply.refusal {
      words.append("refused " + refusal.error.text)
    }
    if reply.refusal == nil || !effects.isEmpty {
      let effects = effects.map { $0.text }.joined(separator: ", ")
      words.append(effects.isEmpty ? "allowed, nothing done" : "do " + effects)
    }
    if reply.isShownOtherwise {
      words.append("shown as " + (reply.shown?.error.text ?? "allowed"))
    }
    if let ask = reply.ask {
      words.append("ask " + ask.name.text)
    }
    if !reply.tell.isEmpty {
      words.append("tell " + reply.tell.map { $0.name.text }.joined(separator: ", "))
    }
    return words.joined(separator: "; ")
  }
}

/// The reply of a policy to its caller: an answer without its effects.
package struct Reply: Sendable, Hashable {
  /// An error, with the error's name on each platform.
  package struct NamedRefusal: Sendable, Hashable {
    /// The error's declared name, such as `wrong-password`.
    package var error: Name
    /// The platforms, each followed by the error's name there, such as `rest` and `email_exists`.
    var names: [Name]

    /// Returns the error's name for clients on a platform: the name on the platform if there is one, otherwise the
    /// declared name.
    func received(on platform: Name) -> Name {
      let place = stride(from: 0, to: names.count, by: 2).first { names[$0] == platform }
      return place.map { names[$0 + 1] } ?? error
    }

    /// The error's name on each platform, as reports print it; empty if the error has only its declared name.
    var platformNames: String {
      stride(from: 0, to: names.count, by: 2).map { names[$0].text + " " + names[$0 + 1].text }
        .joined(separator: ", ")
    }
  }

  /// The error of a refusal; nil if the attempt is allowed.
  package var refusal: NamedRefusal?
  /// The error that the client sees; nil if the client sees a success.
  package var shown: NamedRefusal?
  /// The remedy that the refusal asks for; nil for a reply without a remedy.
  package var ask: Remedy?
  /// The values that the reply may disclose, such as the account's methods.
  package var tell: [Disclosure] = []

  /// Creates a reply that shows its actual outcome: the refusal, or an allowed attempt if `refusal` is nil.
  package init(_ refusal: NamedRefusal?) {
    self.refusal = refusal
    shown = refusal
  }

  /// Creates a refusal whose error has the same name on every platform.
  package init(refusing error: Name) {
    self.init(NamedRefusal(error: error, names: []))
  }

  /// Creates the reply of a compiled answer, which refers to errors by index.
  package init(_ answer: CompiledAnswer, _ errors: [CompiledError]) {
    func refusal(_ index: Int) -> NamedRefusal {
      NamedRefusal(
        error: errors[index].name,
        names: errors[index].names.flatMap { [$0.platform, $0.name] })
    }
    self.refusal = answer.error.map(refusal)
    shown =
      switch answer.shown {
      case .outcome: self.refusal
      case .allowed: nil
      case .error(let index): refusal(index)
      }
    ask = answer.ask
    tell = answer.tell
  }

  /// Whether the client sees another outcome than the actual one, for example a success instead of a refusal.
  var isShownOtherwise: Bool { shown != refusal }
}

/// The answer of a row or guard for a report: the row's name and position, and the answer in words.
package struct DescribedAnswer: Sendable, Equatable {
  /// The row or guard; nil if no row or guard decides, for example in a cell that is declared impossible.
  package var row: RowName?
  /// The table of the decision, such as `sign-in.federated`.
  package var table: Name
  /// The position of the row or guard; nil if no row or guard decides.
  package var position: SourcePosition?
  /// Whether the answer allows the attempt.
  package var isAllowed: Bool
  /// Whether the policy does not declare the attempt's provider, so that no attempt can have this answer.
  package var isNotOffered = false
  /// The answer in the words of reports, such as `do sign-in` or `declared impossible`.
  package var words: String
  /// The error's name on each platform, as text; empty if the error has only its declared name.
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
      words = "start again: the ticket is stale"
      return
    }
    let answer = NamedAnswer(decided.answer, storage.errors)
    position = decided.position
    isAllowed = decided.answer.error == nil
    words = answer.words
    names = answer.reply.refusal?.platformNames ?? ""
  }
}
