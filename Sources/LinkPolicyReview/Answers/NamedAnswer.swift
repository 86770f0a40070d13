package import LinkPolicy
package import LinkPolicyAuthoring

/// What a row or guard answers, with errors by name, so that answers of two policies can be compared.
package struct NamedAnswer: Sendable, Hashable {
  /// The effects as they are written.
  package var effects: [Effect]
  /// What the caller gets.
  package var reply: Reply

  package init(_ answer: CompiledAnswer, _ errors: [CompiledError]) {
    effects = answer.effects
    reply = Reply(answer, errors)
  }

  /// The answer as reports put it, such as `refused wrong-password; tell methods`.
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

/// What the caller of a policy gets: all of an answer but its effects.
package struct Reply: Sendable, Hashable {
  /// An error with its names by platform.
  package struct NamedRefusal: Sendable, Hashable {
    /// The error's own name.
    package var error: Name
    /// Platform and name by turns.
    var names: [Name]

    /// What a client on a platform gets: the name there, or the error's own name where it has none.
    func received(on platform: Name) -> Name {
      let place = stride(from: 0, to: names.count, by: 2).first { names[$0] == platform }
      return place.map { names[$0 + 1] } ?? error
    }

    /// The names by platform, as reports put them; empty where there are none.
    var platformNames: String {
      stride(from: 0, to: names.count, by: 2).map { names[$0].text + " " + names[$0 + 1].text }
        .joined(separator: ", ")
    }
  }

  /// The error; nil where the attempt is allowed.
  package var refusal: NamedRefusal?
  /// What the outside sees; nil for allowed.
  package var shown: NamedRefusal?
  /// What the person is asked to do.
  package var ask: Remedy?
  /// What is told of the account.
  package var tell: [Disclosure] = []

  /// A refusal that is shown as what it is, or, without one, nothing but that the attempt is allowed.
  init(_ refusal: NamedRefusal?) {
    self.refusal = refusal
    shown = refusal
  }

  /// A refusal without names by platform.
  init(refusing error: Name) {
    self.init(NamedRefusal(error: error, names: []))
  }

  /// What the caller gets of an answer whose errors are given by their places.
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

  /// Whether the outside sees something else than what came of it.
  var isShownOtherwise: Bool { shown != refusal }
}
