package import LinkPolicy
package import LinkPolicyAuthoring

/// What a policy answers in a cell, as far as anything but a trace shows it.
///
/// Neither the row nor its reasons belong to it: two rows that answer the same are one answer.
package struct AnswerMeaning: Hashable {
  /// What the caller gets.
  package var reply: Reply
  /// The normal form of what the effects write.
  package var writes: [WriteTemplate] = []
  /// Whether a method that is added or refreshed counts as proof of its address.
  package var isProof = false
  /// Whether it sets a password in the place of one that the account may have.
  package var replacesPassword = false
  /// The row or guard that answers, where that is to be told too.
  package var source: Decision.Source?

  /// The answer where a combination is declared impossible.
  package static var impossible: AnswerMeaning {
    AnswerMeaning(Reply(refusing: "impossible-situation"))
  }

  /// The answer where a policy has no such provider: the attempt is malformed and changes nothing.
  package static var notOffered: AnswerMeaning {
    var meaning = AnswerMeaning(Reply(refusing: "not-offered"))
    meaning.source = .cannotOccur
    return meaning
  }

  init(_ reply: Reply) {
    self.reply = reply
  }

  package init(
    _ answer: CompiledAnswer, errors: [CompiledError], cell: EffectMeaning.Cell, isProven: Bool
  ) {
    reply = Reply(answer, errors)
    writes = EffectMeaning.normal(answer.effects, in: cell)
    isProof = isProven && EffectMeaning.recordsProof(answer.effects, in: cell)
    replacesPassword =
      writes.contains(.putMethod(.password)) && !writes.makeAccount && cell.canHavePassword
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
