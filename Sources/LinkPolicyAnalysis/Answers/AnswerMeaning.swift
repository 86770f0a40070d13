package import LinkPolicy

/// What a policy answers in a cell, as far as anything but a trace shows it.
///
/// Neither the row nor its reasons belong to it: two rows that answer the same are one answer.
package struct AnswerMeaning: Hashable {
  /// An error with its names by platform.
  package struct Refusal: Hashable {
    var error: Name
    var names: [Name]
  }

  /// The error; nil where the attempt is allowed.
  package var refusal: Refusal?
  /// What the outside sees; nil for allowed.
  var shown: Refusal?
  var ask: Remedy?
  var tell: [Disclosure] = []
  /// The normal form of what the effects write.
  package var writes: [WriteTemplate] = []
  /// Whether a method that is added or refreshed counts as proof of its address.
  package var isProof = false
  /// The row or guard that answers, where that is to be told too.
  package var source: Decision.Source?

  /// The answer where a combination is declared impossible.
  package static var impossible: AnswerMeaning {
    let refusal = Refusal(error: "impossible-situation", names: [])
    return AnswerMeaning(refusal: refusal, shown: refusal)
  }

  /// The answer where a policy has no such provider: the attempt is malformed and changes nothing.
  package static var notOffered: AnswerMeaning {
    let refusal = Refusal(error: "not-offered", names: [])
    var meaning = AnswerMeaning(refusal: refusal, shown: refusal)
    meaning.source = .cannotOccur
    return meaning
  }

  init(refusal: Refusal?, shown: Refusal?) {
    self.refusal = refusal
    self.shown = shown
  }

  package init(
    _ answer: CompiledAnswer, errors: [CompiledError], cell: EffectMeaning.Cell, isProven: Bool
  ) {
    func refusal(_ index: Int) -> Refusal {
      Refusal(
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
    writes = EffectMeaning.normal(answer.effects, in: cell)
    isProof = isProven && EffectMeaning.recordsProof(answer.effects, in: cell)
  }
}

/// The answers met so far, numbered; 0 stands for what cannot occur.
package struct AnswerBook {
  private var numbers: [AnswerMeaning: Int] = [:]
  private(set) var meanings: [AnswerMeaning] = []

  package init() {}

  package mutating func number(of meaning: AnswerMeaning) -> Int {
    if let number = numbers[meaning] {
      return number
    }
    meanings.append(meaning)
    numbers[meaning] = meanings.count
    return meanings.count
  }

  package func meaning(_ number: Int) -> AnswerMeaning? {
    number == 0 ? nil : meanings[number - 1]
  }
}
